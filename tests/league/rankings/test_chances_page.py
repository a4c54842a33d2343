"""What is still possible in a month: what each needs, chances, and what is asked wrongly."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.clubs.write import create_league
from league.core.days import Period
from league.games.write import void_hanchan
from league.models import Club, League, Member
from league.rankings.views import outlook_of
from tests.factories import ADMIN, EVENING, make_login, make_members, record
from tests.league.evenings import english, queries_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("that_evening")]

NOVEMBER = Period(first=date(2026, 11, 1), last=date(2026, 11, 30))


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "reader", Member.Role.MEMBER))


def page(league: League, **asked: object) -> str:
    query = "&".join(f"{name}={value}" for name, value in asked.items())
    return f"/c/{league.club.slug}/ranking/{league.slug}/chances/?{query}"


def test_each_line_says_what_is_needed_to_pass_the_next_and_the_first(
    club: Club, league: League
) -> None:
    members = make_members(club, 4)
    record(league, members)  # +41 +5 -11 -35

    found = outlook_of(club, league, NOVEMBER, games=4)

    assert [line.standing.total for line in found.lines] == [41_000, 5_000, -11_000, -35_000]
    assert [line.needs_first for line in found.lines] == [None, 9_000, 13_000, 19_000]
    assert [line.needs_next for line in found.lines] == [None, 9_000, 4_000, 6_000]
    assert all(line.chance is not None for line in found.lines)


def test_who_will_have_played_too_little_is_in_nobodys_way(club: Club, league: League) -> None:
    a, b, c, d, e = make_members(club, 5)
    for _game in range(5):
        record(league, [a, b, c, d])
    record(league, [e, b, c, d], [90_000, 10_000, 5_000, -5_000])
    period = Period(first=NOVEMBER.first, last=NOVEMBER.last, minimum_games=6)

    lines = {
        line.standing.member_id: line for line in outlook_of(club, league, period, games=4).lines
    }

    assert lines[e.pk].chance is None
    assert lines[a.pk].needs_first is None  # 205, whatever the newcomer has
    assert lines[e.pk].standing.missing == 5


def test_voided_games_and_other_leagues_are_not_drawn_from(club: Club, league: League) -> None:
    members = make_members(club, 4)
    record(league, members)
    before = outlook_of(club, league, NOVEMBER, games=3).lines
    wrong = record(league, members, [100_000, 0, 0, 0])
    void_hanchan(hanchan=wrong, revision=1, reason="typed twice", actor=ADMIN)
    cup = create_league(club=club, rule_set=league.rule_set, slug="cup", name="春の杯", actor=ADMIN)
    record(cup, members, [100_000, 0, 0, 0])

    assert outlook_of(club, league, NOVEMBER, games=3).lines == before


def test_the_page_shows_it_and_the_ranking_leads_there(
    club: Club, league: League, reader: Client
) -> None:
    record(league, make_members(club, 4))

    text = reader.get(page(league, month="2026-11")).content.decode()

    assert "to be first" in text
    assert "+9.0" in text
    ranking = reader.get(f"/c/{club.slug}/ranking/{league.slug}/").content.decode()
    assert "/chances/?month=2026-11" in ranking


def test_of_days_that_are_over_nothing_is_possible(
    club: Club, league: League, reader: Client
) -> None:
    record(league, make_members(club, 4), day=date(2026, 10, 2))

    text = reader.get(page(league, month="2026-10")).content.decode()

    assert "This period is over" in text
    ranking = reader.get(f"/c/{club.slug}/ranking/{league.slug}/?month=2026-10").content.decode()
    assert "/chances/" not in ranking


@pytest.mark.parametrize("games", ["0", "61", "-1", "x", "4.5", "９９", "9" * 500])
def test_an_absurd_number_of_games_is_said_beside_the_field(
    club: Club, league: League, reader: Client, games: str
) -> None:
    record(league, make_members(club, 4))

    answer = reader.get(page(league, games=games))

    assert answer.status_code == 422
    assert b"field__errors" in answer.content


def test_before_the_first_game_the_page_says_so(club: Club, league: League, reader: Client) -> None:
    text = reader.get(page(league, month=f"{EVENING:%Y-%m}")).content.decode()

    assert "No games yet" in text


def test_it_takes_as_many_queries_after_many_games_as_after_one(
    club: Club, league: League, reader: Client
) -> None:
    members = make_members(club, 12)
    record(league, members[:4])
    first = len(queries_of(reader, page(league, month="2026-11")))
    for at in range(9):
        record(league, members[at % 9 : at % 9 + 4])

    assert len(queries_of(reader, page(league, month="2026-11"))) == first
