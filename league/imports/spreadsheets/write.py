"""Spreadsheet imports: opened, changed, imported as a whole, undone as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.people import add_member, check_list_room
from league.games.entry import HanchanEntry
from league.games.store import FinishedGame, evenings_on, snapshot, store_part
from league.games.tallies import raise_revision, refresh_tallies, with_settlements
from league.games.write import checked_reason, members_of, settle_rest
from league.imports.open_imports import check_room
from league.imports.people import NEW_GUEST
from league.imports.spreadsheets.dry_run import PlannedGame, SheetRun, dry_run
from league.imports.spreadsheets.grid import SheetError, error_words, tidy, unpacked
from league.imports.spreadsheets.layout import (
    ImportSettings,
    grids_of,
    guessed,
    layout_json,
    settings_of,
)
from league.imports.spreadsheets.reader import tables_read
from league.models import AuditEvent, Club, Hanchan, League, Session, SheetImport
from rules.models import Family

#: bytes of a file; 5,000 games are a tenth of it
MOST_BYTES = 5_000_000
#: imports that nobody has stored are forgotten
KEPT = timedelta(days=30)


def open_import(*, club: Club, league: League, name: str, data: bytes, actor: Actor) -> SheetImport:
    """Take in a table for review, with a guessed layout.

    Args:
        club: whose games they will be.
        league: where they go.
        name: of the file, only for display; empty if it was pasted.
        data: the file, or pasted text in UTF-8.
        actor: who imports it.

    Raises:
        LeagueError: it is not a table, too large, or too many are open.
    """
    return keep_import(
        club=club, league=league, name=name, read=read_table(name, data), actor=actor
    )


def keep_import(*, club: Club, league: League, name: str, read: bytes, actor: Actor) -> SheetImport:
    """Keep what ``read_table`` has read, with a guessed layout.

    Raises:
        TooManyOpenError: the club has many that wait for review.
    """
    grids = unpacked(read)
    sheet = max(range(len(grids)), key=lambda at: len(grids[at].rows))
    settings = ImportSettings(sheet=sheet, layout=guessed(grids[sheet]))
    with transaction.atomic():
        imports = SheetImport.objects.for_club(club)
        old = imports.filter(state=SheetImport.State.OPEN, created_at__lt=timezone.now() - KEPT)
        old.delete()
        check_room(club, imports.filter(state=SheetImport.State.OPEN))
        return SheetImport.objects.create(
            club=club,
            league=league,
            name=tidy(name),
            data=read,
            layout=layout_json(settings, grids[sheet].digest),
            created_by=actor.user,
            created_by_name=actor.name[:80],
        )


def read_table(name: str, data: bytes) -> bytes:
    """Return the packed tables of a file; whatever it is, it is read in a process of its own.

    Takes seconds, so no lock should be held meanwhile.

    Raises:
        LeagueError: it is not a table, or too large.
    """
    if len(data) > MOST_BYTES:
        raise LeagueError(
            _("That is more than %(most)s MB. Import it in several parts.")
            % {"most": MOST_BYTES // 1_000_000},
            field="upload",
        )
    try:
        return tables_read(data, is_pasted=not name)
    except SheetError as error:
        raise LeagueError(error_words(error), field="upload" if name else "text") from error


def change_import(
    *, batch: SheetImport, league: League, settings: ImportSettings, leaves_out_wrong: bool = False
) -> None:
    """Change how an import is read; only while it is not stored.

    Args:
        batch: the import.
        league: where its games go.
        settings: what its cells mean, and who is who.
        leaves_out_wrong: leave out every line that is then wrong.

    Raises:
        LeagueError: it is stored, or discarded.
    """
    grid = grids_of(batch)[settings.sheet]
    if leaves_out_wrong:
        wrong = {each.game.line for each in dry_run(league, grid, settings).wrong}
        settings = replace(settings, left_out=settings.left_out | wrong)
    imports = SheetImport.objects.for_club(batch.club_id)
    changed = imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).update(
        league=league, layout=layout_json(settings, grid.digest), choices=dict(settings.choices)
    )
    if changed != 1:
        raise is_done()
    batch.refresh_from_db()


def drop_import(*, batch: SheetImport) -> None:
    """Discard an import that is not stored.

    Raises:
        LeagueError: it is stored, or already discarded.
    """
    imports = SheetImport.objects.for_club(batch.club_id)
    with transaction.atomic():
        if not imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).delete()[0]:
            raise is_done()


def is_done() -> LeagueError:
    return LeagueError(_("This import has already been stored or discarded."))


def store_import(*, batch: SheetImport, actor: Actor) -> list[Hanchan]:
    """Store the games of an import: all that are not left out, or none.

    Raises:
        LeagueError: something is wrong with a line that is not left out, the same cells are
            already stored, nothing is left to be stored, or the list has no room for the new
            people.
    """
    try:
        with transaction.atomic():
            claimed = _claimed(batch)
            raise_revision(claimed.league)
            _check_is_first(claimed)
            settings = settings_of(claimed)
            run = dry_run(claimed.league, grids_of(claimed)[settings.sheet], settings)
            _check_sound(run)
            stored = _store(claimed, run, actor)
    except IntegrityError as error:
        # another league's lock let somebody else take a place or a name meanwhile
        words = _("Someone else is storing games right now. Please try again.")
        raise LeagueError(words) from error
    batch.refresh_from_db()
    return stored


def _store(batch: SheetImport, run: SheetRun, actor: Actor) -> list[Hanchan]:
    """Store the good games and recount their days, under the league's lock."""
    games = list(_games(batch, run, actor))
    stored = store_part(club=batch.club, games=games, actor=actor)
    members = {seat.member_id for game in games for seat in game.entry.seats if seat.member_id}
    refresh_tallies(batch.league, [game.entry.day for game in games], members)
    batch.stored_at, batch.games = timezone.now(), len(stored)
    batch.save(update_fields=["stored_at", "games"])
    _tell(batch, run, actor)
    return stored


