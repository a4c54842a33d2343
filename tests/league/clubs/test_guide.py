"""A new club leads its organizers to its first evening, until it is played or they have enough."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.door import forget_sessions
from league.games.evening import open_session
from league.models import AuditEvent, Club, League, Member
from tests.factories import ADMIN, EVENING, make_login, make_members, record

pytestmark = pytest.mark.django_db

HOME = "/c/tonan/"
AWAY = "/c/tonan/guide/put-away/"
TITLE = "Your club's first evening"


def text(client: Client) -> str:
    return client.get(HOME).text.replace("&#x27;", "'")


def test_an_empty_club_leads_its_organizers_step_by_step(club: Club, organizer: Client) -> None:
    page = text(organizer)

    assert TITLE in page
    assert all(
        f'href="/c/tonan/{step}"' in page for step in ("members/paste/", "sessions/new/", "enter/")
    )


def test_steps_that_are_done_are_ticked_off(club: Club, organizer: Client) -> None:
    assert text(organizer).count("guide__step--done") == 0

    make_members(club, 4)
    assert text(organizer).count("guide__step--done") == 1

    open_session(club=club, day=EVENING, actor=ADMIN)
    assert text(organizer).count("guide__step--done") == 2


def test_the_first_result_ends_it(league: League, four: list[Member], organizer: Client) -> None:
    record(league, four)

    assert TITLE not in text(organizer)


def test_members_are_not_shown_what_they_cannot_do(club: Club) -> None:
    reader = make_login(club, "reader")

    assert TITLE not in text(reader)
    assert reader.post(AWAY).status_code == 403


def test_it_can_be_put_away_for_all_organizers_and_leaves_one_event(
    club: Club, organizer: Client
) -> None:
    for _tap in range(2):
        assert organizer.post(AWAY).headers["Location"] == HOME

    assert TITLE not in text(organizer)
    [event] = AuditEvent.objects.for_club(club).filter(type="club.changed")
    assert (event.before, event.after) == ({"guide_put_away": False}, {"guide_put_away": True})


def queries(client: Client) -> int:
    forget_sessions()
    with CaptureQueriesContext(connection) as taken:
        client.get(HOME)
    return len(taken)


def test_a_club_that_plays_pays_one_query_for_it_and_none_once_it_is_put_away(
    league: League, four: list[Member], organizer: Client
) -> None:
    record(league, four)
    looked = queries(organizer)

    organizer.post(AWAY)

    assert queries(organizer) == looked - 1
