"""What the tests of imports share: a club, an import of a table, its dry run, its games."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from django.test import Client

from league.core.days import Period
from league.imports.spreadsheets.dry_run import SheetRun, dry_run
from league.imports.spreadsheets.layout import grids_of, settings_of
from league.imports.spreadsheets.write import change_import, open_import
from league.models import Club, Hanchan, League, SheetImport
from league.rankings.table import ranking_of
from tests.factories import ADMIN, league_of

URL = "/c/tonan/imports/sheet/"


def opened(
    club: Club, data: str | bytes, *, league: League | None = None, name: str = "", **settings: Any
) -> SheetImport:
    """An import of a table, looked at in some way; whatever is said of its layout too."""
    raw = data.encode() if isinstance(data, str) else data
    batch = open_import(
        club=club, league=league or league_of(club), name=name, data=raw, actor=ADMIN
    )
    if settings:
        before = settings_of(batch)
        layout = replace(before.layout, **settings.pop("layout", {}))
        wanted = replace(before, layout=layout, **settings)
        change_import(batch=batch, league=league or league_of(club), settings=wanted)
    return batch


def run_of(batch: SheetImport) -> SheetRun:
    """What an import would do."""
    settings = settings_of(batch)
    leagues = League.objects.for_club(batch.club_id).select_related("club", "rule_set__rule_set")
    league = leagues.get(pk=batch.league_id)
    return dry_run(league, grids_of(batch)[settings.sheet], settings)


def problems_of(batch: SheetImport) -> list[tuple[str, str]]:
    """What is wrong with the lines of an import, and where."""
    return [(each.where, each.words) for game in run_of(batch).wrong for each in game.problems]


def games_of(club: Club) -> list[Hanchan]:
    """The club's games that count."""
    return list(Hanchan.objects.for_club(club).filter(voided_at=None).order_by("pk"))


def standings(league: League) -> list[Any]:
    """Every line of the league's ranking over all days."""
    period = Period(first=date(2026, 1, 1), last=date(2026, 12, 31))
    return list(ranking_of(league.club, league, period).lines)


def text_of(response: Any) -> str:
    """A page's words, with blanks as one."""
    return " ".join(response.content.decode().split())


def posted(client: Client, **fields: Any) -> Any:
    """The page after a form was sent and followed."""
    return client.post(URL, fields, follow=True)
