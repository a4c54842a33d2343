"""A game of a spreadsheet as an entry, checked and settled under the rules of its day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from league.entry import HanchanEntry, SeatEntry
from league.models import League
from league.selectors.rule_line import RuleLine
from league.sheets.games import SheetGame, SheetSeat
from league.sheets.layout import Figures, Layout
from league.wording import words_for
from rules.models import RuleVersion
from rules.parameters import BooParameters, Parameters, RiichiParameters
from scoring.checks import Checker
from scoring.errors import ScoringError
from scoring.settlement import Settler

#: what a seat's points may be in the database, whatever the rule says
_MOST = 1_000_000

Who = tuple[int | None, str]  # a member's key, or the name of somebody new


@dataclass(frozen=True, slots=True)
class Settling:
    """The rule of a day, and what counts in the table."""

    line: RuleLine
    version: RuleVersion
    rule: Parameters  # as the game's event plays it
    options: Mapping[str, Any]  # what that chose
    layout: Layout

    @property
    def is_boo(self) -> bool:
        """Whether the games of a table hang together."""
        return isinstance(self.rule, BooParameters)

    def made_ready(self) -> tuple[Checker, Settler]:
        """What checks and what settles its games."""
        return self.line.made_ready(self.version, self.rule, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """An entry without its place in the evening, or what keeps it from being one."""

    entry: HanchanEntry
    problems: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()
    differs: bool = False


def entry_of_game(league: League, game: SheetGame, who: Sequence[Who], settling: Settling) -> Made:
    """Make an entry of a game whose people, day and amounts are known."""
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
        words = _("Only games by riichi rules can keep the scores of the table.")
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
        notes = (_("The points do not add up under the rules; only the scores are kept."),)
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
        words = _("That is more than a table can hold. One digit too many?")
        return Made(entry=entry, problems=(words,))
    if problems := check(entry.result()):
        return Made(entry=entry, problems=_words(problems))
    if settling.is_boo:
        return Made(entry=entry)
    scores = settle(entry.result()).scores
    told = tuple(seat.score for seat in game.seats)
    differs = None not in told and told != scores
    return Made(entry=entry, scores=scores, notes=_notes(entry, game), differs=differs)


def _notes(entry: HanchanEntry, game: SheetGame) -> tuple[str, ...]:
    """Equal points under a rule that looks at seats, which the table does not tell."""
    held = Counter(seat.points for seat in entry.seats)
    if max(held.values()) == 1 or _tells_seats(game):
        return ()
    return (_("Equal points, and the table tells no seats: they stand in the order of the table."),)


def _words(problems: Sequence[ScoringError]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words_for(problem)[1] for problem in problems))
