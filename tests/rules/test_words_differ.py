"""Two different values of a parameter are never said alike, in either language."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from rules.parameters import FAMILIES, options_of, parameter_names
from rules.parameters.base import LIMIT, FamilyParameters, sections_of
from rules.words import Lang, say
from rules.words.files import entry_of
from rules.words.forms import plain, thousands

NUMBERS = (*range(21), 30, 90, 99, 100, 199, 200, 1_000, 1_100, 2_500, 10_000, 30_000, LIMIT)
ROWS = ((), (0, 0, 0, 0), (10_000, 5_000, -5_000, -10_000), (10_000, -5_000, 5_000, -10_000))
TABLE_ROW = {
    "from_han": 1,
    "child_ron": 1_000,
    "child_tsumo_child": 500,
    "child_tsumo_dealer": 600,
    "dealer_ron": 1_500,
    "dealer_tsumo": 700,
}
PENALTY = {"kind": "chombo", "amount": 3_000, "paid_to": "others"}
#: what is tried for each form; what the parameter's own type refuses is left out
TRIED: dict[str, tuple[object, ...]] = {
    "points": NUMBERS,
    "score": NUMBERS,
    "count": NUMBERS,
    "worth": NUMBERS,
    "han": NUMBERS,
    "minutes": NUMBERS,
    "han_pair": tuple(product(range(4), repeat=2)),
    "row": (*ROWS, (30_000, 0, -30_000), (10_100, 0, -10_100)),
    "floating_rows": ((), ROWS[1:3], ROWS[2:4], ROWS[1:2]),
    "rows": (
        (),
        (TABLE_ROW,),
        (TABLE_ROW, TABLE_ROW),
        *(
            ({**TABLE_ROW, key: value + 100 if value > 13 else 2},)
            for key, value in TABLE_ROW.items()
        ),
    ),
    "names": ((), ("players",), ("length",), ("players", "length")),
    "pairs": (
        (),
        (("rinshan", "haitei"),),
        (("haitei", "rinshan"),),
        (("rinshan", "haitei"), ("rinshan", "ippatsu")),
    ),
    "penalty_table": (
        (),
        (PENALTY,),
        ({**PENALTY, "amount": 3_100},),
        ({**PENALTY, "paid_to": "nobody"},),
        ({**PENALTY, "kind": "チョンボ"},),
        ({**PENALTY, "kind": "others"},),
        (PENALTY, {**PENALTY, "kind": "late"}),
    ),
    "text": ("pt", "点", "勝利点", "P"),
}


def with_value(parameters: FamilyParameters, name: str, value: object) -> FamilyParameters:
    """Change one value and check nothing, since what else it would ask for is not said here."""
    section = sections_of(type(parameters))[name]
    changed = getattr(parameters, section).model_copy(update={name: value})
    return parameters.model_copy(update={section: changed})


def values_to_try(family: str, name: str) -> list[Any]:
    """Give values that the parameter's type admits."""
    entry, type_ = entry_of(family, name), FAMILIES[family]
    options = options_of(family, name)
    tried: tuple[object, ...] = options
    if entry.form == "choices":
        tried = ((), *((option,) for option in options), options)
    elif not options:
        tried = (None, *TRIED[entry.form])
    field = getattr(type_(), sections_of(type_)[name]).__class__.model_fields[name]
    adapter = TypeAdapter(field.rebuild_annotation())
    admitted = []
    for value in tried:
        try:
            admitted.append(adapter.validate_python(value))
        except ValidationError:
            continue
    return admitted


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("family", FAMILIES)
def test_two_values_of_a_parameter_are_never_said_alike(family: str, lang: Lang) -> None:
    parameters = FAMILIES[family]()
    for name in parameter_names(FAMILIES[family]):
        values = values_to_try(family, name)
        text = [say(with_value(parameters, name, value), name, lang) for value in values]

        assert values, name
        assert all(text), name
        assert len(set(text)) == len(text), name


@pytest.mark.parametrize("family", FAMILIES)
def test_more_than_one_value_is_tried_wherever_there_is_more_than_one(family: str) -> None:
    only_one = {
        name for name in parameter_names(FAMILIES[family]) if len(values_to_try(family, name)) < 2
    }

    assert all(len(options_of(family, name)) == 1 for name in only_one)


@given(st.integers(-LIMIT, LIMIT), st.integers(-LIMIT, LIMIT))
def test_two_numbers_are_never_written_alike(one: int, other: int) -> None:
    for write in (plain, thousands):
        assert (write(one, "ja") == write(other, "ja")) == (one == other)
