"""流し in its four forms."""

from __future__ import annotations

import pytest

from scoring.game import TableHand
from scoring.game.errors import NotPlayedError
from tests.scoring.game.tables import follows, game, nagashi, state_at

EVEN_4 = (250, 250, 250, 250)
EVEN_3 = (350, 350, 350)


@pytest.mark.parametrize(
    ("key", "hand", "deltas", "sticks", "next_hand"),
    [
        # South 2, seat 1 deals; one honba and a stick lie there
        pytest.param(
            "nekohouse-4a",
            nagashi(0, tenpai=(1,)),
            (8_000, -4_000, -2_000, -2_000),
            1_000,
            "S2.2",
            id="4a: instead of the noten payment, a tenpai dealer stays",
        ),
        pytest.param(
            "nekohouse-4b",
            nagashi(1),
            (-4_000, 12_000, -4_000, -4_000),
            1_000,
            "S3.2",
            id="4b: the dealer's own, noten, moves on",
        ),
        pytest.param(
            "nekohouse-3a",
            nagashi(2),
            (-2_000, -4_000, 6_000),
            1_000,
            "S3.2",
            id="3a: the missing child's share is lost",
        ),
        pytest.param(
            "nekohouse-3b",
            nagashi(0),
            (32_000, -20_000, -12_000),
            1_000,
            "S3.2",
            id="3b: a yakuman by the table without fu",
        ),
        pytest.param(
            "nekohouse-3b",
            nagashi(1, tenpai=(1,)),
            (-24_000, 48_000, -24_000),
            1_000,
            "S2.2",
            id="3b: the dealer's yakuman",
        ),
        pytest.param(
            "kinyoukai",
            nagashi(3, tenpai=(1,)),
            (-2_100, -4_100, -2_100, 9_300),
            0,
            "S3.0",
            id="kinyoukai: a tsumo with honba and sticks; a tenpai dealer leaves",
        ),
        pytest.param(
            "kinyoukai",
            nagashi(1),
            (-4_100, 13_300, -4_100, -4_100),
            0,
            "S2.2",
            id="kinyoukai: the dealer stays by the dealer's own",
        ),
        pytest.param(
            "super-tonpu",
            nagashi(0, 3),
            (-2_000, -4_000, -2_000, 8_000),
            1_000,
            "S3.2",
            id="super-tonpu: the first from the dealer only",
        ),
        pytest.param(
            "yakyu-4p-tonnan",
            nagashi(0, 3, tenpai=(1, 2)),
            (6_000, -8_000, -4_000, 6_000),
            1_000,
            "S2.2",
            id="yakyu: all of them",
        ),
        pytest.param(
            "tenhou-3p-tonnan",
            nagashi(0),
            (6_000, -4_000, -2_000),
            1_000,
            "S3.2",
            id="tenhou 3p: neither honba nor sticks",
        ),
    ],
)
def test_each_rule_pays_nagashi_in_its_own_way(
    key: str, hand: TableHand, deltas: tuple[int, ...], sticks: int, next_hand: str
) -> None:
    table = game(key, bust_ends_game=False, length="tonnan")
    even = EVEN_4 if table.rule.game.players == 4 else EVEN_3
    state = state_at("S2", *even, honba=1, sticks=1_000)

    played = table.play(state, hand)

    assert played.deltas == deltas
    assert played.after.sticks == sticks
    assert follows(played) == next_hand


@pytest.mark.parametrize("key", ["nekohouse-boo", "zung-jung"])
def test_where_there_is_none_it_is_refused(key: str) -> None:
    with pytest.raises(NotPlayedError, match="result: These rules have no nagashi"):
        game(key).play(game(key).start(), nagashi(1))


def test_noten_players_may_have_to_pay_beside_it() -> None:
    table = game("nekohouse-4a", nagashi_noten_payment=True)

    played = table.play(table.start(), nagashi(1, tenpai=(1,)))

    assert played.deltas == (-4_000 - 1_000, 8_000 + 3_000, -2_000 - 1_000, -2_000 - 1_000)


@pytest.mark.parametrize(
    ("chips", "moved"),
    [
        pytest.param(False, (0, 0, 0), id="none as the rule stands"),
        pytest.param(True, (-5, 10, -5), id="those of a yakuman"),
    ],
)
def test_nagashi_may_be_paid_chips(chips: bool, moved: tuple[int, ...]) -> None:
    table = game("nekohouse-3b", nagashi_chips=chips)

    assert table.play(table.start(), nagashi(1)).chips == moved


def test_only_the_first_of_several_takes_honba_and_sticks() -> None:
    table = game("kinyoukai", nagashi_winners="all")

    played = table.play(state_at("S2", *EVEN_4, honba=1, sticks=1_000), nagashi(0, 2))

    assert played.deltas[2] == 8_000 + 300 + 1_000 - 2_000
    assert played.deltas[0] == 8_000 - 2_100
    assert played.after.winners == (2, 0)


def test_a_nagashi_that_is_a_draw_wins_no_hand() -> None:
    table = game("nekohouse-4a")

    assert table.play(table.start(), nagashi(1)).after.winners == ()
