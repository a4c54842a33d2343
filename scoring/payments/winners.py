"""Who wins when several call ron on one discard."""

from __future__ import annotations

from collections.abc import Iterable

from rules.parameters import YakuRule


def in_turn_order(seats: Iterable[int], discarder: int, players: int) -> tuple[int, ...]:
    """Order seats as their turns would come after the discarder's."""
    return tuple(sorted(seats, key=lambda seat: (seat - discarder) % players))


def ron_winners(rule: YakuRule, discarder: int, callers: Iterable[int]) -> tuple[int, ...]:
    """Name who wins, in turn order; nobody when three ron abort the hand (三家和).

    Source: ``double_ron`` and ``triple_ron``: all, or the first in turn order only (頭ハネ).
    """
    called = in_turn_order(callers, discarder, rule.game.players)
    says = {2: rule.play.double_ron, 3: rule.play.triple_ron}.get(len(called), "all_win")
    if says == "abort":
        return ()
    return called if says == "all_win" else called[:1]
