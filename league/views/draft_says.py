"""What is said beside a parameter of a draft: what is wrong with it, what it was, what it means."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.forms.rule_editor_fields import places_of
from league.forms.rule_editor_reading import Shorthand
from league.forms.rule_editor_usual import TABLE, lacks_table
from league.rule_examples import example_of
from league.selectors.drafts import DraftPage
from league.templatetags.points import points
from league.typed_rules import spoken
from rules import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Says:
    """What is said beside a parameter: it changes as one types."""

    name: str
    problems: tuple[str, ...]
    base: str  # the value of the version beside it in words; empty where it is the same
    examples: tuple[str, ...]
    note: str = ""  # how a shorthand was read
    fill: str = ""  # what the fields hold then, as JSON: which one held it, and the texts
    offer: str = ""  # what can be filled in by a button, in its words


def says_of(page: DraftPage, name: str, short: Shorthand | None = None) -> Says:
    """What is said beside a parameter; ``short`` is what was typed for all of its fields."""
    differs = page.base is not None and name in page.differing
    examples: Sequence[str] = ()
    if page.parameters is not None:
        examples = example_of(page.parameters, name)
    return Says(
        name=name,
        problems=tuple(page.problems.get(name, ())),
        base=words.say(page.base.parameters, name, spoken()) if differs and page.base else "",
        examples=tuple(examples),
        note=read_as(short) if short else "",
        fill=json.dumps([short.at, short.typed, *map("{:,}".format, short.values)])
        if short
        else "",
        offer=_offer(page) if name == TABLE else "",
    )


def _offer(page: DraftPage) -> str:
    if not lacks_table(page.typed):
        return ""
    if places_of(page.typed) == 3:
        return _("Fill in the usual table for three players, without fu")
    return _("Fill in the usual table for four players, without fu")


def read_as(short: Shorthand) -> str:
    """How an uma that was typed into one field was read."""
    by_place = [
        _("Place %(place)s: %(points)s") % {"place": at + 1, "points": points(value)}
        for at, value in enumerate(short.values)
    ]
    facts = {"typed": short.typed, "values": _(", ").join(by_place)}
    return _("“%(typed)s” is read as %(values)s.") % facts
