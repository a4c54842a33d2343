"""Titles in words: their names, and what each counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.titles import Held

_ROMAN: Final = ("", "I", "II", "III", "IV", "V")


class TitleShown(NamedTuple):
    """A title that is held, or the way to the first."""

    name: str  # with its level
    about: str  # what it is for, with the amount
    next: str  # what the next level asks for; empty above the last


Words = tuple[Callable[[], str], Callable[[int], str]]

_WORDS: Final[Mapping[str, Words]] = {
    "games": (
        lambda: _("Seasoned player"),
        lambda n: ngettext("%(n)s game played", "%(n)s games played", n),
    ),
    "tops": (
        lambda: _("Winner"),
        lambda n: ngettext("%(n)s game ended first", "%(n)s games ended first", n),
    ),
    "top_run": (
        lambda: _("On a roll"),
        lambda n: ngettext("%(n)s top in a row", "%(n)s tops in a row", n),
    ),
    "no_last_run": (
        lambda: _("Never last"),
        lambda n: ngettext(
            "%(n)s game in a row not ended last", "%(n)s games in a row not ended last", n
        ),
    ),
    "plus_run": (
        lambda: _("Steady hand"),
        lambda n: ngettext("%(n)s game in a row above zero", "%(n)s games in a row above zero", n),
    ),
    "big_game": (
        lambda: _("Landslide"),
        lambda n: ngettext("a game of +%(n)s", "a game of +%(n)s", n),
    ),
    "never_bust": (
        lambda: _("Unsinkable"),
        lambda n: ngettext("%(n)s game and no bust", "%(n)s games and no bust", n),
    ),
    "double_maru": (
        lambda: _("Master of doubles"),
        lambda n: ngettext("%(n)s double maru A", "%(n)s double maru A", n),
    ),
    "floating": (
        lambda: _("Always afloat"),
        lambda n: ngettext("%(n)s game ended floating", "%(n)s games ended floating", n),
    ),
    "month_won": (
        lambda: _("King of the month"),
        lambda n: ngettext("first of %(n)s closed month", "first of %(n)s closed months", n),
    ),
    "regular": (
        lambda: _("Regular"),
        lambda n: ngettext("%(n)s month in a row", "%(n)s months in a row", n),
    ),
    "yakuman": (
        lambda: _("Yakuman"),
        lambda n: ngettext("%(n)s yakuman won", "%(n)s yakuman won", n),
    ),
}


def title_shown(held: Held) -> TitleShown:
    """A title as its holder's page says it."""
    name, amount = _WORDS[held.title.key]
    following = held.next_step
    return TitleShown(
        f"{name()} {_ROMAN[held.level]}".strip(),
        _said(amount, held.reached),
        "" if following is None else _said(amount, following),
    )


def _said(amount: Callable[[int], str], count: int) -> str:
    return amount(count) % {"n": f"{count:,}"}
