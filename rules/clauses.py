"""Sections and clauses as the rulebook prints them, with the parameters that a clause states."""

from __future__ import annotations

from dataclasses import dataclass

#: stands where a clause code would, for a parameter on which the club's document is silent
ASSUMED = "assumed"
#: stands there for a parameter that the club chose itself and wrote no clause for
CLUB = "club"
#: what is no clause code
MARKS = frozenset({ASSUMED, CLUB})


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading of the document, in both languages."""

    code: str  # as the document counts it: A, 1.1.1
    level: int  # 1 = a chapter, 2 and 3 = headings inside it
    title_ja: str
    title_en: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of one version, in both languages."""

    code: str  # as the document counts it: A-3, 1.1.1(9)
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    section: str = ""  # code of the heading that it stands under
    states: tuple[str, ...] = ()  # names of the parameters whose values it gives
    changed: bool = False  # new or different since the version before
