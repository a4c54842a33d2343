"""Ron and tsumo: who wins of several, what moves, and who deals next."""

from __future__ import annotations

import pytest

from scoring.game import TableHand, WonHand
from scoring.payments import ChipReasons, Liability
from tests.scoring.game.tables import by_ron, by_tsumo, follows, game, ron, state_at

EVEN_4 = (250, 250, 250, 250)
EVEN_3 = (350, 350, 350)


@pytest.mark.parametrize(
    ("key", "hand", "deltas", "next_hand"),
    [
        # the hand, two honba and a stick that lay there; East 2, seat 1 deals
        pytest.param(
            "nekohouse-4a",
            by_ron(ron(1, 0, 3, 30)),
            (-6_400, 7_400, 0, 0),
            "E2.3",
            id="4a: dealer by ron, 300 a honba",
        ),
        pytest.param(
            "nekohouse-4a",
            by_tsumo(2, 4, 30),
            (-2_200, -4_200, 9_600, -2_200),
            "E3.0",
            id="4a: 30 fu 4 han is a mangan",
        ),
        pytest.param(
            "nekohouse-4b",
            by_ron(ron(0, 3, 2)),
            (6_000, 0, 0, -5_000),
            "E3.0",
            id="4b: no fu, 1500 a honba",
        ),
        pytest.param(
            "nekohouse-3a",
            by_tsumo(2, 5),
            (-2_200, -4_200, 7_400),
            "E3.0",
            id="3a: tsumo loss, 200 a honba",
        ),
        pytest.param(
            "nekohouse-3a",
            by_ron(ron(0, 2, 2)),
            (3_400, 0, -2_400),
            "E3.0",
            id="3a: 200 a honba by ron",
        ),
        pytest.param(
            "nekohouse-3b",
            by_tsumo(2, 5),
            (-5_000, -7_000, 13_000),
            "E3.0",
            id="3b: no fu, 1000 from each a honba",
        ),
        pytest.param(
            "nekohouse-3b",
            by_ron(ron(1, 0, 2)),
            (-5_000, 6_000, 0),
            "E2.3",
            id="3b: 1000 a honba by ron",
        ),
        pytest.param(
            "kinyoukai",
            by_ron(ron(3, 1, 4, 30)),
            (0, -8_300, 0, 9_300),
            "E3.0",
            id="kinyoukai: 7700 is no mangan",
        ),
        pytest.param(
            "super-tonpu",
            by_tsumo(1, 3, 30),
            (-3_000, 10_000, -3_000, -3_000),
            "E2.3",
            id="super-tonpu: 500 from each a honba",
        ),
        pytest.param(
            "yakyu-4p-tonnan",
            by_ron(ron(1, 2, 4, 30)),
            (0, 13_200, -12_200, 0),
            "E2.3",
            id="yakyu: 11600 is no mangan",
        ),
        pytest.param(
            "yakyu-3p-tonnan",
            by_tsumo(0, 5),
            (7_400, -4_200, -2_200),
            "E3.0",
            id="yakyu 3p: tsumo loss",
        ),
        pytest.param(
            "tenhou-3p-tonpu",
            by_ron(ron(2, 1, 5)),
            (0, -8_400, 9_400),
            "E3.0",
            id="tenhou 3p: 200 a honba by ron",
        ),
    ],
)
def test_a_win_is_paid_with_honba_and_sticks(
    key: str, hand: TableHand, deltas: tuple[int, ...], next_hand: str
) -> None:
    table = game(key)
    even = EVEN_4 if table.rule.game.players == 4 else EVEN_3
    state = state_at("E2", *even, honba=2, sticks=1_000)

    played = table.play(state, hand)

    assert played.deltas == deltas
    assert follows(played) == next_hand
    assert sum(each.points for each in played.transfers) == sum(
        delta for delta in deltas if delta > 0
    )


@pytest.mark.parametrize(
    ("key", "winners"),
    [
        pytest.param("nekohouse-4a", (1, 3), id="4a"),
        pytest.param("nekohouse-4b", (1, 3), id="4b"),
        pytest.param("kinyoukai", (1, 3), id="kinyoukai"),
        pytest.param("yakyu-4p-tonnan", (1, 3), id="yakyu"),
        pytest.param("super-tonpu", (1,), id="super-tonpu: the first in turn order"),
        pytest.param("nekohouse-boo", (1,), id="boo: the first in turn order"),
    ],
)
def test_two_ron_on_one_discard(key: str, winners: tuple[int, ...]) -> None:
    state = game(key).start()._replace(honba=1, sticks=1_000)

    played = game(key).play(state, by_ron(ron(3, 0, 1), ron(1, 0, 1)))

    stakes = {"nekohouse-4b": 1_500, "super-tonpu": 1_500, "nekohouse-boo": 1_500}.get(key, 300)
    assert played.after.winners == winners
    assert played.deltas[1] == 1_000 + stakes + 1_000
    assert played.deltas[3] == (1_000 if 3 in winners else 0)


