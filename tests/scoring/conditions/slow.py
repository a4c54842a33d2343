"""The same question answered the slow way: every win and every draw is played, one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from typing import NamedTuple

from rules.parameters import (
    BooParameters,
    Parameters,
    RiichiParameters,
    ZungJungParameters,
    override,
)
from scoring.conditions import Case, Goal, Range, Worth
from scoring.game import Game, GameError, GameState, HandPlayed, TableHand, WonHand
from scoring.game.errors import BarredWinError

FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)


class Fate(NamedTuple):
    """What a hand leaves to one player."""

    place: int
    is_shared: bool
    is_over: bool
    result: str  # Boo: what the top makes
    is_afloat: bool

    def reaches(self, goal: Goal) -> bool:
        if isinstance(goal, int):
            return self.place <= goal
        if goal == "afloat":
            return self.is_afloat
        return (
            self.place == 1
            and self.result in ("maru_a", "maru_b", "maru_c")[: "abc".index(goal[-1]) + 1]
        )


#: a win by what it brings: whether it ends the game by itself, and what the hand itself pays
Paid = tuple[bool, int]


def wins(rule: Parameters, *, honba: int, tsumo: bool, deals: bool) -> Iterator[WonHand]:
    """Every hand that can be, won by seat 0."""
    if isinstance(rule, ZungJungParameters):
        sums = (1, *range(5, 321, 5), *rule.patterns.model_dump().values())
        yield from (WonHand(winner=0, worth=worth) for worth in sums if worth is not True and worth)
        return
    for han, fu, dora in product(range(13), (*FU, None), range(5)):
        counted = rule.hand.counting == "fu" and han < 5
        if counted != (fu is not None) or (fu is not None and not _exists(rule, han, fu, tsumo)):
            continue
        if dora and (not isinstance(rule, BooParameters) or (tsumo and not deals)):
            continue
        if han < _needed(rule, honba):
            continue
        yield WonHand(winner=0, han=han, fu=fu, dora=dora)
    paid = {
        "several_yakuman": rule.hand.yakuman_at_most or 6,
        "best_yakuman": max(rule.yakuman.times_table.values()),
    }
    most = paid.get(rule.hand.highest_hand, 1)
    yield from (WonHand(winner=0, yakuman=1 + more) for more in range(most))


def _needed(rule: Parameters, honba: int) -> int:
    assert not isinstance(rule, ZungJungParameters)
    needed = rule.hand.minimum_han
    if isinstance(rule, BooParameters) and honba and not rule.play.yakuless_takes_honba:
        needed = max(needed, 1)
    if rule.hand.two_han_from_honba and honba >= rule.hand.two_han_from_honba:
        needed = max(needed, 2)
    return needed


def _exists(rule: Parameters, han: int, fu: int, tsumo: bool) -> bool:
    assert not isinstance(rule, ZungJungParameters)
    if fu == 25:
        return han >= (3 if tsumo else 2)
    if fu != 20:
        return True
    if tsumo:
        return han >= 2 and rule.hand.pinfu_tsumo
    if rule.hand.open_20_fu == "20":  # in Boo an open hand of 20 fu has 平和
        return han >= 1 or not isinstance(rule, BooParameters)
    return rule.hand.open_20_fu == "30_at_1_han" and han >= 2


def played(
    game: Game, state: GameState, riichi: tuple[int, ...], seat: int, discarder: int | None
) -> dict[Paid, Fate | None]:
    """What each win of a player leaves; None where the points forbid it."""
    found: dict[Paid, Fate | None] = {}
    brings = worth_under(game.rule, deals=seat == state.dealer)
    ends = isinstance(game.rule, BooParameters) and game.rule.game.yakuman_ends_game
    deals = seat == state.dealer
    for win in wins(game.rule, honba=state.honba, tsumo=discarder is None, deals=deals):
        own = replace(win, winner=seat, discarder=discarder)
        if win.worth:
            own = replace(own, responsible=discarder)
        result = "tsumo" if discarder is None else "ron"
        hand = TableHand(result=result, wins=(own,), riichi=riichi)  # type: ignore[arg-type]
        key = (bool(win.yakuman) and ends, brings(win, discarder is None))
        fate = fate_of(game, state, hand, seat)
        assert found.setdefault(key, fate) == fate, "paid alike, ended otherwise"
    return found


@cache
def worth_under(rule: Parameters, *, deals: bool) -> Callable[[WonHand, bool], int]:
    """What a hand itself brings, told by a table with nothing on it that nobody can end."""
    game = Game(
        override(rule, {"cap_points": 1_000_000}) if isinstance(rule, BooParameters) else rule
    )
    far = GameState(0, 0 if deals else 2, 0, 0, (500_000,) * rule.game.players)

    @cache
    def brings(hand: WonHand, tsumo: bool) -> int:
        discarder = None if tsumo else 1
        win = replace(hand, discarder=discarder, responsible=discarder if hand.worth else None)
        return max(
            game.play(far, TableHand(result="tsumo" if tsumo else "ron", wins=(win,))).deltas
        )

    return brings


def fate_of(game: Game, state: GameState, hand: TableHand, seat: int) -> Fate | None:
    """Play a hand; whoever may stop as dealer does when asked about."""
    try:
        return _fate(game.rule, play(game, state, hand, seat).after, seat)
    except BarredWinError:
        return None


def play(game: Game, state: GameState, hand: TableHand, seat: int) -> HandPlayed:
    if seat == state.dealer and getattr(game.rule.game, "last_dealer_stop", "") == "may":
        try:
            return game.play(state, replace(hand, stop=True))
        except GameError:
            pass
    return game.play(state, hand)


def _fate(rule: Parameters, state: GameState, seat: int) -> Fate:
    points, own = state.points, state.points[seat]
    shares = isinstance(rule, RiichiParameters) and rule.settlement.tie != "seat"
    ahead = [other for other, held in enumerate(points) if held > own]
    level = [other for other, held in enumerate(points) if held == own and other != seat]
    place = 1 + len(ahead) + (0 if shares else sum(other < seat for other in level))
    result, afloat = "", False
    if isinstance(rule, BooParameters):
        line = rule.settlement.floating_line
        sunk = sum(held < line for held in points)
        result = {0: "none", 1: "maru_c", 2: "maru_b", 3: "maru_a", 4: "maru_c"}[sunk]
        afloat = own >= line
        if state.yakuman is not None:
            others = [held for other, held in enumerate(points) if other != state.yakuman.winner]
            is_winner = seat == state.yakuman.winner
            place = 1 if is_winner else 2 + sum(held > own for held in others)
            result = "maru_a"
    return Fate(place, bool(level) and shares, state.why is not None, result, afloat)


def draws(
    game: Game, state: GameState, riichi: tuple[int, ...], seat: int, *, own: str
) -> dict[frozenset[int], Fate]:
    """What each draw leaves to a player, by which of the others are tenpai."""
    others = [each for each in range(len(state.points)) if each != seat]
    subsets = chain.from_iterable(combinations(others, count) for count in range(4))
    found = {}
    for tenpai in map(frozenset, subsets):
        if not set(riichi) - {seat} <= tenpai:
            continue
        declared = riichi if own != "riichi" or seat in riichi else (*riichi, seat)
        shown = tuple(sorted(tenpai | ({seat} if own != "noten" else frozenset())))
        hand = TableHand(result="draw", riichi=declared, tenpai=shown)
        fate = fate_of(game, state, hand, seat)
        assert fate is not None
        found[tenpai] = fate
    return found


def key_of(rule: Parameters, win: Worth) -> Paid:
    """A win of the answer, as the slow way names it."""
    ends = isinstance(rule, BooParameters) and rule.game.yakuman_ends_game
    return (bool(win.yakuman) and ends, win.total)


def inside(rule: Parameters, ranges: tuple[Range, ...], paid: Paid) -> bool:
    """Whether a win lies in one of the ranges."""
    return any(
        key_of(rule, each.least) <= paid and (each.most is None or paid <= key_of(rule, each.most))
        for each in ranges
    )


def among(cases: tuple[Case, ...], tenpai: frozenset[int]) -> bool:
    """Whether a draw is one of the cases."""
    return any(tenpai.issuperset(case.tenpai) and tenpai.isdisjoint(case.noten) for case in cases)
