"""The monthly ranking as a reader sees it."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client

from league.clubs.write import create_league, update_league
from league.core.days import club_day
from league.games.write import restore_hanchan, void_hanchan
from league.models import Club, League, Member, Season, User
from league.rulebook.write import adopt_rule_set, publish_version
from rules.parameters import RiichiParameters, override
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    logged_in,
    make_club,
    make_login,
    make_members,
    record,
)
from tests.league.evenings import queries_of
from tests.pages import parsed

pytestmark = pytest.mark.django_db

MOMENT = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)  # the evening, in Tokyo


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(MOMENT, tick=False):
        yield


@pytest.fixture
def browser(club: Club) -> Client:
    client = logged_in(User.objects.get(username="owner"))
    client.cookies["django_language"] = "en"
    return client


def read(browser: Client, query: str = "", *, slug: str = "main", status: int = 200) -> str:
    """The ranking page, line breaks evened out."""
    response = browser.get(f"/c/tonan/ranking/{slug}/{query}")

    assert response.status_code == status
    return " ".join(response.content.decode().split())


def lines(page: str) -> list[list[str]]:
    """The table's lines as texts: rank, name, figures; headings of groups alone."""
    return parsed(page).rows("tbody")


def column(page: str, heading: str) -> dict[str, str]:
    """One column's texts by name."""
    index = parsed(page).heads.index(heading)
    return {cells[1].split()[0]: cells[index] for cells in lines(page) if len(cells) > 1}


def names(page: str) -> list[str]:
    """The family names in the order of the lines."""
    return [cells[1].split()[0] for cells in lines(page) if len(cells) > 1]


def test_the_month_of_two_games_reads_as_worked_out_by_hand(
    league: League, browser: Client
) -> None:
    sato, suzuki, takahashi, tanaka = make_members(league.club)
    record(league, [sato, suzuki, takahashi, tanaka], (41400, 30000, 23800, 4800))  # 41 5 -11 -35
    record(league, [tanaka, sato, suzuki, takahashi], (41400, 30000, 23800, 4800))

    page = read(browser)

    # rank, name, total, games, average place, 1st to 4th, top rate, last avoided, best, worst, …
    assert [" | ".join(cells) for cells in lines(page)] == [
        "1 | 佐藤 健一 | +46 | 2 | 1.50 | 1 | 1 | 0 | 0 | 50.0% | 100.0% | +41 | +5 | +23.0",
        "2 | 田中 実 | +6 | 2 | 2.50 | 1 | 0 | 0 | 1 | 50.0% | 50.0% | +41 | −35 | +3.0",
        "3 | 鈴木 翔 | −6 | 2 | 2.50 | 0 | 1 | 1 | 0 | 0.0% | 100.0% | +5 | −11 | −3.0",
        "4 | 高橋 恵 | −46 | 2 | 3.50 | 0 | 0 | 1 | 1 | 0.0% | 50.0% | −11 | −35 | −23.0",
    ]
    assert "2 games" in page
    assert "4 people" in page


def test_equal_totals_share_a_rank_say_so_and_the_next_rank_is_skipped(
    league: League, browser: Client
) -> None:
    everybody = make_members(league.club, 8)
    record(league, everybody[:4])
    record(league, everybody[4:], table=2, number=1)

    ranks = [cells[0].split() for cells in lines(read(browser))]

    assert ranks == [
        ["1", "tied"], ["1", "tied"], ["3", "tied"], ["3", "tied"],
        ["5", "tied"], ["5", "tied"], ["7", "tied"], ["7", "tied"],
    ]  # fmt: skip


def test_a_rank_that_nobody_shares_says_nothing_of_ties(league: League, browser: Client) -> None:
    record(league, make_members(league.club))

    assert "tied" not in read(browser)


