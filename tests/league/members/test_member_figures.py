"""Every figure of a member's pages against slow code of its own, on random clubs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
from django.db import transaction
from openskill.models import BradleyTerryFull

from league.core.days import ALL_DAYS, Period
from league.games.ratings import Rated, member_rating, rating_table
from league.members.games import (
    IN_GRID,
    hands_of_member,
    opponents_of,
    recent_games,
    seats_of_member,
)
from league.members.record import best_and_worst, months_played, record_of_member, titles_of_member
from league.models import League
from league.rankings.rate import rate_league
from league.rankings.views import outlook_of
from scoring.standings import value_class
from tests.league.random_club import RandomClub, longest, naive_hands, own_wins, random_club

pytestmark = pytest.mark.django_db

RULES = ("kinyoukai", "nekohouse-3a", "nekohouse-boo", "zung-jung")
#: all days, a month, a period that begins and ends within a month
PERIODS = (
    ALL_DAYS,
    Period(first=date(2026, 4, 1), last=date(2026, 4, 30)),
    Period(first=date(2026, 3, 25), last=date(2026, 5, 10)),
)


@pytest.fixture(scope="module", params=RULES)
def made(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any
) -> Iterator[RandomClub]:
    """A random club for all tests of a rule; afterwards nothing of it is left."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield random_club(RULES.index(request.param), request.param)
        transaction.set_rollback(True)


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_the_record_is_what_the_games_come_to(made: RandomClub, days: Period) -> None:
    for member in made.people:
        league_months = months_played(member)
        sat = made.within(*days.range).sat(member)
        found = record_of_member(member, made.league, days, league_months.get(made.league, {}))
        record = found.record
        scores, places = [each.score for each in sat], [each.place for each in sat]

        assert record.games == len(sat)
        assert found.total == sum(scores)
        assert list(record.place_counts) == [places.count(place) for place in (1, 2, 3, 4)]
        assert record.place_halves == sum(each.halves for each in sat)
        assert (record.best, record.worst) == (
            max(scores, default=None),
            min(scores, default=None),
        )
        is_zung_jung = made.league.rule_set.slug == "zung-jung"
        busts = [each for each in sat if each.held is not None and each.held < 0]
        assert record.busts == (0 if is_zung_jung else len(busts))
        assert record.top_run.longest == longest([place == 1 for place in places])
        assert record.no_last_run.longest == longest([place != made.players for place in places])
        assert record.plus_run.longest == longest([score > 0 for score in scores])
        by_month = Counter({line.month.isoformat()[:7]: line.total for line in found.months})
        expected: Counter[str] = Counter()
        for each in sat:
            expected[each.game.day.isoformat()[:7]] += each.score
        assert {k: v for k, v in by_month.items() if v} == {k: v for k, v in expected.items() if v}


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_best_and_worst_are_the_first_games_of_that_score(made: RandomClub, days: Period) -> None:
    for member in made.people:
        sat = made.within(*days.range).sat(member)
        months = months_played(member).get(made.league, {})
        record = record_of_member(member, made.league, days, months)

        best, worst = best_and_worst(member, made.league, days, record)

        if not sat:
            assert (best, worst) == (None, None)
            continue
        assert best is not None
        assert worst is not None
        first_best = max(sat, key=lambda each: each.score)
        first_worst = min(sat, key=lambda each: each.score)
        assert (best.game, best.score) == (first_best.game.pk, first_best.score)
        assert (worst.game, worst.score) == (first_worst.game.pk, first_worst.score)


