"""Evenings, people, closed months and prizes through the API: what an organizer's program does."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from league.core.days import club_day
from league.models import Club, EveningPass, Member, MonthClose, Prize, Session
from tests.factories import EVENING, league_of, make_login, make_members, make_session, record
from tests.league.api.calls import error_of, get, post, put

pytestmark = pytest.mark.django_db

TONAN = "clubs/tonan"


@pytest.fixture(autouse=True)
def _nobody_called_yet() -> None:
    cache.clear()


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def scorer(club: Club) -> Client:
    return make_login(club, "scorer", Member.Role.SCORER)


def patch(client: Client, path: str, body: Any, **more: Any) -> Any:
    return client.patch(
        f"/api/v1/{path}", json.dumps(body), content_type="application/json", **more
    )


class TestPeople:
    def test_somebody_is_added_read_and_changed(self, organizer: Client, club: Club) -> None:
        new = {"display_name": "東野", "kana": "とうの", "aliases": ["ひがし", "ひがし"]}

        added = post(organizer, f"{TONAN}/members", new)

        assert added.status_code == 201
        assert added["Location"] == f"/api/v1/{TONAN}/members/{added.json()['id']}"
        path = f"{TONAN}/members/{added.json()['id']}"
        assert added.json() == get(organizer, path).json()
        assert added.json()["aliases"] == ["ひがし"]
        changed = patch(organizer, path, {"guest": True, "romaji": "Touno"})
        assert changed.status_code == 200
        member = Member.objects.for_club(club).get(display_name="東野")
        assert (member.is_guest, member.romaji, member.kana) == (True, "Touno", "とうの")

    def test_somebody_leaves_and_comes_back(self, organizer: Client, club: Club) -> None:
        member = make_members(club)[0]
        path = f"{TONAN}/members/{member.pk}"

        left = patch(organizer, path, {"left_on": "2026-11-01"})
        back = patch(organizer, path, {"left_on": None})

        assert (left.json()["left"], back.json()["left"]) == (True, False)

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({}, 422, "display_name", id="no name"),
            pytest.param({"display_name": "東野"}, 422, "display_name", id="a name taken"),
            pytest.param({"display_name": "あ" * 41}, 422, "display_name", id="too long"),
            pytest.param({"display_name": "\n"}, 400, "display_name", id="a line break"),
            pytest.param({"display_name": "南", "role": "owner"}, 400, "role", id="a role"),
            pytest.param(
                {"display_name": "南", "joined_on": "2026-13-01"}, 400, "joined_on", id="no day"
            ),
            pytest.param(
                {"display_name": "南", "joined_on": "2026-05-01", "left_on": "2026-04-01"},
                *(422, "left_on"),
                id="gone before they came",
            ),
        ],
    )
    def test_who_cannot_be_is_refused_beside_the_field(
        self, organizer: Client, club: Club, sent: dict[str, Any], status: int, field: str
    ) -> None:
        Member.objects.create(club=club, display_name="東野")
        before = Member.objects.for_club(club).count()

        response = post(organizer, f"{TONAN}/members", sent)

        assert response.status_code == status
        assert list(error_of(response)["fields"]) == [field]
        assert Member.objects.for_club(club).count() == before

    def test_a_change_of_what_somebody_else_changed_is_refused(
        self, organizer: Client, club: Club
    ) -> None:
        path = f"{TONAN}/members/{make_members(club)[0].pk}"
        tag = get(organizer, path)["ETag"]
        mine = patch(organizer, path, {"romaji": "Azuma"}, headers={"If-Match": tag})

        late = patch(organizer, path, {"romaji": "Higashi"}, headers={"If-Match": tag})

        assert (mine.status_code, late.status_code) == (200, 412)
        assert error_of(late)["code"] == "changed-meanwhile"
        assert get(organizer, path).json()["romaji"] == "Azuma"
        again = patch(organizer, path, {"romaji": "H"}, headers={"If-Match": mine["ETag"]})
        assert again.status_code == 200


class TestEvenings:
    def test_an_evening_is_opened_described_and_attended(self, scorer: Client, club: Club) -> None:
        people = make_members(club)
        opened = post(scorer, f"{TONAN}/sessions", {"day": "2026-12-05", "title": "忘年会"})

        assert opened.status_code == 201
        assert opened["Location"] == f"/api/v1/{TONAN}/sessions/{opened.json()['id']}"
        path = f"{TONAN}/sessions/{opened.json()['id']}"
        described = patch(scorer, path, {"place": "二階"})
        came = put(scorer, f"{path}/attendance", {"members": [each.pk for each in people]})

        session = Session.objects.for_club(club).get(day=date(2026, 12, 5))
        assert (session.title, session.place) == ("忘年会", "二階")
        assert described.json()["place"] == "二階"
        assert [each["name"] for each in came.json()["members"]] == [
            each.display_name for each in people
        ]
        assert get(scorer, path).json() == came.json()

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"day": EVENING.isoformat()}, 422, "title", id="there already"),
            pytest.param({"day": "1700-01-01"}, 400, "day", id="no day of a club"),
            pytest.param({"title": "a" * 61}, 422, "title", id="too long a title"),
            pytest.param({"options": {}}, 400, "options", id="what cannot be set here"),
        ],
    )
    def test_an_evening_that_cannot_be_is_refused_beside_the_field(
        self, scorer: Client, club: Club, sent: dict[str, Any], status: int, field: str
    ) -> None:
        make_session(club)

        response = post(scorer, f"{TONAN}/sessions", sent)

        assert response.status_code == status
        assert list(error_of(response)["fields"]) == [field]
        assert Session.objects.for_club(club).count() == 1

    def test_a_member_opens_the_present_evening_alone(self, club: Club) -> None:
        member = make_login(club, "member", Member.Role.MEMBER)

        later = post(member, f"{TONAN}/sessions", {"day": "2099-01-01"})
        tonight = post(member, f"{TONAN}/sessions", {})

        assert (later.status_code, tonight.status_code) == (422, 201)

    def test_who_is_not_of_the_club_cannot_come(self, scorer: Client, club: Club) -> None:
        session = make_session(club)

        response = put(scorer, f"{TONAN}/sessions/{session.pk}/attendance", {"members": [10**9]})

        assert response.status_code == 422
        assert list(error_of(response)["fields"]) == ["members"]

    def test_a_pass_is_issued_listed_and_revoked(self, scorer: Client, club: Club) -> None:
        session = make_session(club, club_day(club))
        path = f"{TONAN}/sessions/{session.pk}/passes"

        issued = post(scorer, path, {})

        assert issued.status_code == 201
        assert get(scorer, path).json()["passes"] == [issued.json()]
        guest = Client()
        assert guest.get(issued.json()["link"]).status_code == 302
        for _again in range(2):
            gone = scorer.delete(f"/api/v1/{path}/{issued.json()['id']}")
            assert gone.status_code == 204
        assert EveningPass.objects.for_club(club).get().revoked_at
        assert get(scorer, path).json()["passes"] == []


class TestMonths:
    def test_a_month_is_closed_and_opened_again(self, organizer: Client, club: Club) -> None:
        record(league_of(club), make_members(club), day=date(2026, 9, 4))
        path = f"{TONAN}/leagues/main/closings"

        closed = post(organizer, path, {"month": "2026-09"})

        assert closed.status_code == 201
        assert (closed.json()["month"], closed.json()["games"]) == ("2026-09", 1)
        assert get(organizer, path).json()["closings"] == [closed.json()]
        opened = post(organizer, f"{path}/{closed.json()['id']}/reopen", {"reason": "記入漏れ"})
        assert opened.json()["reason"] == "記入漏れ"
        assert MonthClose.objects.for_club(club).get().reopened_at

    @pytest.mark.parametrize(
        ("month", "status"),
        [("2026-10", 422), ("2099-01", 422), ("2026-9", 400), ("2026-13", 400), (9, 400)],
    )
    def test_what_is_no_month_to_close_is_refused(
        self, organizer: Client, club: Club, month: object, status: int
    ) -> None:
        response = post(organizer, f"{TONAN}/leagues/main/closings", {"month": month})

        assert response.status_code == status
        if status == 400:
            assert "2026-11" in error_of(response)["fields"]["month"][0]
        assert not MonthClose.objects.for_club(club).exists()

    def test_prizes_are_read_and_replaced_from_what_was_read(
        self, organizer: Client, club: Club
    ) -> None:
        path = f"{TONAN}/leagues/main/prizes"
        tag = get(organizer, path)["ETag"]
        wanted = [
            {"measure": "best", "name": "一発大賞", "minimum_games": 0},
            {"measure": "last", "name": "", "minimum_games": 10},
        ]

        first = put(organizer, path, {"prizes": wanted}, headers={"If-Match": tag})
        late = put(organizer, path, {"prizes": []}, headers={"If-Match": tag})

        assert first.json()["prizes"] == wanted
        assert late.status_code == 412
        assert Prize.objects.for_club(club).count() == 2

    def test_a_prize_for_what_nobody_measures_is_refused(
        self, organizer: Client, club: Club
    ) -> None:
        path = f"{TONAN}/leagues/main/prizes"

        response = put(organizer, path, {"prizes": [{"measure": "luck"}]})

        assert response.status_code == 400
        assert "prizes" in error_of(response)["fields"]
