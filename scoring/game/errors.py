"""What can be wrong with a hand of a game; each error names its field and has a reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from rules.errors import gettext_noop
from scoring.errors import ScoringError

#: by reason
_SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # what a record of the hand must hold
        "no-seat": gettext_noop(
            "There is no seat %(seat)s; seats are numbered from 0 to %(most)s."
        ),
        "twice": gettext_noop("Seat %(seat)s is named twice."),
        "not-here": gettext_noop("This does not go with the result “%(result)s”."),
        "needed": gettext_noop("This is needed with the result “%(result)s”."),
        "one-win": gettext_noop("%(count)s winners are named; by tsumo there is one."),
        "from-on-tsumo": gettext_noop("Nobody discards the tile of a tsumo."),
        "from-needed": gettext_noop("Say who discarded the tile."),
        "several-from": gettext_noop("All who win by ron win on the discard of one player."),
        "pays-itself": gettext_noop("Seat %(seat)s cannot pay itself."),
        "half-value": gettext_noop("Half of it is paid, so it must be a multiple of 200 above 0."),
        "han-needed": gettext_noop("Say “han”, “yakuman” or a “value”."),
        "several-ways": gettext_noop("Say “han”, “yakuman” or a “value”, only one of them."),
        "tiles-say": gettext_noop("This follows from the tiles that are told."),
        "worth-missing": gettext_noop("Say what the hand is worth, or its tiles as a “value”."),
        "one-chombo": gettext_noop("%(count)s players are named; a chombo is one player's."),
        "suurii": gettext_noop("Four riichi take all %(players)s players."),
        "riichi-noten": gettext_noop(
            "Seat %(seat)s has declared riichi and is not tenpai: enter a chombo."
        ),
        "callers-needed": gettext_noop("Name who called ron: the dealer's seat goes by it."),
        # what the rule plays
        "no-riichi": gettext_noop("This rule plays no riichi."),
        "no-abort": gettext_noop("This rule knows no abortive draw “%(kind)s”."),
        "no-nagashi": gettext_noop("This rule knows no nagashi."),
        "no-chombo": gettext_noop("This rule has no price for a chombo."),
        "no-yakuman-tenpai": gettext_noop("This rule pays nothing more for a missed yakuman."),
        "no-penalty": gettext_noop("This rule has no penalties at the table."),
        "no-pao": gettext_noop("Under this rule nobody answers for a hand without yakuman."),
        "dora-are-han": gettext_noop("Under this rule dora are han and not paid beside the hand."),
        "no-worth": gettext_noop("This is for Zung Jung only."),
        "only-worth": gettext_noop("Zung Jung has none of this: say what the hand is worth."),
        "riichi-below": gettext_noop(
            "Seat %(seat)s holds %(points)s, less than the %(stick)s of a riichi."
        ),
        "riichi-at-zero": gettext_noop("Seat %(seat)s holds nothing to deposit for a riichi."),
        # wins
        "worth-needed": gettext_noop("A hand is worth 1 or more."),
        "yakuman-or-han": gettext_noop("A yakuman has neither han nor fu."),
        "few-han": gettext_noop("%(han)s han are too few: the rule asks for %(needed)s."),
        "fu-needed": gettext_noop("Below a mangan the fu are needed."),
        "no-fu": gettext_noop("There is no hand of %(fu)s fu."),
        "forfeited": gettext_noop("Seat %(seat)s has forfeited the win."),
        "stays_sunk": gettext_noop(
            "This win would end the game and leave seat %(seat)s sunk: enter a chombo."
        ),
        "not_top": gettext_noop(
            "This win would end the game without making seat %(seat)s top: enter a chombo."
        ),
        "own_maru_c": gettext_noop(
            "This win would end the game with the maru-C of seat %(seat)s: enter a chombo."
        ),
        "contradicts": gettext_noop("It says “%(said)s”, but the table has “%(table)s”."),
        "riichi-not-said": gettext_noop(
            "The hand has no riichi, but seat %(seat)s has declared it."
        ),
        "riichi-not-declared": gettext_noop(
            "The hand has riichi, but seat %(seat)s has not declared it."
        ),
        # the order of things
        "stop-never": gettext_noop("This rule lets no dealer stop."),
        "stop-not-last": gettext_noop(
            "Only the last dealer may stop, and %(at)s is not the last hand."
        ),
        "stop-not-staying": gettext_noop(
            "The dealer can stop only after a hand that lets the dealer stop."
        ),
        "stop-not-top": gettext_noop(
            "This dealer does not stand as the rule asks, so play goes on."
        ),
        "give-up-never": gettext_noop("This rule lets no dealer pass the seat on."),
        "give-up-not-staying": gettext_noop(
            "The dealer does not stay, so there is no seat to pass on."
        ),
        "over": gettext_noop("The game was over after %(hands)s hands, with %(at)s."),
    }
)


class GameError(ScoringError):
    """A hand that cannot be."""

    code: ClassVar[str] = "bad-game-hand"
    sentences = _SENTENCES


class NotPlayedError(GameError):
    """Something that the rule does not play."""

    code = "not-played"


class MissingPartError(GameError):
    """Something that must be said of a hand."""

    code = "missing-key"


class RiichiRefusedError(GameError):
    """A riichi that the player's points do not allow."""

    code = "riichi-refused"


class ForfeitedError(GameError):
    """A win, or tenpai, of a player who has forfeited it (和了放棄)."""

    code = "forfeited"


class BarredWinError(GameError):
    """A win that ends a Boo game and is forbidden by the points; it is a chombo instead."""

    code = "barred-win"


class FuNeededError(GameError):
    """A hand below a mangan whose fu are not said."""

    code = "fu-needed"


class DealerChoiceError(GameError):
    """A dealer who stops or passes the seat on, and may not."""

    code = "dealer-choice"


class GameOverError(GameError):
    """A hand after the end of the game."""

    code = "game-over"


class ContradictionError(GameError):
    """A hand whose tiles say otherwise than the table."""

    code = "contradiction"
