"""Plays a game hand by hand: a state and what the table tells in, the next state out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from rules.parameters import BooParameters, Parameters, ZungJungParameters
from scoring.game.boo_bars import Barred, barred
from scoring.game.checks import check
from scoring.game.chombo import chombo
from scoring.game.course import Course
from scoring.game.deposits import deposits
from scoring.game.draws import aborted, drawn
from scoring.game.ends import Next, busted, follow
from scoring.game.errors import BarredWinError, GameOverError
from scoring.game.nagashi import nagashi
from scoring.game.outcomes import Outcome
from scoring.game.records import busts_of, remembered, result_of
from scoring.game.values import GameState, HandPlayed, HandResult, TableHand
from scoring.game.win_checks import check_wins
from scoring.game.wins import won
from scoring.game.zung_jung import zung_jung
from scoring.payments import Cashier
from scoring.results import GameResult

#: what may follow a win that the points forbid, so that it counts after all
_COUNTS_ANYWAY = ("none", "stands")


class _Step(NamedTuple):
    """A hand half played: everything has moved, and the next hand is known."""

    before: GameState  # deposits made, nothing paid
    after: GameState  # everything paid; round, dealer and honba still those of the hand
    outcome: Outcome
    next: Next


class Game:
    """Games under one rule. It keeps nothing: every state can be played on in any number of ways.

    The points of all and the sticks on the table always sum to what was dealt out.
    """

    def __init__(self, rule: Parameters) -> None:
        self.rule = rule
        self.course = Course(rule)
        self._pay = _till(rule)

    def start(self) -> GameState:
        """The table before East 1; seat 0 deals."""
        game = self.rule.game
        return GameState(0, 0, 0, 0, (game.start_points,) * game.players)

    def play(self, state: GameState, hand: TableHand) -> HandPlayed:
        """Play one hand.

        Args:
            state: the game before it; as many points as the rule has players.
            hand: what the table tells.

        Raises:
            GameError: the game is over, or the hand cannot have been played so. The message says
                which part of it is to blame.
        """
        step = self._step(state, hand)
        for seat, reason in self._barred(step):
            raise BarredWinError(reason, field="wins", seat=seat)
        why, round_, dealer, honba = step.next
        after = step.after._replace(
            round=round_, dealer=dealer, honba=honba, why=why, played=state.played + 1
        )
        if why == "bust":
            seats = busted(self.rule, after.points)
            after = after._replace(busts=busts_of(seats, step.outcome.transfers))
        return HandPlayed(
            at=state.at,
            honba=state.honba,
            sticks=state.sticks,
            dealer=state.dealer,
            deltas=_minus(after.points, state.points),
            chips=step.outcome.chips or (0,) * len(after.points),
            transfers=step.outcome.transfers,
            after=after,
        )

    def forbidden(self, state: GameState, hand: TableHand) -> Barred | None:
        """Say why the points of a Boo game forbid a win; None when they do not.

        A forbidden win is refused by :meth:`play`; what the table enters instead is a chombo.

        Raises:
            GameError: the hand cannot have been played at all.
        """
        return next((reason for _seat, reason in self._barred(self._step(state, hand))), None)

    def is_last_hand(self, state: GameState) -> bool:
        """Whether the next hand is the last but for overtime, the last of overtime too."""
        return self.course.is_last(state) or self.course.is_last_of_overtime(state)

    def result(self, state: GameState, *, dabu_ken: int | None = None) -> GameResult:
        """The game as :func:`scoring.settlement.settle` takes it, over or stopped where it is.

        Args:
            state: the game.
            dabu_ken: Boo: the seat that held the right to double as the game began.
        """
        return result_of(self.rule, state, dabu_ken)

    def _step(self, state: GameState, hand: TableHand) -> _Step:
        rule = self.rule
        assert len(state.points) == rule.game.players, "a state of another table"
        if state.why is not None:
            raise GameOverError("over", hands=state.played, at=state.at, why=state.why)
        check(rule, hand)
        check_wins(rule, state, hand)
        down = deposits(rule, state.points, hand)
        before = state._replace(points=_minus(state.points, down), sticks=state.sticks + sum(down))
        outcome = self._pay(before, hand)
        paid = before._replace(
            points=tuple(map(sum, zip(before.points, outcome.points, strict=True))),
            sticks=before.sticks - outcome.taken,
        )
        after = remembered(rule, paid, hand, outcome)
        return _Step(before, after, outcome, follow(rule, self.course, after, hand, outcome))

    def _barred(self, step: _Step) -> Iterator[tuple[int, Barred]]:
        """Ask of each winner of a hand that ends the game; a yakuman may always be won.

        A game that the clock ends is not ended by the win: assumed.
        """
        rule = self.rule
        if not isinstance(rule, BooParameters) or step.next.why in (None, "yakuman", "time"):
            return
        if rule.penalties.offence_barred_win in _COUNTS_ANYWAY:
            return
        is_last = self.course.is_last(step.before)
        for seat in step.outcome.winners:
            reason = barred(rule, seat, step.before.points, step.after.points, is_last_hand=is_last)
            if reason is not None:
                yield seat, reason


def _till(rule: Parameters) -> Callable[[GameState, TableHand], Outcome]:
    """What pays hands of every result: the table with its deposits, and the hand."""
    if isinstance(rule, ZungJungParameters):
        return lambda _state, hand: zung_jung(rule, hand)
    cashier = Cashier(rule)
    results: Mapping[HandResult, Callable[[GameState, TableHand], Outcome]] = {
        "ron": partial(won, cashier),
        "tsumo": partial(won, cashier),
        "draw": partial(drawn, rule),
        "abort": partial(aborted, rule),
        "nagashi": partial(nagashi, cashier),
        "chombo": lambda _state, hand: chombo(rule, hand),
    }
    return lambda state, hand: results[hand.result](state, hand)


def _minus(points: tuple[int, ...], less: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(own - each for own, each in zip(points, less, strict=True))
