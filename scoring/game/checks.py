"""Whether a hand can be what the table says: its seats, its parts, who may win and who may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from rules.parameters import Parameters, ZungJungParameters
from scoring.game.errors import ForfeitedError, GameError
from scoring.game.values import TableHand

#: which parts go with which result, beside those that go with every one
_PARTS = {
    "ron": {"wins"},
    "tsumo": {"wins"},
    "draw": {"tenpai"},
    "abort": {"kind"},
    "nagashi": {"by", "tenpai"},
    "chombo": {"by", "yakuman_tenpai"},
}
#: parts that a result cannot be without
_NEEDED = {
    "ron": "wins",
    "tsumo": "wins",
    "abort": "kind",
    "nagashi": "by",
    "chombo": "by",
}
_OPTIONAL = ("wins", "tenpai", "kind", "by", "yakuman_tenpai")
#: parts of an abort that say who: of 三家和 who called ron, by their seats or by their hands
_WHO: Mapping[str | None, frozenset[str]] = MappingProxyType(
    {"sanchahou": frozenset({"by", "wins"}), "kyuushu": frozenset({"by"})}
)


def check(rule: Parameters, hand: TableHand) -> None:
    """Refuse a hand that no table can have played.

    Raises:
        GameError: the first thing that cannot be.
    """
    _parts(hand)
    check_seats(rule, hand)
    _winners(hand)
    _missed(hand)
    _riichi(rule, hand)
    _forfeited(rule, hand)


def check_seats(rule: Parameters, hand: TableHand) -> None:
    """Refuse seats that the table does not have, or that are named twice.

    Raises:
        GameError: the first such seat.
    """
    for field, seats in _seats(hand):
        _ask_seats(field, seats, rule.game.players)


def _parts(hand: TableHand) -> None:
    allowed = _PARTS[hand.result] | _WHO.get(hand.kind, frozenset())
    for part in _OPTIONAL:
        if getattr(hand, part) and part not in allowed:
            raise GameError("not-here", field=part, result=hand.result)
    needed = _NEEDED.get(hand.result)
    if needed and not getattr(hand, needed):
        raise GameError("needed", field=needed, result=hand.result)
    if hand.result == "chombo" and len(hand.by) > 1:
        raise GameError("one-chombo", field="by", count=len(hand.by))


def _seats(hand: TableHand) -> Iterator[tuple[str, Sequence[int]]]:
    yield "riichi", hand.riichi
    yield "tenpai", hand.tenpai
    yield "by", hand.by
    yield "wins", [win.winner for win in hand.wins]
    yield "yakuman_tenpai", [each.seat for each in hand.yakuman_tenpai]
    for penalty in hand.penalties:
        yield "penalties", [penalty.seat]
    for at, win in enumerate(hand.wins):
        yield f"wins.{at}.pao", [each.seat for each in win.liable]
        yield f"wins.{at}.from", [] if win.discarder is None else [win.discarder]
        yield f"wins.{at}.responsible", [] if win.responsible is None else [win.responsible]


def _ask_seats(field: str, seats: Sequence[int], players: int) -> None:
    for at, seat in enumerate(seats):
        if not 0 <= seat < players:
            raise GameError("no-seat", field=field, seat=seat, most=players - 1)
        if seat in seats[:at]:
            raise GameError("twice", field=field, seat=seat)


def _winners(hand: TableHand) -> None:
    for at, win in enumerate(hand.wins):
        field = f"wins.{at}"
        payers = {win.discarder, win.responsible, *(each.seat for each in win.liable)}
        if win.winner in payers:
            raise GameError("pays-itself", field=field, seat=win.winner)
        _discarder(hand, win.discarder, f"{field}.from")
    if hand.result == "tsumo" and len(hand.wins) > 1:
        raise GameError("one-win", field="wins", count=len(hand.wins))
    if len({win.discarder for win in hand.wins}) > 1:
        raise GameError("several-from", field="wins")


def _discarder(hand: TableHand, seat: int | None, field: str) -> None:
    if hand.result == "tsumo" and seat is not None:
        raise GameError("from-on-tsumo", field=field)
    if hand.result == "ron" and seat is None:
        raise GameError("from-needed", field=field)


def _missed(hand: TableHand) -> None:
    """Refuse a player who was kept from a yakuman by a chombo of their own."""
    for at, each in enumerate(hand.yakuman_tenpai):
        field = f"yakuman_tenpai.{at}"
        if each.seat in hand.by:
            raise GameError("pays-itself", field=field, seat=each.seat)
        if each.value <= 0 or each.value % 200:
            raise GameError("half-value", field=f"{field}.value")


def _riichi(rule: Parameters, hand: TableHand) -> None:
    if isinstance(rule, ZungJungParameters) or rule.riichi.noten_riichi_allowed:
        return
    # where a nagashi counts as a win nobody shows the hand
    shown = hand.result == "draw" or (
        hand.result == "nagashi" and rule.draws.nagashi_form == "draw"
    )
    noten = _noten_by_forfeit(rule, hand)
    for at, seat in enumerate(hand.riichi):
        if shown and seat not in hand.tenpai and seat not in noten:
            raise GameError("riichi-noten", field=f"riichi.{at}", seat=seat)


def _forfeited(rule: Parameters, hand: TableHand) -> None:
    for at, seat in enumerate(win.winner for win in hand.wins):
        if seat in _barred(rule, hand, hand.result):
            raise ForfeitedError("forfeited", field=f"wins.{at}", seat=seat)
    for at, seat in enumerate(hand.tenpai):
        if seat in _noten_by_forfeit(rule, hand):
            raise ForfeitedError("forfeited", field=f"tenpai.{at}", seat=seat)


def _noten_by_forfeit(rule: Parameters, hand: TableHand) -> set[int]:
    return _barred(rule, hand, "tenpai")


def _barred(rule: Parameters, hand: TableHand, what: str) -> set[int]:
    """Who may not do something in this hand any more."""
    if isinstance(rule, ZungJungParameters) or what not in rule.penalties.forfeit_bars:
        return set()
    return {penalty.seat for penalty in hand.penalties if penalty.kind == "forfeit"}
