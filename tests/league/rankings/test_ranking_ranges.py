"""Any range of days ranks as if every one of its games had been counted by hand."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.core.days import Period, month_end
from league.games.tallies import tallies_between
from league.games.write import edit_hanchan, void_hanchan
from league.models import Hanchan, League, Member, Tally, TallyPage
from league.rankings.table import LeagueRanking, ranking_of
from tests.factories import ADMIN, league_of, make_club, make_entry, make_members, record

FIRST_DAY, LAST_DAY = date(2026, 1, 20), date(2026, 6, 10)


@dataclass
class Counted:
    """One person's games, counted with a pencil."""

    scores: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


def by_hand(games: list[Hanchan], first: date, last: date) -> dict[int, Counted]:
    """Walk through every game, one by one."""
    sheet: dict[int, Counted] = defaultdict(Counted)
    for game in games:
        game = Hanchan.objects.for_club(game.club_id).get(pk=game.pk)
        if game.voided_at or not first <= game.day <= last or game.settlement is None:
            continue
        for chair in game.seats.all():
            sheet[chair.member_id].scores.append(game.settlement.scores[chair.seat])
            sheet[chair.member_id].places.append(game.settlement.places[chair.seat])
    return sheet


def facts(sheet: dict[int, Counted]) -> dict[int, tuple[object, ...]]:
    """Each person's rank and figures from the pencilled sheet."""
    totals = {member: sum(one.scores) for member, one in sheet.items()}
    return {
        member: (
            1 + sum(other > totals[member] for other in totals.values()),
            len(one.scores),
            totals[member],
            sum(one.places) * 2,
            tuple(one.places.count(place) for place in (1, 2, 3, 4)),
            max(one.scores),
            min(one.scores),
        )
        for member, one in sheet.items()
    }


def shown(ranking: LeagueRanking) -> dict[int, tuple[object, ...]]:
    """The same facts as the ranking has them."""
    return {
        line.member_id: (
            line.rank,
            line.record.games,
            line.record.score,
            line.record.place_halves,
            line.record.place_counts,
            line.record.best,
            line.record.worst,
        )
        for line in ranking.ranked
    }


def some_points(chance: random.Random) -> list[int]:
    """Four stacks that add up, ties and busts among them."""
    held = [chance.randrange(-50, 500) * 100 for _seat in range(3)]
    if chance.random() < 0.2:
        held[1] = held[0]
    return [*held, 100_000 - sum(held)]


def play(league: League, members: list[Member], chance: random.Random) -> list[Hanchan]:
    """Thirty games on random days, some corrected and some voided later."""
    games = []
    for number in range(30):
        day = FIRST_DAY + timedelta(days=chance.randrange((LAST_DAY - FIRST_DAY).days + 1))
        four = chance.sample(members, 4)
        game = record(league, four, some_points(chance), day=day, table=1 + number, number=1)
        games.append(game)
    for game in chance.sample(games, 8):
        if chance.random() < 0.5:
            void_hanchan(hanchan=game, revision=1, reason="誤り", actor=ADMIN)
        else:
            entry = make_entry(
                league,
                chance.sample(members, 4),
                some_points(chance),
                day=game.day,
                table=game.table,
            )
            edit_hanchan(hanchan=game, entry=entry, revision=1, reason="訂正", actor=ADMIN)
    return games


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(4))
def test_any_range_is_the_sum_of_its_games_whatever_was_corrected_or_voided(seed: int) -> None:
    chance = random.Random(seed)
    club = make_club()
    league = league_of(club)
    games = play(league, make_members(club, 7), chance)
    for _range in range(20):
        days = sorted(FIRST_DAY + timedelta(days=chance.randrange(-40, 200)) for _end in range(2))
        period = Period(first=days[0], last=days[1])

        assert shown(ranking_of(club, league, period)) == facts(by_hand(games, *days)), days


