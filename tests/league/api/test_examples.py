"""The examples of the API's page and description are what it takes and answers.

``make api-examples`` asks a prepared club and writes them anew (JANCHO_EXAMPLES=write).
"""

from __future__ import annotations

import json
import os
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from league.api.examples import FILE, Example, examples, laid_out
from league.api.schema import calls_by_tag, drawn
from tests.league.api.document import Call, bodies, described
from tests.league.api.prepared import HOST, Json, Prepared, prepared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

WRITES = os.environ.get("JANCHO_EXAMPLES") == "write"
#: lists of things are cut to so many, and what rules are made of to the first of each level
MOST = 4
CUT = {"parameters", "stated_by", "written_for", "written_for_en"}
LEFT_OUT = {"paths", "components"}
#: what is asked for after the question mark
QUERIES = {
    "getRanking": "?month=2026-11",
    "getShippedCompare": "?with=ema",
    "getWhatIf": "?month=2026-11&version=2015-04-10",
}
#: what is made anew each time
DRAWN = {
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}": (
        "8f14e45f-ceea-467f-a8d2-6b2c1a3e5d70"
    ),
    r"[0-9a-f]{32}:[\w-]{20,}": "0b7c1d9e52f44c0a9d536a1f0e8b7c24:Qm5…",
    r"password/link/[\w-]+/[\w-]+/": "password/link/c/cu1a2b-0f9e…/",
    f"http://{HOST}": f"https://{HOST}",
}


def cut(value: Any, name: str = "") -> Any:
    """An answer cut short: it says the same of its shape."""
    if isinstance(value, dict) and name in LEFT_OUT:
        return {}
    if isinstance(value, dict):
        kept = sorted(value)[:2] if name in CUT else value  # PostgreSQL has an order of its own
        return {key: cut(value[key], name if name in CUT else key) for key in kept}
    if isinstance(value, list):
        many = any(isinstance(each, dict) for each in value)
        return [cut(each, name) for each in (value[:MOST] if many else value[:20])]
    return value


def drawn_alike(answer: Any) -> Any:
    text = json.dumps(answer)
    for pattern, instead in DRAWN.items():
        text = re.sub(pattern, instead, text)
    return json.loads(text)


def shape(value: Any) -> Any:
    """What a piece of JSON is made of, without the values."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value).__name__


def operations() -> list[tuple[str, Call]]:
    return [(found["operationId"], Call(*key)) for key, found in described().items()]


def example_now(club: Prepared, operation: str, call: Call) -> Example:
    """What the document sends, and what is answered."""
    sent = [each.body for each in bodies() if each.call == call]
    answer = club.send(call, sent[0] if sent else None, QUERIES.get(operation, ""))
    assert 200 <= answer.status_code < 300, answer.content.decode()
    body = sent[0] if sent else None
    is_json = not answer.streaming and answer.get("Content-Type") == "application/json"
    there = is_json and drawn_alike(cut(answer.json()))
    return Example(body=body, status=answer.status_code, answer=there or None)


@pytest.fixture
def club() -> Prepared:
    return prepared()


@pytest.mark.parametrize(("operation", "call"), operations(), ids=lambda each: str(each)[:40])
def test_an_example_is_what_is_sent_and_answered(
    club: Prepared, operation: str, call: Call
) -> None:
    now = example_now(club, operation, call)
    if WRITES:
        written[operation] = {"body": now.body, "status": now.status, "answer": now.answer}
        return

    shown = examples()[operation]

    assert (shown.body, shown.status) == (now.body, now.status)
    assert shape(shown.answer) == shape(now.answer)


written: Json = {}


def test_every_operation_has_one_and_there_is_no_other() -> None:
    if WRITES:
        FILE.write_text(laid_out(written) + "\n", encoding="utf-8")
        for kept in (examples, drawn, calls_by_tag):
            kept.cache_clear()

    assert list(examples()) == [operation for operation, _call in operations()]


def test_every_body_that_is_needed_stands_in_the_document() -> None:
    shown = {each.call.key for each in bodies()}
    needed = {
        key for key, found in described().items() if found.get("requestBody", {}).get("required")
    }

    assert sorted(needed - shown) == []


def test_the_page_shows_them(client: Client) -> None:
    plain = unescape(client.get("/api/v1/docs").content.decode())

    missing = [
        operation
        for operation, each in examples().items()
        for part in (each.body, each.answer)
        if part is not None and laid_out(part) not in plain
    ]
    assert missing == []


def test_the_description_has_them() -> None:
    kept = examples()
    for found in described().values():
        example = kept[found["operationId"]]
        if example.body is not None:
            assert _media(found["requestBody"])["example"] == example.body
        if example.answer is not None:
            assert _media(found["responses"][str(example.status)])["example"] == example.answer


def _media(holder: Json) -> Json:
    return holder["content"]["application/json"]  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    "value",
    [{}, [], 1, "「半荘」", {"a": [{"b": 1}] * 30}, [["x" * 40] * 9, None, True, {"c": {}}]],
)
def test_what_is_laid_out_is_the_same_json(value: Any) -> None:
    text = laid_out(value)

    assert json.loads(text) == value
    assert max(map(len, text.splitlines())) <= 90
