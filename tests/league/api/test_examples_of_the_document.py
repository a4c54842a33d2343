"""Every piece of JSON in docs/api.md is tried: bodies are sent, answers compared with real ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.api.hanchan import WarningAnswer
from league.api.schema import PREFIX, openapi
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import LiveTable
from league.rankings.write import reopen_month
from rules.models import RuleVersion
from tests.factories import ADMIN, ClubWorld, make_world, record
from tests.league.api.document import Call, blocks, structure
from tests.league.api.held import fits
from tests.league.api.test_api_document import described

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

Json = dict[str, Any]
BLOCKS = blocks()


def taking(calls: tuple[Call, ...]) -> Call | None:
    """Which of the calls takes a body."""
    known = described()
    return next((call for call in calls if "requestBody" in known[call.key]), None)


@dataclass(frozen=True, slots=True)
class Example:
    """A body as it stands in the document, and where it is to be sent."""

    call: Call
    body: Json

    def __str__(self) -> str:
        return f"{self.call.method} {self.call.address} {json.dumps(self.body)[:40]}"


def is_answer(example: Json) -> bool:
    """Whether it is no body, but what is answered: an error, a warning or a whole rule file."""
    return bool({"type", "code", "format"} & example.keys())


def bodies() -> list[Example]:
    found = []
    for block in BLOCKS:
        if block.head == "action":
            continue
        for example in block.examples:
            if not is_answer(example):
                call = taking(block.about)
                assert call is not None, f"{block.text[:60]} is about no call that takes a body"
                found.append(Example(call, example))
    return found


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
def world() -> ClubWorld:
    """A club in the state that the document speaks of."""
    made = make_world()
    made.game.revision = 2
    made.game.save()
    made.draft.draft_revision = 3
    made.draft.save()
    LiveTable.objects.for_club(made.club).update(revision=5)
    return made


@pytest.fixture
def script(world: ClubWorld) -> Client:
    """A program with a token that may do all."""
    made: Json = {"club": world.club, "member": None, "name": "集計", "days": 30}
    _token, secret = issue_token(**made, scopes=list(Scope), actor=ADMIN)
    return Client(headers={"Authorization": f"Bearer {secret}", "Accept-Language": "en"})


def place(world: ClubWorld, call: Call) -> str:
    """The address of one of the prepared club's things."""
    path: str = next(
        path
        for path, methods in openapi()["paths"].items()
        if call.method.lower() in methods and call.address == structure(path.removeprefix(PREFIX))
    )
    return path.format(**world.kwargs() | {"label": versions_of(world)[-1].label})


def versions_of(world: ClubWorld) -> list[RuleVersion]:
    published = world.league.rule_set.rule_set.versions.exclude(pk=world.draft.pk)
    return list(published.order_by("effective_from"))


def play_in_october(world: ClubWorld) -> None:
    """A game in October, which is open again."""
    reopen_month(close=world.close, reason="二重", actor=ADMIN)
    people = [seat.member for seat in world.game.seats.order_by("seat")]
    record(world.league, people, day=date(2026, 10, 9))


def add_earlier(version: RuleVersion) -> None:
    version.pk, version.effective_from = None, date(2014, 4, 10)
    version.save()


def real(world: ClubWorld, value: Any) -> Any:
    """The same with the keys of this club's people and evening for those of the document."""
    people = [seat.member_id for seat in world.game.seats.order_by("seat")]
    keys = {
        "member": dict(zip((12, 7, 3), people, strict=False)),
        "session": {14: world.session.pk},
    }
    keys["members"] = keys["member"]

    def put(value: Any, known: dict[int, int]) -> Any:
        if isinstance(value, dict):
            return {name: put(each, keys.get(name, {})) for name, each in value.items()}
        if isinstance(value, list):
            return [put(each, known) for each in value]
        return known.get(value, value) if isinstance(value, int) else value

    return put(value, {})


def send(script: Client, world: ClubWorld, call: Call, body: Json) -> Any:
    method: Callable[..., Any] = getattr(script, call.method.lower())
    sent = json.dumps(real(world, body))
    return method(place(world, call), sent, content_type="application/json")


#: what has to be so before the example can be sent
BEFORE: dict[str, Callable[[ClubWorld], object]] = {
    "leagues/{}/closings": play_in_october,
    # the games are settled under an earlier one then
    "versions/{}/withdraw": lambda world: add_earlier(versions_of(world)[0]),
}


@pytest.mark.parametrize("example", bodies(), ids=str)
def test_a_body_is_taken(script: Client, world: ClubWorld, example: Example) -> None:
    for end, prepare in BEFORE.items():
        if example.call.address.endswith(end):
            prepare(world)

    answer = send(script, world, example.call, example.body)

    assert 200 <= answer.status_code < 300, answer.content.decode()


CHANGES = Call("POST", "clubs/{}/live/{}/changes")


@pytest.mark.parametrize(("action", "told"), actions())
def test_a_live_change_is_taken(script: Client, world: ClubWorld, action: str, told: Json) -> None:
    change = {"key": "77aa0f3c-9b1e-4d2f-8c60-1e5d7a94b3f8", "seen": 5, "action": action}
    if action == "redo":
        undone = send(script, world, CHANGES, change | {"action": "undo"})
        change |= {"key": "77aa0f3c-9b1e-4d2f-8c60-1e5d7a94b3f9", "seen": undone.json()["revision"]}

    answer = send(script, world, CHANGES, change | {"told": told})

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


def test_an_error_is_of_the_shape_that_is_shown(script: Client, world: ClubWorld) -> None:
    (shown,) = answers("type")
    (entry,) = [each for each in bodies() if each.call == Call("POST", "clubs/{}/hanchan")]
    entry.body["seats"][0]["points"] += 100

    answer = send(script, world, entry.call, entry.body).json()

    assert list(answer) == list(shown)
    assert same_shape(shown, answer), answer


def test_warnings_are_of_the_shape_that_is_shown() -> None:
    shown = answers("code")

    assert {each["code"] for each in shown} == {"month-closed", "two-tables"}
    assert [fits(WarningAnswer, each) for each in shown] == [[], []]


def test_a_rule_file_is_of_the_shape_that_is_shown(script: Client, world: ClubWorld) -> None:
    (shown,) = answers("format")

    found = script.get(place(world, Call("GET", "clubs/{}/rule-sets/{}/versions/{}"))).json()

    assert list(found) == list(shown)
    assert same_shape(shown, found), found


def test_an_answer_of_another_shape_would_be_noticed() -> None:
    assert same_shape({"a": [1, "…"], "…": 1}, {"b": 0, "a": [1, 2]})
    assert not same_shape({"a": 1}, {"a": 2})
    assert not same_shape({"a": 1, "b": "…"}, {"b": 2, "a": 1})
    assert not same_shape({"a": ["…"]}, {"a": {}})
