"""Which settlements count, and the tallies: days counted from the games, months from days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, cast

from django.db import transaction
from django.db.models import (
    Case,
    F,
    IntegerField,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
    prefetch_related_objects,
)
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from league.core.database import copy_in
from league.core.days import Period, month_start, next_month
from league.models import (
    Adjustment,
    Club,
    DirtyDay,
    Hanchan,
    League,
    RuleChange,
    Seat,
    Settlement,
    Tally,
    TallyPage,
)
from league.models.hanchan import visible
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

_PLACES = tuple(f"place_{seat}" for seat in range(4))
_SCORES = tuple(f"score_{seat}" for seat in range(4))


class Counted(NamedTuple):
    revision: int
    version: int
    places: tuple[int, ...]
    scores: tuple[int, ...]
    result: str
    dabu_ken: int | None


#: what :func:`counted_of` takes
COUNTED_COLUMNS = ("version_id", "hanchan_revision", "result", "dabu_ken", *_PLACES, *_SCORES)


def counted_of(row: Sequence[Any]) -> Counted:
    version, revision, result, dabu_ken, *rest = row
    players = 4 if rest[3] is not None else 3
    places, scores = tuple(rest[:players]), tuple(rest[4 : 4 + players])
    return Counted(revision, version, places, scores, result, dabu_ken)


def latest_settlement(game: str, change: RuleChange | None = None) -> Subquery:
    """Return the key of the settlement that counts, or would with ``change`` in force.

    ``game`` names the game's key in the outer query.
    """
    rows = Settlement.objects.across_clubs().filter(visible(change), hanchan=OuterRef(game))
    return Subquery(rows.order_by("-hanchan_revision", "-pk").values("pk")[:1])


def with_settlements(games: QuerySet[Hanchan, Hanchan]) -> QuerySet[Hanchan, Hanchan]:
    """Prefetch what ``Hanchan.settlement`` returns. Two more queries."""
    return games.prefetch_related(_counting())


def with_scores(games: QuerySet[Hanchan, Hanchan]) -> QuerySet[Hanchan, Hanchan]:
    """Prefetch it without the versions, by far the largest part. One more query."""
    return games.prefetch_related(_counting(with_versions=False))


def fetch_scores(games: Sequence[Hanchan]) -> None:
    """Prefetch it without the versions for games already read. One query."""
    prefetch_related_objects(games, _counting(with_versions=False))


def _counting(*, with_versions: bool = True) -> Prefetch[str, Any, str]:
    rows = Settlement.objects.across_clubs().filter(pk=latest_settlement("hanchan"))
    if with_versions:
        # a version weighs more than a hundred settlements, and few settle them all
        rows = rows.prefetch_related("version")
    return Prefetch("settlements", queryset=rows, to_attr="counted")


def counted_by_game(
    club: Club | int, games: Q, change: RuleChange | None = None
) -> dict[int, Counted]:
    """Return what counts, or would with ``change`` in force, by game. One query.

    Args:
        club: whose games.
        games: a condition on settlements, through ``hanchan__``.
        change: whose settlements are treated as if they counted.
    """
    rows = (
        Settlement.objects.for_club(club)
        .filter(visible(change), games)
        .order_by("hanchan", "hanchan_revision", "pk")
        .values_list("hanchan", *COUNTED_COLUMNS)
    )
    # a later row takes the place of an earlier one
    return {row[0]: counted_of(row[1:]) for row in rows.iterator(chunk_size=5000)}


def forget_settlement(hanchan: Hanchan) -> None:
    """Drop the cached ``Hanchan.settlement``, after another one has come to count."""
    if hasattr(hanchan, "counted"):
        del hanchan.counted


def settled_seats(league: League, days: Period) -> QuerySet[Seat, Seat]:
    return Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league,
        hanchan__voided_at=None,
        hanchan__day__range=days.range,
        hanchan__settlements=latest_settlement("hanchan"),
    )


def by_seat(seat: str, column: str, seats: tuple[int, ...] = (0, 1, 2, 3)) -> Any:
    """Return an expression for the one of ``column_0`` to ``column_3`` that is a seat's."""
    cases = [When(**{seat: at}, then=F(f"{column}_{at}")) for at in seats]
    return Case(*cases, output_field=IntegerField())


