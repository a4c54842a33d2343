"""The month's ranking as data."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.models import Club, Member
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

    assert top == {
        "rank": 1,
        "member": four[0].pk,
        "name": "佐藤 健一",
        "games": 2,
        "score": 41_000,
        "places": [1, 1, 0, 0],
        "average_place_hundredths": 150,
        "top_rate_tenths": 500,
        "last_avoid_rate_tenths": 1000,
        "best": 41_000,
        "worst": 0,
        "busts": 0,
        "chips": 0,
    }


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


def test_nothing_asked_gives_the_clubs_present_month(
    reader: Client, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.api.rankings.club_day", lambda _club: date(2026, 11, 3))

    assert get(reader, PATH).json()["from"] == "2026-11-01"


@pytest.mark.parametrize("month", ["", "2026", "2026-13", "2026-11-01", "１９９９-01", "0001-01"])
def test_what_is_no_month_is_a_bad_request(reader: Client, club: Club, month: str) -> None:
    response = get(reader, f"{PATH}?month={month}")

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["month"]


def test_a_league_that_is_not_there_is_not_found(reader: Client, club: Club) -> None:
    assert get(reader, "clubs/tonan/leagues/nowhere/ranking").status_code == 404
