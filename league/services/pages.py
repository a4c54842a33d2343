"""Filling the pages of tallies that a rule change prepares: days first, then what they come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from league.models import League, RuleChange, Tally, TallyPage
from league.selectors.records import TALLY_COLUMNS
from league.services.copying import copy_in
from league.services.settled_days import SettledDay
from league.services.tallies import TALLY_ROW
from scoring.standings import Running, sum_totals


def pages_of(change: RuleChange, league: League) -> QuerySet[TallyPage, TallyPage]:
    """The pages that the change has begun to fill."""
    return TallyPage.objects.for_club(league.club_id).filter(
        league=league, change=change, counts=False
    )


def store_days(page: TallyPage, days: Iterable[date], found: Iterable[SettledDay]) -> None:
    """Put what some days come to in place of what the page said of them."""
    page.tallies.filter(span=Tally.Span.DAY, start__in=list(days)).delete()
    _store(page, Tally.Span.DAY, ((each.day, each.records) for each in found))


def store_month(page: TallyPage, days: Iterable[SettledDay]) -> None:
    """Put what a month comes to on its page, from the records of all its days."""
    month: dict[int, Running] = {}
    for each in days:
        for member, running in each.records.items():
            month.setdefault(member, Running()).add_all(running)
    page.tallies.filter(span=Tally.Span.MONTH).delete()
    _store(page, Tally.Span.MONTH, [(page.month, month)])


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


def _store(
    page: TallyPage, span: Tally.Span, found: Iterable[tuple[date, Mapping[int, Running]]]
) -> None:
    # in the order of the table's index, which makes storing cheaper
    rows = [
        (member, start, *running.totals())
        for start, records in found
        for member, running in sorted(records.items())
    ]
    columns = ("member_id", "start", *TALLY_COLUMNS)
    copy_in(Tally, columns, rows, page_id=page.pk, span=span.value)
