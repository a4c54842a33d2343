"""Entering and reading games through the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.clubs.verification import verify_club
from league.games.entry import entry_of
from league.games.write import edit_hanchan
from league.models import AuditEvent, Club, Hanchan, Member
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_login,
    make_members,
    make_rules,
    make_session,
    record,
)
from tests.league.api.calls import KEY, body_of, error_of, get, new_key, post

pytestmark = pytest.mark.django_db

PATH = "clubs/tonan/hanchan"


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def scorer(club: Club) -> Client:
    return make_login(club, "scorer", Member.Role.SCORER)


def test_a_game_is_entered_and_answered_with_its_scores_and_their_parts(
    scorer: Client, four: list[Member]
) -> None:
    response = post(scorer, PATH, body_of(four))

    assert response.status_code == 201
    body = response.json()
    assert (body["version"], body["places"]) == ("2015-04-10", [1, 2, 3, 4])
    assert body["scores"] == [41_000, 5_000, -11_000, -35_000]
    assert [seat["name"] for seat in body["seats"]] == [one.display_name for one in four]
    assert [part["part"] for part in body["seats"][0]["parts"]] == [
        "base",
        "rounding",
        "uma",
        "oka",
    ]
    assert body["url"] == f"/c/tonan/games/{body['id']}/"
    assert response["Location"] == f"/api/v1/clubs/tonan/hanchan/{body['id']}"
    assert "Idempotency-Hit" not in response


def test_the_game_is_marked_as_entered_by_the_api_and_stands_in_the_trail(
    scorer: Client, four: list[Member], club: Club
) -> None:
    post(scorer, PATH, body_of(four))

    game = Hanchan.objects.for_club(club).get()
    event = AuditEvent.objects.for_club(club).get(type="hanchan.recorded")
    assert (game.source, str(game.key)) == (Hanchan.Source.API, KEY)
    assert (event.actor_name, event.object_id) == ("scorer", game.pk)
    assert verify_club(club)["differences"] == 0


def test_sending_it_twice_makes_one_game_and_the_same_answer(
    scorer: Client, four: list[Member], club: Club
) -> None:
    first = post(scorer, PATH, body_of(four))
    second = post(scorer, PATH, body_of(four))

    assert second.status_code == 200
    assert second["Idempotency-Hit"] == "true"
    assert second.content == first.content
    assert Hanchan.objects.for_club(club).count() == 1


def test_the_same_key_with_other_points_is_refused(
    scorer: Client, four: list[Member], club: Club
) -> None:
    stored = post(scorer, PATH, body_of(four)).json()
    other = post(scorer, PATH, body_of(four, (30000, 41400, 23800, 4800)))

    assert other.status_code == 409
    assert error_of(other)["code"] == "key-reused"
    assert error_of(other)["hanchan"] == stored["id"]
    assert Hanchan.objects.for_club(club).count() == 1


def test_a_game_is_read_as_it_was_answered(scorer: Client, four: list[Member]) -> None:
    stored = post(scorer, PATH, body_of(four))
    read = get(scorer, f"{PATH}/{stored.json()['id']}")

    assert read.status_code == 200
    assert read.content == stored.content


def test_a_corrected_game_is_read_as_it_stands_now(
    scorer: Client, four: list[Member], club: Club
) -> None:
    stored = post(scorer, PATH, body_of(four)).json()
    game = Hanchan.objects.for_club(club).select_related("league").get()
    entry = entry_of(game)
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="確認のうえ", actor=ADMIN)

    read = get(scorer, f"{PATH}/{stored['id']}").json()

    assert read["revision"] == 2
    assert read["scores"] == [41_000, 5_000, -11_000, -35_000]


def test_a_stick_of_500_on_the_table_makes_up_what_is_missing_to_the_sum(
    scorer: Client, four: list[Member], club: Club
) -> None:
    make_rules(league_of(club), riichi_stick=500)

    refused = post(scorer, PATH, body_of(four, (41400, 30000, 22800, 4800), sticks=500))
    stored = post(scorer, PATH, body_of(four, (41400, 30000, 23300, 4800), sticks=500))

    assert refused.status_code == 422
    assert stored.status_code == 201
    assert Hanchan.objects.for_club(club).get().sticks == 500


def test_everything_that_a_form_can_say_can_be_said(
    scorer: Client, four: list[Member], club: Club
) -> None:
    body = body_of(
        four,
        (41400, 29000, 23800, 4800),
        table=2,
        sticks=1000,
        penalties=[{"seat": 3, "kind": "chombo", "reason": "誤ロン"}],
        yakuman=[{"seat": 0, "name": "kokushi", "discarder": 3}],
        ended_by_time=True,
        remark="国士無双",
    )
    body["seats"][3] = {"guest": "通りすがり", "points": 4800}

    game = post(scorer, PATH, body).json()

    assert (game["table"], game["sticks"], game["ended_by_time"]) == (2, 1000, True)
    assert game["penalties"] == [{"seat": 3, "kind": "chombo", "count": 1, "reason": "誤ロン"}]
    assert game["yakuman"] == [{"seat": 0, "name": "kokushi", "discarder": 3, "pao": None}]
    assert game["seats"][3]["name"] == "通りすがり"
    assert game["scores"] == [45_000, 7_000, -8_000, -44_000]
    assert get(scorer, f"{PATH}/{game['id']}").json() == game
    assert Member.objects.for_club(club).get(display_name="通りすがり").is_guest


@pytest.mark.parametrize(
    ("played_at", "day"),
    [
        pytest.param("2026-11-20T23:30:00+09:00", "2026-11-20", id="before midnight"),
        pytest.param("2026-11-21T04:59:59+09:00", "2026-11-20", id="before the day turns"),
        pytest.param("2026-11-21T05:00:00+09:00", "2026-11-21", id="as the day turns"),
        pytest.param("2026-11-20T20:00:00Z", "2026-11-21", id="told in another zone"),
    ],
)
def test_the_clubs_day_is_that_of_the_moment_of_play(
    scorer: Client, four: list[Member], played_at: str, day: str
) -> None:
    body = body_of(four, played_at=played_at)
    del body["day"]

    assert post(scorer, PATH, body).json()["day"] == day


def test_a_named_evening_gives_the_day(scorer: Client, four: list[Member], club: Club) -> None:
    event = make_session(club, title="秋の大会")
    body = body_of(four, session=event.pk)
    del body["day"]

    game = post(scorer, PATH, body).json()

    assert (game["day"], game["session"]) == ("2026-11-20", event.pk)


def test_points_that_do_not_add_up_are_refused_with_the_difference_and_nothing_is_stored(
    scorer: Client, four: list[Member], club: Club
) -> None:
    response = post(scorer, PATH, body_of(four, (41400, 30000, 23800, 4700)))

    assert response.status_code == 422
    error = error_of(response)
    assert error["code"] == "bad-entry"
    assert "100" in error["fields"]["points"][0]
    assert not Hanchan.objects.for_club(club).exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"league": "nowhere"}, "league", id="no such league"),
        pytest.param({"session": 987654}, "session", id="no such evening"),
        pytest.param({"day": "2015-03-31"}, "day", id="a day before the rules"),
        pytest.param({"table": 0}, "table", id="no such table"),
        pytest.param({"number": 100}, "number", id="no such number"),
        pytest.param({"sticks": 50}, "sticks", id="half a stick"),
        pytest.param({"seats": []}, "seats", id="nobody sits"),
        pytest.param({"penalties": [{"seat": 0, "kind": "lateness"}]}, "penalties", id="penalty"),
    ],
)
def test_what_the_club_cannot_take_is_said_beside_its_field(
    scorer: Client, four: list[Member], club: Club, change: dict[str, Any], field: str
) -> None:
    response = post(scorer, PATH, body_of(four, **change))

    assert response.status_code == 422
    assert field in error_of(response)["fields"]
    assert not Hanchan.objects.for_club(club).exists()


def test_a_member_of_another_club_is_not_on_the_list(scorer: Client, four: list[Member]) -> None:
    stranger = make_members(make_club("seihoku"), 1)

    response = post(scorer, PATH, body_of([*stranger, *four[1:]]))

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["seat-0"]


HUGE = "9" * 5000


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("", id="nothing"),
        pytest.param("{", id="half an object"),
        pytest.param(b"\xff\xfe{}", id="not UTF-8"),
        pytest.param("[" * 100_000, id="nested without end"),
        pytest.param('{"key": NaN}', id="not a number"),
        pytest.param(f'{{"number": {HUGE}}}', id="a number of 5000 digits"),
    ],
)
def test_a_body_that_is_no_json_is_a_bad_request(
    scorer: Client, four: list[Member], body: str | bytes
) -> None:
    response = post(scorer, PATH, body)

    assert response.status_code == 400
    assert error_of(response)["code"] in {"bad-json", "bad-request"}


@pytest.mark.parametrize("body", ["[]", "null", "3", '"x"', "{}", "[{}]"])
def test_a_body_that_is_no_game_is_a_bad_request(scorer: Client, club: Club, body: str) -> None:
    response = post(scorer, PATH, body)

    assert response.status_code == 400
    assert error_of(response)["code"] == "bad-request"


def seat_with(**values: Any) -> dict[str, Any]:
    return {"seats": [{"member": 1, "points": 25000} | values]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"key": "not a key"}, "key", id="key"),
        pytest.param({"key": 7}, "key", id="key of another kind"),
        pytest.param({"league": 7}, "league", id="league of another kind"),
        pytest.param({"day": "20 November"}, "day", id="day in words"),
        pytest.param({"day": "2026-02-30"}, "day", id="day that is none"),
        pytest.param({"day": 20261120}, "day", id="day as a number"),
        pytest.param({"day": "0001-01-01"}, "day", id="day before all clubs"),
        pytest.param({"played_at": "2026-11-20T23:30:00"}, "played_at", id="no offset"),
        pytest.param({"played_at": 1795185000}, "played_at", id="a moment as a number"),
        pytest.param({"played_at": "0001-01-01T00:00:00+14:00"}, "played_at", id="year 1"),
        pytest.param({"played_at": "2026-11-20T23:30:00Z"}, "", id="day and moment"),
        pytest.param({"number": "1"}, "number", id="number as text"),
        pytest.param({"number": 1.0}, "number", id="number with a point"),
        pytest.param({"number": True}, "number", id="number as a switch"),
        pytest.param({"number": 10**30}, "number", id="absurd number"),
        pytest.param({"table": None}, "table", id="no table"),
        pytest.param({"session": 2**63}, "session", id="absurd evening"),
        pytest.param({"seats": {}}, "seats", id="seats of another kind"),
        pytest.param({"seats": [None]}, "seat-0", id="a seat of another kind"),
        pytest.param(
            {"seats": [{"member": 1, "points": 0}] * 1000}, "seats", id="a thousand seats"
        ),
        pytest.param(seat_with(points="25000"), "points-0", id="points as text"),
        pytest.param(seat_with(points=10**30), "points-0", id="absurd points"),
        pytest.param(seat_with(member=-1), "seat-0", id="absurd member"),
        pytest.param(seat_with(member=None), "seat-0", id="nobody"),
        pytest.param(seat_with(guest="二人目"), "seat-0", id="two people on a chair"),
        pytest.param(seat_with(member=None, guest="a\x00b"), "seat-0", id="a zero byte"),
        pytest.param(seat_with(member=None, guest="\ud800"), "seat-0", id="half a character"),
        pytest.param({"remark": "長" * 201}, "remark", id="a long remark"),
        pytest.param({"remark": "\ud800"}, "remark", id="a broken remark"),
        pytest.param({"yakuman": [{"seat": 0, "name": "luck"}]}, "yakuman", id="yakuman"),
        pytest.param(
            {"yakuman": [{"seat": 0, "name": "kokushi", "discarder": 0}]}, "yakuman", id="himself"
        ),
        pytest.param(
            {"penalties": [{"seat": 0, "kind": "chombo"}] * 2}, "", id="a penalty said twice"
        ),
        pytest.param(
            {"penalties": [{"seat": 0, "kind": "chombo", "count": 10}]}, "penalties", id="count"
        ),
        pytest.param({"colour": "red"}, "colour", id="unknown key"),
    ],
)
def test_a_value_of_the_wrong_kind_is_a_bad_request_that_names_its_field(
    scorer: Client, four: list[Member], club: Club, change: dict[str, Any], field: str
) -> None:
    response = post(scorer, PATH, body_of(four, **change))

    assert response.status_code == 400
    assert field in error_of(response)["fields"]
    assert not Hanchan.objects.for_club(club).exists()


def test_a_huge_body_is_refused_unread(scorer: Client, four: list[Member], settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = post(scorer, PATH, body_of(four, remark="x" * 1000))

    assert response.status_code == 413
    assert error_of(response)["code"] == "too-big"


def test_only_json_is_taken(scorer: Client, club: Club) -> None:
    response = scorer.post(f"/api/v1/{PATH}", {"key": KEY})

    assert response.status_code == 415
    assert error_of(response)["code"] == "json-only"


def test_only_json_is_given(scorer: Client, club: Club) -> None:
    response = scorer.get(f"/api/v1/{PATH}/1", headers={"accept": "text/html"})

    assert response.status_code == 406
    assert error_of(response)["code"] == "json-only"


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods_are_refused(scorer: Client, club: Club, method: str) -> None:
    response = getattr(scorer, method)(f"/api/v1/{PATH}")

    assert response.status_code == 405
    assert error_of(response)["code"] == "method-not-allowed"


def test_an_address_says_which_methods_it_takes(scorer: Client, club: Club) -> None:
    response = scorer.options(f"/api/v1/{PATH}")

    assert (response.status_code, response["Allow"]) == (200, "GET, POST, HEAD, OPTIONS")
    assert response.json() == {"methods": ["GET", "POST", "HEAD"], "schema": "/api/v1/schema"}
    assert Client().options(f"/api/v1/{PATH}").status_code == 403


def test_half_a_character_anywhere_is_refused(scorer: Client, four: list[Member]) -> None:
    penalty = {"seat": 0, "kind": "\ud800", "count": 1}
    response = post(scorer, PATH, body_of(four, penalties=[penalty]))

    assert (response.status_code, list(error_of(response)["fields"])) == (400, ["penalties"])


def test_an_address_that_is_not_there_answers_in_json(client: Client) -> None:
    response = get(client, "nowhere")

    assert response.status_code == 404
    assert error_of(response)["code"] == "not-found"


def test_the_games_of_another_club_are_not_there(scorer: Client, four: list[Member]) -> None:
    there = make_club("seihoku")
    foreign = record(league_of(there), make_members(there))

    assert get(scorer, f"{PATH}/{foreign.pk}").status_code == 404


def test_an_absurd_number_of_a_game_is_not_there(scorer: Client, club: Club) -> None:
    assert get(scorer, f"{PATH}/{10**30}").status_code == 404


def test_two_games_of_one_number_are_refused(scorer: Client, four: list[Member]) -> None:
    first = post(scorer, PATH, body_of(four, (41_300, 30_100, 23_800, 4_800)))
    second = post(scorer, PATH, body_of(four, key=new_key()))

    assert second.status_code == 422
    assert list(error_of(second)["fields"]) == ["number"]
    assert error_of(second)["hanchan"] == json.loads(first.content)["id"]


def test_a_three_player_game_gives_three_places() -> None:
    club = make_club("sanma", rule="yakyu-3p-tonnan")
    client = make_login(club, "scorer3", Member.Role.SCORER)
    response = post(
        client, "clubs/sanma/hanchan", body_of(make_members(club, 3), (50000, 35000, 20000))
    )

    game = json.loads(response.content)
    assert game["scores"] == [45_000, -5_000, -40_000]
    assert get(client, f"clubs/sanma/hanchan/{game['id']}").json() == game


def test_a_penalty_is_answered_with_the_cards_that_the_day_had_before(
    scorer: Client, four: list[Member], club: Club
) -> None:
    for number in (1, 2, 3):
        penalties = [{"seat": 3, "kind": "chombo", "count": number}, {"seat": 0, "kind": "chombo"}]
        body = body_of(four, key=new_key(), number=number, penalties=penalties)
        game = post(scorer, PATH, body).json()
        assert get(scorer, f"{PATH}/{game['id']}").json() == game
    assert verify_club(club)["differences"] == 0


#: a savepoint and the lock of the league among them
STATEMENTS = 30


def test_an_entry_asks_as_often_at_the_end_of_a_long_evening_as_at_its_beginning(
    scorer: Client, four: list[Member]
) -> None:
    asked = []
    for number in range(1, 21):
        body = body_of(four, key=new_key(), number=number)
        with CaptureQueriesContext(connection) as queries:
            assert post(scorer, PATH, body).status_code == 201
        asked.append(len(queries))

    assert asked[1] == asked[-1] <= STATEMENTS, asked
