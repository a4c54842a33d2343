"""Yaku, yakuman, patterns and bonus tiles in words; all that is said of one is in one entry."""

from __future__ import annotations

from rules.parameters import RiichiParameters
from rules.parameters.base import sections_of
from rules.words.files import Entry, Named, entry_of, read


def yaku_named(key: str) -> Named:
    """Find the names of a yaku, a yakuman or a bonus by the key that evaluators answer.

    Raises:
        UnknownParameterError: there is no such yaku.
    """
    return read("dora").bonuses.get(key) or entry_of("riichi", yaku_parameter(key))


def yaku_parameter(key: str) -> str:
    """Name the parameter that says what a yaku or a yakuman is worth."""
    known = sections_of(RiichiParameters)
    return next((name for name in (f"han_{key}", f"yakuman_{key}") if name in known), key)


def pattern_entry(key: str) -> Entry:
    """Find the entry of a pattern of Zung Jung.

    Raises:
        UnknownParameterError: there is no such pattern.
    """
    return entry_of("zung_jung", f"worth_{key}")