def _claimed(batch: SheetImport) -> SheetImport:
    """Claim the import by compare-and-set, so that only one caller stores it."""
    imports = SheetImport.objects.for_club(batch.club_id)
    claimed = imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).update(
        state=SheetImport.State.STORED
    )
    if claimed != 1:
        raise is_done()
    found = imports.select_related("club", "league__club", "league__rule_set__rule_set")
    return found.get(pk=batch.pk)


def same_stored(batch: SheetImport) -> SheetImport | None:
    """Find a stored import of the same cells. One query."""
    stored = SheetImport.objects.for_club(batch.club_id).filter(state=SheetImport.State.STORED)
    same = stored.filter(layout__digest=batch.layout["digest"]).exclude(pk=batch.pk)
    return same.defer("data").first()


def _check_is_first(batch: SheetImport) -> None:
    if (same := same_stored(batch)) is not None:
        raise LeagueError(
            _("%(name)s already imported the same table on %(day)s. Undo that import first.")
            % {
                "day": timezone.localtime(same.stored_at, batch.club.zone).date().isoformat(),
                "name": same.created_by_name,
            }
        )


def _check_sound(run: SheetRun) -> None:
    if run.blocking:
        raise LeagueError(
            _(
                "Nothing was stored because some lines have problems. Correct them, or choose "
                "to skip them."
            )
        )
    if not run.good:
        raise LeagueError(_("There are no games left to store."))


def _games(batch: SheetImport, run: SheetRun, actor: Actor) -> Iterable[FinishedGame]:
    good = run.good
    people = _new_people(batch.club, run, actor)
    evenings = evenings_on(batch.club, {each.entry.day for each in good if each.entry})
    for planned in good:
        yield FinishedGame(
            key=key_of(batch, planned),
            entry=_seated(planned, people, evenings),
            source=Hanchan.Source.FILE,
            options=planned.options,
            from_sheet=batch,
        )


def key_of(batch: SheetImport, planned: PlannedGame) -> UUID:
    """Return the key under which a line of an import is stored; it never changes."""
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
    """Add new people, from their first game on. A few queries per person."""
    first: dict[str, date] = {}
    for planned in run.good:
        assert planned.entry is not None
        for seat in planned.entry.seats:
            if seat.member_id is None:
                day = planned.entry.day
                first[seat.guest] = min(first.get(seat.guest, day), day)
    check_list_room(club, actor, len(first))
    people: dict[str, int] = {}
    for name, day in first.items():
        is_guest = run.new[name] == NEW_GUEST
        values = {"display_name": name, "is_guest": is_guest, "joined_on": day}
        people[name] = add_member(club=club, values=values, actor=actor).pk
    return people


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


