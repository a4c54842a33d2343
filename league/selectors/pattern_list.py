"""The patterns of a Zung Jung version by series, each with its worth and a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

from league.pattern_examples import CHICKEN, PATTERNS, Pattern
from league.rule_wording import Line
from league.selectors.rule_guide import GuideVersion, ShownHand, shown_example
from league.yaku_words import (
    pattern_about,
    pattern_english,
    pattern_kanji,
    pattern_reading,
)

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_SERIES: Final[Mapping[int, StrPromise]] = MappingProxyType(
    {
        1: _("Basic patterns"),
        2: _("One suit"),
        3: _("Honours"),
        4: _("Triplets and kans"),
        5: _("Identical sequences"),
        6: _("The same in three suits"),
        7: _("Consecutive sets"),
        8: _("Terminals"),
        9: _("Patterns of chance"),
        10: _("Irregular hands"),
    }
)
_NOTES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "nine_gates": ("heaven_waits_on_nine",),
        "win_on_kong": ("final_draw_with_kong",),
        "blessing_of_heaven": ("blessings_after_dealers_kong",),
        "seven_pairs": ("seven_pairs_four_alike",),
    }
)
_SUM: Final = ("worth_cap", "worth_chicken_hand", "payment_base")


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternEntry:
    """A pattern as the list shows it."""

    key: str
    number: str
    kanji: str
    reading: str
    english: str
    about: str
    line: Line  # its worth, and where it is written
    as_shipped: str  # what the shipped set says where that differs
    example: ShownHand
    notes: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternSeries:
    """Patterns of one series."""

    number: int
    title: str
    entries: tuple[PatternEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternList:
    """All that a version's hands can count."""

    series: tuple[PatternSeries, ...]
    sums: tuple[Line, ...]  # how the patterns of a hand are added
    chicken: ShownHand


def pattern_list(guide: GuideVersion) -> PatternList:
    """The patterns of a Zung Jung version. No query."""
    return PatternList(
        series=tuple(
            PatternSeries(
                number=number,
                title=str(title),
                entries=tuple(_entry(guide, each) for each in PATTERNS if each.series == number),
            )
            for number, title in _SERIES.items()
        ),
        sums=guide.lines(_SUM),
        chicken=shown_example(CHICKEN),
    )


def _entry(guide: GuideVersion, pattern: Pattern) -> PatternEntry:
    name, key = f"worth_{pattern.key}", pattern.key
    return PatternEntry(
        key=key,
        number=pattern.number,
        kanji=pattern_kanji(key),
        reading=pattern_reading(key),
        english=pattern_english(key),
        about=pattern_about(key),
        line=guide.line(name),
        as_shipped=guide.as_shipped.get(name, ""),
        example=shown_example(pattern.example),
        notes=guide.lines(_NOTES.get(key, ())),
    )