def test_members_below_the_minimum_stand_apart_and_read_how_many_games_are_missing(
    league: League, browser: Client
) -> None:
    update_league(league=league, values={"minimum_games": 3}, actor=ADMIN)
    sato, suzuki, takahashi, tanaka, ito = make_members(league.club, 5)
    for _game in range(2):
        record(league, [sato, suzuki, takahashi, tanaka])
    record(league, [ito, suzuki, takahashi, tanaka])

    answer = lines(read(browser))

    assert [cells[:2] for cells in answer] == [
        ["1", "鈴木 翔"],  # 5 + 5 + 5
        ["2", "高橋 恵"],
        ["3", "田中 実"],
        ["Too few games to be ranked"],
        ["–", "佐藤 健一 1 game short"],
        ["–", "伊藤 葵 2 games short"],
    ]


def test_guests_are_counted_in_games_but_stand_apart_without_a_rank(
    league: League, browser: Client
) -> None:
    members = make_members(league.club)
    Member.objects.for_club(league.club).filter(pk=members[0].pk).update(is_guest=True)
    record(league, members)

    answer = [cells[:3] for cells in lines(read(browser))]

    assert answer == [
        ["1", "鈴木 翔", "+5"],
        ["2", "高橋 恵", "−11"],
        ["3", "田中 実", "−35"],
        ["Guests"],
        ["–", "佐藤 健一", "+41"],
    ]


def test_a_league_may_rank_its_guests(league: League, browser: Client) -> None:
    update_league(league=league, values={"guests_ranked": True}, actor=ADMIN)
    members = make_members(league.club)
    Member.objects.for_club(league.club).filter(pk=members[0].pk).update(is_guest=True)
    record(league, members)

    answer = lines(read(browser))

    assert [cells[0] for cells in answer] == ["1", "2", "3", "4"]
    assert answer[0][1].split()[-1] == "guest"


def test_a_voided_game_vanishes_and_a_restored_one_returns(league: League, browser: Client) -> None:
    members = make_members(league.club)
    kept = record(league, members)
    wrong = record(league, [members[3], *members[:3]])
    void_hanchan(hanchan=wrong, revision=1, reason="卓違い", actor=ADMIN)

    without = read(browser)
    restore_hanchan(hanchan=wrong, revision=2, reason="合っていた", actor=ADMIN)
    again = read(browser)

    assert kept.pk
    assert set(column(without, "games").values()) == {"1"}
    assert set(column(again, "games").values()) == {"2"}


def test_a_month_whose_only_game_was_voided_is_empty(league: League, browser: Client) -> None:
    game = record(league, make_members(league.club))
    void_hanchan(hanchan=game, revision=1, reason="練習", actor=ADMIN)

    page = read(browser)

    assert "No games in November 2026" in page
    assert lines(page) == []


@pytest.mark.parametrize(
    ("moment", "month"),
    [
        pytest.param(datetime(2026, 11, 30, 15, 30, tzinfo=UTC), "2026-11", id="00:30 on the 1st"),
        pytest.param(datetime(2026, 11, 30, 19, 59, tzinfo=UTC), "2026-11", id="04:59 on the 1st"),
        pytest.param(datetime(2026, 11, 30, 20, 0, tzinfo=UTC), "2026-12", id="05:00 on the 1st"),
    ],
)
def test_a_game_after_midnight_on_the_first_belongs_to_the_month_of_its_evening(
    league: League, browser: Client, moment: datetime, month: str
) -> None:
    record(league, make_members(league.club), day=club_day(league.club, moment))

    with time_machine.travel(moment, tick=False):
        found = {
            name: bool(lines(read(browser, f"?month={name}"))) for name in ("2026-11", "2026-12")
        }

    assert found == {"2026-11": month == "2026-11", "2026-12": month == "2026-12"}


def test_a_three_player_league_has_no_fourth_place_and_avoids_the_third(
    club: Club, browser: Client
) -> None:
    in_club = adopt_rule_set(club=club, key="yakyu-3p-tonnan", actor=ADMIN)
    sanma = create_league(club=club, rule_set=in_club, slug="sanma", name="三麻", actor=ADMIN)
    first = in_club.rule_set.versions.order_by("-effective_from")[0].value
    start = first.game.start_points
    points = (start + 10000, start, start - 10000)
    record(sanma, make_members(club, 3), points)

    page = read(browser, slug="sanma")

    assert "4th" not in page
    assert list(column(page, "last-place avoidance").values()) == ["100.0%", "100.0%", "0.0%"]
    assert "1 game<" in page or "1 game ·" in page


