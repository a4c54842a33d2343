"""Clubs with any number of games, settled by the real engine and stored in bulk."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from itertools import count, islice
from typing import NamedTuple

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from league.clubs.write import create_club
from league.core.database import copy_in
from league.core.days import month_end
from league.games.tallies import rebuild_tallies
from league.models import (
    Club,
    Hanchan,
    League,
    Member,
    RatingPoint,
    RatingRun,
    Seat,
    Session,
    Settlement,
    User,
    Yakuman,
)
from league.rulebook.versions import version_for
from scoring.results import GameResult
from scoring.settlement import Settler, settler

CHUNK = 5000
#: a game's number is a small integer; what goes beyond plays at the next table
NUMBERS = 30_000
#: over how many months before the one that is read the rest of a history lies
MONTHS = 60
#: in one of so many games
YAKUMAN = 30
#: in a month of a club that meets twice a week
EVENINGS = 8


class Played(NamedTuple):
    """A game before it is stored."""

    day: date
    members: list[int]
    points: tuple[int, ...]
    yakuman: int | None  # the seat that won one


def make_club(*, members: int) -> tuple[Club, League, list[Member]]:
    """A club under the Kinyoukai's rules whose people are numbers."""
    owner = User.objects.create_user(username="owner")
    club = create_club(
        slug="bench",
        name="計測会",
        owner=owner,
        rule_key="kinyoukai",
        league_name="リーグ",
        is_demo=True,
    )
    people = [Member(club=club, display_name=f"会員 {number:04d}") for number in range(members)]
    for person in people:
        person.fold_names()
    people = Member.objects.bulk_create(people)
    league = League.objects.for_club(club).select_related("rule_set__rule_set").get()
    return club, league, people


def make_history(
    league: League, people: list[Member], *, month: date, in_month: int, before: int
) -> None:
    """Store ``in_month`` games in the month, always the same ones, and ``before`` earlier ones.

    The first of the people is a regular, at every fourth table: their page shows as many months,
    games and yakuman after a short history as after a long one.

    Args:
        league: whose games.
        people: who plays them.
        month: the first day of the month that will be read.
        in_month: games in it.
        before: games in the sixty months before it.
    """
    keys = [person.pk for person in people]
    opens = month - timedelta(days=30 * MONTHS)
    store(league, _played(keys, month, month_end(month), in_month, random.Random(1)))
    store(league, _played(keys, opens, month - timedelta(days=1), before, random.Random(2)))
    rebuild_tallies(league)


def make_month(
    league: League, people: list[Member], *, first: date, last: date, games: int
) -> None:
    """Store ``games`` games, spread over the days from ``first`` to ``last``."""
    keys = [person.pk for person in people]
    store(league, _played(keys, first, last, games, random.Random(1)))
    rebuild_tallies(league)


def make_ratings(league: League, people: list[Member]) -> None:
    """Store a rating of everybody for each day that was played: as many rows as there can be.

    The figures are made up; to rate a million games takes minutes, and no page looks at them.
    """
    days = Hanchan.objects.for_club(league.club_id).order_by("day").values_list("day", flat=True)
    played = list(days.distinct())
    run = RatingRun.objects.create(
        league=league,
        revision=league.revision,
        games=len(played),
        last_day=played[-1],
        finished_at=timezone.now(),
        is_current=True,
    )
    points = (
        RatingPoint(
            run=run,
            member=person,
            day=day,
            games=number,
            mean=25_000 + person.pk,
            deviation=8_000,
            is_latest=number == len(played),
        )
        for person in people
        for number, day in enumerate(played, start=1)
    )
    while chunk := list(islice(points, CHUNK)):
        RatingPoint.objects.bulk_create(chunk)


