"""The preview of a spreadsheet import: its games, their people, and what is wrong."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from league.core.days import day_problem
from league.core.naming import fold, is_readable
from league.games.check import (
    MAX_NUMBER,
    MAX_TABLES,
    last_day,
    problem_of_day,
    slot_taken,
)
from league.games.entry import HanchanEntry, SeatEntry
from league.games.points import counting_of
from league.imports.people import (
    SOMEBODY_ELSE,
    How,
    Meant,
    NameBook,
    name_problem,
    open_words,
)
from league.imports.spreadsheets.grid import Grid, Problem, problem_words
from league.imports.spreadsheets.layout import (
    Figures,
    ImportSettings,
    Layout,
    Unit,
)
from league.imports.spreadsheets.reading import SheetGame, SheetSeat, read_games
from league.models import Hanchan, League, Member, Seat
from league.rulebook.options import Choices
from league.rulebook.versions import RuleLine, before_rules, rule_line
from league.wording.errors import words_for
from rules.models import RuleVersion
from rules.parameters import NO_OPTIONS, BooParameters, Parameters, RiichiParameters, chosen_under
from scoring.checks import Checker
from scoring.errors import ScoringError
from scoring.settlement import Settler

#: what a seat's points may be in the database, whatever the rule says
_MOST = 1_000_000

Who = tuple[int | None, str]  # a member's key, or the name of somebody new


@dataclass(frozen=True, slots=True)
class Settling:
    line: RuleLine
    version: RuleVersion
    rule: Parameters  # as the game's event plays it
    options: Mapping[str, Any]  # what that chose
    layout: Layout

    @property
    def is_boo(self) -> bool:
        return isinstance(self.rule, BooParameters)

    def made_ready(self) -> tuple[Checker, Settler]:
        return self.line.made_ready(self.version, self.rule, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An entry without its table and number, or the reasons why there is none."""

    entry: HanchanEntry
    problems: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    differs: bool = False


def entry_of_game(league: League, game: SheetGame, who: Sequence[Who], settling: Settling) -> Made:
    assert game.day is not None  # the caller has looked
    counts_scores = settling.layout.figures is Figures.SCORES
    seats = list(zip(game.seats, who, strict=True))
    has_points = all(seat.points is not None for seat in game.seats)
    if counts_scores and not has_points and not _tells_seats(game):
        seats.sort(key=lambda pair: -(pair[0].score or 0))  # as a result list has them
    entry = HanchanEntry(
        league=league,
        day=game.day,
        seats=tuple(_seat(*pair, counts_scores=counts_scores) for pair in seats),
        remark=game.remark,
        scores_are_given=counts_scores,
        points_are_known=has_points or not counts_scores,
    )
    if not counts_scores:
        return _by_rules(entry, game, settling)
    if not isinstance(settling.rule, RiichiParameters):
        words = _("Only games under riichi rules can use the scores in the table.")
        return Made(entry=entry, problems=(words,))
    return _with_its_scores(entry, settling)


def _seat(seat: SheetSeat, who: Who, *, counts_scores: bool) -> SeatEntry:
    return SeatEntry(
        member_id=who[0],
        guest=who[1],
        points=seat.points,
        chips=seat.chips or 0,
        given_score=seat.score if counts_scores else None,
    )


def _tells_seats(game: SheetGame) -> bool:
    return all(seat.seat is not None for seat in game.seats)


def _with_its_scores(entry: HanchanEntry, settling: Settling) -> Made:
    check, settle = settling.made_ready()
    notes: tuple[str, ...] = ()
    if entry.points_are_known and check(replace(entry, scores_are_given=False).result()):
        notes = (_("The points do not add up under the rules, so only the scores are stored."),)
        bare = tuple(replace(seat, points=None) for seat in entry.seats)
        entry = replace(entry, points_are_known=False, seats=bare)
    problems = check(entry.result())
    if problems:
        return Made(entry=entry, problems=_words(problems))
    scores = settle(entry.result()).scores
    return Made(entry=entry, scores=scores, notes=notes)


def _by_rules(entry: HanchanEntry, game: SheetGame, settling: Settling) -> Made:
    check, settle = settling.made_ready()
    if any(abs(seat.points or 0) > _MOST for seat in entry.seats):
        words = _("That is more than a table can have. One digit too many?")
        return Made(entry=entry, problems=(words,))
    if problems := check(entry.result()):
        return Made(entry=entry, problems=_words(problems))
    if settling.is_boo:
        return Made(entry=entry)
    scores = settle(entry.result()).scores
    scores_read = tuple(seat.score for seat in game.seats)
    differs = None not in scores_read and scores_read != scores
    return Made(entry=entry, scores=scores, notes=_notes(entry, game), differs=differs)


def _notes(entry: HanchanEntry, game: SheetGame) -> tuple[str, ...]:
    """Note ties under a rule that breaks them by seat, which the table does not tell."""
    held = Counter(seat.points for seat in entry.seats)
    if max(held.values()) == 1 or _tells_seats(game):
        return ()
    return (
        _(
            "Some points are equal and the table gives no seats, so those players are "
            "stored in the order of the table."
        ),
    )


