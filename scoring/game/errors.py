"""What can be wrong with a hand of a game; each error names its field and says its reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from scoring.errors import ScoringError

#: reason to the sentence that says it, with its facts in braces
_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # what a record of the hand must hold
        "no-seat": "seat {seat} must be from 0 to {most}",
        "twice": "names seat {seat} twice",
        "not-here": "does not go with the result {result}",
        "needed": "is needed with the result {result}",
        "one-win": "names {count} winners; by tsumo there is one",
        "from-on-tsumo": "nobody discards the tile of a tsumo",
        "from-needed": "who discarded the tile must be said",
        "several-from": "all win on the discard of one player",
        "pays-itself": "seat {seat} cannot pay itself",
        "half-value": "must be a multiple of 200 points above 0, for half of it is paid",
        "han-needed": "say han, yakuman or a value",
        "several-ways": "say han, yakuman or a value, only one of them",
        "tiles-say": "follows from the tiles that are told",
        "worth-missing": "say what the hand is worth, or its tiles as a value",
        "one-chombo": "names {count} players; a chombo is one player's",
        "suurii": "four riichi take all {players} players",
        "riichi-noten": "seat {seat} has declared riichi and is not tenpai: a chombo",
        "callers-needed": "must name who called ron: the dealer's seat goes by it",
        # what the rule plays
        "no-riichi": "the rule plays no riichi",
        "no-abort": "the rule knows no abortive draw {kind}",
        "no-nagashi": "the rule knows no nagashi",
        "no-chombo": "the rule has no price for a chombo",
        "no-yakuman-tenpai": "the rule pays nothing more for a missed yakuman",
        "no-penalty": "the rule has no penalties at the table",
        "no-pao": "nobody answers for a hand without yakuman under this rule",
        "dora-are-han": "dora are han under this rule and not paid beside the hand",
        "no-worth": "is for Zung Jung only",
        "only-worth": "Zung Jung has none: say what the hand is worth",
        # riichi
        "riichi-below": "seat {seat} holds {points}, less than the {stick} of a riichi",
        "riichi-at-zero": "seat {seat} holds nothing to deposit for a riichi",
        # wins
        "worth-needed": "must be 1 or more",
        "yakuman-or-han": "a yakuman has neither han nor fu",
        "few-han": "{han} han are too few: the rule asks for {needed}",
        "fu-needed": "fu are needed below a mangan",
        "no-fu": "there is no hand of {fu} fu",
        "forfeited": "seat {seat} has forfeited the win",
        "stays_sunk": "seat {seat} would end the game and stay sunk: a chombo",
        "not_top": "seat {seat} would end the game and not be top: a chombo",
        "own_maru_c": "seat {seat} would end the game with the player's own maru-C: a chombo",
        # what the dealer may do
        "stop-never": "the rule lets no dealer stop",
        "stop-not-last": "only the last dealer may stop, and {at} is not the last hand",
        "stop-not-staying": "the dealer can stop only after a hand that lets the dealer stop",
        "stop-not-top": "the dealer does not stand as the rule asks, so play goes on",
        "give-up-never": "the rule lets no dealer pass the seat on",
        "give-up-not-staying": "the dealer does not stay, so there is no seat to pass on",
        # the order of things
        "over": "the game was over after {hands} hands, with {at}: {why}",
        # a value whose game is known
        "contradicts": "says {said}, but the table has {table}",
        "riichi-not-said": "the hand has no riichi, but seat {seat} has declared it",
        "riichi-not-declared": "the hand has riichi, but seat {seat} has not declared it",
    }
)


class GameError(ScoringError):
    """A hand that cannot be. ``field`` is the way to what is to blame, in steps with dots.

    ``reason`` and ``facts`` say it again for those who speak to people in their own language.
    """

    code: ClassVar[str] = "bad-game-hand"

    def __init__(self, reason: str, *, field: str = "", **facts: str | int) -> None:
        said = {
            name: f"{fact:,}" if isinstance(fact, int) else fact for name, fact in facts.items()
        }
        sentence = _SENTENCES[reason].format(**said)
        super().__init__(f"{field}: {sentence}" if field else sentence)
        self.field, self.reason, self.facts = field, reason, facts


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
