"""What can be wrong with a hand; each error has a code and names the field at fault."""

from __future__ import annotations

from types import MappingProxyType
from typing import ClassVar

from rules.errors import gettext_noop
from scoring.errors import ScoringError


class HandError(ScoringError):
    """A hand that has no value."""

    code: ClassVar[str] = "bad-hand"


class BadHandError(HandError):
    """Tiles, calls or flags that cannot be."""

    sentences = MappingProxyType(
        {
            # what was typed
            "too-long": gettext_noop("This is too long: at most %(most)s characters."),
            "no-tile": gettext_noop("“%(typed)s” is not a valid tile. Write it like 23m567p11z."),
            "no-meld": gettext_noop(
                "“%(typed)s” is not a valid call. Write it like chi:345s or pon:111z."
            ),
            "many-flags": gettext_noop("A win can have at most %(most)s circumstances."),
            "no-flag": gettext_noop("“%(typed)s” is not a known option."),
            "win": gettext_noop("Enter exactly one winning tile."),
            # calls
            "meld-size": gettext_noop("%(meld)s: this must be %(needed)s tiles."),
            "meld-tile": gettext_noop("%(meld)s: this tile cannot be called."),
            "no-chi": gettext_noop("%(meld)s: these rules have no chi."),
            "no-run": gettext_noop("%(meld)s: these tiles are not a sequence."),
            "not-alike": gettext_noop("%(meld)s: these tiles are not all the same."),
            "many-melds": gettext_noop("At most %(most)s calls and kans."),
            # tiles
            "count": gettext_noop(
                "The hand has %(held)s tiles; besides the winning tile and the calls it must "
                "have %(needed)s."
            ),
            "flower": gettext_noop("%(tile)s cannot be part of a hand: flowers are set aside."),
            "unused-tile": gettext_noop("These rules play without %(tile)s."),
            "five-alike": gettext_noop("There are not that many of this tile: %(tile)s."),
            "reds": gettext_noop("Too many red fives: %(tile)s, at most %(most)s in these rules."),
            "no-gold": gettext_noop("These rules have no gold fives."),
            "gold": gettext_noop("At most %(most)s of the red fives in this hand can be gold."),
            "indicators": gettext_noop("At most %(most)s indicators."),
            "more-ura": gettext_noop(
                "There cannot be more ura dora indicators than dora indicators: at most %(most)s."
            ),
            "five-flowers": gettext_noop("There are only four flowers."),
            "no-nuki": gettext_noop("These rules have no tiles to set aside."),
            "nuki": gettext_noop("At most four tiles can be set aside."),
            # the table
            "seat": gettext_noop("Nobody sits there in a three-player game."),
            "honba": gettext_noop("Honba must be a number from 0 to %(most)s."),
            "sticks": gettext_noop(
                "Riichi sticks must be a multiple of 100 from 0 to %(most)s points."
            ),
            # what is said of the win
            "only-ron": gettext_noop("%(flags)s: only with a ron."),
            "only-tsumo": gettext_noop("%(flags)s: only with a tsumo."),
            "not-both": gettext_noop("%(flags)s: these cannot apply together."),
            "riichi-open": gettext_noop("%(flags)s: not with an open hand."),
            "ippatsu": gettext_noop("%(flags)s: only after riichi."),
            "rinshan": gettext_noop("%(flags)s: only after a kan."),
            "robbed": gettext_noop(
                "%(flags)s: the other three of this tile are already in that kan."
            ),
            "closed-kan": gettext_noop(
                "%(flags)s: under these rules nobody can win on the tile of a closed kan."
            ),
            "closed-kan-kokushi": gettext_noop("%(flags)s: only with kokushi musou."),
            "first-turn-melds": gettext_noop("%(flags)s: not after a call or a kan."),
            "first-turn-nuki": gettext_noop("%(flags)s: not after a tile was set aside."),
            "only-dealer": gettext_noop("%(flags)s: only as the dealer (East)."),
            "not-dealer": gettext_noop("%(flags)s: not as the dealer (East)."),
            "furiten-ron": gettext_noop("A player in furiten cannot win by ron."),
            "furiten-tsumo": gettext_noop(
                "Under these rules a player in furiten cannot win by tsumo either."
            ),
        }
    )


class NotAWinError(HandError):
    """Tiles that are no winning shape."""

    code = "not-a-win"
    sentences = MappingProxyType(
        {
            "not-a-win": gettext_noop("The tiles do not form a winning hand."),
        }
    )

    def __init__(self) -> None:
        super().__init__(field="hand")


class NoYakuError(HandError):
    """A winning shape that the rule does not pay."""

    code = "no-yaku"
    sentences = MappingProxyType(
        {
            "no-yaku": gettext_noop("The hand has no yaku."),
            "few-han": gettext_noop(
                "The hand has %(han)s han without dora; these rules require %(needed)s."
            ),
        }
    )

    def __init__(self, *, han: int, needed: int) -> None:
        super().__init__("" if needed == 1 else "few-han", field="hand", han=han, needed=needed)
        self.han, self.needed = han, needed
