"""Addresses and forms that no page makes: each is refused in words, none breaks the server."""

from __future__ import annotations

import logging
from datetime import date

import pytest
from django.test import Client

from config.logs import to_stdout
from league.competitions.seasons import open_season
from league.core.errors import EntryError, LeagueError
from league.core.naming import fold
from league.games import score_sheet_form as pasting
from league.games.check import check_entry
from league.games.evening import open_session
from league.models import Club, League, Member, Season, Session
from tests.factories import (
    ADMIN,
    make_entry,
    make_login,
    make_members,
    make_session,
)
from tests.league.evenings import english, sheet_url, typed_sheet

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

NO_DAYS = [date(1, 1, 1), date(1949, 12, 31), date(2100, 1, 1), date(9999, 12, 31)]


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.mark.parametrize(
    ("address", "status"),
    [
        pytest.param("sessions/?month=9999-12", 200, id="evenings of the last month of all"),
        pytest.param("sessions/?month=0001-01", 200, id="evenings of the first month of all"),
        pytest.param("ranking/main/?month=1950-01", 200, id="a month before all rules"),
        pytest.param("ranking/main/?to=1950-01-01", 200, id="days before all rules"),
        pytest.param("ranking/main/?month=9999-12", 400, id="a ranking of the last month"),
        pytest.param("members/?q=%00", 200, id="a search for a NUL"),
        pytest.param("members/?q=a%00b", 200, id="a search with a NUL"),
        pytest.param("enter/people/?q=a%00b", 200, id="a picker's search with a NUL"),
        pytest.param("games.csv?league=%00", 404, id="games of a NUL"),
        pytest.param("downloads/?kind=games&query=league%3D%2500", 404, id="a file of a NUL"),
        pytest.param("wall/?league=%00", 404, id="a wall of a NUL"),
        pytest.param("rulings/?clause=%00", 200, id="rulings under a NUL"),
    ],
)
def test_an_odd_address_of_a_club_is_answered(organizer: Client, address: str, status: int) -> None:
    assert organizer.get(f"/c/tonan/{address}").status_code == status


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/accounts/login/?next=http://[", 200),
        ("/accounts/password/link/%00/x/", 404),
        ("/accounts/password/link/1/%00/", 404),
        ("/pass/%00/", 404),
    ],
)
def test_an_odd_address_without_a_club_is_answered(address: str, status: int) -> None:
    assert Client().get(address).status_code == status


def test_the_api_ranks_a_month_before_all_rules(organizer: Client) -> None:
    response = organizer.get("/api/v1/clubs/tonan/leagues/main/ranking?month=1950-01")

    assert response.json()["versions"] == []


@pytest.mark.parametrize("day", NO_DAYS, ids=str)
def test_no_evening_is_opened_on_a_day_that_no_club_has(
    club: Club, organizer: Client, day: date
) -> None:
    response = organizer.post("/c/tonan/sessions/new/", {"day": day.isoformat(), "title": "春"})

    assert response.status_code == 422
    assert "Please choose a day from 1950 to 2099." in response.text
    assert 'value="春"' in response.text
    with pytest.raises(LeagueError):
        open_session(club=club, day=day, actor=ADMIN)
    assert not Session.objects.for_club(club).exists()


@pytest.mark.parametrize("day", NO_DAYS, ids=str)
def test_no_season_begins_or_ends_on_a_day_that_no_club_has(league: League, day: date) -> None:
    ends = sorted([date(2026, 1, 1), day])

    with pytest.raises(LeagueError) as refused:
        open_season(
            league=league,
            name="春",
            starts_on=ends[0],
            ends_on=ends[1],
            minimum_games=0,
            actor=ADMIN,
        )

    assert refused.value.field == ("starts_on" if day < date(2026, 1, 1) else "ends_on")
    assert not Season.objects.for_club(league.club).exists()


@pytest.mark.parametrize("day", NO_DAYS[2:], ids=str)
def test_no_game_is_entered_for_a_day_that_no_club_has(league: League, day: date) -> None:
    with pytest.raises(EntryError) as refused:
        check_entry(league.club, make_entry(league, make_members(league.club), day=day))

    assert set(refused.value.problems) == {"day"}


@pytest.mark.parametrize("key", ["9" * 19, "1" + "0" * 30, "-1", "x", "\0", "１"])
def test_a_tick_at_nobody_is_refused(club: Club, organizer: Client, key: str) -> None:
    session = make_session(club)

    response = organizer.post(f"/c/tonan/sessions/{session.pk}/attendance/", {"people": [key]})

    assert response.status_code == 422
    assert list(session.attendants.all()) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("x\t" + "a" * 140_000, "is not a table", id="a cell of 140 kB"),
        pytest.param("300\t300\t200\t200\n" * 100_000, "60 rows", id="a hundred thousand rows"),
        pytest.param("\t".join(["誰か"] * 100_000), "誰か", id="a hundred thousand columns"),
    ],
)
def test_a_paste_beyond_reason_is_cut_or_refused_at_once(
    league: League, organizer: Client, text: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, four = make_session(league.club), make_members(league.club)
    sent = typed_sheet(league, four, do="paste") | {"paste": text}
    looked_at: list[str] = []

    def counted(name: str) -> str:
        looked_at.append(name)
        return fold(name)

    monkeypatch.setattr(pasting, "fold", counted)

    response = organizer.post(sheet_url(session), sent)

    assert response.status_code == 200
    assert len(looked_at) < 10_000
    assert expected in response.text
    assert response.text.count('name="key-') <= 60


@pytest.mark.parametrize("place", ["9" * 5_000, "-1", "²", "x", "61"])
def test_a_paste_into_no_cell_goes_where_any_paste_goes(
    league: League, organizer: Client, place: str
) -> None:
    session, four = make_session(league.club), make_members(league.club)
    sent = typed_sheet(league, four, do="paste") | {"at-row": place, "at-column": place}

    response = organizer.post(sheet_url(session), sent | {"paste": "411\t300\t200\t89\n"})

    assert response.status_code == 200
    assert 'value="411"' in response.text


def test_the_fullest_sheet_can_be_sent(league: League, organizer: Client) -> None:
    session, people = make_session(league.club), make_members(league.club, 16)
    rows = [{"cells": ["414", "300", "238", "48", *[""] * 12]} for _ in range(60)]

    response = organizer.post(sheet_url(session), typed_sheet(league, people, *rows))

    assert response.status_code == 302
    assert session.hanchan.count() == 60


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param({f"x{number}": "" for number in range(20_001)}, id="a form of 20,001 fields"),
        pytest.param({"x": "x" * 2_500_001}, id="a form of 2.5 MB"),
    ],
)
def test_a_form_that_nobody_fills_in_is_refused_in_words_and_is_no_trouble_of_the_server_s(
    organizer: Client, sent: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    response = organizer.post("/c/tonan/members/new/", sent)

    assert response.status_code in (400, 413)
    assert "Please go back" in response.text or "too large" in response.text
    written = {each.name for each in caplog.records if each.levelno >= logging.ERROR}
    levels = to_stdout("json")["loggers"]
    assert [each for each in written if levels.get(each) != {"level": "CRITICAL"}] == []
