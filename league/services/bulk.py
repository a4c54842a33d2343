"""Storing many finished games at once: a demo's year, an archive. A few queries, however many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction

from league.actors import Actor
from league.entry import HanchanEntry
from league.kyoku_rows import kyoku_rows
from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    Kyoku,
    Member,
    Penalty,
    Seat,
    Session,
    Settlement,
    SheetImport,
    Yakuman,
)
from league.selectors.outcomes import Outcome, Resettled, resettled
from league.selectors.played import Played
from league.selectors.rule_line import rule_line
from league.selectors.rule_versions import version_for
from league.services.hanchan_parts import yakuman_row
from league.services.settling import settlement_row
from league.services.tallies import raise_revision, rebuild_tallies


@dataclass(frozen=True, kw_only=True)
class FinishedGame:
    """A game as it came to stand, with members and evening that the club has already."""

    key: UUID
    entry: HanchanEntry
    source: str  # a ``Hanchan.Source``
    revision: int = 1
    voided_at: datetime | None = None
    void_reason: str = ""
    entered_at: datetime | None = None  # None: now
    options: Mapping[str, Any] = field(default_factory=dict)
    from_sheet: SheetImport | None = None

    @cached_property
    def session(self) -> Session:
        """The evening, which has to be there.

        Raises:
            ValueError: the entry names none.
        """
        if self.entry.session is None:
            raise ValueError("an evening is missing")
        return self.entry.session


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
    stored = store_part(club=club, games=games, actor=actor)
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    for _pk, league in sorted(leagues.items()):
        rebuild_tallies(league)
    return stored


@transaction.atomic
def store_part(*, club: Club, games: Sequence[FinishedGame], actor: Actor) -> list[Hanchan]:
    """The same for some of many games, whole evenings of them; tallies are left to the caller."""
    _check_home(club, games)
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    for _pk, league in sorted(leagues.items()):
        raise_revision(league)
    stored = Hanchan.objects.bulk_create(_hanchan(club, game, actor) for game in games)
    _date_back(club, stored, games)
    _store_details(stored, games)
    found = _settled(stored, games)
    rows = [settlement_row(each, outcome) for each, outcome in found]
    Settlement.objects.bulk_create(rows)
    AuditEvent.objects.bulk_create(
        _event(club, row, game, actor) for row, game in zip(rows, games, strict=True)
    )
    return stored


def _date_back(club: Club, stored: Sequence[Hanchan], games: Sequence[FinishedGame]) -> None:
    """Games that came from elsewhere keep the moment at which they were entered there."""
    dated = []
    for hanchan, game in zip(stored, games, strict=True):
        if game.entered_at is not None:
            hanchan.entered_at = game.entered_at
            dated.append(hanchan)
    if dated:
        Hanchan.objects.for_club(club).bulk_update(dated, ["entered_at"], batch_size=250)


def _settled(
    stored: Sequence[Hanchan], games: Sequence[FinishedGame]
) -> list[tuple[Resettled, Outcome]]:
    """Settle every game under the version of its day, in the order of ``games``.

    A voided game of Boo neither takes nor leaves a right to double.
    """
    leagues = {game.entry.league.pk: game.entry.league for game in games}
    found: dict[int, Resettled] = {}
    for league, played_in in leagues.items():
        line = rule_line(played_in.rule_set.rule_set)
        mine = [
            (_as_played(hanchan, game), game.voided_at is not None)
            for hanchan, game in zip(stored, games, strict=True)
            if game.entry.league.pk == league
        ]
        live = sorted((each for each, voided in mine if not voided), key=lambda each: each[1:5])
        found |= {each.game.game: each for each in resettled(live, line)}
        for each, voided in mine:
            if voided:
                found |= {one.game.game: one for one in resettled([each], line)}
    return [_sound(found[hanchan.pk], game) for hanchan, game in zip(stored, games, strict=True)]


def _as_played(hanchan: Hanchan, game: FinishedGame) -> Played:
    entry = game.entry
    return Played(
        game=hanchan.pk,
        day=entry.day,
        session=game.session.pk,
        table=entry.table,
        number=entry.number,
        revision=game.revision,
        members=tuple(_member(seat.member_id) for seat in entry.seats),
        result=entry.result(),
        options=game.options,
    )


def _sound(found: Resettled, game: FinishedGame) -> tuple[Resettled, Outcome]:
    if found.why is not None:
        raise found.why
    if found.outcome is None:
        version_for(game.entry.league, game.entry.day)  # says which day the rules begin
        raise ValueError("the rule version of that day cannot be read")
    return found, found.outcome


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
        scores_are_given=entry.scores_are_given,
        points_are_known=entry.points_are_known,
        outside_id=entry.outside_id,
        options=dict(game.options),
        source=game.source,
        from_sheet=game.from_sheet,
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
            given_score=seat.given_score,
        )
        for hanchan, game in pairs
        for index, seat in enumerate(game.entry.seats)
    )
    Kyoku.objects.bulk_create(
        (row for hanchan, game in pairs for row in kyoku_rows(hanchan, game.entry)),
        batch_size=1_000,
    )
    Penalty.objects.bulk_create(
        Penalty(hanchan=hanchan, seat=p.seat, kind=p.kind, count=p.count, reason=p.reason)
        for hanchan, game in pairs
        for p in game.entry.penalties
    )
    Yakuman.objects.bulk_create(
        yakuman_row(hanchan, y, _member(game.entry.seats[y.seat].member_id))
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
