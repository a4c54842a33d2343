"""Games as they were played, read in bulk to be settled: points, extras, who sat where.

The ORM writes one query with a row a game, its seats side by side; the rows are taken from the
database's driver as they come, since long histories are read here. At the end, who holds the right
to double (ダブ権) at a table of Boo, by what it has played so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Case, CharField, FilteredRelation, IntegerField, Q, When
from django.db.models.functions import Cast

from league.games.entry import HanchanEntry
from league.games.tallies import COUNTED_COLUMNS, Counted, counted_of, latest_settlement
from league.models import Hanchan, League, Penalty, RuleChange, Seat, Session, Yakuman
from rules.parameters import NO_OPTIONS, BooParameters, chosen_under
from scoring.boo import ChainedGame, TableGame, chain_scores
from scoring.checks import problems
from scoring.results import Bust, GameResult, YakumanWin
from scoring.results import Penalty as PenaltyTaken
from scoring.settlement import Scores


class Played(NamedTuple):
    game: int
    day: date
    session: int
    table: int
    number: int
    revision: int
    members: tuple[int, ...]  # by seat
    result: GameResult
    points_are_known: bool = True
    options: Mapping[str, Any] = NO_OPTIONS  # what its event chose for itself


def at_table(session: int, table: int) -> Q:
    """Return a condition on a seat for the games of one table on one evening."""
    return Q(hanchan__session=session, hanchan__table=table)


def on_days(first: date, last: date) -> Q:
    """Return a condition on a seat for the games of some days, both ends included."""
    return Q(hanchan__day__range=(first, last))


def played(league: League, games: Q) -> list[Played]:
    """Return the league's live games, in table order of play. Three queries, rarely four.

    Args:
        league: whose games.
        games: a condition through ``hanchan__``, valid for seats, penalties and yakuman alike.
    """
    read = rows_of(league, games)
    return list(read.played(read.rows))


def played_and_counted(
    league: League, games: Q, change: RuleChange | None = None
) -> tuple[list[Played], dict[int, Counted]]:
    """Return the same games, and ``counted_by_game`` of them. As many queries."""
    read = rows_and_counted(league, games, change)
    return list(read.played(read.rows)), read.counted(read.rows)


class GameRows(NamedTuple):
    """Live games as raw rows, in the order of play, for settling thousands at a time.

    ``rows`` have one game each; the attributes below name its columns.
    """

    rows: list[Any]
    more: dict[int, dict[str, Any]]  # what a few games have beside points and sticks

    def played(self, rows: Iterable[Any]) -> Iterator[Played]:
        return _games(rows, self.more)

    def counted(self, rows: Iterable[Any]) -> dict[int, Counted]:
        return {row[0]: counted_of(row[COUNTED]) for row in rows if row[COUNTED][0] is not None}


#: where a row has the day (text on SQLite), the revision, the members and points by seat, and
#: what counts, as ``COUNTED_COLUMNS`` has it
DAY, REVISION, STICKS, NOTED = 1, 5, 6, 7
MEMBERS, POINTS, COUNTED = slice(8, 12), slice(12, 16), slice(16, None)


def rows_of(league: League, games: Q) -> GameRows:
    """Return the same games as rows, not yet as objects. As many queries."""
    live = _live(league, games)
    rows = _rows(_first_seats(), league, live)
    return GameRows(rows, _more(league, live, rows))


def rows_and_counted(league: League, games: Q, change: RuleChange | None = None) -> GameRows:
    """Return the same with each game's counted settlement. As many queries."""
    live = _live(league, games)
    condition = Q(hanchan__settlements__pk=latest_settlement("hanchan", change))
    settlement = FilteredRelation("hanchan__settlements", condition=condition)
    counted = (f"settlement__{name}" for name in COUNTED_COLUMNS)
    rows = _rows(_first_seats().annotate(settlement=settlement), league, live, counted)
    return GameRows(rows, _more(league, live, rows))


def _live(league: League, games: Q) -> Q:
    return games & Q(hanchan__league=league, hanchan__voided_at=None)


_HEADING = ("session_id", "table", "number", "revision", "sticks")
_OTHERS = (1, 2, 3)
#: whether scores came with the game, and whether its points are known
_GIVEN = ("hanchan__scores_are_given", "hanchan__points_are_known")
#: of what a game has beside its points, that which is no part of its result
_KNOWN, _OPTIONS = "points_are_known", "options"


