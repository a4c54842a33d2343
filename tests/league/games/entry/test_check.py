from __future__ import annotations

import pytest
from django.test import Client

from league.models import League, Member
from tests.league.games.entry.pages import (
    CHECK,
    note_of,
    stored,
    text_of,
    typed,
)

pytestmark = pytest.mark.django_db


def test_the_check_shows_places_and_scores_and_writes_nothing(
    league: League, members: list[Member], browser: Client
) -> None:
    before = stored()

    response = browser.post(CHECK, typed(league, [*members[:3], "旅の人"]))

    assert response.status_code == 200
    assert stored() == before
    assert "41,400" in note_of(response, "note-0")
    assert "+41" in note_of(response, "note-0")
    assert "▲35" in note_of(response, "note-3")
    assert "2015-04-10" in text_of(response)


def test_the_check_settles_points_although_the_names_are_still_missing(
    league: League, browser: Client
) -> None:
    words = typed(league, ["", "", "", ""], ("414", "300", "238", ""))

    response = browser.post(CHECK, words)

    assert "+41" in note_of(response, "note-0")
    assert "4,800" in note_of(response, "note-3")
    assert "errors" not in text_of(response)


def test_the_check_says_what_is_left_and_does_not_nag_about_empty_fields(
    league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(CHECK, typed(league, members[:4], ("414", "300", "", "")))

    assert "28,600" in text_of(response)
    assert "errors" not in text_of(response)


def test_the_check_says_the_difference_and_what_would_mend_it(
    league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(CHECK, typed(league, members[:4], ("414", "300", "238", "38")))

    assert "99,000" in text_of(response)
    assert "供託" in text_of(response)


def test_the_check_knows_a_mistake_beside_its_field(
    league: League, members: list[Member], browser: Client
) -> None:
    response = browser.post(CHECK, typed(league, members[:4], ("abc", "300", "238", "48")))

    assert "abc" in note_of(response, "note-0")


def test_the_check_wants_a_post(browser: Client) -> None:
    assert browser.get(CHECK).status_code == 405
