"""The ranking's further figures, movement, prizes, adjustments and years, as a reader sees them."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client

from league.clubs.write import update_club, update_league
from league.core.days import Period
from league.models import (
    Adjustment,
    AuditEvent,
    Club,
    League,
    Member,
    MonthClose,
    Prize,
    Season,
    User,
)
from league.rankings.closings import closed_month, frozen_ranking
from league.rankings.figures import FIGURES, facts_of
from league.rankings.table import ranking_of
from league.rankings.write import close_month, give_adjustment, withdraw_adjustment
from tests.factories import ADMIN, EVENING, logged_in, make_members, record
from tests.league.rankings.test_ranking import column, lines, names, read
from tests.pages import parsed

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 9)
PRIZES = "/c/tonan/ranking/main/prizes/"


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(datetime(2026, 11, 20, 12, 0, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def browser(club: Club) -> Client:
    client = logged_in(User.objects.get(username="owner"))
    client.cookies["django_language"] = "en"
    return client


@pytest.fixture
def four(league: League) -> list[Member]:
    return make_members(league.club)


def adjust(league: League, member: Member, points: int, day: date = EVENING) -> Adjustment:
    return give_adjustment(
        league=league, member=member, day=day, points=points, reason="遅刻", actor=ADMIN
    )


def moves(page: str) -> list[str]:
    """What the rank cells say of the period before, as it is spoken."""
    cells = parsed(page).all("span", css="ranking-move")
    return [cell.one("span", css="visually-hidden").words for cell in cells]


# figures


def test_the_usual_figures_come_first_and_a_link_shows_the_others(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)

    usual = read(browser, "?sort=-best")
    every = read(browser, "?figures=all&sort=-best")

    assert "tops in a row" not in usual
    assert parsed(usual).links["More figures"] == "?month=2026-11&figures=all&sort=-best"
    assert parsed(every).links["Fewer figures"] == "?month=2026-11&sort=-best"
    assert column(every, "tops in a row") == {"佐藤": "1", "鈴木": "0", "高橋": "0", "田中": "0"}
    assert column(every, "table points")["佐藤"] == "+16,400"  # held 41,400, began with 25,000
    assert "minus the 25,000 start points" in every
    assert "chips" not in parsed(every).heads


def test_sorting_by_a_further_figure_shows_it_and_the_links_keep_it(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)

    page = read(browser, "?sort=-busts")

    assert 'href="?month=2026-11&amp;figures=all&amp;sort=-best"' in page
    # the order would go by nothing shown
    assert parsed(page).links["Fewer figures"] == "?month=2026-11"


@pytest.mark.parametrize("falls", ["", "-"])
@pytest.mark.parametrize(
    "key",
    [
        *("top_two", "top_run", "no_last_run", "plus_run", "busts"),
        *("table_points", "average_table_points", "adjusted"),
    ],
)
def test_every_further_column_sorts_both_ways(
    league: League, four: list[Member], browser: Client, key: str, falls: str
) -> None:
    record(league, four, (61_400, 30_000, 23_800, -15_200))
    adjust(league, four[2], 1_000)

    found = ranking_of(league.club, league, Period(first=EVENING, last=EVENING))
    facts = facts_of(found)
    by_figure = sorted(
        found.ranked, key=lambda line: FIGURES[key].value(line, facts) or 0, reverse=bool(falls)
    )

    page = read(browser, f"?figures=all&sort={falls}{key}")

    assert names(page) == [line.name.split()[0] for line in by_figure]


def test_the_club_s_means_stand_below(league: League, four: list[Member], browser: Client) -> None:
    record(league, four)
    record(league, four)

    page = read(browser)
    foot = parsed(page).one("tfoot").words.split()

    # average of the ranked: total, games, average place, places, top rate …
    assert foot[4:10] == ["0.0", "2.0", "2.50", "0.5", "0.5", "0.5"]


# movement


def test_a_rank_is_held_against_that_of_the_month_before(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=OCTOBER)
    record(league, [four[1], four[0], four[2], four[3]])

    page = read(browser)

    assert moves(page) == ["1 up", "1 down", "same rank", "same rank"]
    assert "↑1" in page
    assert "↓1" in page


def test_who_was_not_ranked_in_the_month_before_is_new_by_its_own_minimum(
    league: League, browser: Client
) -> None:
    update_league(league=league, values={"minimum_games": 2}, actor=ADMIN)
    sato, suzuki, takahashi, tanaka, ito = make_members(league.club, 5)
    for people in ([sato, suzuki, takahashi, tanaka], [sato, suzuki, takahashi, ito]):
        record(league, people, day=OCTOBER)  # 田中 and 伊藤 one game short
    for _game in range(2):
        record(league, [sato, suzuki, takahashi, tanaka])

    page = read(browser)

    assert [cells[0].split()[-1] for cells in lines(page)] == ["–", "–", "–", "new"]


@pytest.mark.parametrize("query", ["?from=2026-11-01&to=2026-11-20", "?all=1", "?year=2026"])
def test_what_follows_nothing_that_was_ranked_shows_no_movement(
    league: League, four: list[Member], browser: Client, query: str
) -> None:
    record(league, four, day=OCTOBER)
    record(league, four)

    assert "ranking-move" not in read(browser, query)


def test_a_closed_month_is_what_the_next_one_is_held_against(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=OCTOBER)
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    for _game in range(3):  # forgotten then, and entered since
        record(league, [four[3], *four[:3]], day=OCTOBER)
    record(league, four)

    assert set(moves(read(browser))) == {"same rank"}


# adjustments


def test_what_was_taken_counts_in_the_total_and_stands_beside_it(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)  # +41 +5 -11 -35
    without = read(browser)
    adjust(league, four[0], -50_000)
    withdrawn = adjust(league, four[1], -90_000)
    withdraw_adjustment(adjustment=withdrawn, reason="誤記", actor=ADMIN)
    adjust(league, four[1], 7_000, day=OCTOBER)  # another month's

    page = read(browser)

    assert "adjusted" not in without
    assert names(page) == ["鈴木", "佐藤", "高橋", "田中"]
    assert column(page, "total")["佐藤"] == "−9"
    assert column(page, "adjusted") == {"鈴木": "–", "佐藤": "−50", "高橋": "–", "田中": "–"}


def test_who_was_adjusted_without_a_game_is_listed_without_a_rank(
    league: League, browser: Client
) -> None:
    *four, fifth = make_members(league.club, 5)
    record(league, four)
    adjust(league, fifth, 99_000)

    answer = lines(read(browser))

    assert [cells[0] for cells in answer] == ["1", "2", "3", "4", "Too few games to be ranked", "–"]
    assert answer[-1][1:5] == ["伊藤 葵 1 game short", "+99", "0", "–"]


# periods


def test_a_year_is_a_calendar_year_until_the_club_counts_otherwise(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=date(2026, 1, 9))
    record(league, four, day=OCTOBER)

    calendar = read(browser, "?year=2026")
    update_club(club=league.club, values={"year_starts_in": 4}, actor=ADMIN)
    fiscal, before = read(browser, "?year=2026"), read(browser, "?year=2025")

    assert set(column(calendar, "games").values()) == {"2"}
    assert set(column(fiscal, "games").values()) == {"1"}
    assert set(column(before, "games").values()) == {"1"}
    assert "Yearly ranking" in fiscal
    assert "club year 2026" in fiscal
    assert 'rel="prev" href="?year=2025"' in fiscal
    assert 'rel="next"' not in fiscal
    assert 'href="?year=2026">This year<' in before


@pytest.mark.parametrize("year", ["26", "1949", "2099", "9999", "２０２６", "x"])
def test_what_is_no_year_is_said(
    league: League, four: list[Member], browser: Client, year: str
) -> None:
    record(league, four)

    assert "is not a year" in read(browser, f"?year={year}", status=400)


def test_all_time_holds_every_game(league: League, four: list[Member], browser: Client) -> None:
    for day in (date(2016, 2, 5), date(2021, 7, 30), EVENING):
        record(league, four, day=day)

    page = read(browser, "?all=1")

    assert set(column(page, "games").values()) == {"3"}
    assert "All-time ranking" in page
    assert parsed(page).all("a", href="?all=1", **{"aria-current": "page"})


def test_the_kinds_of_periods_keep_the_order_and_the_figures(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)

    page = read(browser, "?figures=all&sort=-best")

    assert 'href="?year=2026&amp;figures=all&amp;sort=-best"' in page
    assert 'href="?all=1&amp;figures=all&amp;sort=-best"' in page
    assert 'name="figures" value="all"' in page


# prizes


def give(league: League, *prizes: tuple[str, str, int]) -> None:
    Prize.objects.bulk_create(
        Prize(league=league, position=at, name=name, measure=measure, minimum_games=minimum)
        for at, (name, measure, minimum) in enumerate(prizes)
    )


def won(page: str) -> list[str]:
    """Each prize as one line of text."""
    return [each.shown for each in parsed(page).all("li", css="prize")]


def test_prizes_stand_beside_the_month_with_whoever_wins_them(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)
    record(league, [four[1], four[0], four[2], four[3]])
    give(league, ("優勝", "total", 0), ("", "last", 2), ("最多対局", "games", 3))

    page = read(browser)

    assert won(page) == [
        "優勝 佐藤 健一 , 鈴木 翔 +46 total",
        "last-place avoidance rate 佐藤 健一 , 鈴木 翔 , 高橋 恵 100.0% at least 2 games",
        "最多対局 no winner yet most games · at least 3 games",
    ]


def test_a_closed_month_keeps_the_prizes_that_there_were(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=OCTOBER)
    give(league, ("優勝", "total", 0))
    close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    Prize.objects.for_club(league.club).delete()
    give(league, ("最多対局", "games", 1))

    api = "/api/v1/clubs/tonan/leagues/main/ranking?month=2026-10"
    answer = [browser.get(f"{api}{live}").json()["prizes"] for live in ("", "&live=1")]

    assert won(read(browser, "?month=2026-10")) == ["優勝 佐藤 健一 +41 total"]
    assert won(read(browser, "?month=2026-10&live=1"))[0].startswith("最多対局")
    assert [[prize["name"] for prize in prizes] for prizes in answer] == [["優勝"], ["最多対局"]]


def test_a_month_closed_before_prizes_were_kept_shows_those_of_today(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=OCTOBER)
    close = close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    MonthClose.objects.for_club(league.club).filter(pk=close.pk).update(prizes=None)
    give(league, ("優勝", "total", 0))

    assert won(read(browser, "?month=2026-10")) == ["優勝 佐藤 健一 +41 total"]


def test_a_season_has_prizes_and_a_range_of_days_has_none(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four)
    give(league, ("", "best", 0))
    season = Season.objects.create(
        league=league, name="秋期", starts_on=date(2026, 9, 1), ends_on=EVENING
    )

    assert won(read(browser, f"?season={season.pk}")) == ["best game 佐藤 健一 +41"]
    for query in ("?from=2026-11-02&to=2026-11-20", "?year=2026", "?all=1", "?month=2026-10"):
        assert won(read(browser, query)) == []


def rows(*prizes: dict[str, object], seen: str = "", initial: int = 0) -> dict[str, object]:
    """The page's form as a browser sends it."""
    sent: dict[str, object] = {
        "form-TOTAL_FORMS": len(prizes), "form-INITIAL_FORMS": initial, "seen": seen,
    }  # fmt: skip
    for at, prize in enumerate(prizes):
        sent |= {f"form-{at}-{name}": value for name, value in prize.items()}
    return sent


