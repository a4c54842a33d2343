"""Filling the pages of tallies that a rule change prepares: days first, then what they come to."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from league.models import League, RuleChange, Tally, TallyPage
from league.selectors.records import TALLY_COLUMNS
from league.services.copying import Store, copy_in, made_ready
from league.services.settled_days import DAY_TALLY, SettledDay
from league.services.tallies import TALLY_ROW
from scoring.standings import sum_totals


def pages_of(change: RuleChange, league: League) -> QuerySet[TallyPage, TallyPage]:
    """The pages that the change has begun to fill."""
    return TallyPage.objects.for_club(league.club_id).filter(
        league=league, change=change, counts=False
    )


def days_ready(page: TallyPage, found: Iterable[SettledDay]) -> Store:
    """Make what some days come to ready for the page; what comes back stores it."""
    rows = [row for each in found for row in each.tallies]
    return made_ready(Tally, DAY_TALLY, rows, page_id=page.pk, span=Tally.Span.DAY.value)


def clear_days(page: TallyPage, days: Iterable[date]) -> None:
    """Forget what the page said of some days."""
    page.tallies.filter(span=Tally.Span.DAY, start__in=list(days)).delete()


def sum_up(page: TallyPage) -> None:
    """Add the page's days up to the month, whoever stored them."""
    page.tallies.filter(span=Tally.Span.MONTH).delete()
    days = page.tallies.filter(span=Tally.Span.DAY).order_by("member", "start")
    rows = days.values_list("member", *TALLY_COLUMNS)
    copy_in(
        Tally,
        TALLY_ROW,
        [
            (page.pk, member, Tally.Span.MONTH.value, page.month, *sum_totals(totals))
            for member, totals in _by_member(rows.iterator(chunk_size=2000))
        ],
    )


def _by_member(rows: Iterable[tuple[int, ...]]) -> Iterable[tuple[int, list[tuple[int, ...]]]]:
    for member, days in groupby(rows, key=itemgetter(0)):
        yield member, [day[1:] for day in days]


def mark_ready(page: TallyPage) -> None:
    """Let the page be turned to once the change applies."""
    TallyPage.objects.for_club(page.league.club_id).filter(pk=page.pk).update(is_ready=True)
