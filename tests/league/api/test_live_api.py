"""Live tables through the API: the same rules as on the page, in JSON."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.test import Client

from league.models import Club, Hanchan, LiveTable, Member
from tests.factories import make_login, make_members
from tests.league.api.calls import KEY, error_of, get, new_key, post
from tests.league.live.live_help import ALL_NOTEN, DRAW, RON

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

PATH = "clubs/tonan/live"


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def scorer(club: Club) -> Client:
    return make_login(club, "scorer", Member.Role.SCORER)


def body_of(four: list[Member], **more: Any) -> dict[str, Any]:
    seats = [{"member": member.pk} for member in four]
    return {"key": KEY, "league": "main", "table": 1, "number": 1, "seats": seats} | more


@pytest.fixture
def table(scorer: Client, four: list[Member]) -> dict[str, Any]:
    opened: dict[str, Any] = post(scorer, PATH, body_of(four)).json()
    return opened


def change(client: Client, table: dict[str, Any], action: str, **more: Any) -> Any:
    body = {"key": new_key(), "seen": table["revision"], "action": action} | more
    return post(client, f"{PATH}/{table['id']}/changes", body)


def test_a_table_is_opened_once_and_listed(scorer: Client, four: list[Member]) -> None:
    first = post(scorer, PATH, body_of(four))
    again = post(scorer, PATH, body_of(four))

    assert (first.status_code, again.status_code) == (201, 200)
    assert again["Idempotency-Hit"] == "true"
    body = first.json()
    assert [seat["points"] for seat in body["seats"]] == [25_000] * 4
    assert "ron" in body["may_enter"]["results"]
    assert [line["id"] for line in get(scorer, PATH).json()["tables"]] == [body["id"]]


def test_a_hand_is_entered_and_answered_with_what_follows(
    scorer: Client, table: dict[str, Any]
) -> None:
    response = change(scorer, table, "hand", told=RON)

    assert response.status_code == 200
    body = response.json()
    assert (body["revision"], body["entered"]) == (2, 2)
    assert body["played"][0]["deltas"] == [0, -5_200, 5_200, 0]
    assert (body["round"], body["dealer"], body["honba"], body["sticks"]) == (0, 1, 0, 0)


def test_a_hand_that_cannot_be_names_its_field(scorer: Client, table: dict[str, Any]) -> None:
    values = {"result": "ron", "wins": [{"winner": 2, "from": 1, "han": 3}]}

    response = change(scorer, table, "hand", told=values)

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["wins.0.fu"]


def test_who_is_overtaken_is_told_what_was_entered(scorer: Client, table: dict[str, Any]) -> None:
    change(scorer, table, "hand", told=RON)

    response = change(scorer, table, "hand", told=DRAW)

    assert response.status_code == 409
    error = error_of(response)
    assert error["code"] == "changed-meanwhile"
    assert error["revision"] == 2
    assert [each["who"] for each in error["entered"]] == ["scorer"]


def test_the_same_key_again_changes_nothing(scorer: Client, table: dict[str, Any]) -> None:
    key = new_key()
    change(scorer, table, "hand", told=RON, key=key)

    again = change(scorer, table, "hand", told=RON, key=key)

    assert again.status_code == 200
    assert again["Idempotency-Hit"] == "true"
    assert again.json()["hands"] == 1


def test_nothing_is_sent_to_whoever_has_seen_the_latest(
    scorer: Client, table: dict[str, Any]
) -> None:
    path = f"{PATH}/{table['id']}"

    assert get(scorer, f"{path}?since=1").status_code == 304
    assert get(scorer, f"{path}?since=0").status_code == 200


def test_a_whole_game_is_kept_and_finished(
    club: Club, scorer: Client, table: dict[str, Any]
) -> None:
    state = change(scorer, table, "hand", told=RON).json()
    while not state["over"]:
        state = change(scorer, state, "hand", told=ALL_NOTEN).json()

    assert (state["why"], state["may_enter"]) == ("last_hand", None)
    assert [line["place"] for line in state["settled"]] == [1, 2, 3, 4]
    done = change(scorer, state, "finish").json()

    game = Hanchan.objects.for_club(club).get(pk=done["hanchan"])
    assert (done["state"], game.source) == ("finished", "live")
    refused = change(scorer, done, "undo")
    assert (refused.status_code, error_of(refused)["code"]) == (422, "table-closed")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        pytest.param({}, 400, id="an empty body"),
        pytest.param({"action": "sleep"}, 400, id="no such action"),
        pytest.param({"action": "hand", "told": []}, 400, id="a list for a hand"),
        pytest.param({"action": "hand", "told": {"result": "draw", "x": 1}}, 422, id="odd keys"),
        pytest.param({"action": "hand", "told": {"wins": 1}}, 422, id="wins that are no list"),
        pytest.param({"action": "hand", "told": {"wins": [{}]}}, 422, id="a win of nothing"),
        pytest.param({"action": "hand", "told": {}}, 422, id="a hand of nothing"),
        pytest.param({"action": "riichi", "told": {"seat": 9}}, 422, id="a riichi of nobody"),
        pytest.param(
            {"action": "riichi", "told": {"seat": True, "declared": True}}, 422, id="no seat"
        ),
        pytest.param({"action": "correct", "told": {"at": 0}}, 422, id="a hand that is not there"),
        pytest.param({"action": "give_up", "told": {"reason": 5}}, 422, id="a reason of 5"),
        pytest.param({"action": "give_up", "told": {"reason": "\0"}}, 422, id="a NUL"),
        pytest.param({"action": "give_up", "told": {"reason": "\ud800"}}, 422, id="half a letter"),
        pytest.param({"action": "undo", "told": {"x": "y" * 30_000}}, 422, id="far too much"),
    ],
)
def test_odd_bodies_are_refused_and_change_nothing(
    club: Club, scorer: Client, table: dict[str, Any], body: dict[str, Any], status: int
) -> None:
    sent = {"key": new_key(), "seen": 1, **body} if body else {}

    response = post(scorer, f"{PATH}/{table['id']}/changes", sent)

    assert response.status_code == status
    error_of(response)
    assert LiveTable.objects.for_club(club).get(pk=table["id"]).revision == 1


@pytest.mark.parametrize(
    ("more", "field"),
    [
        pytest.param({"league": "none"}, "league", id="no such league"),
        pytest.param({"session": 99}, "session", id="no such evening"),
        pytest.param({"seats": [{"guest": "旅人"}]}, "seats", id="one chair"),
        pytest.param({"number": 0}, "number", id="game 0"),
        pytest.param({"day": "1950-01-01"}, "day", id="before the rules"),
    ],
)
def test_a_table_that_cannot_be_names_its_field(
    club: Club, scorer: Client, four: list[Member], more: dict[str, Any], field: str
) -> None:
    response = post(scorer, PATH, body_of(four, **more))

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == [field]
    assert not LiveTable.objects.for_club(club).exists()


def test_a_member_keeps_tonights_tables_only(
    club: Club, scorer: Client, table: dict[str, Any]
) -> None:
    member = make_login(club, "member")
    assert change(member, table, "hand", told=RON).status_code == 200

    with time_machine.travel("2026-11-23 12:00+09:00", tick=False):
        assert change(member, table, "undo").status_code == 403
        assert get(member, f"{PATH}/{table['id']}").status_code == 200
