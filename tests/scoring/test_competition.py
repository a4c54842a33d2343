"""Competitions: which games count, what is carried over, who stands where."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.competition import (
    Carry,
    Moved,
    Played,
    Share,
    StageGames,
    StageRule,
    carried_over,
    counting,
    final,
    of_members,
    of_teams,
    shares,
    table,
    tables,
)

SCORES = [41_000, -12_300, 5_000, -12_300, 60_200]


@pytest.mark.parametrize(
    ("rule", "counted"),
    [
        pytest.param(StageRule(), "11111", id="every game counts"),
        pytest.param(StageRule(maximum_games=3), "11100", id="the first three"),
        pytest.param(StageRule(maximum_games=9), "11111", id="up to nine"),
        pytest.param(StageRule(best_games=3), "10101", id="best three of five"),
        pytest.param(StageRule(best_games=4), "11101", id="of equal games the earlier"),
        pytest.param(StageRule(best_games=9), "11111", id="best nine of five"),
        pytest.param(StageRule(worst_dropped=1), "11101", id="the worst is dropped"),
        pytest.param(StageRule(worst_dropped=2), "10101", id="two worst are dropped"),
        pytest.param(StageRule(worst_dropped=5), "00000", id="all are dropped"),
        pytest.param(StageRule(worst_dropped=7), "00000", id="more are dropped than played"),
        pytest.param(StageRule(maximum_games=4, best_games=2), "10100", id="best two of four"),
        pytest.param(StageRule(maximum_games=4, worst_dropped=1), "11100", id="first four but one"),
    ],
)
def test_which_games_count(rule: StageRule, counted: str) -> None:
    assert "".join(str(int(counts)) for counts in counting(SCORES, rule)) == counted


@pytest.mark.parametrize(
    ("total", "unit", "half"),
    [
        pytest.param(12_300, 100, 6_200, id="half a unit goes up"),
        pytest.param(-12_300, 100, -6_200, id="and below zero down"),
        pytest.param(12_400, 100, 6_200, id="whole units stay"),
        pytest.param(0, 100, 0, id="nothing"),
        pytest.param(100, 100, 100, id="the smallest"),
        pytest.param(-100, 100, -100, id="the smallest loss"),
        pytest.param(7_000, 1_000, 4_000, id="whole scores"),
        pytest.param(-7_000, 1_000, -4_000, id="whole scores below zero"),
        pytest.param(6_900, 1_000, 3_000, id="less than half a unit goes down"),
    ],
)
def test_half_is_rounded_to_what_is_shown(total: int, unit: int, half: int) -> None:
    assert carried_over(total, StageRule(carry="half", unit=unit)) == half


@given(st.integers(-(10**7), 10**7), st.sampled_from([100, 1_000]))
def test_half_is_never_further_off_than_half_a_unit_and_alike_on_both_sides(
    total: int, unit: int
) -> None:
    rule = StageRule(carry="half", unit=unit)
    half = carried_over(total, rule)

    assert half % unit == 0
    assert abs(Fraction(total, 2) - half) <= Fraction(unit, 2)
    assert carried_over(-total, rule) == -half


def test_nothing_and_everything_is_carried_over() -> None:
    assert carried_over(-12_300, StageRule(carry="none")) == 0
    assert carried_over(-12_300, StageRule(carry="whole")) == -12_300


def test_m_league_style_three_stages_with_halves() -> None:
    """Four teams; half goes into the semifinal and half of that into the final."""
    regular = StageRule()
    semifinal, last = (
        StageRule(carry="half", minimum_games=1),
        StageRule(carry="half", minimum_games=1),
    )
    stages = [
        ({1: Share(9, 9, 301_500), 2: Share(9, 9, 120_300), 3: Share(9, 9, -81_700),
          4: Share(9, 9, -340_100)}, regular),
        ({1: Share(3, 3, -60_000), 2: Share(3, 3, 40_000), 3: Share(3, 3, 20_000)}, semifinal),
        ({1: Share(2, 2, -10_000), 2: Share(2, 2, 10_000)}, last),
    ]  # fmt: skip

    found = tables(stages)
    standing = final(found)

    assert [(line.who, line.carried, line.total) for line in found[1].values()] == [
        (2, 60_200, 100_200),
        (1, 150_800, 90_800),
        (3, -40_900, -20_900),
        (4, -170_100, -170_100),
    ]
    assert [(line.who, line.carried, line.total, line.rank) for line in found[2].values()] == [
        (2, 50_100, 60_100, 1),
        (1, 45_400, 35_400, 2),
        (3, -10_500, -10_500, None),
        (4, -85_100, -85_100, None),
    ]
    assert [(place.who, place.rank, place.stage, place.total) for place in standing] == [
        (2, 1, 2, 60_100),
        (1, 2, 2, 35_400),
        (3, 3, 1, -20_900),
        (4, 4, 0, -340_100),
    ]


def test_a_member_who_changes_teams_brings_each_what_was_scored_for_it() -> None:
    games = StageGames(
        played=[
            Played(1, 7, 30_000),
            Played(2, 7, -30_000),
            Played(1, 8, 5_000),
            Played(1, None, 9),
        ],
        moved=[Moved(1, 8, -20_000), Moved(3, None, 1_000)],
    )

    found = shares(games, StageRule())

    assert found == {
        (1, 7): Share(1, 1, 30_000),
        (2, 7): Share(1, 1, -30_000),
        (1, 8): Share(1, 1, 5_000, -20_000),
        (1, None): Share(1, 1, 9),
        (3, None): Share(adjusted=1_000),
    }
    assert of_teams(found) == {7: Share(2, 2, 0), 8: Share(1, 1, 5_000, -20_000)}
    assert of_members(found)[1] == Share(3, 3, 35_009, -20_000)


def test_the_best_games_are_asked_of_a_member_and_not_of_each_team() -> None:
    games = StageGames(played=[Played(1, 7, 10), Played(1, 7, 30), Played(1, 8, 20)])

    found = shares(games, StageRule(best_games=2))

    assert found == {(1, 7): Share(2, 1, 30), (1, 8): Share(1, 1, 20)}


def test_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    found = table({1: Share(1, 1, 500), 2: Share(1, 1, 500), 3: Share(1, 1, 100)}, {}, StageRule())

    assert [(line.rank, line.is_tied) for line in found.values()] == [
        (1, True),
        (1, True),
        (3, False),
    ]


def test_who_is_short_of_the_minimum_or_a_guest_is_not_ranked() -> None:
    stage = {1: Share(3, 3, 500), 2: Share(1, 1, 900), 3: Share(3, 3, 700)}

    found = table(stage, {}, StageRule(minimum_games=3), unranked={3})
    standing = final([found], unranked={3})

    assert [(line.who, line.rank, line.missing) for line in found.values()] == [
        (2, None, 2),
        (3, None, 0),
        (1, 1, 0),
    ]
    assert [(place.who, place.rank) for place in standing] == [(1, 1), (2, None), (3, None)]


def test_without_a_game_only_what_was_carried_over_is_ranked() -> None:
    given = {1: Share(2, 2, 500), 2: Share(adjusted=900)}

    [alone] = tables([(given, StageRule())])
    assert [(line.who, line.rank, line.missing) for line in alone.values()] == [
        (2, None, 1),
        (1, 1, 0),
    ]
    assert [(place.who, place.rank) for place in final([alone])] == [(1, 1), (2, None)]

    _first, second = tables(
        [({2: Share(1, 1, 100)}, StageRule()), (given, StageRule(carry="whole"))]
    )
    assert [(line.who, line.rank) for line in second.values()] == [(2, 1), (1, 2)]


def test_the_minimum_of_the_whole_is_asked_of_all_stages_together() -> None:
    stages = tables(
        [({1: Share(2, 2, 10), 2: Share(1, 1, 20)}, StageRule()),
         ({1: Share(1, 1, 0), 2: Share(1, 1, 5)}, StageRule(carry="whole"))]
    )  # fmt: skip

    standing = final(stages, minimum_games=3)

    assert [(each.who, each.rank, each.missing) for each in standing] == [(1, 1, 0), (2, None, 1)]


def test_a_stage_that_has_not_begun_changes_nothing_in_how_it_stands() -> None:
    stages = tables(
        [({1: Share(1, 1, 100), 2: Share(1, 1, 300)}, StageRule()), ({}, StageRule(carry="half"))]
    )

    assert [(each.who, each.total, each.stage) for each in final(stages)] == [
        (2, 300, 0),
        (1, 100, 0),
    ]
    assert [line.carried for line in stages[1].values()] == [200, 100]


# an independent slow computation, with fractions and without any of the helpers


def slow_counted(scores: list[int], rule: StageRule) -> int:
    """The best sum of as many games as may count, tried out one by one."""
    pool = scores[: rule.maximum_games] if rule.maximum_games else scores
    size = max(0, len(pool) - rule.worst_dropped)
    size = min(size, rule.best_games or size)
    return max(sum(chosen) for chosen in itertools.combinations(pool, size))


def slow_half(total: int, unit: int) -> int:
    exact = Fraction(abs(total), 2 * unit)
    whole = int(exact + Fraction(1, 2))
    return whole * unit if total >= 0 else -whole * unit


rules = st.builds(
    StageRule,
    maximum_games=st.integers(0, 5),
    best_games=st.integers(0, 4),
    worst_dropped=st.integers(0, 3),
    minimum_games=st.integers(0, 2),
    carry=st.sampled_from(["none", "whole", "half"]),
)
played = st.builds(
    Played,
    member=st.integers(1, 4),
    team=st.none() | st.integers(1, 2),
    score=st.integers(-900, 900).map(lambda n: n * 100),
)
moved = st.builds(
    Moved,
    member=st.integers(1, 5),
    team=st.none() | st.integers(1, 2),
    points=st.integers(-300, 300).map(lambda n: n * 100),
)
stage_games = st.builds(
    StageGames, played=st.lists(played, max_size=18), moved=st.lists(moved, max_size=3)
)


@given(st.lists(st.tuples(stage_games, rules), min_size=1, max_size=3))
def test_any_competition_comes_out_as_it_does_when_reckoned_slowly(
    stages: list[tuple[StageGames, StageRule]],
) -> None:
    found = tables([(of_members(shares(games, rule)), rule) for games, rule in stages])

    totals: dict[int, int] = {}
    for (games, rule), lines in zip(stages, found, strict=True):
        there = {g.member for g in games.played} | {m.member for m in games.moved}
        kept: dict[int, int] = {}
        for who in there | (set(totals) if rule.carry != "none" else set()):
            own = [g.score for g in games.played if g.member == who]
            given_points = sum(m.points for m in games.moved if m.member == who)
            before = totals.get(who, 0)
            carry = {"none": 0, "whole": before, "half": slow_half(before, 100)}[rule.carry]
            kept[who] = carry + slow_counted(own, rule) + given_points
            assert lines[who].carried == carry
            inherits = rule.carry != "none" and who in totals
            asked = rule.minimum_games if inherits else max(rule.minimum_games, 1)
            assert lines[who].missing == max(0, asked - len(own))
        assert {who: line.total for who, line in lines.items()} == kept
        for line in lines.values():
            better = [one for one in lines.values() if not one.missing and one.total > line.total]
            assert line.rank == (None if line.missing else len(better) + 1)
        totals = kept


@given(stage_games, rules)
def test_what_teams_and_members_without_one_have_is_what_all_members_have(
    games: StageGames, rule: StageRule
) -> None:
    parts = shares(games, rule)
    without = [share for (_member, team), share in parts.items() if team is None]

    of_all = sum(of_members(parts).values(), Share())
    assert sum(of_teams(parts).values(), sum(without, Share())) == of_all
    assert of_all.played == len(games.played)


@given(st.lists(st.tuples(stage_games, rules), min_size=1, max_size=3), st.integers(0, 3))
def test_whoever_is_ranked_in_the_end_stands_before_all_of_less(
    stages: list[tuple[StageGames, StageRule]], minimum: int
) -> None:
    places = final(
        tables([(of_members(shares(games, rule)), rule) for games, rule in stages]),
        minimum_games=minimum,
    )

    ranked = [place for place in places if place.rank is not None]
    assert list(places[: len(ranked)]) == ranked
    for one, other in itertools.pairwise(ranked):
        assert one.stage is not None
        assert other.stage is not None
        assert (one.stage, one.total) >= (other.stage, other.total)
        assert (one.rank == other.rank) == ((one.stage, one.total) == (other.stage, other.total))
    assert all(place.missing or place.stage is None for place in places[len(ranked) :])


def test_a_carry_is_one_of_three_words() -> None:
    words: list[Carry] = ["none", "whole", "half"]
    assert [carried_over(600, StageRule(carry=word)) for word in words] == [0, 600, 300]
