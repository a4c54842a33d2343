"""Members' records as values: counted from the games, or read from the tallies."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date

from django.db.models import QuerySet

from league.days import month_start
from league.models import League, Seat, Tally
from scoring.results import SeatScore
from scoring.standings import Record, combine, record_of

_SCORES = tuple(f"hanchan__settlement__score_{seat}" for seat in range(4))
_PLACES = tuple(f"hanchan__settlement__place_{seat}" for seat in range(4))

#: the counted columns of a tally row
TALLY_COLUMNS = (
    *("games", "first", "second", "third", "fourth", "place_halves"),
    *("score", "points", "best", "worst", "busts", "chips"),
)

Key = tuple[int, date]  # member, club day or month


def count_days(
    league: League,
    *,
    days: Iterable[date] | None = None,
    members: Iterable[int] | None = None,
) -> dict[Key, Record]:
    """Each member's record of each club day, from the games. One query, streamed."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league, hanchan__voided_at=None, hanchan__settlement__isnull=False
    )
    if days is not None:
        seats = seats.filter(hanchan__day__in=list(days))
    if members is not None:
        seats = seats.filter(member__in=list(members))
    games: dict[Key, list[Record]] = defaultdict(list)
    for member, day, record in _game_records(seats.order_by()):
        games[member, day].append(record)
    return {key: combine(records) for key, records in games.items()}


def months_of(days: dict[Key, Record]) -> dict[Key, Record]:
    """The records of days summed up by month."""
    months: dict[Key, list[Record]] = defaultdict(list)
    for (member, day), record in days.items():
        months[member, month_start(day)].append(record)
    return {key: combine(records) for key, records in months.items()}


def _game_records(seats: QuerySet[Seat, Seat]) -> Iterator[tuple[int, date, Record]]:
    rows = seats.values_list(
        "member", "hanchan__day", "seat", "points", "chips", *_SCORES, *_PLACES
    )
    for member, day, seat, points, chips, *results in rows.iterator(chunk_size=2000):
        score, place = results[seat], results[4 + seat]
        shared = results[4:].count(place)
        taken = SeatScore(place=place, place_halves=2 * place + shared - 1, score=score, parts=())
        yield member, day, record_of(taken, points=points, chips=chips, busted=points < 0)


def record_of_tally(row: Tally) -> Record:
    """A stored row as the value that standings are computed from."""
    return Record(
        games=row.games,
        place_counts=(row.first, row.second, row.third, row.fourth),
        place_halves=row.place_halves,
        score=row.score,
        points=row.points,
        best=row.best,
        worst=row.worst,
        busts=row.busts,
        chips=row.chips,
    )


def tally_fields(record: Record) -> dict[str, int]:
    """A record as the columns of a tally row."""
    first, second, third, fourth = record.place_counts
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
    }