@cache
def _first_seats() -> Any:
    others = {
        f"seat_{seat}": FilteredRelation("hanchan__seats", condition=Q(hanchan__seats__seat=seat))
        for seat in _OTHERS
    }
    noted = Q()
    for seat in ("", *(f"seat_{seat}__" for seat in _OTHERS)):
        noted |= Q(**{f"{seat}chips__lt": 0}) | Q(**{f"{seat}chips__gt": 0})
        noted |= Q(**{f"{seat}is_yakitori": True}) | Q(**{f"{seat}busted_by__isnull": False})
        noted |= Q(**{f"{seat}is_substitute": True})
    noted |= Q(hanchan__scores_are_given=True) | ~Q(hanchan__options={})
    return (
        Seat.objects.across_clubs()
        .filter(seat=0)
        .annotate(**others)
        .annotate(
            noted=Case(When(noted, then=1), default=0, output_field=IntegerField()),
            iso_day=Cast("hanchan__day", CharField()),
        )
        .order_by(
            *("hanchan__day", "hanchan__session_id", "hanchan__table", "hanchan__number"),
            "hanchan_id",
        )
    )


def _rows(first_seats: Any, league: League, live: Q, more: Iterable[str] = ()) -> list[Any]:
    """Return a row per game in the order of play, with ``more`` columns at its end."""
    # SQLite stores text, which is made a date once a day below and not once a game
    day = "iso_day" if connection.vendor == "sqlite" else "hanchan__day"
    columns = (
        *("hanchan_id", day, *(f"hanchan__{name}" for name in _HEADING)),
        "noted",
        *("member_id", *(f"seat_{seat}__member_id" for seat in _OTHERS)),
        *("points", *(f"seat_{seat}__points" for seat in _OTHERS)),
    )
    rows = first_seats.filter(live, hanchan__club=league.club_id).values_list(*columns, *more)
    with connection.cursor() as cursor:
        cursor.execute(*rows.query.sql_with_params())
        return list(cursor.fetchall())


def day_of(day: Any) -> date:
    return date.fromisoformat(day) if isinstance(day, str) else day


def _games(rows: Iterable[Any], more: dict[int, dict[str, Any]]) -> Iterator[Played]:
    days: dict[Any, date] = {}
    for game, day, session, table, number, revision, sticks, _noted, *rest in rows:
        players = 4 if rest[3] is not None else 3
        if day not in days:
            days[day] = day_of(day)
        points, members = tuple(rest[4 : 4 + players]), tuple(rest[:players])
        known, options, extra = True, NO_OPTIONS, more.get(game)
        if extra:
            known, options = extra.get(_KNOWN, True), extra.get(_OPTIONS, NO_OPTIONS)
            details = {
                name: value for name, value in extra.items() if name not in (_KNOWN, _OPTIONS)
            }
            result = GameResult(points=points, sticks=sticks, **details)
        else:
            result = GameResult(points=points, sticks=sticks)
        place = session, table, number, revision
        yield Played(game, days[day], *place, members, result, known, options)


def _more(league: League, live: Q, rows: list[Any]) -> dict[int, dict[str, Any]]:
    found: dict[int, dict[str, Any]] = defaultdict(dict)
    if not rows:
        return found
    with_notes = {row[0] for row in rows if row[NOTED]}
    if with_notes:
        noted = Seat.objects.for_club(league.club_id).filter(live).order_by("hanchan", "seat")
        columns = ("chips", "is_yakitori", "is_substitute", "busted_by", "given_score")
        values = noted.values_list("hanchan", "seat", *columns, "hanchan__options", *_GIVEN)
        for game, seats in groupby(values.iterator(chunk_size=5000), key=itemgetter(0)):
            if game in with_notes:
                found[game] = _noted(seats)
    # by the games' keys: asked for their league, SQLite would look at every game for the few
    keys = [row[0] for row in rows]
    among = Q(hanchan__gte=min(keys), hanchan__lte=max(keys))
    for game, taken in _penalties(among).items():
        found[game]["penalties"] = tuple(taken)
    for game, won in _yakuman(among).items():
        found[game]["yakuman"] = tuple(won)
    return found


