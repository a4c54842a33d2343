"""Taking an import of a spreadsheet back: every game that it brought is voided, in one step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import AuditEvent, Hanchan, League, SheetImport
from league.selectors.counted import with_settlements
from league.services.audit import record_event
from league.services.hanchan import checked_reason
from league.services.hanchan_parts import members_of, settle_rest, snapshot
from league.services.tallies import raise_revision, refresh_tallies
from rules.models import Family


class CorrectedSinceError(LeagueError):
    """Somebody has corrected games of the import since; ``games`` are those."""

    code = "corrected-since"

    def __init__(self, message: str, *, games: Sequence[Hanchan]) -> None:
        super().__init__(message)
        self.games = games


def undo_import(
    *, batch: SheetImport, reason: str, also_corrected: bool = False, actor: Actor
) -> int:
    """Void every game of an import that still counts; members whom it brought stay.

    Args:
        batch: the import.
        reason: why, in the person's words.
        also_corrected: void games too that somebody has corrected since.
        actor: who takes it back.

    Returns:
        How many games were voided.

    Raises:
        EntryError: no reason was given.
        CorrectedSinceError: games were corrected since; nothing is voided.
        LeagueError: it is not stored, or taken back already.
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
        raise LeagueError(_("This import is not stored, or undone already."))


def _live_games(batch: SheetImport) -> list[Hanchan]:
    """The games that still count, with everything that the trail tells; their leagues wait for us.

    A game may have come into another league since: locks are taken until none is new.
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
        "Nothing is undone: some of its games were corrected since. Look at them, or void them too."
    )
    return CorrectedSinceError(words, games=games)


def _void(games: Sequence[Hanchan], reason: str, actor: Actor) -> None:
    """Void games, settle what hangs on them, count their days anew, and tell the trail."""
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
    """Games of Boo hang together: settle what is left at their tables. Whose scores they are."""
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
