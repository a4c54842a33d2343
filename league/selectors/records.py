"""Members' records as values: counted from the games, or read from the tallies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import TypeAlias

from django.db.models import Aggregate, Max, Min, QuerySet, Sum

from league.days import month_start
from league.models import League, Seat, Tally
from league.selectors.counted import latest_settlement
from rules.models import Family
from scoring.standings import TOTALS, Record, Running, combine, record_of_totals

_SCORES = tuple(f"hanchan__settlements__score_{seat}" for seat in range(4))
_PLACES = tuple(f"hanchan__settlements__place_{seat}" for seat in range(4))

#: the counted columns of a tally row
TALLY_COLUMNS = TOTALS

#: what rows of several days or months come to, by column: all add up but best and worst
SUMMED_UP: Mapping[str, Aggregate] = {
    **{name: Sum(name) for name in TALLY_COLUMNS},
    "best": Max("best"),
    "worst": Min("worst"),
}

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
    for key, game in _games(seats.order_by()):
        games[key].add(*game)
    return {key: running.record() for key, running in games.items()}


def months_of(days: Mapping[Key, Record]) -> dict[Key, Record]:
    """The records of days summed up by month."""
    months: dict[Key, list[Record]] = defaultdict(list)
    for (member, day), record in days.items():
        months[member, month_start(day)].append(record)
    return {key: combine(records) for key, records in months.items()}


#: what :meth:`Running.add` takes
_Game: TypeAlias = tuple[int, int, int, int, int, bool, str | None]


def _games(seats: QuerySet[Seat, Seat]) -> Iterator[tuple[Key, _Game]]:
    rows = seats.values_list(
        *("member", "hanchan__day", "seat", "points", "chips"),
        *("hanchan__league__rule_set__rule_set__family", "hanchan__settlements__result"),
        *_SCORES,
        *_PLACES,
    )
    for member, day, seat, points, chips, family, result, *results in rows.iterator(2000):
        score, place = results[seat], results[4 + seat]
        halves = 2 * place + results[4:].count(place) - 1
        busted = points < 0 and family != Family.ZUNG_JUNG
        yield (member, day), (place, halves, score, points, chips, busted, result or None)


def tallies_of(league: League) -> QuerySet[Tally, Tally]:
    """The league's tallies that count."""
    rows = Tally.objects.for_club(league.club_id)
    return rows.filter(page__league=league, page__counts=True)


def record_of_tally(row: Tally) -> Record:
    """A stored row as the value that standings are computed from."""
    return record_of_totals([getattr(row, name) for name in TALLY_COLUMNS])


def tally_fields(record: Record) -> dict[str, int]:
    """A record as the columns of a tally row."""
    first, second, third, fourth = record.place_counts
    double_maru_a, maru_a, maru_b, maru_c = record.maru_counts
    assert record.best is not None
    assert record.worst is not None
    return {
        "games": record.games,
        "first": first,
        "second": second,
        "third": third,
        "fourth": fourth,
        "place_halves": record.place_halves,
        "score": record.score,
        "points": record.points,
        "best": record.best,
        "worst": record.worst,
        "busts": record.busts,
        "chips": record.chips,
        "double_maru_a": double_maru_a,
        "maru_a": maru_a,
        "maru_b": maru_b,
        "maru_c": maru_c,
        "floated": record.floated,
    }
