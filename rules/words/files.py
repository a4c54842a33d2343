"""Files of words, and what they say of parameters and yaku; a misspelt key is refused."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from rules.parameters import FAMILIES, RiichiParameters, section_of
from rules.parameters.base import Value, sections_of

Lang = Literal["ja", "en"]

#: how a value is said; ``rules.words.forms`` has a function for each
Form = Literal[
    "points",
    "score",
    "row",
    "floating_rows",
    "rows",
    "count",
    "han_pair",
    "han",
    "worth",
    "minutes",
    "choice",
    "flag",
    "choices",
    "names",
    "pairs",
    "penalty_table",
    "text",
]

FOLDER = Path(__file__).parent / "data"


class Phrase(Value):
    """Words in both languages."""

    ja: str
    en: str


class Named(Value):
    """What something is called."""

    ja: str
    en: str
    """Of a yaku its romaji; what that means stands behind it in brackets."""
    reading: str = ""
    """Kana, of what has a yaku's name."""

    def name(self, lang: Lang) -> str:
        """Say what it is called."""
        return self.ja if lang == "ja" else self.en

    def short(self, lang: Lang) -> str:
        """Say what it is called, without what stands in brackets."""
        return self.name(lang).partition(" (")[0]


class Heading(Named):
    """What something is called, and what it is."""

    about_ja: str
    about_en: str

    def about(self, lang: Lang) -> str:
        """Say what it is."""
        return self.about_ja if lang == "ja" else self.about_en


class Example(Value):
    """A hand that has a yaku, in the notation of ``value`` requests; the round is East."""

    hand: str
    """Without the winning tile and without melds."""
    win: str
    how: Literal["ron", "tsumo"] = "ron"
    melds: tuple[str, ...] = ()
    seat: Literal["E", "S", "W", "N"] = "S"
    """South is neither the dealer nor of the round's wind."""
    flags: tuple[str, ...] = ()


class Entry(Heading):
    """A parameter in words; that of a yaku has a reading and examples too."""

    form: Form
    """How a value is said."""
    unit_ja: str = ""
    unit_en: str = ""
    unit_one_en: str = ""
    """The unit of a single one, where it is another word."""
    none_ja: str = ""
    none_en: str = ""
    """Said for no value; for 0 and an empty row too, where these are how none is written."""
    values: dict[str, Phrase] = Field(default_factory=dict)
    """By the value as TOML writes it: ``true``, ``4`` or the word itself."""
    examples: tuple[Example, ...] = ()
    """A rule may lack tiles or calls of the first: pages show the first that it knows."""
    notes: tuple[str, ...] = ()
    """Parameters that say more of the yaku than its worth."""

    def none(self, lang: Lang) -> str:
        """Say that there is no value."""
        return self.none_ja if lang == "ja" else self.none_en

    def choice(self, value: object, lang: Lang) -> str:
        """Say one of the values to choose from."""
        if value is None:
            return self.none(lang)
        key = str(value).lower() if isinstance(value, bool) else str(value)
        phrase = self.values[key]
        return phrase.ja if lang == "ja" else phrase.en

    def unit(self, count: int, lang: Lang) -> str:
        """Name the unit of so many, with the space that English puts before it."""
        if lang == "ja":
            return self.unit_ja
        word = self.unit_one_en if count == 1 and self.unit_one_en else self.unit_en
        return f" {word}" if word else ""


#: entries by parameter, or what a family says otherwise in them
Tables = dict[str, dict[str, Any]]


class WordsFile(Value):
    """The words of a section; a family's own table goes over what all share."""

    section: Heading
    parameters: Tables = Field(default_factory=dict)
    riichi: Tables = Field(default_factory=dict)
    boo: Tables = Field(default_factory=dict)
    """``boo.section`` is the family's own heading."""
    zung_jung: Tables = Field(default_factory=dict)
    bonuses: dict[str, Named] = Field(default_factory=dict)
    """What counts in a hand and is no parameter, by its key."""

    def own(self, family: str) -> Mapping[str, Mapping[str, Any]]:
        """Give what a family says otherwise, by parameter."""
        tables: Tables = getattr(self, family)
        return tables


def heading_of(family: str, section: str) -> Heading:
    """Find the heading of a section.

    Raises:
        KeyError: there is no such family, or it has no such section.
    """
    if section not in FAMILIES[family].model_fields or section == "family":
        raise KeyError(section)
    return _heading(family, section)


@cache
def entry_of(family: str, parameter: str) -> Entry:
    """Find the entry of a parameter, as its family words it; only its own file is opened.

    Raises:
        KeyError: there is no such family.
        UnknownParameterError: the family has no parameter of that name.
    """
    file = read(section_of(family, parameter))
    shared = file.parameters.get(parameter, {})
    return Entry.model_validate({**shared, **file.own(family).get(parameter, {})})


@cache
def read(section: str) -> WordsFile:
    """Read the file of a section, once."""
    with (FOLDER / f"{section}.toml").open("rb") as stream:
        return WordsFile.model_validate(tomllib.load(stream))


@cache
def _heading(family: str, section: str) -> Heading:
    file = read(section)
    return Heading.model_validate(
        {**file.section.model_dump(), **file.own(family).get("section", {})}
    )


def yaku_named(key: str) -> Named:
    """Find the names of a yaku, a yakuman or a bonus by the key that evaluators answer.

    Raises:
        UnknownParameterError: there is no such yaku.
    """
    return read("dora").bonuses.get(key) or entry_of("riichi", yaku_parameter(key))


def yaku_parameter(key: str) -> str:
    """Name the parameter that says what a yaku or a yakuman is worth, and what it is called.

    人和 has one as a yakuman, after which it is called, and one as han.
    """
    known = sections_of(RiichiParameters)
    return next((name for name in (f"yakuman_{key}", f"han_{key}") if name in known), key)


def pattern_entry(key: str) -> Entry:
    """Find the entry of a pattern of Zung Jung.

    Raises:
        UnknownParameterError: there is no such pattern.
    """
    return entry_of("zung_jung", f"worth_{key}")
