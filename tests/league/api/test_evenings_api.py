"""Evenings taken off the list, their options, and games that are opened at the table again."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club, Hanchan, LiveTable, Member, Session
from tests.factories import EVENING, league_of, make_login, make_members, make_session, record
from tests.league.api.calls import error_of, get, post, put, send
from tests.league.live.live_help import play_out, tap
from tests.league.rulebook.test_options import leave_open

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

SESSIONS = "clubs/tonan/sessions"


@pytest.fixture
def scorer(club: Club) -> Client:
    return make_login(club, "scorer", Member.Role.SCORER)


def test_an_evening_opened_by_mistake_goes_off_the_list_and_comes_back(
    scorer: Client, club: Club
) -> None:
    path = f"{SESSIONS}/{make_session(club, title='取り違え').pk}"

    assert send(scorer, "delete", path, None).status_code == 204
    assert get(scorer, SESSIONS).json()["sessions"] == []
    assert send(scorer, "delete", path, None).status_code == 404
    assert post(scorer, f"{path}/restore", {}).status_code == 200

    assert [each["title"] for each in get(scorer, SESSIONS).json()["sessions"]] == ["取り違え"]


def test_an_evening_with_games_stays_on_the_list(scorer: Client, club: Club) -> None:
    game = record(league_of(club), make_members(club))

    refused = send(scorer, "delete", f"{SESSIONS}/{game.session_id}", None)

    assert (refused.status_code, error_of(refused)["code"]) == (422, "refused")
    assert len(get(scorer, SESSIONS).json()["sessions"]) == 1


def test_an_evening_chooses_what_the_rules_leave_open_and_nothing_else(
    scorer: Client, club: Club
) -> None:
    leave_open(league_of(club), "open_tanyao", open_tanyao=True)
    session = make_session(club, EVENING)
    path = f"{SESSIONS}/{session.pk}/options"
    tag = get(scorer, f"{SESSIONS}/{session.pk}")["ETag"]

    chosen = put(scorer, path, {"options": {"open_tanyao": False}}, HTTP_IF_MATCH=tag)
    late = put(scorer, path, {"options": {}}, HTTP_IF_MATCH=tag)
    wrong = put(scorer, path, {"options": {"open_tanyao": "perhaps"}})
    closed = put(scorer, path, {"options": {"uma": 1}})

    assert (chosen.status_code, chosen.json()["options"]) == (200, {"open_tanyao": False})
    assert late.status_code == 412
    assert (wrong.status_code, list(error_of(wrong)["fields"])) == (422, ["options.open_tanyao"])
    assert (closed.status_code, list(error_of(closed)["fields"])) == (422, ["options.uma"])
    assert Session.objects.for_club(club).get().options == {"open_tanyao": False}


def test_a_game_kept_hand_by_hand_is_opened_at_its_table_again(
    scorer: Client, club: Club, live: LiveTable
) -> None:
    game = tap(play_out(live), "finish").hanchan
    assert game is not None
    path = f"clubs/tonan/hanchan/{game.pk}/reopen"

    opened, again = post(scorer, path, {}), post(scorer, path, {})

    assert (opened.status_code, opened.json()["state"]) == (201, "open")
    assert opened.json()["hanchan"] == game.pk
    assert again.json()["id"] == opened.json()["id"]
    assert scorer.get(opened["Location"]).json() == opened.json()
    assert Hanchan.objects.for_club(club).get().voided_at is None


def test_a_game_without_hands_is_not_opened_again(scorer: Client, club: Club) -> None:
    game = record(league_of(club), make_members(club))

    refused = post(scorer, f"clubs/tonan/hanchan/{game.pk}/reopen", {})

    assert (refused.status_code, error_of(refused)["code"]) == (422, "refused")