class CorrectedSinceError(LeagueError):
    """Somebody has corrected games of the import since; ``games`` lists them."""

    code = "corrected-since"

    def __init__(self, message: str, *, games: Sequence[Hanchan]) -> None:
        super().__init__(message)
        self.games = games


def undo_import(
    *, batch: SheetImport, reason: str, also_corrected: bool = False, actor: Actor
) -> int:
    """Void every game of an import that still counts; members added by it stay.

    Args:
        batch: the import.
        reason: why, in the person's words.
        also_corrected: also void games that somebody has corrected since.
        actor: who undoes it.

    Returns:
        How many games were voided.

    Raises:
        EntryError: no reason was given.
        CorrectedSinceError: games were corrected since; nothing is voided.
        LeagueError: it is not stored, or already undone.
    """
    reason = checked_reason(reason)
    with transaction.atomic():
        _claim(batch, actor, reason)
        games = _live_games(batch)
        corrected = [game for game in games if game.revision > 1]
        if corrected and not also_corrected:
            raise _corrected(corrected)
        _void(games, reason, actor)
        record_event(
            "sheet_import.undone",
            club=batch.club,
            object_id=batch.pk,
            actor=actor,
            after={"games": len(games), "corrected": len(corrected)},
            reason=reason,
        )
    return len(games)


def _claim(batch: SheetImport, actor: Actor, reason: str) -> None:
    imports = SheetImport.objects.for_club(batch.club_id)
    claimed = imports.filter(pk=batch.pk, state=SheetImport.State.STORED).update(
        state=SheetImport.State.UNDONE,
        undone_at=timezone.now(),
        undone_by_name=actor.name[:80],
        undo_reason=reason,
    )
    if claimed != 1:
        raise LeagueError(_("This import has not been stored, or has already been undone."))


def _live_games(batch: SheetImport) -> list[Hanchan]:
    """Return the games that still count, with all that the trail needs, leagues locked.

    A game may have moved to another league since: locks are taken until none is new.
    """
    mine = Hanchan.objects.for_club(batch.club_id).filter(from_sheet=batch, voided_at=None)
    locked: set[int] = set()
    while found := set(mine.values_list("league", flat=True).order_by().distinct()) - locked:
        for league in League.objects.for_club(batch.club_id).filter(pk__in=found).order_by("pk"):
            raise_revision(league)
        locked |= found
    games = mine.select_related("club", "session", "league__club", "league__rule_set__rule_set")
    details = games.prefetch_related("seats", "penalties", "yakuman").order_by("league", "pk")
    return list(with_settlements(details))


def _corrected(games: Sequence[Hanchan]) -> CorrectedSinceError:
    words = _(
        "Nothing was undone because some of its games have been corrected since. Check "
        "them, or choose to void them too."
    )
    return CorrectedSinceError(words, games=games)


def _void(games: Sequence[Hanchan], reason: str, actor: Actor) -> None:
    """Void games, settle those that depend on them, recount their days, and record events."""
    if not games:
        return
    events = [_event(game, reason, actor) for game in games]
    club = games[0].club
    Hanchan.objects.for_club(club).filter(pk__in=[game.pk for game in games]).update(
        voided_at=timezone.now(), void_reason=reason, revision=F("revision") + 1
    )
    for league, group in groupby(games, key=lambda game: game.league):
        mine = list(group)
        touched = {seat.member_id for game in mine for seat in game.seats.all()}
        touched |= _settle_tables(league, mine, reason)
        refresh_tallies(league, [game.day for game in mine], touched)
    AuditEvent.objects.bulk_create(events)


def _settle_tables(league: League, games: Iterable[Hanchan], reason: str) -> set[int]:
    """Settle what is left at Boo tables, whose games are linked; return affected members."""
    if league.rule_set.rule_set.family != Family.BOO:
        return set()
    tables = {(game.session_id, game.table): game for game in games}
    return {
        member
        for (_session, table), game in sorted(tables.items())
        for member in members_of(settle_rest(game, league, table, reason))
    }


def _event(game: Hanchan, reason: str, actor: Actor) -> AuditEvent:
    before = snapshot(game)
    return AuditEvent(
        club=game.club,
        type="hanchan.voided",
        object_id=game.pk,
        actor=actor.user,
        actor_name=actor.name[:80],
        before=before,
        after=before | {"revision": game.revision + 1, "voided": True},
        reason=reason,
    )
