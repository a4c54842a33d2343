"""Whether what is said of a win can all be true."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.hands import hand as said
from scoring.hands.errors import BadHandError
from scoring.hands.hand import KANS, Hand, flag_names
from scoring.hands.tiles import kind_of
from scoring.hands.yaku.base import YakuRule


def flag_problems(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    """Name every flag that cannot be."""
    if not hand.flags:
        return
    yield from _against_the_win(hand)
    yield from _against_calls(hand, rule)
    yield from _first_turn(hand, rule)
    if hand.has(said.FURITEN) and not hand.tsumo and rule.furiten.furiten_covers == "all_waits":
        yield _bad(said.FURITEN, "a player in furiten has no ron", "furiten-ron")
    if hand.has(said.FURITEN) and hand.tsumo and not rule.furiten.furiten_tsumo:
        yield _bad(said.FURITEN, "the rule has no tsumo in furiten", "furiten-tsumo")


def _against_the_win(hand: Hand) -> Iterator[BadHandError]:
    """Flags of a draw on a ron, of a discard on a tsumo, and pairs that exclude each other."""
    by_draw = said.HAITEI | said.RINSHAN | said.TENHOU | said.CHIIHOU
    by_discard = said.HOUTEI | said.CHANKAN | said.RENHOU
    if hand.tsumo and hand.has(by_discard):
        yield _bad(hand.flags & by_discard, "only by ron", "only-ron")
    if not hand.tsumo and hand.has(by_draw):
        yield _bad(hand.flags & by_draw, "only by tsumo", "only-tsumo")
    if hand.flags & said.CHANKAN and hand.flags & said.HOUTEI:
        yield _bad(said.CHANKAN | said.HOUTEI, "not both", "not-both")


def _against_calls(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    if hand.has(said.ANY_RIICHI) and not hand.is_closed:
        yield _bad(hand.flags & said.ANY_RIICHI, "not with an open hand", "riichi-open")
    if hand.has(said.IPPATSU) and not hand.has(said.ANY_RIICHI):
        yield _bad(said.IPPATSU, "needs riichi", "ippatsu")
    if hand.has(said.CHANKAN) and holds_the_win(hand):
        yield _bad(said.CHANKAN, "the other three of the tile are in the kan", "robbed")
    if hand.has(said.RINSHAN) and not _may_replace(hand, rule):
        yield _bad(said.RINSHAN, "needs a kan", "rinshan")


def holds_the_win(hand: Hand) -> bool:
    """Whether more of the winning tile lies in the hand."""
    held = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    return kind_of(hand.win) in map(kind_of, held)


def _may_replace(hand: Hand, rule: YakuRule) -> bool:
    if any(meld.kind in KANS for meld in hand.melds):
        return True
    return hand.nuki > 0 and rule.tiles.bonus_rinshan


def _first_turn(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    first = hand.flags & said.FIRST_TURN
    if not first:
        return
    if first & (first - 1):
        yield _bad(first, "not both", "not-both")
    if hand.melds:
        yield _bad(first, "not after a call or a kan", "first-turn-melds")
    late = said.ANY_RIICHI | said.HAITEI | said.HOUTEI | said.CHANKAN
    if hand.has(late):
        yield _bad(first | hand.flags & late, "not both", "not-both")
    if first & said.TENHOU and not hand.is_dealer:
        yield _bad(first, "only the dealer", "only-dealer")
    if first & (said.CHIIHOU | said.RENHOU) and hand.is_dealer:
        yield _bad(first, "not the dealer", "not-dealer")
    if hand.nuki and set(flag_names(first)) & set(rule.tiles.bonus_breaks):
        yield _bad(first, "not after a tile was set aside", "first-turn-nuki")


def _bad(flags: int, message: str, reason: str) -> BadHandError:
    names = ", ".join(flag_names(flags))
    return BadHandError(f"{names}: {message}", field="flags", reason=reason, flags=names)
