"""Players who play at random whatever a rule lets them play, to the end of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Any

from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from scoring.game import Game, GameState, TableHand, TablePenalty, WonHand, YakumanTenpai
from scoring.game.errors import GameError
from scoring.game.outcomes import riichi_allowed
from scoring.game.values import HandResult
from scoring.payments import ChipReasons, Liability

_HAN = (*[1] * 14, *[2] * 10, *[3] * 6, *[4] * 3, 5, 5, 6, 8, 11, 13)
_BOO_HAN = (0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5)
_FU = (20, 25, 30, 30, 30, 30, 30, 40, 40, 50, 60, 70, 110)
_WORTH = (1, 5, 10, 15, 30, 31, 40, 45, 70, 85, 120, 160, 320, 400)


def random_game(rule: Parameters, rng: Random) -> list[TableHand]:
    """A whole game, hand by hand, to whatever ends it."""
    game = Game(rule)
    state, hands = game.start(), []
    while not state.is_over:
        hand = random_hand(game, state, rng)
        state = game.play(state, hand).after
        hands.append(hand)
    return hands


def random_hand(game: Game, state: GameState, rng: Random) -> TableHand:
    """A hand that may follow; a win that the points forbid comes out as a chombo."""
    if isinstance(game.rule, ZungJungParameters):
        return _zung_jung(rng)
    hand = _Table(game.rule, state, rng).hand()
    if hand.wins and game.forbidden(state, hand):
        hand = TableHand(result="chombo", by=(hand.wins[0].winner,))
    choices = (
        (0.5, replace(hand, stop=True)),
        (0.2, replace(hand, give_up=True)),
        (0.05 * (game.rule.event.time_limit_minutes is not None), replace(hand, time_up=True)),
    )
    chosen = (each for chance, each in choices if rng.random() < chance and _may(game, state, each))
    return next(chosen, hand)


def _may(game: Game, state: GameState, hand: TableHand) -> bool:
    try:
        game.play(state, hand)
    except GameError:
        return False
    return True


def _zung_jung(rng: Random) -> TableHand:
    if rng.random() < 0.15:
        return TableHand(result="draw")
    winner, other, third = rng.sample(range(4), 3)
    worth = rng.choice(_WORTH)
    if rng.random() < 0.3:
        return TableHand(result="tsumo", wins=(WonHand(winner=winner, worth=worth),))
    responsible = rng.choice((other, other, third, None))
    win = WonHand(winner=winner, discarder=other, worth=worth, responsible=responsible)
    return TableHand(result="ron", wins=(win,))


class _Table:
    """One hand of the riichi family or of Boo."""

    def __init__(
        self, rule: RiichiParameters | BooParameters, state: GameState, rng: Random
    ) -> None:
        self.rule, self.state, self.rng = rule, state, rng
        self.seats = range(rule.game.players)
        self.riichi = self._some(
            (seat for seat in self.seats if riichi_allowed(rule, state.points[seat])), 0.25
        )
        self.forfeited = self._some(self.seats, 0.01)
        self.penalties = (
            *(TablePenalty(seat=seat, kind="forfeit") for seat in self.forfeited),
            *(
                TablePenalty(seat=seat, kind="stick")
                for seat in self._some(self.seats, 0.02)
                if rule.penalties.penalty_stick
            ),
        )

    def hand(self) -> TableHand:
        results: tuple[HandResult, ...] = ("ron", "tsumo", "draw", "abort", "nagashi", "chombo")
        result = self.rng.choices(results, (45, 25, 20, 4, 3, 3))[0]
        parts = getattr(self, f"_{result}")()
        if parts is None:  # not played under this rule, or nobody is left to win
            result, parts = "draw", self._draw()
        return TableHand(
            result=result, **{"riichi": self.riichi, "penalties": self.penalties, **parts}
        )

    def _ron(self) -> dict[str, Any] | None:
        discarder = self.rng.choice(self.seats)
        callers = [seat for seat in self._able() if seat != discarder]
        if not callers:
            return None
        several = self.rng.choices((1, 2, 3), (90, 8, 2))[0]
        winners = self.rng.sample(callers, min(several, len(callers)))
        return {"wins": tuple(self._win(winner, discarder) for winner in winners)}

    def _tsumo(self) -> dict[str, Any] | None:
        able = self._able()
        return {"wins": (self._win(self.rng.choice(able), None),)} if able else None

    def _draw(self) -> dict[str, Any]:
        waits = set(self.riichi) | set(self._some(self.seats, 0.4))
        if "tenpai" in self.rule.penalties.forfeit_bars:
            waits -= set(self.forfeited)
        return {"tenpai": tuple(sorted(waits))}

    def _abort(self) -> dict[str, Any] | None:
        draws = self.rule.draws
        kinds = ("kyuushu", "suufon", "suukan", "suurii")
        played = [kind for kind in kinds if getattr(draws, f"abort_{kind}") != "none"]
        kind = self.rng.choice(played) if played else None
        if kind == "suurii":
            if not all(riichi_allowed(self.rule, held) for held in self.state.points):
                return None
            return {"kind": kind, "riichi": tuple(self.seats)}
        return {"kind": kind} if kind else None

    def _nagashi(self) -> dict[str, Any] | None:
        if self.rule.draws.nagashi == "none":
            return None
        by = self.rng.sample(self.seats, self.rng.choices((1, 2), (9, 1))[0])
        return {"by": tuple(by), **self._draw()}

    def _chombo(self) -> dict[str, Any] | None:
        rule = self.rule.penalties
        if rule.chombo_payment is None:
            return None
        seat, other = self.rng.sample(self.seats, 2)
        parts: dict[str, Any] = {"by": (seat,)}
        if rule.chombo_yakuman_tenpai == "half_of_highest" and self.rng.random() < 0.1:
            parts["yakuman_tenpai"] = (YakumanTenpai(seat=other, value=32_000),)
        return parts

    def _able(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.forfeited]

    def _win(self, winner: int, discarder: int | None) -> WonHand:
        is_boo = isinstance(self.rule, BooParameters)
        own: dict[str, Any] = {"winner": winner, "discarder": discarder}
        if is_boo:
            own["dora"] = self.rng.choice((0, 0, 0, 1, 2))
        elif self.rng.random() < 0.3:
            own["chips"] = ChipReasons(*(self.rng.choice((0, 0, 1)) for _ in range(3)))
        if self.rng.random() < 0.02:
            others = [seat for seat in self.seats if seat != winner]
            pao = (Liability(self.rng.choice(others)),) if self.rng.random() < 0.3 else ()
            return WonHand(**own, yakuman=self.rng.choice((1, 1, 1, 2)), liable=pao)
        han = self.rng.choice(_BOO_HAN if is_boo else _HAN)
        counts_fu = self.rule.hand.counting == "fu" and han < 5
        return WonHand(**own, han=han, fu=self.rng.choice(_FU) if counts_fu else None)

    def _some(self, seats: Iterable[int], chance: float) -> tuple[int, ...]:
        return tuple(seat for seat in seats if self.rng.random() < chance)


def as_json(hand: TableHand) -> dict[str, Any]:
    """A hand as a ``replay`` request has it."""
    values: dict[str, Any] = {"result": hand.result}
    values |= {name: list(seats) for name, seats in _lists(hand) if seats}
    values |= {name: True for name in ("stop", "give_up", "time_up") if getattr(hand, name)}
    if hand.kind:
        values["kind"] = hand.kind
    if hand.wins:
        values["wins"] = [_win_as_json(win) for win in hand.wins]
    if hand.penalties:
        values["penalties"] = [{"seat": each.seat, "kind": each.kind} for each in hand.penalties]
    if hand.yakuman_tenpai:
        values["yakuman_tenpai"] = [
            {"seat": each.seat, "value": each.value} for each in hand.yakuman_tenpai
        ]
    return values


def _lists(hand: TableHand) -> Iterable[tuple[str, tuple[int, ...]]]:
    return (("riichi", hand.riichi), ("tenpai", hand.tenpai), ("by", hand.by))


def _win_as_json(win: WonHand) -> dict[str, Any]:
    values: dict[str, Any] = {"winner": win.winner}
    if win.discarder is not None:
        values["from"] = win.discarder
    if win.worth:
        return {**values, "worth": win.worth, "responsible": win.responsible}
    if win.yakuman:
        values["yakuman"] = win.yakuman
    else:
        values |= {"han": win.han} | ({} if win.fu is None else {"fu": win.fu})
    if win.liable:
        values["pao"] = [{"seat": each.seat, "times": each.times} for each in win.liable]
    if win.dora:
        values["dora"] = win.dora
    if win.chips and any(win.chips):
        values["chips"] = win.chips._asdict()
    return values