@pytest.mark.django_db
def test_a_range_that_ends_with_a_month_reads_the_month_and_not_its_days() -> None:
    club = make_club()
    league = league_of(club)
    record(league, make_members(club), day=date(2026, 2, 14))
    Tally.objects.for_club(club).filter(span=Tally.Span.DAY).delete()

    whole = ranking_of(club, league, Period(first=date(2026, 1, 20), last=date(2026, 2, 28)))
    part = ranking_of(club, league, Period(first=date(2026, 2, 14), last=date(2026, 2, 14)))

    assert whole.people == 4
    assert part.people == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        pytest.param((2026, 3, 1), (2026, 3, 31), {"2026-03"}, id="a month"),
        pytest.param((2024, 2, 1), (2024, 2, 29), {"2024-02"}, id="February of a leap year"),
        pytest.param((2024, 2, 1), (2024, 2, 28), {"1..28"}, id="… less its last day"),
        pytest.param((2026, 3, 2), (2026, 3, 31), {"2..31"}, id="a month less its first day"),
        pytest.param((2026, 3, 31), (2026, 4, 1), {"31..1"}, id="over the edge"),
        pytest.param((2026, 3, 31), (2026, 5, 1), {"31..31", "2026-04", "1..1"}, id="edges"),
        pytest.param((2025, 12, 1), (2026, 1, 31), {"2025-12", "2026-01"}, id="over New Year"),
        pytest.param((2026, 3, 15), (2026, 3, 15), {"15..15"}, id="a day"),
    ],
)
def test_a_range_is_put_together_from_whole_months_and_edge_days(
    first: tuple[int, int, int], last: tuple[int, int, int], expected: set[str]
) -> None:
    assert _named(date(*first), date(*last)) == expected


def _named(first: date, last: date) -> set[str]:
    """The periods read: months by name, days as first..last."""
    league = league_of(make_club())
    member = make_members(league.club, 1)[0]
    start = first.replace(day=1)
    for span, days in (
        (Tally.Span.DAY, [start + timedelta(days=n) for n in range(100)]),
        (Tally.Span.MONTH, [d for n in range(100) if (d := start + timedelta(days=n)).day == 1]),
    ):
        pages = {
            month: TallyPage.objects.for_club(league.club).get_or_create(
                league=league, month=month, counts=True
            )[0]
            for month in {day.replace(day=1) for day in days}
        }
        Tally.objects.bulk_create(
            Tally(page=pages[day.replace(day=1)], member=member, span=span, start=day, **ONE_GAME)
            for day in days
        )
    read = Tally.objects.for_club(league.club).filter(tallies_between(first, last))
    months = {f"{row.start:%Y-%m}" for row in read if row.span == Tally.Span.MONTH}
    days = sorted(row.start for row in read if row.span == Tally.Span.DAY)
    runs: list[list[date]] = []
    for day in days:
        if runs and day - runs[-1][-1] == timedelta(days=1):
            runs[-1].append(day)
        else:
            runs.append([day])
    return months | {f"{run[0].day}..{run[-1].day}" for run in runs}


ONE_GAME = {
    **dict.fromkeys(("second", "third", "fourth", "busts", "chips"), 0),
    **{"games": 1, "first": 1, "place_halves": 2, "score": 41_000, "points": 41_400},
    **{"best": 41_000, "worst": 41_000},
}


@given(
    first=st.dates(date(1950, 1, 1), date(2099, 12, 31)),
    length=st.integers(min_value=0, max_value=2_000),
)
def test_every_day_of_a_range_is_read_once(first: date, length: int) -> None:
    last = min(first + timedelta(days=length), date(2099, 12, 31))
    covered: list[date] = []
    for span, begins, until in _spans(first, last):
        day = begins
        while day < until:
            end = month_end(day) if span == Tally.Span.MONTH else day
            covered += [day + timedelta(days=n) for n in range((end - day).days + 1)]
            day = end + timedelta(days=1)

    assert sorted(covered) == [first + timedelta(days=n) for n in range((last - first).days + 1)]


def _spans(first: date, last: date) -> list[tuple[str, date, date]]:
    """The conditions of the query as (span, from, until) triples."""
    asked = tallies_between(first, last)
    parts = asked.children if asked.connector == "OR" else [asked]
    found = []
    for part in parts:
        words = dict(getattr(part, "children", [part]))
        found.append((str(words["span"]), words["start__gte"], words["start__lt"]))
    return found