def _noted(seats: Iterable[tuple[Any, ...]]) -> dict[str, Any]:
    _games, by_seat, chips, yakitori, substitutes, busted_by, given, options, counts, known = zip(
        *seats, strict=True
    )
    noted: dict[str, Any] = {
        "chips": chips if any(chips) else None,
        "busts": tuple(
            [
                Bust(seat=seat, by=by)
                for seat, by in zip(by_seat, busted_by, strict=True)
                if by is not None
            ]
        ),
        "yakitori": tuple([s for s, none in zip(by_seat, yakitori, strict=True) if none]),
        "substitutes": tuple([s for s, is_one in zip(by_seat, substitutes, strict=True) if is_one]),
    }
    if options[0]:
        noted[_OPTIONS] = options[0]
    if counts[0]:
        noted["given"] = tuple(score or 0 for score in given)
        noted[_KNOWN] = known[0]
    return noted


def _penalties(games: Q) -> dict[int, list[PenaltyTaken]]:
    rows = Penalty.objects.across_clubs().filter(games).order_by("seat", "kind")
    found: dict[int, list[PenaltyTaken]] = defaultdict(list)
    columns = "hanchan", "seat", "kind", "count", "amount", "held"
    for game, seat, kind, count, amount, held in rows.values_list(*columns):
        found[game].append(
            PenaltyTaken(seat=seat, kind=kind, count=count, amount=amount, held=held)
        )
    return found


def _yakuman(games: Q) -> dict[int, list[YakumanWin]]:
    rows = Yakuman.objects.across_clubs().filter(games).order_by("pk")
    found: dict[int, list[YakumanWin]] = defaultdict(list)
    for game, seat, discarder, pao in rows.values_list("hanchan", "seat", "discarder", "pao"):
        found[game].append(YakumanWin(winner=seat, discarder=discarder, pao=pao))
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class BooTable:
    parameters: BooParameters
    games: Sequence[Played]
    #: of games that are only typed yet
    options: Mapping[str, Any] = field(default_factory=dict)

    def holders(self, number: int) -> tuple[int, ...]:
        """Return the members who hold the right as game ``number`` begins, longest first."""
        chained = self._chained(number)
        return chained[-1].holders if chained else ()

    def right_in(self, number: int, players: tuple[int, ...], result: GameResult) -> int | None:
        """Return the seat whose right could double game ``number`` as it was typed.

        Args:
            number: which game of the table it is.
            players: member keys by seat; any other number for somebody new.
            result: how it ended.
        """
        own_rule = chosen_under(self.parameters, self.options)
        game = TableGame(players=players, result=result, own_rule=own_rule)
        return self._chained(number, game)[-1].game.result.dabu_ken

    def _chained(self, number: int, *more: TableGame) -> list[ChainedGame[Scores]]:
        """Skip invalid games, as the final settlement does."""
        before = []
        for game in self.games:
            rule = chosen_under(self.parameters, game.options)
            if game.number < number and not problems(game.result, rule):
                before.append(TableGame(players=game.members, result=game.result, own_rule=rule))
        return chain_scores([*before, *more], self.parameters)


def boo_table(
    league: League,
    session: Session | None,
    table: int,
    parameters: BooParameters,
    *,
    without: Hanchan | None = None,
    beside: Iterable[HanchanEntry] = (),
    options: Mapping[str, Any] = NO_OPTIONS,
) -> BooTable:
    """Read what a table has played. Three queries, none without an evening.

    Args:
        league: whose games; those of another league pass no right on.
        session: the evening, if there is one yet.
        table: the table's number.
        parameters: the rules of that day.
        without: a game to leave out, because it is about to become another.
        beside: results that are entered together with this one, of any table and league.
        options: the event's own choices, for results that are not stored yet.
    """
    games = played(league, at_table(session.pk, table)) if session else []
    left_out = without.pk if without else None
    kept = [game for game in games if game.game != left_out]
    kept += [
        _as_played(entry, options)
        for entry in beside
        if (entry.league.pk, entry.table) == (league.pk, table)
    ]
    ordered = sorted(kept, key=lambda game: game.number)
    return BooTable(parameters=parameters, games=ordered, options=options)


def _as_played(entry: HanchanEntry, options: Mapping[str, Any]) -> Played:
    members = (seat.member_id or -at for at, seat in enumerate(entry.seats, start=1))
    return Played(
        game=0,
        day=entry.day,
        session=0,
        table=entry.table,
        number=entry.number,
        revision=0,
        members=tuple(members),
        result=entry.result(),
        options=options,
    )
