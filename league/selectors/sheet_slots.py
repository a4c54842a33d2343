"""Where the games of a spreadsheet go in their evenings, beside those that are stored already."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from league.entry import HanchanEntry
from league.models import Hanchan, League, Seat
from league.selectors.entry_check import MAX_NUMBER, MAX_TABLES
from league.sheets.games import SheetGame

Slot = tuple[int, int]  # table and number
#: who ended with what: the same on one day is the same game
_Result = frozenset[tuple[int | str | None, int]]


class Taken(NamedTuple):
    """Why a game has no place."""

    words: str = ""
    game: int | None = None


class Slots:
    """The tables and numbers of some days: those of stored games, and those given away."""

    def __init__(self, league: League, days: Sequence[date], *, has_tables: bool) -> None:
        self._has_tables = has_tables
        self._stored: defaultdict[date, set[Slot]] = defaultdict(set)
        self._given: defaultdict[date, set[Slot]] = defaultdict(set)
        self._last: defaultdict[tuple[date, int], int] = defaultdict(int)  # of a day's table
        self._known: dict[tuple[date, _Result], int] = {}
        self._seen: dict[tuple[date, _Result], int] = {}
        if days:
            self._read(league, min(days), max(days))

    def _read(self, league: League, first: date, last: date) -> None:
        """Learn what is stored. Two queries."""
        live = Hanchan.objects.for_club(league.club_id).filter(
            day__range=(first, last), voided_at=None
        )
        slots = live.filter(session__title="").values_list("day", "table", "number")
        for day, table, number in slots:
            self._stored[day].add((table, number))
            self._use(day, (table, number))
        for key, result in _results(league, first, last):
            self._known[key, result[0]] = result[1]

    def reserve(self, games: Iterable[SheetGame]) -> None:
        """Keep the numbers that lines name from lines that name none."""
        for game in games:
            if game.day and game.number:
                self._use(game.day, (game.table or 1, game.number))

    def take(
        self, game: SheetGame, entry: HanchanEntry, hangs_together: bool
    ) -> tuple[Slot | None, Taken]:
        """The game's table and number, or why there is none."""
        day, result = entry.day, _result_of(entry)
        if stored := self._known.get((day, result)):
            return None, Taken(_("The same result is stored already on that day."), stored)
        if line := self._seen.get((day, result)):
            words = _("The same result stands in line %(line)s too.") % {"line": line}
            return None, Taken(words)
        slot = self._slot(day, game)
        words = self._problem(day, slot, hangs_together=hangs_together)
        if words:
            return None, Taken(words)
        self._given[day].add(slot)
        self._use(day, slot)
        self._seen[day, result] = game.line
        return slot, Taken()

    def _slot(self, day: date, game: SheetGame) -> Slot:
        if game.number is not None:
            return self._named(day, game)
        for table in [game.table] if game.table else range(1, MAX_TABLES + 1):
            if self._last[day, table] < MAX_NUMBER:
                return table, self._last[day, table] + 1
        return game.table or MAX_TABLES, MAX_NUMBER

    def _named(self, day: date, game: SheetGame) -> Slot:
        """A game by its number; in a sheet without tables, at the first table where it is free."""
        assert game.number is not None
        if game.table is not None or self._has_tables:
            return game.table or 1, game.number
        for table in range(1, MAX_TABLES + 1):
            slot = (table, game.number)
            if slot not in self._stored[day] and slot not in self._given[day]:
                return slot
        return 1, game.number

    def _use(self, day: date, slot: Slot) -> None:
        self._last[day, slot[0]] = max(self._last[day, slot[0]], slot[1])

    def _problem(self, day: date, slot: Slot, *, hangs_together: bool) -> str:
        facts = {"table": slot[0], "number": slot[1]}
        if slot in self._given[day]:
            return _("Game %(number)s of table %(table)s is on this sheet twice.") % facts
        if slot in self._stored[day]:
            return _("Game %(number)s of table %(table)s is entered already.") % facts
        if hangs_together and any(table == slot[0] for table, _number in self._stored[day]):
            return (
                _(
                    "Table %(table)s has games of that evening already, and games of Boo hang "
                    "together: enter this one by hand."
                )
                % facts
            )
        return ""


def _results(league: League, first: date, last: date) -> Iterator[tuple[date, tuple[_Result, int]]]:
    """The results of the league's live games. One query."""
    seats = (
        Seat.objects.for_club(league.club_id)
        .filter(hanchan__league=league, hanchan__day__range=(first, last), hanchan__voided_at=None)
        .order_by("hanchan")
        .values_list(
            "hanchan",
            "hanchan__day",
            "hanchan__scores_are_given",
            "member",
            "points",
            "given_score",
        )
    )
    by_game: defaultdict[tuple[int, date], list[tuple[int | str | None, int]]] = defaultdict(list)
    for game, day, is_given, member, points, score in seats.iterator(chunk_size=5_000):
        by_game[game, day].append((member, (score or 0) if is_given else points))
    for (game, day), result in by_game.items():
        yield day, (frozenset(result), game)


def _result_of(entry: HanchanEntry) -> _Result:
    return frozenset(
        (
            seat.member_id or seat.guest,
            (seat.given_score if entry.scores_are_given else seat.points) or 0,
        )
        for seat in entry.seats
    )