def test_organizers_add_change_order_and_remove_prizes(league: League, browser: Client) -> None:
    first = rows(
        {"measure": "total", "name": "優勝", "minimum_games": 0, "position": 2},
        {"measure": "top", "name": "", "minimum_games": 12, "position": 1},
        {"measure": "", "name": "", "minimum_games": 0},
    )
    assert browser.post(PRIZES, first).status_code == 302
    there = list(Prize.objects.for_club(league.club))
    assert [(p.measure, p.name, p.minimum_games) for p in there] == [
        ("top", "", 12),
        ("total", "優勝", 0),
    ]

    page = browser.get(PRIZES).content.decode()
    seen = ",".join(str(prize.pk) for prize in there)
    assert f'value="{seen}"' in page
    second = rows(
        {"measure": "top", "name": "", "minimum_games": 12, "position": 1, "is_removed": "on"},
        {"measure": "total", "name": "金メダル", "minimum_games": 5, "position": 2},
        seen=seen,
        initial=2,
    )
    assert browser.post(PRIZES, second).status_code == 302

    (left,) = Prize.objects.for_club(league.club)
    assert (left.measure, left.name, left.minimum_games) == ("total", "金メダル", 5)
    events = AuditEvent.objects.for_club(league.club).filter(type="prizes.changed").order_by("pk")
    assert [len(event.after["prizes"]) for event in events if event.after] == [2, 1]


