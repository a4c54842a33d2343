"""Somebody answers for a yakuman (責任払い, 包)."""

from __future__ import annotations

import pytest

from scoring.payments import Cashier, Liability, OnTable, Transfer, Win
from tests.scoring.payments.till import cashier

#: seat 1 wins; seat 2 answers; seat 3 discards where it is a ron; seat 0 deals
DAISANGEN = Win(1, yakuman=1, liable=(Liability(2),))
WITH_TSUUIISOU = Win(1, yakuman=2, liable=(Liability(2),))
TABLE = OnTable(dealer=0, honba=2, sticks=1_000)


@pytest.mark.parametrize(
    ("key", "points"),
    [
        pytest.param("nekohouse-4a", (0, 33_600, -32_600, 0), id="four"),
        pytest.param("super-tonpu", (0, 36_000, -35_000, 0), id="honba of 1,500"),
        pytest.param("nekohouse-3a", (0, 25_400, -24_400), id="three, a share is lost"),
        pytest.param("nekohouse-3b", (0, 37_000, -36_000), id="three without loss"),
    ],
)
def test_on_a_tsumo_the_responsible_player_pays_all(key: str, points: tuple[int, ...]) -> None:
    assert cashier(key).tsumo(DAISANGEN, TABLE).points == points


def test_the_dealer_is_paid_as_a_dealer() -> None:
    win = Win(0, yakuman=1, liable=(Liability(2),))

    assert cashier("kinyoukai").tsumo(win, OnTable(0)).points == (48_000, 0, -48_000, 0)
    assert cashier("kinyoukai").ron([win], 3, OnTable(0)).points == (48_000, 0, -24_000, -24_000)


def test_a_dealer_who_answers_pays_no_more_than_the_whole() -> None:
    win = Win(1, yakuman=1, liable=(Liability(0),))

    assert cashier("kinyoukai").tsumo(win, OnTable(0)).points == (-32_000, 32_000, 0, 0)


@pytest.mark.parametrize(
    ("till", "points"),
    [
        pytest.param(cashier("kinyoukai"), (0, 33_600, -16_000, -16_600), id="kinyoukai"),
        pytest.param(cashier("super-tonpu"), (0, 36_000, -19_000, -16_000), id="super-tonpu"),
        pytest.param(cashier("tenhou-4p-tonnan"), (0, 33_600, -16_600, -16_000), id="tenhou"),
        pytest.param(
            cashier("kinyoukai", pao_ron="all"), (0, 33_600, -32_000, -600), id="all of a ron"
        ),
        pytest.param(
            cashier("tenhou-4p-tonnan", pao_ron="all"), (0, 33_600, -32_600, 0), id="honba too"
        ),
    ],
)
def test_a_ron_is_shared_with_the_discarder_and_the_rule_says_who_pays_the_honba(
    till: Cashier, points: tuple[int, ...]
) -> None:
    assert till.ron([DAISANGEN], 3, TABLE).points == points


@pytest.mark.parametrize("pays_all", [True, False])
def test_a_responsible_player_who_discards_pays_everything_either_way(pays_all: bool) -> None:
    till = cashier("kinyoukai", pao_discarder_pays_all=pays_all)

    paid = till.ron([DAISANGEN], 2, TABLE)

    assert paid.points == (0, 33_600, -32_600, 0)
    assert (Transfer(2, 1, 32_000, "pao") in paid.transfers) is pays_all


@pytest.mark.parametrize(
    ("till", "drawn", "discarded"),
    [
        pytest.param(
            cashier("super-tonpu"),
            (-16_000, 64_000, -40_000, -8_000),
            (0, 64_000, -16_000, -48_000),
            id="super-tonpu: paid as always",
        ),
        pytest.param(
            cashier("yakyu-4p-tonnan"),
            (0, 64_000, -64_000, 0),
            (0, 64_000, -32_000, -32_000),
            id="yakyu: by the responsible player too",
        ),
        pytest.param(
            cashier("nekohouse-4a"),
            (0, 32_000, -32_000, 0),
            (0, 32_000, -16_000, -16_000),
            id="nekohouse: one yakuman is paid, the one with pao",
        ),
    ],
)
def test_another_yakuman_on_top(
    till: Cashier, drawn: tuple[int, ...], discarded: tuple[int, ...]
) -> None:
    assert till.tsumo(WITH_TSUUIISOU, OnTable(0)).points == drawn
    assert till.ron([WITH_TSUUIISOU], 3, OnTable(0)).points == discarded


