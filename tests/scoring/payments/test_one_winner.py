"""One winner, nobody responsible: the hand, the honba, the sticks."""

from __future__ import annotations

import pytest

from scoring.errors import BadSeatError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.tiles import parse_tiles
from scoring.payments import Liability, OnTable, Transfer, Win
from tests.scoring.payments.till import cashier, rule

EAST_DEALS = OnTable(dealer=0)


@pytest.mark.parametrize(
    ("key", "win", "table", "points"),
    [
        pytest.param(
            "kinyoukai",
            Win(2, han=3, fu=30),
            EAST_DEALS,
            (-2_000, -1_000, 4_000, -1_000),
            id="child with four",
        ),
        pytest.param(
            "kinyoukai",
            Win(0, han=3, fu=30),
            EAST_DEALS,
            (6_000, -2_000, -2_000, -2_000),
            id="dealer with four",
        ),
        pytest.param(
            "tenhou-3p-tonnan",
            Win(1, han=5, fu=30),
            EAST_DEALS,
            (-4_000, 6_000, -2_000),
            id="three, the missing share is lost",
        ),
        pytest.param(
            "nekohouse-4b",
            Win(3, han=1),
            OnTable(dealer=3, honba=1),
            (-1_000, -1_000, -1_000, 3_000),
            id="no fu, dealer, one honba of 1,500",
        ),
        pytest.param(
            "nekohouse-3b",
            Win(0, han=2),
            OnTable(dealer=1, honba=1),
            (4_000, -2_000, -2_000),
            id="no fu with three, one honba of 1,000 from each",
        ),
        pytest.param(
            "nekohouse-3b",
            Win(2, han=8),
            OnTable(dealer=1),
            (-6_000, -10_000, 16_000),
            id="no fu with three, baiman",
        ),
        pytest.param(
            "super-tonpu",
            Win(1, yakuman=2),
            EAST_DEALS,
            (-32_000, 64_000, -16_000, -16_000),
            id="double yakuman",
        ),
        pytest.param(
            "nekohouse-4a",
            Win(1, yakuman=2),
            EAST_DEALS,
            (-16_000, 32_000, -8_000, -8_000),
            id="two yakuman are paid as one",
        ),
    ],
)
def test_everybody_pays_for_a_tsumo(
    key: str, win: Win, table: OnTable, points: tuple[int, ...]
) -> None:
    assert cashier(key).tsumo(win, table).points == points


def test_with_three_players_the_missing_share_is_split_where_it_is_not_lost() -> None:
    without_loss = cashier("tenhou-3p-tonnan", tsumo_loss=False)

    assert without_loss.tsumo(Win(1, han=5), EAST_DEALS).points == (-5_000, 8_000, -3_000)
    assert without_loss.tsumo(Win(0, han=5), EAST_DEALS).points == (12_000, -6_000, -6_000)


@pytest.mark.parametrize(
    ("key", "win", "points"),
    [
        pytest.param("nekohouse-4a", Win(1, han=4, fu=30), (0, 8_000, -8_000, 0), id="raised"),
        pytest.param("kinyoukai", Win(1, han=4, fu=30), (0, 7_700, -7_700, 0), id="not raised"),
        pytest.param("kinyoukai", Win(0, han=1, fu=40), (2_000, 0, -2_000, 0), id="dealer"),
        pytest.param("nekohouse-4b", Win(1, han=4), (0, 8_000, -8_000, 0), id="no fu"),
    ],
)
def test_the_discarder_pays_for_a_ron(key: str, win: Win, points: tuple[int, ...]) -> None:
    assert cashier(key).ron([win], 2, EAST_DEALS).points == points


@pytest.mark.parametrize(
    ("key", "by_ron", "from_each"),
    [
        pytest.param("kinyoukai", 300, 100, id="300"),
        pytest.param("super-tonpu", 1_500, 500, id="1,500"),
        pytest.param("nekohouse-3a", 200, 100, id="200 with three"),
        pytest.param("nekohouse-3b", 1_000, 1_000, id="1,000 with three"),
    ],
)
def test_each_honba_adds_what_the_rule_says(key: str, by_ron: int, from_each: int) -> None:
    till, win, table = cashier(key), Win(1, han=5), OnTable(dealer=1, honba=2)
    plain_ron, plain_tsumo = till.ron([win], 0, OnTable(1)), till.tsumo(win, OnTable(1))

    ron, tsumo = till.ron([win], 0, table), till.tsumo(win, table)

    assert ron.points[0] == plain_ron.points[0] - 2 * by_ron
    assert tsumo.points[0] == plain_tsumo.points[0] - 2 * from_each
    assert sum(ron.points) == sum(tsumo.points) == 0


def test_the_winner_takes_the_sticks_and_every_movement_is_told() -> None:
    paid = cashier("kinyoukai").ron([Win(3, han=2, fu=40)], 1, OnTable(0, honba=1, sticks=2_000))

    assert paid.points == (0, -2_900, 0, 4_900)
    assert paid.transfers == (
        Transfer(1, 3, 2_600, "hand"),
        Transfer(1, 3, 300, "honba"),
        Transfer(None, 3, 2_000, "sticks"),
    )


@pytest.mark.parametrize(
    ("wins", "discarder", "dealer", "what", "why"),
    [
        pytest.param(
            [Win(4)], 1, 0, "winner", "not at this table is selected", id="winner beyond the table"
        ),
        pytest.param(
            [Win(0)], -1, 0, "discarder", "not at this table is selected", id="discarder too"
        ),
        pytest.param([Win(0)], 1, 4, "dealer", "not at this table is selected", id="dealer too"),
        pytest.param(
            [Win(0, yakuman=1, liable=(Liability(7),))],
            *(1, 0, "pao", "not at this table is selected"),
            id="responsible player too",
        ),
        pytest.param([Win(1)], 1, 0, "winner", "for their own hand", id="winner who discards"),
        pytest.param(
            [Win(1, yakuman=1, liable=(Liability(1),))],
            *(2, 0, "winner", "for their own hand"),
            id="winner who answers",
        ),
        pytest.param(
            [Win(1), Win(1)], 2, 0, "winner", "The same person is selected twice", id="winner twice"
        ),
    ],
)
def test_a_seat_that_cannot_be_is_refused(
    wins: list[Win], discarder: int, dealer: int, what: str, why: str
) -> None:
    with pytest.raises(BadSeatError, match=why) as refused:
        cashier("kinyoukai").ron(wins, discarder, OnTable(dealer))

    assert refused.value.field == what


def test_a_tsumo_is_refused_alike() -> None:
    with pytest.raises(BadSeatError, match="not at this table is selected"):
        cashier("nekohouse-3a").tsumo(Win(3, han=5), EAST_DEALS)


def test_what_the_evaluator_finds_is_paid_as_it_says() -> None:
    hand = Hand(
        concealed=parse_tiles("234567m234p55s88p"), win=parse_tiles("8p")[0], tsumo=False, seat=2
    )
    value = Evaluator(rule("kinyoukai")).value(hand._replace(flags=1))

    win = Win(2, han=value.han, fu=value.fu, yakuman=value.yakuman, dora_beside=value.dora_beside)
    paid = cashier("kinyoukai").ron([win], 0, EAST_DEALS)

    assert paid.points[2] == value.total > 0
