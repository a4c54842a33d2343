"""The shape of a document's clause file: its headings and, under each, its clauses in order."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from rules.clauses import Clause, Section
from rules.parameters.base import Value

_FOLDER = Path(__file__).parent / "clauses"


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
    with (_FOLDER / f"{name}.toml").open("rb") as stream:
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
