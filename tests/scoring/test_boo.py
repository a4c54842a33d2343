"""Boo in victory points, cell by cell, and what happens when a yakuman ends the game."""

from __future__ import annotations

from typing import Any

import pytest

from rules.parameters import BooParameters, override
from rules.presets import load
from scoring.results import GameResult, Penalty, YakumanWin
from scoring.settlement import settle, settle_scores

VERSION = load("nekohouse-boo").versions[-1]
# one, two or three below 8,000; in turn order from the first East
MARU_A = (7_000, 17_000, 5_000, 3_000)
MARU_B = (7_900, 12_000, 8_100, 4_000)
MARU_C = (8_000, 9_000, 8_000, 7_000)
LEVEL = (8_000, 8_000, 8_000, 8_000)


def rule(**changes: Any) -> BooParameters:
    boo = VERSION.value
    assert isinstance(boo, BooParameters)
    return override(boo, changes)


@pytest.mark.parametrize(
    ("points", "dabu_ken", "result", "victory_points"),
    [
        pytest.param(MARU_A, 1, "double_maru_a", (-6, 18, -6, -6), id="double maru-A"),
        pytest.param(MARU_A, None, "maru_a", (-3, 9, -3, -3), id="maru-A: three sunk"),
        pytest.param(MARU_B, None, "maru_b", (-2, 4, 0, -2), id="maru-B: two sunk"),
        pytest.param(MARU_C, None, "maru_c", (0, 1, 0, -1), id="maru-C: one sunk"),
        pytest.param(LEVEL, None, "none", (0, 0, 0, 0), id="nobody sunk"),
        pytest.param(MARU_A, 0, "maru_a", (-3, 9, -3, -3), id="another held the right"),
        pytest.param(MARU_B, 1, "maru_b", (-2, 4, 0, -2), id="maru-B is never doubled"),
        pytest.param(MARU_C, 1, "maru_c", (0, 1, 0, -1), id="maru-C is never doubled"),
        pytest.param(LEVEL, 0, "none", (0, 0, 0, 0), id="nothing is never doubled"),
    ],
)
def test_the_table_of_victory_points(
    points: tuple[int, ...], dabu_ken: int | None, result: str, victory_points: tuple[int, ...]
) -> None:
    settled = settle(GameResult(points=points, dabu_ken=dabu_ken), rule())

    assert settled.result == result
    assert settled.victory_points == victory_points
    assert settled.scores == tuple(each * 1_000 for each in victory_points)


@pytest.mark.parametrize(
    ("points", "dabu_ken", "after"),
    [
        pytest.param(MARU_A, None, 1, id="maru-A"),
        pytest.param(MARU_A, 1, 1, id="double maru-A"),
        pytest.param(MARU_A, 0, 1, id="maru-A against the holder"),
        pytest.param(MARU_B, 1, None, id="maru-B"),
        pytest.param(MARU_C, 1, None, id="maru-C"),
        pytest.param(LEVEL, 1, None, id="nobody sunk"),
    ],
)
def test_only_maru_a_or_better_gives_the_right_to_double(
    points: tuple[int, ...], dabu_ken: int | None, after: int | None
) -> None:
    assert settle(GameResult(points=points, dabu_ken=dabu_ken), rule()).dabu_ken == after


@pytest.mark.parametrize(
    ("points", "places", "victory_points"),
    [
        pytest.param((8_000, 8_000, 8_000, 8_000), (1, 2, 3, 4), (0, 0, 0, 0), id="all level"),
        pytest.param((4_000, 12_000, 4_000, 12_000), (3, 1, 4, 2), (-2, 4, -2, 0), id="two tops"),
        pytest.param((7_000, 9_000, 7_000, 9_000), (3, 1, 4, 2), (-2, 4, -2, 0), id="two sunk"),
        pytest.param((7_900, 7_900, 8_300, 7_900), (2, 3, 1, 4), (-3, -3, 9, -3), id="three sunk"),
        pytest.param((10_000, 10_000, 10_000, 2_000), (1, 2, 3, 4), (1, 0, 0, -1), id="three tops"),
    ],
)
def test_level_players_go_by_seat_from_the_first_east(
    points: tuple[int, ...], places: tuple[int, ...], victory_points: tuple[int, ...]
) -> None:
    settled = settle(GameResult(points=points), rule())

    assert settled.places == places
    assert settled.victory_points == victory_points
    assert [seat.place_halves for seat in settled.seats] == [2 * place for place in places]


