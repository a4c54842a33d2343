"""What everybody did in a stretch of days, read from the tallies and adjustments."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from typing import Any, TypeAlias

from django.db.models import Q, QuerySet, Sum

from league.days import month_start, next_month
from league.models import Adjustment, League, Tally
from league.selectors.adjustments import adjustments_of
from league.selectors.records import TALLY_COLUMNS
from league.selectors.rule_state import rule_state
from scoring.standings import Record, record_of_totals, sum_totals

#: whose line it is: key, display name, full name, kana, whether a guest
Person: TypeAlias = tuple[int, str, str, str, bool]
_PERSON = (
    *("member_id", "member__display_name", "member__full_name"),
    *("member__kana", "member__is_guest"),
)


def tallies_between(first: date, last: date) -> Q:
    """The tallies that make up the days from ``first`` to ``last``: whole months and edge days."""
    months_from = first if first.day == 1 else next_month(first)
    after = last + timedelta(days=1)
    months_until = after if after.day == 1 else month_start(last)  # not included itself
    if months_from >= months_until:
        return _days(first, after)
    found = Q(span=Tally.Span.MONTH, start__gte=months_from, start__lt=months_until)
    if first < months_from:
        found |= _days(first, months_from)
    if months_until < after:
        found |= _days(months_until, after)
    return found


def _days(first: date, until: date) -> Q:
    return Q(span=Tally.Span.DAY, start__gte=first, start__lt=until)


def tallies_in(league: League, first: date, last: date) -> QuerySet[Tally, Tally]:
    """The tallies that count and make up a stretch of days, in order."""
    rows = Tally.objects.for_club(league.club_id).filter(
        tallies_between(first, last), page__league=league, page__counts=True
    )
    return rows.order_by("start")


def records_in(league: League, first: date, last: date) -> tuple[list[tuple[Person, Record]], int]:
    """Everybody who played, and the rules' state as it was then. One query.

    A row a member and month, or day at the edges: runs go on from one to the next, so they are
    put together here and not in the database.
    """
    people: dict[int, Person] = {}
    totals: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    found: list[tuple[Any, ...]] = list(
        tallies_in(league, first, last).values_list(rule_state(league), *_PERSON, *TALLY_COLUMNS)
    )
    own = 1 + len(_PERSON)
    for row in found:
        people[row[1]] = row[1:own]
        totals[row[1]].append(row[own:])
    records = [
        (people[member], record_of_totals(sum_totals(rows))) for member, rows in totals.items()
    ]
    return records, found[0][0] if found else 0


def adjusted_people(league: League, first: date, last: date) -> dict[Person, int]:
    """What was given or taken apart from any game, by whom it concerns. One query."""
    counting: QuerySet[Adjustment, Any] = adjustments_of(league).filter(
        withdrawn_at=None, day__range=(first, last)
    )
    sums = counting.order_by().values_list(*_PERSON).annotate(sum=Sum("points"))
    return {
        (member, name, full_name, kana, is_guest): points
        for member, name, full_name, kana, is_guest, points in sums
        if points
    }
