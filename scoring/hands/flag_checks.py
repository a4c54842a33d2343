"""Whether what is said of a win can all be true."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parameters import YakuRule
from scoring.hands import hand as said
from scoring.hands.errors import BadHandError
from scoring.hands.hand import KANS, Hand, flag_names
from scoring.hands.tiles import kind_of


def flag_problems(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    """Name every flag that cannot be."""
    if not hand.flags:
        return
    yield from _against_the_win(hand)
    yield from _against_calls(hand, rule)
    yield from _first_turn(hand, rule)
    if hand.has(said.FURITEN) and not hand.tsumo and rule.furiten.furiten_covers == "all_waits":
        yield _bad("furiten-ron", said.FURITEN)
    if hand.has(said.FURITEN) and hand.tsumo and not rule.furiten.furiten_tsumo:
        yield _bad("furiten-tsumo", said.FURITEN)


def _against_the_win(hand: Hand) -> Iterator[BadHandError]:
    """Flags of a draw on a ron, of a discard on a tsumo, and pairs that exclude each other."""
    by_draw = said.HAITEI | said.RINSHAN | said.TENHOU | said.CHIIHOU
    by_discard = said.HOUTEI | said.CHANKAN | said.RENHOU
    if hand.tsumo and hand.has(by_discard):
        yield _bad("only-ron", hand.flags & by_discard)
    if not hand.tsumo and hand.has(by_draw):
        yield _bad("only-tsumo", hand.flags & by_draw)
    if hand.flags & said.CHANKAN and hand.flags & said.HOUTEI:
        yield _bad("not-both", said.CHANKAN | said.HOUTEI)


def _against_calls(hand: Hand, rule: YakuRule) -> Iterator[BadHandError]:
    if hand.has(said.ANY_RIICHI) and not hand.is_closed:
        yield _bad("riichi-open", hand.flags & said.ANY_RIICHI)
    if hand.has(said.IPPATSU) and not hand.has(said.ANY_RIICHI):
        yield _bad("ippatsu", said.IPPATSU)
    if hand.has(said.CHANKAN) and holds_the_win(hand):
        yield _bad("robbed", said.CHANKAN)
    if hand.has(said.RINSHAN) and not _may_replace(hand, rule):
        yield _bad("rinshan", said.RINSHAN)


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
        yield _bad("not-both", first)
    if hand.melds:
        yield _bad("first-turn-melds", first)
    late = said.ANY_RIICHI | said.HAITEI | said.HOUTEI | said.CHANKAN
    if hand.has(late):
        yield _bad("not-both", first | hand.flags & late)
    if first & said.TENHOU and not hand.is_dealer:
        yield _bad("only-dealer", first)
    if first & (said.CHIIHOU | said.RENHOU) and hand.is_dealer:
        yield _bad("not-dealer", first)
    if hand.nuki and set(flag_names(first)) & set(rule.tiles.bonus_breaks):
        yield _bad("first-turn-nuki", first)


def _bad(reason: str, flags: int) -> BadHandError:
    return BadHandError(reason, field="flags", flags=", ".join(flag_names(flags)))
