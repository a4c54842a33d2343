"""Every rule parameter in words: what it is called, what it does, what its value says.

The texts are data in both languages, as the clauses are, so that a rule set reads the same on a
page, in a file and in the API. They stand in ``data/``, one file a section.
"""

from __future__ import annotations

from rules.parameters import options_of, value_of
from rules.parameters.base import FamilyParameters, sections_of
from rules.words.applies import applies
from rules.words.files import Lang, entry_of, heading_of
from rules.words.forms import say

__all__ = [
    "Lang",
    "about",
    "applies",
    "choices_of",
    "differing",
    "name_of",
    "say",
    "section_about",
    "section_name",
]


def section_name(family: str, section: str, lang: Lang) -> str:
    """Name a section: the heading above its parameters.

    Raises:
        KeyError: there is no such family, or it has no such section.
    """
    return heading_of(family, section).name(lang)


def section_about(family: str, section: str, lang: Lang) -> str:
    """Say in a sentence or two what a section settles.

    Raises:
        KeyError: there is no such family, or it has no such section.
    """
    return heading_of(family, section).about(lang)


def name_of(family: str, parameter: str, lang: Lang) -> str:
    """Name a parameter: a short noun phrase, of which a family has no two.

    Raises:
        KeyError: there is no such family.
        UnknownParameterError: the family has no parameter of that name.
    """
    return entry_of(family, parameter).name(lang)


def about(family: str, parameter: str, lang: Lang) -> str:
    """Say in a sentence or two what a parameter does, for somebody who fills in a form.

    Raises:
        KeyError: there is no such family.
        UnknownParameterError: the family has no parameter of that name.
    """
    return entry_of(family, parameter).about(lang)


def choices_of(family: str, parameter: str, lang: Lang) -> tuple[tuple[object, str], ...]:
    """Give each value that can be chosen, with its words, in the order of the type.

    Returns:
        Yes before no; None last, where the parameter may have no value; of a parameter that takes
        several values those that it may take; nothing where the value is free.

    Raises:
        KeyError: there is no such family.
        UnknownParameterError: the family has no parameter of that name.
    """
    entry = entry_of(family, parameter)
    return tuple((value, entry.choice(value, lang)) for value in options_of(family, parameter))


def differing(one: FamilyParameters, other: FamilyParameters) -> tuple[str, ...]:
    """Name the parameters in which two versions differ, in the order of the sections.

    Raises:
        ValueError: they are of two families.
    """
    if type(one) is not type(other):
        raise ValueError("parameters of two families have nothing to compare")
    return tuple(
        name for name in sections_of(type(one)) if value_of(one, name) != value_of(other, name)
    )
