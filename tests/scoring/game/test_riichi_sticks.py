"""What a riichi costs, and who may not declare one."""

from __future__ import annotations

import pytest

from scoring.game.errors import RiichiRefusedError
from scoring.game.outcomes import riichi_allowed
from tests.scoring.game.tables import by_ron, by_tsumo, draw, game, ron, state_at


def test_the_winner_takes_all_sticks_of_the_table() -> None:
    state = state_at("E2", 230, 250, 250, 250, sticks=2_000)

    played = game("nekohouse-4a").play(state, by_ron(ron(3, 2, 3, 40), riichi=(1, 3)))

    assert played.deltas == (0, -1_000, -5_200, 8_200)
    assert (played.sticks, played.after.sticks) == (2_000, 0)


def test_sticks_of_a_drawn_hand_stay_for_the_next() -> None:
    played = game("kinyoukai").play(game("kinyoukai").start(), draw(0, 3, riichi=(3,)))

    assert played.deltas == (1_500, -1_500, -1_500, 500)
    assert played.after.sticks == 1_000


@pytest.mark.parametrize(
    ("key", "held", "deposit"),
    [
        pytest.param("nekohouse-4a", 10, 1_000, id="4a: the stick"),
        pytest.param("nekohouse-4a", 9, 900, id="4a: all one has"),
        pytest.param("nekohouse-4b", 1, 100, id="4b: the last hundred"),
        pytest.param("nekohouse-4a", 0, 0, id="4a: nothing left to deposit"),
        pytest.param("nekohouse-boo", 1, 100, id="boo: a hundred"),
        pytest.param("nekohouse-boo", 0, 0, id="boo: nothing"),
        pytest.param("kinyoukai", 10, 1_000, id="kinyoukai: the stick"),
        pytest.param("super-tonpu", 10, 1_000, id="super-tonpu: the stick"),
        pytest.param("yakyu-4p-tonnan", 10, 1_000, id="yakyu: the stick"),
    ],
)
def test_a_riichi_costs_what_the_rule_says(key: str, held: int, deposit: int) -> None:
    state = state_at("E3", held, 100, 100, 100)

    played = game(key).play(state, draw(0, 1, 2, 3, riichi=(0,)))

    assert played.deltas == (-deposit, 0, 0, 0)
    assert played.after.sticks == deposit


@pytest.mark.parametrize(
    ("key", "held"),
    [
        pytest.param("kinyoukai", 9, id="kinyoukai: 900"),
        pytest.param("kinyoukai", 0, id="kinyoukai: nothing"),
        pytest.param("super-tonpu", 9, id="super-tonpu"),
        pytest.param("yakyu-4p-tonpu", 5, id="yakyu"),
        pytest.param("tenhou-4p-tonpu", 9, id="tenhou"),
    ],
)
def test_who_has_too_little_may_not_declare(key: str, held: int) -> None:
    state = state_at("E3", 300, held, 300, 300)

    with pytest.raises(RiichiRefusedError, match="for riichi"):
        game(key).play(state, by_tsumo(2, 5, riichi=(0, 1)))


def test_below_zero_a_player_declares_as_with_nothing() -> None:
    table = game("nekohouse-4a", bust_ends_game=False)

    played = table.play(state_at("E2", -5, 500, 300, 200), draw(0, riichi=(0,)))

    assert played.deltas == (3_000, -1_000, -1_000, -1_000)
    assert played.after.sticks == 0


@pytest.mark.parametrize("held", [9, 0, -30], ids=["900", "nothing", "below 0"])
def test_on_credit_a_riichi_takes_the_stick_whatever_one_holds(held: int) -> None:
    table = game("kinyoukai", riichi_below_stick="on_credit", bust_ends_game=False)

    played = table.play(state_at("E3", held, 300, 300, 300), draw(0, 1, 2, 3, riichi=(0,)))

    assert played.deltas == (-1_000, 0, 0, 0)
    assert (played.after.points[0], played.after.sticks) == (held * 100 - 1_000, 1_000)
    assert riichi_allowed(table.rule, held * 100)


#: seat 0 discards; 1 and 3 win, who have both declared riichi as 2 has
TWO_WIN = by_ron(ron(1, 0, 1), ron(3, 0, 1), riichi=(1, 2, 3))


@pytest.mark.parametrize(
    ("sticks", "taken"),
    [
        pytest.param("first", {1: 4_000}, id="all to the first after the discarder"),
        pytest.param(
            "own_back_rest_first", {1: 3_000, 3: 1_000}, id="own back, the rest to the first"
        ),
    ],
)
def test_who_takes_the_sticks_when_two_win(sticks: str, taken: dict[int, int]) -> None:
    state = state_at("E3", 250, 250, 250, 240, sticks=1_000)

    played = game("nekohouse-4a", several_ron_sticks=sticks).play(state, TWO_WIN)

    got = {each.winner: each.points for each in played.transfers if each.why == "sticks"}
    assert got == taken
    assert played.after.sticks == 0


def test_a_single_winner_takes_all_sticks_either_way() -> None:
    state = state_at("E3", 250, 250, 250, 240, sticks=1_000)
    hand = by_ron(ron(1, 0, 1), riichi=(1, 2))

    for sticks in ("first", "own_back_rest_first"):
        played = game("nekohouse-4a", several_ron_sticks=sticks).play(state, hand)
        assert [each.points for each in played.transfers if each.why == "sticks"] == [3_000]


def test_without_riichi_of_their_own_the_second_winner_takes_none() -> None:
    state = state_at("E3", 250, 250, 250, 240, sticks=1_000)
    table = game("nekohouse-4a", several_ron_sticks="own_back_rest_first")

    played = table.play(state, by_ron(ron(1, 0, 1), ron(3, 0, 1), riichi=(2,)))

    assert {e.winner: e.points for e in played.transfers if e.why == "sticks"} == {1: 2_000}
