"""Imports of spreadsheets as their pages show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q

from league.days import month_start
from league.models import Club, Hanchan, League, MonthClose, SheetImport
from league.selectors.month_closes import closed_months
from league.selectors.sheet_import import PlannedGame, SheetRun
from league.tenhou_names import How, Meant

_LATEST = 10
#: the order in which names want to be looked at
_ORDER = (
    *(How.SEVERAL, How.TAKEN, How.NEW, How.CHOSEN),
    *(How.TEAM, How.FOLDED, How.LISTED, How.TENHOU),
)


class SheetName(NamedTuple):
    """A name, who it means, and in how many games it stands."""

    name: str
    meant: Meant
    games: int
    asks: bool  # nothing is stored before somebody says who it is


class ImportedDay(NamedTuple):
    """A day of an import that is stored."""

    day: date
    session: int
    games: int
    voided: int


def find_import(club: Club, key: int) -> SheetImport | None:
    """An import of the club. One query."""
    imports = SheetImport.objects.for_club(club).select_related(
        "club", "league__club", "league__rule_set__rule_set", "created_by"
    )
    return imports.filter(pk=key).first()


def latest_imports(club: Club) -> list[SheetImport]:
    """The club's latest imports, without their cells. One query."""
    imports = SheetImport.objects.for_club(club).select_related("league")
    return list(imports.defer("data", "layout", "choices")[:_LATEST])


def names_of(run: SheetRun) -> list[SheetName]:
    """The names of a dry run and who they mean, those first that want a word."""
    meant: dict[str, Meant] = {}
    times: Counter[str] = Counter()
    for planned in run.games:
        for name, each in _named(planned):
            times[name] += 1
            if name not in meant or each.how in (How.TAKEN, How.SEVERAL):
                meant[name] = each
    found = [
        SheetName(name, each, times[name], asks=_asks(name, each, run.chosen))
        for name, each in meant.items()
        if each.how in _ORDER
    ]
    return sorted(
        found, key=lambda one: (not one.asks, _ORDER.index(one.meant.how), -one.games, one.name)
    )


def _named(planned: PlannedGame) -> Iterable[tuple[str, Meant]]:
    return zip(planned.names, planned.seats, strict=False)


def _asks(name: str, meant: Meant, chosen: frozenset[str]) -> bool:
    return meant.member is None and (meant.how is not How.NEW or name not in chosen)


def days_of(batch: SheetImport) -> list[ImportedDay]:
    """The days of a stored import. One query."""
    rows = (
        Hanchan.objects.for_club(batch.club_id)
        .filter(from_sheet=batch)
        .order_by("day", "session")
        .values("day", "session")
        .annotate(games=Count("pk"), voided=Count("pk", filter=Q(voided_at__isnull=False)))
    )
    return [ImportedDay(r["day"], r["session"], r["games"], r["voided"]) for r in rows]


def corrected_games(batch: SheetImport) -> list[Hanchan]:
    """Games of an import that count and were corrected since. One query."""
    games = Hanchan.objects.for_club(batch.club_id).filter(from_sheet=batch, voided_at=None)
    return list(games.filter(revision__gt=1))


def closings_touched(league: League, days: Iterable[date]) -> Sequence[MonthClose]:
    """The closed months of a league in which some days lie. One query."""
    months = {month_start(day) for day in days}
    closes = closed_months([league])
    found = [close for (_league, month), close in sorted(closes.items()) if month in months]
    for close in found:
        close.league = league
    return found
