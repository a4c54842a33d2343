"""The dry run of a spreadsheet: which games it makes, who sat there, and what keeps any out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from league.counting import counting_of
from league.days import club_day, day_problem
from league.entry import HanchanEntry
from league.models import League
from league.selectors.options import Choices
from league.selectors.rule_line import rule_line
from league.selectors.sheet_entry import Settling, entry_of_game
from league.selectors.sheet_people import Said, SheetPeople
from league.selectors.sheet_slots import Slots
from league.sheet_store import Asked
from league.sheet_words import problem_words
from league.sheets.games import SheetGame
from league.sheets.grid import Grid
from league.sheets.layout import Unit
from league.sheets.reading import read_games
from league.tenhou_names import Meant
from rules.models import RuleVersion
from rules.options import NO_OPTIONS, chosen_under
from rules.parameters import Parameters

#: an evening may be entered ahead, but a day later than this is a slip of the year
_FARTHEST_AHEAD = timedelta(days=366)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    """What would become of a game."""

    game: SheetGame
    names: tuple[str, ...] = ()  # in one spelling
    seats: tuple[Meant, ...] = ()
    problems: tuple[Said, ...] = ()
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

    ``new`` tells who would come onto the list, and as what; ``chosen`` names whoever something was
    said of.
    """

    games: tuple[PlannedGame, ...]
    sums: tuple[int, ...]
    others: tuple[int, ...]
    new: dict[str, int]
    chosen: frozenset[str]

    @property
    def good(self) -> list[PlannedGame]:
        """Games that would be stored."""
        return [each for each in self.games if each.entry and not each.problems]

    @property
    def wrong(self) -> list[PlannedGame]:
        """Games with something wrong, those left out too."""
        return [each for each in self.games if each.problems]

    @property
    def blocking(self) -> list[PlannedGame]:
        """Games that keep the others from being stored."""
        return [each for each in self.wrong if not each.is_left_out]


def dry_run(league: League, grid: Grid, asked: Asked) -> SheetRun:
    """Plan the games of a table. Five queries, however many games; two more for open options.

    Args:
        league: where they go, with its club and rule set.
        grid: the cells.
        asked: what they mean, who people are, and which lines are left out.
    """
    return SheetPlanner(league, asked).run(grid)


class SheetPlanner:
    """Plans the games of one table, with what it has read of the club kept at hand."""

    def __init__(self, league: League, asked: Asked) -> None:
        self.league, self.asked = league, asked
        self.line = rule_line(league.rule_set.rule_set)
        self.people = SheetPeople(league.club_id, asked)
        self.last_day = club_day(league.club) + _FARTHEST_AHEAD

    def run(self, grid: Grid) -> SheetRun:
        """Plan them in the order of their lines."""
        layout = self.asked.layout
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
            chosen=frozenset(self.people.new) | frozenset(self.asked.choices),
        )

    def _counts_single_points(self) -> bool:
        newest = self.line.versions[:1]
        parameters = self.line.parameters(newest[0]) if newest else None
        return parameters is not None and counting_of(parameters).unit == 1

    def _planned(self, game: SheetGame, slots: Slots, choices: Choices) -> PlannedGame:
        said = [Said(where=each.cell, words=problem_words(each)) for each in game.problems]
        version, rule = self._rule(game, said)
        options: Mapping[str, Any] = NO_OPTIONS
        if rule is not None and game.day is not None:
            options = choices.on(rule, game.day)
            rule = chosen_under(rule, options)
        names = [self.people.spelling(seat.name) for seat in game.seats]
        seats, unknown = self.people.who(game, names)
        said += unknown
        if rule is not None and len(game.seats) != rule.game.players and not _says_count(game):
            words = _("This rule is for %(players)s players, the line has %(count)s.")
            facts = {"players": rule.game.players, "count": len(game.seats)}
            said.append(Said(where=str(game.line), words=words % facts))
        found = PlannedGame(
            game=game, names=tuple(names), seats=seats, version=version, options=options
        )
        if not said and rule is not None and version is not None:
            settling = Settling(self.line, version, rule, options, self.asked.layout)
            found = self._settled(found, names, settling, slots, said)
        if said:
            is_out = game.line in self.asked.left_out
            found = replace(found, entry=None, problems=tuple(said), is_left_out=is_out)
        return found

    def _settled(
        self,
        found: PlannedGame,
        names: list[str],
        settling: Settling,
        slots: Slots,
        said: list[Said],
    ) -> PlannedGame:
        game = found.game
        who = [
            (m.member.pk, "") if m.member else (None, n)
            for m, n in zip(found.seats, names, strict=True)
        ]
        made = entry_of_game(self.league, game, who, settling)
        said += [Said(where=str(game.line), words=words) for words in made.problems]
        if made.problems:
            return found
        slot, taken = slots.take(game, made.entry, settling.is_boo)
        if slot is None:
            said.append(Said(where=str(game.line), words=taken.words, game=taken.game))
            return found
        return replace(
            found,
            entry=replace(made.entry, table=slot[0], number=slot[1]),
            scores=made.scores,
            notes=made.notes,
            differs=made.differs,
        )

    def _rule(
        self, game: SheetGame, said: list[Said]
    ) -> tuple[RuleVersion | None, Parameters | None]:
        """The version of the day and its parameters; what is wrong with the day."""
        if game.day is None:
            return None, None
        problem = day_problem(game.day)
        if not problem and game.day > self.last_day:
            problem = _("This day is more than a year away. Is the year right?")
        version = self.line.on(game.day)
        if not problem and version is None:
            problem = self._no_rule()
        if problem:
            said.append(Said(where=str(game.line), words=f"{game.day.isoformat()}: {problem}"))
            return None, None
        parameters = None if version is None else self.line.parameters(version)
        return version, parameters

    def _no_rule(self) -> str:
        if not self.line.versions:
            return _("These rules have no published version yet.")
        return _("These rules are in force from %(day)s; the game lies before that.") % {
            "day": self.line.versions[-1].first_day.isoformat()
        }


def _says_count(game: SheetGame) -> bool:
    return any(problem.code == "too-many" for problem in game.problems)


def _guests(entry: HanchanEntry) -> list[str]:
    return [seat.guest for seat in entry.seats if seat.member_id is None]
