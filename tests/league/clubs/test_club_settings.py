"""What owners and organizers set, and the check of the standings."""

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.models import AuditEvent, Club, Job, League, Member, Season, Tally
from tests.factories import league_of, make_login, make_members, record
from tests.league.evenings import NINE_PM, english
from tests.league.unwritable import columns_of, other_columns

pytestmark = pytest.mark.django_db
SETTINGS = "/c/tonan/settings/"
LEAGUE = f"{SETTINGS}leagues/main/"
CLUB_FORM = {
    "name": "東南会",
    "time_zone": "Asia/Tokyo",
    "day_turns_at": "5",
    "language": "ja",
    "visibility": "members",
    "names_shown": "display",
}
LEAGUE_FORM = {
    "name": "月例リーグ",
    "minimum_games": "0",
    "is_active": "on",
    "record_scores": "rules",
}
SEASON_FORM = {
    "name": "2026年後期",
    "starts_on": "2026-07-01",
    "ends_on": "2026-12-31",
    "minimum_games": "20",
}


@pytest.fixture
def owner(club: Club) -> Client:
    return english(make_login(club, "second owner", Member.Role.OWNER))


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def test_an_owner_sets_the_club_and_it_leaves_one_trace(club: Club, owner: Client) -> None:
    changes = {"name": "西北会", "time_zone": "America/Lima", "day_turns_at": "6"}

    response = owner.post(SETTINGS, CLUB_FORM | changes | {"visibility": "public"})

    club.refresh_from_db()
    trace = AuditEvent.objects.for_club(club).get(type="club.changed")
    assert response.status_code == 302
    assert (club.name, club.time_zone, club.day_turns_at) == ("西北会", "America/Lima", 6)
    assert trace.before == {
        "name": "東南会",
        "time_zone": "Asia/Tokyo",
        "day_turns_at": 5,
        "visibility": "members",
    }


def test_saving_what_stands_already_leaves_no_trace(club: Club, owner: Client) -> None:
    owner.post(SETTINGS, CLUB_FORM)

    assert not AuditEvent.objects.for_club(club).filter(type="club.changed").exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("name", "", id="no name"),
        pytest.param("name", "西" * 61, id="name too long"),
        pytest.param("time_zone", "Asia/Tokio", id="no such zone"),
        pytest.param("time_zone", "../etc/passwd", id="a path for a zone"),
        pytest.param("day_turns_at", "13", id="turns after noon"),
        pytest.param("day_turns_at", "-1", id="turns before midnight"),
        pytest.param("language", "xx", id="no such language"),
        pytest.param("visibility", "secret", id="no such visibility"),
        pytest.param("names_shown", "", id="no names"),
    ],
)
def test_what_cannot_be_set_is_refused_with_the_rest_kept(
    club: Club, owner: Client, field: str, value: str
) -> None:
    response = owner.post(SETTINGS, CLUB_FORM | {"name": "西北会"} | {field: value})

    club.refresh_from_db()
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert field == "name" or 'value="西北会"' in response.text
    assert club.name == "東南会"


def test_an_organizer_sees_leagues_and_the_check_and_not_the_clubs_own_form(
    club: Club, organizer: Client
) -> None:
    page = organizer.get(SETTINGS).text

    assert LEAGUE in page
    assert 'name="time_zone"' not in page
    assert organizer.post(SETTINGS, CLUB_FORM).status_code == 403


def test_an_organizer_sets_a_league(club: Club, organizer: Client) -> None:
    sent = {"name": "木曜リーグ", "minimum_games": "8", "guests_ranked": "on"}

    response = organizer.post(LEAGUE, sent)

    league = league_of(club)
    assert response.status_code == 302
    assert (league.name, league.minimum_games) == ("木曜リーグ", 8)
    assert (league.guests_ranked, league.is_active) == (True, False)


@pytest.mark.parametrize(
    ("field", "value"),
    [("name", ""), ("minimum_games", "-1"), ("minimum_games", "1000"), ("minimum_games", "many")],
)
def test_a_league_that_cannot_be_is_refused(
    club: Club, organizer: Client, field: str, value: str
) -> None:
    response = organizer.post(LEAGUE, LEAGUE_FORM | {field: value})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert league_of(club).name == "月例リーグ"