@pytest.mark.parametrize(
    ("points", "sticks", "places", "victory_points"),
    [
        pytest.param((7_900,) * 4, 400, (1, 2, 3, 4), (1, 0, 0, -1), id="all level"),
        pytest.param((7_500, 7_900, 7_800, 7_900), 900, (4, 1, 3, 2), (-1, 1, 0, 0), id="apart"),
        pytest.param((7_900, 7_800, 7_900, 7_800), 600, (1, 3, 2, 4), (1, 0, 0, -1), id="last two"),
    ],
)
def test_with_all_four_sunk_the_three_highest_float(
    points: tuple[int, ...],
    sticks: int,
    places: tuple[int, ...],
    victory_points: tuple[int, ...],
) -> None:
    settled = settle(GameResult(points=points, sticks=sticks, dabu_ken=0), rule())

    assert settled.result == "maru_c"
    assert settled.places == places
    assert settled.victory_points == victory_points
    assert settled.dabu_ken is None


def test_sticks_on_the_table_lift_nobody() -> None:
    # with the stick the top would have 8,000 and the table a maru-B
    settled = settle(GameResult(points=(16_200, 7_900, 7_800, 0), sticks=100), rule())

    assert settled.victory_points == (9, -3, -3, -3)


@pytest.mark.parametrize("dabu_ken", [None, 0, 1])
@pytest.mark.parametrize("points", [MARU_A, MARU_B, MARU_C, LEVEL])
@pytest.mark.parametrize(
    ("win", "victory_points"),
    [
        pytest.param(YakumanWin(winner=0), (18, -6, -6, -6), id="tsumo"),
        pytest.param(YakumanWin(winner=0, discarder=2), (18, -6, -6, -6), id="ron"),
        pytest.param(YakumanWin(winner=0, pao=3), (18, 0, 0, -18), id="tsumo, pao"),
        pytest.param(YakumanWin(winner=0, discarder=2, pao=3), (18, 0, -9, -9), id="ron, pao"),
        pytest.param(
            YakumanWin(winner=0, discarder=3, pao=3), (18, 0, 0, -18), id="the discarder's own pao"
        ),
    ],
)
def test_a_yakuman_is_its_winner_s_double_whatever_the_points(
    points: tuple[int, ...],
    dabu_ken: int | None,
    win: YakumanWin,
    victory_points: tuple[int, ...],
) -> None:
    settled = settle(GameResult(points=points, yakuman=(win,), dabu_ken=dabu_ken), rule())

    assert settled.result == "double_maru_a"
    assert settled.victory_points == victory_points
    assert settled.places[0] == 1
    assert settled.dabu_ken == 0


def test_after_a_yakuman_the_others_follow_by_points() -> None:
    result = GameResult(points=(7_900, 16_000, 0, 7_900), sticks=200)
    won = GameResult(points=result.points, sticks=200, yakuman=(YakumanWin(winner=2, pao=1),))

    assert settle(result, rule()).places == (2, 1, 4, 3)
    assert settle(won, rule()).places == (3, 2, 1, 4)


@pytest.mark.parametrize(
    ("penalties", "victory_points"),
    [
        ((Penalty(seat=0, kind="chombo"),), (-6, 10, -2, -2)),
        ((Penalty(seat=1, kind="chombo"),), (-2, 6, -2, -2)),
        ((Penalty(seat=1, kind="chombo", count=4),), (1, -3, 1, 1)),
        ((Penalty(seat=0, kind="chombo"), Penalty(seat=3, kind="chombo")), (-5, 11, -1, -5)),
    ],
)
def test_a_chombo_is_one_victory_point_to_each_other_player(
    penalties: tuple[Penalty, ...], victory_points: tuple[int, ...]
) -> None:
    settled = settle(GameResult(points=MARU_A, penalties=penalties), rule())

    assert settled.victory_points == victory_points
    assert (settled.result, settled.places, settled.dabu_ken) == ("maru_a", (2, 1, 3, 4), 1)


