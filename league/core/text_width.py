"""How wide a text is when it is drawn, near enough to keep pictures' labels apart and in their box.

No font is measured: full-width characters are one em, others what the widest fonts of phones make
of them. Widths are whole thousandths of an em, rather too large than too small.
"""

from __future__ import annotations

import unicodedata
from typing import Final

from wcwidth import iter_graphemes

ELLIPSIS: Final = "…"
_FULL, _NARROW, _CAPITAL, _EMOJI = 1_000, 600, 800, 1_300
#: drawn as wide as a kanji in Japanese fonts, though Unicode calls them ambiguous
_AMBIGUOUS: Final = 1_000
_SLIM: Final = frozenset(" .,:;'|!il()[]")
_SLIM_WIDTH: Final = 400
_CAPITALS: Final = frozenset("MWmw@%&")
_ISOLATE, _END = "\u2068", "\u2069"
_FIRST_EMOJI: Final = 0x1F000
#: characters that XML has no place for, and those that would turn the text around a name
_UNFIT: Final = frozenset({"Cc", "Cs", "Cn", "Co"})
_TURNING: Final = frozenset(
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
)
_NO_CHARACTERS: Final = frozenset({"\ufffe", "\uffff"})


def width_of(text: str) -> int:
    """Return the width of a text in thousandths of an em."""
    return sum(_width_of_cluster(cluster) for cluster in iter_graphemes(text))


def cut_to(text: str, most: int) -> str:
    """Return the text, or as much of its beginning as fits with an ellipsis.

    What a reader sees as one character is never split.
    """
    if width_of(text) <= most:
        return text
    kept, room = "", most - _AMBIGUOUS
    for cluster in iter_graphemes(text):
        room -= _width_of_cluster(cluster)
        if room < 0:
            break
        kept += cluster
    return kept.rstrip() + ELLIPSIS


def drawable(text: str) -> str:
    """Return a user's text as a picture can contain it, on one line.

    Characters that XML forbids are left out, as are those that would change the direction of
    adjacent text.
    """
    fit = (" " if sign.isspace() else sign for sign in text if not _is_unfit(sign))
    return " ".join("".join(fit).split())


def isolated(text: str) -> str:
    """Isolate a text's direction, so that Arabic or Hebrew does not affect adjacent text."""
    has_right_to_left = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"{_ISOLATE}{text}{_END}" if has_right_to_left else text


def _width_of_cluster(cluster: str) -> int:
    first = cluster[0]
    if ord(first) >= _FIRST_EMOJI and unicodedata.category(first) == "So":
        return _EMOJI
    wide = unicodedata.east_asian_width(first)
    if wide in ("W", "F"):
        return _FULL
    if wide == "A":
        return _AMBIGUOUS
    if first in _SLIM:
        return _SLIM_WIDTH
    if first in _CAPITALS:
        return _FULL
    return _CAPITAL if first.isupper() else _NARROW


def _is_unfit(sign: str) -> bool:
    if sign.isspace():
        return False
    return unicodedata.category(sign) in _UNFIT or sign in _TURNING or sign in _NO_CHARACTERS
