"""Whether a hand can be, in Zung Jung. The first fault is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.parameters import RiichiParameters, override
from scoring.hands import checks as any_rule
from scoring.hands.checks import holds_the_win
from scoring.hands.errors import BadHandError
from scoring.hands.hand import (
    CHANKAN,
    CHANKAN_CLOSED,
    CHIIHOU,
    HAITEI,
    HOUTEI,
    KANS,
    RINSHAN,
    TENHOU,
    Hand,
    flag_names,
)

#: tiles and calls are those of plain riichi, without red fives
_SAME_TILES: Final = override(RiichiParameters(), {"red_fives": False})

_BY_DRAW: Final = HAITEI | RINSHAN | TENHOU
#: 地和 is won on the dealer's first discard
_BY_DISCARD: Final = HOUTEI | CHANKAN | CHIIHOU
_LATE: Final = HAITEI | HOUTEI | CHANKAN


def check(hand: Hand) -> None:
    """Let only hands pass that can be.

    Raises:
        BadHandError: the first thing wrong with it.
    """
    wrong = problem(hand)
    if wrong is not None:
        raise wrong


def problem(hand: Hand) -> BadHandError | None:
    """Name the first thing wrong with a hand, or nothing.

    Dora, honba and sticks are not played and not looked at, no more than flags of riichi.
    """
    tiles = hand._replace(flags=0, dora_indicators=(), ura_indicators=(), honba=0, sticks=0)
    wrong = any_rule.problem(tiles, _SAME_TILES)
    return wrong or next(_flags(hand), None)


def _flags(hand: Hand) -> Iterator[BadHandError]:
    """Name every flag that cannot be."""
    if hand.tsumo and hand.has(_BY_DISCARD):
        yield _bad("only-ron", hand.flags & _BY_DISCARD)
    if not hand.tsumo and hand.has(_BY_DRAW):
        yield _bad("only-tsumo", hand.flags & _BY_DRAW)
    if hand.has(CHANKAN) and hand.has(HOUTEI):
        yield _bad("not-both", CHANKAN | HOUTEI)
    if hand.has(CHANKAN_CLOSED):
        yield _bad("closed-kan", CHANKAN_CLOSED)
    if hand.has(CHANKAN) and holds_the_win(hand):
        yield _bad("robbed", CHANKAN)
    if hand.has(RINSHAN) and not any(meld.kind in KANS for meld in hand.melds):
        yield _bad("rinshan", RINSHAN)
    yield from _blessings(hand)


def _blessings(hand: Hand) -> Iterator[BadHandError]:
    """天和 may be said after a closed kan of the dealer: whether it stands is for the rule."""
    blessing = hand.flags & (TENHOU | CHIIHOU)
    if not blessing:
        return
    if hand.has(_LATE):
        yield _bad("not-both", blessing | hand.flags & _LATE)
    if hand.has(TENHOU) and not hand.is_dealer:
        yield _bad("only-dealer", TENHOU)
    if hand.has(CHIIHOU) and hand.is_dealer:
        yield _bad("not-dealer", CHIIHOU)
    if hand.melds and not (hand.has(TENHOU) and hand.is_closed):
        yield _bad("first-turn-melds", blessing)


def _bad(reason: str, flags: int) -> BadHandError:
    return BadHandError(reason, field="flags", flags=", ".join(flag_names(flags)))
