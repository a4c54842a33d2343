"""Hands that explain a rule: written short, read as the evaluator takes them."""

from __future__ import annotations

from typing import NamedTuple

from scoring.hands.checks import problem, reds_of
from scoring.hands.hand import Hand, Meld, flags_of, parse_meld
from scoring.hands.tiles import RED_OF, Tile, parse_tiles
from scoring.hands.yaku.base import YakuRule

#: South in the East round: neither a dealer nor of the round's wind
SOUTH = 1
#: fives of a suit that are red where none is plain
ALL_RED = 4


class Example(NamedTuple):
    """A win in the notation of hands, ``23m567p``; seats and rounds from East, 0."""

    concealed: str
    win: str
    tsumo: bool = False
    melds: tuple[str, ...] = ()
    seat: int = SOUTH
    round: int = 0
    flags: tuple[str, ...] = ()

    def hand(self) -> Hand:
        """The hand as the evaluator takes it."""
        return Hand(
            concealed=parse_tiles(self.concealed),
            win=parse_tiles(self.win)[0],
            tsumo=self.tsumo,
            melds=tuple(parse_meld(meld) for meld in self.melds),
            seat=self.seat,
            round=self.round,
            flags=flags_of(self.flags),
        )


def ron(concealed: str, win: str, *melds: str, flags: tuple[str, ...] = ()) -> Example:
    """A hand that wins on another's tile."""
    return Example(concealed, win, melds=melds, flags=flags)


def tsumo(concealed: str, win: str, *melds: str, flags: tuple[str, ...] = ()) -> Example:
    """A hand that wins by its own draw."""
    return Example(concealed, win, tsumo=True, melds=melds, flags=flags)


def known_to(rule: YakuRule, example: Example) -> Hand | None:
    """The hand with the tiles that a rule plays with, or None where the rule has no such hand.

    Where every five of a suit is red, the hand's fives are.
    """
    red = {kind: tile for kind, tile in RED_OF.items() if reds_of(rule)[tile] == ALL_RED}

    def played(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
        return tuple(red.get(tile, tile) for tile in tiles)

    hand = example.hand()
    hand = hand._replace(
        concealed=played(hand.concealed),
        win=red.get(hand.win, hand.win),
        melds=tuple(Meld(meld.kind, played(meld.tiles)) for meld in hand.melds),
    )
    return hand if problem(hand, rule) is None else None
