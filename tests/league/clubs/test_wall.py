"""The screen in the club's room: what stands on it, and that it says at once what changed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from league.clubs.wall import wall_of, wall_state
from league.clubs.write import create_league
from league.core.door import forget_sessions
from league.games.write import restore_hanchan, void_hanchan
from league.models import Club, League, Member
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, make_login, make_members, record
from tests.league.evenings import english, queries_of
from tests.league.live.live_help import RON, open_table, tap
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

WALL, BOARD = "/c/tonan/wall/", "/c/tonan/wall/board/"


@pytest.fixture
def reader(league: League) -> Client:
    return english(make_login(league.club, "reader"))


def ask(client: Client, tag: str = "", query: str = "") -> Any:
    """What the screen asks every few seconds."""
    return client.get(BOARD + query, headers={"If-None-Match": tag} if tag else {})


def text_of(answer: Any) -> str:
    """The words of an answer."""
    return parsed(answer).words


def test_the_screen_shows_the_month_the_tables_and_the_results(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four, number=1)  # 41 5 -11 -35
    live = open_table(league, four, table=2)
    tap(live, "hand", RON)

    page = text_of(reader.get(WALL))

    assert "月例リーグ November 2026" in page
    assert f"1 {four[0].display_name} 1 game +41" in page
    assert "Now playing" in page
    assert "Table 2, game 1 · East 1" in page or "Table 2, game 1 · East 2" in page
    assert "Tonight's results Table 1, game 1" in page
    names = [each.display_name for each in four]
    at = page.index("Table 2, game 1")
    held = re.findall(r"\S+ \S+ (?=[0-9]{2},[0-9]{3})", page[at:])
    assert held[0].strip() == names[2], "the highest points stand first"


def test_an_evening_without_games_shows_the_last_one(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)

    with time_machine.travel("2026-11-23 12:00+09:00", tick=False):
        page = text_of(reader.get(WALL))

    assert "Latest results November 20" in page


def test_a_club_without_games_has_a_screen(reader: Client) -> None:
    page = text_of(reader.get(WALL))

    assert "Nobody is ranked this month yet." in page
    assert "The first result appears here." in page


def test_who_has_too_few_games_stands_below_the_ranked_and_guests_do_not_stand(
    league: League, reader: Client
) -> None:
    people = make_members(league.club, 5)
    Member.objects.across_clubs().filter(pk=people[3].pk).update(is_guest=True)
    League.objects.for_club(league.club).update(minimum_games=2)
    record(league, people[:4])
    record(league, [people[0], people[1], people[4], people[3]])

    page = parsed(ask(reader))
    names = [each.words for each in page.all(css="wall-line__name")]
    ranks = [each.words for each in page.all(css="wall-line__rank")]

    assert ranks == ["1", "2", "–", "–"]
    assert people[3].display_name not in names


def test_nothing_is_drawn_while_nothing_changes_and_always_after_a_change(
    league: League, four: list[Member], reader: Client
) -> None:
    """Every way to move what stands there, one after the other."""
    game = record(league, four)
    live = open_table(league, four, table=3)
    create_league(
        club=league.club, name="別リーグ", slug="other", rule_set=league.rule_set, actor=ADMIN
    )
    changes: dict[str, Callable[[], object]] = {
        "a game": lambda: record(league, four),
        "a game voided": lambda: void_hanchan(hanchan=game, revision=1, reason="二重", actor=ADMIN),
        "a game restored": lambda: restore_hanchan(
            hanchan=game, revision=2, reason="誤り", actor=ADMIN
        ),
        "a table opened": lambda: open_table(league, four, table=4),
        "a hand": lambda: tap(live, "hand", RON),
        "a riichi": lambda: tap(live, "riichi", {"seat": 1, "declared": True}),
        "a table given up": lambda: tap(live, "give_up", {"reason": "終電"}),
    }
    for name, change in changes.items():
        tag = ask(reader)["ETag"]
        assert ask(reader, tag).status_code == 304, f"before {name}"
        change()
        answer = ask(reader, tag)
        assert answer.status_code == 200, name
        assert answer["ETag"] != tag, name


def test_the_tag_of_another_club_language_or_choice_is_another(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)
    tag = ask(reader)["ETag"]

    reader.cookies["django_language"] = "ja"
    assert ask(reader, tag).status_code == 200
    reader.cookies["django_language"] = "en"
    assert ask(reader, tag).status_code == 304
    Club.objects.filter(pk=league.club.pk).update(names_shown=Club.Names.FULL)
    assert ask(reader, tag).status_code == 200


def test_a_new_day_is_a_new_state(league: League, four: list[Member], reader: Client) -> None:
    record(league, four)
    tag = ask(reader)["ETag"]

    with time_machine.travel("2026-11-21 06:00+09:00", tick=False):
        answer = ask(reader, tag)

    assert answer.status_code == 200
    assert 'data-day="2026-11-21"' in answer.text


def test_an_answer_without_news_is_empty_and_is_kept_nowhere(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)
    tag = ask(reader)["ETag"]

    answer = ask(reader, tag)

    assert answer.content == b""
    assert answer["ETag"] == tag
    assert answer["Cache-Control"] == "private, no-cache"


def test_asking_for_nothing_new_costs_little(
    league: League, four: list[Member], reader: Client
) -> None:
    record(league, four)
    open_table(league, four, table=2)
    tag = ask(reader)["ETag"]

    forget_sessions()
    with CaptureQueriesContext(connection) as taken:
        assert ask(reader, tag).status_code == 304

    assert len(taken) <= 6


def test_the_screen_takes_the_same_queries_for_more_games_people_and_tables(
    league: League, reader: Client
) -> None:
    people = make_members(league.club, 16)
    record(league, people[:4])
    open_table(league, people[:4], table=5)
    before = len(queries_of(reader, BOARD))
    for at in range(6):
        record(league, people[at : at + 4])
    open_table(league, people[4:8], table=6)
    open_table(league, people[8:12], table=7)

    assert len(queries_of(reader, BOARD)) == before
    assert before <= 20


def test_each_part_of_the_screen_has_its_queries(
    league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    people = make_members(league.club, 16)
    for at in range(6):
        record(league, people[at : at + 4])
    for table in (5, 6):
        open_table(league, people[4 * table - 20 : 4 * table - 16], table=table)

    with django_assert_num_queries(2):
        state = wall_state(league.club, (), EVENING)
    with django_assert_num_queries(8 + 3 + 1):
        wall_of(league.club, state.leagues, EVENING)


def test_leagues_take_turns_unless_one_is_chosen(
    league: League, four: list[Member], reader: Client
) -> None:
    create_league(
        club=league.club, name="別リーグ", slug="other", rule_set=league.rule_set, actor=ADMIN
    )
    record(league, four)

    both, one = ask(reader), ask(reader, query="?league=other")

    assert both.text.count("wall-ranking") == 2
    assert one.text.count("wall-ranking") == 1
    assert "月例リーグ" not in one.text
    assert both["ETag"] != one["ETag"]
    assert ask(reader, query="?league=nowhere").status_code == 404


def test_a_name_is_a_name_on_the_screen_too(
    league: League, four: list[Member], reader: Client
) -> None:
    bad = '<b onclick="x">"\'&\u202e'
    Member.objects.across_clubs().filter(pk=four[0].pk).update(display_name=bad)
    record(league, four)
    open_table(league, four, table=2)

    page = reader.get(WALL).text

    assert "<b onclick" not in page
    assert page.count("&lt;b onclick") >= 3


def test_without_a_script_the_page_loads_itself_anew(reader: Client) -> None:
    page = reader.get(WALL).text

    assert '<noscript><meta http-equiv="refresh" content="15"></noscript>' in page
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|<script(?![^>]*\ssrc=)", page)


def test_the_screen_is_dark_unless_it_is_asked_to_be_light(reader: Client) -> None:
    assert 'data-theme="dark"' in reader.get(WALL).text
    assert 'data-theme="light"' in reader.get(WALL + "?theme=light").text


def test_a_table_whose_day_lies_before_the_rules_by_now_is_left_out(
    league: League, four: list[Member], reader: Client
) -> None:
    open_table(league, four, table=2)
    league.rule_set.rule_set.versions.update(status=RuleVersion.Status.WITHDRAWN)

    assert "Now playing" not in text_of(reader.get(WALL))
