"""Members' records as values: counted from the games, or read from the tallies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from operator import itemgetter
from typing import Any, TypeAlias, cast

from django.db.models import Q, QuerySet, Sum, Value
from django.db.models.expressions import Combinable, Subquery
from django.db.models.functions import Coalesce

from league.core.days import month_start, next_month
from league.games.counted import latest_settlement
from league.models import Adjustment, League, RuleChange, Seat, Tally
from rules.models import Family, RuleVersion
from rules.parameters.base import Ranking
from scoring.standings import (
    TOTALS,
    PlainGame,
    Record,
    Running,
    combine,
    record_of_totals,
    sum_totals,
    totals_of,
)

_SCORES = tuple(f"hanchan__settlements__score_{seat}" for seat in range(4))
_PLACES = tuple(f"hanchan__settlements__place_{seat}" for seat in range(4))

#: the counted columns of a tally row
TALLY_COLUMNS = TOTALS

Key = tuple[int, date]  # member, club day or month


def count_days(
    league: League,
    *,
    days: Iterable[date] | None = None,
    members: Iterable[int] | None = None,
) -> dict[Key, Record]:
    """Compute each member's record of each club day from games. One query, streamed."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__settlements=latest_settlement("hanchan"),
    )
    if days is not None:
        seats = seats.filter(hanchan__day__in=list(days))
    if members is not None:
        seats = seats.filter(member__in=list(members))
    games: dict[Key, Running] = defaultdict(Running)
    for key, game, result, known in _games(seats.order_by()):
        games[key].add(game, result=result, points_are_known=known)
    return {key: running.record() for key, running in games.items()}


def months_of(days: Mapping[Key, Record]) -> dict[Key, Record]:
    months: dict[Key, list[Record]] = defaultdict(list)
    for (member, day), record in sorted(days.items(), key=itemgetter(0)):
        months[member, month_start(day)].append(record)
    return {key: combine(records) for key, records in months.items()}


def _games(
    seats: QuerySet[Seat, Seat],
) -> Iterator[tuple[Key, PlainGame, str | None, bool]]:
    """Yield each member's games, unordered: the arguments of :meth:`Running.add`."""
    rows = seats.values_list(
        *("member", "hanchan__day", "hanchan__number", "hanchan__table", "hanchan"),
        *("seat", "points", "chips", "hanchan__points_are_known"),
        *("hanchan__league__rule_set__rule_set__family", "hanchan__settlements__result"),
        *_SCORES,
        *_PLACES,
    )
    for member, day, number, table, game, *seen in rows.iterator(2000):
        seat, points, chips, known, family, result, *results = seen
        score, place = results[seat], results[4 + seat]
        halves = 2 * place + results[4:].count(place) - 1
        held = points if known else 0
        busted = held < 0 and family != Family.ZUNG_JUNG
        is_last = place == (3 if results[7] is None else 4)
        order = day, number, table, game
        plain = order, place, halves, score, held, chips, busted, is_last
        yield (member, day), plain, result or None, known


def tallies_of(league: League) -> QuerySet[Tally, Tally]:
    rows = Tally.objects.for_club(league.club_id)
    return rows.filter(page__league=league, page__counts=True)


def record_of_tally(row: Tally) -> Record:
    return record_of_totals([getattr(row, name) for name in TALLY_COLUMNS])


def tally_fields(record: Record) -> dict[str, int]:
    return dict(zip(TALLY_COLUMNS, totals_of(record), strict=True))


#: whose line it is: key, display name, full name, romaji, kana, whether a guest
Person: TypeAlias = tuple[int, str, str, str, str, bool]
_PERSON = (
    *("member_id", "member__display_name", "member__full_name", "member__romaji"),
    *("member__kana", "member__is_guest"),
)


def tallies_between(first: date, last: date) -> Q:
    """Return a condition for the tallies of these days: whole months and edge days."""
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
    rows = Tally.objects.for_club(league.club_id).filter(
        tallies_between(first, last), page__league=league, page__counts=True
    )
    return rows.order_by("start")


def records_in(league: League, first: date, last: date) -> tuple[list[tuple[Person, Record]], int]:
    """Return everybody's record and the rules' state at the time. One query.

    One row per member and month, or day at the edges: runs continue from one to the next, so they
    are combined here and not in the database.
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
    """Return adjustments outside games, by person. One query."""
    counting: QuerySet[Adjustment, Any] = adjustments_of(league).filter(
        withdrawn_at=None, day__range=(first, last)
    )
    sums = counting.order_by().values_list(*_PERSON).annotate(sum=Sum("points"))
    return {
        person: points
        for *whose, points in sums
        if points and (person := cast("Person", tuple(whose)))
    }


def rule_state(league: League) -> Combinable:
    """Return the key of the latest rule change in force; 0 before the first; only rises.

    A change puts standings and versions in force in one transaction. What two statements have
    read belongs together if both saw the same state beside it.
    """
    applied = (
        RuleChange.objects.across_clubs()
        .filter(rule_set=league.rule_set_id, state=RuleChange.State.APPLIED)
        .order_by("-pk")
    )
    return Coalesce(Subquery(applied.values("pk")[:1]), Value(0))


def adjustments_of(league: League) -> QuerySet[Adjustment, Adjustment]:
    """Return the league's adjustments, revoked ones too, latest day first."""
    return Adjustment.objects.for_club(league.club_id).filter(league=league)


def adjusted_between(league: League, first: date, last: date) -> dict[int, int]:
    """Return valid adjustments of these days, both included: points by member. One query."""
    counting = adjustments_of(league).filter(withdrawn_at=None, day__range=(first, last))
    sums = counting.order_by().values("member").annotate(sum=Sum("points"))
    return dict(sums.values_list("member", "sum"))


def decimals_of(league: League) -> int:
    """Return the number of decimals of scores under the league's newest rules. One query."""
    versions = league.rule_set.rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED)
    newest = versions.order_by("-effective_from", "-number").first()
    return newest.value.ranking.score_decimals if newest else Ranking().score_decimals
