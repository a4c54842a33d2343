"""What an evaluator says of a hand, in the reader's language: yaku, fu, limits, flags."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from league import yaku_words
from league.rule_wording import language
from scoring.hands.prices import Payment

_ROUNDED = re.compile(r"rounded up to (\d+)")


class Name(NamedTuple):
    """A name, and beside it how it is read or written."""

    name: str
    beside: str  # in Japanese the reading, in other languages the kanji; may be empty


def yaku_name(key: str) -> Name:
    """Name a yaku, a yakuman or a bonus."""
    if language() == "ja":
        return _beside(yaku_words.yaku_kanji(key), yaku_words.yaku_reading(key))
    return _beside(yaku_words.yaku_name(key), yaku_words.yaku_kanji(key))


def pattern_name(key: str) -> Name:
    """Name a pattern of Zung Jung."""
    if language() == "ja":
        return _beside(yaku_words.pattern_kanji(key), yaku_words.pattern_reading(key))
    return _beside(yaku_words.pattern_name(key), yaku_words.pattern_kanji(key))


def _beside(name: str, other: str) -> Name:
    return Name(name, "" if other == name else other)


def flag_name(flag: str) -> str:
    """Name what may be said of a win."""
    return _("Furiten") if flag == "furiten" else yaku_name(flag).name


def fu_reason(reason: str) -> str:
    """Say why fu are counted, by the evaluator's own reason."""
    rounded = _ROUNDED.fullmatch(reason)
    if rounded:
        return _("rounded up to %(fu)s fu") % {"fu": rounded[1]}
    return _fu_reasons().get(reason, reason)


def _fu_reasons() -> dict[str, str]:
    return {
        "base": _("base"),
        "closed ron": _("closed hand, won by ron"),
        "tsumo": _("won by tsumo"),
        "seven pairs": _("seven pairs, always"),
        "open hand raised to 30": _("open hand without fu: counts 30"),
        "open triplet": _("open triplet"),
        "open triplet of terminals or honours": _("open triplet of terminals or honours"),
        "closed triplet": _("closed triplet"),
        "closed triplet of terminals or honours": _("closed triplet of terminals or honours"),
        "open kan": _("open kan"),
        "open kan of terminals or honours": _("open kan of terminals or honours"),
        "closed kan": _("closed kan"),
        "closed kan of terminals or honours": _("closed kan of terminals or honours"),
        "pair of seat and round wind": _("pair of seat and round wind"),
        "pair of a value tile": _("pair of a value tile"),
        "closed wait": _("closed wait"),
        "edge wait": _("edge wait"),
        "single wait": _("single wait"),
    }


def limit_name(limit: str | None) -> str:
    """Name a limit; empty for none."""
    if limit is None:
        return ""
    names = {
        "mangan": _("Mangan"),
        "haneman": _("Haneman"),
        "baiman": _("Baiman"),
        "sanbaiman": _("Sanbaiman"),
        "counted_yakuman": _("Counted yakuman"),
        "yakuman": _("Yakuman"),
        "yakuman_2": _("Double yakuman"),
    }
    times = limit.removeprefix("yakuman_")
    if limit not in names and times.isdecimal():
        return _("%(times)s-fold yakuman") % {"times": times}
    return names.get(limit, limit)


def payers(payment: Payment) -> list[tuple[str, int]]:
    """Who pays how much for a win under a riichi or Boo rule."""
    said = (
        (_("the discarder"), payment.discarder),
        (_("the dealer"), payment.dealer),
        (_("each non-dealer"), payment.others),
        (_("each player"), payment.each),
    )
    return [(who, points) for who, points in said if points]


def wind_names() -> tuple[str, str, str, str]:
    """The four winds."""
    return _("East"), _("South"), _("West"), _("North")
