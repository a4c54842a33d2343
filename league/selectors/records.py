"""Members' records as values: counted from the games, or read from the tallies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from operator import itemgetter

from django.db.models import QuerySet

from league.days import month_start
from league.models import League, Seat, Tally
from league.selectors.counted import latest_settlement
from rules.models import Family
from scoring.standings import (
    TOTALS,
    PlainGame,
    Record,
    Running,
    combine,
    record_of_totals,
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
    """Each member's record of each club day, from the games. One query, streamed."""
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
    """The records of days summed up by month."""
    months: dict[Key, list[Record]] = defaultdict(list)
    for (member, day), record in sorted(days.items(), key=itemgetter(0)):
        months[member, month_start(day)].append(record)
    return {key: combine(records) for key, records in months.items()}


def _games(
    seats: QuerySet[Seat, Seat],
) -> Iterator[tuple[Key, PlainGame, str | None, bool]]:
    """Each game of each member, in no order: what :meth:`Running.add` takes."""
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
    """The league's tallies that count."""
    rows = Tally.objects.for_club(league.club_id)
    return rows.filter(page__league=league, page__counts=True)


def record_of_tally(row: Tally) -> Record:
    """A stored row as the value that standings are computed from."""
    return record_of_totals([getattr(row, name) for name in TALLY_COLUMNS])


def tally_fields(record: Record) -> dict[str, int]:
    """A record as the columns of a tally row."""
    return dict(zip(TALLY_COLUMNS, totals_of(record), strict=True))
