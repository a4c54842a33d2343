"""Imports of spreadsheets as organizers make them: opened, looked at, thrown away."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Club, League, SheetImport
from league.selectors.sheet_import import dry_run
from league.sheet_store import Asked, grids_of, layout_json
from league.sheet_words import error_words
from league.sheets.files import table_in_text, tables_in
from league.sheets.grid import Grid, packed, tidy
from league.sheets.guessing import guessed
from league.sheets.problems import SheetError

#: bytes of a file; 5,000 games are a tenth of it
MOST_BYTES = 5_000_000
#: imports that nobody has stored are forgotten
KEPT = timedelta(days=30)


def open_import(*, club: Club, league: League, name: str, data: bytes, actor: Actor) -> SheetImport:
    """Take a table in to be looked at, laid out as it looks.

    Args:
        club: whose games they are to be.
        league: where they go.
        name: of the file, only to be shown; empty: it was pasted.
        data: the file, or pasted text in UTF-8.
        actor: who brings it.

    Raises:
        LeagueError: it is no table, or too large a one.
    """
    grids = _read(name, data)
    sheet = max(range(len(grids)), key=lambda at: len(grids[at].rows))
    asked = Asked(sheet=sheet, layout=guessed(grids[sheet]))
    with transaction.atomic():
        imports = SheetImport.objects.for_club(club)
        old = imports.filter(state=SheetImport.State.OPEN, created_at__lt=timezone.now() - KEPT)
        old.delete()
        return SheetImport.objects.create(
            club=club,
            league=league,
            name=tidy(name),
            data=packed(grids),
            layout=layout_json(asked, grids[sheet].digest),
            created_by=actor.user,
            created_by_name=actor.name[:80],
        )


def _read(name: str, data: bytes) -> tuple[Grid, ...]:
    if len(data) > MOST_BYTES:
        raise LeagueError(
            _("That is more than %(most)s MB. Bring it in several parts.")
            % {"most": MOST_BYTES // 1_000_000},
            field="upload",
        )
    try:
        if name:
            return tables_in(data)
        grid = table_in_text(data.decode("utf-8", "replace"))
        if not grid.rows:
            raise SheetError("empty")
    except SheetError as error:
        raise LeagueError(error_words(error), field="upload" if name else "text") from error
    return (grid,)


def change_import(
    *, batch: SheetImport, league: League, asked: Asked, leaves_out_wrong: bool = False
) -> None:
    """Look at an import in another way; only while it is not stored.

    Args:
        batch: the import.
        league: where its games go.
        asked: what its cells mean, and who is who.
        leaves_out_wrong: leave out every line with which anything is wrong then.

    Raises:
        LeagueError: it is stored, or thrown away.
    """
    grid = grids_of(batch)[asked.sheet]
    if leaves_out_wrong:
        wrong = {each.game.line for each in dry_run(league, grid, asked).wrong}
        asked = replace(asked, left_out=asked.left_out | wrong)
    imports = SheetImport.objects.for_club(batch.club_id)
    changed = imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).update(
        league=league, layout=layout_json(asked, grid.digest), choices=dict(asked.choices)
    )
    if changed != 1:
        raise is_done()
    batch.refresh_from_db()


def drop_import(*, batch: SheetImport) -> None:
    """Forget an import that is not stored.

    Raises:
        LeagueError: it is stored, or thrown away already.
    """
    imports = SheetImport.objects.for_club(batch.club_id)
    with transaction.atomic():
        if not imports.filter(pk=batch.pk, state=SheetImport.State.OPEN).delete()[0]:
            raise is_done()


def is_done() -> LeagueError:
    """What is said of an import that is no longer open."""
    return LeagueError(_("This import is stored already, or thrown away."))
