"""Every piece of JSON in docs/api.md is tried: bodies are sent, answers compared with real ones."""

from __future__ import annotations

from typing import Any

import pytest

from league.api.hanchan import WarningAnswer
from tests.league.api.document import Call, Example, blocks, bodies, is_answer
from tests.league.api.held import fits
from tests.league.api.prepared import Json, Prepared, prepared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

BLOCKS = blocks()


def actions() -> list[tuple[str, Json]]:
    """What the table of live changes says of each: the action, and an example of what is told."""
    rows = [block for block in BLOCKS if block.head == "action"]
    found = [(name, told) for row in rows for name in row.names for told in row.examples or [{}]]
    return [each for each in found if each[0] != "hand"]  # it has a piece of JSON of its own


def answers(key: str) -> list[Json]:
    """The examples of answers that have this key."""
    return [
        example
        for block in BLOCKS
        for example in block.examples
        if is_answer(example) and key in example
    ]


@pytest.fixture
def club() -> Prepared:
    return prepared()


@pytest.mark.parametrize("example", bodies(), ids=str)
def test_a_body_is_taken(club: Prepared, example: Example) -> None:
    answer = club.send(example.call, example.body)

    assert 200 <= answer.status_code < 300, answer.content.decode()


CHANGES = Call("POST", "clubs/{}/live/{}/changes")


@pytest.mark.parametrize(("action", "told"), actions())
def test_a_live_change_is_taken(club: Prepared, action: str, told: Json) -> None:
    change = {"key": "77aa0f3c-9b1e-4d2f-8c60-1e5d7a94b3f8", "seen": 5, "action": action}
    if action == "redo":
        undone = club.send(CHANGES, change | {"action": "undo"})
        change |= {"key": "77aa0f3c-9b1e-4d2f-8c60-1e5d7a94b3f9", "seen": undone.json()["revision"]}

    answer = club.send(CHANGES, change | {"told": told})

    assert answer.status_code == 200, answer.content.decode()


def same_shape(example: Any, real: Any) -> bool:
    """Whether an answer has what the example has, in its order; “…” stands for anything."""
    if example == "…":
        return True
    if isinstance(example, dict):
        shown = [name for name in example if name != "…"]
        return (
            isinstance(real, dict)
            and [name for name in real if name in shown] == shown
            and all(same_shape(example[name], real[name]) for name in shown)
        )
    if isinstance(example, list):
        if example == ["…"]:
            return isinstance(real, list)
        return isinstance(real, list) and all(map(same_shape, example, real))
    return bool(example == real)


def test_an_error_is_of_the_shape_that_is_shown(club: Prepared) -> None:
    (shown,) = answers("type")
    (entry,) = [each for each in bodies() if each.call == Call("POST", "clubs/{}/hanchan")]
    entry.body["seats"][0]["points"] += 100

    answer = club.send(entry.call, entry.body).json()

    assert list(answer) == list(shown)
    assert same_shape(shown, answer), answer


def test_warnings_are_of_the_shape_that_is_shown() -> None:
    shown = answers("code")

    assert {each["code"] for each in shown} == {"month-closed", "two-tables"}
    assert [fits(WarningAnswer, each) for each in shown] == [[], []]


def test_a_rule_file_is_of_the_shape_that_is_shown(club: Prepared) -> None:
    (shown,) = answers("format")

    found = club.send(Call("GET", "clubs/{}/rule-sets/{}/versions/{}")).json()

    assert list(found) == list(shown)
    assert same_shape(shown, found), found


def test_an_answer_of_another_shape_would_be_noticed() -> None:
    assert same_shape({"a": [1, "…"], "…": 1}, {"b": 0, "a": [1, 2]})
    assert not same_shape({"a": 1}, {"a": 2})
    assert not same_shape({"a": 1, "b": "…"}, {"b": 2, "a": 1})
    assert not same_shape({"a": ["…"]}, {"a": {}})