def test_the_page_opens_on_the_latest_month_played_when_the_present_one_is_empty(
    league: League, browser: Client
) -> None:
    record(league, make_members(league.club), day=date(2026, 8, 7))

    page = read(browser)

    assert 'aria-current="page">August 2026<' in page
    assert "?month=2026-07" not in page  # nothing before the first month
    assert 'rel="next" href="?month=2026-09"' in page
    assert 'href="?month=2026-11">This month<' in page


def test_the_present_month_can_be_reached_and_nothing_lies_beyond_it(
    league: League, browser: Client
) -> None:
    record(league, make_members(league.club), day=date(2026, 10, 9))

    page = read(browser, "?month=2026-11")

    assert "No games in November 2026" in page
    assert 'rel="prev" href="?month=2026-10"' in page
    assert 'rel="next"' not in page


def test_a_league_without_games_shows_the_present_month(browser: Client) -> None:
    assert "No games in November 2026" in read(browser)


def test_a_season_ranks_its_own_days_by_its_own_minimum(league: League, browser: Client) -> None:
    update_league(league=league, values={"minimum_games": 9}, actor=ADMIN)
    season = Season.objects.create(
        league=league, name="秋期", starts_on=date(2026, 9, 15), ends_on=EVENING, minimum_games=2
    )
    sato, suzuki, takahashi, tanaka, ito = make_members(league.club, 5)
    record(league, [sato, suzuki, takahashi, tanaka], day=date(2026, 9, 14))  # the day before
    record(league, [sato, suzuki, takahashi, tanaka], day=date(2026, 9, 15))
    record(league, [ito, suzuki, takahashi, tanaka], day=EVENING)
    record(league, [sato, suzuki, takahashi, tanaka], day=date(2026, 11, 21))  # the day after

    page = read(browser, f"?season={season.pk}")

    assert "秋期" in page
    assert "minimum 2 games" in page
    assert column(page, "games") == {
        "鈴木": "2", "高橋": "2", "田中": "2", "佐藤": "1", "伊藤": "1"
    }  # fmt: skip
    assert lines(page)[3] == ["Too few games to be ranked"]


def test_sorting_changes_the_order_of_the_lines_and_never_the_ranks(
    league: League, browser: Client
) -> None:
    members = make_members(league.club)
    record(league, members)
    record(league, [members[3], *members[:3]])

    by_rank, by_worst = read(browser), read(browser, "?sort=-worst")

    assert names(by_worst) == ["佐藤", "鈴木", "田中", "高橋"]
    assert {cells[1]: cells[0] for cells in lines(by_worst)} == {
        cells[1]: cells[0] for cells in lines(by_rank)
    }


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("rank", "佐藤"), ("-rank", "高橋"), ("-total", "佐藤"), ("total", "高橋"),
        ("place", "佐藤"), ("-place", "高橋"), ("-best", "佐藤"), ("best", "高橋"),
        ("-fourth", "田中"), ("-third", "鈴木"), ("last", "田中"), ("-top", "佐藤"),
        ("-average", "佐藤"), ("name", "佐藤"), ("-name", "高橋"), ("-second", "佐藤"),
    ],
)  # fmt: skip
def test_every_column_sorts_both_ways_and_equals_keep_the_order_of_their_ranks(
    league: League, browser: Client, sort: str, first: str
) -> None:
    readings = {"佐藤": "さとう", "鈴木": "すずき", "高橋": "たかはし", "田中": "たなか"}
    members = make_members(league.club)
    for member in members:
        member.kana = readings[member.display_name.split()[0]]
        member.save()
    record(league, members)
    record(league, [members[3], *members[:3]])
    expected = "田中" if sort == "-name" else first

    assert names(read(browser, f"?sort={sort}"))[0] == expected


def test_the_sorted_column_is_told_and_its_link_turns_the_order(
    league: League, browser: Client
) -> None:
    record(league, make_members(league.club))

    page = read(browser, "?sort=-total")

    (head,) = (each for each in parsed(page).parts() if "aria-sort" in each)
    assert head["aria-sort"] == "descending"
    assert list(head.links.values()) == ["?month=2026-11&sort=total"]


