"""What is made ready for long histories says the same as what serves a single game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.parameters import RiichiParameters, override
from rules.presets import load, shipped_keys
from scoring.checks import checker, problems
from scoring.plain import plain_settler
from scoring.results import GameResult, SeatScore
from scoring.settlement import settle_scores, settler
from scoring.standings import Record, Running, combine
from tests.scoring.records import record_of

from .strategies import games

RESULTS = ("double_maru_a", "maru_a", "maru_b", "maru_c", "none")


@given(st.lists(games(), min_size=1, max_size=3))
def test_a_rule_made_ready_settles_one_game_after_another_as_each_alone(
    drawn: list[tuple[RiichiParameters, GameResult]],
) -> None:
    rule = drawn[0][0]
    results = [result for own, result in drawn if own.game == rule.game]
    settle = settler(rule)

    assert [settle(each) for each in [*results, *results]] == [
        settle_scores(each, rule) for each in [*results, *results]
    ]


@given(games(), st.sampled_from((0, 0, 50, 100, 2_000_000)), st.integers(0, 2))
def test_a_rule_made_ready_finds_the_same_wrong_with_a_table(
    drawn: tuple[RiichiParameters, GameResult], more: int, seat: int
) -> None:
    rule, result = drawn
    points = tuple(own + more * (at == seat) for at, own in enumerate(result.points))
    table = GameResult(points=points, sticks=result.sticks, chips=result.chips)
    found, expected = checker(rule)(table), problems(table, rule)

    assert list(map(str, found)) == list(map(str, expected))


#: place, halves, score, points (None: not known), chips, busted, result
ROWS = st.tuples(
    *(st.integers(1, 4), st.integers(2, 8), st.integers(-90_000, 90_000)),
    *(st.none() | st.integers(-50_000, 120_000), st.integers(-5, 5), st.booleans()),
    st.none() | st.sampled_from(RESULTS),
)
Row = tuple[int, int, int, int | None, int, bool, str | None]


def put(running: Running, at: int, row: Row) -> None:
    place, halves, score, points, chips, busted, result = row
    game = (at,), place, halves, score, points or 0, chips, busted, place == 4
    running.add(game, result=result, points_are_known=points is not None)


@given(st.lists(ROWS))
def test_games_added_one_by_one_come_to_what_their_records_come_to(rows: list[Row]) -> None:
    running = Running()
    for at, row in enumerate(rows):
        put(running, at, row)

    assert running.record() == combine(
        record_of(
            SeatScore(place=place, place_halves=halves, score=score, parts=()),
            points=points,
            chips=chips,
            busted=busted,
            result=result,
        )
        for place, halves, score, points, chips, busted, result in rows
    )


@given(st.lists(ROWS), st.lists(st.booleans(), min_size=100, max_size=100))
def test_games_added_by_two_ways_come_to_what_they_come_to_in_their_order(
    rows: list[Row], ways: list[bool]
) -> None:
    parts, one_by_one, together = (Running(), Running()), Running(), Running()
    for at, row in enumerate(rows):
        put(parts[ways[at % 100]], at, row)
        put(one_by_one, at, row)
    for part in parts:
        together.add_all(part)

    assert together.record() == one_by_one.record()


def test_nothing_added_is_the_empty_record() -> None:
    assert Running().record() == Record()


@given(games(), st.sampled_from((0, 0, 0, 50, 100, 2_000_000)), st.integers(0, 2))
def test_points_alone_come_to_what_they_come_to_step_by_step(
    drawn: tuple[RiichiParameters, GameResult], more: int, seat: int
) -> None:
    rule, result = drawn
    points = tuple(own + more * (at == seat) for at, own in enumerate(result.points))
    table, settle = GameResult(points=points), plain_settler(rule)

    for _again in range(2):
        found = settle(points)
        if problems(table, rule):
            assert found is None
        else:
            assert found == settle_scores(table, rule)


@pytest.mark.parametrize(
    "points",
    [(25_000, 25_000, 50_000), (25_050, 24_950, 25_000, 25_000), (2_000_000, 0, 0, -1_900_000)],
    ids=["three at a table of four", "fifty points", "more than anybody holds"],
)
def test_points_that_cannot_stand_come_to_nothing(points: tuple[int, ...]) -> None:
    assert plain_settler(load("kinyoukai").versions[0].value)(points) is None


@pytest.mark.parametrize("key", shipped_keys())
def test_every_shipped_rule_settles_points_alone_as_it_settles_a_game(key: str) -> None:
    for version in load(key).versions:
        rule = version.value
        dealt, players = rule.game.start_points, rule.game.players
        points = (dealt + 8_400, dealt - 100, dealt - 8_300, dealt)[:players]
        points = (points[0] + dealt * players - sum(points), *points[1:])
        table = GameResult(points=points)
        expected = None if problems(table, rule) else settle_scores(table, rule)

        assert plain_settler(rule)(points) == expected


@pytest.mark.parametrize("tie", ["seat", "share_uma", "share_uma_and_oka"])
def test_points_alone_share_their_places_where_the_rule_lets_ties_share(tie: str) -> None:
    rule = override(load("kinyoukai").versions[0].value, {"tie": tie})
    points = (34_000, 25_000, 25_000, 16_000)
    found = plain_settler(rule)(points)

    assert found == settle_scores(GameResult(points=points), rule)
    assert found is not None
    assert (found.places == (1, 2, 2, 4)) == (tie != "seat")


@pytest.mark.parametrize("points", [(41_400, 30_000, 23_800, 4_800), (30_000,) * 3 + (10_000,)])
def test_an_uma_that_does_not_sum_to_zero_is_no_more_the_tops_in_a_long_history(
    points: tuple[int, ...],
) -> None:
    changes = {"uma": [12_000, 4_000, 0, 0], "uma_sum_free": True, "rounding": "go_sha_roku_nyu"}
    rule = override(RiichiParameters(), changes)
    alone = settle_scores(GameResult(points=points), rule)

    assert plain_settler(rule)(points) == alone
    assert sum(alone.scores) == 16_000
