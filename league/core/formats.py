"""Writes points, scores, averages and shares the way people read them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import get_language, gettext, gettext_lazy
from django.utils.translation import gettext as _

from scoring.standings import ratio

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


NOTHING: Final = "–"  # no game, no value; never 0, which is a result
POINTS_OF_SCORE: Final = 1_000  # one point of score is a thousand points on the table
MOST_DECIMALS: Final = 3

PLACE_CLASSES: Final = {place: f"place--{place}" for place in (1, 2, 3, 4)}


def minus() -> str:
    """Return the minus of the reader's language: ▲ on Japanese score sheets, − elsewhere."""
    return "▲" if get_language() == "ja" else "−"


def score(value: int | None, decimals: int = 1) -> str:
    """Write points as a league score: 42300 is +42.3, -5000 is −5.0, 0 is 0.0.

    Args:
        value: points (1,000 are one point of score), or None where nothing counts.
        decimals: figures after the point, 0 to 3; more are shown where these would lose something.

    Returns:
        The score with its sign; an en dash for None.
    """
    if not isinstance(value, int):
        return NOTHING
    sign = minus() if value < 0 else "+" if value > 0 else ""
    return sign + _magnitude(value, decimals)


def score_spoken(value: int | None, decimals: int = 1) -> str:
    """Write a league score the way a screen reader should say it: "minus 5", not a triangle."""
    if not isinstance(value, int):
        return gettext("none")
    number = _magnitude(value, decimals)
    if value < 0:
        return gettext("minus %(number)s") % {"number": number}
    if value > 0:
        return gettext("plus %(number)s") % {"number": number}
    return number


def rounded_average(value: int | None, decimals: int) -> int | None:
    """Round an average score to one decimal more than a score has, halves away from 0."""
    if value is None:
        return None
    unit: int = 10 ** max(2 - decimals, 0)
    return (ratio(value, unit) or 0) * unit


def score_class(value: int | None) -> str:
    if not isinstance(value, int):
        return "score--none"
    if value == 0:
        return "score--zero"
    return "score--minus" if value < 0 else "score--plus"


def points(value: int | None) -> str:
    """Write points on the table: 25000 is 25,000, -1500 is −1,500."""
    if not isinstance(value, int):
        return NOTHING
    return f"{minus() if value < 0 else ''}{abs(value):,}"


def moved(value: int) -> str:
    """Write what moved: 2000 is +2,000, -1000 is −1,000, 0 is ±0."""
    if not value:
        return "±0"
    return f"{minus() if value < 0 else '+'}{abs(value):,}"


def hundredths(value: int | None) -> str:
    """Write an average kept in hundredths: 249 is 2.49."""
    if not isinstance(value, int):
        return NOTHING
    whole, rest = divmod(abs(value), 100)
    return f"{minus() if value < 0 else ''}{whole:,}.{rest:02d}"


def permille(value: int | None) -> str:
    """Write a share kept in thousandths: 123 is 12.3%."""
    if not isinstance(value, int):
        return NOTHING
    whole, rest = divmod(abs(value), 10)
    return f"{minus() if value < 0 else ''}{whole}.{rest}%"


def place_class(place: int | None) -> str:
    """Return the CSS class of a place in a hanchan (1-4); empty for anything else."""
    return PLACE_CLASSES.get(place, "place--none") if isinstance(place, int) else "place--none"


def seat_wind(seat: int) -> str:
    """Name the wind of a seat, 0 (first East) to 3, as one character."""
    winds = (gettext("E"), gettext("S"), gettext("W"), gettext("N"))
    return winds[seat] if isinstance(seat, int) and 0 <= seat < len(winds) else ""


def _magnitude(value: int, decimals: int) -> str:
    whole, rest = divmod(abs(value), POINTS_OF_SCORE)
    figures = f"{rest:0{MOST_DECIMALS}d}"
    shown = figures[:decimals] + figures[decimals:].rstrip("0")
    return f"{whole:,}.{shown}" if shown else f"{whole:,}"


#: names that the shipped rules give to a score; a club's own word stands for itself
_SCORE_NAMES: Final[dict[str, StrPromise]] = {
    "勝利点": gettext_lazy("victory points"),
    "点": gettext_lazy("pts"),
}

_RESULTS: Final[dict[str, StrPromise]] = {
    "double_maru_a": gettext_lazy("Double maru-A"),
    "maru_a": gettext_lazy("Maru-A"),
    "maru_b": gettext_lazy("Maru-B"),
    "maru_c": gettext_lazy("Maru-C"),
    "none": gettext_lazy("Nobody sunk"),
}


def score_name(name: str) -> str:
    return str(_SCORE_NAMES.get(name, name))


def result_name(result: str | None) -> str:
    """Return the Boo result of the game's top; empty in other families."""
    return str(_RESULTS.get(result or "", ""))


def also_changed(also: Iterable[Mapping[str, Any]], table: int) -> str:
    """Describe which other games got other scores; empty without any.

    Args:
        also: games with their ``table`` and ``number``.
        table: the table of the game that was entered or changed; it is not repeated.
    """
    games = sorted((game["table"] != table, game["table"], game["number"]) for game in also)
    if not games:
        return ""
    names = [
        (_("game %(number)s of table %(table)s") if elsewhere else _("game %(number)s"))
        % {"number": number, "table": at}
        for elsewhere, at, number in games
    ]
    return _("This also changed the scores of %(games)s.") % {"games": _(", ").join(names)}