def test_sorting_by_htmx_brings_the_table_alone(league: League, browser: Client) -> None:
    record(league, make_members(league.club))

    response = browser.get("/c/tonan/ranking/main/?sort=-best", headers={"HX-Request": "true"})
    page = response.content.decode()

    assert '<table class="table' in page
    assert "<html" not in page
    assert "HX-Request" in response["Vary"]


def test_going_back_in_the_browser_brings_the_whole_page(league: League, browser: Client) -> None:
    headers = {"HX-Request": "true", "HX-History-Restore-Request": "true"}

    assert b"<html" in browser.get("/c/tonan/ranking/main/", headers=headers).content


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("?month=2026-13", "“2026-13” is not a month", id="no thirteenth month"),
        pytest.param("?month=November", "is not a month", id="words"),
        pytest.param("?month=２０２６-１１", "is not a month", id="wide digits"),
        pytest.param("?month=0001-01", "is not a month", id="before all clubs"),
        pytest.param("?month=2026-11%00", "is not a month", id="a zero byte"),
        pytest.param("?season=x", "There is no such season", id="season in words"),
        pytest.param("?from=2026-02-30", "Please write the day", id="no such day"),
        pytest.param("?from=9999-12-31&to=9999-12-31", "Please choose a day", id="end of time"),
        pytest.param("?from=2026-11-20&to=2026-11-01", "is before the first day", id="backwards"),
        pytest.param(
            "?sort=password", "The ranking cannot be sorted by that column", id="no such column"
        ),
        pytest.param(
            "?sort=--total", "The ranking cannot be sorted by that column", id="two minuses"
        ),
    ],
)
def test_what_makes_no_sense_is_said_and_the_latest_month_shown(
    league: League, browser: Client, query: str, expected: str
) -> None:
    record(league, make_members(league.club))

    page = read(browser, query, status=400)

    assert expected in page
    assert names(page) == ["佐藤", "鈴木", "高橋", "田中"]


def test_a_refused_range_keeps_what_was_typed(league: League, browser: Client) -> None:
    page = read(browser, "?from=2026-11-20&to=soon", status=400)

    assert 'value="2026-11-20"' in page
    assert 'value="soon"' in page


def test_the_versions_of_the_month_are_told_with_their_days(
    club: Club, league: League, browser: Client
) -> None:
    in_club = league.rule_set
    newest = in_club.rule_set.versions.order_by("-effective_from")[0]
    parameters = newest.value
    assert isinstance(parameters, RiichiParameters)
    publish_version(
        in_club=in_club,
        day=date(2026, 11, 15),
        parameters=override(parameters, {"score_decimals": 1}),
        stated_by=newest.stated_by,
        clauses=[],
        changes_ja="",
        changes_en="",
        actor=ADMIN,
    )
    record(league, make_members(club), day=date(2026, 11, 20))

    page = parsed(read(browser)).shown
    october = parsed(read(browser, "?month=2026-10")).shown

    assert "until November 14 2015-04-10 " in page
    assert "from November 15 2026-11-15" in page
    assert "+41.0" in page  # decimals of the newest version in the month
    assert "until" not in october


def test_the_archive_shows_the_version_before_the_first_day_of_the_next(
    league: League, browser: Client
) -> None:
    page = parsed(read(browser, "?from=2015-04-03&to=2015-04-12")).shown

    assert "until April 9 2015-04-01" in page
    assert "from April 10 2015-04-10" in page


def test_the_reader_finds_the_own_line_marked(league: League) -> None:
    browser = make_login(league.club, "mine")
    mine = Member.objects.for_club(league.club).get(display_name="mine")
    record(league, [*make_members(league.club, 3), mine])

    assert read(browser).count("row--me") == 1


def test_full_names_are_shown_where_the_club_shows_them(club: Club, browser: Client) -> None:
    members = make_members(club)
    Member.objects.for_club(club).filter(pk=members[0].pk).update(full_name="佐藤 健一郎")
    Club.objects.filter(pk=club.pk).update(names_shown=Club.Names.FULL)
    record(league_of(club), members)

    page = read(browser)

    assert "佐藤 健一郎" in page
    assert "鈴木 翔" in page  # nothing else is known of him


