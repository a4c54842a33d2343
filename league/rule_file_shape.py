"""The shape of a rule file (docs/rule_file.md): its keys, and how long each may be."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool

from league.rule_prose import Changes, Code, CodeOrNone, Key, Name, Text, Title

FORMAT: Final = "jancho-rules-1"

#: parameters that one clause can be about; no family has as many
_MOST_STATES: Final = 500
_WrittenFor = Annotated[dict[str, Any], Field(max_length=_MOST_STATES)]


class Entry(BaseModel):
    """Takes its own keys and no others, each of its own kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class SectionEntry(Entry):
    """A heading of the book."""

    code: Code
    level: Annotated[int, Field(ge=1, le=9)] = 1
    title_ja: Title
    title_en: Title


class ClauseEntry(Entry):
    """A clause, with what its text was written for."""

    code: Code
    section: CodeOrNone = ""
    title_ja: Title
    title_en: Title
    text_ja: Text
    text_en: Text
    states: Annotated[
        list[Annotated[str, Field(max_length=60)]], Field(max_length=_MOST_STATES)
    ] = []
    written_for: _WrittenFor = {}
    written_for_en: _WrittenFor = {}  # of the English text alone, where it is another
    is_own: bool = False
    is_changed: bool = False


class Document(Entry):
    """A whole file."""

    format: Literal["jancho-rules-1"]
    family: str
    name_ja: Name = ""
    name_en: Name = ""
    adopted_from: Key = ""
    effective_from: str | None = None
    changes_ja: Changes = ""
    changes_en: Changes = ""
    complete: StrictBool = True
    parameters: dict[str, dict[str, Any]]
    stated_by: dict[str, Code] = {}
    sections: Annotated[list[SectionEntry], Field(max_length=500)] = []
    clauses: Annotated[list[ClauseEntry], Field(max_length=1_000)] = []
