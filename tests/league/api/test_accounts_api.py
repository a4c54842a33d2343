"""Accounts through the API: made, their passwords reset, their roles changed."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import ApiCall, AuditEvent, Club, Member, User
from tests.factories import ADMIN, logged_in, make_login, make_members
from tests.league.api.calls import error_of, get, post, put

pytestmark = pytest.mark.django_db

KEY = {"HTTP_IDEMPOTENCY_KEY": "an-account-1"}


@pytest.fixture
def person(club: Club) -> Member:
    return make_members(club, 1)[0]


@pytest.fixture
def owner(club: Club) -> Client:
    return make_login(club, "owner-2", Member.Role.OWNER)


def of(person: Member, *rest: str) -> str:
    return "/".join(["clubs/tonan/members", str(person.pk), *rest])


def program(club: Club, *scopes: Scope) -> Client:
    made: Any = {"club": club, "member": None, "name": "集計", "days": 1}
    _token, secret = issue_token(**made, scopes=scopes, actor=ADMIN)
    return Client(HTTP_AUTHORIZATION=f"Bearer {secret}")


def choose_password(link: str) -> int:
    """Follow a link and set a password; how that ends."""
    chosen = {"password1": "tonpuusen-27", "password2": "tonpuusen-27"}
    return Client().post(link, chosen).status_code


def test_an_account_is_made_and_its_holder_sets_the_password(
    organizer: Client, club: Club, person: Member
) -> None:
    made = post(organizer, of(person, "login"), {"username": "touno", "email": "T@example.org"})

    assert (made.status_code, made.json()["username"]) == (201, "touno")
    assert made["Cache-Control"] == "no-store"
    assert get(organizer, of(person)).json()["username"] == "touno"
    assert choose_password(made.json()["link"]) == 302
    assert User.objects.get(username="touno").check_password("tonpuusen-27")
    assert choose_password(made.json()["link"]) == 404
    assert AuditEvent.objects.for_club(club).filter(type="member.login_given").count() == 1


def test_a_link_that_was_lost_on_the_way_is_answered_again_and_stands_nowhere_in_the_database(
    organizer: Client, club: Club, person: Member
) -> None:
    body = {"username": "touno"}
    first, again = (post(organizer, of(person, "login"), body, **KEY) for _ in "12")

    assert (again.content, again["Idempotency-Hit"]) == (first.content, "true")
    assert again["Cache-Control"] == "no-store"
    (kept,) = ApiCall.objects.for_club(club)
    secret = first.json()["link"].rstrip("/").rpartition("/")[2]
    assert kept.body
    assert secret not in f"{kept.body}{kept.headers}"
    assert choose_password(first.json()["link"]) == 302


def test_a_newer_link_ends_the_older_one(organizer: Client, person: Member) -> None:
    first = post(organizer, of(person, "login"), {"username": "touno"}).json()["link"]

    second = post(organizer, of(person, "password-link"), {})

    assert (second.status_code, second["Cache-Control"]) == (201, "no-store")
    assert choose_password(first) == 404
    assert choose_password(second.json()["link"]) == 302


def test_nobody_gets_a_link_for_their_own_rank_or_above(
    organizer: Client, club: Club, person: Member
) -> None:
    peers = Member.objects.for_club(club).filter(role__in=["organizer", "owner"])
    answers = [post(organizer, of(peer, "password-link"), {}) for peer in (*peers, person)]

    assert [answer.status_code for answer in answers] == [422] * len(answers)
    assert len(answers) == 3


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({}, 400, "username", id="no name"),
        pytest.param({"username": "a@b"}, 422, "username", id="like an address"),
        pytest.param({"username": "Organizer"}, 422, "username", id="taken"),
        pytest.param({"username": "new", "email": "at"}, 422, "email", id="no address"),
        pytest.param({"username": "new", "password": "x"}, 400, "password", id="a password"),
    ],
)
def test_an_account_that_cannot_be_made_is_refused_beside_its_key(
    organizer: Client, person: Member, body: Any, status: int, field: str
) -> None:
    answer = post(organizer, of(person, "login"), body)

    assert (answer.status_code, list(error_of(answer)["fields"])) == (status, [field])
    assert get(organizer, of(person)).json()["username"] == ""


def test_a_role_is_given_by_an_owner_who_is_logged_in_and_by_no_token(
    owner: Client, organizer: Client, club: Club
) -> None:
    someone = Member.objects.for_club(club).get(role="organizer")
    everything = program(club, *Scope)
    refused = [
        put(each, of(someone, "role"), {"role": "member"}) for each in (organizer, everything)
    ]
    assert [answer.status_code for answer in refused] == [403, 403]
    tag = get(owner, of(someone))["ETag"]

    given = put(owner, of(someone, "role"), {"role": "scorer"}, HTTP_IF_MATCH=tag)
    late = put(owner, of(someone, "role"), {"role": "owner"}, HTTP_IF_MATCH=tag)

    assert (given.status_code, given.json()["role"]) == (200, "scorer")
    assert late.status_code == 412
    assert someone.role == "organizer"
    someone.refresh_from_db()
    assert someone.role == "scorer"


def test_a_club_keeps_an_owner_and_a_role_needs_an_account(club: Club, person: Member) -> None:
    last = Member.objects.for_club(club).get(role="owner")
    assert isinstance(last.user, User)
    owner = logged_in(last.user)

    for each in (last, person):
        answer = put(owner, of(each, "role"), {"role": "scorer"})
        assert (answer.status_code, list(error_of(answer)["fields"])) == (422, ["role"])


def test_no_token_becomes_a_login_that_outlives_it(
    organizer: Client, club: Club, person: Member
) -> None:
    everything = program(club, *Scope)

    made = post(everything, of(person, "login"), {"username": "touno"})
    assert post(organizer, of(person, "login"), {"username": "touno"}).status_code == 201
    link = post(everything, of(person, "password-link"), {})

    assert [error_of(each)["code"] for each in (made, link)] == ["forbidden"] * 2
    assert [each.status_code for each in (made, link)] == [403, 403]


def test_whoever_has_left_enters_no_more(organizer: Client, club: Club, person: Member) -> None:
    link = post(organizer, of(person, "login"), {"username": "touno"}).json()["link"]
    choose_password(link)
    holder = logged_in(User.objects.get(username="touno"))
    assert get(holder, of(person)).status_code == 200

    organizer.patch(f"/api/v1/{of(person)}", {"left_on": "2026-11-01"}, "application/json")

    assert get(holder, of(person)).status_code == 404
