"""Everything about a result that does not add up, all at once, for a form to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TypeAlias

from rules.errors import shown
from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from rules.parameters.base import LIMIT, PenaltyRule
from scoring.errors import (
    BadPenaltyCountError,
    BadSeatError,
    BadSticksError,
    ChipsOutOfRangeError,
    ChipsUnbalancedError,
    GivenUnbalancedError,
    NotAHundredError,
    NotBustedError,
    NotStatedError,
    PenaltyAmountError,
    PointsOutOfRangeError,
    ScoringError,
    SeveralYakumanError,
    UnbalancedTableError,
    UnknownPenaltyError,
    WrongSeatCountError,
)
from scoring.results import GameResult, Penalty

MOST_CHIPS = 10_000
MOST_PENALTIES = 100

#: lists what keeps a result from being settled
Checker: TypeAlias = Callable[[GameResult], tuple[ScoringError, ...]]


def problems(result: GameResult, parameters: Parameters) -> tuple[ScoringError, ...]:
    """List what keeps ``result`` from being settled; empty when nothing does.

    The first is the one that :func:`scoring.settlement.settle` raises.
    """
    if result.given is not None:  # nothing is worked out of the points, if there are any
        return tuple(_of_the_scores_given(result, parameters.game.players))
    # a rule that cannot settle any game is at fault before the table is
    return tuple(_of_the_rule(parameters)) or tuple(_of_the_table(result, parameters))


def _of_the_scores_given(result: GameResult, players: int) -> Iterator[ScoringError]:
    """Say what cannot be about scores that were given."""
    given = result.given
    if given is None or not len(given) == len(result.points) == players:
        yield WrongSeatCountError(field="scores", players=players)
        return
    for seat, score in enumerate(given):
        if not -LIMIT <= score <= LIMIT:
            yield PointsOutOfRangeError(seats=(seat,))
    if sum(given):
        yield GivenUnbalancedError(total=sum(given))


def checker(parameters: Parameters) -> Checker:
    """Make a rule ready to check many results, each as :func:`problems` does."""
    game, of_the_rule = parameters.game, tuple(_of_the_rule(parameters))
    players, dealt = game.players, game.start_points * game.players
    held = frozenset() if isinstance(parameters, ZungJungParameters) else _hundreds()

    def check(result: GameResult) -> tuple[ScoringError, ...]:
        points = result.points
        if (
            result.is_plain
            and not result.sticks
            and len(points) == players
            and sum(points) == dealt
            and held.issuperset(points)
        ):
            return of_the_rule  # nothing is wrong with nearly every table
        return problems(result, parameters)

    return check


@cache
def _hundreds() -> frozenset[int]:
    """What is held after nearly every game; what lies beyond is looked at step by step."""
    return frozenset(range(-100_000, 200_001, 100))


def _of_the_rule(parameters: Parameters) -> Iterator[ScoringError]:
    if isinstance(parameters, RiichiParameters) and parameters.settlement.uma_kind == "not_stated":
        yield NotStatedError()


def _of_the_table(result: GameResult, parameters: Parameters) -> Iterator[ScoringError]:
    yield from _table(result, parameters)
    if result.chips is not None:
        yield from _chips(result.chips, parameters.game.players)
    if result.penalties:
        yield from _penalties(result, parameters)
    if result.busts:
        yield from _busts(result, parameters)
    if result.yakitori:
        yield from _once("yakitori", result.yakitori, parameters.game.players)
    if result.yakuman:
        yield from _yakuman(result, parameters)
    if result.substitutes:
        yield from _once("substitutes", result.substitutes, parameters.game.players)
    if result.dabu_ken is not None:
        yield from _seat("dabu_ken", result.dabu_ken, parameters.game.players)


def _table(result: GameResult, parameters: Parameters) -> Iterator[ScoringError]:
    game = parameters.game
    if len(result.points) != game.players:
        yield WrongSeatCountError(field="points", players=game.players)
        return
    # Zung Jung counts single points and has no sticks
    unit = 1 if isinstance(parameters, ZungJungParameters) else 100
    sound = True
    for seat, points in enumerate(result.points):
        if not -LIMIT <= points <= LIMIT:
            sound = False
            yield PointsOutOfRangeError(seats=(seat,))
        elif points % unit:
            yield NotAHundredError(seats=(seat,))
    dealt = game.start_points * game.players
    if not 0 <= result.sticks <= dealt or result.sticks % 100:
        sound = False
        yield BadSticksError(most=dealt)
    # a sum over nonsense would only repeat the complaint
    if sound and sum(result.points) + result.sticks != dealt:
        yield UnbalancedTableError(total=sum(result.points) + result.sticks, expected=dealt)


def _chips(chips: tuple[int, ...], players: int) -> Iterator[ScoringError]:
    if len(chips) != players:
        yield WrongSeatCountError(field="chips", players=players)
        return
    absurd = [seat for seat, held in enumerate(chips) if abs(held) > MOST_CHIPS]
    for seat in absurd:
        yield ChipsOutOfRangeError(seats=(seat,))
    total = sum(chips)
    if total and not absurd:
        yield ChipsUnbalancedError(total=total)


def _penalties(result: GameResult, parameters: Parameters) -> Iterator[ScoringError]:
    prices = {price.kind: price for price in parameters.penalties.penalty_table}
    for penalty in result.penalties:
        yield from _seat("penalties", penalty.seat, parameters.game.players)
        price = prices.get(penalty.kind)
        if price is None:
            yield UnknownPenaltyError(seat=penalty.seat, kind=penalty.kind, known=list(prices))
        if not (1 <= penalty.count <= MOST_PENALTIES and 0 <= penalty.held <= MOST_PENALTIES):
            yield BadPenaltyCountError(seats=(penalty.seat,), most=MOST_PENALTIES)
        elif price is not None:
            yield from _amount(penalty, price)


def _amount(penalty: Penalty, price: PenaltyRule) -> Iterator[ScoringError]:
    """What the referee has named must be within the rule's bounds, all of a kind together."""
    seat, kind = penalty.seat, shown(penalty.kind)
    if price.amount_to is None:
        if penalty.amount is not None:
            yield PenaltyAmountError("fixed-penalty", seats=(seat,), kind=kind)
        return
    least, most = price.amount * penalty.count, price.amount_to * penalty.count
    step = price.named_step
    reason = "bad-penalty-amount" if penalty.amount is not None else "no-penalty-amount"
    if penalty.amount not in range(least, most + 1, step):
        yield PenaltyAmountError(
            reason, seats=(seat,), kind=kind, least=least, most=most, step=step
        )


