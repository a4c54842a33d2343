"""A month ranked under other rules, and what was ruled on cases, through the API."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.models import Club, Member, Ruling, Tally
from rules.models import RuleVersion
from tests.factories import (
    EVENING,
    league_of,
    make_club,
    make_draft,
    make_login,
    make_members,
    record,
)
from tests.league.api.calls import error_of, get
from tests.league.api.rule_calls import queries_of, read

pytestmark = pytest.mark.django_db

WHAT_IF = "clubs/tonan/leagues/main/what-if"
NOVEMBER = f"{WHAT_IF}?month=2026-11"
RULINGS = "clubs/tonan/rulings"
STEEP = [20_000, 10_000, -10_000, -20_000]


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


@pytest.fixture
def four(club: Club) -> list[Member]:
    members = make_members(club)
    record(league_of(club), members)
    return members


@pytest.fixture
def draft(club: Club) -> RuleVersion:
    return make_draft(league_of(club), uma=STEEP)


def test_a_month_is_ranked_under_a_draft_beside_what_it_is_now(
    organizer: Client, four: list[Member], draft: RuleVersion
) -> None:
    body = read(organizer, f"{NOVEMBER}&version={draft.label}")

    assert (body["from"], body["to"], body["games"]) == ("2026-11-01", "2026-11-30", 1)
    assert (body["version"], body["score_name"], body["score_decimals"]) == (draft.label, "pt", 0)
    assert [
        (row["rank"], row["member"], row["score"], row["rank_now"], row["score_now"])
        for row in body["ranked"]
    ] == [
        (1, four[0].pk, 51_000, 1, 41_000),
        (2, four[1].pk, 10_000, 2, 5_000),
        (3, four[2].pk, -16_000, 3, -11_000),
        (4, four[3].pk, -45_000, 4, -35_000),
    ]
    assert (body["impossible"], body["cannot_stand"]) == (0, [])


def test_looking_stores_nothing(organizer: Client, four: list[Member], draft: RuleVersion) -> None:
    before = list(Tally.objects.across_clubs().order_by("pk").values())

    read(organizer, f"{NOVEMBER}&version={draft.label}")

    assert list(Tally.objects.across_clubs().order_by("pk").values()) == before


def test_a_month_is_ranked_under_a_shipped_set(reader: Client, four: list[Member]) -> None:
    body = read(reader, f"{NOVEMBER}&version=shipped:nekohouse-4a@2000-01-01")

    assert body["ranked"][0]["score"] != body["ranked"][0]["score_now"] == 41_000


def test_a_month_of_boo_is_ranked_in_maru() -> None:
    there = make_club("seihoku", rule="nekohouse-boo", owner="other")
    record(league_of(there), make_members(there), (16_300, 7_900, 7_800, 0))
    path = "clubs/seihoku/leagues/main/what-if?month=2026-11&version=2000-01-01"

    top = read(make_login(there, "player"), path)["ranked"][0]

    assert (top["score"], top["score_now"], top["maru"]["maru_a"]) == (9_000, 9_000, 1)


def test_games_that_cannot_stand_are_left_out_and_named(
    organizer: Client, club: Club, four: list[Member]
) -> None:
    draft = make_draft(league_of(club), start_points=30_000)

    body = read(organizer, f"{NOVEMBER}&version={draft.label}")

    assert (body["games"], body["impossible"], body["ranked"]) == (0, 1, [])
    assert "2026-11-20" in body["cannot_stand"][0]["why"]


def test_without_a_version_the_versions_to_choose_from_are_told(
    organizer: Client, reader: Client, draft: RuleVersion
) -> None:
    own = [each["version"] for each in read(reader, WHAT_IF)["versions"]]
    organizers = [each["version"] for each in read(organizer, WHAT_IF)["versions"]]

    assert own[:2] == ["2015-04-10", "2015-04-01"]
    assert "shipped:kinyoukai@2015-04-10" in own
    assert set(organizers) - set(own) == {draft.label}
    for key in (*own[:6], *own[-6:]):  # more in a row are too many requests
        assert get(reader, f"{NOVEMBER}&version={key}").status_code == 200


@pytest.mark.parametrize(
    "key", ["2016-01-01", "draft-999999", "shipped:", "shipped:zung-jung@2000-01-01", "\0"]
)
def test_a_version_that_is_not_there_is_not_found(reader: Client, key: str) -> None:
    response = reader.get(f"/api/v1/{WHAT_IF}", {"month": "2026-11", "version": key})

    assert response.status_code == 404


def test_readers_look_at_no_drafts(reader: Client, draft: RuleVersion) -> None:
    assert get(reader, f"{NOVEMBER}&version={draft.label}").status_code == 404


def test_a_draft_that_contradicts_itself_ranks_nothing(
    organizer: Client, draft: RuleVersion
) -> None:
    draft.parameters["settlement"]["uma"] = [1000, 0, 0, 0]
    draft.save()

    response = get(organizer, f"{NOVEMBER}&version={draft.label}")

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["uma"]


@pytest.mark.parametrize("month", ["", "2026", "2026-13", "2026-11-01", "0001-01"])
def test_what_is_no_month_is_a_bad_request(reader: Client, month: str) -> None:
    response = get(reader, f"{WHAT_IF}?month={month}&version=2015-04-10")

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["month"]


def test_more_games_than_can_be_settled_at_once_are_refused(
    reader: Client, four: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.api.rankings.MOST", 0)

    response = get(reader, f"{NOVEMBER}&version=2015-04-10")

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["month"]


def test_a_fuller_month_takes_no_more_queries(
    reader: Client, club: Club, four: list[Member]
) -> None:
    path = f"{NOVEMBER}&version=2015-04-01"
    few = queries_of(reader, path)
    for day in (1, 2, 3):
        record(league_of(club), four, day=date(2026, 11, day))

    assert queries_of(reader, path) == few


def test_a_league_that_is_not_there_is_not_found(reader: Client) -> None:
    assert get(reader, "clubs/tonan/leagues/nowhere/what-if").status_code == 404


# rulings


def ruling(club: Club, clause: str = "A-3", **values: Any) -> Ruling:
    texts = {"facts": "点棒の数え違い", "outcome": "そのまま続行"}
    return Ruling.objects.create(
        club=club,
        rule_set=league_of(club).rule_set,
        clause=clause,
        **{"day": EVENING, "created_by_name": "世話人", **texts, **values},
    )


def test_a_ruling_is_read_with_its_clause_as_it_stood_that_day(reader: Client, club: Club) -> None:
    game = record(league_of(club), make_members(club))
    stored = ruling(club, hanchan=game)

    (answer,) = read(reader, f"{RULINGS}?lang=en")["rulings"]

    assert (answer["id"], answer["day"], answer["version"]) == (
        stored.pk,
        "2026-11-20",
        "2015-04-10",
    )
    assert (answer["rule_set"], answer["clause"]) == ("kinyoukai", "A-3")
    assert answer["clause_title"] == "Start, return and uma"
    assert (answer["facts"], answer["outcome"]) == ("点棒の数え違い", "そのまま続行")
    assert (answer["game"], answer["game_url"]) == (game.pk, f"/c/tonan/games/{game.pk}/")
    assert (answer["stands"], answer["corrected_by"], answer["voided"]) == (True, None, False)


def test_a_ruling_that_was_corrected_says_by_which(reader: Client, club: Club) -> None:
    first = ruling(club)
    later = ruling(club, corrects=first)

    answer = {each["id"]: each for each in read(reader, RULINGS)["rulings"]}

    assert (answer[first.pk]["stands"], answer[first.pk]["corrected_by"]) == (False, later.pk)
    assert (answer[later.pk]["stands"], answer[later.pk]["corrects"]) == (True, first.pk)


def test_rulings_are_narrowed_by_clause_and_set_and_come_in_pages(
    reader: Client, club: Club
) -> None:
    for _ in range(31):
        ruling(club)
    other = ruling(club, "A-1")

    first = read(reader, RULINGS)
    assert (len(first["rulings"]), first["page"], first["more"]) == (30, 1, True)
    assert read(reader, f"{RULINGS}?page=2")["more"] is False
    assert len(read(reader, f"{RULINGS}?page=2")["rulings"]) == 2
    (only,) = read(reader, f"{RULINGS}?clause=A-1&rule_set=kinyoukai")["rulings"]
    assert only["id"] == other.pk
    assert queries_of(reader, RULINGS) <= queries_of(reader, f"{RULINGS}?clause=A-1") + 1


@pytest.mark.parametrize("page", ["0", "-1", "x", "１", "1e3", "999999999999", ""])
def test_what_is_no_page_is_a_bad_request(reader: Client, page: str) -> None:
    response = reader.get(f"/api/v1/{RULINGS}", {"page": page})

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["page"]


def test_rulings_under_a_set_that_is_not_there_are_not_found(reader: Client) -> None:
    assert get(reader, f"{RULINGS}?rule_set=nowhere").status_code == 404
    assert get(reader, f"{RULINGS}?rule_set=%00").status_code == 404
    assert get(reader, f"{RULINGS}?clause=%00").status_code == 400


def test_the_rulings_of_another_club_are_not_told(reader: Client, club: Club) -> None:
    ruling(make_club("seihoku", owner="other"))

    assert read(reader, RULINGS)["rulings"] == []
    assert get(reader, "clubs/seihoku/rulings").status_code == 404
