"""Points tried on a draft by a program, beside what the version in force makes of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import AuditEvent, Club, Hanchan, Member
from rules.models import RuleVersion
from tests.factories import league_of, make_draft, make_login
from tests.league.api.calls import error_of, post
from tests.league.api.rule_calls import SET
from tests.league.evenings import english

pytestmark = pytest.mark.django_db

POINTS = [41_400, 30_000, 23_800, 4_800]


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def draft(club: Club) -> RuleVersion:
    return make_draft(league_of(club), uma=[20_000, 10_000, -10_000, -20_000])


def tried(client: Client, draft: RuleVersion, body: Any) -> Any:
    return post(client, f"{SET}/drafts/{draft.pk}/try", body)


def test_points_are_settled_under_the_draft_and_under_the_version_in_force(
    organizer: Client, club: Club, draft: RuleVersion
) -> None:
    events = AuditEvent.objects.for_club(club).count()

    answer = tried(organizer, draft, {"points": POINTS})

    assert answer.status_code == 200
    under_draft, in_force = answer.json()["trials"]
    assert (under_draft["version"], in_force["version"]) == (draft.label, "2015-04-10")
    uma = [
        [
            part["points"]
            for seat in each["seats"]
            for part in seat["parts"]
            if part["part"] == "uma"
        ]
        for each in (under_draft, in_force)
    ]
    assert uma == [[20_000, 10_000, -10_000, -20_000], [10_000, 5_000, -5_000, -10_000]]
    for each in (under_draft, in_force):
        assert [seat["points"] for seat in each["seats"]] == POINTS
        assert [seat["place"] for seat in each["seats"]] == [1, 2, 3, 4]
        assert [sum(part["points"] for part in seat["parts"]) for seat in each["seats"]] == [
            seat["score"] for seat in each["seats"]
        ]
    assert AuditEvent.objects.for_club(club).count() == events
    assert not Hanchan.objects.for_club(club).exists()


def test_a_game_that_a_version_cannot_settle_says_why(
    organizer: Client, draft: RuleVersion
) -> None:
    answer = tried(organizer, draft, {"points": [41_400, 30_000, 23_800, 4_700]})

    trials = answer.json()["trials"]
    assert [each["seats"] for each in trials] == [[], []]
    assert all(each["problems"] for each in trials)


def test_sticks_that_are_left_count_to_the_points(organizer: Client, draft: RuleVersion) -> None:
    answer = tried(organizer, draft, {"points": [40_400, *POINTS[1:]], "sticks": 1_000})

    assert [each["problems"] for each in answer.json()["trials"]] == [[], []]


def test_a_draft_that_contradicts_itself_settles_nothing(
    organizer: Client, draft: RuleVersion
) -> None:
    draft.parameters["settlement"]["uma"] = [20_000, 10_000, -10_000, -10_000]
    draft.save()

    answer = tried(organizer, draft, {"points": POINTS})

    assert (answer.status_code, error_of(answer)["code"]) == (422, "bad-parameters")
    assert list(error_of(answer)["fields"]) == ["uma"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        pytest.param({}, "points", id="no points"),
        pytest.param({"points": POINTS[:2]}, "points", id="two players"),
        pytest.param({"points": [*POINTS, 0]}, "points", id="five players"),
        pytest.param({"points": [10**9, 0, 0, 0]}, "points", id="absurd points"),
        pytest.param({"points": POINTS, "sticks": "1"}, "sticks", id="sticks as a text"),
        pytest.param({"points": POINTS, "colour": 1}, "colour", id="what is not asked for"),
    ],
)
def test_what_is_no_game_is_refused(
    organizer: Client, draft: RuleVersion, body: Any, field: str
) -> None:
    answer = tried(organizer, draft, body)

    assert answer.status_code == 400
    assert field in error_of(answer)["fields"]


def test_only_organizers_try(club: Club, draft: RuleVersion) -> None:
    member = make_login(club, "member", Member.Role.MEMBER)

    assert tried(member, draft, {"points": POINTS}).status_code == 403
