"""Plays a game hand by hand: a state and what happened at the table in, the next state out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from scoring.game.checks import check
from scoring.game.errors import BarredWinError, DealerChoiceError, GameOverError
from scoring.game.outcomes import (
    CHOMBO,
    Honba,
    Outcome,
    StaysBy,
    aborted,
    after_draw,
    check_wins,
    chombo,
    deposits,
    drawn,
    honba_of,
    is_charged_later,
    nagashi,
    won,
    zung_jung,
)
from scoring.game.values import GameState, HandPlayed, HandResult, TableHand, Why
from scoring.payments import Cashier, Transfer
from scoring.results import Bust, GameResult, Penalty, YakumanWin
from scoring.settlement import standing

#: what may follow a win that the points forbid, so that it counts after all
_COUNTS_ANYWAY = ("none", "stands")


class _Step(NamedTuple):
    """A hand half played: everything has moved, and the next hand is known."""

    before: GameState  # deposits made, nothing paid
    after: GameState  # everything paid; round, dealer and honba still those of the hand
    outcome: Outcome
    next: _Next


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
                which part of it is at fault.
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
            after = after._replace(busts=_busts_of(seats, step.outcome.transfers))
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
        return _result_of(self.rule, state, dabu_ken)

    def _step(self, state: GameState, hand: TableHand) -> _Step:
        rule = self.rule
        assert len(state.points) == rule.game.players, "a state of another table"
        if state.why is not None:
            raise GameOverError("over", hands=state.played, at=state.at, why=state.why)
        check(rule, hand)
        check_wins(rule, state, hand)
        down = deposits(rule, state.points, hand)
        before = state._replace(points=_minus(state.points, down), sticks=state.sticks + sum(down))
        outcome = self._pay(before, hand, down)
        paid = before._replace(
            points=tuple(map(sum, zip(before.points, outcome.points, strict=True))),
            sticks=before.sticks - outcome.taken,
        )
        after = _remembered(rule, paid, hand, outcome)
        return _Step(before, after, outcome, _what_follows(rule, self.course, after, hand, outcome))

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


#: what pays a hand: the table with its deposits, the hand, and what each seat has put down in it
_Till: TypeAlias = Callable[[GameState, TableHand, tuple[int, ...]], Outcome]


def _till(rule: Parameters) -> _Till:
    if isinstance(rule, ZungJungParameters):
        return lambda _state, hand, _down: zung_jung(rule, hand)
    cashier = Cashier(rule)
    results: Mapping[HandResult, Callable[[GameState, TableHand], Outcome]] = {
        "draw": partial(drawn, rule),
        "abort": partial(aborted, rule),
        "nagashi": partial(nagashi, cashier),
        "chombo": partial(chombo, cashier),
    }

    def pay(state: GameState, hand: TableHand, down: tuple[int, ...]) -> Outcome:
        if hand.result in ("ron", "tsumo"):
            return won(cashier, state, hand, down)
        return results[hand.result](state, hand)

    return pay


def _minus(points: tuple[int, ...], less: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(own - each for own, each in zip(points, less, strict=True))


# Wins that the points of a Boo game forbid: they end it and are a chombo.


Barred: TypeAlias = Literal["stays_sunk", "not_top", "own_maru_c"]


def barred(
    rule: BooParameters,
    winner: int,
    before: tuple[int, ...],
    after: tuple[int, ...],
    *,
    is_last_hand: bool,
) -> Barred | None:
    """Say why a win that ends the game is forbidden; None when it is not.

    Args:
        rule: the version.
        winner: the seat that wins.
        before: points just before the win, a riichi stick put down already.
        after: points after it.
        is_last_hand: whether it is the last hand of the game.

    Source: BOO-18(1). A sunk winner who rises to maru-C is not barred.
    """
    line, says = rule.settlement.floating_line, rule.penalties
    if before[winner] < line:
        return "stays_sunk" if says.barred_stays_sunk and after[winner] < line else None
    if standing(after, shared=False).order[0] != winner:
        return "not_top" if says.barred_not_top else None
    sunk = sum(held < line for held in after)
    is_allowed = not says.barred_own_maru_c or (is_last_hand and says.own_maru_c_in_last_hand)
    return "own_maru_c" if sunk == 1 and not is_allowed else None


# Which hands a game has, and how it goes on after the last.


_ROUNDS = {"tonpu": 1, "tonnan": 2}


class Course:
    """The hands of a game under one rule."""

    def __init__(self, rule: Parameters) -> None:
        game = rule.game
        self._players = game.players
        if isinstance(rule, ZungJungParameters):
            self._last = rule.game.hands - 1
            self._last_of_overtime = self._last
            return
        rounds = _ROUNDS[game.length]
        self._last = self._last_of_overtime = rounds * game.players - 1
        if isinstance(rule, RiichiParameters) and rule.game.overtime != "none":
            self._last_of_overtime += rule.game.overtime_rounds * game.players

    @property
    def has_overtime(self) -> bool:
        """Whether the game may go beyond its last hand."""
        return self._last_of_overtime > self._last

    def is_last(self, state: GameState) -> bool:
        """Whether the hand is the last one, overtime apart."""
        return self._number(state) == self._last

    def is_overtime(self, state: GameState) -> bool:
        """Whether the hand is one of overtime."""
        return self._number(state) > self._last

    def is_last_of_overtime(self, state: GameState) -> bool:
        """Whether the hand is the last of overtime."""
        return self.has_overtime and self._number(state) == self._last_of_overtime

    def next_seat(self, state: GameState) -> tuple[int, int]:
        """Round and dealer once the seat has moved on."""
        dealer = state.dealer + 1
        return (state.round, dealer) if dealer < self._players else (state.round + 1, 0)

    def _number(self, state: GameState) -> int:
        return state.round * self._players + state.dealer


def _into_overtime(by: StaysBy, after_draw: Honba) -> Honba:
    """What becomes of the honba when a dealer who stayed is stopped and overtime follows."""
    return "reset" if by == "win" else after_draw


# What follows a hand.


class _Next(NamedTuple):
    """What follows a hand; of the last one round, dealer and honba are still its own."""

    why: Why | None
    round: int
    dealer: int
    honba: int


class _AfterCourse(NamedTuple):
    """What the course of the game makes of a hand."""

    why: Why | None
    outcome: Outcome  # with a dealer who was stopped for overtime moved on


def _what_follows(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> _Next:
    """Say what follows.

    What the points end comes before the clock, the clock before the course of the game. A table
    may play by the clock under any rule: assumed, for no document speaks of one.

    Args:
        rule: the version.
        course: its hands.
        state: the hand that was played, with points, sticks and yakuman as they are after it.
        hand: what the table says of it.
        outcome: what it did.

    Raises:
        DealerChoiceError: the dealer stops, or passes the seat on, and may not.
    """
    outcome = _given_up(rule, hand, outcome)
    ended, outcome = _by_course(rule, course, state, hand, outcome)
    clock: Why | None = "time" if hand.time_up and not _is_replayed_late(rule, hand) else None
    why = _by_points(rule, state, hand) or clock or ended
    if why is not None:
        return _Next(why, state.round, state.dealer, state.honba)
    stays = outcome.stays is not None
    seat = (state.round, state.dealer) if stays else course.next_seat(state)
    return _Next(None, *seat, honba_of(state.honba, outcome.honba))


def _is_replayed_late(rule: Parameters, hand: TableHand) -> bool:
    """Whether a chombo after the time ran out leaves its hand to be played."""
    return hand.result == "chombo" and not rule.event.time_limit_chombo_ends


def _by_points(rule: Parameters, state: GameState, hand: TableHand) -> Why | None:
    if state.yakuman is not None:
        return "yakuman"
    if _asks_bust(rule, hand) and busted(rule, state.points):
        return "bust"
    cap = None if isinstance(rule, ZungJungParameters) else rule.game.cap_points
    return "cap" if cap is not None and max(state.points) >= cap else None


def _asks_bust(rule: Parameters, hand: TableHand) -> bool:
    if hand.result != "chombo" or isinstance(rule, ZungJungParameters):
        return True
    return rule.penalties.chombo_bust_ends_game


def _given_up(rule: Parameters, hand: TableHand, outcome: Outcome) -> Outcome:
    """Move a dealer on who stays and passes the seat on (親流し)."""
    if not hand.give_up:
        return outcome
    if isinstance(rule, ZungJungParameters) or not rule.play.dealer_may_give_up:
        raise DealerChoiceError("give-up-never", field="give_up")
    if outcome.stays in (None, "replay"):
        raise DealerChoiceError("give-up-not-staying", field="give_up")
    resets = rule.play.honba_after_giving_up == "reset"
    return outcome._replace(stays=None, honba="reset" if resets else outcome.honba)


def _by_course(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> _AfterCourse:
    stopped = stops(rule, course, state, hand, outcome)
    if course.is_overtime(state):
        return _AfterCourse(_in_overtime(rule, course, state, outcome, stopped=stopped), outcome)
    if not course.is_last(state) or (outcome.stays is not None and not stopped):
        return _AfterCourse(None, outcome)
    why: Why = "dealer_stopped" if stopped else "last_hand"
    if not course.has_overtime or _is_reached(rule, state) or (stopped and not _goes_on(rule)):
        return _AfterCourse(why, outcome)
    return _AfterCourse(None, _moved_on(rule, outcome) if stopped else outcome)


def _in_overtime(
    rule: Parameters, course: Course, state: GameState, outcome: Outcome, *, stopped: bool
) -> Why | None:
    assert isinstance(rule, RiichiParameters)  # no other family has overtime
    reached = _is_reached(rule, state)
    if outcome.stays is not None and rule.game.overtime_dealer == "top_at_target":
        own = state.points[state.dealer] >= rule.game.overtime_target
        reached = outcome.stays == "win" and _dealer_is_top(state) and own
    if reached:
        return "target"
    if not course.is_last_of_overtime(state):
        return None
    if stopped:
        return "dealer_stopped"
    return "overtime_end" if outcome.stays is None else None


def _is_reached(rule: Parameters, state: GameState) -> bool:
    """Whether anyone stands at the target of overtime."""
    assert isinstance(rule, RiichiParameters)
    help_ = state.sticks if rule.game.overtime_sticks == "to_the_top" else 0
    return max(state.points) + help_ >= rule.game.overtime_target


def _goes_on(rule: Parameters) -> bool:
    """Whether overtime follows a stop; a dealer who may choose ends the game by it: assumed."""
    assert isinstance(rule, RiichiParameters)
    return _is_forced(rule) and rule.game.last_dealer_stop_overtime


def _moved_on(rule: Parameters, outcome: Outcome) -> Outcome:
    """Move a dealer on who was stopped by force."""
    assert isinstance(rule, RiichiParameters | BooParameters)
    assert outcome.stays is not None
    honba = _into_overtime(outcome.stays, after_draw(rule, stays=False))
    return outcome._replace(stays=None, honba=honba)


# The last dealer who would stay and stops instead.


def stops(
    rule: Parameters, course: Course, state: GameState, hand: TableHand, outcome: Outcome
) -> bool:
    """Whether the dealer of a last hand stops.

    Args:
        rule: the version.
        course: its hands.
        state: the hand that was played, with the points held after it.
        hand: what the table says of it.
        outcome: what it did.

    Raises:
        DealerChoiceError: the table says so, and this dealer may not.

    Source: ``last_dealer_stop``, ``last_dealer_stops_after``. By seat the last dealer is behind
    everybody with as many points, and so not top.
    """
    reason = _why_not(rule, course, state, outcome)
    if hand.stop and reason:
        raise DealerChoiceError(reason, field="stop", at=state.at)
    return not reason and (hand.stop or _is_forced(rule))


def _why_not(rule: Parameters, course: Course, state: GameState, outcome: Outcome) -> str | None:
    """The reason for which the dealer cannot stop."""
    if not isinstance(rule, RiichiParameters) or rule.game.last_dealer_stop == "never":
        return "stop-never"
    if not (course.is_last(state) or course.is_last_of_overtime(state)):
        return "stop-not-last"
    after = ("win",) if rule.game.last_dealer_stops_after == "win" else ("win", "tenpai")
    if outcome.stays not in after:
        return "stop-not-staying"
    if rule.game.last_dealer_stop == "may":
        return None
    needed = {
        "when_top_at_return": rule.settlement.return_points,
        "when_top_at_target": rule.game.overtime_target,
    }.get(rule.game.last_dealer_stop)
    is_low = needed is not None and state.points[state.dealer] < needed
    return "stop-not-top" if is_low or not _dealer_is_top(state) else None


#: what leaves the stop to the dealer
STOP_CHOICES: Final = frozenset({"may", "may_when_top"})


def _is_forced(rule: Parameters) -> bool:
    return _last_dealer_stop(rule) not in {"never", *STOP_CHOICES}


def _last_dealer_stop(rule: Parameters) -> str:
    """The ``last_dealer_stop`` of a rule; of one that knows none, never."""
    return rule.game.last_dealer_stop if isinstance(rule, RiichiParameters) else "never"


def _dealer_is_top(state: GameState) -> bool:
    """Whether nobody holds more points than the dealer, or as many and sits before."""
    return standing(state.points, shared=False).order[0] == state.dealer


# What a game remembers beside its points.


def _remembered(rule: Parameters, state: GameState, hand: TableHand, outcome: Outcome) -> GameState:
    """The state with what a hand adds to the game's memory."""
    wins = [win for win in hand.wins if win.winner in outcome.winners]
    yakuman = tuple(
        YakumanWin(
            winner=win.winner,
            discarder=win.discarder,
            pao=win.liable[0].seat if win.liable else None,
        )
        for win in wins
        if win.yakuman
    )
    ends = isinstance(rule, BooParameters) and rule.game.yakuman_ends_game
    penalties = state.penalties
    if hand.result == "chombo" and is_charged_later(rule):
        penalties += (Penalty(seat=hand.by[0], kind=CHOMBO),)
    return state._replace(
        chips=_added(state.chips, outcome.chips),
        yakuman=yakuman[0] if yakuman and ends else None,
        yakuman_wins=state.yakuman_wins + yakuman,
        winners=state.winners + tuple(w for w in outcome.winners if w not in state.winners),
        penalties=penalties,
    )


