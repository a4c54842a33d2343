"""From the points at the end of a game to places and scores, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from rules.parameters import (
    BooParameters,
    Parameters,
    RiichiParameters,
    RiichiSettlement,
    ZungJungParameters,
)
from rules.parameters.base import PenaltyRule
from scoring.checks import problems
from scoring.results import Bust, GameResult, Part, Penalty, SeatScore, Settled, YakumanWin

NO_CLAUSES: Mapping[str, str] = MappingProxyType({})

#: steps that are shown even where they move nothing: people look for them
ALWAYS_SHOWN = frozenset({"base", "given", "maru", "points", "uma"})


class Scores(NamedTuple):
    """A settlement without its explanation, by seat."""

    places: tuple[int, ...]
    place_halves: tuple[int, ...]
    scores: tuple[int, ...]
    result: str | None = None  # Boo: as in Settled
    dabu_ken: int | None = None  # Boo: as in Settled


#: settles a result that is known to be sound
Settler: TypeAlias = Callable[[GameResult], Scores]


def settle(
    result: GameResult, parameters: Parameters, stated_by: Mapping[str, str] = NO_CLAUSES
) -> Settled:
    """Turn a finished game into scores.

    Args:
        result: points by seat from the first East, and what else the table hands in.
        parameters: the version in force on the day of play.
        stated_by: parameter name to clause code (or ``assumed``), to be shown with each part.

    Returns:
        Place, score and parts of each seat, for Boo also the result and who may double next.
        Scores sum to 0 but for penalties that nobody receives and, in the riichi family, sticks
        that the rule lets go lost, an uma that sums to something else, and substitutes.

    Raises:
        ScoringError: the first of :func:`problems`.

    Source: the settlement clauses of the version; ``stated_by`` names them.
    """
    for problem in problems(result, parameters):
        raise problem
    reckoned = reckoner(parameters)(result)
    return Settled(
        seats=tuple(_seat(seat, reckoned, stated_by) for seat in range(len(result.points))),
        result=reckoned.result,
        dabu_ken=reckoned.dabu_ken,
    )


def settle_scores(result: GameResult, parameters: Parameters) -> Scores:
    """Settle a result that is known to be sound, without checks and parts."""
    return settler(parameters)(result)


def settler(parameters: Parameters) -> Settler:
    """Make a rule ready to settle many sound results, as :func:`settle_scores` does one."""
    reckoned = reckoner(parameters)

    def scores(result: GameResult) -> Scores:
        at, taken, name, dabu_ken = reckoned(result)
        totals = tuple(map(sum, zip(*[step[2] for step in taken])))  # noqa: B905, all by seat
        return Scores(at[1], at[2], totals, name, dabu_ken)

    return scores


def reckoner(parameters: Parameters) -> Callable[[GameResult], Reckoned]:
    """Make a rule ready to take many sound results apart."""
    by_rule = _reckoner_of(parameters)
    return lambda result: by_rule(result) if result.given is None else _reckon_given(result)


def _reckoner_of(parameters: Parameters) -> Callable[[GameResult], Reckoned]:
    if isinstance(parameters, RiichiParameters):
        return RiichiReckoner(parameters)
    if isinstance(parameters, BooParameters):
        return partial(_reckon_boo, parameters=parameters)
    return partial(_reckon_totals, parameters=parameters)


def _seat(seat: int, reckoned: Reckoned, stated_by: Mapping[str, str]) -> SeatScore:
    return SeatScore(
        place=reckoned.at.places[seat],
        place_halves=reckoned.at.halves[seat],
        score=sum(step.points[seat] for step in reckoned.steps),
        # another step that leaves the seat as it is explains nothing
        parts=tuple(
            Part(kind=step.kind, points=step.points[seat], clause=stated_by.get(step.states, ""))
            for step in reckoned.steps
            if step.points[seat] or step.kind in ALWAYS_SHOWN
        ),
    )


# Places.


HUNDRED = 100


class Standing(NamedTuple):
    """The places of a table."""

    order: tuple[int, ...]  # seats, the top first; equal points nearest the first East first
    places: tuple[int, ...]  # by seat
    halves: tuple[int, ...]  # by seat: twice the mean of the places taken
    is_shared: bool  # whether any place is


def _unshared(order: tuple[int, ...]) -> Standing:
    places = tuple([order.index(seat) + 1 for seat in range(len(order))])
    return Standing(order, places, tuple([2 * place for place in places]), is_shared=False)


#: every standing of a table without shared places, by its order: there are thirty
_UNSHARED = {
    order: _unshared(order) for players in (3, 4) for order in permutations(range(players))
}

_SEATS = {players: range(players) for players in (3, 4)}


def standing(points: Sequence[int], *, shared: bool) -> Standing:
    """Order the seats of a table by points; equal points share their places or go by seat.

    Source: the ``tie`` clauses: kinyoukai A-4, super-tonpu 1.1.1(6), yakyu C-15, 4A-6 and kin.
    """
    # reversed sorting keeps equals in their order, so the nearer seat stays ahead
    order = tuple(sorted(_SEATS[len(points)], key=points.__getitem__, reverse=True))
    if not shared or len(set(points)) == len(points):
        return _UNSHARED[order]
    # the highest and the lowest place of those with the same points
    best = [1 + sum(other > own for other in points) for own in points]
    worst = [sum(other >= own for other in points) for own in points]
    halves = tuple(high + low for high, low in zip(best, worst, strict=True))
    return Standing(order, tuple(best), halves, is_shared=True)


def put_first(seat: int, at: Standing) -> Standing:
    """The standing with one seat moved to the top, nobody sharing."""
    return _UNSHARED[seat, *(other for other in at.order if other != seat)]


def split(pool: int, ways: int, *, spread: bool = False) -> list[int]:
    """Share ``pool`` points in whole hundreds; what is left goes to the first.

    Args:
        pool: of either sign. Shares are rounded downward also below 0, so the first never does
            worse than the others.
        ways: how many share it.
        spread: whether what is left goes a hundred each to the first ones instead.

    Source: ``share_rest``. The whole hundreds are Jancho's own reading where a rule says nothing.

    >>> split(-20_000, 3)
    [-6600, -6700, -6700]
    >>> split(2_000, 3), split(2_000, 3, spread=True)
    ([800, 600, 600], [700, 700, 600])
    """
    each = pool // (ways * HUNDRED) * HUNDRED
    rest = pool - each * ways
    if spread:
        return [each + HUNDRED * (at < rest // HUNDRED) for at in range(ways)]
    return [each + rest] + [each] * (ways - 1)


def by_place(values: Sequence[int], at: Standing, *, spread: bool = False) -> list[int]:
    """Give each seat what its place brings; shared places share it. ``values`` is by place."""
    if not at.is_shared:
        return [values[place - 1] for place in at.places]
    got = [0] * len(at.places)
    groups: dict[int, list[int]] = {}
    for seat in at.order:
        groups.setdefault(at.places[seat], []).append(seat)
    for place, seats in groups.items():
        pool = sum(values[place - 1 : place - 1 + len(seats)])
        for seat, share in zip(seats, split(pool, len(seats), spread=spread), strict=True):
            got[seat] = share
    return got


# Steps, and what they come to.


class Step(NamedTuple):
    """What one agreement adds to each seat."""

    kind: str
    states: str  # the parameter that says so
    points: list[int]  # by seat


class Reckoned(NamedTuple):
    """A game taken apart: where each seat stands, and the steps that sum to its score."""

    at: Standing
    steps: list[Step]
    result: str | None = None  # Boo: as in Settled
    dabu_ken: int | None = None  # Boo: as in Settled


# The uma and oka family.


class RiichiReckoner:
    """Takes sound results apart into steps; a seat's score is the sum of its entries.

    Base and oka sum to the sticks still missing, penalties to what nobody receives, the uma to
    what the rule says, a substitute's step to what makes that score; every other sums to 0.

    What a rule says is looked up once, and what hangs on the places alone is worked out once for
    all games that end so: long histories are settled with the same steps as a single game.
    """

    def __init__(self, parameters: RiichiParameters) -> None:
        rule = parameters.settlement
        self._parameters, self._rule, self._oka = parameters, rule, parameters.oka
        self._shares = rule.tie != "seat"
        self._spreads = rule.share_rest == "spread"
        self._less = rule.return_points
        self._leaves_sticks = rule.leftover_sticks == "lost"
        self._lifts = rule.below_zero == "as_zero"
        self._rounds = rule.rounding != "none"
        self._floats = rule.uma_kind == "floating"
        self._rounding: dict[int, int] = {}
        # by places alone: among tied seats the order is that of the seats
        self._by_places: dict[tuple[int, ...], list[Step]] = {}

    def __call__(self, result: GameResult) -> Reckoned:
        """Take one sound result apart."""
        points, less = result.points, self._less
        at = standing(points, shared=self._shares)
        taken = [Step("base", "return_points", [own - less for own in points])]
        held: list[int] = list(points)
        if result.sticks and not self._leaves_sticks:
            sticks = _sticks(result, at, self._rule)
            taken.append(Step("sticks", "leftover_sticks", sticks))
            held = [own + more for own, more in zip(held, sticks, strict=True)]
        floating = _uma_of_floating(self._rule, held, at) if self._floats else []
        if self._lifts and min(held) < 0:
            raised = _balanced([max(-own, 0) for own in held], at)
            taken.append(Step("below_zero", "below_zero", raised))
            held = [max(own, 0) for own in held]
        if self._rounds:
            taken.append(Step("rounding", "rounding", _balanced(self._rounding_of(held), at)))
        taken += floating
        known = self._by_places.get(at.places)
        taken += self.steps_by_places(at) if known is None else known
        if result.is_plain:
            return Reckoned(at, taken)
        taken = [*taken, *extras(result, self._rule, at)]
        if result.substitutes and self._rule.substitute_score is not None:
            taken.append(_substituted(result.substitutes, self._rule.substitute_score, taken))
        return Reckoned(at, [*taken, *penalties(result, self._parameters)])

    def _rounding_of(self, held: list[int]) -> list[int]:
        """What rounding adds to each; the points of a club's games are few and come again."""
        known = self._rounding
        try:
            return [known[own] for own in held]
        except KeyError:
            known.update((own, _change_by_rounding(own, self._rule)) for own in held)
            return [known[own] for own in held]

    def comes_to(self, held: int) -> int:
        """What held points come to before anything that hangs on the place."""
        base = held - self._less
        return base + (_change_by_rounding(held, self._rule) if self._rounds else 0)

    def steps_by_places(self, at: Standing) -> list[Step]:
        """What places alone bring; worked out once for all games that end so."""
        rule = self._rule
        taken = []
        if not self._floats and rule.uma:
            taken.append(Step("uma", "uma", by_place(rule.uma, at, spread=self._spreads)))
        if self._oka:
            taken.append(Step("oka", "return_points", _oka(self._oka, rule, at)))
        self._by_places[at.places] = taken
        return taken


