"""How a value is said: one small function for each form that an entry can have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.parameters import PenaltyRule, family_of, may_be_none, value_of
from rules.parameters.base import PENALTY_KINDS, FamilyParameters
from rules.parameters.hand import TableRow
from rules.words.files import Entry, Form, Lang, entry_of

_MINUS: dict[Lang, str] = {"ja": "▲", "en": "−"}  # ▲ as Japanese score sheets write it
_POINTS_OF_SCORE = 1_000  # one point of score is a thousand points on the table
#: the names of scores that are shipped, as English says one and several; others stay as typed
_SCORE_NAMES_EN = {"勝利点": ("victory point", "victory points"), "点": ("point", "points")}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Who says a value: in which language, and with which words."""

    family: str
    entry: Entry
    lang: Lang
    score_name: str  # what the rule set calls a score

    def pick(self, ja: str, en: str) -> str:
        """Choose the words of the language."""
        return ja if self.lang == "ja" else en

    def scored(self, points: int) -> str:
        """Say points as a score with its name: 2.5 pt; a club's own word stands for itself."""
        figures = thousands(points, self.lang)
        if self.lang == "ja":
            return figures + self.score_name
        one, more = _SCORE_NAMES_EN.get(self.score_name, (self.score_name, self.score_name))
        return f"{figures} {one if points == _POINTS_OF_SCORE else more}"

    def listed(self, parts: Iterable[str]) -> str:
        """Put several things in a row."""
        return self.pick("、", ", ").join(parts)


def say(parameters: FamilyParameters, parameter: str, lang: Lang) -> str:
    """Say the value of a parameter, as a phrase that reads well after its name and a colon.

    Raises:
        UnknownParameterError: the family has no parameter of that name.
    """
    value, family = value_of(parameters, parameter), family_of(parameters)
    entry = entry_of(family, parameter)
    if _says_none(value, entry, none_is_apart=may_be_none(family, parameter)):
        return entry.none(lang)
    score_name = value_of(parameters, "score_name")
    return _FORMS[entry.form](value, Speaker(family, entry, lang, score_name))


def _says_none(value: object, entry: Entry, *, none_is_apart: bool) -> bool:
    """Tell whether a value means that there is none."""
    if value is None:
        return True
    is_empty = not isinstance(value, bool) and value in (0, ())
    return is_empty and bool(entry.none_ja) and not none_is_apart


def plain(number: int, lang: Lang) -> str:
    """Write a whole number: 25000 is 25,000, -1500 is ▲1,500 in Japanese."""
    return f"{_MINUS[lang] if number < 0 else ''}{abs(number):,}"


def thousands(points: int, lang: Lang) -> str:
    """Write points as a score, with no more decimals than it needs: 2500 is 2.5."""
    whole, rest = divmod(abs(points), _POINTS_OF_SCORE)
    figures = f"{rest:03d}".rstrip("0")
    number = f"{whole:,}.{figures}" if figures else f"{whole:,}"
    return f"{_MINUS[lang] if points < 0 else ''}{number}"


def _points(value: int, by: Speaker) -> str:
    return plain(value, by.lang) + by.pick("点", " points")


def _count(value: int, by: Speaker) -> str:
    return plain(value, by.lang) + by.entry.unit(value, by.lang)


def _score(value: int, by: Speaker) -> str:
    one = 1 if value == _POINTS_OF_SCORE else 0
    unit = by.entry.unit(one, by.lang)
    return thousands(value, by.lang) + unit if unit else by.scored(value)


def _row(value: tuple[int, ...], by: Speaker) -> str:
    return " / ".join(("+" if step > 0 else "") + thousands(step, by.lang) for step in value)


def _floating_rows(value: tuple[tuple[int, ...], ...], by: Speaker) -> str:
    rows = (
        by.pick(f"浮き{count}人なら{_row(row, by)}", f"{_row(row, by)} with {count} floating")
        for count, row in enumerate(value)
    )
    return by.listed(rows)


def _table_rows(value: tuple[TableRow, ...], by: Speaker) -> str:
    return by.pick("。", "; ").join(_table_row(row, by) for row in value)