@pytest.mark.parametrize(
    ("carried", "top", "other"),
    [
        pytest.param(
            {"points": MARU_A, "dabu_ken": 1},
            [("maru", 9_000, "BOO-16"), ("dabu_ken", 9_000, "BOO-16")],
            [("maru", -3_000, "BOO-16"), ("dabu_ken", -3_000, "BOO-16")],
            id="double",
        ),
        pytest.param(
            {"points": MARU_B},
            [("maru", 4_000, "BOO-16")],
            [("maru", 0, "BOO-16")],
            id="a floating player sees that there was nothing to pay",
        ),
        pytest.param(
            {"points": LEVEL}, [("maru", 0, "BOO-1")], [("maru", 0, "BOO-1")], id="nobody sunk"
        ),
        pytest.param(
            {
                "points": MARU_C,
                "yakuman": (YakumanWin(winner=1, discarder=0, pao=3),),
                "penalties": (Penalty(seat=3, kind="chombo"),),
            },
            [("maru", 18_000, "BOO-15(11)"), ("penalty", 1_000, "BOO-18")],
            [
                ("maru", -6_000, "BOO-15(11)"),
                ("pao", 6_000, "BOO-17"),
                ("penalty", 1_000, "BOO-18"),
            ],
            id="pao and chombo",
        ),
    ],
)
def test_every_step_is_shown_with_its_clause(
    carried: dict[str, Any],
    top: list[tuple[str, int, str]],
    other: list[tuple[str, int, str]],
) -> None:
    seats = settle(GameResult(**carried), VERSION.value, VERSION.stated_by).seats
    parts = [[(part.kind, part.points, part.clause) for part in seat.parts] for seat in seats]

    assert parts[1] == top
    assert parts[2] == other


@pytest.mark.parametrize(
    ("changes", "result", "victory_points", "after"),
    [
        pytest.param({"double_right": False}, "maru_a", (-3, 9, -3, -3), None, id="no right"),
        pytest.param(
            {"double_maru_a": 5_000}, "double_maru_a", (-5, 15, -5, -5), 1, id="double of 5"
        ),
        pytest.param({"maru_a": 4_000}, "double_maru_a", (-6, 18, -6, -6), 1, id="maru-A of 4"),
        pytest.param({"floating_line": 7_000}, "maru_b", (0, 4, -2, -2), None, id="7,000 float"),
    ],
)
def test_a_club_may_agree_otherwise(
    changes: dict[str, Any], result: str, victory_points: tuple[int, ...], after: int | None
) -> None:
    settled = settle(GameResult(points=MARU_A, dabu_ken=1), rule(**changes))

    assert (settled.result, settled.victory_points) == (result, victory_points)
    assert settled.dabu_ken == after


@pytest.mark.parametrize(
    ("changes", "victory_points"),
    [({"pao_ron": 10_000}, (20, 0, -10, -10)), ({"double_maru_a": 7_000}, (18, 0, -9, -9))],
)
def test_with_pao_the_winner_of_a_ron_takes_what_the_two_owe(
    changes: dict[str, Any], victory_points: tuple[int, ...]
) -> None:
    win = YakumanWin(winner=0, discarder=2, pao=3)
    settled = settle(GameResult(points=LEVEL, yakuman=(win,)), rule(**changes))

    assert settled.victory_points == victory_points


def test_where_a_yakuman_does_not_end_the_game_the_points_decide() -> None:
    wins = (YakumanWin(winner=0), YakumanWin(winner=3, pao=1))
    settled = settle(GameResult(points=MARU_A, yakuman=wins), rule(yakuman_ends_game=False))

    assert settled.victory_points == (-3, 9, -3, -3)


def test_where_a_yakuman_is_agreed_to_give_no_right_a_maru_a_still_does() -> None:
    agreed = rule(double_right_after_yakuman=False)
    by_yakuman = GameResult(points=MARU_A, yakuman=(YakumanWin(winner=1),))

    assert settle(by_yakuman, agreed).dabu_ken is None
    assert settle(GameResult(points=MARU_A), agreed).dabu_ken == 1


def test_without_a_right_a_yakuman_leaves_none() -> None:
    result = GameResult(points=LEVEL, yakuman=(YakumanWin(winner=2),))
    settled = settle(result, rule(double_right=False))

    assert (settled.result, settled.dabu_ken) == ("double_maru_a", None)


def test_scores_without_parts_know_the_result_and_the_right_too() -> None:
    plain = settle_scores(GameResult(points=MARU_A, dabu_ken=1), rule())

    assert plain.places == (2, 1, 3, 4)
    assert plain.place_halves == (4, 2, 6, 8)
    assert plain.scores == (-6_000, 18_000, -6_000, -6_000)
    assert (plain.result, plain.dabu_ken) == ("double_maru_a", 1)
