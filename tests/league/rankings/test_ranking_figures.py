"""Every figure of every line is what counting the games by hand gives."""

from __future__ import annotations

import random
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

import pytest

from league.clubs.verification import verify_club
from league.core.days import Period, month_end, month_start
from league.models import Club, League, Member, Prize
from league.rankings.figures import FIGURES, facts_of, figures_of, mean, prizes_won
from league.rankings.table import LeagueRanking, ranking_of, with_moves
from league.rulechanges import rescoring
from tests.league.rankings.naive_ranking import (
    FIRST_DAY,
    KINDS,
    Kind,
    adjusted_by,
    figures,
    played_by,
    random_league,
    rounded,
    start_of,
)
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    carry_out,
    worker_is_away,
)

pytestmark = pytest.mark.django_db

DAYS = 100
SEEDS = (1, 2)


def figures_by_member(found: LeagueRanking) -> dict[int, dict[str, Any]]:
    facts = facts_of(found)
    return {
        line.member_id: {key: figure.value(line, facts) for key, figure in FIGURES.items()}
        for line in found.lines
    }


def reckoned(league: League, kind: Kind, period: Period) -> dict[int, dict[str, Any]]:
    start = start_of(league)
    games = played_by(league, period.first, period.last)
    adjusted = adjusted_by(league, period.first, period.last)
    return {
        member: figures(games.get(member, []), adjusted.get(member, 0), kind, start)
        for member in games.keys() | {member for member, by in adjusted.items() if by}
    }


def ranks(club: Club, of_line: dict[int, dict[str, Any]], minimum: int) -> dict[int, int]:
    """One more than how many are better; guests and who played too little have none."""
    guests = set(Member.objects.for_club(club).filter(is_guest=True).values_list("pk", flat=True))
    totals = {
        member: line["total"]
        for member, line in of_line.items()
        if member not in guests and line["games"] >= max(minimum, 1)
    }
    return {m: 1 + sum(other > own for other in totals.values()) for m, own in totals.items()}


def periods(seed: int) -> list[Period]:
    """Whole months, everything, and ranges with edges anywhere."""
    chance = random.Random(seed)
    last = FIRST_DAY + timedelta(days=DAYS)
    month = month_start(FIRST_DAY + timedelta(days=30))
    drawn = [sorted(chance.randrange(DAYS) for _ in "ab") for _ in range(4)]
    return [
        Period(first=month, last=month_end(month), minimum_games=4),
        Period(first=month_start(FIRST_DAY), last=month_end(last), is_all=True),
        *(
            Period(first=FIRST_DAY + timedelta(days=one), last=FIRST_DAY + timedelta(days=other))
            for one, other in drawn
        ),
    ]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", KINDS)
def test_every_figure_is_what_counting_the_games_gives(name: str, seed: int) -> None:
    kind = KINDS[name]
    club, league = random_league(kind, seed, games=70, days=DAYS)

    for period in periods(seed):
        found = ranking_of(club, league, period)
        expected = reckoned(league, kind, period)
        by_rank = ranks(club, expected, period.minimum_games)

        assert figures_by_member(found) == expected
        assert {line.member_id: line.rank for line in found.ranked} == by_rank
        shared = list(by_rank.values())
        for line in found.ranked:
            assert line.is_tied == (shared.count(by_rank[line.member_id]) > 1)
        for line in found.short:
            wanted = max(period.minimum_games, 1) - expected[line.member_id]["games"]
            assert line.missing == wanted > 0
    assert verify_club(club)["told"] == []


@pytest.mark.parametrize("name", KINDS)
def test_the_means_below_are_those_of_the_lines_above(name: str) -> None:
    club, league = random_league(KINDS[name], 3, games=40, days=30)
    found = ranking_of(club, league, Period(first=FIRST_DAY, last=date(2025, 12, 31)))

    for key in (figure.key for figure in figures_of(found)):
        values = [figures_by_member(found)[line.member_id][key] for line in found.ranked]
        there = [value for value in values if value is not None]
        assert there, key
        assert mean(values) == rounded(Fraction(sum(there), len(there))), key


