"""docs/api.md says what is there: every call, and no word that means nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from league.api.description import error_codes
from league.api.schema import openapi
from league.core.permissions import Scope
from league.models import Stage
from league.rankings.figures import FIGURES
from tests.league.api.document import Block, blocks, described, structure

BLOCKS = blocks()
#: words in code that come from elsewhere: headers of answers, parts of labels, ends of a range
OTHERS = {
    *(
        "Accept",
        "Accept-Language",
        "Allow",
        "ETag",
        "Location",
        "OPTIONS",
        "Retry-After",
        "X-CSRFToken",
    ),
    *Stage.Carry.values,
    *(
        "Idempotency-Hit",
        "Already-Entered",
        "Authorization",
        "methods",
        "draft-7",
        "s",
        "s3",
        "-",
        "_",
    ),
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")
_PARAMETER = re.compile(r"(?:^|[?&])(\w+)=")


def words_of(schema: Any) -> Iterator[str]:
    """The names of keys, and the words that a value may be, of a schema and all inside."""
    if isinstance(schema, list):
        for each in schema:
            yield from words_of(each)
    elif isinstance(schema, dict):
        yield from schema.get("properties", ())
        yield from map(str, schema.get("enum", ()))
        yield str(schema.get("const", ""))
        for each in schema.values():
            yield from words_of(each)


def keys_of(code: str) -> list[str]:
    """The outer keys of what is cut out of a piece of JSON; whole ones are sent and read."""
    return list(json.loads(f"{{{code}}}")) if code.startswith('"') else []


def parameters(operation: Any, place: str = "query") -> set[str]:
    return {each["name"] for each in operation["parameters"] if each["in"] == place}


def known_words() -> set[str]:
    """Every word that the description knows."""
    calls = described()
    found = {*words_of(openapi()), *error_codes(), *(scope.value for scope in Scope), *OTHERS}
    for (_method, address), operation in calls.items():
        found |= {*address.split("/"), *parameters(operation), *parameters(operation, "header")}
    return found


def where(block: Block) -> str:
    return block.text[:60]


def test_every_operation_has_a_heading_or_a_row() -> None:
    told = {
        call.key for block in BLOCKS if block.kind in ("heading", "row") for call in block.calls
    }

    assert (len(described()) > 60, sorted(described().keys() - told)) == (True, [])


def calls_that_are_not_there(blocks: list[Block]) -> list[tuple[str, str]]:
    return sorted({call.key for block in blocks for call in block.calls} - described().keys())


def test_no_call_is_named_that_is_not_there() -> None:
    assert calls_that_are_not_there(BLOCKS) == []


def test_no_address_is_named_that_is_not_there() -> None:
    known = [address for _method, address in described()]
    wrong = [
        code
        for block in BLOCKS
        for code in block.code
        if code.startswith("clubs/")
        and not any(f"{each}/".startswith(f"{structure(code)}/") for each in known)
    ]

    assert wrong == []


def test_a_parameter_is_one_of_its_call() -> None:
    calls = described()
    wrong = [
        (where(block), call.method, call.address, name)
        for block in BLOCKS
        for call in block.calls
        for name in call.query
        if name not in parameters(calls[call.key])
    ]

    assert wrong == []


def test_what_is_written_as_a_parameter_is_one_of_what_the_section_is_about() -> None:
    calls = described()
    every = {name for each in calls.values() for name in parameters(each)}
    wrong = []
    for block in BLOCKS:
        known = {name for call in block.about for name in parameters(calls[call.key])} or every
        for code in block.code:
            if not code.startswith(("GET", "POST", "{")):
                wrong += [(where(block), n) for n in _PARAMETER.findall(code) if n not in every]
        if block.head in ("filter", "word"):
            names = [name for code in block.names for name in re.split(r"=[^&]*&?", code) if name]
            wrong += [(where(block), name) for name in names if name not in known]

    assert wrong == []


def unknown_words(blocks: list[Block]) -> list[tuple[str, str]]:
    known = known_words()
    return [
        (where(block), name)
        for block in blocks
        for code in block.code
        for name in (code, *keys_of(code))
        if _NAME.fullmatch(name) and name not in known
    ]


def test_no_word_in_code_is_unknown_to_the_description() -> None:
    assert unknown_words(BLOCKS) == []


def test_a_slip_would_be_noticed() -> None:
    slips = blocks(
        "All below `clubs/{club}`, written “…” here.\n\n"
        "| call | does |\n| --- | --- |\n| PUT …/hanchan/{id}/void | `voided`, `void_why` |\n\n"
        '409 `key-used`, and `"revisions": 2`'
    )

    assert calls_that_are_not_there(slips) == [("PUT", "clubs/{}/hanchan/{}/void")]
    assert [name for _where, name in unknown_words(slips)] == ["void_why", "key-used", "revisions"]


@pytest.mark.parametrize(
    ("head", "known"),
    [
        ("scope", {scope.value for scope in Scope}),
        ("figure", set(FIGURES)),
    ],
)
def test_a_table_names_them_all_and_no_other(head: str, known: set[str]) -> None:
    assert {name for block in BLOCKS if block.head == head for name in block.names} == known


def test_the_statuses_of_errors_are_those_that_calls_are_answered_with() -> None:
    told = {
        status
        for block in BLOCKS
        if block.head == "status"
        for status in re.findall(r"\b\d{3}\b", block.text.split(" | ")[0])
    }
    answered = {
        status for each in described().values() for status in each["responses"] if status >= "400"
    }

    # the framework answers 405, and media types are refused under 400's words
    assert told | {"406", "415"} == answered