def _words(problems: Sequence[ScoringError]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words_for(problem)[1] for problem in problems))


Slot = tuple[int, int]  # table and number
#: who ended with what: the same on one day is the same game
_Result = frozenset[tuple[int | str | None, int]]


class Taken(NamedTuple):
    words: str = ""
    game: int | None = None


class Slots:
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
        """Read the stored slots. Two queries."""
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
        for game in games:
            if game.day and game.number:
                self._use(game.day, (game.table or 1, game.number))

    def take(
        self, game: SheetGame, entry: HanchanEntry, hangs_together: bool
    ) -> tuple[Slot | None, Taken]:
        """Return the game's table and number, or why there is none."""
        day, result = entry.day, _result_of(entry)
        if stored := self._known.get((day, result)):
            return None, Taken(_("The same result is already stored for that day."), stored)
        if line := self._seen.get((day, result)):
            words = _("The same result also appears in line %(line)s.") % {"line": line}
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
        """Use the game's own number; without tables, the first table where it is free."""
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
            return slot_taken(*slot)
        if hangs_together and any(table == slot[0] for table, _number in self._stored[day]):
            return (
                _(
                    "Table %(table)s already has games in that session, and games of Boo depend on "
                    "one another: enter this one by hand."
                )
                % facts
            )
        return ""


def _results(league: League, first: date, last: date) -> Iterator[tuple[date, tuple[_Result, int]]]:
    """Yield the results of the league's live games. One query."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedProblem:
    where: str  # D12, or the number of the line
    words: str
    game: int | None = None  # the stored game that it is about


class SheetPeople:
    """The club's list, and what was chosen for unknown names. One query."""

    def __init__(self, club: int, settings: ImportSettings) -> None:
        self.settings = settings
        self.book = NameBook(Member.objects.for_club(club))
        self.new: dict[str, int] = {}  # who is to be added, and as what
        # to the book, whoever is new is new
        self._choices = {name: max(key, SOMEBODY_ELSE) for name, key in settings.choices.items()}
        self._spelt: dict[str, str] = {}

    def spelling(self, name: str) -> str:
        """Return one spelling of an unknown name, whatever its widths and kana."""
        if not name or self.book.lists(name):
            return name
        return self._spelt.setdefault(fold(name), name)

    def who(
        self, game: SheetGame, names: list[str]
    ) -> tuple[tuple[Meant, ...], list[NamedProblem]]:
        if len(set(names)) < len(names) or not all(names):
            return (), []  # said already
        seats = self.book.meant(names, game.day or date.min, self._choices)
        problems = [
            NamedProblem(where=Problem("", seat.line, seat.column).cell, words=words)
            for name, seat, meant in zip(names, game.seats, seats, strict=True)
            for words in self._about(name, meant)
        ]
        return seats, problems

    def _about(self, name: str, meant: Meant) -> Iterator[str]:
        if meant.how is How.SEVERAL:
            yield _("“%(name)s” could be any of several members: choose who it is.") % {
                "name": name
            }
        elif meant.how is How.TAKEN:
            yield _("“%(name)s” matches someone already in another seat: choose who it is.") % {
                "name": name
            }
        elif not is_readable(name):
            yield _("Choose a name with readable characters.")
        elif meant.member is None:
            yield from self._about_new(name)

    def _about_new(self, name: str) -> Iterator[str]:
        chosen = self.settings.choices.get(name, self.settings.others.choice)
        if words := open_words(name, chosen) or name_problem(name, self.book):
            yield words
        elif chosen is not None:
            self.new[name] = chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    game: SheetGame
    names: tuple[str, ...] = ()  # in one spelling
    seats: tuple[Meant, ...] = ()
    problems: tuple[NamedProblem, ...] = ()
    entry: HanchanEntry | None = None  # with nothing wrong; new people by their names
    version: RuleVersion | None = None
    scores: tuple[int, ...] = ()  # by the entry's seats, where a game stands by itself
    notes: tuple[str, ...] = ()
    differs: bool = False  # the rules give other scores than the table
    is_left_out: bool = False
    #: what its season or evening chose for itself
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRun:
    """What an import would do.

    ``new`` says who would be added, and as what; ``chosen`` names those somebody decided on.
    """

    games: tuple[PlannedGame, ...]
    sums: tuple[int, ...]
    others: tuple[int, ...]
    new: dict[str, int]
    chosen: frozenset[str]

    @property
    def good(self) -> list[PlannedGame]:
        return [each for each in self.games if each.entry and not each.problems]

    @property
    def wrong(self) -> list[PlannedGame]:
        return [each for each in self.games if each.problems]

    @property
    def blocking(self) -> list[PlannedGame]:
        """Return games that prevent the others from being stored."""
        return [each for each in self.wrong if not each.is_left_out]


