"""Texts to paste, and evenings for calendars."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import translation
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from league.exports.calendars import feed_key
from league.exports.views import session_text
from league.games.evening import session_sheets
from league.models import Club, League, Member, Session, User
from tests.factories import (
    EVENING,
    league_of,
    make_club,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.league.evenings import english
from tests.league.exports.reading import download

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    league = league_of(make_club())
    people = make_members(league.club)
    for points in ((41_400, 30_000, 23_800, 4_800), (30_000, 41_400, 23_800, 4_800)):
        record(league, people, points)
    return league


@pytest.fixture
def session(league: League) -> Session:
    return Session.objects.for_club(league.club).get()


@pytest.fixture
def client(league: League) -> Client:
    return english(make_login(league.club, "常連"))


def test_an_evening_says_who_made_what_and_then_its_games(league: League, session: Session) -> None:
    with translation.override("en"):
        text = session_text(league.club, session, session_sheets(session))

    lines = text.splitlines()
    assert lines[0].startswith("東南会 ")
    assert lines[2].startswith("[月例リーグ] 2 games")
    assert lines[3:7] == [
        "1. 佐藤 健一 +46 (2 games 1-1-0-0)",
        "1. 鈴木 翔 +46 (2 games 1-1-0-0)",
        "3. 高橋 恵 −22 (2 games 0-0-2-0)",
        "4. 田中 実 −70 (2 games 0-0-0-2)",
    ]
    assert lines[8] == "game 1 佐藤 健一 +41 / 鈴木 翔 +5 / 高橋 恵 −11 / 田中 実 −35"


def test_nothing_in_a_text_is_set_in_columns(league: League, session: Session) -> None:
    text = session_text(league.club, session, session_sheets(session))

    assert "  " not in text
    assert "\t" not in text


def test_an_evening_without_games_says_so(league: League) -> None:
    empty = make_session(league.club, date(2026, 12, 1), "納会")

    with translation.override("en"):
        assert "No games yet" in session_text(league.club, empty, [])


@pytest.mark.parametrize(
    "path", ["sessions/{session}/text/", "ranking/main/text/?month=2026-11"], ids=["day", "month"]
)
def test_a_page_has_the_text_to_copy(
    client: Client, league: League, session: Session, path: str
) -> None:
    url = f"/c/{league.club.slug}/" + path.format(session=session.pk)

    page = client.get(url).content.decode()

    assert "1. 佐藤 健一 +46 (2 games 1-1-0-0)" in page
    assert 'data-copy="paste-text"' in page


def test_a_ranking_says_who_played_too_little(client: Client, league: League) -> None:
    league.minimum_games = 3
    league.save()

    page = client.get(f"/c/{league.club.slug}/ranking/main/text/?month=2026-11").content.decode()

    assert "Too few games (minimum 3)" in page
    assert "\n佐藤 健一 +46 (2 games 1-1-0-0)" in page


# calendars


def events(body: bytes) -> list[dict[str, str]]:
    calendar = Calendar.from_ical(body)
    return [
        {str(name): str(event.decoded(name)) for name in event} for event in calendar.walk("VEVENT")
    ]


def feed(club: Club, name: str = "常連") -> str:
    member = Member.objects.for_club(club).get(display_name=name)
    return f"/c/{club.slug}/sessions.ics?key={feed_key(club, member)}"


def test_an_evening_is_a_day_with_title_and_place(
    client: Client, league: League, session: Session
) -> None:
    session.title, session.place, session.note = "例会, 秋;", "喫茶\n店", "牌 持参"
    session.save()

    [event] = events(download(client, f"/c/{league.club.slug}/sessions.ics"))

    assert (event["DTSTART"], event["DTEND"]) == ("2026-11-20", "2026-11-21")
    assert "東南会 例会, 秋;" in event["SUMMARY"] or "例会" in event["SUMMARY"]
    assert event["UID"] == str(f"session-{session.pk}@{league.club.pk}.jancho".encode()) or (
        f"session-{session.pk}@" in event["UID"]
    )
    assert event["URL"].endswith(f"/c/{league.club.slug}/sessions/{session.pk}/")


def test_what_is_changed_keeps_its_uid(client: Client, league: League, session: Session) -> None:
    url = f"/c/{league.club.slug}/sessions.ics"
    before = events(download(client, url))[0]["UID"]
    Session.objects.for_club(league.club).update(day=date(2026, 11, 27), title="延期")

    assert events(download(client, url))[0]["UID"] == before


def test_a_calendar_reads_the_feed_without_a_login(client: Client, league: League) -> None:
    assert len(events(download(Client(), feed(league.club)))) == 1
    assert (
        feed(league.club).partition("key=")[2]
        in client.get(f"/c/{league.club.slug}/sessions/calendar/").content.decode()
    )


@pytest.mark.parametrize("end", ["left", "password", "login", "locked", "merged"])
def test_the_feed_ends_with_the_membership_and_with_the_password(
    client: Client, league: League, end: str
) -> None:
    url = feed(league.club)
    member = Member.objects.for_club(league.club).get(display_name="常連")
    user = User.objects.get(username="常連")
    if end == "password":
        user.set_password("suzume-no-oyado")
    user.is_active = end != "locked"
    user.save()
    member.left_on = EVENING if end == "left" else None
    member.user = None if end == "login" else user
    if end == "merged":
        member.merged_into = Member.objects.for_club(league.club).exclude(pk=member.pk)[0]
    member.save()

    assert Client().get(url).status_code == 404


def test_a_feed_opens_no_other_club_and_no_other_page(client: Client, league: League) -> None:
    key = feed(league.club).partition("key=")[2]
    other = make_club("seihoku", owner="other")

    assert Client().get(f"/c/{other.slug}/sessions.ics?key={key}").status_code == 404
    assert Client().get(f"/c/no-such-club/sessions.ics?key={key}").status_code == 404
    assert Client().get(f"/c/{league.club.slug}/games.csv?key={key}").status_code == 302


@pytest.mark.parametrize(
    "key", ["", "x", "1", "1-", "-", "1-abc", "9" * 30 + "-a", "١-a", "1-ä", "%00"]
)
def test_a_made_up_key_opens_nothing(league: League, key: str) -> None:
    assert Client().get(f"/c/{league.club.slug}/sessions.ics?key={key}").status_code == 404


def test_the_page_of_a_public_club_shows_no_secret(client: Client, league: League) -> None:
    Club.objects.update(visibility=Club.Visibility.PUBLIC)

    page = Client().get(f"/c/{league.club.slug}/sessions/calendar/").content.decode()

    assert f"/c/{league.club.slug}/sessions.ics" in page
    assert "key=" not in page


def test_a_feed_takes_few_queries_however_many_evenings(
    client: Client, league: League, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for day in range(1, 29):
        make_session(league.club, date(2026, 10, day))
    url = feed(league.club)

    with django_assert_max_num_queries(3):
        assert len(events(download(Client(), url))) == 29