def level_with(place: str, places: str) -> Any:
    """Return how many at the table share a place, including the asking one."""
    return sum(Case(When(Q(**{f"{places}_{at}": F(place)}), then=1), default=0) for at in range(4))


_SETTLED_SCORES = tuple(f"hanchan__settlements__score_{seat}" for seat in range(4))
_SETTLED_PLACES = tuple(f"hanchan__settlements__place_{seat}" for seat in range(4))

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
        *_SETTLED_SCORES,
        *_SETTLED_PLACES,
    )
    # through a cursor: PostgreSQL then looks up the few settlements, and does not read all of them
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


def raise_revision(league: League) -> None:
    """Raise the league's revision; other writers to this league wait until commit.

    Every service that touches games calls it first: it is the lock that lets each transaction
    count its days from games that nobody else is changing.
    """
    League.objects.for_club(league.club_id).filter(pk=league.pk).update(revision=F("revision") + 1)


def lock_league(league: League) -> None:
    """Lock the league against other writers until commit; its revision stays."""
    League.objects.for_club(league.club_id).select_for_update().get(pk=league.pk)


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
        rows = [
            *_rows(page, Tally.Span.DAY, in_month, touched, of_month),
            *_rows(
                page,
                Tally.Span.MONTH,
                [month],
                touched,
                _sum_month(page, in_month, touched, of_month),
            ),
        ]
        Tally.objects.bulk_create(
            rows,
            update_conflicts=True,
            unique_fields=["page", "span", "start", "member"],
            update_fields=list(TALLY_COLUMNS),
        )


def mark_dirty(league: League, days: Iterable[date]) -> None:
    """Make a rule change under way redo these days. One query if there is none."""
    under_way = RuleChange.objects.for_club(league.club_id).filter(
        rule_set=league.rule_set_id, state=RuleChange.State.OPEN
    )
    for change in under_way.order_by().values_list("pk", flat=True):
        DirtyDay.objects.bulk_create(
            (DirtyDay(change_id=change, league=league, day=day) for day in days),
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


def _sum_month(
    page: TallyPage, recounted: list[date], members: list[int], records: Mapping[Key, Record]
) -> dict[Key, Record]:
    """Add up the month: ``records`` of the days recounted, and the other days as stored.

    One query.
    """
    others = page.tallies.filter(~Q(start__in=recounted), span=Tally.Span.DAY, member__in=members)
    days = others.values_list("start", "member_id", *TALLY_COLUMNS)
    rows = [(day, member, row) for day, member, *row in days]
    rows += [(day, member, [*totals_of(record)]) for (member, day), record in records.items()]
    totals: defaultdict[int, list[Sequence[int]]] = defaultdict(list)
    for _day, member, row in sorted(rows):
        totals[member].append(row)
    return {
        (member, page.month): record_of_totals(sum_totals(rows)) for member, rows in totals.items()
    }


def _rows(
    page: TallyPage,
    span: Tally.Span,
    starts: list[date],
    members: list[int],
    records: Mapping[Key, Record],
) -> Iterator[Tally]:
    """Yield the rows of these records, and delete those of whom there is no record any more.

    One query, none where everybody has a record at each start.
    """
    if any((member, start) not in records for member in members for start in starts):
        there = page.tallies.filter(span=span, start__in=starts, member__in=members)
        gone = [row.pk for row in there if (row.member_id, row.start) not in records]
        if gone:
            page.tallies.filter(pk__in=gone).delete()
    for (member, start), record in sorted(records.items(), key=itemgetter(0)):
        yield Tally(page=page, member_id=member, span=span, start=start, **tally_fields(record))
