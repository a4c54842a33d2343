"""Logins and roles: given by organizers and owners, taken by nobody."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.test import Client

from league.models import AuditEvent, Club, Member
from tests.factories import (
    EVENING,
    make_club,
    make_login,
)
from tests.league.evenings import NINE_PM, english
from tests.league.people import person, url

pytestmark = pytest.mark.django_db

LINK = re.compile(r'value="http://testserver(/accounts/password/link/[^"]+)"')
PASSWORD = "suzume-no-oyado"


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def owner(club: Club) -> Client:
    return english(make_login(club, "second owner", Member.Role.OWNER))


def test_a_login_is_given_with_a_link_that_is_shown_once(club: Club, organizer: Client) -> None:
    suzuki = person(club)

    response = organizer.post(
        url(suzuki, "login/"), {"username": "suzuki", "email": "Suzuki@Example.org"}
    )

    link = LINK.search(response.text)
    assert link
    assert response.headers["Cache-Control"] == "no-store"
    assert "data:image/svg+xml" in response.text
    assert "password/link" not in organizer.get(url(suzuki)).text
    new = Client()
    new.post(link[1], {"password1": PASSWORD, "password2": PASSWORD})
    assert new.get("/").headers["Location"] == "/c/tonan/"
    by_mail = {"login": "suzuki@example.org", "password": PASSWORD}
    assert Client().post("/accounts/login/", by_mail).status_code == 302


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        pytest.param({"username": ""}, "username", id="no name"),
        pytest.param({"username": "Owner"}, "username", id="name taken"),
        pytest.param({"username": "a b"}, "username", id="blank inside"),
        pytest.param({"username": "a@b.example"}, "username", id="looks like an address"),
        pytest.param({"username": "suzuki", "email": "x"}, "email", id="no address"),
        pytest.param({"username": "suzuki", "email": "TAKEN@b.example"}, "email", id="taken"),
    ],
)
def test_a_login_that_cannot_be_is_refused(
    club: Club, organizer: Client, sent: dict[str, str], field: str
) -> None:
    organizer.post(
        url(person(club, "田中"), "login/"), {"username": "tanaka", "email": "taken@b.example"}
    )
    suzuki = person(club)

    response = organizer.post(url(suzuki, "login/"), sent)

    suzuki.refresh_from_db()
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert suzuki.user is None


def test_nobody_is_given_a_second_login(club: Club, organizer: Client) -> None:
    suzuki = person(club)
    organizer.post(url(suzuki, "login/"), {"username": "suzuki"})

    again = organizer.post(url(suzuki, "login/"), {"username": "suzuki2"})

    suzuki.refresh_from_db()
    assert again.status_code == 422
    assert suzuki.user is not None
    assert suzuki.user.username == "suzuki"
    assert "already has an account" in organizer.get(url(suzuki, "login/")).text


def test_an_organizer_makes_a_new_link_for_a_member_and_it_leaves_a_trace(
    club: Club, organizer: Client
) -> None:
    make_login(club, "member")
    member = Member.objects.for_club(club).get(display_name="member")

    response = organizer.post(url(member, "reset/"))

    assert LINK.search(response.text)
    assert AuditEvent.objects.for_club(club).get(type="member.password_link_issued")


@pytest.mark.parametrize("name", ["owner", "colleague", "organizer", "nobody", "of two clubs"])
def test_an_organizer_makes_no_link_for_whom_they_may_not(
    club: Club, organizer: Client, name: str
) -> None:
    make_login(club, "colleague", Member.Role.ORGANIZER)
    make_login(club, "of two clubs")
    both = Member.objects.for_club(club).get(display_name="of two clubs")
    Member.objects.create(club=make_club("seihoku"), display_name="both", user=both.user)
    person(club, "nobody")
    member = Member.objects.for_club(club).get(display_name=name)

    response = organizer.post(url(member, "reset/"))

    assert response.status_code == 403
    assert "password/link" not in response.text
    assert url(member, "reset/") not in organizer.get(url(member)).text


def test_an_owner_gives_a_role_and_an_organizer_cannot(
    club: Club, owner: Client, organizer: Client
) -> None:
    make_login(club, "member")
    member = Member.objects.for_club(club).get(display_name="member")

    refused = organizer.post(url(member, "role/"), {"role": "owner"})
    given = owner.post(url(member, "role/"), {"role": "scorer"})

    member.refresh_from_db()
    assert (refused.status_code, given.status_code) == (403, 302)
    assert member.role == Member.Role.SCORER


@pytest.mark.parametrize("role", ["", "emperor", "Owner"])
def test_a_role_that_there_is_not_is_refused(club: Club, owner: Client, role: str) -> None:
    make_login(club, "member")
    member = Member.objects.for_club(club).get(display_name="member")

    assert owner.post(url(member, "role/"), {"role": role}).status_code == 422

    member.refresh_from_db()
    assert member.role == Member.Role.MEMBER


def test_somebody_without_a_login_gets_no_role(club: Club, owner: Client) -> None:
    response = owner.post(url(person(club), "role/"), {"role": "organizer"})

    assert response.status_code == 422
    assert "Only a member with an account" in response.text


def test_the_last_owner_neither_steps_down_nor_leaves(club: Club) -> None:
    only = Member.objects.for_club(club).get(role=Member.Role.OWNER)
    client = english(make_login(club, "heir", Member.Role.OWNER))
    Member.objects.for_club(club).filter(display_name="heir").update(left_on=EVENING)
    Member.objects.for_club(club).filter(display_name="heir").update(left_on=None)
    heir = Member.objects.for_club(club).get(display_name="heir")
    client.post(url(only, "role/"), {"role": "member"})

    resign = client.post(url(heir, "role/"), {"role": "member"})
    leave = client.post(
        url(heir, "edit/"), {"display_name": "heir", "left_on": EVENING.isoformat()}
    )

    heir.refresh_from_db()
    assert (resign.status_code, leave.status_code) == (422, 422)
    assert (heir.role, heir.left_on) == (Member.Role.OWNER, None)


def test_an_organizer_cannot_put_an_owner_out(club: Club, organizer: Client, owner: Client) -> None:
    first = Member.objects.for_club(club).get(display_name="owner")
    sent = {"display_name": "owner", "left_on": EVENING.isoformat()}

    with time_machine.travel(NINE_PM, tick=False):
        assert organizer.post(url(first, "edit/"), sent).status_code == 422
        assert owner.post(url(first, "edit/"), sent).status_code == 302


@time_machine.travel(NINE_PM, tick=False)
def test_whoever_left_is_out_at_once(club: Club, organizer: Client) -> None:
    client = make_login(club, "member")
    member = Member.objects.for_club(club).get(display_name="member")
    assert client.get("/c/tonan/").status_code == 200

    organizer.post(url(member, "edit/"), {"display_name": "member", "left_on": EVENING.isoformat()})

    assert client.get("/c/tonan/").status_code == 404