@pytest.mark.parametrize(
    ("key", "follows_then"),
    [
        pytest.param("nekohouse-4a", "E3.0", id="4a: leaves, another was first"),
        pytest.param("kinyoukai", "E2.1", id="kinyoukai: stays among the winners"),
        pytest.param("yakyu-4p-tonnan", "E2.1", id="yakyu: stays among the winners"),
        pytest.param("super-tonpu", "E3.0", id="super-tonpu: has not won at all"),
    ],
)
def test_a_dealer_who_is_the_second_to_win(key: str, follows_then: str) -> None:
    hand = by_ron(ron(0, 3, 1), ron(1, 3, 1))

    assert follows(game(key).play(state_at("E2", *EVEN_4), hand)) == follows_then


def test_a_dealer_who_is_the_first_to_win_stays() -> None:
    hand = by_ron(ron(2, 0, 1), ron(1, 0, 1))

    assert follows(game("nekohouse-4a").play(state_at("E2", *EVEN_4), hand)) == "E2.1"


@pytest.mark.parametrize(
    ("key", "dealer", "next_hand"),
    [
        pytest.param("kinyoukai", 1, "E2.1", id="kinyoukai: stays as one of the three"),
        pytest.param("kinyoukai", 0, "E2.1", id="kinyoukai: leaves as the discarder"),
        pytest.param("yakyu-4p-tonnan", 0, "E1.1", id="yakyu: stays whoever it was"),
    ],
)
def test_three_ron_abort_the_hand(key: str, dealer: int, next_hand: str) -> None:
    state = state_at(f"E{dealer + 1}", *EVEN_4, sticks=1_000)
    hand = by_ron(ron(1, 0), ron(2, 0), ron(3, 0), riichi=(2,))

    played = game(key).play(state, hand)

    assert played.deltas == (0, 0, -1_000, 0)
    assert played.after.sticks == 2_000
    assert played.after.winners == ()
    assert follows(played) == next_hand


def test_three_ron_all_win_at_nekohouse() -> None:
    hand = by_ron(ron(1, 0, 5), ron(2, 0, 1), ron(3, 0, 2))

    played = game("nekohouse-4a").play(game("nekohouse-4a").start(), hand)

    assert played.deltas == (-11_000, 8_000, 1_000, 2_000)
    assert played.after.winners == (1, 2, 3)


def test_the_honba_may_stay_when_a_child_wins() -> None:
    table = game("kinyoukai", honba_after_child_win="kept")

    played = table.play(state_at("E2", *EVEN_4, honba=3), by_tsumo(2))

    assert follows(played) == "E3.3"


def test_the_next_round_begins_after_the_last_dealer() -> None:
    table = game("nekohouse-4a")

    assert follows(table.play(state_at("E4", *EVEN_4), by_tsumo(2))) == "S1.0"


def test_chips_add_up_over_the_game() -> None:
    table = game("nekohouse-4a")
    due = ChipReasons(ippatsu=1, ura=2)
    first = table.play(table.start(), by_ron(ron(1, 0, 4, 40, chips=due)))
    second = table.play(
        first.after, TableHand(result="tsumo", wins=(WonHand(winner=2, yakuman=1),))
    )

    assert first.chips == (-3, 3, 0, 0)
    assert second.chips == (-5, -5, 15, -5)
    assert second.after.chips == (-8, -2, 15, -5)


def test_who_answers_for_a_yakuman_pays_it() -> None:
    win = ron(3, 1, yakuman=1, liable=(Liability(0),))

    played = game("nekohouse-4a").play(state_at("E1", *[500] * 4, honba=1), by_ron(win))

    assert played.deltas == (-16_000, -16_300, 0, 32_300)


def test_a_dealer_may_pass_the_seat_on_and_the_honba_are_gone() -> None:
    table = game("super-tonpu")
    state = state_at("E2", *EVEN_4, honba=2)

    assert follows(table.play(state, by_tsumo(1, give_up=True))) == "E3.0"
    assert follows(table.play(state, by_tsumo(1))) == "E2.3"


def test_where_the_honba_stay_they_grow_by_the_hand_that_was_kept() -> None:
    table = game("super-tonpu", honba_after_giving_up="kept")

    played = table.play(state_at("E2", *EVEN_4, honba=2), by_tsumo(1, give_up=True))

    assert follows(played) == "E3.3"
