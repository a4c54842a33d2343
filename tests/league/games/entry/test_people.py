from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club, League, Member
from tests import factories as make
from tests.league.games.entry.pages import (
    PEOPLE,
    text_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("query", ["鈴木", "すずき", "スズキ", "suzuki", "Suzu"])
def test_people_are_found_in_kanji_kana_and_romaji(query: str, club: Club, browser: Client) -> None:
    Member.objects.create(club=club, display_name="鈴木 翔", kana="すずき しょう")
    Member.objects.create(club=club, display_name="佐藤 健一", kana="さとう けんいち")

    page = text_of(browser.get(PEOPLE, {"q": query}))

    assert "鈴木 翔" in page
    assert "佐藤" not in page


def test_who_has_a_seat_already_is_marked_and_not_hidden(
    members: list[Member], browser: Client
) -> None:
    response = browser.get(PEOPLE, {"q": "佐藤", "seated": str(members[0].pk)})

    assert "data-mark" in text_of(response)


def test_a_name_that_nobody_has_is_offered_as_a_new_guest(browser: Client) -> None:
    page = text_of(browser.get(PEOPLE, {"q": "<旅の人>"}))

    assert 'data-new="<旅の人>"' in page
    assert "data-value" not in page


def test_without_a_query_those_who_played_last_come_first(
    league: League, members: list[Member], browser: Client
) -> None:
    make.record(league, members[2:6])

    page = text_of(browser.get(PEOPLE))

    assert page.index(members[5].display_name) < page.index(members[0].display_name)


@pytest.mark.parametrize("query", ["\0", "%", "a" * 5000, "\ud7ff\uffff", "'"])
def test_no_query_is_too_odd_to_be_answered(query: str, browser: Client) -> None:
    assert browser.get(PEOPLE, {"q": query}).status_code == 200


def test_names_of_another_club_are_never_found(club: Club, browser: Client) -> None:
    make.make_members(make.make_club("seiban", owner="other"))

    assert "data-value" not in text_of(browser.get(PEOPLE, {"q": "佐藤"}))
