from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client

from league.clubs.write import issue_pass
from league.core.access import pass_token
from league.models import Club, EveningPass, Hanchan, League, Member, Session
from tests import factories as make
from tests.league.games.entry.pages import (
    ENTER,
    games,
    stored,
    typed,
    value_of,
)

pytestmark = pytest.mark.django_db


def test_a_member_enters_tonight_and_no_other_day(
    league: League, members: list[Member], browser: Client
) -> None:
    before = stored()

    response = browser.post(ENTER, typed(league, members[:4], day="2026-11-13"))

    assert response.status_code == 403
    assert stored() == before
    assert value_of(response, "points-0") == "414"


def test_a_form_left_open_until_the_day_has_turned_does_not_move_the_game_to_the_new_day(
    league: League, members: list[Member], browser: Client
) -> None:
    with time_machine.travel("2026-11-20T20:01:00Z"):  # 05:01 in Tokyo
        response = browser.post(ENTER, typed(league, members[:4]))

    assert response.status_code == 403
    assert not Hanchan.objects.across_clubs().exists()


def test_a_game_after_midnight_belongs_to_the_evening_before(browser: Client) -> None:
    with time_machine.travel("2026-11-20T19:59:00Z"):  # 04:59 in Tokyo
        response = browser.get(ENTER)

    assert value_of(response, "day") == "2026-11-20"


def test_an_older_evening_opens_for_a_scorer_alone(
    club: Club, browser: Client, scorer: Client
) -> None:
    older = make.make_session(club, date(2026, 11, 13))

    assert browser.get(ENTER, {"session": older.pk}).status_code == 403
    assert scorer.get(ENTER, {"session": older.pk}).status_code == 200


def _with_pass(session: Session) -> Client:
    issued: EveningPass = issue_pass(session=session, actor=make.ADMIN)
    client = Client()
    client.cookies["jancho_pass"] = pass_token(issued)
    return client


def test_an_evening_pass_enters_games_of_its_own_evening_alone(
    club: Club, league: League, members: list[Member]
) -> None:
    evening, event = make.make_session(club), make.make_session(club, title="大会")
    phone = _with_pass(evening)

    assert phone.get(ENTER).status_code == 200
    words = typed(league, members[:4], session=str(event.pk))
    assert phone.post(ENTER, words).status_code == 403
    assert not games(club)
    phone.post(ENTER, typed(league, members[:4]))
    assert games(club)[0].session == evening


def test_the_pass_of_an_event_opens_that_event_among_others(club: Club) -> None:
    make.make_session(club, title="一の大会")
    second = make.make_session(club, title="二の大会")

    assert value_of(_with_pass(second).get(ENTER), "session") == str(second.pk)


def test_who_holds_nothing_is_sent_to_the_login(club: Club) -> None:
    assert Client().get(ENTER).status_code == 302
    assert Client().post(ENTER).status_code == 302


def test_tonights_event_is_taken_where_there_is_nothing_else_tonight(
    club: Club, browser: Client
) -> None:
    event = make.make_session(club, title="大会")

    assert value_of(browser.get(ENTER), "session") == str(event.pk)