@pytest.mark.parametrize("days", PERIODS[:2], ids=["all time", "a month"])
def test_the_latest_games_come_newest_first(made: RandomClub, days: Period) -> None:
    for member in made.people:
        sat = made.within(*days.range).sat(member)

        found = recent_games(member, made.league, days, limit=5)

        assert [(each.hanchan.pk, each.place, each.score, each.points) for each in found] == [
            (each.game.pk, each.place, each.score, each.held) for each in sat[::-1][:5]
        ]


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_seats_are_what_the_games_come_to_without_those_of_a_lobby(
    made: RandomClub, days: Period
) -> None:
    start = made.league.rule_set.rule_set.versions.all()[0].value.game.start_points
    is_zung_jung = made.league.rule_set.slug == "zung-jung"
    for member in made.people:
        sat = [s for s in made.within(*days.range).sat(member) if s.game.source != "lobby"]

        found = seats_of_member(member, made.league, days)

        assert [each.seat for each in found] == sorted({each.seat for each in sat})
        for seat in found:
            own = [each for each in sat if each.seat == seat.seat]
            held = [each.held for each in own if each.held is not None]
            assert seat.games == len(own)
            assert seat.score == sum(each.score for each in own)
            assert seat.place_halves == sum(each.halves for each in own)
            places = [each.place for each in own]
            assert list(seat.place_counts) == [places.count(place) for place in (1, 2, 3, 4)]
            assert (seat.points_games, seat.points) == (len(held), sum(held) - start * len(held))
            assert seat.busts == (0 if is_zung_jung else sum(points < 0 for points in held))


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_opponents_and_the_grid_are_what_the_games_come_to(made: RandomClub, days: Period) -> None:
    for member in made.people:
        found = opponents_of(member, made.league, days)

        expected = naive_pairs(made.within(*days.range))
        met = {each.member.pk: each.pair for each in found.met}
        assert set(met) == {other for own, other in expected if own == member.pk}
        for other, pair in met.items():
            assert figures(pair) == expected[member.pk, other]
        games = [each.pair.games for each in found.met]
        assert games == sorted(games, reverse=True)
        in_grid = {each.pk for each in found.in_grid}
        assert found.in_grid[0] == member
        assert len(in_grid) == min(IN_GRID, len(met) + 1)
        assert {key: figures(pair) for key, pair in found.pairs.items()} == {
            key: value for key, value in expected.items() if set(key) <= in_grid
        }


def figures(pair: object) -> tuple[int, ...]:
    names = ("games", "ahead", "level", "place_halves", "other_place_halves", "score")
    return tuple(getattr(pair, name) for name in names)


def naive_pairs(made: RandomClub) -> dict[tuple[int, int], tuple[int, ...]]:
    found: dict[tuple[int, int], list[int]] = {}
    for member in made.people:
        for sat in made.sat(member):
            for other, place, halves, score in sat.table:
                if other == member.pk:
                    continue
                sums = found.setdefault((member.pk, other), [0] * 6)
                own = (1, sat.place < place, sat.place == place, sat.halves, halves)
                for at, value in enumerate((*own, sat.score - score)):
                    sums[at] += value
    return {key: tuple(sums) for key, sums in found.items()}


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_hands_are_what_the_kept_hands_come_to(made: RandomClub, days: Period) -> None:
    part = made.within(*days.range)
    for member in made.people:
        expected = naive_hands(part, member)
        wins = own_wins(part, member)

        found = hands_of_member(member, days)

        if not expected["hands"]:
            assert found == []
            continue
        (hands,) = found
        assert {name: getattr(hands.counts, name) for name in expected} == dict(expected)
        sizes = Counter(
            value_class(
                han=win["han"],
                fu=win.get("fu", 0),
                yakuman=win.get("yakuman", 0),
                limit=win.get("limit", ""),
            )
            for win in wins
        )
        assert dict(hands.values) == dict(sizes)
        assert dict(hands.yaku) == dict(Counter(y for win in wins for y in win.get("yaku", ())))
        assert hands.wins_with_yaku == sum("yaku" in win for win in wins)


def test_ratings_are_those_of_openskill_over_the_games_in_order(made: RandomClub) -> None:
    model = BradleyTerryFull()
    held = {member.pk: model.rating() for member in made.people}
    played: Counter[int] = Counter()
    for game in made.games:
        sat = next(each for _who, each in made.seats if each.game == game)
        teams = [[held[member]] for member, *_rest in sat.table]
        after = model.rate(teams, ranks=[float(place) for _member, place, *_rest in sat.table])
        for (member, *_rest), (now,) in zip(sat.table, after, strict=True):
            held[member] = now
            played[member] += 1

    run = rate_league(made.league)

    assert run is not None
    table = rating_table(League.objects.for_club(made.club).get())
    assert table is not None
    assert {line.member.pk: line.rated for line in table.ranked} == {
        member: Rated(played[member], round(now.mu * 1000), round(now.sigma * 1000))
        for member, now in held.items()
        if played[member]
    }
    ratings = [line.rated.rating for line in table.ranked]
    assert ratings == sorted(ratings, reverse=True)
    own = member_rating(made.league, made.people[0])
    assert own is not None
    days = {each.game.day for each in made.sat(made.people[0])}
    assert [day for day, _rated in own.way] == sorted(days)
    assert own.rated == own.way[-1][1]


