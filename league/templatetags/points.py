"""Turn stored points (int) into what a person reads: scores, stacks, averages, shares, seats."""

from typing import Final

from django import template
from django.utils.translation import gettext

register = template.Library()

NOTHING: Final = "–"  # no game, no value; never 0, which is a result
MINUS: Final = "▲"  # as Japanese score sheets and ledgers write it
POINTS_OF_SCORE: Final = 1_000  # one point of score is a thousand points on the table
MOST_DECIMALS: Final = 3

PLACE_CLASSES: Final = {place: f"place--{place}" for place in (1, 2, 3, 4)}


@register.filter
def score(value: int | None, decimals: int = 1) -> str:
    """Write points as a league score: 42300 is +42.3, -5000 is ▲5.0, 0 is 0.0.

    Args:
        value: points (1,000 are one point of score), or None where nothing counts.
        decimals: figures after the point, 0 to 3; more are shown where these would lose something.

    Returns:
        The score with its sign; an en dash for None.
    """
    if not isinstance(value, int):
        return NOTHING
    sign = MINUS if value < 0 else "+" if value > 0 else ""
    return sign + _magnitude(value, decimals)


@register.filter
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


@register.filter
def score_class(value: int | None) -> str:
    """Name the CSS class by which a score's sign is coloured."""
    if not isinstance(value, int):
        return "score--none"
    if value == 0:
        return "score--zero"
    return "score--minus" if value < 0 else "score--plus"


@register.filter
def points(value: int | None) -> str:
    """Write points on the table: 25000 is 25,000, -1500 is ▲1,500."""
    if not isinstance(value, int):
        return NOTHING
    return f"{MINUS if value < 0 else ''}{abs(value):,}"


@register.filter
def hundredths(value: int | None) -> str:
    """Write an average kept in hundredths: 249 is 2.49."""
    if not isinstance(value, int):
        return NOTHING
    whole, rest = divmod(abs(value), 100)
    return f"{MINUS if value < 0 else ''}{whole:,}.{rest:02d}"


@register.filter
def permille(value: int | None) -> str:
    """Write a share kept in thousandths: 123 is 12.3%."""
    if not isinstance(value, int):
        return NOTHING
    whole, rest = divmod(abs(value), 10)
    return f"{MINUS if value < 0 else ''}{whole}.{rest}%"


@register.filter
def place_class(place: int | None) -> str:
    """Name the CSS class of a place in a hanchan (1-4); anything else has no place."""
    return PLACE_CLASSES.get(place, "place--none") if isinstance(place, int) else "place--none"


@register.filter
def seat_wind(seat: int) -> str:
    """Name the wind of a seat, 0 (first East) to 3, as one character."""
    winds = (gettext("E"), gettext("S"), gettext("W"), gettext("N"))
    return winds[seat] if isinstance(seat, int) and 0 <= seat < len(winds) else ""


def _magnitude(value: int, decimals: int) -> str:
    """Write the size of a score with at least ``decimals`` figures after the point."""
    whole, rest = divmod(abs(value), POINTS_OF_SCORE)
    figures = f"{rest:0{MOST_DECIMALS}d}"
    shown = figures[:decimals] + figures[decimals:].rstrip("0")
    return f"{whole:,}.{shown}" if shown else f"{whole:,}"
