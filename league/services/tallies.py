"""Keeping the tallies true: touched days are counted anew from the games, months from the days."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.db import transaction
from django.db.models import F

from league.days import month_end, month_start
from league.models import League, Tally
from league.selectors.records import (
    TALLY_COLUMNS,
    Key,
    count_days,
    months_of,
    record_of_tally,
    tally_fields,
)
from scoring.standings import Record


def raise_revision(league: League) -> None:
    """Raise the league's revision; whoever else writes to this league waits for our commit.

    Every service that touches games calls it first: it is the lock that lets each transaction
    count its days from games that nobody else is changing.
    """
    League.objects.for_club(league.club_id).filter(pk=league.pk).update(revision=F("revision") + 1)


def refresh_tallies(league: League, days: Iterable[date], members: Iterable[int]) -> None:
    """Count the touched members' touched days and months anew.

    The caller holds the league's lock (``raise_revision``). A fixed number of queries, whatever
    the league's history: the day's games are read, not the month's.
    """
    touched_days, touched = sorted(set(days)), sorted(set(members))
    _replace(
        league,
        Tally.Span.DAY,
        touched_days,
        touched,
        count_days(league, days=touched_days, members=touched),
    )
    months = sorted({month_start(day) for day in touched_days})
    _replace(league, Tally.Span.MONTH, months, touched, _sum_months(league, months, touched))


@transaction.atomic
def rebuild_tallies(league: League) -> None:
    """Throw the league's tallies away and count everything from the games."""
    raise_revision(league)
    league.tallies.all().delete()
    days = count_days(league)
    months = months_of(days)
    rows = [
        _row(league, span, key, record)
        for span, records in ((Tally.Span.DAY, days), (Tally.Span.MONTH, months))
        for key, record in sorted(records.items())
    ]
    Tally.objects.bulk_create(rows, batch_size=1000)


def _sum_months(league: League, months: list[date], members: list[int]) -> dict[Key, Record]:
    if not months:
        return {}
    days = Tally.objects.for_club(league.club_id).filter(
        league=league,
        span=Tally.Span.DAY,
        start__range=(months[0], month_end(months[-1])),
        member__in=members,
    )
    found = {(row.member_id, row.start): record_of_tally(row) for row in days}
    summed = months_of(found)
    return {key: record for key, record in summed.items() if key[1] in months}


def _row(league: League, span: str, key: Key, record: Record) -> Tally:
    member, start = key
    return Tally(league=league, member_id=member, span=span, start=start, **tally_fields(record))


def _replace(
    league: League, span: str, starts: list[date], members: list[int], records: dict[Key, Record]
) -> None:
    rows = [_row(league, span, key, record) for key, record in sorted(records.items())]
    there = Tally.objects.for_club(league.club_id).filter(
        league=league, span=span, start__in=starts, member__in=members
    )
    gone = [row.pk for row in there if (row.member_id, row.start) not in records]
    if gone:
        there.filter(pk__in=gone).delete()
    Tally.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["league", "span", "start", "member"],
        update_fields=list(TALLY_COLUMNS),
    )
