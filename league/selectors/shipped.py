"""The shipped rule sets that a new club can play under."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import get_language

from league.rule_wording import in_one_line
from rules.parameters import RiichiParameters
from rules.presets import load, shipped_keys


@dataclass(frozen=True, slots=True, kw_only=True)
class ShippedChoice:
    """One shipped set as a form offers it."""

    key: str
    name: str
    note: str

    def __str__(self) -> str:
        return self.name


def settleable_sets() -> list[ShippedChoice]:
    """The sets whose games can be settled, in the reader's language. No query.

    Left out are those of other families, and those whose document hands down no uma.
    """
    japanese = get_language() == "ja"
    choices = []
    for shipped in map(load, shipped_keys()):
        parameters = shipped.versions[-1].parameters
        if not isinstance(parameters, RiichiParameters):
            continue
        if parameters.settlement.uma_kind == "not_stated":
            continue
        name = shipped.name_ja if japanese else shipped.name_en
        choices.append(ShippedChoice(key=shipped.key, name=name, note=in_one_line(parameters)))
    return choices