def _added(chips: tuple[int, ...], more: tuple[int, ...]) -> tuple[int, ...]:
    """Chips so far with those of a hand; empty as long as none moved."""
    if not any(more):
        return chips
    before = chips or (0,) * len(more)
    return tuple(own + each for own, each in zip(before, more, strict=True))


def _busts_of(seats: tuple[int, ...], transfers: tuple[Transfer, ...]) -> tuple[Bust, ...]:
    """Say who took the last points of each; of several winners the first in turn order.

    Nobody did at a draw or a chombo.
    """
    return tuple(
        Bust(seat=seat, by=next((each.winner for each in transfers if each.payer == seat), None))
        for seat in seats
    )


def busted(rule: Parameters, points: tuple[int, ...]) -> tuple[int, ...]:
    """Seats whose points end the game."""
    line, at_line = 0, False
    if isinstance(rule, ZungJungParameters):
        ends = not rule.game.below_zero_allowed
    else:
        ends = rule.game.bust_ends_game
    if isinstance(rule, RiichiParameters):
        line, at_line = rule.game.bust_below, rule.game.bust_at_zero
    if not ends:
        return ()
    return tuple(
        seat for seat, held in enumerate(points) if held < line or (at_line and held == line)
    )


def _result_of(rule: Parameters, state: GameState, dabu_ken: int | None) -> GameResult:
    """A game as the settlement takes it."""
    seats = range(rule.game.players)
    result = GameResult(points=state.points, sticks=state.sticks, penalties=state.penalties)
    if isinstance(rule, BooParameters):
        result.yakuman = () if state.yakuman is None else (state.yakuman,)
        result.dabu_ken = dabu_ken
    if isinstance(rule, RiichiParameters):
        result.chips = state.chips or None
        result.busts = state.busts
        result.yakuman = tuple(
            YakumanWin(winner=win.winner, discarder=win.discarder) for win in state.yakuman_wins
        )
        if rule.settlement.yakitori:
            result.yakitori = tuple(seat for seat in seats if seat not in state.winners)
    return result