def make_evenings(league: League, people: list[Member], *, first: date, games: int) -> None:
    """Store ``games`` games, spread over eight evenings in each of sixty months."""
    keys, chance = [person.pk for person in people], random.Random(3)
    evenings = [
        date(first.year + month // 12, 1 + month % 12, 1 + 3 * evening)
        for month in range(first.month - 1, first.month - 1 + MONTHS)
        for evening in range(EVENINGS)
    ]
    store(
        league,
        (_game(evenings[number * len(evenings) // games], keys, chance) for number in range(games)),
    )
    rebuild_tallies(league)


def _played(
    people: list[int], first: date, last: date, games: int, chance: random.Random
) -> Iterator[Played]:
    days = (last - first).days + 1
    for number in range(games):
        played = _game(first + timedelta(days=number * days // games), people, chance)
        yield played if number % 4 else _with_regular(played, people[0], wins=number % 20 == 0)


def _with_regular(played: Played, regular: int, *, wins: bool) -> Played:
    others = [member for member in played.members if member != regular][:3]
    return played._replace(members=[regular, *others], yakuman=0 if wins else None)


def _game(day: date, people: list[int], chance: random.Random) -> Played:
    stacks = [chance.randrange(-50, 550) * 100 for _seat in range(3)]
    sat = chance.sample(people, 4)
    won = chance.randrange(4) if chance.randrange(YAKUMAN) == 0 else None
    return Played(day, sat, (*stacks, 100_000 - sum(stacks)), won)


def store(league: League, played: Iterable[Played]) -> None:
    """Store games in chunks, each with its settlement; tallies are the caller's."""
    club = league.club
    games = Hanchan.objects.for_club(club)
    number = games.count()
    key = Hanchan.objects.across_clubs().aggregate(last=Max("pk"))["last"] or 0
    rules = _Rules(league)
    stream = iter(played)
    while chunk := list(islice(stream, CHUNK)):
        with transaction.atomic():
            _store_chunk(league, rules, chunk, number=number, key=key + 1)
        number += len(chunk)
        key += len(chunk)
    with connection.cursor() as cursor:  # PostgreSQL counts keys apart from the rows
        for statement in connection.ops.sequence_reset_sql(no_style(), [Hanchan]):
            cursor.execute(statement)


class _Rules:
    """The versions in force, each found and prepared once."""

    def __init__(self, league: League) -> None:
        self.league = league
        self.days: dict[date, int] = {}
        self.settle: dict[int, Settler] = {}

    def on(self, day: date) -> tuple[int, Settler]:
        """The key of the day's version, and what settles games under it."""
        if day not in self.days:
            version = version_for(self.league, day)
            self.days[day] = version.pk
            if version.pk not in self.settle:
                self.settle[version.pk] = settler(version.value)
        return self.days[day], self.settle[self.days[day]]


def _store_chunk(
    league: League, rules: _Rules, chunk: list[Played], *, number: int, key: int
) -> None:
    club, now = league.club, timezone.now()
    days = sorted({game.day for game in chunk})
    Session.objects.bulk_create(
        (Session(club=club, day=day) for day in days), ignore_conflicts=True
    )
    found = Session.objects.for_club(club).filter(day__in=days)
    sessions = dict(found.values_list("day", "pk"))
    heading = (club.pk, league.pk, 0, False, "", Hanchan.Source.FILE.value, "", 1, now, "")
    copy_in(
        Hanchan,
        (
            *("id", "session_id", "day", "table", "number", "key"),
            *("club_id", "league_id", "sticks", "ended_by_time", "remark", "source", "digest"),
            *("revision", "entered_at", "void_reason"),
        ),
        (
            (pk, sessions[game.day], game.day, 1 + n // NUMBERS, 1 + n % NUMBERS, _key(), *heading)
            for pk, n, game in zip(count(key), count(number), chunk, strict=False)
        ),
        scores_are_given=False,
        points_are_known=True,
        outside_id="",
        options="{}",
    )
    copy_in(
        Seat,
        ("hanchan_id", "seat", "member_id", "points", "chips", "is_yakitori"),
        (
            (pk, seat, member, game.points[seat], 0, False)
            for pk, game in zip(count(key), chunk, strict=False)
            for seat, member in enumerate(game.members)
        ),
    )
    copy_in(
        Yakuman,
        ("hanchan_id", "seat", "member_id", "day", "name"),
        (
            (pk, game.yakuman, game.members[game.yakuman], game.day, "kokushi")
            for pk, game in zip(count(key), chunk, strict=False)
            if game.yakuman is not None
        ),
    )
    copy_in(
        Settlement,
        (
            *("hanchan_id", "version_id", *(f"place_{seat}" for seat in range(4))),
            *(f"score_{seat}" for seat in range(4)),
            *("hanchan_revision", "apart", "result", "created_at", "reason"),
        ),
        (
            (pk, version, *settled.places, *settled.scores, 1, 0, "", now, "")
            for pk, game in zip(count(key), chunk, strict=False)
            for version, settle in [rules.on(game.day)]
            for settled in [settle(GameResult(points=game.points))]
        ),
    )


def _key() -> str:
    """A game's key as SQLite keeps it and PostgreSQL takes it; nobody will send it again."""
    return uuid.UUID(int=random.getrandbits(128), version=4).hex