def test_prizes_that_stay_as_they_are_leave_no_event(league: League, browser: Client) -> None:
    give(league, ("優勝", "total", 0))
    seen = str(Prize.objects.for_club(league.club).get().pk)
    same = {"measure": "total", "name": "優勝", "minimum_games": 0, "position": 1}

    assert browser.post(PRIZES, rows(same, seen=seen, initial=1)).status_code == 302

    assert not AuditEvent.objects.for_club(league.club).filter(type="prizes.changed").exists()
    assert str(Prize.objects.for_club(league.club).get().pk) == seen


def test_whoever_saves_prizes_second_reads_that_somebody_was_first(
    league: League, browser: Client
) -> None:
    give(league, ("優勝", "total", 0))  # since the page was opened

    answer = browser.post(PRIZES, rows({"measure": "top", "minimum_games": 0}))

    assert answer.status_code == 409
    assert "Someone else has changed the prizes" in answer.content.decode()
    assert Prize.objects.for_club(league.club).get().measure == "total"


@pytest.mark.parametrize(
    "prize",
    [
        pytest.param({"name": "優勝"}, id="a name for nothing"),
        pytest.param({"measure": "luck"}, id="nothing that is counted"),
        pytest.param({"measure": "top", "minimum_games": -1}, id="fewer games than none"),
        pytest.param({"measure": "top", "name": "賞" * 41}, id="a long name"),
    ],
)
def test_a_prize_that_says_nothing_is_refused(
    league: League, browser: Client, prize: dict[str, object]
) -> None:
    assert browser.post(PRIZES, rows(prize)).status_code == 422
    assert not Prize.objects.for_club(league.club).exists()


