"""Worked settlements, as a club secretary would do them on paper."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from rules.parameters import Parameters, RiichiParameters, override
from rules.presets import load
from scoring.errors import NotStatedError
from scoring.results import GameResult
from scoring.settlement import settle, settle_scores

KINYOUKAI = load("kinyoukai").versions[-1]
FOUR = override(RiichiParameters(), {"uma": [20_000, 10_000, -10_000, -20_000]})
THREE = override(
    RiichiParameters(),
    {"players": 3, "start_points": 35_000, "return_points": 40_000, "uma": [20_000, 0, -20_000]},
)
FLOATING = override(
    RiichiParameters(),
    {
        "start_points": 30_000,
        "uma_kind": "floating",
        "floating_uma": [
            [0, 0, 0, 0],
            [12_000, -1_000, -3_000, -8_000],
            [8_000, 4_000, -4_000, -8_000],
            [8_000, 3_000, 1_000, -12_000],
            [0, 0, 0, 0],
        ],
    },
)


def scores(points: tuple[int, ...], rule: Parameters, sticks: int = 0) -> tuple[int, ...]:
    return settle(GameResult(points=points, sticks=sticks), rule).scores


def test_a_kinyoukai_game_comes_out_as_on_the_score_sheet() -> None:
    settled = settle(GameResult(points=(41_400, 30_000, 23_800, 4_800)), KINYOUKAI.value)

    assert settled.places == (1, 2, 3, 4)
    assert settled.scores == (41_000, 5_000, -11_000, -35_000)


def test_every_step_is_shown_with_its_clause() -> None:
    result = GameResult(points=(41_400, 30_000, 22_800, 4_800), sticks=1_000)
    settled = settle(result, KINYOUKAI.value, KINYOUKAI.stated_by)
    top, second, third, _ = (
        [(part.kind, part.points, part.clause) for part in seat.parts] for seat in settled.seats
    )

    assert top == [
        ("base", 11_400, "A-3"),
        ("sticks", 1_000, "H-7"),
        ("rounding", -400, "A-3"),
        ("uma", 10_000, "A-3"),
        ("oka", 20_000, "A-3"),
    ]
    assert second == [("base", 0, "A-3"), ("uma", 5_000, "A-3")]
    assert third == [("base", -7_200, "A-3"), ("rounding", 200, "A-3"), ("uma", -5_000, "A-3")]


def test_without_clauses_the_parts_name_none() -> None:
    settled = settle(GameResult(points=(25_000,) * 4), KINYOUKAI.value)

    assert {part.clause for seat in settled.seats for part in seat.parts} == {""}


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        # 24,500 is 24, so 6 under the return points; 24,600 is 25, so 5 under them
        ((24_500, 45_500, 20_000, 10_000), (-1_000, 46_000, -15_000, -30_000)),
        ((24_600, 45_400, 20_000, 10_000), (0, 45_000, -15_000, -30_000)),
    ],
)
def test_the_raw_score_is_rounded_not_the_difference(
    points: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert scores(points, KINYOUKAI.value) == expected


READINGS = {
    "along the number line": {"rounding_below_zero": "by_value"},
    "by size": {},
    "of the difference": {"rounding_of": "difference"},
}


@pytest.mark.parametrize(
    ("rule", "points", "expected"),
    [
        pytest.param(
            FOUR,
            (22_500, 24_700, 17_100, 35_700),
            [
                (-18_000, 5_000, -33_000, 46_000),
                (-18_000, 5_000, -33_000, 46_000),
                (-17_000, 5_000, -33_000, 45_000),
            ],
            id="a half thousand under the return points",
        ),
        pytest.param(
            FOUR,
            (50_300, 30_000, -4_500, 24_200),
            [
                (61_000, 10_000, -55_000, -16_000),
                (60_000, 10_000, -54_000, -16_000),
                (60_000, 10_000, -54_000, -16_000),
            ],
            id="a half thousand under zero",
        ),
        pytest.param(
            THREE,
            (-3_500, 80_000, 28_500),
            [
                (-64_000, 76_000, -12_000),
                (-63_000, 75_000, -12_000),
                (-63_000, 74_000, -11_000),
            ],
            id="both, with three players",
        ),
    ],
)
def test_five_down_six_up_has_three_readings(
    rule: RiichiParameters, points: tuple[int, ...], expected: list[tuple[int, ...]]
) -> None:
    for reading, outcome in zip(READINGS.values(), expected, strict=True):
        read = override(rule, {"rounding": "go_sha_roku_nyu", **reading})

        assert scores(points, read) == outcome


@pytest.mark.parametrize(
    ("rule", "points", "expected"),
    [
        pytest.param(
            FOUR,
            (26_400, 38_100, 12_500, 23_000),
            (6_000, 48_000, -37_000, -17_000),
            id="plain",
        ),
        pytest.param(
            FOUR,
            (17_300, 17_300, 34_900, 30_500),
            (-23_000, -33_000, 45_000, 11_000),
            id="tied for third",
        ),
        pytest.param(
            FOUR,
            (-2_500, 58_200, 21_500, 22_800),
            (-53_000, 68_000, -18_000, 3_000),
            id="below zero by a half thousand",
        ),
        pytest.param(THREE, (38_500, 28_000, 38_500), (33_000, -32_000, -1_000), id="tied tops"),
        pytest.param(THREE, (0, 30_200, 74_800), (-60_000, -10_000, 70_000), id="exactly zero"),
    ],
)
def test_lobby_games_with_four_down_and_five_up(
    rule: RiichiParameters, points: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert scores(points, override(rule, {"rounding": "shi_sha_go_nyu"})) == expected


@pytest.mark.parametrize(
    ("tie", "points", "expected"),
    [
        ("seat", (30_000, 30_000, 25_000, 15_000), (40_000, 10_000, -15_000, -35_000)),
        ("share_uma", (30_000, 30_000, 25_000, 15_000), (35_000, 15_000, -15_000, -35_000)),
        ("share_uma_and_oka", (30_000, 30_000, 25_000, 15_000), (25_000, 25_000, -15_000, -35_000)),
        ("share_uma_and_oka", (30_000, 10_000, 30_000, 30_000), (13_600, -40_000, 13_200, 13_200)),
        ("share_uma", (25_000, 40_000, 17_500, 17_500), (5_000, 50_000, -27_500, -27_500)),
    ],
)
def test_ties_go_by_seat_or_are_shared(
    tie: str, points: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    assert scores(points, override(FOUR, {"tie": tie})) == expected


def test_what_rounding_leaves_goes_to_the_nearest_of_the_tied_tops() -> None:
    rule = override(FOUR, {"tie": "share_uma_and_oka", "rounding": "go_sha_roku_nyu"})

    assert scores((30_400, 30_400, 24_700, 14_500), rule) == (26_000, 25_000, -15_000, -36_000)


@pytest.mark.parametrize(
    ("leftover", "points", "sticks", "expected"),
    [
        ("top", (35_000, 29_000, 25_000, 10_000), 1_000, (46_000, 9_000, -15_000, -40_000)),
        ("lost", (35_000, 29_000, 25_000, 10_000), 1_000, (45_000, 9_000, -15_000, -40_000)),
        ("top", (30_000, 30_000, 24_000, 15_000), 1_000, (41_000, 10_000, -16_000, -35_000)),
        ("tied_tops", (30_000, 30_000, 24_000, 15_000), 1_000, (40_500, 10_500, -16_000, -35_000)),
        ("tied_tops", (30_000, 30_000, 24_100, 15_000), 900, (40_500, 10_400, -15_900, -35_000)),
    ],
)
def test_sticks_left_on_the_table_go_where_the_rule_says(
    leftover: str, points: tuple[int, ...], sticks: int, expected: tuple[int, ...]
) -> None:
    assert scores(points, override(FOUR, {"leftover_sticks": leftover}), sticks) == expected


def test_points_below_zero_may_count_as_zero_at_the_top_s_expense() -> None:
    points = (60_000, 30_000, 14_000, -4_000)

    assert scores(points, FOUR) == (70_000, 10_000, -26_000, -54_000)
    assert scores(points, override(FOUR, {"below_zero": "as_zero"})) == (
        66_000,
        10_000,
        -26_000,
        -50_000,
    )


@pytest.mark.parametrize(
    ("points", "sticks", "expected"),
    [
        ((45_000, 29_000, 26_000, 20_000), 0, (27_000, -2_000, -7_000, -18_000)),
        ((45_000, 30_000, 25_000, 20_000), 0, (23_000, 4_000, -9_000, -18_000)),
        ((35_000, 32_000, 30_000, 23_000), 0, (13_000, 5_000, 1_000, -19_000)),
        ((30_000, 30_000, 30_000, 30_000), 0, (0, 0, 0, 0)),
        ((29_800, 29_700, 29_600, 29_900), 1_000, (-1_200, -3_300, -8_400, 12_900)),
    ],
)
def test_floating_uma_goes_by_the_number_of_players_above_the_line(
    points: tuple[int, ...], sticks: int, expected: tuple[int, ...]
) -> None:
    assert scores(points, FLOATING, sticks) == expected


def test_without_uma_and_oka_a_score_is_what_was_won() -> None:
    rule = override(RiichiParameters(), {"return_points": 25_000})

    assert scores((31_000, 27_000, 24_000, 18_000), rule) == (6_000, 2_000, -1_000, -7_000)


def test_a_day_whose_uma_was_not_handed_down_cannot_be_settled() -> None:
    version = load("yakyu-3p-tonpu").version_on(date(2008, 2, 24))

    with pytest.raises(NotStatedError) as caught:
        settle(GameResult(points=(35_000,) * 3), version.value)

    assert caught.value.code == "not-stated"


@pytest.mark.parametrize(
    "extra",
    [{}, {"tie": "share_uma"}, {"rounding": "go_sha_roku_nyu"}, {"below_zero": "as_zero"}],
)
def test_scores_without_parts_are_the_same_scores(extra: Mapping[str, object]) -> None:
    result = GameResult(points=(45_600, -1_500, 27_400, 27_400), sticks=1_100)
    rule = override(FOUR, extra)
    settled = settle(result, rule)

    plain = settle_scores(result, rule)

    assert (plain.places, plain.scores) == (settled.places, settled.scores)
    assert plain.place_halves == tuple(seat.place_halves for seat in settled.seats)


#: three level tops of 30,000, one of them with a stick left over on the table
LEVEL, LEVEL_AND_STICKS = (30_000, 30_000, 30_000, 10_000), (29_000, 29_000, 29_000, 11_000)
SHARED = {"uma": [30_000, 10_000, -10_000, -30_000], "tie": "share_uma_and_oka"}


@pytest.mark.parametrize(
    ("rest", "expected"),
    [
        pytest.param("nearest", (16_800, 16_600, 16_600, -50_000), id="all to the nearest"),
        pytest.param("spread", (16_700, 16_700, 16_600, -50_000), id="a hundred each"),
    ],
)
def test_three_level_tops_share_uma_and_oka(rest: str, expected: tuple[int, ...]) -> None:
    rule = override(RiichiParameters(), {**SHARED, "share_rest": rest})

    assert scores(LEVEL, rule) == expected


@pytest.mark.parametrize(
    ("rest", "sticks", "expected"),
    [
        pytest.param("shared", 2_000, (800, 600, 600), id="as any other rest"),
        pytest.param("lost", 2_000, (600, 600, 600), id="dropped"),
    ],
)
def test_level_tops_share_the_sticks_left_over(
    rest: str, sticks: int, expected: tuple[int, ...]
) -> None:
    rule = override(
        RiichiParameters(),
        {**SHARED, "leftover_sticks": "tied_tops", "leftover_rest": rest},
    )
    settled = settle(GameResult(points=LEVEL_AND_STICKS, sticks=sticks), rule)

    got = [part.points for seat in settled.seats for part in seat.parts if part.kind == "sticks"]
    assert tuple(got[:3]) == expected
    assert sum(settled.scores) == sum(expected) - sticks


def test_an_uma_of_ranking_points_need_not_sum_to_zero() -> None:
    rule = override(
        RiichiParameters(),
        {
            "start_points": 25_000,
            "return_points": 25_000,
            "uma": [12_000, 4_000, 0, 0],
            "uma_sum_free": True,
        },
    )

    assert scores((40_000, 30_000, 20_000, 10_000), rule) == (27_000, 9_000, -5_000, -15_000)
