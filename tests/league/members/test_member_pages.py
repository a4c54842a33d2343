"""The pages of a member: the league and days asked for, what they show, and what they cost."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from benchmarks import make_games
from league.models import Club, Hanchan, Kyoku, League, Member, Season, Yakuman
from league.rankings.rate import rate_league
from tests.factories import EVENING, league_of, make_club, make_login, make_members, record
from tests.league.evenings import NINE_PM, english, queries_of
from tests.league.people import url

pytestmark = pytest.mark.django_db

PAGES = ("", "seats/", "opponents/", "hands/")


@pytest.fixture
def reader(club: Club) -> Client:
    return english(make_login(club, "reader"))


@pytest.fixture
def people(club: Club) -> list[Member]:
    return make_members(club, 5)


def keep_a_hand(club: Club, people: list[Member], **changes: object) -> Kyoku:
    """A game in which the first of them won a hand from the second."""
    win = {"winner": 0, "from": 1, "han": 3, "fu": 40, "yaku": {"riichi": 1, "dora": 2}}
    values: dict[str, object] = {
        "hanchan": record(league_of(club), people[:4]),
        "number": 0,
        "round": 0,
        "dealer": 1,
        "result": "ron",
        "winners": 1,
        "discarder": 1,
        "riichi": 1,
        "called": 2,
        "delta_0": 5_200,
        "delta_1": -5_200,
        "delta_3": 0,
        "told": {"result": "ron", "wins": [win]},
    }
    return Kyoku.objects.create(**{**values, **changes})


@pytest.mark.parametrize("page", PAGES)
def test_somebody_without_games_has_pages_that_say_so(
    club: Club, people: list[Member], reader: Client, page: str
) -> None:
    response = reader.get(url(people[0], page))

    assert response.status_code == 200
    assert "No games yet" in response.text or "No hands recorded" in response.text


@pytest.mark.parametrize(
    ("period", "games"),
    [
        pytest.param("", 4, id="all time"),
        pytest.param("all", 4, id="all time in words"),
        pytest.param("2026", 3, id="a year"),
        pytest.param("2025", 1, id="an earlier year"),
        pytest.param("2026-11", 2, id="a month"),
        pytest.param("2026-09", 0, id="a month without games"),
        pytest.param("season", 1, id="a season that begins amid a month"),
    ],
)
def test_a_record_is_of_the_days_asked_for(
    club: Club, people: list[Member], reader: Client, period: str, games: int
) -> None:
    league = league_of(club)
    for day in (date(2025, 12, 5), date(2026, 10, 2), date(2026, 11, 6), date(2026, 11, 20)):
        record(league, people[:4], day=day)
    season = Season.objects.create(
        league=league, name="後期", starts_on=date(2026, 11, 10), ends_on=date(2026, 12, 31)
    )
    asked = f"s{season.pk}" if period == "season" else period

    response = reader.get(url(people[0], f"?period={asked}"))

    assert response.status_code == 200
    assert response.context["found"].record.games == games
    assert [choice for choice, _name in response.context["period"].choices] == [
        *("all", f"s{season.pk}", "2026", "2025"),
        *("2026-11", "2026-10", "2025-12"),
    ]


@pytest.mark.parametrize(
    ("asked", "key", "games"),
    [
        ("?month=2026-11", "2026-11", 2),
        ("?year=2026", "2026", 3),
        ("?all=1", "all", 4),
        ("?from=2026-10-01&to=2026-11-06", "2026-10-01_2026-11-06", 2),
        ("?period=2026-10-01_2026-11-06", "2026-10-01_2026-11-06", 2),
    ],
)
def test_a_record_is_asked_for_in_the_words_of_a_ranking_as_well(
    club: Club, people: list[Member], reader: Client, asked: str, key: str, games: int
) -> None:
    for day in (date(2025, 12, 5), date(2026, 10, 2), date(2026, 11, 6), date(2026, 11, 20)):
        record(league_of(club), people[:4], day=day)

    response = reader.get(url(people[0], asked))

    assert response.status_code == 200
    assert response.context["found"].record.games == games
    assert response.context["period"].key == key
    assert f'<option value="{key}" selected>' in response.text


def test_a_club_year_begins_in_the_club_s_month(
    club: Club, people: list[Member], reader: Client
) -> None:
    Club.objects.filter(pk=club.pk).update(year_starts_in=4)
    for day in (date(2026, 3, 31), date(2026, 4, 1), date(2027, 3, 31)):
        record(league_of(club), people[:4], day=day)

    response = reader.get(url(people[0], "?period=2026"))

    assert response.context["found"].record.games == 2
    assert ("2026", "Club year 2026") in response.context["period"].choices


@pytest.mark.parametrize(
    "period", ["x", "2026-13", "2026-00", "1900", "1900-01", "s0", "s999999", "２０２６", "20266"]
)
@pytest.mark.parametrize("page", PAGES)
def test_what_is_no_period_is_said_and_all_days_are_shown(
    club: Club, people: list[Member], reader: Client, page: str, period: str
) -> None:
    record(league_of(club), people[:4])

    response = reader.get(url(people[0], f"{page}?period={period}"))

    assert response.status_code == 400
    assert "There is no such period." in response.text
    assert response.context["period"].key == "all"


@pytest.mark.parametrize("page", PAGES)
def test_a_league_of_another_club_and_its_members_are_not_there(
    club: Club, people: list[Member], reader: Client, page: str
) -> None:
    record(league_of(club), people[:4])
    other = make_club("seihoku", owner="other")
    League.objects.for_club(other).update(slug="abroad")
    stranger = make_members(other, 1)[0]

    assert reader.get(url(people[0], f"{page}?league=abroad")).status_code == 404
    assert reader.get(f"/c/tonan/members/{stranger.pk}/{page}").status_code == 404
    assert reader.get("/c/tonan/ranking/abroad/rating/").status_code == 404


def test_a_league_that_they_have_not_played_in_shows_no_games(
    club: Club, people: list[Member], reader: Client
) -> None:
    league = league_of(club)
    record(league, people[:4])
    League.objects.create(club=club, rule_set=league.rule_set, slug="spring", name="春")

    assert "No games yet" in reader.get(url(people[0], "?league=spring")).text


def note(hanchan: Hanchan, **won: Any) -> None:
    """A yakuman of the game, as the services note it."""
    member = hanchan.seats.get(seat=won["seat"]).member
    Yakuman.objects.create(hanchan=hanchan, member=member, day=hanchan.day, **won)


def test_who_dealt_into_a_yakuman_and_in_which_hand_is_told(
    club: Club, people: list[Member], reader: Client
) -> None:
    win = {"winner": 0, "from": 1, "yakuman": 1, "yaku": {"kokushi": 13}}
    hand = keep_a_hand(club, people, told={"result": "ron", "wins": [win]})
    note(hand.hanchan, seat=0, discarder=1, name="kokushi")
    note(hand.hanchan, seat=1, name="daisangen")

    response = reader.get(url(people[0]))

    (won,) = response.context["yakuman"]
    assert (won["key"], won["from_name"], won["hand"]) == ("kokushi", "鈴木 翔", "East 2")
    assert f"/c/tonan/games/{hand.hanchan_id}/" in response.text
    assert "from 鈴木 翔" in response.text


def test_a_counted_yakuman_is_found_in_its_hand(
    club: Club, people: list[Member], reader: Client
) -> None:
    win = {"winner": 0, "han": 13, "limit": "counted_yakuman", "yaku": {"dora": 12, "riichi": 1}}
    hand = keep_a_hand(club, people, result="tsumo", told={"result": "tsumo", "wins": [win]})
    note(hand.hanchan, seat=0, name="counted_yakuman")

    (won,) = reader.get(url(people[0])).context["yakuman"]

    assert (won["from_name"], won["hand"]) == ("", "East 2")


def test_hands_are_shown_by_rule_set_with_yaku_and_sizes(
    club: Club, people: list[Member], reader: Client
) -> None:
    keep_a_hand(club, people)

    page = reader.get(url(people[0], "hands/"))

    tiles = {tile.label: tile.value for tile in page.context["tiles"]}
    assert (tiles["Win rate"], tiles["Riichi rate"], tiles["Call rate"]) == (
        *("100.0%", "100.0%", "0.0%"),
    )
    assert (tiles["Average win"], tiles["Average deal-in"]) == ("5,200", "–")
    assert page.context["yaku"][0][1:] == (1, 1000)
    other = {
        tile.label: tile.value for tile in reader.get(url(people[1], "hands/")).context["tiles"]
    }
    assert (other["Deal-in rate"], other["Average deal-in"]) == ("100.0%", "5,200")


def test_a_yaku_that_is_not_ours_stands_for_itself(
    club: Club, people: list[Member], reader: Client
) -> None:
    win = {"winner": 0, "from": 1, "han": 1, "yaku": {"iiryanpeikou": 1}}
    keep_a_hand(club, people, told={"result": "ron", "wins": [win]})

    assert "iiryanpeikou" in reader.get(url(people[0], "hands/")).text


def test_ratings_say_their_day_and_games_and_when_they_are_behind(
    club: Club, people: list[Member], reader: Client
) -> None:
    league = league_of(club)
    assert "No ratings yet" in reader.get("/c/tonan/ranking/main/rating/").text
    record(league, people[:4])
    Member.objects.for_club(club).filter(pk=people[3].pk).update(is_guest=True)
    rate_league(league)

    table = reader.get("/c/tonan/ranking/main/rating/")

    groups = {
        is_ranked: [name for name, _line in lines] for is_ranked, lines in table.context["groups"]
    }
    assert groups == {True: ["佐藤 健一", "鈴木 翔", "高橋 恵"], False: ["田中 実"]}
    assert table.context["run"].last_day == EVENING
    assert "As of " in table.text
    assert "1 game" in table.text
    assert not table.context["is_behind"]
    assert "1 game" in reader.get(url(people[0])).text
    record(league, people[:4])
    assert reader.get("/c/tonan/ranking/main/rating/").context["is_behind"]


@time_machine.travel(NINE_PM, tick=False)
def test_pages_take_as_many_queries_for_sixty_members_and_years_as_for_ten_and_a_month() -> None:
    club, league, people = make_games.make_club(members=60)
    reader = make_login(club, "reader")
    month = date(2026, 11, 1)
    make_games.make_history(league, people[:10], month=month, in_month=40, before=0)
    one = people[0]
    where = [
        *(f"/c/bench/members/{one.pk}/{page}" for page in PAGES),
        f"/c/bench/ranking/{league.slug}/rating/",
        *(f"/api/v1/clubs/bench/members/{one.pk}/{each}" for each in ("record", "seats")),
        *(f"/api/v1/clubs/bench/members/{one.pk}/{each}" for each in ("hands", "rating")),
        f"/api/v1/clubs/bench/members/{one.pk}/opponents",
        f"/api/v1/clubs/bench/leagues/{league.slug}/rating",
    ]
    decorate(one)
    rate_league(league)
    few = {each: len(queries_of(reader, each)) for each in where}

    make_games.make_history(league, people, month=month, in_month=120, before=480)
    decorate(one)
    rate_league(league)

    assert {each: len(queries_of(reader, each)) for each in where} == few
    assert max(few.values()) <= 30


def decorate(member: Member) -> None:
    """A yakuman and hands in the latest games of somebody."""
    for seat in member.seats.order_by("-pk")[:5]:
        note(seat.hanchan, seat=seat.seat, name="kokushi")
        seat.hanchan.kyoku.get_or_create(
            number=0,
            defaults={
                "round": 0,
                "dealer": 0,
                "result": "tsumo",
                "winners": 1 << seat.seat,
                "told": {"result": "tsumo", "wins": [{"winner": seat.seat, "han": 2}]},
            },
        )
