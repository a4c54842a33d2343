"""A live table that several people watch and tap at: the poll, and what its script is told."""

from __future__ import annotations

import uuid

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.door import forget_sessions
from league.models import League, LiveTable, Member
from tests.factories import make_login
from tests.league.evenings import english, queries_of
from tests.league.live.live_help import (
    ALL_NOTEN,
    RON,
    TAPPED,
    latest,
    live_url,
    send,
    tap,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]


@pytest.fixture
def scorer(league: League) -> Client:
    return english(make_login(league.club, "scorer", Member.Role.SCORER))


def test_the_poll_answers_nothing_until_somebody_enters_something(
    live: LiveTable, scorer: Client
) -> None:
    assert scorer.get(live_url(live, "board/?since=1")).status_code == 204

    tap(live, "hand", RON)

    board = scorer.get(live_url(live, "board/?since=1"))
    assert board.status_code == 200
    assert 'data-revision="2"' in board.text
    assert scorer.get(live_url(live, "board/?since=2")).status_code == 204


def test_a_poll_that_finds_nothing_new_costs_little(live: LiveTable, scorer: Client) -> None:
    forget_sessions()
    with CaptureQueriesContext(connection) as queries:
        scorer.get(live_url(live, "board/?since=1"))

    assert len(queries) <= 7


def test_a_whole_game_takes_no_more_queries_than_a_new_table(
    league: League, live: LiveTable, scorer: Client
) -> None:
    before = len(queries_of(scorer, live_url(live)))
    for _hand in range(6):
        tap(live, "hand", {"result": "draw", "tenpai": [0]})

    assert len(queries_of(scorer, live_url(live))) == before


def test_members_of_the_club_watch_and_nothing_there_can_be_tapped_after_the_evening(
    live: LiveTable, league: League
) -> None:
    member = english(make_login(league.club, "member"))
    assert 'id="live-hand"' in member.get(live_url(live)).text

    with time_machine.travel("2026-11-23 12:00+09:00", tick=False):
        page = member.get(live_url(live))
        assert page.status_code == 200
        assert 'id="live-hand"' not in page.text
        assert send(member, live, "undo").status_code == 403
        assert member.get(live_url(live, "hand/")).status_code == 403


def test_the_script_is_answered_in_json(live: LiveTable, scorer: Client) -> None:
    stored = send(scorer, live, "hand", accept="1", script=True, **TAPPED)
    assert (stored.status_code, stored.json()) == (200, {"revision": 2})

    overtaken = send(scorer, live, "hand", seen=1, accept="1", script=True, **TAPPED)
    assert overtaken.status_code == 409
    assert overtaken.json()["revision"] == 2
    assert "3 han 40 fu" in overtaken.json()["theirs"][0]["what"]

    refused = send(scorer, live, "undo", script=True, seen=2)
    assert refused.status_code == 200
    refused = send(scorer, live, "undo", script=True)
    assert (refused.status_code, list(refused.json())) == (422, ["messages"])


def test_a_tap_sent_again_answers_with_the_revision_that_it_made(
    live: LiveTable, scorer: Client
) -> None:
    key = str(uuid.uuid4())
    send(scorer, live, "hand", accept="1", script=True, key=key, **TAPPED)
    tap(live, "hand", ALL_NOTEN)

    again = send(scorer, live, "hand", seen=1, accept="1", script=True, key=key, **TAPPED)

    assert again.json() == {"revision": 2}
    assert len(latest(live).hands) == 2


def test_while_tapping_htmx_gets_what_moves_or_what_is_missing(
    live: LiveTable, scorer: Client
) -> None:
    missing = send(scorer, live, "hand", htmx=True, result="ron")
    assert missing.status_code == 200  # nothing is wrong yet
    assert "Who won?" in missing.text
    assert 'name="accept"' not in missing.text
    assert "<html" not in missing.text

    shown = send(scorer, live, "hand", htmx=True, **TAPPED)
    assert shown.status_code == 200
    assert "−5,200" in shown.text
