"""Correcting, voiding and restoring games through the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.clubs.verification import verify_club
from league.models import AuditEvent, Club, Hanchan, Member
from tests.factories import make_login, make_members
from tests.league.api.calls import body_of, error_of, get, post, put

pytestmark = pytest.mark.django_db

PATH = "clubs/tonan/hanchan"


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def scorer(club: Club) -> Client:
    return make_login(club, "scorer", Member.Role.SCORER)


@pytest.fixture
def path(scorer: Client, four: list[Member]) -> str:
    return f"{PATH}/{post(scorer, PATH, body_of(four)).json()['id']}"


def corrected(four: list[Member], **more: Any) -> dict[str, Any]:
    """The game of ``body_of`` with the points of the first two the other way round."""
    body: dict[str, Any] = body_of(four, (30_000, 41_400, 23_800, 4_800))
    for name in ("key", "day"):
        del body[name]
    return body | {"reason": "東と南が逆"} | more


def test_a_correction_settles_the_game_anew_and_keeps_what_it_was(
    scorer: Client, club: Club, four: list[Member], path: str
) -> None:
    response = put(scorer, path, corrected(four, revision=1))

    assert response.status_code == 200
    body = response.json()
    assert (body["revision"], body["places"]) == (2, [2, 1, 3, 4])
    assert body["scores"] == [5_000, 41_000, -11_000, -35_000]
    event = AuditEvent.objects.for_club(club).get(type="hanchan.edited")
    assert event.reason == "東と南が逆"
    assert event.before is not None
    assert verify_club(club)["differences"] == 0


def test_the_tag_of_what_was_read_is_as_good_as_its_revision(
    scorer: Client, four: list[Member], path: str
) -> None:
    tag = get(scorer, path)["ETag"]

    response = put(scorer, path, corrected(four), headers={"If-Match": tag})

    assert response.status_code == 200
    assert response["ETag"] != tag
    assert get(scorer, path)["ETag"] == response["ETag"]


def test_whoever_has_the_answer_already_gets_nothing_but_that(scorer: Client, path: str) -> None:
    first = get(scorer, path)

    for tag in (first["ETag"], f"W/{first['ETag']}"):
        again = scorer.get(f"/api/v1/{path}", headers={"If-None-Match": tag})

        assert (again.status_code, again.content) == (304, b"")


def test_a_correction_of_an_older_state_is_refused_with_the_present_one(
    scorer: Client, club: Club, four: list[Member], path: str
) -> None:
    tag = get(scorer, path)["ETag"]
    put(scorer, path, corrected(four, revision=1))

    for late, status in (
        (put(scorer, path, corrected(four, revision=1)), 409),
        (put(scorer, path, corrected(four), headers={"If-Match": tag}), 412),
        (post(scorer, f"{path}/void", {"revision": 1, "reason": "二重入力"}), 409),
    ):
        assert late.status_code == status
        error = error_of(late)
        assert (error["code"], error["revision"]) == ("changed-meanwhile", 2)

    assert Hanchan.objects.for_club(club).get().revision == 2


@pytest.mark.parametrize(
    ("more", "tag", "status", "code", "field"),
    [
        pytest.param({}, None, 428, "revision-needed", None, id="no revision"),
        pytest.param({"revision": -1}, None, 400, "bad-request", "revision", id="no number"),
        pytest.param({}, "*", 400, "bad-request", "If-Match", id="any state"),
        pytest.param({}, '"abc"', 400, "bad-request", "If-Match", id="no tag of ours"),
        pytest.param(
            {"revision": 2}, '"1-0123456789ab"', 400, "bad-request", "If-Match", id="two answers"
        ),
        pytest.param({"revision": 1, "reason": " "}, None, 422, "bad-entry", "reason", id="no why"),
        pytest.param(
            {"revision": 1, "day": "2026-11-21"}, None, 400, "bad-request", "day", id="day"
        ),
        pytest.param(
            {"revision": 1, "league": "nowhere"}, None, 422, "bad-entry", "league", id="league"
        ),
        pytest.param({"revision": 1, "sticks": 1_000}, None, 422, "bad-entry", "points", id="sum"),
    ],
)
def test_what_is_wrong_with_a_correction_is_said_and_changes_nothing(
    scorer: Client,
    club: Club,
    four: list[Member],
    path: str,
    more: dict[str, Any],
    tag: str | None,
    status: int,
    code: str,
    field: str | None,
) -> None:
    headers = {} if tag is None else {"If-Match": tag}

    response = put(scorer, path, corrected(four, **more), headers=headers)

    assert response.status_code == status
    error = error_of(response)
    assert error["code"] == code
    if field is not None:
        assert field in error["fields"]
    assert Hanchan.objects.for_club(club).get().revision == 1


def test_a_voided_game_counts_no_more_and_comes_back(scorer: Client, club: Club, path: str) -> None:
    gone = post(scorer, f"{path}/void", {"revision": 1, "reason": "二重入力"})

    assert (gone.status_code, gone.json()["voided"]) == (200, True)
    assert gone.json()["void_reason"] == "二重入力"
    assert get(scorer, PATH).json()["games"] == []
    back = post(
        scorer, f"{path}/restore", {"reason": "別の対局"}, headers={"If-Match": gone["ETag"]}
    )
    assert (back.status_code, back.json()["voided"]) == (200, False)
    assert len(get(scorer, PATH).json()["games"]) == 1
    assert verify_club(club)["differences"] == 0


def test_what_is_voided_is_neither_voided_again_nor_corrected(
    scorer: Client, four: list[Member], path: str
) -> None:
    post(scorer, f"{path}/void", {"revision": 1, "reason": "二重入力"})

    for response in (
        post(scorer, f"{path}/void", {"revision": 2, "reason": "二重入力"}),
        put(scorer, path, corrected(four, revision=2)),
    ):
        assert response.status_code == 422
        assert error_of(response)["code"] == "refused"


def test_a_member_corrects_no_game_of_another_day(
    club: Club, four: list[Member], path: str
) -> None:
    member = make_login(club, "member", Member.Role.MEMBER)

    response = put(member, path, corrected(four, revision=1))

    assert response.status_code == 403
    assert json.loads(response.content)["error"]["code"] == "forbidden"
