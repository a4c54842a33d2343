"""Titles on a member's page: what is won, what comes next, and what does not count."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import translation

from league.core.days import ALL_DAYS, Period
from league.games.entry import YakumanEntry
from league.games.write import void_hanchan
from league.members.record import months_played, record_of_member, title_row, titles_of_member
from league.models import Club, League, Member
from league.rankings.write import close_month, reopen_month
from scoring.titles import TITLES, Held
from tests.factories import ADMIN, make_login, make_members, record
from tests.league.evenings import english

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

SEPTEMBER, OCTOBER = date(2026, 9, 4), date(2026, 10, 2)


def reached(member: Member, league: League, days: Period = ALL_DAYS) -> dict[str, int]:
    months = months_played(member).get(league, {})
    found = record_of_member(member, league, days, months)
    return {each.title.key: each.reached for each in titles_of_member(member, league, days, found)}


def test_a_closed_month_is_won_by_its_first_and_by_whoever_is_level(
    club: Club, league: League
) -> None:
    a, b, c, d = make_members(club, 4)
    record(league, [a, b, c, d], day=SEPTEMBER)
    record(league, [b, a, d, c], day=OCTOBER)
    record(league, [a, b, c, d], day=OCTOBER)
    close_month(league=league, month=date(2026, 9, 1), actor=ADMIN)
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)

    assert [reached(each, league)["month_won"] for each in (a, b, c, d)] == [2, 1, 0, 0]
    in_october = Period(first=date(2026, 10, 1), last=date(2026, 10, 31))
    assert reached(a, league, in_october)["month_won"] == 1


def test_a_month_that_was_reopened_is_won_by_nobody(club: Club, league: League) -> None:
    a, *others = make_members(club, 4)
    record(league, [a, *others], day=SEPTEMBER)
    close = close_month(league=league, month=date(2026, 9, 1), actor=ADMIN)
    reopen_month(close=close, reason="a game is missing", actor=ADMIN)

    assert reached(a, league)["month_won"] == 0


def test_months_in_a_row_and_yakuman_are_counted_and_voided_games_are_not(
    club: Club, league: League
) -> None:
    members = make_members(club, 4)
    for day in (date(2026, 7, 3), SEPTEMBER, OCTOBER):
        record(league, members, day=day)
    won = (YakumanEntry(seat=0, name="daisangen"),)
    record(league, members, yakuman=won)
    wrong = record(league, members, yakuman=won)
    void_hanchan(hanchan=wrong, revision=1, reason="typed twice", actor=ADMIN)

    found = reached(members[0], league)

    assert (found["games"], found["tops"], found["top_run"]) == (4, 4, 4)
    assert (found["regular"], found["yakuman"]) == (3, 1)  # September to November


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "reader", Member.Role.MEMBER))


def test_the_page_says_what_is_won_and_what_comes_next(
    club: Club, league: League, reader: Client
) -> None:
    members = make_members(club, 4)
    for _game in range(3):
        record(league, members)

    text = reader.get(f"/c/{club.slug}/members/{members[0].pk}/").content.decode()

    assert "On a roll I" in text
    assert "3 tops in a row" in text
    assert "next: 4 tops in a row" in text
    assert "3 games played" in text  # on the way to the first level


def test_the_api_tells_the_same(club: Club, league: League, reader: Client) -> None:
    members = make_members(club, 4)
    for _game in range(3):
        record(league, members)

    answer = reader.get(f"/api/v1/clubs/{club.slug}/members/{members[0].pk}/record").json()

    rolls = [each for each in answer["titles"] if each["title"] == "top_run"]
    assert rolls == [{"title": "top_run", "level": 1, "reached": 3, "next": 4}]


def test_somebody_who_lost_everything_has_no_title(
    club: Club, league: League, reader: Client
) -> None:
    members = make_members(club, 4)
    record(league, members)

    text = reader.get(f"/c/{club.slug}/members/{members[3].pk}/").content.decode()

    assert "titles__name" in text  # one game on the way to ten
    assert "On a roll" not in text


def test_every_title_has_words_at_every_level(club: Club, league: League) -> None:
    for title in TITLES:
        for level, step in enumerate((0, *title.steps)):
            shown = title_row(Held(title, step, level))
            assert shown.name
            assert f"{step:,}" in shown.about
            assert bool(shown.next) is (level < len(title.steps))


def test_in_japanese_a_title_has_its_kanji() -> None:
    with translation.override("ja"):
        for title in TITLES:
            assert title_row(Held(title, 0, 0)).name == title.kanji
