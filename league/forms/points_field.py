"""Points as people type or paste them, read into whole points."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from django.utils.translation import gettext as _

from league.errors import LeagueError

#: every sign that stands for less than nothing: on keyboards, on score sheets, out of Excel
_MINUS: Final = re.compile(r"^[▲△▼\-−‐‑‒–—―ー]")
_NUMBER: Final = re.compile(r"\d{1,9}")
_HUNDRED: Final = 100
#: below this a number can only be hundreds: 412 is 41,200 (nobody ends with 412 points)
_SURELY_HUNDREDS: Final = 1_000
#: below this a number is hundreds unless it is whole hundreds: 1052 is 105,200, but 1200 is 1,200
_MAYBE_HUNDREDS: Final = 3_000


def parse_points(text: str, *, unit: int = _HUNDRED) -> int | None:
    """Read points typed in hundreds or in full; None when nothing was typed.

    Widths, commas and spaces do not matter, and ``▲12`` is ``-12``. A number with a comma is
    always in full: ``412`` and ``41,200`` and ``41200`` are the same, ``1,200`` is 1,200. Where
    single points are counted (``unit`` 1) every number is in full.

    Raises:
        LeagueError: it is no number.
    """
    plain = unicodedata.normalize("NFKC", text)
    has_comma = bool(re.search("[,、]", plain))
    plain = re.sub(r"[\s,、点]", "", plain)
    if not plain:
        return None
    sign = -1 if _MINUS.match(plain) else 1
    digits = _MINUS.sub("", plain).removeprefix("+")
    if not _NUMBER.fullmatch(digits) or not digits.isascii():
        shown = text.strip()[:20]
        raise LeagueError(_("“%(text)s” is not a number of points.") % {"text": shown})
    size = int(digits)
    return sign * (size if has_comma or unit == 1 else _in_full(size))


def _in_full(size: int) -> int:
    if size < _SURELY_HUNDREDS or (size < _MAYBE_HUNDREDS and size % _HUNDRED):
        return size * _HUNDRED
    return size
