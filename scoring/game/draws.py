"""Hands that nobody has won: the noten payment, and abortive draws (途中流局)."""

from __future__ import annotations

from collections.abc import Collection

from rules.parameters import YakuRule
from scoring.game.errors import GameError, NotPlayedError
from scoring.game.outcomes import Honba, Outcome, StaysBy
from scoring.game.values import AbortKind, GameState, TableHand

#: who call ron when three ron abort a hand
_THREE = 3


def drawn(rule: YakuRule, state: GameState, hand: TableHand) -> Outcome:
    """An exhaustive draw: noten players pay, and the dealer may stay by tenpai."""
    stays = _stays(rule, state, hand.tenpai)
    return Outcome(
        points=noten_payments(rule, hand.tenpai),
        stays="tenpai" if stays else None,
        honba=after_draw(rule, stays=stays),
    )


def noten_payments(rule: YakuRule, tenpai: Collection[int]) -> tuple[int, ...]:
    """What each seat pays or gets, all in hundreds: the parameters see to that."""
    players, whole = rule.game.players, rule.play.noten_payment
    if not 0 < len(tenpai) < players:
        return (0,) * players
    gets, pays = whole // len(tenpai), whole // (players - len(tenpai))
    return tuple(gets if seat in tenpai else -pays for seat in range(players))


def after_draw(rule: YakuRule, *, stays: bool) -> Honba:
    """What becomes of the honba after an exhaustive draw."""
    return "grows" if stays or rule.play.honba_grows_on_every_draw else "reset"


def aborted(rule: YakuRule, state: GameState, hand: TableHand) -> Outcome:
    """An abortive draw, as the table names it.

    Raises:
        NotPlayedError: the rule knows none of this kind.
        GameError: the dealer's seat hangs on something that is not said.
    """
    kind = hand.kind
    assert kind is not None  # asked by the checks
    if kind == "sanchahou":
        if rule.game.players < 4 or rule.play.triple_ron != "abort":
            raise NotPlayedError("no-abort", field="kind", kind=kind)
        callers = hand.by or tuple(win.winner for win in hand.wins)
        if rule.play.sanchahou_dealer == "stays_if_winner" and len(callers) != _THREE:
            raise GameError("callers-needed", field="by")
        return aborted_by_three(rule, state, callers)
    says = _says(rule, kind)
    if says == "none":
        raise NotPlayedError("no-abort", field="kind", kind=kind)
    if kind == "suurii" and len(hand.riichi) < rule.game.players:
        raise GameError("suurii", field="riichi", players=rule.game.players)
    return _abort(rule, stays=says == "dealer_stays")


def aborted_by_three(rule: YakuRule, state: GameState, callers: Collection[int]) -> Outcome:
    """Three ron on one discard (三家和)."""
    says = rule.play.sanchahou_dealer
    return _abort(rule, stays=says == "stays" or (says != "moves" and state.dealer in callers))


def _says(rule: YakuRule, kind: AbortKind) -> str:
    draws = rule.draws
    return {
        "kyuushu": draws.abort_kyuushu,
        "suufon": draws.abort_suufon,
        "suukan": draws.abort_suukan,
        "suurii": draws.abort_suurii,
    }[kind]


def _abort(rule: YakuRule, *, stays: bool) -> Outcome:
    by: StaysBy | None = "abort" if stays else None
    honba: Honba = "grows" if rule.draws.abort_adds_honba else "kept"
    return Outcome((0,) * rule.game.players, by, honba)


def _stays(rule: YakuRule, state: GameState, tenpai: Collection[int]) -> bool:
    play = rule.play
    says = play.dealer_stays_after_east if state.round else play.dealer_stays_in_east
    return says == "win_or_tenpai" and state.dealer in tenpai