def dry_run(league: League, grid: Grid, settings: ImportSettings) -> SheetRun:
    """Plan the games of a table. Five queries, however many games; two more for open options.

    Args:
        league: where they go, with its club and rule set.
        grid: the cells.
        settings: what they mean, who people are, and which lines are left out.
    """
    return SheetPlanner(league, settings).run(grid)


class SheetPlanner:
    """Plans the games of one table; caches what it has read of the club."""

    def __init__(self, league: League, settings: ImportSettings) -> None:
        self.league, self.settings = league, settings
        self.line = rule_line(league.rule_set.rule_set)
        self.people = SheetPeople(league.club_id, settings)
        self.last_day = last_day(league.club)

    def run(self, grid: Grid) -> SheetRun:
        """Plan the games in the order of their lines."""
        layout = self.settings.layout
        if layout.unit is Unit.AUTO and self._counts_single_points():
            layout = replace(layout, unit=Unit.FULL)
        reading = read_games(grid, layout)
        days = [game.day for game in reading.games if game.day and not day_problem(game.day)]
        has_tables = any(game.table is not None for game in reading.games)
        slots = Slots(self.league, days, has_tables=has_tables)
        slots.reserve(reading.games)
        choices = Choices(self.league, days)
        planned = [self._planned(game, slots, choices) for game in reading.games]
        used = {name for each in planned if each.entry for name in _guests(each.entry)}
        return SheetRun(
            games=tuple(planned),
            sums=reading.sums,
            others=reading.others,
            new={name: kind for name, kind in self.people.new.items() if name in used},
            chosen=frozenset(self.people.new) | frozenset(self.settings.choices),
        )

    def _counts_single_points(self) -> bool:
        newest = self.line.versions[:1]
        parameters = self.line.parameters(newest[0]) if newest else None
        return parameters is not None and counting_of(parameters).unit == 1

    def _planned(self, game: SheetGame, slots: Slots, choices: Choices) -> PlannedGame:
        mistakes = [
            NamedProblem(where=each.cell, words=problem_words(each)) for each in game.problems
        ]
        version, rule = self._rule(game, mistakes)
        options: Mapping[str, Any] = NO_OPTIONS
        if rule is not None and game.day is not None:
            options = choices.on(rule, game.day)
            rule = chosen_under(rule, options)
        names = [self.people.spelling(seat.name) for seat in game.seats]
        seats, unknown = self.people.who(game, names)
        mistakes += unknown
        if rule is not None and len(game.seats) != rule.game.players and not _says_count(game):
            words = _("These rules are for %(players)s players, but the line has %(count)s.")
            facts = {"players": rule.game.players, "count": len(game.seats)}
            mistakes.append(NamedProblem(where=str(game.line), words=words % facts))
        found = PlannedGame(
            game=game, names=tuple(names), seats=seats, version=version, options=options
        )
        if not mistakes and rule is not None and version is not None:
            settling = Settling(self.line, version, rule, options, self.settings.layout)
            found = self._settled(found, names, settling, slots, mistakes)
        if mistakes:
            is_out = game.line in self.settings.left_out
            found = replace(found, entry=None, problems=tuple(mistakes), is_left_out=is_out)
        return found

    def _settled(
        self,
        found: PlannedGame,
        names: list[str],
        settling: Settling,
        slots: Slots,
        mistakes: list[NamedProblem],
    ) -> PlannedGame:
        game = found.game
        who = [
            (m.member.pk, "") if m.member else (None, n)
            for m, n in zip(found.seats, names, strict=True)
        ]
        made = entry_of_game(self.league, game, who, settling)
        mistakes += [NamedProblem(where=str(game.line), words=words) for words in made.problems]
        if made.problems:
            return found
        slot, taken = slots.take(game, made.entry, settling.is_boo)
        if slot is None:
            mistakes.append(NamedProblem(where=str(game.line), words=taken.words, game=taken.game))
            return found
        return replace(
            found,
            entry=replace(made.entry, table=slot[0], number=slot[1]),
            scores=made.scores,
            notes=made.notes,
            differs=made.differs,
        )

    def _rule(
        self, game: SheetGame, mistakes: list[NamedProblem]
    ) -> tuple[RuleVersion | None, Parameters | None]:
        """Return the day's version and parameters; problems go to ``mistakes``."""
        if game.day is None:
            return None, None
        problem = problem_of_day(game.day, self.last_day)
        version = self.line.on(game.day)
        if not problem and version is None:
            problem = before_rules(next(reversed(self.line.versions), None)).message
        if problem:
            mistakes.append(
                NamedProblem(where=str(game.line), words=f"{game.day.isoformat()}: {problem}")
            )
            return None, None
        parameters = None if version is None else self.line.parameters(version)
        return version, parameters


def _says_count(game: SheetGame) -> bool:
    return any(problem.code == "too-many" for problem in game.problems)


def _guests(entry: HanchanEntry) -> list[str]:
    return [seat.guest for seat in entry.seats if seat.member_id is None]
