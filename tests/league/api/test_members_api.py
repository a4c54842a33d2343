"""A member's figures as data: whole numbers, the same as on the pages."""

from __future__ import annotations

import re
from datetime import date

import pytest
from django.test import Client

from league.models import Club, Kyoku, Member
from league.rankings.rate import rate_league
from tests.factories import league_of, make_login, make_members, record
from tests.league.api.calls import error_of, get

pytestmark = pytest.mark.django_db


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


@pytest.fixture
def four(club: Club) -> list[Member]:
    members = make_members(club)
    record(league_of(club), members)
    record(league_of(club), members, (25000, 25000, 33500, 16500))
    record(league_of(club), members, day=date(2026, 10, 2))
    return members


def path(member: Member, call: str) -> str:
    return f"clubs/tonan/members/{member.pk}/{call}"


def test_a_record_is_told_in_all_and_by_month(reader: Client, four: list[Member]) -> None:
    body = get(reader, path(four[0], "record")).json()

    assert (body["league"], body["period"], body["games"]) == ("main", "all", 3)
    assert (body["total"], body["adjusted"], body["score"]) == (82_000, 0, 82_000)
    assert (body["places"], body["average_place_hundredths"]) == ([2, 1, 0, 0], 133)
    assert (body["top_run"], body["no_last_run"]) == (2, 3)
    assert [(line["month"], line["games"]) for line in body["months"]] == [
        ("2026-10", 1),
        ("2026-11", 2),
    ]


def test_a_period_is_asked_for_and_one_that_is_none_is_refused(
    reader: Client, four: list[Member]
) -> None:
    assert get(reader, path(four[0], "record") + "?period=2026-10").json()["games"] == 1
    refused = get(reader, path(four[0], "record") + "?period=October")
    assert refused.status_code == 400
    assert list(error_of(refused)["fields"]) == ["period"]


@pytest.mark.parametrize("asked", ["month=2026-10", "all=1", "from=2026-10-01&to=2026-10-31"])
def test_days_asked_for_as_of_a_ranking_are_refused_and_not_ignored(
    reader: Client, four: list[Member], asked: str
) -> None:
    refused = get(reader, path(four[0], "record") + f"?{asked}")

    assert refused.status_code == 400
    assert list(error_of(refused)["fields"]) == re.findall("([a-z]+)=", asked)
    assert "period" in str(error_of(refused)["fields"])


def test_seats_and_opponents_are_told(reader: Client, four: list[Member]) -> None:
    (seat,) = get(reader, path(four[0], "seats")).json()["seats"]
    opponents = get(reader, path(four[0], "opponents")).json()["opponents"]

    assert (seat["seat"], seat["games"], seat["score"]) == (0, 3, 82_000)
    assert seat["points_won"] == (41_400 + 25_000 + 41_400) - 3 * 25_000
    ahead = {row["member"]: (row["games"], row["ahead"], row["level"]) for row in opponents}
    assert ahead[four[3].pk] == (3, 3, 0)
    assert ahead[four[2].pk] == (3, 2, 0)


def test_hands_are_told_by_rule_set(reader: Client, four: list[Member]) -> None:
    Kyoku.objects.create(
        hanchan=four[0].seats.first().hanchan,  # type: ignore[union-attr]
        number=0,
        round=0,
        dealer=0,
        result="tsumo",
        winners=1,
        delta_0=8_000,
        told={"result": "tsumo", "wins": [{"winner": 0, "han": 5, "yaku": {"riichi": 1}}]},
    )

    answer = get(reader, path(four[0], "hands")).json()
    (hands,) = answer["rule_sets"]
    assert answer["league"] is None  # wherever they were played

    assert (hands["rule_set"], hands["hands"], hands["wins"]) == ("kinyoukai", 1, 1)
    assert (hands["win_rate_tenths"], hands["call_rate_tenths"]) == (1_000, None)
    assert (hands["wins_by_size"], hands["wins_by_yaku"]) == ({"mangan": 1}, {"riichi": 1})


def test_ratings_are_told_with_the_day_that_they_stand_for(
    club: Club, reader: Client, four: list[Member]
) -> None:
    league_path = "clubs/tonan/leagues/main/rating"
    nothing = get(reader, path(four[0], "rating")).json()
    assert (nothing["as_of"], nothing["rating"], nothing["days"]) == (None, None, [])
    assert get(reader, league_path).json()["ratings"] == []
    rate_league(league_of(club))

    own = get(reader, path(four[0], "rating")).json()
    table = get(reader, league_path).json()

    assert (own["as_of"], own["games"]) == ("2026-11-20", 3)
    assert [day["day"] for day in own["days"]] == ["2026-10-02", "2026-11-20"]
    assert (table["as_of"], table["games"], table["is_behind"]) == ("2026-11-20", 3, False)
    assert table["ratings"][0]["member"] == four[0].pk
    assert table["ratings"][0]["rating"] == own["rating"]
    month = get(reader, path(four[0], "rating") + "?period=2026-10").json()
    assert [day["day"] for day in month["days"]] == ["2026-10-02"]


def test_somebody_without_games_has_no_league_and_one_of_another_club_is_not_there(
    club: Club, reader: Client
) -> None:
    nobody = make_members(club, 1)[0]

    body = get(reader, path(nobody, "record")).json()

    assert body["league"] is None
    assert "games" not in body
    assert get(reader, f"clubs/tonan/members/{nobody.pk + 999}/record").status_code == 404