def _balanced(changes: list[int], at: Standing) -> list[int]:
    """Let the top, the nearest seat of several, take what makes the changes sum to 0."""
    changes[at.order[0]] -= sum(changes)
    return changes


def _sticks(result: GameResult, at: Standing, rule: RiichiSettlement) -> list[int]:
    got = [0] * len(result.points)
    best, tops = result.points[at.order[0]], at.order[:1]
    if rule.leftover_sticks == "tied_tops":  # order names the nearest of them first
        tops = tuple(seat for seat in at.order if result.points[seat] == best)
    shares = split(result.sticks, len(tops), spread=rule.share_rest == "spread")
    if rule.leftover_rest == "lost":
        shares = [min(shares)] * len(tops)
    for seat, share in zip(tops, shares, strict=True):
        got[seat] = share
    return got


def _uma_of_floating(rule: RiichiSettlement, held: list[int], at: Standing) -> list[Step]:
    floating = sum(own >= rule.floating_line for own in held)
    got = by_place(rule.floating_uma[floating], at, spread=rule.share_rest == "spread")
    return [Step("uma", "floating_uma", got)]


def _oka(oka: int, rule: RiichiSettlement, at: Standing) -> list[int]:
    if rule.tie == "share_uma_and_oka":
        prizes = [oka] + [0] * (len(at.order) - 1)
        return by_place(prizes, at, spread=rule.share_rest == "spread")
    prize = [0] * len(at.order)
    prize[at.order[0]] = oka
    return prize


