"""The rule sets that Jancho ships: read from one data file each, only when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from difflib import get_close_matches
from functools import cache
from itertools import accumulate, chain
from operator import or_

from rules.clauses import ASSUMED, Clause, Section
from rules.errors import NoVersionError, UnknownRuleSetError
from rules.parameters import Parameters, override, parameter_names, parse_parameters
from rules.presets.files import Document, Group, PresetFile, VersionEntry, read, read_document

__all__ = ["RECOMMENDED", "Group", "ShippedSet", "ShippedVersion", "load", "shipped_keys"]

_KEYS = (
    "kinyoukai",
    "nekohouse-4a",
    "nekohouse-4b",
    "nekohouse-3a",
    "nekohouse-3b",
    "nekohouse-boo",
    "super-tonpu",
    "yakyu-4p-tonnan",
    "yakyu-4p-tonpu",
    "yakyu-3p-tonnan",
    "yakyu-3p-tonpu",
    "tenhou-4p-tonnan",
    "tenhou-4p-tonpu",
    "tenhou-3p-tonnan",
    "tenhou-3p-tonpu",
    "mahjong-soul-4p",
    "mahjong-soul-3p",
    "m-league",
    "saikouisen",
    "saikouisen-classic",
    "jpml",
    "jpml-wrc",
    "jpml-wrc-r",
    "npm",
    "rmu-a",
    "rmu-b",
    "rmu-m",
    "mu",
    "ema",
    "wrc",
    "rrc",
    "zung-jung",
    "zung-jung-v33",
)
#: where a club that has no rules of its own does best to begin
RECOMMENDED = ("m-league", "nekohouse-3a", "tenhou-4p-tonnan")


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedVersion:
    """A rule set as it stood from a day on."""

    effective_from: date
    changes_ja: str  # what is new in it
    changes_en: str
    parameters: Parameters
    sections: tuple[Section, ...]  # the headings, in the document's order
    clauses: tuple[Clause, ...]  # in the document's order
    stated_by: Mapping[str, str]  # every parameter: the clause that states it, or ``assumed``

    @property
    def label(self) -> str:
        """The version's name: its day."""
        return self.effective_from.isoformat()

    @property
    def value(self) -> Parameters:
        """The parameters, by the name that a stored version has for them."""
        return self.parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedSet:
    """A published rule set and its history."""

    key: str
    family: str
    name_ja: str
    name_en: str
    source_ja: str  # which document it was taken from
    source_en: str
    group: Group
    link: str  # the page of whoever publishes it; empty where there is none
    versions: tuple[ShippedVersion, ...]  # oldest first, at least one

    def version_on(self, day: date) -> ShippedVersion:
        """Find the version in force on ``day``.

        Raises:
            NoVersionError: the day is before the first; the error carries the first day.
        """
        for version in reversed(self.versions):
            if version.effective_from <= day:
                return version
        raise NoVersionError(day=day, first=self.versions[0].effective_from)


def shipped_keys() -> tuple[str, ...]:
    """Name every shipped set, in the order in which a list shows them."""
    return _KEYS


@cache
def load(key: str) -> ShippedSet:
    """Read a shipped set; only its own files are opened, once.

    Raises:
        UnknownRuleSetError: no set of that key is shipped.
    """
    if key not in _KEYS:
        raise UnknownRuleSetError(key=key, near=get_close_matches(key, _KEYS))
    file = read(key)
    assert file.group is not None, f"{key} belongs to no group"
    entries = sorted(file.versions, key=lambda entry: entry.effective_from)
    # each version says only what it changes
    states = accumulate((entry.parameters for entry in entries), or_, initial=file.parameters)
    next(states)
    documents = [read_document(name) for name in file.documents]
    return ShippedSet(
        key=key,
        family=file.family,
        name_ja=file.name_ja,
        name_en=file.name_en,
        source_ja=file.source_ja,
        source_en=file.source_en,
        group=file.group,
        link=file.link,
        versions=tuple(
            _version(key, file, documents, entry, values)
            for entry, values in zip(entries, states, strict=True)
        ),
    )


def _version(
    key: str,
    file: PresetFile,
    documents: Sequence[Document],
    entry: VersionEntry,
    values: Mapping[str, object],
) -> ShippedVersion:
    day = entry.effective_from
    parameters = override(parse_parameters({"family": file.family}), values)
    clauses = tuple(
        replace(clause, states=clause.states + file.stated_by.get(clause.code, ()))
        for clause in chain.from_iterable(each.clauses_on(key, day) for each in documents)
    )
    stated = {name: clause.code for clause in clauses for name in clause.states}
    return ShippedVersion(
        effective_from=day,
        changes_ja=entry.changes_ja,
        changes_en=entry.changes_en,
        parameters=parameters,
        sections=tuple(chain.from_iterable(each.sections_on(key, day) for each in documents)),
        clauses=clauses,
        stated_by={name: stated.get(name, ASSUMED) for name in parameter_names(type(parameters))},
    )
