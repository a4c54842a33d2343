"""The month's ranking as data."""

from __future__ import annotations

from datetime import date

import pytest
import time_machine
from django.test import Client

from league.models import Adjustment, Club, Member, Prize, Season
from league.rankings.figures import FIGURES
from tests.factories import league_of, make_login, make_members, record
from tests.league.api.calls import error_of, get

pytestmark = pytest.mark.django_db

PATH = "clubs/tonan/leagues/main/ranking"


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


@pytest.fixture
def four(club: Club) -> list[Member]:
    members = make_members(club)
    record(league_of(club), members)
    record(league_of(club), members, (25000, 25000, 33500, 16500))
    return members


def test_a_month_is_ranked_by_total_in_whole_points(reader: Client, four: list[Member]) -> None:
    body = get(reader, f"{PATH}?month=2026-11").json()

    assert (body["from"], body["to"], body["games"]) == ("2026-11-01", "2026-11-30", 2)
    assert body["versions"] == [{"version": "2015-04-10", "from": "2026-11-01", "to": "2026-11-30"}]
    assert [(row["rank"], row["member"], row["score"]) for row in body["ranked"]] == [
        (1, four[0].pk, 41_000),
        (2, four[2].pk, 23_000),
        (3, four[1].pk, -5_000),
        (4, four[3].pk, -59_000),
    ]


def test_a_row_tells_places_rates_best_and_worst(reader: Client, four: list[Member]) -> None:
    top = get(reader, f"{PATH}?month=2026-11").json()["ranked"][0]

    values = {
        "rank": 1,
        "rank_before": None,
        "member": four[0].pk,
        "name": "佐藤 健一",
        "missing_games": 0,
        "games": 2,
        "score": 41_000,
        "adjusted": 0,
        "total": 41_000,
        "places": [1, 1, 0, 0],
        "average_score": 20_500,
        "average_place_hundredths": 150,
        "top_rate_tenths": 500,
        "top_two_rate_tenths": 1000,
        "last_avoid_rate_tenths": 1000,
        "best": 41_000,
        "worst": 0,
        "busts": 0,
        "chips": 0,
        "top_run": 1,
        "no_last_run": 2,
        "plus_run": 1,
        "points_games": 2,
        "table_points": 16_400,
        "average_table_points": 8_200,
    }
    assert {name: top[name] for name in values} == values
    assert top.keys() == values.keys() | FIGURES.keys()


def test_rows_have_every_figure_that_the_answer_names_and_lines_are_sorted_by(
    reader: Client, four: list[Member]
) -> None:
    body = get(reader, f"{PATH}?month=2026-11").json()
    [refused] = error_of(get(reader, f"{PATH}?sort=luck"))["fields"]["sort"]

    keys = [key for key in FIGURES if key in refused]

    assert set(body["figures"]) <= set(keys)
    for key in keys:
        values = [
            row[key] for row in get(reader, f"{PATH}?month=2026-11&sort={key}").json()["ranked"]
        ]
        assert values == sorted(row[key] for row in body["ranked"]), key
    top = body["ranked"][0]
    assert (top["place"], top["top"], top["last"], top["average"]) == (150, 500, 1000, 20_500)
    assert [top[name] for name in ("first", "second", "third", "fourth")] == top["places"]


@pytest.mark.parametrize(
    ("period", "word"),
    [("2026", "year=2026"), ("2026-11", "month=2026-11"), ("all", "all=1")],
)
def test_a_period_is_asked_for_in_the_words_of_a_member_as_well(
    reader: Client, four: list[Member], period: str, word: str
) -> None:
    asked = get(reader, f"{PATH}?period={period}").json()

    assert asked == get(reader, f"{PATH}?{word}").json()


def test_a_month_without_games_is_empty(reader: Client, four: list[Member]) -> None:
    body = get(reader, f"{PATH}?month=2026-10").json()

    assert (body["ranked"], body["below_minimum"], body["guests"]) == ([], [], [])


def test_who_played_too_little_and_guests_stand_apart(
    reader: Client, club: Club, four: list[Member]
) -> None:
    league = league_of(club)
    league.minimum_games = 3
    league.save()
    guest = Member.objects.create(club=club, display_name="旅の人", is_guest=True)
    record(league, [guest, *four[1:]], (41400, 30000, 23800, 4800))

    body = get(reader, f"{PATH}?month=2026-11").json()

    assert [row["member"] for row in body["below_minimum"]] == [four[0].pk]
    assert [row["member"] for row in body["guests"]] == [guest.pk]
    assert len(body["ranked"]) == 3


def test_nothing_asked_gives_the_clubs_present_month(reader: Client, four: list[Member]) -> None:
    with time_machine.travel("2026-11-03T12:00:00Z", tick=False):
        assert get(reader, PATH).json()["from"] == "2026-11-01"


