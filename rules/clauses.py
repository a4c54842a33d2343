"""A clause as the rulebook prints it, with the parameters that it states."""

from __future__ import annotations

from dataclasses import dataclass

#: stands where a clause code would, for a parameter on which the club's document is silent
ASSUMED = "assumed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of one version, in both languages."""

    code: str  # as the document counts it: A-3, 1.1.1(9)
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: tuple[str, ...] = ()  # names of the parameters whose values it gives
    changed: bool = False  # new or different since the version before
