"""What the API says when it cannot do something: our own sentences, in the caller's language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Club, Member
from tests.factories import make_login, make_members
from tests.league.api.calls import body_of, error_of, get, post
from tests.league.api.rule_calls import SET, new_draft, send

pytestmark = pytest.mark.django_db

GAME = {"rule": "kinyoukai", "on": "2015-04-11", "points": [41400, 30000, 23800, 4800]}
ENGLISH: Any = {"headers": {"accept-language": "en"}}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def organizer(club: Club) -> Client:
    client = make_login(club, "organizer", Member.Role.ORGANIZER)
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def errors_of(response: Any, field: str) -> list[str]:
    words: list[str] = error_of(response)["fields"][field]
    return words


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(
            "{", "The request body is not valid JSON: see line 1, character 2.", id="half an object"
        ),
        pytest.param(
            '{\n"a" 1}',
            "The request body is not valid JSON: see line 2, character 5.",
            id="no colon",
        ),
        pytest.param(
            b'{"a": "\xff"}', "The request body is not valid UTF-8.", id="another charset"
        ),
        pytest.param('{"a": NaN}', "“NaN” is not a valid JSON number.", id="not a number"),
        pytest.param(
            "[" * 20_000, "The request body is nested too deeply.", id="nested without end"
        ),
        pytest.param(
            "9" * 5_000, "The request body contains a number with too many digits.", id="a long one"
        ),
    ],
)
def test_a_body_that_is_no_json_is_told_where_it_breaks(body: str | bytes, words: str) -> None:
    response = post(Client(), "settle", body, **ENGLISH)

    assert response.status_code == 400
    error = error_of(response)
    assert (error["code"], error["message"]) == ("bad-json", words)


def case(path: str, body: Any, field: str, words: str, id: str) -> Any:
    return pytest.param(path, body, field, words, id=id)


@pytest.mark.parametrize(
    ("path", "body", "field", "words"),
    [
        case("/drafts", {}, "from", "“from” is missing.", "missing"),
        case("/drafts", {"from": 1}, "from", "“from” must be text.", "number for a text"),
        case("/drafts", [], "", "The body must be a JSON object.", "a list"),
        case("/drafts", {"from": "", "x": 1}, "x", "“x” is not a known field.", "unknown key"),
        case(
            "/drafts",
            {"from": "2015-04-10", "title": "長" * 81},
            "title",
            "“title” can have at most 80 characters.",
            "long title",
        ),
        case(
            "/drafts",
            {"from": "2015-04-10", "effective_from": "2027-02-30"},
            "effective_from",
            "“effective_from” must be a date such as 2015-04-11.",
            "no day of the calendar",
        ),
        case(
            "/drafts",
            {"from": "2015-04-10", "title": "a\0b"},
            "title",
            "“title” contains unprintable characters.",
            "a zero byte",
        ),
        case(
            "/versions/2015-04-10/withdraw",
            {"preview": 1},
            "preview",
            "“preview” must be true or false.",
            "1 for true",
        ),
        case(
            "",
            {"from": "nekohouse-4a", "slug": "Neko House"},
            "slug",
            ("“slug” can contain only lowercase letters, digits and single hyphens between them."),
            "an address with capitals",
        ),
    ],
)
def test_a_body_of_the_wrong_shape_is_told_so_by_field(
    organizer: Client, path: str, body: Any, field: str, words: str
) -> None:
    address = f"{SET}{path}" if path else "clubs/tonan/rule-sets"
    response = send(organizer, "POST", address, json.dumps(body))

    assert response.status_code == 400
    assert errors_of(response, field) == [words]


def test_a_revision_that_no_draft_can_have_is_told_the_limit(organizer: Client) -> None:
    draft = new_draft(organizer)
    path = f"{SET}/drafts/{draft['id']}"

    below = send(organizer, "PATCH", path, {"draft_revision": -1, "parameters": []})
    beyond = send(organizer, "PATCH", path, {"draft_revision": 2**31})

    assert errors_of(below, "draft_revision") == ["“draft_revision” must be at least 0."]
    assert errors_of(below, "parameters") == ["“parameters” must be an object."]
    assert errors_of(beyond, "draft_revision") == [
        "“draft_revision” must be at most 2,147,483,647."
    ]


@pytest.mark.parametrize(
    ("spoil", "field", "words"),
    [
        pytest.param(
            lambda body: body["seats"][2].update(points="many"),
            "points-2",
            "“seats.2.points” must be a whole number.",
            id="points of a seat",
        ),
        pytest.param(
            lambda body: body["seats"][1].update(guest="通りすがり"),
            "seat-1",
            "A seat can have either a member or a guest, not both.",
            id="two people in a seat",
        ),
        pytest.param(
            lambda body: body.update(penalties=[{"seat": 0, "kind": "chombo", "count": 0}]),
            "penalties",
            "“penalties.0.count” must be at least 1.",
            id="no penalty",
        ),
        pytest.param(
            lambda body: body.update(yakuman=[{"seat": 0, "name": "tanyao"}]),
            "yakuman",
            "“yakuman.0.name” must be the name of a yakuman such as kokushi.",
            id="no yakuman",
        ),
        pytest.param(
            lambda body: body.update(yakuman=[{"seat": 0, "name": "kokushi", "discarder": 0}]),
            "yakuman",
            "The winner cannot deal into their own hand.",
            id="into the own hand",
        ),
        pytest.param(
            lambda body: body.update(played_at="2026-11-20T23:30:00"),
            "played_at",
            "“played_at” must include its UTC offset, as in 2026-11-20T23:30:00+09:00.",
            id="a moment without its offset",
        ),
        pytest.param(
            lambda body: body.update(played_at="late"),
            "played_at",
            "“played_at” must be a date and time such as 2026-11-20T23:30:00+09:00.",
            id="no moment",
        ),
        pytest.param(
            lambda body: body.update(day="2115-01-01"),
            "day",
            "“day” must be in a year from 1950 to 2099.",
            id="another century",
        ),
        pytest.param(
            lambda body: body.update(day="1949-12-31"),
            "day",
            "“day” must be in a year from 1950 to 2099.",
            id="before any club played",
        ),
        pytest.param(
            lambda body: body.update(key="1"),
            "key",
            "“key” must be a UUID such as 5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a11.",
            id="no key",
        ),
        pytest.param(
            lambda body: body.update({"a\0x": 1}),
            "a?x",
            "“a?x” is not a known field.",
            id="a key that cannot be printed",
        ),
        pytest.param(
            lambda body: body.update({"\ud800": 1}),
            "",
            "The body contains an invalid character.",
            id="a key with half a character",
        ),
    ],
)
def test_a_game_of_the_wrong_shape_is_told_the_way_to_the_value(
    organizer: Client, club: Club, spoil: Any, field: str, words: str
) -> None:
    body = body_of(make_members(club))
    spoil(body)
    response = post(organizer, "clubs/tonan/hanchan", body)

    assert response.status_code == 400
    assert words in errors_of(response, field)


def test_who_may_not_do_something_is_told_so_in_our_words(club: Club) -> None:
    reader = make_login(club, "reader")
    outside = Client(enforce_csrf_checks=True)
    outside.force_login(Member.objects.for_club(club).get(display_name="reader").user)  # type: ignore[arg-type]

    assert error_of(post(reader, f"{SET}/drafts", {}, **ENGLISH)) == {
        "code": "forbidden",
        "message": "You don't have permission to do this.",
    }
    assert error_of(post(outside, "settle", GAME, **ENGLISH)) == {
        "code": "forbidden",
        "message": "Send the CSRF token from the cookie in the X-CSRFToken header.",
    }
    assert error_of(Client().get(f"/api/v1/{SET}", **ENGLISH)) == {
        "code": "login-needed",
        "message": "Please log in first.",
    }


def test_an_address_says_what_it_takes(club: Club) -> None:
    client = make_login(club, "reader")

    there_is_none = client.get("/api/v1/nowhere", **ENGLISH)
    only_posted = client.get("/api/v1/settle", **ENGLISH)
    as_a_form = client.post("/api/v1/settle", {"rule": "kinyoukai"}, **ENGLISH)
    as_html = client.get("/api/v1/rule-sets", headers={"accept": "text/html"} | ENGLISH["headers"])

    assert (there_is_none.status_code, error_of(there_is_none)["message"]) == (
        404,
        "There is nothing at this address, or you don't have access to it.",
    )
    assert (only_posted.status_code, only_posted["Allow"]) == (405, "POST, OPTIONS")
    assert error_of(only_posted)["message"] == "This address does not accept GET; use POST."
    assert (
        error_of(as_a_form)["message"] == "The request body must be JSON, sent as application/json."
    )
    assert error_of(as_html)["message"] == "Responses are only available as application/json."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param([], "The body must be a JSON object.", id="a list"),
        pytest.param({"points": [1]}, "“rule” is missing.", id="no rule"),
        pytest.param(GAME | {"colour": 1}, "“colour” is not a known field.", id="unknown key"),
        pytest.param(
            GAME | {"points": [1, 2, "x", 4]}, "“points.2” must be a whole number.", id="a text"
        ),
        pytest.param(GAME | {"on": "soon"}, "“on” must be a date such as 2015-04-11.", id="no day"),
        pytest.param(
            GAME | {"rule": "kinyokai"},
            "There is no rule set “kinyokai”. Did you mean “kinyoukai”?",
            id="misspelt",
        ),
        pytest.param(GAME | {"rule": "x/y"}, "There is no rule set “x/y”.", id="no club's"),
        pytest.param(
            GAME | {"on": "1999-01-01"},
            ("These rules have no version for 1999-01-01; the first takes effect on 2015-04-01."),
            id="before the rules",
        ),
        pytest.param(
            GAME | {"with": {"umma": []}},
            "There is no setting “umma”. Did you mean “uma”?",
            id="a misspelt parameter",
        ),
        pytest.param(
            GAME | {"with": {"uma": [1000, 0, 0, 0]}},
            "“uma”: The values must add up to 0; they add up to 1,000.",
            id="parameters that contradict",
        ),
        pytest.param(
            GAME | {"points": [41450, 29950, 23800, 4800]},
            "Seat 0: Points must be in hundreds.",
            id="fifty",
        ),
        pytest.param(GAME | {"points": [1, 2]}, "This rule is for 4 players.", id="two seats"),
    ],
)
def test_a_game_that_cannot_be_settled_is_told_so_in_our_words(body: Any, words: str) -> None:
    response = post(Client(), "settle", body, **ENGLISH)

    assert response.status_code == 422
    assert error_of(response)["message"] == words


def test_the_language_is_that_of_the_caller(organizer: Client) -> None:
    asked = f"{SET}?lang=fr"

    english = error_of(get(organizer, asked))["message"]
    organizer.defaults["HTTP_ACCEPT_LANGUAGE"] = "ja"
    japanese = error_of(get(organizer, asked))["message"]

    assert english == "This request cannot be read."
    assert japanese != english
    assert not japanese.isascii()


def test_a_body_with_more_entries_than_anything_has_is_refused_before_each_is_looked_at(
    club: Club, organizer: Client
) -> None:
    path, body = f"/api/v1/clubs/{club.slug}/hanchan", {"seats": [1] * 50_000}

    answer = organizer.post(path, json.dumps(body), content_type="application/json")

    assert answer.status_code == 400
    assert "There are too many entries: at most 50,000." in answer.text
