"""The shape of a preset's data files; a misspelt key is refused instead of ignored."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from rules.clauses import Clause, Section
from rules.parameters.base import Value

_FOLDER = Path(__file__).parent


def _nothing_for_a_dash(values: dict[str, Any]) -> dict[str, Any]:
    """Read "-" as no value, which TOML cannot write."""
    return {name: None if value == "-" else value for name, value in values.items()}


#: parameters by their own names; "-" where the rule has none
Values = Annotated[dict[str, Any], AfterValidator(_nothing_for_a_dash)]


class VersionEntry(Value):
    """A version and the parameters that it changes."""

    effective_from: date
    changes_ja: str
    changes_en: str
    parameters: Values = Field(default_factory=dict)


#: where rules come from; the order in which a list shows them
Group = Literal["club", "parlour", "online", "professional", "international"]


class PresetFile(Value):
    """A set, or what several sets have in common."""

    base: str = ""
    """Another file that this one builds on."""
    family: str = ""
    name_ja: str = ""
    name_en: str = ""
    source_ja: str = ""
    source_en: str = ""
    group: Group | None = None
    link: str = ""
    """The page of whoever publishes the rules; empty where there is none to name."""
    documents: tuple[str, ...] = ()
    """Files of clauses, in the order in which the rulebook prints them."""
    parameters: Values = Field(default_factory=dict)
    """By their own names; what is left out keeps the family's default."""
    stated_by: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """By clause code: parameters that it states beside those that the clause names itself."""
    versions: tuple[VersionEntry, ...] = ()

    def over(self, base: PresetFile) -> PresetFile:
        """Lay this file over the one it builds on: its own words hold, its lists come on top."""
        return PresetFile(
            family=self.family or base.family,
            name_ja=self.name_ja,
            name_en=self.name_en,
            source_ja=self.source_ja or base.source_ja,
            source_en=self.source_en or base.source_en,
            group=self.group or base.group,
            link=self.link or base.link,
            documents=self.documents or base.documents,
            parameters=base.parameters | self.parameters,
            stated_by={
                code: base.stated_by.get(code, ()) + self.stated_by.get(code, ())
                for code in base.stated_by | self.stated_by
            },
            versions=base.versions + self.versions,
        )


def read(name: str) -> PresetFile:
    """Read a data file of this folder together with what it builds on."""
    with (_FOLDER / f"{name}.toml").open("rb") as stream:
        own = PresetFile.model_validate(tomllib.load(stream))
    return own.over(read(own.base)) if own.base else own


_CLAUSES = Path(__file__).parent / "clauses"


class ClauseEntry(Value):
    """A clause, for all versions or for those from ``since`` until before ``until``."""

    code: str
    title_ja: str
    title_en: str
    text_ja: str
    text_en: str
    states: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    """Keys of the only sets that it speaks of; empty for all that share the document."""
    since: date = date.min
    until: date = date.max
    changed: tuple[date, ...] = ()
    """Days of the versions in which it was new or different."""

    def holds(self, key: str, day: date) -> bool:
        """Tell whether the clause belongs to the set's version of that day."""
        return (not self.sets or key in self.sets) and self.since <= day < self.until


class SectionEntry(Value):
    """A heading and the clauses directly under it."""

    code: str
    level: int = 1
    title_ja: str
    title_en: str
    clauses: tuple[ClauseEntry, ...] = ()


class Document(Value):
    """A document, or a part that several rule sets share."""

    sections: tuple[SectionEntry, ...]

    def clauses_on(self, key: str, day: date) -> Iterator[Clause]:
        """Give the clauses of the set's version of that day, in the document's order."""
        for section in self.sections:
            for entry in section.clauses:
                if entry.holds(key, day):
                    yield _clause(section, entry, day)

    def sections_on(self, key: str, day: date) -> list[Section]:
        """Give the headings with a clause in that version beneath them, in order."""
        kept: list[Section] = []
        needed = 0  # a heading above this level has something below it
        for entry in reversed(self.sections):
            if entry.level < needed or any(clause.holds(key, day) for clause in entry.clauses):
                kept.append(_section(entry))
                needed = entry.level
        return kept[::-1]


def read_document(name: str) -> Document:
    """Read a clause file."""
    with (_CLAUSES / f"{name}.toml").open("rb") as stream:
        return Document.model_validate(tomllib.load(stream))


def _section(entry: SectionEntry) -> Section:
    return Section(
        code=entry.code, level=entry.level, title_ja=entry.title_ja, title_en=entry.title_en
    )


def _clause(section: SectionEntry, entry: ClauseEntry, day: date) -> Clause:
    return Clause(
        code=entry.code,
        title_ja=entry.title_ja,
        title_en=entry.title_en,
        text_ja=entry.text_ja,
        text_en=entry.text_en,
        section=section.code,
        states=entry.states,
        changed=day in entry.changed,
    )