def test_a_league_of_another_club_is_not_found(browser: Client) -> None:
    other = make_club("other", owner="stranger")
    create_league(
        club=other, rule_set=league_of(other).rule_set, slug="theirs", name="他", actor=ADMIN
    )

    assert browser.get("/c/tonan/ranking/theirs/").status_code == 404
    assert browser.get("/c/other/ranking/main/").status_code == 404


def test_a_season_of_another_league_is_not_found(club: Club, browser: Client) -> None:
    other = create_league(
        club=club, rule_set=league_of(club).rule_set, slug="b", name="B", actor=ADMIN
    )
    season = Season.objects.create(
        league=other, name="春", starts_on=date(2026, 4, 1), ends_on=EVENING
    )

    assert browser.get(f"/c/tonan/ranking/main/?season={season.pk}").status_code == 404
    assert browser.get(f"/c/tonan/ranking/main/?season={10**30}").status_code == 404


def test_the_rankings_of_a_club_with_one_league_lead_straight_to_it(browser: Client) -> None:
    response = browser.get("/c/tonan/ranking/")

    assert response.status_code == 302
    assert response.headers["Location"] == "/c/tonan/ranking/main/"


def test_the_rankings_of_a_club_with_two_leagues_list_them(club: Club, browser: Client) -> None:
    create_league(
        club=club, rule_set=league_of(club).rule_set, slug="b", name="Bリーグ", actor=ADMIN
    )

    page = browser.get("/c/tonan/ranking/").content.decode()

    assert "月例リーグ" in page
    assert "Bリーグ" in page


def fill(league: League, *, members: int, months: int) -> None:
    """So many members, and in so many months up to the evening's one game for each table."""
    people = [
        Member.objects.create(club=league.club, display_name=f"会員 {n:03d}")
        for n in range(members)
    ]
    for back in range(months):
        year, month = divmod(2026 * 12 + 10 - back, 12)
        for table in range(members // 4 if back == 0 else 1):
            four = people[4 * table : 4 * table + 4]
            record(league, four, day=date(year, month + 1, 6), table=table + 1, number=1)


#: how often the page asks the database for a kind of period
QUERIES = {
    "?month=2026-11": 14,  # which may be closed
    "?from=2024-01-05&to=2026-11-20": 9,
    "?year=2026": 11,  # held against the one before
    "?all=1": 9,
}


def test_the_page_asks_the_database_as_often_for_200_members_and_24_months_as_for_8_and_1(
    club: Club, browser: Client
) -> None:
    # the club's state before and after
    # login session, user, club, membership; leagues with their months, seasons, versions, lines,
    # adjustments; the closings and ranks of the month before, prizes
    big_club = make_club("big", owner="owner2")
    big_browser = logged_in(User.objects.get(username="owner2"))
    fill(league_of(club), members=8, months=1)
    fill(league_of(big_club), members=200, months=24)

    for slug, client, members in (("tonan", browser, 8), ("big", big_browser, 200)):
        urls = {query: f"/c/{slug}/ranking/main/{query}" for query in QUERIES}
        asked = {query: len(queries_of(client, url)) for query, url in urls.items()}
        listed = {len(lines(client.get(url).text)) for url in urls.values()}
        assert (asked, listed) == (QUERIES, {members})


@pytest.mark.parametrize(
    ("period", "words"),
    [
        ("2026-11", "?month=2026-11"),
        ("2026", "?year=2026"),
        ("2026-11-02_2026-11-20", "?from=2026-11-02&to=2026-11-20"),
        ("all", "?all=1"),
    ],
)
def test_a_ranking_is_asked_for_in_the_words_of_a_member_as_well(
    league: League, browser: Client, period: str, words: str
) -> None:
    record(league, make_members(league.club))

    shown = [browser.get(f"/c/tonan/ranking/main/{w}") for w in (f"?period={period}", words)]

    assert [answer.status_code for answer in shown] == [200, 200]
    assert shown[0].context["period"] == shown[1].context["period"]
    assert shown[0].context["table"].heads == shown[1].context["table"].heads
