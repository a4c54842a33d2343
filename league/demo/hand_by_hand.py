"""Plays invented games through the engine, so that their hands (局) are kept with them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, NamedTuple

from league.demo.hands import YAKUMAN_NAMES, Played
from league.games.entry import KyokuEntry, played_kyoku
from rules.parameters import RiichiParameters
from scoring.game import Game, GameState, TableHand, WonHand
from scoring.game.engine import STOP_CHOICES
from scoring.game.outcomes import riichi_allowed
from scoring.game.values import HandResult

_RIICHI: Final = 27  # percent of the players declare in a hand
_CALLED: Final = 33  # percent of the others call
_DRAW: Final = 16
_TENPAI: Final = 38
_TSUMO: Final = 40
_ABORT: Final = 1
_CHOMBO: Final = 2  # hands in a thousand
_CLOCK: Final = 3  # percent of the games are stopped by the clock
_STOPS: Final = 70  # percent of the last dealers who may stop do


class _Sort(NamedTuple):
    weight: int
    yaku: dict[str, int]
    ron: int
    tsumo: int


_RIICHI_HANDS: Final = (
    _Sort(30, {}, 40, 30),
    _Sort(25, {"pinfu": 1}, 30, 20),
    _Sort(14, {"pinfu": 1, "tanyao": 1}, 30, 20),
    _Sort(14, {"tanyao": 1}, 40, 30),
    _Sort(6, {"chiitoitsu": 2}, 25, 25),
    _Sort(5, {"iipeikou": 1}, 40, 30),
    _Sort(3, {"sanshoku": 2, "pinfu": 1}, 30, 20),
    _Sort(2, {"honitsu": 3}, 40, 40),
)
_OPEN_HANDS: Final = (
    _Sort(35, {"tanyao": 1}, 30, 30),
    _Sort(25, {"haku": 1}, 30, 30),
    _Sort(15, {"chun": 1}, 30, 40),
    _Sort(8, {"honitsu": 2, "hatsu": 1}, 30, 40),
    _Sort(6, {"toitoi": 2}, 40, 50),
    _Sort(4, {"ittsu": 1}, 30, 30),
    _Sort(3, {"chinitsu": 5}, 30, 30),
    _Sort(3, {"sanshoku": 1}, 30, 30),
)
_CLOSED_HANDS: Final = (
    _Sort(12, {"pinfu": 1, "tanyao": 1}, 30, 20),
    _Sort(10, {"tanyao": 1}, 40, 30),
    _Sort(6, {"chiitoitsu": 2}, 25, 25),
    _Sort(5, {"ittsu": 2}, 40, 30),
    _Sort(4, {"hatsu": 1}, 40, 40),
)
_DORA: Final = (46, 30, 15, 7, 2)  # how often so many dora are held
_YAKUMAN_IN: Final = 2_500  # hands, of which one is a yakuman


class PlayedOut(NamedTuple):
    played: Played
    kyoku: tuple[KyokuEntry, ...]


def play_out(rng: Random, rule: RiichiParameters, skills: Sequence[int]) -> PlayedOut:
    """Play one game through the engine.

    Args:
        rng: the only source of chance.
        rule: the version of the day.
        skills: by seat, 100 for somebody who wins as often as the others.
    """
    table = _Table(rng, rule, skills)
    state, kyoku = table.game.start(), []
    stop_after = rng.randint(8, 11) if rng.randrange(100) < _CLOCK else 0
    while not state.is_over and not (stop_after and state.played >= stop_after):
        hand, entered = table.hand(state)
        played = table.game.play(state, hand)
        kyoku.append(played_kyoku(state, hand, played, told=entered, called=table.called))
        state = played.after
    result = table.game.result(state)
    ended = Played(
        points=list(state.points),
        sticks=result.sticks,
        ended_by_time=not state.is_over,
        yakuman=table.yakuman,
        chips=state.chips,
    )
    return PlayedOut(ended, tuple(kyoku))


class _Table:
    def __init__(self, rng: Random, rule: RiichiParameters, skills: Sequence[int]) -> None:
        self.rng, self.rule, self.skills = rng, rule, skills
        self.game = Game(rule)
        self.seats = range(rule.game.players)
        self.called: tuple[int, ...] = ()
        self.yakuman: list[tuple[int, int | None, str]] = []

    def hand(self, state: GameState) -> tuple[TableHand, dict[str, Any]]:
        self.called = ()
        chance = self.rng.randrange(1000)
        if chance < _CHOMBO and self.rule.penalties.chombo_payment is not None:
            return _entered(TableHand(result="chombo", by=(self.rng.choice(self.seats),)))
        if chance < 10 * _ABORT and self.rule.draws.abort_kyuushu != "none":
            return _entered(TableHand(result="abort", kind="kyuushu"))
        riichi = self._some(
            [seat for seat in self.seats if riichi_allowed(self.rule, state.points[seat])], _RIICHI
        )
        self.called = self._some([seat for seat in self.seats if seat not in riichi], _CALLED)
        if self.rng.randrange(100) < _DRAW:
            waits = self._some([seat for seat in self.seats if seat not in riichi], _TENPAI)
            return _entered(
                TableHand(result="draw", riichi=riichi, tenpai=tuple(sorted({*riichi, *waits})))
            )
        return self._won(state, riichi)

    def _won(self, state: GameState, riichi: tuple[int, ...]) -> tuple[TableHand, dict[str, Any]]:
        weights = [self.skills[seat] * (2 if seat in riichi else 1) for seat in self.seats]
        winner = self.rng.choices(self.seats, weights)[0]
        discarder = None
        if self.rng.randrange(100) >= _TSUMO:
            others = [seat for seat in self.seats if seat != winner]
            discarder = self.rng.choices(others, [10_000 // self.skills[s] for s in others])[0]
        if not self.rng.randrange(_YAKUMAN_IN):
            win, yaku = self._yakuman(winner, discarder)
        else:
            win, yaku = self._priced(winner, discarder, in_riichi=winner in riichi)
        result: HandResult = "tsumo" if discarder is None else "ron"
        hand = TableHand(result=result, riichi=riichi, wins=(win,))
        if state.dealer == winner and self._may_stop(state, hand):
            hand = TableHand(result=result, riichi=riichi, wins=(win,), stop=True)
        return _entered(hand, yaku)

    def _may_stop(self, state: GameState, hand: TableHand) -> bool:
        return (
            self.rule.game.last_dealer_stop in STOP_CHOICES
            and self.game.is_last_hand(state)
            and self.game.play(state, hand).after.why is None
            and self.rng.randrange(100) < _STOPS
        )

    def _yakuman(self, winner: int, discarder: int | None) -> tuple[WonHand, dict[str, int]]:
        name = self.rng.choice(YAKUMAN_NAMES)
        # four concealed triplets are won by drawing
        name = "kokushi" if name == "suuankou" and discarder is not None else name
        self.yakuman.append((winner, discarder, name))
        return WonHand(winner=winner, discarder=discarder, yakuman=1), {name: 13}

    def _priced(
        self, winner: int, discarder: int | None, *, in_riichi: bool
    ) -> tuple[WonHand, dict[str, int]]:
        is_open = winner in self.called
        sorts = _RIICHI_HANDS if in_riichi else _OPEN_HANDS if is_open else _CLOSED_HANDS
        sort = self.rng.choices(sorts, [each.weight for each in sorts])[0]
        yaku: dict[str, int] = {"riichi": 1} if in_riichi else {}
        if in_riichi and self.rng.randrange(100) < 18:
            yaku["ippatsu"] = 1
        if discarder is None and not is_open:
            yaku["menzen_tsumo"] = 1
        yaku |= sort.yaku
        dora = self.rng.choices(range(len(_DORA)), _DORA)[0]
        yaku |= {"dora": dora} if dora else {}
        if in_riichi and self.rng.randrange(100) < 30:
            yaku["ura_dora"] = 1
        han = sum(yaku.values())
        fu = sort.tsumo if discarder is None else sort.ron
        counts_fu = self.rule.hand.counting == "fu" and han < 5
        won = WonHand(winner=winner, discarder=discarder, han=han, fu=fu if counts_fu else None)
        return won, yaku

    def _some(self, seats: Sequence[int], percent: int) -> tuple[int, ...]:
        return tuple(seat for seat in seats if self.rng.randrange(100) < percent)


def _entered(
    hand: TableHand, yaku: dict[str, int] | None = None
) -> tuple[TableHand, dict[str, Any]]:
    entered: dict[str, Any] = {"result": hand.result}
    for name in ("riichi", "tenpai", "by"):
        if getattr(hand, name):
            entered[name] = list(getattr(hand, name))
    if hand.kind:
        entered["kind"] = hand.kind
    if hand.stop:
        entered["stop"] = True
    if yaku is None:
        return hand, entered
    (win,) = hand.wins
    won: dict[str, Any] = {"winner": win.winner}
    if win.discarder is not None:
        won["from"] = win.discarder
    won |= {"yakuman": win.yakuman} if win.yakuman else {"han": win.han}
    if win.fu is not None:
        won["fu"] = win.fu
    return hand, {**entered, "wins": [{**won, "yaku": yaku}]}