def _table_row(row: TableRow, by: Speaker) -> str:
    shared = f"{row.child_tsumo_child:,}/{row.child_tsumo_dealer:,}"
    return by.pick(
        f"{row.from_han}翻から、子はロン{row.child_ron:,}・ツモ{shared}、"
        f"親はロン{row.dealer_ron:,}・ツモ{row.dealer_tsumo:,}オール",
        f"from {row.from_han} han, non-dealer {row.child_ron:,} by ron and {shared} by tsumo, "
        f"dealer {row.dealer_ron:,} and {row.dealer_tsumo:,} all",
    )


def _han(value: int, by: Speaker) -> str:
    return by.pick(f"{value}翻", f"{value} han")


def _han_pair(value: tuple[int, int], by: Speaker) -> str:
    closed, opened = value
    if not any(value):
        return by.entry.none(by.lang)
    if not opened:
        return by.pick(f"{closed}翻(門前のみ)", f"{closed} han, closed only")
    if closed == opened:
        return _han(closed, by)
    return by.pick(f"{closed}翻(鳴くと{opened}翻)", f"{closed} han, {opened} when open")


def _minutes(value: int, by: Speaker) -> str:
    return plain(value, by.lang) + by.pick("分", " minutes")


def _choice(value: object, by: Speaker) -> str:
    return by.entry.choice(value, by.lang)


def _choices(value: tuple[str, ...], by: Speaker) -> str:
    return by.listed(by.entry.choice(each, by.lang) for each in value)


def _names(value: tuple[str, ...], by: Speaker) -> str:
    return by.listed(entry_of(by.family, each).name(by.lang) for each in value)


def _pairs(value: tuple[tuple[str, str], ...], by: Speaker) -> str:
    return by.listed(_pair(counted, not_counted, by) for counted, not_counted in value)


def _pair(counted: str, not_counted: str, by: Speaker) -> str:
    """Say which yaku of two counts."""
    one, other = (
        entry_of(by.family, f"han_{key}").short(by.lang) for key in (counted, not_counted)
    )
    return by.pick(f"{one}({other}は数えない)", f"{one} (without {other})")


def _penalty_table(value: tuple[PenaltyRule, ...], by: Speaker) -> str:
    return by.pick("、", "; ").join(_penalty(rule, by) for rule in value)


def _penalty(rule: PenaltyRule, by: Speaker) -> str:
    """Say a penalty; a club's own word for it stands in quotation marks."""
    kind = _kind(rule.kind, by)
    paid = by.pick("({})", " ({})").format(by.entry.choice(rule.paid_to, by.lang))
    amount = by.scored(rule.amount)
    if rule.amount_to is not None:
        most, step = by.scored(rule.amount_to), by.scored(rule.named_step)
        amount = by.pick(f"{amount}～{most}({step}刻み)", f"{amount} to {most} in steps of {step}")
    return f"{kind} {amount}{paid}{_brought(rule, by)}"


def _kind(kind: str, by: Speaker) -> str:
    if kind in PENALTY_KINDS:
        return by.entry.choice(kind, by.lang)
    return by.pick(f"「{kind}」", f"“{kind}”")


def _brought(rule: PenaltyRule, by: Speaker) -> str:
    """Say what several cards on one day bring."""
    if rule.becomes is None:
        return ""
    times, other = rule.turns_after, _kind(rule.becomes, by)
    return by.pick(
        f"、同じ日に{times}回で{other}も付く", f", {times} on one day also bring {other}"
    )


def _text(value: str, by: Speaker) -> str:
    """Say a word of the club's own as it is; the names of scores that are shipped have others."""
    return by.pick(value, _SCORE_NAMES_EN.get(value, (value, value))[1])


_FORMS: Mapping[Form, Callable[[Any, Speaker], str]] = {
    "points": _points,
    "score": _score,
    "row": _row,
    "floating_rows": _floating_rows,
    "rows": _table_rows,
    "count": _count,
    "han_pair": _han_pair,
    "han": _han,
    "worth": _count,
    "minutes": _minutes,
    "choice": _choice,
    "flag": _choice,
    "choices": _choices,
    "names": _names,
    "pairs": _pairs,
    "penalty_table": _penalty_table,
    "text": _text,
}