def _busts(result: GameResult, parameters: Parameters) -> Iterator[ScoringError]:
    players = parameters.game.players
    line = parameters.game.bust_below if isinstance(parameters, RiichiParameters) else 0
    yield from _once("busts", tuple(bust.seat for bust in result.busts), players)
    for bust in result.busts:
        if bust.by is not None:
            yield from _seat("busts", bust.by, players)
        if bust.by == bust.seat:
            yield BadSeatError("busts-itself", field="busts", seat=bust.seat)
        # some clubs count the line itself as busted, none a player who is above it
        if 0 <= bust.seat < len(result.points) and result.points[bust.seat] > line:
            yield NotBustedError(seats=(bust.seat,))


def _yakuman(result: GameResult, parameters: Parameters) -> Iterator[ScoringError]:
    for win in result.yakuman:
        yield from _seat("yakuman", win.winner, parameters.game.players)
        for payer in (win.discarder, win.pao):
            if payer is not None:
                yield from _seat("yakuman", payer, parameters.game.players)
            if payer == win.winner:
                yield BadSeatError("pays-itself", field="yakuman", seat=win.winner)
    ends = isinstance(parameters, BooParameters) and parameters.game.yakuman_ends_game
    if ends and len(result.yakuman) > 1:
        yield SeveralYakumanError(seats=[win.winner for win in result.yakuman])


def _once(what: str, seats: tuple[int, ...], players: int) -> Iterator[ScoringError]:
    for at, seat in enumerate(seats):
        yield from _seat(what, seat, players)
        if seat in seats[:at]:
            yield BadSeatError("twice", field=what, seat=seat)


def _seat(what: str, seat: int, players: int) -> Iterator[ScoringError]:
    if not 0 <= seat < players:
        yield BadSeatError("no-seat", field=what, seat=seat)
