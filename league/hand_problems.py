"""What is wrong with a hand, in the reader's language: one sentence for each reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from league.hand_words import flag_name
from league.tile_words import meld_spoken, tile_spoken
from scoring.hands.errors import BadHandError
from scoring.hands.hand import parse_meld
from scoring.hands.tiles import parse_tiles

Facts = Mapping[str, str | int]
#: makes the sentence when it is asked for: in the language of that moment
Words = Callable[[], str]


def problem_words(error: BadHandError) -> str:
    """Say what is wrong; a reason that is not known here is said as the evaluator says it."""
    words = _WORDS.get(error.reason)
    if words is None:
        return str(error)
    return words() % _told(error.facts)


def _told(facts: Facts) -> dict[str, Any]:
    """The facts as people say them."""
    tell = {"tile": _tile, "meld": _meld, "flags": _flags}
    return {name: tell.get(name, _plain)(fact) for name, fact in facts.items()}


def _plain(fact: str | int) -> str:
    """A number with its commas; what was typed, which a check has in Python's quotes, in ours."""
    if isinstance(fact, int):
        return f"{fact:,}"
    if fact[:1] in {"'", '"'}:
        return _("“%(typed)s”") % {"typed": fact[1:-1]}
    return fact


def _tile(fact: str | int) -> str:
    try:
        (tile,) = parse_tiles(str(fact))
    except (BadHandError, ValueError):
        return _plain(fact)
    return _("%(tile)s (%(notation)s)") % {"tile": tile_spoken(tile), "notation": fact}


def _meld(fact: str | int) -> str:
    try:
        kind, tiles = parse_meld(str(fact))
    except BadHandError:
        return _plain(fact)
    return meld_spoken(kind, tiles)


def _flags(fact: str | int) -> str:
    return _(", ").join(map(flag_name, str(fact).split(", ")))


_WORDS: Final[Mapping[str, Words]] = {
    # what was typed
    "too-long": lambda: _("That is too long: at most %(most)s characters."),
    "no-tile": lambda: _("%(tile)s is no tile. Write for example 23m567p11z."),
    "no-meld": lambda: _("%(meld)s is no call. Write for example chi:345s or pon:111z."),
    "many-flags": lambda: _("No more than %(most)s can be said of a win."),
    "no-flag": lambda: _("There is no %(flag)s."),
    "win": lambda: _("Exactly one tile completes the hand."),
    # calls
    "meld-size": lambda: _("%(meld)s: that must be %(needed)s tiles."),
    "meld-tile": lambda: _("%(meld)s: such a tile is never called."),
    "no-chi": lambda: _("%(meld)s: these rules have no chi."),
    "no-run": lambda: _("%(meld)s: these tiles are no sequence."),
    "not-alike": lambda: _("%(meld)s: these tiles are not all the same."),
    "many-melds": lambda: _("No more than %(most)s calls and kans."),
    # tiles
    "count": lambda: _(
        "%(held)s tiles in the hand; beside the winning tile and the calls it must be %(needed)s."
    ),
    "flower": lambda: _("%(tile)s is no part of a hand: flowers are set aside."),
    "unused-tile": lambda: _("These rules play without %(tile)s."),
    "five-alike": lambda: _("There are not so many of this tile: %(tile)s."),
    "reds": lambda: _("More red fives than these rules have: %(tile)s, at most %(most)s."),
    "indicators": lambda: _("There are no more than %(most)s indicators."),
    "more-ura": lambda: _("There are no more ura dora indicators than dora indicators: %(most)s."),
    "five-flowers": lambda: _("There are no more than four flowers."),
    "no-nuki": lambda: _("These rules have no tiles to set aside."),
    "nuki": lambda: _("No more than four tiles can be set aside."),
    # the table
    "seat": lambda: _("With three players nobody sits there."),
    "honba": lambda: _("Honba must be a number from 0 to %(most)s."),
    "sticks": lambda: _("Riichi sticks must be a multiple of 100 from 0 to %(most)s points."),
    # what is said of the win
    "only-ron": lambda: _("%(flags)s: only with a ron."),
    "only-tsumo": lambda: _("%(flags)s: only with a tsumo."),
    "not-both": lambda: _("%(flags)s: that cannot be all at once."),
    "riichi-open": lambda: _("%(flags)s: not with an open hand."),
    "ippatsu": lambda: _("%(flags)s: only after riichi."),
    "rinshan": lambda: _("%(flags)s: only after a kan."),
    "robbed": lambda: _("%(flags)s: the other three of this tile lie in that kan."),
    "first-turn-melds": lambda: _("%(flags)s: not after a call or a kan."),
    "first-turn-nuki": lambda: _("%(flags)s: not after a tile was set aside."),
    "only-dealer": lambda: _("%(flags)s: only as the dealer (East)."),
    "not-dealer": lambda: _("%(flags)s: not as the dealer (East)."),
    "furiten-ron": lambda: _("A player in furiten cannot win by ron."),
    "furiten-tsumo": lambda: _("Under these rules a player in furiten cannot win by tsumo either."),
}
