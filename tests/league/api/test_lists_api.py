"""Lists of games, evenings and members, page by page."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.games.write import void_hanchan
from league.models import Hanchan, League, Member
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    make_club,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.api.calls import error_of, get

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return league_of(make_club())


@pytest.fixture
def people(league: League) -> list[Member]:
    return make_members(league.club, 5)


@pytest.fixture
def games(league: League, people: list[Member]) -> list[Hanchan]:
    return [
        record(league, people[:4]),
        record(league, people[1:]),
        record(league, people[:4], day=date(2026, 11, 13)),
    ]


@pytest.fixture
def client(league: League) -> Client:
    return make_login(league.club, "常連")


def listed(client: Client, query: str = "", what: str = "hanchan") -> Any:
    response = get(client, f"clubs/tonan/{what}?{query}")
    assert response.status_code == 200, response.content
    return response.json()


def test_games_are_listed_the_newest_first(client: Client, games: list[Hanchan]) -> None:
    answer = listed(client)

    assert [game["id"] for game in answer["games"]] == [games[1].pk, games[0].pk, games[2].pk]
    assert (answer["page"], answer["page_size"], answer["more"]) == (1, 50, False)
    first = answer["games"][1]
    assert first["version"] == "2015-04-10"
    assert first["source"] == "form"
    assert [seat["score"] for seat in first["seats"]] == [41_000, 5_000, -11_000, -35_000]
    assert [seat["place"] for seat in first["seats"]] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param("league=main", [1, 0, 2], id="league"),
        pytest.param("from=2026-11-14", [1, 0], id="from"),
        pytest.param("to=2026-11-13", [2], id="to"),
        pytest.param("from=2026-11-13&to=2026-11-13", [2], id="a day"),
        pytest.param("member={first}", [0, 2], id="member"),
        pytest.param("session={session}", [1, 0], id="evening"),
        pytest.param("session=999999999", [], id="no such evening"),
        pytest.param("source=form", [1, 0, 2], id="source"),
        pytest.param("source=tenhou", [], id="another source"),
        pytest.param("voided=1", [], id="voided"),
        pytest.param("voided=all", [1, 0, 2], id="voided or not"),
        pytest.param("member={first}&from=2026-11-14", [0], id="both"),
    ],
)
def test_games_are_filtered(
    client: Client, games: list[Hanchan], people: list[Member], query: str, found: list[int]
) -> None:
    asked = query.format(first=people[0].pk, session=games[0].session_id)

    assert [game["id"] for game in listed(client, asked)["games"]] == [games[i].pk for i in found]


def test_voided_games_are_listed_when_asked_for(client: Client, games: list[Hanchan]) -> None:
    void_hanchan(hanchan=games[0], revision=1, reason="二重", actor=ADMIN)

    assert games[0].pk not in [game["id"] for game in listed(client)["games"]]
    [answer] = listed(client, "voided=1")["games"]
    assert (answer["id"], answer["voided"]) == (games[0].pk, True)


def test_pages_follow_each_other_without_gap(client: Client, games: list[Hanchan]) -> None:
    pages = [listed(client, f"page_size=2&page={number}") for number in (1, 2, 3)]

    assert [len(page["games"]) for page in pages] == [2, 1, 0]
    assert [page["more"] for page in pages] == [True, False, False]


@pytest.mark.parametrize(
    "query",
    [
        *("page=0", "page=x", "page_size=0", "page_size=201", "page=99999999999", "page=１"),
        *("league=nobody", "league=%00", "from=20261120", "to=x", "from=1800-01-01"),
        *("member=x", "member=9999999999999999999", "session=-1", "source=owl", "voided=yes"),
        *("colour=red", "Member=7", "colour=", "page=", "league=", "from=", "source=", "voided="),
    ],
)
def test_a_filter_that_makes_no_sense_is_named(
    client: Client, games: list[Hanchan], query: str
) -> None:
    response = get(client, f"clubs/tonan/hanchan?{query}")

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == [query.partition("=")[0]]


def test_a_list_takes_as_many_queries_however_long_it_is(
    client: Client,
    league: League,
    people: list[Member],
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _number in range(12):
        record(league, people[:4])

    with django_assert_max_num_queries(10):
        assert len(listed(client)["games"]) == 12


def test_evenings_are_listed_with_games_and_people(client: Client, games: list[Hanchan]) -> None:
    make_session(games[0].club, date(2026, 12, 4), "納会")

    answer = listed(client, what="sessions")["sessions"]

    assert [(each["day"], each["games"], each["people"]) for each in answer] == [
        ("2026-12-04", 0, 0),
        ("2026-11-20", 2, 5),
        ("2026-11-13", 1, 4),
    ]
    only = listed(client, "to=2026-11-13", what="sessions")["sessions"]
    assert [each["day"] for each in only] == ["2026-11-13"]


def test_members_are_listed_by_group(client: Client, people: list[Member]) -> None:
    people[0].is_guest, people[1].left_on = True, EVENING
    for person in people[:2]:
        person.save()

    def names(group: str) -> set[str]:
        answer = listed(client, f"group={group}", what="members")["members"]
        return {each["name"] for each in answer}

    assert names("guests") == {people[0].display_name}
    assert names("left") == {people[1].display_name}
    assert names("members") >= {people[2].display_name, "常連"}
    assert names("all") == names("guests") | names("left") | names("members")


def test_readings_and_other_names_are_for_organizers(
    client: Client, league: League, people: list[Member]
) -> None:
    organizer = make_login(league.club, "幹事", Member.Role.ORGANIZER)

    assert "kana" not in listed(client, what="members")["members"][0]
    assert "kana" in listed(organizer, what="members")["members"][0]