@pytest.mark.parametrize("days", PERIODS, ids=["all time", "a month", "a season"])
def test_titles_are_what_the_games_come_to(made: RandomClub, days: Period) -> None:
    family = made.league.rule_set.rule_set.family
    for member in made.people:
        sat = made.within(*days.range).sat(member)
        record = record_of_member(
            member, made.league, days, months_played(member).get(made.league, {})
        )

        found = titles_of_member(member, made.league, days, record)

        places, scores = [each.place for each in sat], [each.score for each in sat]
        expected = {
            "games": len(sat),
            "tops": places.count(1),
            "top_run": longest([place == 1 for place in places]),
            "plus_run": longest([score > 0 for score in scores]),
            "month_won": 0,
            "regular": months_in_a_row({each.game.day for each in sat}),
        }
        if family != "boo":
            expected["no_last_run"] = longest([place != made.players for place in places])
        if family != "zung_jung":
            won = [win for each in sat for win in each.game.yakuman.filter(member=member)]
            expected["yakuman"] = len(won)
        if family == "riichi":
            expected["big_game"] = max([*scores, 0]) // 1_000
            busted = any(each.held is not None and each.held < 0 for each in sat)
            expected["never_bust"] = 0 if busted else len(sat)
        if family == "boo":
            results = [(each.place, each.game.settlement.result) for each in sat]  # type: ignore[union-attr]
            expected["double_maru"] = results.count((1, "double_maru_a"))
            expected["floating"] = sum(place <= FLOATERS[result] for place, result in results)
        assert {each.title.key: each.reached for each in found} == expected


#: Boo: whose places are above the sunk ones, by how a game ended
FLOATERS = {"double_maru_a": 1, "maru_a": 1, "maru_b": 2, "maru_c": 3, "none": 4}


def months_in_a_row(days: set[date]) -> int:
    months = sorted({(day.year, day.month) for day in days})
    most = run = 0
    before = None
    for year, month in months:
        run = run + 1 if before == (year, month) else 1
        most = max(most, run)
        before = (year + month // 12, month % 12 + 1)
    return most


@pytest.mark.parametrize("minimum", [0, 12, 40])
def test_what_is_needed_makes_up_the_gap_and_a_hundred_less_does_not(
    made: RandomClub, minimum: int
) -> None:
    games = 3
    period = Period(first=date(2026, 4, 1), last=date(2026, 4, 30), minimum_games=minimum)
    in_april = made.within(period.first, period.last)
    total = {who.pk: sum(each.score for each in in_april.sat(who)) for who in made.people}
    able = {who.pk for who in made.people if len(in_april.sat(who)) + games >= max(minimum, 1)}

    found = outlook_of(made.club, made.league, period, games=games)

    assert {line.standing.member_id for line in found.lines} == {
        who.pk for who in made.people if in_april.sat(who)
    }
    for line in found.lines:
        own = total[line.standing.member_id]
        above = [total[other] for other in able if total[other] > own]
        assert line.standing.total == own
        assert (line.chance is not None) == (line.standing.member_id in able)
        if not above:
            assert (line.needs_first, line.needs_next) == (None, None)
            continue
        assert line.needs_first is not None
        assert line.needs_next is not None
        assert own + games * line.needs_first >= max(above) > own + games * (line.needs_first - 100)
        assert own + games * line.needs_next >= min(above) > own + games * (line.needs_next - 100)
    chances = [line.chance for line in found.lines if line.chance is not None]
    if chances:
        rounds = chances[0].rounds
        assert sum(each.first for each in chances) >= rounds  # who is level is first as well
        assert all(each.first <= each.podium <= rounds for each in chances)
        assert sum(each.podium for each in chances) >= rounds * min(3, len(chances))
