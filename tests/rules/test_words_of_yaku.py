"""Yaku, yakuman and patterns in words: nothing is without a name, a reading and an example."""

from __future__ import annotations

import re

import pytest

from rules.errors import UnknownParameterError
from rules.parameters import FAMILIES, parameter_names
from rules.words.files import entry_of, pattern_entry, read, yaku_named, yaku_parameter
from scoring.hands.hand import FLAGS
from scoring.hands.yaku import YAKU_ORDER, YAKUMAN
from scoring.zung_jung.patterns import PATTERNS

#: parameters that say what a yaku, a yakuman or a pattern is worth
WORTH = [
    (family, name)
    for family, type_ in FAMILIES.items()
    for name in parameter_names(type_)
    if re.match("han_|yakuman_|worth_", name)
    and name
    not in (*("worth_cap", "yakuman_ron", "yakuman_tsumo", "yakuman_ends_game", "yakuman_at_most"),)
]


def test_every_yaku_yakuman_and_pattern_has_an_example() -> None:
    assert [name for family, name in WORTH if not entry_of(family, name).examples] == []


def test_every_yaku_yakuman_and_pattern_has_a_reading_in_kana() -> None:
    unread = [
        name
        for family, name in WORTH
        if not re.fullmatch(r"[\u3040-\u30ff ]+", entry_of(family, name).reading)
    ]

    assert unread == ["worth_chicken_hand"]  # it is no pattern: its name says that there is none


def test_examples_say_of_a_win_only_what_can_be_said() -> None:
    values = {
        flag for each in WORTH for example in entry_of(*each).examples for flag in example.flags
    }

    assert values <= set(FLAGS)


def test_what_says_more_of_a_yaku_is_a_parameter() -> None:
    names = {name for type_ in FAMILIES.values() for name in parameter_names(type_)}
    notes = {note for each in WORTH for note in entry_of(*each).notes}

    assert "pinfu_tsumo" in notes
    assert notes <= names


@pytest.mark.parametrize("key", dict.fromkeys((*YAKU_ORDER, "double_open_riichi", *YAKUMAN)))
def test_whatever_an_evaluator_counts_has_names_and_a_reading(key: str) -> None:
    named = yaku_named(key)

    assert re.search(r"[\u3040-\u9fff]", named.name("ja"))
    assert re.fullmatch(r"[\u3040-\u30ff ]+", named.reading)
    assert named.name("en").isascii()
    assert named.name("en").startswith(named.short("en"))


@pytest.mark.parametrize("key", [pattern.key for pattern in PATTERNS])
def test_whatever_zung_jung_counts_is_explained_without_its_number(key: str) -> None:
    entry = pattern_entry(key)

    assert not re.search(r"\d\.\d", entry.about("ja") + entry.about("en"))
    assert re.match("[A-Z0-9]", entry.about("en"))


def test_bonus_tiles_are_no_parameters() -> None:
    assert [*read("dora").bonuses] == ["dora", "aka_dora", "nuki_dora"]
    assert yaku_named("dora").name("ja") == "ドラ"


def test_a_name_in_brackets_can_be_left_out() -> None:
    assert yaku_named("kokushi").name("en") == "Kokushi musou (thirteen orphans)"
    assert yaku_named("kokushi").short("en") == "Kokushi musou"


def test_an_unknown_yaku_is_refused() -> None:
    assert yaku_parameter("pinfu") == "han_pinfu"
    with pytest.raises(UnknownParameterError):
        yaku_named("pinfuu")
    with pytest.raises(UnknownParameterError):
        pattern_entry("pinfu")