def test_a_season_is_set_and_stands_on_the_leagues_page(club: Club, organizer: Client) -> None:
    response = organizer.post(f"{LEAGUE}seasons/new/", SEASON_FORM)

    season = Season.objects.for_club(club).get()
    assert response.headers["Location"] == f"{LEAGUE}seasons/{season.pk}/"
    assert (season.name, season.minimum_games) == ("2026年後期", 20)
    assert "2026年後期" in organizer.get(LEAGUE).text
    assert AuditEvent.objects.for_club(club).filter(type="season.opened").count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        pytest.param("name", "", id="no name"),
        pytest.param("name", "前期", id="name taken"),
        pytest.param("starts_on", "2026-02-30", id="no such day"),
        pytest.param("ends_on", "2026-06-30", id="ends before it starts"),
        pytest.param("minimum_games", "-1", id="fewer than none"),
    ],
)
def test_a_season_that_cannot_be_is_refused_with_the_rest_kept(
    club: Club, organizer: Client, field: str, value: str
) -> None:
    organizer.post(f"{LEAGUE}seasons/new/", SEASON_FORM | {"name": "前期"})

    response = organizer.post(f"{LEAGUE}seasons/new/", SEASON_FORM | {field: value})

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert 'value="20"' in response.text or field == "minimum_games"
    assert Season.objects.for_club(club).count() == 1


@time_machine.travel(NINE_PM, tick=False)
def test_the_check_is_done_by_a_worker_and_its_result_stands_on_the_page(
    club: Club,
    organizer: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    record(league_of(club), make_members(club))
    assert "Not checked yet." in organizer.get(SETTINGS).text

    with django_capture_on_commit_callbacks(execute=True):
        assert organizer.post(f"{SETTINGS}check/").status_code == 302

    page = organizer.get(SETTINGS).text
    assert "1 game and its rankings agree." in page
    assert "2026-11-20 21:00" in page


def test_a_check_that_waits_is_not_asked_for_twice(club: Club, organizer: Client) -> None:
    organizer.post(f"{SETTINGS}check/")
    organizer.post(f"{SETTINGS}check/")

    assert Job.objects.for_club(club).count() == 1
    assert "The check is running." in organizer.get(SETTINGS).text


def test_a_difference_in_the_standings_is_told(
    club: Club,
    organizer: Client,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    record(league_of(club), make_members(club))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_tally SET score = score + 1000 WHERE span = 'month'")
    wrong = Tally.objects.for_club(club).filter(span="month").count()

    with django_capture_on_commit_callbacks(execute=True):
        organizer.post(f"{SETTINGS}check/")

    assert f"{wrong} differences found." in organizer.get(SETTINGS).text


def test_a_check_that_failed_is_told(club: Club, organizer: Client) -> None:
    Job.objects.create(club=club, kind=Job.Kind.VERIFY_STANDINGS, state=Job.State.FAILED)

    assert "could not be completed" in organizer.get(SETTINGS).text


@pytest.mark.parametrize("kind", ["club", "league", "season"])
def test_what_a_form_does_not_offer_cannot_be_sent_along(
    club: Club, owner: Client, kind: str
) -> None:
    league = league_of(club)
    season = Season(league=league, name="x", starts_on="2026-01-01", ends_on="2026-01-02")
    things: dict[str, tuple[Any, str, dict[str, str]]] = {
        "club": (club, SETTINGS, CLUB_FORM),
        "league": (league, LEAGUE, LEAGUE_FORM),
        "season": (season, f"{LEAGUE}seasons/new/", SEASON_FORM),
    }
    thing, where, form = things[kind]
    offered = {*form, "guests_ranked", "teams_from_names", "has_teams"}
    offered |= {"maximum_games", "best_games", "worst_dropped", "year_starts_in"}
    extra = other_columns(thing, offered)
    before = columns_of(thing, offered)
    if kind == "league":
        before["revision"] += 1  # by the change itself, not to what was sent

    response = owner.post(where, extra | form)

    assert response.status_code == 302
    assert extra
    if kind == "season":
        assert Season.objects.for_club(club).get().league == league
    else:
        assert columns_of(thing, offered) == before
    assert League.objects.for_club(club).count() == 1
