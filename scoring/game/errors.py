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
        "twice": gettext_noop("Seat %(seat)s is listed twice."),
        "not-here": gettext_noop("This is not allowed with the result “%(result)s”."),
        "needed": gettext_noop("This is required with the result “%(result)s”."),
        "one-win": gettext_noop("%(count)s winners are listed; a tsumo has only one."),
        "from-on-tsumo": gettext_noop("A tsumo has no discarder."),
        "from-needed": gettext_noop("Specify who discarded the winning tile."),
        "several-from": gettext_noop("All ron winners must win on the same player's discard."),
        "pays-itself": gettext_noop("Seat %(seat)s cannot pay itself."),
        "half-value": gettext_noop(
            "Half of it is paid, so it must be a multiple of 200 greater than 0."
        ),
        "han-needed": gettext_noop("Specify “han”, “yakuman” or “value”."),
        "several-ways": gettext_noop("Specify only one of “han”, “yakuman” and “value”."),
        "tiles-say": gettext_noop(
            "This is determined by the tiles and cannot be specified with them."
        ),
        "blessing-of-earth": gettext_noop(
            "Blessing of earth can only be won on the dealer’s first discard."
        ),
        "gold-above-red": gettext_noop("There cannot be more gold fives than red fives."),
        "worth-missing": gettext_noop("Specify what the hand is worth, or its tiles as “value”."),
        "one-chombo": gettext_noop("%(count)s players are listed; a chombo has only one."),
        "suurii": gettext_noop("Four riichi must include all %(players)s players."),
        "riichi-noten": gettext_noop(
            "Seat %(seat)s has declared riichi but is not tenpai: enter a chombo."
        ),
        "callers-needed": gettext_noop(
            "Specify who called ron: it decides whether the dealer stays."
        ),
        # what the rule plays
        "no-riichi": gettext_noop("These rules have no riichi."),
        "no-abort": gettext_noop("These rules have no abortive draw “%(kind)s”."),
        "no-nagashi": gettext_noop("These rules have no nagashi."),
        "no-chombo": gettext_noop("These rules do not set a penalty for a chombo."),
        "no-yakuman-tenpai": gettext_noop("These rules pay no compensation for a missed yakuman."),
        "no-penalty": gettext_noop("These rules have no penalties at the table."),
        "no-pao": gettext_noop(
            "Under these rules nobody is responsible for a hand without a yakuman."
        ),
        "dora-are-han": gettext_noop(
            "Under these rules dora count as han and are not paid separately."
        ),
        "no-worth": gettext_noop("This is only for Zung Jung."),
        "only-worth": gettext_noop("Zung Jung does not have this: specify what the hand is worth."),
        "riichi-below": gettext_noop(
            "Seat %(seat)s has %(points)s points, less than the %(stick)s needed for riichi."
        ),
        "riichi-at-zero": gettext_noop("Seat %(seat)s has no points to deposit for riichi."),
        # wins
        "worth-needed": gettext_noop("A hand must be worth at least 1."),
        "yakuman-or-han": gettext_noop("A yakuman has no han or fu."),
        "few-han": gettext_noop("%(han)s han is not enough: these rules require %(needed)s."),
        "fu-needed": gettext_noop("Fu is required for hands below mangan."),
        "no-fu": gettext_noop("No hand has %(fu)s fu."),
        "forfeited": gettext_noop("Seat %(seat)s has forfeited the win."),
        "stays_sunk": gettext_noop(
            "This win would end the game and leave seat %(seat)s sunk: enter a chombo."
        ),
        "not_top": gettext_noop(
            "This win would end the game without making seat %(seat)s top: enter a chombo."
        ),
        "own_maru_c": gettext_noop(
            "This win would end the game with a maru-C for seat %(seat)s: enter a chombo."
        ),
        "contradicts": gettext_noop("It says “%(said)s”, but the table has “%(table)s”."),
        "riichi-not-said": gettext_noop(
            "The hand has no riichi, but seat %(seat)s has declared it."
        ),
        "riichi-not-declared": gettext_noop(
            "The hand has riichi, but seat %(seat)s has not declared it."
        ),
        # the order of things
        "stop-never": gettext_noop("These rules do not let the dealer stop."),
        "stop-not-last": gettext_noop(
            "Only the last dealer may stop, and %(at)s is not the last hand."
        ),
        "stop-not-staying": gettext_noop(
            "The dealer can stop only after a hand for which the rules allow it."
        ),
        "stop-not-top": gettext_noop(
            "This dealer does not meet the rules' conditions for stopping, so play continues."
        ),
        "give-up-never": gettext_noop("These rules do not let the dealer pass the seat on."),
        "give-up-not-staying": gettext_noop(
            "The dealer does not stay, so the seat cannot be passed on."
        ),
        "over": gettext_noop("The game ended after %(hands)s hands, at %(at)s."),
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
