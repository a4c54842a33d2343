"""The shape of a preset's data file; a misspelt key is refused instead of ignored."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

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


class PresetFile(Value):
    """A set, or what several sets have in common."""

    base: str = ""
    """Another file that this one builds on."""
    family: str = ""
    name_ja: str = ""
    name_en: str = ""
    source_ja: str = ""
    source_en: str = ""
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
