"""Whatever is wrong with the shape of a document is said in our own words."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from pydantic_core._pydantic_core import list_all_errors

from league.wording.errors import shape_words

KINDS = [pytest.param(each, id=each["type"]) for each in list_all_errors()]


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_mistake_is_said_in_the_words_of_the_library(kind: Any) -> None:
    with translation.override("en"):
        words = shape_words(kind["type"], kind["example_context"] or {}) % {"place": "seats.0"}

    assert words.startswith(("“seats.0” ", "The value of “seats.0” "))
    assert words.endswith(".")
    assert kind["example_message_python"] not in words
    assert "Input" not in words


@pytest.mark.parametrize(
    ("kind", "context", "words"),
    [
        ("int_type", {}, "“x” must be a whole number."),
        ("int_parsing_size", {}, "“x” must be a whole number."),
        ("bool_type", {}, "“x” must be true or false."),
        ("greater_than_equal", {"ge": 1}, "“x” must be at least 1."),
        ("less_than_equal", {"le": 30_000}, "“x” must be at most 30,000."),
        ("too_long", {"max_length": 1_000}, "“x” can have at most 1,000 entries."),
        ("tuple_type", {}, "“x” must be a list."),
        ("model_type", {}, "“x” must be an object."),
        ("date_from_datetime_parsing", {}, "“x” must be a date such as 2015-04-11."),
        ("month", {}, "“x” must be a month such as 2026-11."),
        ("literal_error", {"expected": "'games' or 'all'"}, "“x” must be one of: games, all."),
        ("enum", {"expected": "'total' or 'best'"}, "“x” must be one of: total, best."),
        ("something_new", {}, "The value of “x” is not allowed here."),
    ],
)
def test_a_mistake_is_told_with_its_limit(kind: str, context: dict[str, Any], words: str) -> None:
    with translation.override("en"):
        assert shape_words(kind, context) % {"place": "x"} == words
