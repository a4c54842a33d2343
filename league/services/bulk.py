"""Storing many finished games at once: a demo's year, an archive. A few queries, however many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import OuterRef, Subquery

from league.actors import Actor
from league.entry import HanchanEntry
from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    Member,
    Penalty,
    Seat,
    Session,
    Settlement,
    Yakuman,
)
from league.selectors.rule_versions import version_for
from league.services.settling import settlement_row
from league.services.tallies import raise_revision, rebuild_tallies
from rules.models import RuleVersion
from rules.parameters import Parameters
from scoring.settlement import Settled, settle


@dataclass(frozen=True, kw_only=True)
class FinishedGame:
    """A game as it came to stand, with members and evening that the club has already."""

    key: UUID
    entry: HanchanEntry
    source: str  # a ``Hanchan.Source``
    revision: int = 1
    voided_at: datetime | None = None
    void_reason: str = ""

    @cached_property
    def session(self) -> Session:
        """The evening, which has to be there.

        Raises:
            ValueError: the entry names none.
        """
        if self.entry.session is None:
            raise ValueError("an evening is missing")
        return self.entry.session


@dataclass(slots=True)
class _Rules:
    """The versions by league and day, each looked up and parsed once."""

    found: dict[tuple[int, date], RuleVersion] = field(default_factory=dict)
    parsed: dict[int, Parameters] = field(default_factory=dict)

    def settled(self, entry: HanchanEntry) -> tuple[RuleVersion, Settled]:
        key = entry.league.pk, entry.day
        if key not in self.found:
            self.found[key] = version_for(entry.league, entry.day)
        version = self.found[key]
        if version.pk not in self.parsed:
            self.parsed[version.pk] = version.value
        return version, settle(entry.result(), self.parsed[version.pk])


@transaction.atomic
def store_games(*, club: Club, games: Sequence[FinishedGame], actor: Actor) -> list[Hanchan]:
    """Store games with their settlements, trail and tallies; each under the version of its day.

    Args:
        club: whose games they are.
        games: sound results; every seat a member of the club.
        actor: who stores them.

    Raises:
        ValueError: a league, evening or member of another club; nothing is stored.
        ScoringError: a result that cannot be settled; nothing is stored.
        NoVersionError: a day before the rules.
    """
    _check_home(club, games)
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    for _pk, league in sorted(leagues.items()):
        raise_revision(league)
    stored = Hanchan.objects.bulk_create(_hanchan(club, game, actor) for game in games)
    _store_details(stored, games)
    rules = _Rules()
    rows = [
        settlement_row(hanchan, *rules.settled(game.entry))
        for hanchan, game in zip(stored, games, strict=True)
    ]
    _store_settlements(club, rows)
    AuditEvent.objects.bulk_create(
        _event(club, row, game, actor) for row, game in zip(rows, games, strict=True)
    )
    for _pk, league in sorted(leagues.items()):
        rebuild_tallies(league)
    return stored


def _check_home(club: Club, games: Sequence[FinishedGame]) -> None:
    ours = set(Member.objects.for_club(club).values_list("pk", flat=True))
    for game in games:
        if game.entry.league.club_id != club.pk or game.session.club_id != club.pk:
            raise ValueError("a league or an evening belongs to another club")
        if any(seat.member_id not in ours for seat in game.entry.seats):
            raise ValueError("somebody is not on the club's list")


def _hanchan(club: Club, game: FinishedGame, actor: Actor) -> Hanchan:
    entry = game.entry
    return Hanchan(
        club=club,
        session=game.session,
        league=entry.league,
        day=entry.day,
        table=entry.table,
        number=entry.number,
        sticks=entry.sticks,
        ended_by_time=entry.ended_by_time,
        remark=entry.remark,
        source=game.source,
        key=game.key,
        digest=entry.digest(),
        revision=game.revision,
        entered_by=actor.user,
        voided_at=game.voided_at,
        void_reason=game.void_reason,
    )


def _store_details(stored: Sequence[Hanchan], games: Sequence[FinishedGame]) -> None:
    pairs = list(zip(stored, games, strict=True))
    Seat.objects.bulk_create(
        Seat(
            hanchan=hanchan,
            seat=index,
            member_id=_member(seat.member_id),
            points=seat.points or 0,
            chips=seat.chips,
            is_yakitori=seat.is_yakitori,
            busted_by=seat.busted_by,
        )
        for hanchan, game in pairs
        for index, seat in enumerate(game.entry.seats)
    )
    Penalty.objects.bulk_create(
        Penalty(hanchan=hanchan, seat=p.seat, kind=p.kind, count=p.count, reason=p.reason)
        for hanchan, game in pairs
        for p in game.entry.penalties
    )
    Yakuman.objects.bulk_create(
        Yakuman(hanchan=hanchan, seat=y.seat, discarder=y.discarder, name=y.name)
        for hanchan, game in pairs
        for y in game.entry.yakuman
    )
    present = {
        (hanchan.session_id, _member(seat.member_id))
        for hanchan, game in pairs
        for seat in game.entry.seats
    }
    came = Session.attendants.through
    came.objects.bulk_create(
        (came(session_id=session, member_id=member) for session, member in sorted(present)),
        ignore_conflicts=True,
    )


def _member(member_id: int | None) -> int:
    assert member_id is not None  # _check_home has seen to it
    return member_id


def _store_settlements(club: Club, rows: Sequence[Settlement]) -> None:
    """Store the results and point the games at them. Two queries, but for batches."""
    Settlement.objects.bulk_create(rows)
    own = Settlement.objects.for_club(club).filter(
        hanchan=OuterRef("pk"), hanchan_revision=OuterRef("revision")
    )
    Hanchan.objects.for_club(club).filter(settlement=None).update(
        settlement=Subquery(own.values("pk")[:1])
    )


def _event(club: Club, row: Settlement, game: FinishedGame, actor: Actor) -> AuditEvent:
    after: Mapping[str, Any] = {
        **game.entry.snapshot(),
        "revision": game.revision,
        "voided": game.voided_at is not None,
        "version": row.version_id,
        "places": row.places,
        "scores": row.scores,
    }
    return AuditEvent(
        club=club,
        type="hanchan.recorded",
        object_id=row.hanchan_id,
        actor=actor.user,
        actor_name=actor.name[:80],
        after=after,
    )