def test_ranks_are_held_against_those_of_the_month_before() -> None:
    kind = KINDS["riichi"]
    club, league = random_league(kind, 5, games=80, days=60)
    december = Period(first=date(2025, 12, 1), last=date(2025, 12, 31), minimum_games=6)
    november = Period(first=date(2025, 11, 1), last=date(2025, 11, 30), minimum_games=6)

    found = with_moves(ranking_of(club, league, december), league)

    before = ranks(club, reckoned(league, kind, november), 6)
    assert before
    assert found.before == november
    assert {line.member_id: line.rank_before for line in found.ranked} == {
        line.member_id: before.get(line.member_id) for line in found.ranked
    }


def test_a_year_is_held_against_the_year_before_as_the_club_counts_years() -> None:
    kind = KINDS["sanma"]
    club, league = random_league(kind, 6, games=60, days=200)
    period = Period(first=date(2026, 4, 1), last=date(2027, 3, 31), year=2026)
    earlier = Period(first=date(2025, 4, 1), last=date(2026, 3, 31), year=2025)

    found = with_moves(ranking_of(club, league, period), league, year_starts_in=4)

    assert found.before == earlier
    before = ranks(club, reckoned(league, kind, earlier), 0)
    assert {line.member_id: line.rank_before for line in found.ranked} == {
        line.member_id: before.get(line.member_id) for line in found.ranked
    }


@pytest.mark.parametrize("measure", Prize.Measure.values)
@pytest.mark.parametrize("minimum", [0, 3, 9])
def test_a_prize_goes_to_whoever_is_best_among_those_with_its_minimum(
    measure: str, minimum: int
) -> None:
    kind = KINDS["riichi"]
    club, league = random_league(kind, 7, games=50, days=40)
    period = Period(first=FIRST_DAY, last=date(2025, 12, 31), minimum_games=5)
    found = ranking_of(club, league, period)
    lines = reckoned(league, kind, period)
    guests = set(Member.objects.for_club(club).filter(is_guest=True).values_list("pk", flat=True))
    able = {
        member: line
        for member, line in lines.items()
        if line["games"] >= (minimum or 5) and member not in guests
    }

    (won,) = prizes_won([Prize(measure=measure, minimum_games=minimum)], found)

    assert won.minimum_games == (minimum or 5)
    choose = min if measure == "place" else max
    best = choose(line[measure] for line in able.values())
    # what is shown is rounded, so that somebody may look level and be a little behind
    level = {member for member, line in able.items() if line[measure] == best}
    assert won.value == best
    assert {line.member_id for line in won.winners} <= level
    assert won.winners


@pytest.mark.parametrize("parted", [False, True], ids=["in one part", "month by chunks"])
def test_after_a_change_of_the_rules_every_figure_is_still_that_of_the_games(
    monkeypatch: pytest.MonkeyPatch, parted: bool
) -> None:
    """Plain games and others lie mixed on a day, at two tables, entered in no order."""
    kind = KINDS["riichi"]
    club, league = random_league(kind, 8, games=70, days=60)
    if parted:
        monkeypatch.setattr(rescoring, "chunk_size", lambda: 5)
        monkeypatch.setattr(rescoring, "READ_AT_ONCE", 7)
    worker_is_away(monkeypatch)
    period = Period(first=month_start(FIRST_DAY), last=date(2026, 2, 28), is_all=True)
    before = figures_by_member(ranking_of(club, league, period))

    change = ask_for_correction(league, UMAS[0])
    carry_out(change)

    after = figures_by_member(ranking_of(club, league, period))
    assert change.state == change.State.APPLIED
    assert after != before
    assert after == reckoned(league, kind, period)
    assert verify_club(club)["told"] == []
