"""Parameters in words: complete in both languages, each value told from every other."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import pytest
from pydantic import ValidationError

from rules.errors import UnknownParameterError
from rules.parameters import (
    FAMILIES,
    BooParameters,
    RiichiParameters,
    ZungJungParameters,
    may_be_none,
    options_of,
    override,
    parameter_names,
)
from rules.parameters.base import sections_of
from rules.presets import load, shipped_keys
from rules.words import (
    Lang,
    about,
    choices_of,
    differing,
    name_of,
    say,
    section_about,
    section_name,
)
from rules.words.files import FOLDER, Entry, WordsFile, entry_of, read

BOTH: tuple[Lang, ...] = ("ja", "en")
FAMILY_AND_LANGUAGE = list(product(FAMILIES, BOTH))
#: a choice among values, one or several
CHOSEN = ("choice", "flag", "choices")


def sections(family: str) -> list[str]:
    return [name for name in FAMILIES[family].model_fields if name != "family"]


def is_twice(words: list[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


# --- nothing is without words


@pytest.mark.parametrize(("family", "lang"), FAMILY_AND_LANGUAGE)
def test_every_parameter_has_a_name_of_its_own_and_an_explanation(family: str, lang: Lang) -> None:
    names = parameter_names(FAMILIES[family])
    labels = [name_of(family, name, lang) for name in names]

    assert all(labels)
    assert is_twice(labels) == []
    assert [name for name in names if not about(family, name, lang)] == []


@pytest.mark.parametrize(("family", "lang"), FAMILY_AND_LANGUAGE)
def test_every_section_has_a_heading_of_its_own_and_an_explanation(family: str, lang: Lang) -> None:
    headings = [section_name(family, section, lang) for section in sections(family)]

    assert all(headings)
    assert is_twice(headings) == []
    assert all(section_about(family, section, lang) for section in sections(family))


@pytest.mark.parametrize(("family", "lang"), FAMILY_AND_LANGUAGE)
def test_everything_that_can_be_chosen_has_words_of_its_own(family: str, lang: Lang) -> None:
    for name in parameter_names(FAMILIES[family]):
        choices = choices_of(family, name, lang)

        assert [value for value, _words in choices] == list(options_of(family, name)), name
        assert all(words for _value, words in choices), name
        assert is_twice([words for _value, words in choices]) == [], name
        assert bool(choices) == (entry_of(family, name).form in CHOSEN), name


@pytest.mark.parametrize("family", FAMILIES)
def test_where_there_may_be_no_value_there_are_words_for_none(family: str) -> None:
    for name in parameter_names(FAMILIES[family]):
        entry = entry_of(family, name)
        if may_be_none(family, name) or entry.form == "han_pair":
            assert entry.none_ja, name
        assert bool(entry.none_ja) == bool(entry.none_en), name


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_counted_has_a_unit(family: str) -> None:
    for name in parameter_names(FAMILIES[family]):
        entry = entry_of(family, name)
        if entry.form in ("count", "worth"):
            assert entry.unit_ja, name


# --- and no words are without their thing


def test_there_is_a_file_for_each_section_and_no_other() -> None:
    expected = {section for family in FAMILIES for section in sections(family)}

    assert {path.stem for path in FOLDER.glob("*.toml")} == expected


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_a_file_speaks_only_of_its_own_section(path: Path) -> None:
    file = WordsFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    known = {
        family: {name for name, section in sections_of(type_).items() if section == path.stem}
        for family, type_ in FAMILIES.items()
    }

    assert set(file.parameters) <= set().union(*known.values())
    for family in FAMILIES:
        assert set(file.own(family)) <= known[family] | {"section"}


@pytest.mark.parametrize("family", FAMILIES)
def test_no_words_are_kept_for_what_cannot_be_chosen(family: str) -> None:
    for name in parameter_names(FAMILIES[family]):
        entry = entry_of(family, name)
        if entry.form not in CHOSEN:
            continue
        everywhere = {
            str(option).lower() if isinstance(option, bool) else str(option)
            for each in FAMILIES
            if name in sections_of(FAMILIES[each])
            for option in options_of(each, name)
        }
        assert set(entry.values) <= everywhere, name


def test_a_misspelt_key_is_refused() -> None:
    with pytest.raises(ValidationError, match="abuot_en"):
        Entry.model_validate({"ja": "", "en": "", "about_ja": "", "abuot_en": "", "form": "text"})
    with pytest.raises(ValidationError, match="boos"):
        WordsFile.model_validate({"section": {}, "boos": {}})


# --- what is asked for and is not there


def test_an_unknown_parameter_is_refused_with_the_nearest_names() -> None:
    for ask in (name_of, about, choices_of):
        with pytest.raises(UnknownParameterError, match="Did you mean “overtime_target”"):
            ask("riichi", "overtime_targets", "en")
    with pytest.raises(UnknownParameterError):
        say(ZungJungParameters(), "uma", "ja")


def test_an_unknown_family_or_section_is_refused() -> None:
    with pytest.raises(KeyError, match="hong_kong"):
        name_of("hong_kong", "players", "en")
    for section in ("patterns", "family"):
        with pytest.raises(KeyError, match=section):
            section_name("riichi", section, "en")


# --- reading


def test_only_the_file_that_is_needed_is_read_and_only_once() -> None:
    read.cache_clear()
    entry_of.cache_clear()

    for lang in BOTH:
        name_of("riichi", "chip_ura", lang)
        name_of("riichi", "chip_red", lang)

    assert read.cache_info().misses == read.cache_info().currsize == 1


def test_the_words_need_no_framework() -> None:
    script = "import sys, rules.words; sys.exit('django' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


# --- the shipped rules


@pytest.mark.parametrize("key", shipped_keys())
@pytest.mark.parametrize("lang", BOTH)
def test_every_value_of_a_shipped_rule_can_be_said(key: str, lang: Lang) -> None:
    for version in load(key).versions:
        parameters = version.parameters
        for name in parameter_names(type(parameters)):
            text = say(parameters, name, lang)
            assert text == text.strip() != "", name


def test_the_same_rule_says_the_same_and_differs_in_nothing() -> None:
    assert differing(RiichiParameters(), RiichiParameters()) == ()


def test_differences_are_named_in_the_order_of_the_sections() -> None:
    changed = override(RiichiParameters(), {"score_name": "点", "players": 4, "honba_ron": 1_500})

    assert differing(RiichiParameters(), changed) == ("honba_ron", "score_name")
    assert differing(changed, RiichiParameters()) == ("honba_ron", "score_name")


@pytest.mark.parametrize("key", [key for key in shipped_keys() if len(load(key).versions) > 1])
def test_each_dated_change_shows_in_words(key: str) -> None:
    for before, after in pairwise(version.parameters for version in load(key).versions):
        changed = differing(before, after)
        for name, lang in product(changed, BOTH):
            assert say(before, name, lang) != say(after, name, lang), name


def test_rules_of_two_families_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="two families"):
        differing(RiichiParameters(), BooParameters())


# --- families that word it otherwise


def test_a_family_may_word_a_parameter_and_a_section_in_its_own_way() -> None:
    assert name_of("riichi", "cap_points", "ja") == "コールドの点"
    assert name_of("boo", "cap_points", "ja") == "終了になる点"
    assert name_of("boo", "cap_points", "en") == "Points that end the game"
    assert section_name("riichi", "settlement", "en") == "Settlement"
    assert section_name("zung_jung", "settlement", "en") == "Payment and settlement"
    assert say(ZungJungParameters(), "length", "ja") == "東場から北場まで"
