"""A draft's values in words, whatever was typed, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from pydantic import BaseModel

from league.selectors.drafts import DraftPage
from league.typed_rules import spoken
from rules import words
from rules.errors import UnknownParameterError
from rules.parameters.base import FamilyParameters, sections_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A parameter that is not as in the version beside the draft, in words."""

    name: str
    label: str
    section: str
    was: str
    now: str


def differences(page: DraftPage) -> list[Difference]:
    """All that the draft changes, in words; what is no value is shown as it was typed."""
    if page.base is None:
        return []
    lang = spoken()
    return [
        Difference(
            name=name,
            label=words.name_of(page.family, name, lang),
            section=page.sections[name],
            was=words.say(page.base.parameters, name, lang),
            now=typed_words(page, name),
        )
        for name in page.differing
    ]


def typed_words(page: DraftPage, name: str) -> str:
    """A value in words; one that is none as it was typed, in quotation marks."""
    return words_of(page.shown, name, page.typed[name])


def words_of(shown: FamilyParameters, name: str, value: Any) -> str:
    """A value in words; ``shown`` are the parameters that hold it, as far as it is one."""
    section = sections_of(type(shown))[name]
    if _plain(getattr(getattr(shown, section), name)) == value:
        with suppress(UnknownParameterError):  # of the right type, but it names what is not there
            return words.say(shown, name, spoken())
    return _("“%(text)s”") % {"text": " / ".join(map(str, _flat(value)))}


def _flat(value: object) -> list[object]:
    """The single values of what may be rows of them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    return [one for each in value for one in _flat(each)] if isinstance(value, list) else [value]


def _plain(value: object) -> object:
    """A value as JSON has it."""
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value
