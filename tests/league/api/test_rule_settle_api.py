"""A club's own Boo and Zung Jung rules, by which anybody who reads the club may settle a game."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.models import Club, Member
from league.rulebook.write import adopt_rule_set
from tests.factories import ADMIN, make_login
from tests.league.api.calls import error_of, post
from tests.league.api.rule_calls import SETS, new_draft, send

pytestmark = pytest.mark.django_db

BOO = {"rule": "tonan/nekohouse-boo", "points": [16_300, 7_900, 7_800, 0]}
ZUNG_JUNG = {"rule": "tonan/zung-jung", "points": [120, -30, -50, -40]}


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def member(club: Club) -> Client:
    for key in ("nekohouse-boo", "zung-jung"):
        adopt_rule_set(club=club, key=key, actor=ADMIN)
    return make_login(club, "organizer", Member.Role.ORGANIZER)


def settled(client: Client, line: Any) -> Any:
    response = post(client, "settle", line)
    assert response.status_code == 200, response.content
    return response.json()


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(BOO, id="boo"),
        pytest.param(BOO | {"dabu_ken": 0}, id="boo with the right to double"),
        pytest.param(
            BOO | {"yakuman": {"winner": 0, "pao": 3, "discarder": None}},
            id="boo, ended by yakuman",
        ),
        pytest.param(ZUNG_JUNG, id="zung jung"),
    ],
)
def test_a_clubs_copy_of_a_set_settles_as_the_shipped_one(member: Client, line: Any) -> None:
    own = settled(member, line)

    assert own == settled(member, line | {"rule": line["rule"].removeprefix("tonan/")})
    assert own["version"] == "2000-01-01"


def test_boo_answers_with_its_result_and_victory_points(member: Client) -> None:
    answer = settled(member, BOO)

    assert (answer["result"], answer["victory_points"]) == ("maru_a", [9, -3, -3, -3])
    assert answer["scores"] == [9_000, -3_000, -3_000, -3_000]


def test_zung_jung_counts_its_totals_as_they_are(member: Client) -> None:
    answer = settled(member, ZUNG_JUNG)

    assert answer["scores"] == [120_000, -30_000, -50_000, -40_000]
    assert answer["places"] == [1, 2, 4, 3]
    assert "result" not in answer


@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param(ZUNG_JUNG | {"dabu_ken": 0}, "unknown-key", id="a right in zung jung"),
        pytest.param(ZUNG_JUNG | {"points": [1, 0, 0, 0]}, "unbalanced-table", id="no sum"),
        pytest.param(BOO | {"busts": []}, "unknown-key", id="busts in boo"),
        pytest.param(BOO | {"dabu_ken": 4}, "bad-seat", id="a fifth seat"),
    ],
)
def test_what_the_family_does_not_know_is_refused(member: Client, line: Any, code: str) -> None:
    response = post(member, "settle", line)

    assert response.status_code == 422
    assert error_of(response)["code"] == code


def test_a_version_that_was_published_through_the_api_settles_from_its_day(member: Client) -> None:
    path = f"{SETS}/zung-jung"
    draft = new_draft(member, path, "2000-01-01")
    send(
        member,
        "PATCH",
        f"{path}/drafts/{draft['id']}",
        {"draft_revision": 0, "parameters": {"score_per_point": 100}},
    )
    body = {"draft_revision": 1, "effective_from": "2026-01-01"}
    assert post(member, f"{path}/drafts/{draft['id']}/publish", body).status_code == 202

    after = settled(member, ZUNG_JUNG | {"on": "2026-01-01"})
    before = settled(member, ZUNG_JUNG | {"on": "2025-12-31"})

    assert (after["version"], after["scores"][0]) == ("2026-01-01", 12_000)
    assert (before["version"], before["scores"][0]) == ("2000-01-01", 120_000)


def test_strangers_settle_by_no_rules_of_the_club(member: Client) -> None:
    for line in (BOO, ZUNG_JUNG):
        assert error_of(post(Client(), "settle", line))["code"] == "unknown-rule"