@pytest.mark.parametrize("month", ["", "2026", "2026-13", "2026-11-01", "１９９９-01", "0001-01"])
def test_what_is_no_month_is_a_bad_request(reader: Client, club: Club, month: str) -> None:
    response = get(reader, f"{PATH}?month={month}")

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["month"]


def test_a_league_that_is_not_there_is_not_found(reader: Client, club: Club) -> None:
    assert get(reader, "clubs/tonan/leagues/nowhere/ranking").status_code == 404


def test_points_given_apart_from_games_count_in_the_total(
    reader: Client, club: Club, four: list[Member]
) -> None:
    Adjustment.objects.create(
        league=league_of(club), member=four[3], day=date(2026, 11, 3), points=109_000, reason="賞"
    )

    top = get(reader, f"{PATH}?month=2026-11").json()["ranked"][0]

    assert (top["member"], top["score"], top["adjusted"], top["total"]) == (
        four[3].pk,
        -59_000,
        109_000,
        50_000,
    )


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        pytest.param("year=2026", "2026-01-01", "2026-12-31", id="a year"),
        pytest.param("from=2026-11-02&to=2026-11-20", "2026-11-02", "2026-11-20", id="a range"),
        pytest.param("all=1", "2026-11-01", "2026-11-30", id="everything"),
    ],
)
def test_any_stretch_can_be_asked_for(
    reader: Client, four: list[Member], query: str, first: str, last: str
) -> None:
    with time_machine.travel("2026-11-20T12:00:00Z", tick=False):
        body = get(reader, f"{PATH}?{query}").json()

    assert (body["from"], body["to"], body["games"]) == (first, last, 2)
    assert body["prizes"] == []


def test_a_season_is_asked_for_by_its_number(
    reader: Client, club: Club, four: list[Member]
) -> None:
    season = Season.objects.create(
        league=league_of(club),
        name="秋期",
        starts_on=date(2026, 9, 1),
        ends_on=date(2026, 12, 1),
        minimum_games=3,
    )

    body = get(reader, f"{PATH}?season={season.pk}").json()

    assert (body["from"], body["minimum_games"], len(body["below_minimum"])) == ("2026-09-01", 3, 4)


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("year=26", "year"),
        ("year=2099", "year"),
        ("all=yes", "all"),
        ("season=999999", "season"),
        ("season=x", "season"),
        ("from=2026-11-20&to=2026-11-02", "to"),
        ("to=2026-11-02", "from"),
        ("from=soon", "from"),
        ("month=2026-11&year=2026", "month"),
        ("sort=luck", "sort"),
        ("member=me", "member"),
        ("page=0", "page"),
        ("page_size=9999", "page_size"),
    ],
)
def test_what_cannot_be_understood_is_a_bad_request(
    reader: Client, four: list[Member], query: str, field: str
) -> None:
    response = get(reader, f"{PATH}?{query}")

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == [field]


def test_one_member_can_be_asked_for(reader: Client, four: list[Member]) -> None:
    body = get(reader, f"{PATH}?month=2026-11&member={four[2].pk}").json()

    assert [(row["member"], row["rank"]) for row in body["ranked"]] == [(four[2].pk, 2)]
    assert body["games"] == 2


def test_lines_are_sorted_by_any_figure_and_come_in_pages(
    reader: Client, four: list[Member]
) -> None:
    query = f"{PATH}?month=2026-11&sort=-worst&page_size=3"
    first, second = (get(reader, f"{query}&page={page}").json() for page in (1, 2))

    worst = [row["worst"] for row in (*first["ranked"], *second["ranked"])]

    assert worst == sorted(worst, reverse=True)
    assert len(set(worst)) > 1
    assert (first["page"], first["page_size"], first["more"], second["more"]) == (1, 3, True, False)
    assert (len(first["ranked"]), len(second["ranked"])) == (3, 1)


def test_ranks_of_the_month_before_and_prizes_are_told(
    reader: Client, club: Club, four: list[Member]
) -> None:
    record(league_of(club), [four[3], *four[:3]], day=date(2026, 10, 9))
    Prize.objects.create(league=league_of(club), measure="top", name="トップ賞", minimum_games=2)

    body = get(reader, f"{PATH}?month=2026-11").json()

    assert body["before"] == {"from": "2026-10-01", "to": "2026-10-31"}
    top = body["ranked"][0]
    assert (top["rank"], top["rank_before"]) == (1, 2)
    assert body["prizes"] == [
        {
            "name": "トップ賞",
            "measure": "top",
            "minimum_games": 2,
            "value": 500,
            "winners": [four[0].pk, four[2].pk],
        }
    ]
