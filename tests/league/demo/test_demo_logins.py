"""The demo club can be looked at by strangers, and tried out in anybody's place by one click."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.test import Client

from league.demo import SLUG, logins
from league.models import Club, Member, User
from tests.factories import make_club, make_login

pytestmark = pytest.mark.django_db

ROLES = [login.role.value for login in logins()]


@pytest.fixture
def demo() -> Club:
    """The club and its logins, without its year of evenings."""
    club = make_club(SLUG)
    Club.objects.filter(pk=club.pk).update(is_demo=True, visibility=Club.Visibility.PUBLIC)
    for login in logins()[1:]:  # who founds a club is called owner already
        make_login(club, login.username, login.role)
    return club


@pytest.fixture
def _embedded(settings: Any) -> None:
    settings.DEMO_LOGINS = True


def enter(client: Client, role: str) -> Any:
    return client.post("/demo/login/", {"role": role})


def test_the_first_page_leads_to_the_demo_and_strangers_read_it(demo: Club) -> None:
    page = Client().get("/").text

    assert "/c/demo/" in page
    assert "/demo/login/" not in page
    assert Client().get("/c/demo/").status_code == 200


@pytest.mark.usefixtures("_embedded")
@pytest.mark.parametrize("role", ROLES)
def test_one_click_puts_a_stranger_in_somebody_s_place(demo: Club, role: str) -> None:
    client = Client()
    assert f'value="{role}"' in client.get("/").text

    answer = enter(client, role)

    assert answer.headers["Location"] == "/c/demo/"
    assert client.get("/c/demo/").context["visit"].member.role == role


@pytest.mark.usefixtures("_embedded")
def test_one_place_can_be_left_for_another(demo: Club) -> None:
    client = Client()
    enter(client, "owner")

    enter(client, "member")

    assert client.get("/c/demo/").context["visit"].member.role == "member"


@pytest.mark.parametrize("role", ROLES)
def test_a_server_on_the_network_lets_nobody_in_so(demo: Club, role: str) -> None:
    assert enter(Client(), role).status_code == 404


@pytest.mark.usefixtures("_embedded")
class TestNobodyIsLetIn:
    def test_where_there_is_no_demo(self) -> None:
        make_club(owner="owner")

        assert enter(Client(), "owner").status_code == 404
        assert "/demo/login/" not in Client().get("/").text

    def test_in_another_club_of_that_address(self, demo: Club) -> None:
        Club.objects.filter(pk=demo.pk).update(is_demo=False)

        assert enter(Client(), "owner").status_code == 404

    def test_with_a_login_that_opens_another_club(self, demo: Club) -> None:
        owner = User.objects.get(username="owner")
        club = make_club(owner="sato")
        Member.objects.create(club=club, display_name="佐藤", user=owner)

        assert enter(Client(), "owner").status_code == 404
        assert enter(Client(), "scorer").status_code == 302

    def test_with_a_login_of_an_operator(self, demo: Club) -> None:
        User.objects.filter(username="owner").update(is_staff=True)

        assert enter(Client(), "owner").status_code == 404

    def test_with_a_login_that_is_closed(self, demo: Club) -> None:
        User.objects.filter(username="owner").update(is_active=False)

        assert enter(Client(), "owner").status_code == 404

    @pytest.mark.parametrize("role", ["", "operator", "x" * 1000, "\0"])
    def test_in_a_role_that_there_is_not(self, demo: Club, role: str) -> None:
        assert enter(Client(), role).status_code == 404


@pytest.mark.usefixtures("_embedded")
class TestWhatVisitorsDo:
    """Nothing that one of them does keeps the next one out."""

    def test_creating_a_club_is_not_for_them(self, demo: Club) -> None:
        client = Client()
        enter(client, "scorer")

        assert client.get("/clubs/new/").status_code == 403
        assert "/clubs/new/" not in client.get("/?all=1").text

    @pytest.mark.parametrize("role", ROLES)
    def test_roles_come_back(self, demo: Club, role: str) -> None:
        others = {"owner": "member", "organizer": "owner", "scorer": "owner", "member": "owner"}
        people = Member.objects.for_club(demo)
        people.filter(user__username="organizer").update(role="owner")
        people.filter(user__username=role).update(role=others[role])
        client = Client()

        assert enter(client, role).status_code == 302
        assert client.get("/c/demo/").context["visit"].member.role == role

    def test_a_password_that_was_changed_comes_back(self, demo: Club) -> None:
        user = User.objects.get(username="member")
        user.set_password("another one 2026")
        user.save()

        assert enter(Client(), "member").status_code == 302
        user.refresh_from_db()
        assert user.check_password("demo-member")

    def test_a_second_factor_goes(self, demo: Club) -> None:
        user = User.objects.get(username="organizer")
        Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={"secret": "x"})

        assert enter(Client(), "organizer").headers["Location"] == "/c/demo/"

    def test_an_account_elsewhere_that_was_connected_opens_it_no_more(self, demo: Club) -> None:
        user = User.objects.get(username="organizer")
        SocialAccount.objects.create(user=user, provider="line", uid="U1")

        enter(Client(), "organizer")

        assert not SocialAccount.objects.exists()

    def test_whoever_was_made_to_leave_is_back(self, demo: Club) -> None:
        Member.objects.for_club(demo).filter(user__username="member").update(left_on="2026-11-01")

        client = Client()
        enter(client, "member")

        assert client.get("/c/demo/").context["visit"].member.role == "member"
