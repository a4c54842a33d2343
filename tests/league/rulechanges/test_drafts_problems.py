"""What is wrong with a rule is said in the reader's language, beside the value to look at."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from django.utils import translation
from pydantic_core import PydanticCustomError

from league.rulebook.typed import problems_of, stored_form
from league.wording.errors import contradiction_words
from rules.parameters import BooParameters, RiichiParameters, ZungJungParameters, parameter_values
from rules.parameters.base import FamilyParameters
from rules.parameters.contradictions import contradiction
from tests.rules.test_contradictions import BOO, RIICHI, ZUNG_JUNG

UNKNOWN = "This value is not allowed here."
CASES = [
    pytest.param(family, changes, field, id=f"{family.__name__} {number} {field}")
    for family, cases in (
        (RiichiParameters, RIICHI),
        (BooParameters, BOO),
        (ZungJungParameters, ZUNG_JUNG),
    )
    for number, (changes, field, _says) in enumerate(cases)
]


@pytest.mark.parametrize(("family", "changes", "field"), CASES)
def test_every_contradiction_has_words_of_its_own(
    family: type[FamilyParameters], changes: Mapping[str, object], field: str
) -> None:
    name = str(family.model_fields["family"].default)
    stored = stored_form(name, {**parameter_values(family()), **changes})

    with translation.override("en"):
        found = problems_of(name, stored)

    assert list(found) == [field]
    for words in found[field]:
        assert not words.endswith(UNKNOWN)
        # names are said as the form says them, what is none as it was typed
        assert "_" not in words.replace("open_tanya”", "")


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (contradiction("x", "above", other="start_points"), "Must be above “Starting points”."),
        (
            contradiction("x", "needs-both", one="kan_dora", other="ura_dora"),
            "This needs “Kan dora” and “Ura dora”.",
        ),
        (contradiction("x", "three-players"), "This is for three players only."),
        (
            contradiction("x", "sum", sum=-1_500),
            "The values must add up to 0; they add up to −1,500.",
        ),
    ],
)
def test_a_complaint_is_said_with_the_names_of_the_form(
    error: PydanticCustomError, words: str
) -> None:
    with translation.override("en"):
        assert contradiction_words("riichi", error.context or {}) == words


def test_what_stands_has_no_problems() -> None:
    assert problems_of("riichi", stored_form("riichi", parameter_values(RiichiParameters()))) == {}


def test_a_place_in_a_table_is_named() -> None:
    values = {**parameter_values(RiichiParameters()), "uma": [10_000, "five", -5_000, -10_000]}
    rows = [{"kind": "chombo", "amount": -100, "paid_to": "others"}]

    with translation.override("en"):
        uma = problems_of("riichi", stored_form("riichi", values))
        table = problems_of("riichi", stored_form("riichi", {**values, "penalty_table": rows}))

    assert uma == {"uma": ["Value 2: Enter a whole number of points: 30,000 for +30."]}
    assert table["penalty_table"] == ["Row 1: At least 0."]


@pytest.mark.parametrize(
    ("name", "typed", "words"),
    [
        pytest.param(
            "start_points",
            "9" * 40,
            "Enter a number between 100 and 1,000,000.",
            id="far too large",
        ),
        pytest.param(
            "chip_value",
            "−１２,345,678,901点",
            "Enter a number between 0 and 1,000,000.",
            id="far too small, wide digits and commas",
        ),
        pytest.param(
            "cap_points",
            "1" * 12,
            "Enter a number between 0 and 1,000,000.",
            id="where none may stand",
        ),
        pytest.param(
            "uma",
            [10_000, 5_000, -5_000, "9" * 10],
            "Value 4: Enter a number between −1,000,000 and 1,000,000.",
            id="in a row",
        ),
        pytest.param(
            "penalty_table",
            [{"kind": "chombo", "amount": "9" * 10, "paid_to": "others"}],
            "Row 1: Enter a number between 0 and 1,000,000.",
            id="in a table",
        ),
        pytest.param(
            "han_pinfu",
            ["1" * 10, 0],
            "Value 1: Enter a number between 0 and 13.",
            id="in a pair",
        ),
        pytest.param("chip_value", "五百", "Enter a whole number.", id="a word"),
        pytest.param(
            "uma",
            [30, 10_000, -10_000, -30_000],
            "Value 1: Must be a multiple of 100. For +30, enter 30,000.",
            id="uma in thousands",
        ),
        pytest.param(
            "floating_uma",
            [[0, 0, 0, -8]],
            "Row 1, value 4: Must be a multiple of 100. For −8, enter −8,000.",
            id="floating uma in thousands",
        ),
    ],
)
def test_a_figure_that_cannot_be_is_answered_with_what_can(
    name: str, typed: object, words: str
) -> None:
    values = {**parameter_values(RiichiParameters()), name: typed}

    with translation.override("en"):
        found = problems_of("riichi", stored_form("riichi", values))

    assert words in found[name]
