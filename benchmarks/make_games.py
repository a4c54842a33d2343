"""Clubs with any number of games, settled by the real engine and stored in bulk."""

from __future__ import annotations

import random
import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import OuterRef, Subquery

from league.days import month_end
from league.models import Club, Hanchan, League, Member, Seat, Session, Settlement
from league.selectors.rule_versions import version_for
from league.services.clubs import create_club
from league.services.settling import settlement_row
from league.services.tallies import rebuild_tallies
from scoring.settlement import GameResult, settle

CHUNK = 2000
#: a game's number is a small integer; what goes beyond plays at the next table
NUMBERS = 30_000
#: over how many months before the one that is read the rest of a history lies
MONTHS = 60


class Played(NamedTuple):
    """A game before it is stored."""

    day: date
    members: list[Member]
    points: tuple[int, ...]


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

    Args:
        league: whose games.
        people: who plays them.
        month: the first day of the month that will be read.
        in_month: games in it.
        before: games in the sixty months before it.
    """
    opens = month - timedelta(days=30 * MONTHS)
    store(league, _played(people, month, month_end(month), in_month, random.Random(1)))
    store(league, _played(people, opens, month - timedelta(days=1), before, random.Random(2)))
    rebuild_tallies(league)


def _played(
    people: list[Member], first: date, last: date, games: int, chance: random.Random
) -> Iterator[Played]:
    days = (last - first).days + 1
    for number in range(games):
        stacks = [chance.randrange(-50, 550) * 100 for _seat in range(3)]
        yield Played(
            day=first + timedelta(days=number * days // games),
            members=chance.sample(people, 4),
            points=(*stacks, 100_000 - sum(stacks)),
        )


def store(league: League, played: Iterator[Played]) -> None:
    """Store games in chunks, each with its settlement; tallies are the caller's."""
    number = 0
    while chunk := list(islice(played, CHUNK)):
        _store_chunk(league, chunk, number)
        number += len(chunk)
    settlements = Settlement.objects.for_club(league.club_id).filter(hanchan=OuterRef("pk"))
    Hanchan.objects.for_club(league.club_id).filter(settlement=None).update(
        settlement=Subquery(settlements.values("pk"))
    )


def _store_chunk(league: League, chunk: list[Played], stored: int) -> None:
    club = league.club
    days = sorted({game.day for game in chunk})
    Session.objects.bulk_create(
        (Session(club=club, day=day) for day in days), ignore_conflicts=True
    )
    sessions = {s.day: s for s in Session.objects.for_club(club).filter(day__in=days)}
    versions = {day: version_for(league, day) for day in days}
    rules = {version.pk: version.value for version in versions.values()}
    games = Hanchan.objects.bulk_create(
        Hanchan(
            club=club,
            session=sessions[game.day],
            league=league,
            day=game.day,
            table=1 + number // NUMBERS,
            number=1 + number % NUMBERS,
            source=Hanchan.Source.FILE,
            key=uuid.uuid4(),
        )
        for number, game in enumerate(chunk, start=stored)
    )
    Seat.objects.bulk_create(
        Seat(hanchan=hanchan, seat=seat, member=member, points=game.points[seat])
        for hanchan, game in zip(games, chunk, strict=True)
        for seat, member in enumerate(game.members)
    )
    Settlement.objects.bulk_create(
        settlement_row(
            hanchan,
            versions[game.day],
            settle(GameResult(points=game.points), rules[versions[game.day].pk]),
        )
        for hanchan, game in zip(games, chunk, strict=True)
    )
