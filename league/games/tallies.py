"""Keeping the tallies true: touched days are recounted from the games, months from the days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import F

from league.core.database import copy_in
from league.core.days import month_start
from league.games.records import TALLY_COLUMNS, Key, count_days, months_of, tally_fields
from league.models import DirtyDay, League, RuleChange, Tally, TallyPage
from scoring.standings import Record, record_of_totals, sum_totals


def raise_revision(league: League) -> None:
    """Raise the league's revision; other writers to this league wait until commit.

    Every service that touches games calls it first: it is the lock that lets each transaction
    count its days from games that nobody else is changing.
    """
    League.objects.for_club(league.club_id).filter(pk=league.pk).update(revision=F("revision") + 1)


def refresh_tallies(league: League, days: Iterable[date], members: Iterable[int]) -> None:
    """Recount the given members' given days and their months.

    The caller holds the league's lock (``raise_revision``). A fixed number of queries, whatever
    the league's history: the day's games are read, not the month's.
    """
    touched_days, touched = sorted(set(days)), sorted(set(members))
    mark_dirty(league, touched_days)
    records = count_days(league, days=touched_days, members=touched)
    for month in sorted({month_start(day) for day in touched_days}):
        page = _page(league, month)
        in_month = [day for day in touched_days if month_start(day) == month]
        of_month = {key: record for key, record in records.items() if key[1] in in_month}
        _replace(page, Tally.Span.DAY, in_month, touched, of_month)
        _replace(page, Tally.Span.MONTH, [month], touched, _sum_month(page, touched))


def mark_dirty(league: League, days: Iterable[date]) -> None:
    """Make a rule change under way redo these days. One query if there is none."""
    for change in RuleChange.objects.for_club(league.club_id).filter(
        rule_set=league.rule_set_id, state=RuleChange.State.OPEN
    ):
        DirtyDay.objects.bulk_create(
            (DirtyDay(change=change, league=league, day=day) for day in days),
            ignore_conflicts=True,
        )


@transaction.atomic
def rebuild_tallies(league: League) -> None:
    raise_revision(league)
    TallyPage.objects.for_club(league.club_id).filter(league=league, counts=True).delete()
    days = count_days(league)
    mark_dirty(league, {day for _member, day in days})
    months = sorted({month_start(day) for _member, day in days})
    pages = TallyPage.objects.bulk_create(
        TallyPage(league=league, month=month, counts=True, is_ready=True) for month in months
    )
    page = {each.month: each.pk for each in pages}
    copy_in(
        Tally,
        TALLY_ROW,
        (
            tally_values(page[month_start(key[1])], span, key, record)
            for span, records in ((Tally.Span.DAY, days), (Tally.Span.MONTH, months_of(days)))
            for key, record in sorted(records.items())
        ),
    )


#: the columns of a tally, as :func:`tally_values` fills them
TALLY_ROW = ("page_id", "member_id", "span", "start", *TALLY_COLUMNS)


def tally_values(page: int, span: Tally.Span, key: Key, record: Record) -> tuple[Any, ...]:
    return (page, key[0], span.value, key[1], *tally_fields(record).values())


def _page(league: League, month: date) -> TallyPage:
    return TallyPage.objects.for_club(league.club_id).get_or_create(
        league=league, month=month, counts=True, defaults={"is_ready": True}
    )[0]


def _sum_month(page: TallyPage, members: list[int]) -> dict[Key, Record]:
    days = page.tallies.filter(span=Tally.Span.DAY, member__in=members).order_by("start")
    totals: defaultdict[int, list[Sequence[int]]] = defaultdict(list)
    for member, *row in days.values_list("member_id", *TALLY_COLUMNS):
        totals[member].append(row)
    return {
        (member, page.month): record_of_totals(sum_totals(rows)) for member, rows in totals.items()
    }


def _replace(
    page: TallyPage,
    span: str,
    starts: list[date],
    members: list[int],
    records: Mapping[Key, Record],
) -> None:
    rows = [
        Tally(page=page, member_id=member, span=span, start=start, **tally_fields(record))
        for (member, start), record in sorted(records.items())
    ]
    there = page.tallies.filter(span=span, start__in=starts, member__in=members)
    gone = [row.pk for row in there if (row.member_id, row.start) not in records]
    if gone:
        page.tallies.filter(pk__in=gone).delete()
    Tally.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["page", "span", "start", "member"],
        update_fields=list(TALLY_COLUMNS),
    )
