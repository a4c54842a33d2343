"""One table before a hand: what each outcome of the hand leaves everybody with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.parameters import BooParameters, Parameters, RiichiParameters
from scoring.conditions.values import Goal, Worth
from scoring.game import Game, GameState, TableHand, WonHand
from scoring.game.engine import STOP_CHOICES
from scoring.game.errors import BarredWinError, DealerChoiceError
from scoring.game.outcomes import riichi_allowed
from scoring.settlement import Scores, Settler

#: results of Boo that serve who wants one of them, the best first
_SERVES: Final = {
    "maru_a": ("double_maru_a", "maru_a"),
    "maru_b": ("double_maru_a", "maru_a", "maru_b"),
    "maru_c": ("double_maru_a", "maru_a", "maru_b", "maru_c"),
}


class After:
    """The table after a hand: where each stands, and whether the game is over."""

    __slots__ = ("_line", "_scores", "is_over", "points")

    def __init__(self, scores: Scores, state: GameState, *, line: int) -> None:
        self._scores, self.points, self._line = scores, state.points, line
        self.is_over = state.is_over

    def place(self, seat: int) -> int:
        """The place; of a shared one the best."""
        return self._scores.places[seat]

    def is_shared(self, seat: int) -> bool:
        """Whether somebody else has the same place."""
        return self._scores.place_halves[seat] != 2 * self._scores.places[seat]

    def reaches(self, seat: int, goal: Goal) -> bool:
        """Whether a player has what they want, were the game over if it is not."""
        if isinstance(goal, int):
            return self._scores.places[seat] <= goal
        if goal == "afloat":
            return self.points[seat] >= self._line
        return self._scores.places[seat] == 1 and self._scores.result in _SERVES[goal]


class Table:
    """A state and who has declared riichi, to be played on in every way."""

    def __init__(
        self, game: Game, settler: Settler, state: GameState, riichi: Sequence[int]
    ) -> None:
        rule = game.rule
        self.game, self.state, self.riichi = game, state, tuple(riichi)
        self._settler = settler
        self._line = rule.settlement.floating_line if isinstance(rule, BooParameters) else 0
        self._lines = _lines(rule)
        self._may_stop = (
            isinstance(rule, RiichiParameters)
            and rule.game.last_dealer_stop in STOP_CHOICES
            and game.is_last_hand(state)
        )
        # draws look the same to several players
        self._draws: dict[tuple[tuple[int, ...], tuple[int, ...], bool], After] = {}

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.state.points))

    def may_declare(self, seat: int) -> bool:
        """Whether a player may still declare riichi in this hand."""
        return seat not in self.riichi and riichi_allowed(self.game.rule, self.state.points[seat])

    def sinks(self, seat: int) -> bool:
        """Boo: whether a player floats, and no longer does with a stick put down."""
        rule, held = self.game.rule, self.state.points[seat]
        if not isinstance(rule, BooParameters):
            return False
        return held >= self._line > held - min(held, rule.play.riichi_stick)

    def sides(self, points: Sequence[int]) -> tuple[int, ...]:
        """How points lie to each other and to the rule's lines: the same where all do the same."""
        values = (*points, *self._lines)
        rank = {value: at for at, value in enumerate(sorted(set(values)))}
        return tuple([rank[value] for value in values])

    def now(self) -> After:
        """The table as it stands; sticks that were declared are still the players'."""
        return self._after(self.state)

    def won(self, seat: int, discarder: int | None, worth: Worth, *, riichi: bool) -> After | None:
        """A win; None where the points forbid it. A dealer who may stop does.

        Args:
            seat: who wins.
            discarder: on whose discard; None by tsumo.
            worth: the win.
            riichi: whether the winner declares riichi first.
        """
        win = WonHand(
            winner=seat,
            discarder=discarder,
            han=worth.han,
            fu=worth.fu,
            yakuman=worth.yakuman,
            dora=worth.dora,
            worth=worth.worth,
            responsible=discarder if worth.worth else None,
        )
        hand = TableHand(
            result="tsumo" if discarder is None else "ron",
            wins=(win,),
            riichi=(*self.riichi, seat) if riichi else self.riichi,
        )
        try:
            return self._played(hand, stops=self._may_stop and seat == self.state.dealer)
        except BarredWinError:
            return None

    def drawn(self, seat: int, tenpai: tuple[int, ...], *, riichi: bool) -> After:
        """An exhaustive draw; the player stops the game as dealer where that may be.

        Args:
            seat: who is asked about.
            tenpai: who shows a waiting hand, rising.
            riichi: whether the player declares riichi first.
        """
        declared = (*self.riichi, seat) if riichi else self.riichi
        stops = self._may_stop and seat == self.state.dealer
        key = (declared, tenpai, stops)
        found = self._draws.get(key)
        if found is None:
            hand = TableHand(result="draw", riichi=declared, tenpai=tenpai)
            found = self._draws[key] = self._played(hand, stops=stops)
        return found

    def _played(self, hand: TableHand, *, stops: bool) -> After:
        if stops:
            try:
                return self._after(self.game.play(self.state, replace(hand, stop=True)).after)
            except DealerChoiceError:
                pass  # after this hand there is no choice
        return self._after(self.game.play(self.state, hand).after)

    def _after(self, state: GameState) -> After:
        return After(self._settler(self.game.result(state)), state, line=self._line)


def _lines(rule: Parameters) -> tuple[int, ...]:
    """All that the points of a player are held against, to end a game or to allow something."""
    lines = {0}
    if isinstance(rule, RiichiParameters):
        game = rule.game
        lines |= {game.overtime_target, rule.settlement.return_points, game.cap_points or 0}
        lines.add(game.bust_below)
    if isinstance(rule, BooParameters):
        lines |= {rule.game.cap_points, rule.settlement.floating_line}
    return tuple(lines)


def goals_of(game: Game) -> tuple[Goal, ...]:
    """What players ask for under a rule, the best first; the last place needs nothing."""
    if isinstance(game.rule, BooParameters):
        return ("maru_a", "maru_b", "maru_c", "afloat")
    return tuple(range(1, game.rule.game.players))