# closed months


def test_a_closed_month_keeps_adjustments_and_every_figure(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=OCTOBER)
    given = adjust(league, four[1], 60_000, day=OCTOBER)
    period = Period(first=date(2026, 10, 1), last=date(2026, 10, 31))
    then = ranking_of(league.club, league, period)
    close = close_month(league=league, month=period.first, actor=ADMIN)
    close = MonthClose.objects.for_club(league.club).get(pk=close.pk)

    assert frozen_ranking(league.club, close).lines == then.lines

    withdraw_adjustment(adjustment=given, reason="誤記", actor=ADMIN)
    differs = closed_month(league.club, close, ranking_of(league.club, league, period))
    assert {each.member_id for each in differs.differences} == {four[0].pk, four[1].pk}


def test_a_month_that_an_earlier_release_closed_shows_what_was_kept_then(
    league: League, four: list[Member], browser: Client
) -> None:
    record(league, four, day=OCTOBER)
    close = close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)
    for row in close.rows:
        del row["adjusted"]
        for name in ("top_run", "no_last_run", "plus_run", "points_games"):
            del row["record"][name]
    close.save()

    page = read(browser, "?month=2026-10&figures=all")

    assert names(page) == ["佐藤", "鈴木", "高橋", "田中"]
    assert "top-two rate" in page
    assert "in a row" not in page
    assert "table points" not in page
    assert "since the month was closed" not in page


def test_a_closing_tells_the_last_game_that_it_counts(
    league: League, four: list[Member], browser: Client
) -> None:
    last = record(league, four, day=OCTOBER, number=3)
    close = close_month(league=league, month=date(2026, 10, 1), actor=ADMIN)

    page = parsed(browser.get(f"/c/tonan/ranking/main/closings/{close.pk}/"))

    link = page.one("a", href=f"/c/tonan/games/{last.pk}/")
    assert link.words.startswith("up to game 3 at table 1 on")


def test_the_owner_says_with_which_month_the_year_begins(club: Club, browser: Client) -> None:
    page = browser.get("/c/tonan/settings/").content.decode()
    assert 'name="year_starts_in"' in page
    values = {
        "name": "東南会", "time_zone": "Asia/Tokyo", "day_turns_at": 5, "language": "ja",
        "visibility": "members", "names_shown": "display",
    }  # fmt: skip

    assert browser.post("/c/tonan/settings/", {**values, "year_starts_in": 4}).status_code == 302
    assert Club.objects.get(pk=club.pk).year_starts_in == 4
    assert browser.post("/c/tonan/settings/", values).status_code == 302
    assert Club.objects.get(pk=club.pk).year_starts_in == 4  # not said: as it was
    assert browser.post("/c/tonan/settings/", {**values, "year_starts_in": 13}).status_code == 422


def test_an_english_ranking_names_people_in_romaji_and_a_japanese_one_in_kanji(
    league: League, browser: Client
) -> None:
    people = make_members(league.club)
    Member.objects.for_club(league.club).filter(pk=people[0].pk).update(romaji="Sato Kenichi")
    record(league, people)

    for language, wanted in (("en", "Sato Kenichi"), ("ja", people[0].display_name)):
        browser.cookies["django_language"] = language
        assert wanted in parsed(browser.get("/c/tonan/ranking/main/")).links
