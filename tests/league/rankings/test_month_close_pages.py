"""A closed month as its readers see it: the page, the list of closings, the API."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.core.door import forget_sessions
from league.games.write import void_hanchan
from league.models import Club, League, Member, MonthClose, User
from league.rankings.write import close_month, reopen_month
from tests.factories import ADMIN, league_of, logged_in, make_club, make_login, make_members, record
from tests.pages import parsed

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 1)
DAY = date(2026, 10, 16)
IN_NOVEMBER = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
PAGE = "/c/tonan/ranking/main/"
API = "/api/v1/clubs/tonan/leagues/main/ranking"


@pytest.fixture(autouse=True)
def _in_november() -> object:
    with time_machine.travel(IN_NOVEMBER, tick=False):
        yield


@pytest.fixture
def organizer(club: Club) -> Client:
    return in_english(logged_in(User.objects.get(username="owner")))


@pytest.fixture
def five(league: League) -> list[Member]:
    """Five members; in October the first four played two games."""
    members = make_members(league.club, 5)
    record(league, members[:4], day=DAY)
    record(league, members[:4], day=DAY)
    return members


@pytest.fixture
def closed(league: League, five: list[Member]) -> MonthClose:
    return close_month(league=league, month=OCTOBER, actor=ADMIN)


def in_english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def text_of(html: str) -> str:
    return parsed(html).shown


def read(browser: Client, query: str = "?month=2026-10", page: str = PAGE) -> str:
    response = browser.get(f"{page}{query}")

    assert response.status_code == 200
    return text_of(response.content.decode())


def rows(browser: Client, query: str) -> dict[str, list[str]]:
    """The table's lines by family name, each as its cells' texts."""
    html = browser.get(f"{PAGE}{query}").content.decode()
    found = {}
    for cells in parsed(html).rows("tbody"):
        found[cells[1].split()[0]] = cells
    return found


def test_a_closed_month_names_people_in_english_by_the_romaji_of_that_day(
    league: League, five: list[Member], organizer: Client
) -> None:
    members = Member.objects.for_club(league.club).filter(pk=five[0].pk)
    members.update(romaji="Sato Kenichi")
    close_month(league=league, month=OCTOBER, actor=ADMIN)
    members.update(romaji="Yamada Kenichi", display_name="山田")

    assert "Sato Kenichi" in read(organizer)
    organizer.cookies["django_language"] = "ja"
    assert "佐藤" in read(organizer)


def test_an_organizer_closes_a_month_that_has_ended(
    league: League, five: list[Member], organizer: Client
) -> None:
    assert "Close this month" in read(organizer)

    response = organizer.post(f"{PAGE}close/", {"month": "2026-10"})

    assert response.headers["Location"] == f"{PAGE}?month=2026-10"
    page = read(organizer)
    assert "Closed by owner on 2026-11-20, under 2015-04-10" in page
    assert "Close this month" not in page


def test_the_present_month_offers_no_closing_and_refuses_it(
    league: League, five: list[Member], organizer: Client
) -> None:
    record(league, five[:4], day=date(2026, 11, 6))

    response = organizer.post(f"{PAGE}close/", {"month": "2026-11"})

    assert "Close this month" not in read(organizer, "?month=2026-11")
    assert response.status_code == 409
    assert "has not ended yet" in text_of(response.content.decode())
    assert not MonthClose.objects.for_club(league.club).exists()


def test_who_comes_second_reads_who_was_first(closed: MonthClose, organizer: Client) -> None:
    response = organizer.post(f"{PAGE}close/", {"month": "2026-10"})

    assert response.status_code == 409
    assert "tests has already closed this month." in text_of(response.content.decode())


@pytest.mark.parametrize(
    "month", ["", "2026", "2026-13", "1890-01", "x", "２０２６-10", "2026-10\n"]
)
def test_what_is_no_month_is_refused(league: League, organizer: Client, month: str) -> None:
    response = organizer.post(f"{PAGE}close/", {"month": month})

    assert response.status_code in (409, 422)
    assert not MonthClose.objects.for_club(league.club).exists()


def test_a_closed_month_shows_what_was_frozen_and_says_that_the_games_say_otherwise(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    before = rows(organizer, "?month=2026-10")
    assert "would be" not in read(organizer)

    record(league, [five[4], *five[1:4]], day=DAY)

    page = read(organizer)
    assert rows(organizer, "?month=2026-10") == before
    assert "2 games" in page
    assert "4 lines of this ranking would now be different." in page
    assert "?month=2026-10&amp;live=1" in organizer.get(f"{PAGE}?month=2026-10").content.decode()


def test_the_present_standings_mark_every_line_that_is_another(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    record(league, [five[4], *five[1:4]], day=DAY)

    table = rows(organizer, "?month=2026-10&live=1")

    # rank, name, total, rank when it was closed, since then
    assert {name: cells[:5] for name, cells in table.items()} == {
        "佐藤": ["1", "佐藤 健一", "+82", "–", "–"],
        "伊藤": ["2", "伊藤 葵", "+41", "not included", "–"],
        "鈴木": ["3", "鈴木 翔", "+15", "2", "+5"],
        "高橋": ["4", "高橋 恵", "−33", "3", "−11"],
        "田中": ["5", "田中 実", "−105", "4", "−35"],
    }
    page = read(organizer, "?month=2026-10&live=1")
    assert "4 lines differ from the closed ranking" in page
    assert "3 games" in page


def test_the_present_standings_sort_and_stay_the_present_ones(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    record(league, [five[4], *five[1:4]], day=DAY)

    page = parsed(organizer.get(f"{PAGE}?month=2026-10&live=1&sort=-since"))

    (sorted_by,) = page.all("th", **{"aria-sort": "descending"})
    link = sorted_by.one("a", id="sort-since")
    assert link["href"] == "?month=2026-10&live=1&sort=since"


def test_who_is_in_the_ranking_no_more_is_named(
    league: League, five: list[Member], organizer: Client
) -> None:
    alone = record(league, [five[4], *five[1:4]], day=DAY)
    close_month(league=league, month=OCTOBER, actor=ADMIN)
    void_hanchan(hanchan=alone, revision=1, reason="別の会の半荘", actor=ADMIN)

    page = read(organizer, "?month=2026-10&live=1")

    assert "no longer here: 伊藤 葵 (rank 2)" in page


def test_asking_for_the_present_standings_of_an_open_month_changes_nothing(
    league: League, five: list[Member], organizer: Client
) -> None:
    assert rows(organizer, "?month=2026-10&live=1") == rows(organizer, "?month=2026-10")


def test_a_range_of_days_over_a_closed_month_is_ranked_from_the_games(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    record(league, five[:4], day=DAY)

    page = read(organizer, "?from=2026-10-01&to=2026-11-20")

    assert "3 games" in page
    assert "Closed by" not in page


def test_an_organizer_reopens_it_for_a_reason_that_everybody_reads(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    record(league, five[:4], day=DAY)
    url = f"{PAGE}closings/{closed.pk}/reopen/"

    without = organizer.post(url, {"reason": ""})
    done = organizer.post(url, {"reason": "入力もれの1半荘"})

    assert without.status_code == 422
    assert done.headers["Location"] == f"{PAGE}?month=2026-10"
    assert "3 games" in read(organizer)
    assert "Close this month" in read(organizer)
    member = in_english(make_login(league.club, "reader"))
    listed = read(member, "", f"{PAGE}closings/")
    assert "Reopened by owner on 2026-11-20: 入力もれの1半荘" in listed


def test_a_month_reopened_meanwhile_is_said_so(closed: MonthClose, organizer: Client) -> None:
    reopen_month(close=closed, reason="入力もれ", actor=ADMIN)

    response = organizer.post(f"{PAGE}closings/{closed.pk}/reopen/", {"reason": "もう一度"})

    assert response.status_code == 409
    assert "reopened already" in text_of(response.content.decode())


def test_a_closing_that_was_taken_back_can_still_be_read_as_it_was(
    league: League, five: list[Member], closed: MonthClose, organizer: Client
) -> None:
    reopen_month(close=closed, reason="入力もれ", actor=ADMIN)
    record(league, five[:4], day=DAY)

    page = read(organizer, "", f"{PAGE}closings/{closed.pk}/")
    part = organizer.get(
        f"{PAGE}closings/{closed.pk}/?sort=name", headers={"HX-Request": "true"}
    ).content.decode()

    assert "+82" in page
    assert "2 games" in page
    assert part.lstrip().startswith("<div")
    assert "<html" not in part


def test_a_closing_is_found_under_its_own_league_alone(
    league: League, closed: MonthClose, organizer: Client
) -> None:
    abroad = league_of(make_club("seihoku", rule="super-tonpu", owner="owner2"))

    assert organizer.get(f"{PAGE}closings/{closed.pk + 99}/").status_code == 404
    other = logged_in(User.objects.get(username="owner2"))
    path = f"/c/seihoku/ranking/{abroad.slug}/closings/{closed.pk}/"
    assert other.get(path).status_code == 404
    assert other.get(f"{path}reopen/").status_code == 404


def test_members_read_the_closed_month_and_are_offered_no_deed(
    league: League, closed: MonthClose
) -> None:
    member = in_english(make_login(league.club, "reader"))

    page = read(member)

    assert "Closed by tests" in page
    assert "Reopen" not in page


def test_a_closed_month_and_a_range_take_a_fixed_number_of_queries(
    league: League,
    five: list[Member],
    closed: MonthClose,
    organizer: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    forget_sessions()
    with django_assert_num_queries(14):
        read(organizer)
    forget_sessions()
    with django_assert_num_queries(9):
        read(organizer, "?from=2026-10-01&to=2026-10-30")


def test_the_api_tells_of_the_closing_and_gives_the_frozen_lines(
    league: League, five: list[Member], organizer: Client
) -> None:
    assert organizer.get(f"{API}?month=2026-10").json()["closed"] is None
    close_month(league=league, month=OCTOBER, actor=ADMIN)
    answer = organizer.get(f"{API}?month=2026-10").json()
    assert answer["closed"] == {
        "closed_at": "2026-11-20T12:00:00Z", "by": "tests", "differs": False,
    }  # fmt: skip

    record(league, five[:4], day=DAY)

    frozen = organizer.get(f"{API}?month=2026-10").json()
    live = organizer.get(f"{API}?month=2026-10&live=1").json()
    assert frozen["ranked"] == answer["ranked"]
    assert (frozen["games"], live["games"]) == (2, 3)
    assert frozen["closed"]["differs"] is True
    assert live["closed"] == frozen["closed"]
    assert live["ranked"][0]["score"] == 123_000
