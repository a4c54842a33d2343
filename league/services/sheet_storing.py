"""Storing a spreadsheet's games: all that are not left out, or none, in one transaction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry
from league.errors import LeagueError
from league.models import Club, Hanchan, Session, SheetImport
from league.selectors.sheet_import import PlannedGame, SheetRun, dry_run
from league.services.audit import record_event
from league.services.bulk import FinishedGame, store_part
from league.services.members import add_member
from league.services.sheet_import import is_done
from league.services.tallies import raise_revision, refresh_tallies
from league.sheet_store import NEW_GUEST, asked_of, grids_of


def store_import(*, batch: SheetImport, actor: Actor) -> list[Hanchan]:
    """Store the games of an import: all that are not left out, or none.

    Raises:
        LeagueError: something is wrong with a line that is not left out, the same cells are
            stored already, or nothing is left to be stored.
    """
    try:
        with transaction.atomic():
            claimed = _claimed(batch)
            raise_revision(claimed.league)
            _check_is_first(claimed)
            asked = asked_of(claimed)
            run = dry_run(claimed.league, grids_of(claimed)[asked.sheet], asked)
            _check_sound(run)
            stored = _store(claimed, run, actor)
    except IntegrityError as error:
        # another league's lock let somebody else take a place or a name meanwhile
        words = _("Somebody else is storing games right now. Try again.")
        raise LeagueError(words) from error
    batch.refresh_from_db()
    return stored


def _store(batch: SheetImport, run: SheetRun, actor: Actor) -> list[Hanchan]:
    """Store the good games, and count their days anew; the league waits for us."""
    games = list(_games(batch, run, actor))
    stored = store_part(club=batch.club, games=games, actor=actor)
    members = {seat.member_id for game in games for seat in game.entry.seats if seat.member_id}
    refresh_tallies(batch.league, [game.entry.day for game in games], members)
    batch.stored_at, batch.games = timezone.now(), len(stored)
    batch.save(update_fields=["stored_at", "games"])
    _tell(batch, run, actor)
    return stored


def _claimed(batch: SheetImport) -> SheetImport:
    """Compare-and-set: only one of those who store an import at once goes on."""
    imports = SheetImport.objects.for_club(batch.club_id)
    claimed = imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).update(
        state=SheetImport.State.STORED
    )
    if claimed != 1:
        raise is_done()
    found = imports.select_related("club", "league__club", "league__rule_set__rule_set")
    return found.get(pk=batch.pk)


def same_stored(batch: SheetImport) -> SheetImport | None:
    """Another import of the same cells that is stored. One query."""
    stored = SheetImport.objects.for_club(batch.club_id).filter(state=SheetImport.State.STORED)
    same = stored.filter(layout__digest=batch.layout["digest"]).exclude(pk=batch.pk)
    return same.defer("data").first()


def _check_is_first(batch: SheetImport) -> None:
    if (same := same_stored(batch)) is not None:
        raise LeagueError(
            _("The same table is stored already, on %(day)s by %(name)s. Undo that import first.")
            % {
                "day": timezone.localtime(same.stored_at, batch.club.zone).date().isoformat(),
                "name": same.created_by_name,
            }
        )


def _check_sound(run: SheetRun) -> None:
    if run.blocking:
        raise LeagueError(
            _(
                "Nothing is stored: something is wrong with some lines. "
                "Put them right, or leave them out."
            )
        )
    if not run.good:
        raise LeagueError(_("There is no game left to be stored."))


def _games(batch: SheetImport, run: SheetRun, actor: Actor) -> Iterable[FinishedGame]:
    good = run.good
    people = _new_people(batch.club, run, actor)
    evenings = _evenings(batch.club, {each.entry.day for each in good if each.entry})
    for planned in good:
        yield FinishedGame(
            key=key_of(batch, planned),
            entry=_seated(planned, people, evenings),
            source=Hanchan.Source.FILE,
            options=planned.options,
            from_sheet=batch,
        )


def key_of(batch: SheetImport, planned: PlannedGame) -> UUID:
    """The key under which a line of an import is stored: always the same one."""
    return uuid5(NAMESPACE_URL, f"jancho:sheet:{batch.pk}:{planned.game.line}")


def _seated(
    planned: PlannedGame, people: dict[str, int], evenings: dict[date, Session]
) -> HanchanEntry:
    entry = planned.entry
    assert entry is not None  # it is a good one
    seats = tuple(
        seat if seat.member_id else replace(seat, member_id=people[seat.guest], guest="")
        for seat in entry.seats
    )
    return replace(entry, seats=seats, session=evenings[entry.day])


def _new_people(club: Club, run: SheetRun, actor: Actor) -> dict[str, int]:
    """Put whoever is new on the list, from their first game on. A few queries a person."""
    first: dict[str, date] = {}
    for planned in run.good:
        assert planned.entry is not None
        for seat in planned.entry.seats:
            if seat.member_id is None:
                day = planned.entry.day
                first[seat.guest] = min(first.get(seat.guest, day), day)
    people: dict[str, int] = {}
    for name, day in first.items():
        is_guest = run.new[name] == NEW_GUEST
        values = {"display_name": name, "is_guest": is_guest, "joined_on": day}
        people[name] = add_member(club=club, values=values, actor=actor).pk
    return people


def _evenings(club: Club, days: set[date]) -> dict[date, Session]:
    """The days' evenings without a title, made where there is none yet. Three queries."""
    untitled = Session.objects.for_club(club).filter(title="", day__range=(min(days), max(days)))
    there = {session.day for session in untitled}
    Session.objects.bulk_create(
        (Session(club=club, day=day) for day in sorted(days - there)), ignore_conflicts=True
    )
    return {session.day: session for session in untitled.all()}


def _tell(batch: SheetImport, run: SheetRun, actor: Actor) -> None:
    record_event(
        "sheet_import.stored",
        club=batch.club,
        object_id=batch.pk,
        actor=actor,
        after={
            "league": batch.league_id,
            "name": batch.name,
            "games": batch.games,
            "left_out": [each.game.line for each in run.wrong],
            "new": sorted(run.new),
        },
    )