def test_honba_of_a_hand_with_another_yakuman_are_the_responsible_players_on_a_tsumo() -> None:
    plain = cashier("super-tonpu").tsumo(WITH_TSUUIISOU, OnTable(0)).points
    paid = cashier("super-tonpu").tsumo(WITH_TSUUIISOU, OnTable(0, honba=1)).points

    assert [now - before for now, before in zip(paid, plain, strict=True)] == [0, 1_500, -1_500, 0]


def test_a_yakuman_that_counts_double_is_answered_for_whole() -> None:
    daisuushii = Win(1, yakuman=2, liable=(Liability(2, times=2),))

    assert cashier("super-tonpu").tsumo(daisuushii, OnTable(0)).points == (0, 64_000, -64_000, 0)


TWO_ANSWER = Win(1, yakuman=3, liable=(Liability(2), Liability(3)))


@pytest.mark.parametrize(
    ("till", "points"),
    [
        pytest.param(
            cashier("super-tonpu", pao_of_several="first"),
            (-32_000, 96_000, -48_000, -16_000),
            id="the first, the rest as always",
        ),
        pytest.param(
            cashier("super-tonpu", pao_of_several="each"),
            (-16_000, 96_000, -40_000, -40_000),
            id="each, the rest as always",
        ),
        pytest.param(
            cashier("yakyu-4p-tonnan", pao_of_several="first"),
            (0, 96_000, -96_000, 0),
            id="the first for all",
        ),
        pytest.param(
            cashier("yakyu-4p-tonnan", pao_of_several="each"),
            (0, 96_000, -64_000, -32_000),
            id="each, the rest by the first",
        ),
        pytest.param(
            cashier("nekohouse-4a", pao_of_several="each"),
            (0, 32_000, -32_000, 0),
            id="one yakuman is paid, by the first",
        ),
    ],
)
def test_of_two_who_answer_the_first_completed_counts_or_each(
    till: Cashier, points: tuple[int, ...]
) -> None:
    assert till.tsumo(TWO_ANSWER, OnTable(0)).points == points


def test_who_gives_the_tile_of_a_kan_may_answer_for_a_hand_that_is_no_yakuman() -> None:
    rinshan = Win(1, han=3, fu=40, liable=(Liability(3),))

    paid = cashier("kinyoukai", pao_rinshan=True).tsumo(rinshan, OnTable(0, honba=1))

    assert paid.points == (0, 5_500, 0, -5_500)


def test_of_a_price_that_has_no_half_the_responsible_player_pays_the_odd_hundred() -> None:
    table = [
        {
            "from_han": 1,
            "child_ron": 32_100,
            "child_tsumo_child": 8_000,
            "child_tsumo_dealer": 16_000,
            "dealer_ron": 48_000,
            "dealer_tsumo": 16_000,
        }
    ]

    paid = cashier("nekohouse-4b", points_table=table).ron([DAISANGEN], 3, OnTable(0))

    assert paid.points == (0, 32_100, -16_100, -16_000)


def test_of_two_winners_only_the_one_with_pao_is_paid_by_the_responsible_player() -> None:
    paid = cashier("kinyoukai").ron([Win(0, han=5), DAISANGEN], 3, OnTable(0, honba=1))

    assert paid.points == (12_300, 32_000, -16_000, -28_300)


def test_a_winner_may_answer_for_the_other_winners_yakuman() -> None:
    paid = cashier("kinyoukai").ron([Win(2, han=1, fu=30), DAISANGEN], 3, OnTable(0))

    assert paid.points == (0, 32_000, -15_000, -17_000)
