"""What is wrong with a hand of a game, in the caller's language: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from scoring.game.errors import GameError

#: makes the sentence when it is asked for: in the language of that moment
Words = Callable[[], str]


def replay_words(error: GameError) -> str:
    """Say what is wrong, the way to it first."""
    said = _WORDS[error.reason]() % {
        name: f"{fact:,}" if isinstance(fact, int) else fact for name, fact in error.facts.items()
    }
    return _("“%(name)s”: %(said)s") % {"name": error.field, "said": said} if error.field else said


_RECORD: Final[Mapping[str, Words]] = {
    "no-seat": lambda: _("There is no seat %(seat)s; seats are numbered from 0 to %(most)s."),
    "twice": lambda: _("Seat %(seat)s is named twice."),
    "not-here": lambda: _("This does not go with the result “%(result)s”."),
    "needed": lambda: _("This is needed with the result “%(result)s”."),
    "one-win": lambda: _("%(count)s winners are named; by tsumo there is one."),
    "from-on-tsumo": lambda: _("Nobody discards the tile of a tsumo."),
    "from-needed": lambda: _("Say who discarded the tile."),
    "several-from": lambda: _("All who win by ron win on the discard of one player."),
    "pays-itself": lambda: _("Seat %(seat)s cannot pay itself."),
    "half-value": lambda: _("Half of it is paid, so it must be a multiple of 200 above 0."),
    "han-needed": lambda: _("Say “han”, “yakuman” or a “value”."),
    "several-ways": lambda: _("Say “han”, “yakuman” or a “value”, only one of them."),
    "tiles-say": lambda: _("This follows from the tiles that are told."),
    "worth-missing": lambda: _("Say what the hand is worth, or its tiles as a “value”."),
    "one-chombo": lambda: _("%(count)s players are named; a chombo is one player's."),
    "suurii": lambda: _("Four riichi take all %(players)s players."),
    "riichi-noten": lambda: _(
        "Seat %(seat)s has declared riichi and is not tenpai: enter a chombo."
    ),
    "callers-needed": lambda: _("Name who called ron: the dealer's seat goes by it."),
}
_PLAYED: Final[Mapping[str, Words]] = {
    "no-riichi": lambda: _("This rule plays no riichi."),
    "no-abort": lambda: _("This rule knows no abortive draw “%(kind)s”."),
    "no-nagashi": lambda: _("This rule knows no nagashi."),
    "no-chombo": lambda: _("This rule has no price for a chombo."),
    "no-yakuman-tenpai": lambda: _("This rule pays nothing more for a missed yakuman."),
    "no-penalty": lambda: _("This rule has no penalties at the table."),
    "no-pao": lambda: _("Under this rule nobody answers for a hand without yakuman."),
    "dora-are-han": lambda: _("Under this rule dora are han and not paid beside the hand."),
    "no-worth": lambda: _("This is for Zung Jung only."),
    "only-worth": lambda: _("Zung Jung has none of this: say what the hand is worth."),
    "riichi-below": lambda: _(
        "Seat %(seat)s holds %(points)s, less than the %(stick)s of a riichi."
    ),
    "riichi-at-zero": lambda: _("Seat %(seat)s holds nothing to deposit for a riichi."),
}
_WINS: Final[Mapping[str, Words]] = {
    "worth-needed": lambda: _("A hand is worth 1 or more."),
    "yakuman-or-han": lambda: _("A yakuman has neither han nor fu."),
    "few-han": lambda: _("%(han)s han are too few: the rule asks for %(needed)s."),
    "fu-needed": lambda: _("Below a mangan the fu are needed."),
    "no-fu": lambda: _("There is no hand of %(fu)s fu."),
    "forfeited": lambda: _("Seat %(seat)s has forfeited the win."),
    "stays_sunk": lambda: _(
        "This win would end the game and leave seat %(seat)s sunk: enter a chombo."
    ),
    "not_top": lambda: _(
        "This win would end the game without making seat %(seat)s top: enter a chombo."
    ),
    "own_maru_c": lambda: _(
        "This win would end the game with the maru-C of seat %(seat)s: enter a chombo."
    ),
    "contradicts": lambda: _("It says %(said)s, but the table has %(table)s."),
    "riichi-not-said": lambda: _("The hand has no riichi, but seat %(seat)s has declared it."),
    "riichi-not-declared": lambda: _("The hand has riichi, but seat %(seat)s has not declared it."),
}
_COURSE: Final[Mapping[str, Words]] = {
    "stop-never": lambda: _("This rule lets no dealer stop."),
    "stop-not-last": lambda: _("Only the last dealer may stop, and %(at)s is not the last hand."),
    "stop-not-staying": lambda: _(
        "The dealer can stop only after a hand that lets the dealer stop."
    ),
    "stop-not-top": lambda: _("This dealer does not stand as the rule asks, so play goes on."),
    "give-up-never": lambda: _("This rule lets no dealer pass the seat on."),
    "give-up-not-staying": lambda: _("The dealer does not stay, so there is no seat to pass on."),
    "over": lambda: _("The game was over after %(hands)s hands, with %(at)s."),
}
_WORDS: Final[Mapping[str, Words]] = {**_RECORD, **_PLAYED, **_WINS, **_COURSE}
