"""The arithmetic of ranking rows."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.results import SeatScore
from scoring.standings import Record, Run, combine, joined, rank_rows, run_of
from tests.scoring.records import record_of


def game(place: int, score: int, *, halves: int = 0, points: int = 0, chips: int = 0) -> Record:
    seat = SeatScore(place=place, place_halves=halves or 2 * place, score=score, parts=())
    return record_of(seat, points=points, chips=chips, busted=points < 0)


EVENING = [
    game(1, 62_300, points=42_300, chips=5),
    game(4, -41_000, points=-1_000, chips=-3),
    game(2, 5_100, points=25_100),
    game(1, 27_500, halves=3, points=30_000),
]


def test_an_evening_adds_up() -> None:
    assert combine(EVENING) == Record(
        games=4,
        place_counts=(2, 1, 0, 1),
        place_halves=2 + 8 + 4 + 3,
        score=53_900,
        best=62_300,
        worst=-41_000,
        points=96_400,
        points_games=4,
        busts=1,
        chips=2,
        top_run=Run(1, 1, 1),
        no_last_run=Run(2, 1, 2),
        plus_run=Run(2, 1, 2),
    )


def test_averages_and_rates_are_exact() -> None:
    evening = combine(EVENING)

    # 17 halves over 4 games: 2.125
    assert evening.average_place_hundredths() == 213
    assert evening.top_rate_tenths() == 500
    assert evening.last_avoid_rate_tenths(4) == 750
    assert evening.last_avoid_rate_tenths(3) == 1_000
    assert evening.average_score() == 13_475


@pytest.mark.parametrize(
    ("score", "games", "average"),
    [(-53_900, 4, -13_475), (5, 2, 3), (-5, 2, -3), (-1, 3, 0), (0, 7, 0), (200, 3, 67)],
)
def test_an_average_score_is_rounded_alike_above_and_below_zero(
    score: int, games: int, average: int
) -> None:
    assert Record(games=games, score=score).average_score() == average


@pytest.mark.parametrize(
    ("tops", "games", "rate"), [(1, 3, 333), (2, 3, 667), (1, 8, 125), (1, 16, 63), (0, 5, 0)]
)
def test_a_rate_is_rounded_to_a_tenth_of_a_percent(tops: int, games: int, rate: int) -> None:
    assert Record(games=games, place_counts=(tops, 0, 0, 0)).top_rate_tenths() == rate


@pytest.mark.parametrize(
    ("result", "maru", "floats"),
    [
        ("double_maru_a", (1, 0, 0, 0), (True, False, False, False)),
        ("maru_a", (0, 1, 0, 0), (True, False, False, False)),
        ("maru_b", (0, 0, 1, 0), (True, True, False, False)),
        ("maru_c", (0, 0, 0, 1), (True, True, True, False)),
        ("none", (0, 0, 0, 0), (True, True, True, True)),
    ],
)
def test_a_boo_game_counts_the_maru_of_its_top_and_who_floated(
    result: str, maru: tuple[int, ...], floats: tuple[bool, ...]
) -> None:
    seats = [
        SeatScore(place=place, place_halves=2 * place, score=0, parts=()) for place in (1, 2, 3, 4)
    ]
    records = [record_of(seat, points=8_000, result=result) for seat in seats]

    assert [record.maru_counts for record in records] == [maru] + [(0, 0, 0, 0)] * 3
    assert tuple(bool(record.floated) for record in records) == floats


def test_an_evening_of_boo_adds_up() -> None:
    results = [(1, "double_maru_a"), (2, "maru_b"), (4, "maru_c"), (1, "maru_c")]
    evening = combine(
        record_of(SeatScore(place=at, place_halves=2 * at, score=0, parts=()), points=0, result=boo)
        for at, boo in results
    )

    assert evening.maru_counts == (1, 0, 0, 1)
    assert evening.floated == 3
    assert evening.floating_rate_tenths() == 750


def test_who_has_not_played_has_no_averages() -> None:
    nobody = combine([])

    assert nobody == Record()
    assert nobody.average_place_hundredths() is None
    assert nobody.top_rate_tenths() is None
    assert nobody.last_avoid_rate_tenths(4) is None
    assert nobody.average_score() is None


@st.composite
def records(draw: st.DrawFn) -> Record:
    place = draw(st.integers(1, 4))
    points = draw(st.integers(-100, 900)) * 100
    return game(place, draw(st.integers(-900, 900)) * 100, points=points)


@given(st.lists(st.lists(records(), max_size=4), max_size=5))
def test_days_add_up_to_the_month_however_they_are_grouped(days: list[list[Record]]) -> None:
    whole = combine(record for day in days for record in day)

    assert combine(combine(day) for day in days) == whole


@given(st.lists(st.booleans(), max_size=40), st.lists(st.integers(0, 40), max_size=5))
def test_runs_are_the_same_however_the_games_are_parted(
    broken: list[bool], cuts: list[int]
) -> None:
    ends = [0, *sorted(min(cut, len(broken)) for cut in cuts), len(broken)]
    parts = [broken[first:last] for first, last in pairwise(ends)]

    assert joined((len(part), *run_of(part)) for part in parts) == run_of(broken)


@pytest.mark.parametrize(
    ("games", "run"),
    [
        pytest.param("", Run(0, 0, 0), id="no game"),
        pytest.param("ooo", Run(3, 3, 3), id="never broken"),
        pytest.param("xxx", Run(0, 0, 0), id="always broken"),
        pytest.param("oxooox", Run(3, 1, 0), id="in the middle"),
        pytest.param("ooxo", Run(2, 2, 1), id="from the first game on"),
    ],
)
def test_a_run_is_counted_from_break_to_break(games: str, run: Run) -> None:
    assert run_of(game == "x" for game in games) == run


def test_table_points_are_what_was_held_beyond_the_start_of_the_games_that_tell_it() -> None:
    found = combine([game(1, 50_000, points=42_300), game(3, -9_000, points=21_000)])
    score_alone = record_of(
        SeatScore(place=2, place_halves=4, score=5_000, parts=()), points=None, players=3
    )
    all_three = combine([found, score_alone])

    assert (all_three.games, all_three.points_games) == (3, 2)
    assert all_three.table_points(25_000) == 42_300 + 21_000 - 50_000
    assert all_three.average_table_points(25_000) == 6_650
    assert score_alone.table_points(25_000) is None
    assert score_alone.average_table_points(25_000) is None


def test_the_top_two_rate_counts_first_and_second_places() -> None:
    assert Record(games=3, place_counts=(1, 1, 1, 0)).top_two_rate_tenths() == 667


@pytest.mark.parametrize(
    ("scores", "ranks"),
    [
        ([30, 10, 30], [1, 1, 3]),
        ([10, 20, 30], [1, 2, 3]),
        ([5, 5, 5, 1, 1], [1, 1, 1, 4, 4]),
        ([], []),
    ],
)
def test_equals_share_a_rank_and_the_next_is_skipped(scores: list[int], ranks: list[int]) -> None:
    ranked = rank_rows(scores, key=lambda score: -score)

    assert [rank for rank, _ in ranked] == ranks
    assert [row for _, row in ranked] == sorted(scores, reverse=True)


def test_equals_keep_the_order_in_which_they_came() -> None:
    rows = [("佐藤", 10), ("鈴木", 20), ("高橋", 10)]

    assert rank_rows(rows, key=lambda row: -row[1]) == [
        (1, ("鈴木", 20)),
        (2, ("佐藤", 10)),
        (2, ("高橋", 10)),
    ]