THOUSAND = 1_000

#: added before cutting off: five down and six up is the same as 400 more, since points are hundreds
_LIFT = {"go_sha_roku_nyu": 400, "shi_sha_go_nyu": 500, "up": 999, "down": 0}


def rounded(points: int, *, rounding: str, by_value: bool) -> int:
    """Round ``points``, a multiple of 100, to thousands.

    Args:
        points: of either sign.
        rounding: a ``rounding`` of the riichi parameters, other than ``none``.
        by_value: below 0 round along the number line; else round the size and keep the sign.

    Source: kinyoukai A-3, yakyu C-13; below 0 the documents are silent, so a rule says which.

    >>> rounded(-1_500, rounding="go_sha_roku_nyu", by_value=False)
    -1000
    >>> rounded(-1_500, rounding="go_sha_roku_nyu", by_value=True)
    -2000
    """
    lift = _LIFT[rounding]
    if points < 0 and not by_value:
        return -((lift - points) // THOUSAND * THOUSAND)
    return (points + lift) // THOUSAND * THOUSAND


def _change_by_rounding(held: int, rule: RiichiSettlement) -> int:
    rounds = held - rule.return_points if rule.rounding_of == "difference" else held
    by_value = rule.rounding_below_zero == "by_value"
    return rounded(rounds, rounding=rule.rounding, by_value=by_value) - rounds


# What a result carries beside points.


def extras(result: GameResult, rule: RiichiSettlement, at: Standing) -> Iterator[Step]:
    """List what a sound result carries beside points, without substitutes and penalties."""
    if result.chips is not None and rule.chip_value:
        yield Step("chips", "chip_value", [held * rule.chip_value for held in result.chips])
    if rule.bust_bonus:
        for bust in result.busts:
            if bust.by is not None or rule.bust_bonus_without_winner == "top":
                yield Step("bust", "bust_bonus", _bust(bust, rule.bust_bonus, at))
    if rule.yakitori and 0 < len(result.yakitori) < len(at.order):
        yield Step("yakitori", "yakitori", _yakitori(result.yakitori, rule.yakitori, len(at.order)))
    for win in result.yakuman:
        if win.discarder is None:
            yield Step("yakuman", "yakuman_tsumo", _yakuman(win, rule.yakuman_tsumo, len(at.order)))
        else:
            yield Step("yakuman", "yakuman_ron", _yakuman(win, rule.yakuman_ron, len(at.order)))


def _substituted(seats: tuple[int, ...], score: int, taken: Sequence[Step]) -> Step:
    """Make what the substitutes' games have come to the score that is fixed for them."""
    totals = [sum(step.points[seat] for step in taken) for seat in range(len(taken[0].points))]
    moved = [score - total if seat in seats else 0 for seat, total in enumerate(totals)]
    return Step("substitute", "substitute_score", moved)


def penalties(result: GameResult, parameters: Parameters) -> Iterator[Step]:
    """List what the offences of a sound result cost, under a rule of any family.

    Source: BOO-18, kinyoukai G, super-tonpu 5, nekohouse: chombo where totals are kept.
    """
    prices = {price.kind: price for price in parameters.penalties.penalty_table}
    players = len(result.points)
    for penalty in result.penalties:
        price = prices[penalty.kind]
        amount = price.amount * penalty.count if penalty.amount is None else penalty.amount
        yield Step("penalty", "penalty_table", _penalty(penalty.seat, amount, price, players))
        if price.becomes is not None and (turned := _turned(penalty, price.turns_after)):
            brought = prices[price.becomes]
            cost = _penalty(penalty.seat, brought.amount * turned, brought, players)
            yield Step("cards", "penalty_table", cost)


def _turned(cards: Penalty, after: int) -> int:
    """How often the cards of this game complete a number of them on that day."""
    return (cards.held + cards.count) // after - cards.held // after


def _bust(bust: Bust, bonus: int, at: Standing) -> list[int]:
    got = [0] * len(at.order)
    got[bust.seat] -= bonus
    got[at.order[0] if bust.by is None else bust.by] += bonus
    return got


def _yakitori(seats: tuple[int, ...], amount: int, players: int) -> list[int]:
    """Let each who won nothing pay and those who won share it, the nearest seat the rest too."""
    got = [-amount if seat in seats else 0 for seat in range(players)]
    winners = [seat for seat in range(players) if seat not in seats]
    for seat, share in zip(winners, split(amount * len(seats), len(winners)), strict=True):
        got[seat] = share
    return got


def _yakuman(win: YakumanWin, prize: int, players: int) -> list[int]:
    payers = [seat for seat in range(players) if seat != win.winner]
    if win.discarder is not None:
        payers = [win.discarder]
    got = [-prize if seat in payers else 0 for seat in range(players)]
    got[win.winner] = prize * len(payers)
    return got


def _penalty(offender: int, amount: int, price: PenaltyRule, players: int) -> list[int]:
    received = amount if price.paid_to == "others" else 0
    paid = -amount * (players - 1) if price.paid_to == "others" else -amount
    return [paid if seat == offender else received for seat in range(players)]


# Scores that came with the game.


def _reckon_given(result: GameResult) -> Reckoned:
    """Keep the scores that were given, and place the seats by them.

    Source: whoever gave them. Equal scores go by seat: of a result list, by the order of its line.
    """
    assert result.given is not None  # the caller has looked
    steps = [Step("given", "", list(result.given))]
    return Reckoned(standing(result.given, shared=False), steps)


# Zung Jung.


def _reckon_totals(result: GameResult, parameters: ZungJungParameters) -> Reckoned:
    """Turn sound totals, which start at 0 and sum to 0, into scores.

    Source: zung-jung P-1 to P-3 make the totals. That a session's table is the sum of points, and
    that ties go by seat: assumed.
    """
    worth = parameters.settlement.score_per_point
    taken = [Step("points", "score_per_point", [total * worth for total in result.points])]
    taken += penalties(result, parameters)
    return Reckoned(standing(result.points, shared=False), taken)


# Boo-mahjong.


#: players who float, by result: those who do are always the highest of the table
FLOATING: Mapping[str, int] = MappingProxyType(
    {"double_maru_a": 1, "maru_a": 1, "maru_b": 2, "maru_c": 3, "none": 4}
)

#: the result by the number of sunk players; four sunk are counted as one
_MARU = ("none", "maru_c", "maru_b", "maru_a")

#: results that give the right to double in the next game (ダブ権)
_GIVES_THE_RIGHT = frozenset({"maru_a", "double_maru_a"})


def _reckon_boo(result: GameResult, parameters: BooParameters) -> Reckoned:
    """Settle a sound Boo game, 1,000 points of score for a victory point.

    Places go by the points held, without the sticks on the table, ties by seat. A yakuman that
    ended the game puts its winner first whatever the points, the others follow by points; the
    points may be those before or after its payment, only their sum is looked at, and the three
    others count as sunk. A penalty changes neither the places nor the right to double.

    Source: BOO-1, BOO-2, BOO-15 to BOO-18. A yakuman counts as maru-A or better for the next
    game, and nobody sunk is 0 for all: assumed.
    """
    at = standing(result.points, shared=False)
    if result.yakuman and parameters.game.yakuman_ends_game:
        win = result.yakuman[0]
        at = put_first(win.winner, at)
        name, taken = "double_maru_a", _boo_by_yakuman(win, parameters)
    else:
        name, taken = _boo_by_points(result, parameters, at)
    holds = name in _GIVES_THE_RIGHT and _right_is_played(result, parameters)
    taken += penalties(result, parameters)
    return Reckoned(at, taken, name, at.order[0] if holds else None)


def _right_is_played(result: GameResult, parameters: BooParameters) -> bool:
    rule = parameters.settlement
    by_yakuman = result.yakuman and parameters.game.yakuman_ends_game
    return rule.double_right and (rule.double_right_after_yakuman or not by_yakuman)


def _boo_by_points(
    result: GameResult, parameters: BooParameters, at: Standing
) -> tuple[str, list[Step]]:
    rule, top = parameters.settlement, at.order[0]
    sunk = [seat for seat in at.order if result.points[seat] < rule.floating_line]
    if len(sunk) == len(at.order):
        sunk = sunk[-1:]  # the three highest float after all
    name = _MARU[len(sunk)]
    prices = {"maru_a": rule.maru_a, "maru_b": rule.maru_b, "maru_c": rule.maru_c}
    if name not in prices:
        return name, [Step("maru", "floating_line", [0] * len(at.order))]
    taken = [Step("maru", name, _maru_paid(top, prices[name], sunk, at))]
    if name == "maru_a" and rule.double_right and result.dabu_ken == top:
        name, more = "double_maru_a", rule.double_maru_a - rule.maru_a
        taken.append(Step("dabu_ken", "double_right", _maru_paid(top, more, sunk, at)))
    return name, taken


def _boo_by_yakuman(win: YakumanWin, parameters: BooParameters) -> list[Step]:
    """Let all others pay a double maru-A, then put that on the responsible player.

    Source: BOO-15, BOO-17. The two others pay nothing, and a responsible player who is also the
    discarder pays both shares: assumed.
    """
    rule, seats = parameters.settlement, range(parameters.game.players)
    each = rule.double_maru_a
    maru = [-each if seat != win.winner else each * (len(seats) - 1) for seat in seats]
    taken = [Step("maru", "yakuman_ends_game", maru)]
    if win.pao is not None:
        owed = [0] * len(seats)
        if win.discarder is None:
            owed[win.pao] = -maru[win.winner]
        else:
            owed[win.pao] -= rule.pao_ron
            owed[win.discarder] -= rule.pao_ron
        owed[win.winner] = -sum(owed)
        moved = [due - paid for due, paid in zip(owed, maru, strict=True)]
        taken.append(Step("pao", "pao_ron", moved))
    return taken


def _maru_paid(top: int, each: int, payers: list[int], at: Standing) -> list[int]:
    got = [-each if seat in payers else 0 for seat in range(len(at.order))]
    got[top] = each * len(payers)
    return got
