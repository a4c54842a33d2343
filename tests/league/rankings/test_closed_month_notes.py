"""Whoever changes a game of a closed month is told that the closed ranking stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.clubs.write import create_league
from league.games.closings import closings_on
from league.games.write import edit_hanchan
from league.models import Club, Hanchan, League, Member, MonthClose
from league.rankings.write import close_month, reopen_month
from tests.factories import ADMIN, make_entry, make_login, make_members, record
from tests.league.api.calls import body_of, get, new_key, post
from tests.league.evenings import english, sheet_url, typed_sheet
from tests.league.games.entry.pages import CHECK, ENTER, typed
from tests.pages import parsed

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
OCTOBER = date(2026, 10, 1)
DAY = date(2026, 10, 16)
CLOSED = "月例リーグ is closed for October 2026."
KEPT = "is closed for October 2026, so the closed ranking has not changed."
LINK = 'href="/c/tonan/ranking/main/?month=2026-10"'


@pytest.fixture(autouse=True)
def _in_november() -> Iterator[None]:
    cache.clear()
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def game(league: League, people: list[Member]) -> Hanchan:
    with time_machine.travel(NOW - timedelta(days=2), tick=False):
        return record(league, people, day=DAY)


@pytest.fixture
def close(league: League, game: Hanchan) -> MonthClose:
    with time_machine.travel(NOW - timedelta(days=1), tick=False):
        return close_month(league=league, month=OCTOBER, actor=ADMIN)


@pytest.fixture
def scorer(club: Club) -> Client:
    return english(make_login(club, "scorer", Member.Role.SCORER))


def text_of(answer: Any) -> str:
    return parsed(answer).words


def change_address(game: Hanchan, name: str) -> str:
    return f"/c/tonan/games/{game.pk}/{name}/"


@pytest.mark.parametrize("where", ["entry", "edit", "void", "sheet"])
def test_the_page_says_before_saving_that_the_month_is_closed(
    close: MonthClose, game: Hanchan, scorer: Client, where: str
) -> None:
    address = {
        "entry": f"{ENTER}?day=2026-10-16",
        "edit": change_address(game, "edit"),
        "void": change_address(game, "void"),
        "sheet": sheet_url(game.session),
    }[where]

    page = scorer.get(address)
    reopen_month(close=close, reason="数え直す", actor=ADMIN)
    opened = scorer.get(address)

    assert CLOSED in text_of(page)
    assert LINK in page.content.decode()
    assert opened.status_code == 200
    assert CLOSED not in text_of(opened)


def test_a_day_of_a_closed_month_is_noticed_while_it_is_typed(
    close: MonthClose, league: League, people: list[Member], scorer: Client
) -> None:
    tonight = scorer.post(CHECK, typed(league, people))
    then = scorer.post(CHECK, typed(league, people, day="2026-10-20"))

    assert CLOSED not in text_of(tonight)
    assert CLOSED in text_of(then)


def test_the_game_that_is_entered_counts_and_the_closed_ranking_is_said_to_stay(
    close: MonthClose, league: League, people: list[Member], scorer: Client
) -> None:
    saved = scorer.post(ENTER, typed(league, people, day="2026-10-16", number="2"), follow=True)
    ranking = scorer.get("/c/tonan/ranking/main/?month=2026-10")

    assert f"月例リーグ {KEPT}" in text_of(saved)
    assert Hanchan.objects.for_club(league.club).filter(day=DAY).count() == 2
    assert "would now be different" in text_of(ranking)


def test_a_sheet_that_is_saved_says_that_the_closed_ranking_stays(
    close: MonthClose, league: League, people: list[Member], game: Hanchan, scorer: Client
) -> None:
    row = {"cells": ["414", "300", "238", "48"], "number": 2}

    saved = scorer.post(sheet_url(game.session), typed_sheet(league, people, row), follow=True)

    assert "1 game has been saved." in text_of(saved)
    assert KEPT in text_of(saved)


def test_correcting_voiding_and_restoring_each_say_that_the_closed_ranking_stays(
    close: MonthClose, league: League, people: list[Member], game: Hanchan, scorer: Client
) -> None:
    words = typed(league, people, ("300", "414", "238", "48"), reason="取り違え", revision="1")
    corrected = scorer.post(change_address(game, "edit"), words, follow=True)
    voided = scorer.post(
        change_address(game, "void"), {"reason": "重複", "revision": "2"}, follow=True
    )
    offered = scorer.get(change_address(game, "restore"))
    restored = scorer.post(
        change_address(game, "restore"), {"reason": "誤り", "revision": "3"}, follow=True
    )

    assert [KEPT in text_of(each) for each in (corrected, voided, restored)] == [True] * 3
    assert CLOSED in text_of(offered)


def test_a_game_moved_to_another_league_names_every_league_whose_month_is_closed(
    close: MonthClose, league: League, game: Hanchan, people: list[Member], scorer: Client
) -> None:
    second = create_league(
        club=league.club, rule_set=league.rule_set, slug="b", name="B級", actor=ADMIN, position=1
    )
    record(second, people, day=DAY, number=2)
    close_month(league=second, month=OCTOBER, actor=ADMIN)

    page = text_of(scorer.get(f"{change_address(game, 'edit')}?league=b"))

    assert CLOSED in page
    assert "B級 is closed for October 2026." in page


def test_the_page_of_a_game_says_that_it_changed_after_the_month_was_closed(
    close: MonthClose, league: League, game: Hanchan, people: list[Member], scorer: Client
) -> None:
    before = scorer.get(f"/c/tonan/games/{game.pk}/")
    entry = make_entry(league, people, (30000, 41400, 23800, 4800), day=DAY)
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="取り違え", actor=ADMIN)
    after = scorer.get(f"/c/tonan/games/{game.pk}/")

    found = "This game was entered or changed after October 2026 was closed,"
    assert found not in text_of(before)
    assert found in text_of(after)
    assert LINK in after.content.decode()


def test_the_api_warns_of_a_closed_month_and_stores_the_game(
    close: MonthClose, people: list[Member], scorer: Client
) -> None:
    october = post(scorer, "clubs/tonan/hanchan", body_of(people, day="2026-10-16", number=2))
    tonight = post(scorer, "clubs/tonan/hanchan", body_of(people, key=new_key()))
    read = get(scorer, f"clubs/tonan/hanchan/{october.json()['id']}")

    warning = october.json()["warnings"][0]
    assert october.status_code == 201
    assert (warning["code"], warning["month"]) == ("month-closed", "2026-10")
    assert KEPT in warning["message"]
    assert len(october.json()["warnings"]) == 1
    assert tonight.json()["warnings"] == []
    assert read.content == october.content


def test_looking_takes_one_query_and_none_while_the_month_is_running(
    close: MonthClose, league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        found = closings_on(league.club, [league], DAY)
        assert [each.league.name for each in found] == ["月例リーグ"]
    with django_assert_num_queries(0):
        assert closings_on(league.club, [league], date(2026, 11, 20)) == []
