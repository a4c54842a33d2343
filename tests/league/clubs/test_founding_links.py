"""Where clubs are founded by invitation, an operator's link founds one."""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.clubs.invitations import founding_link
from league.models import Club, FoundingLink, User
from tests.factories import logged_in, make_user
from tests.league.logins import PASSWORD, is_in, operator_browser

pytestmark = pytest.mark.django_db

CLUB = {"name": "北麻雀会", "slug": "kita", "league_name": "月例", "rule_key": "kinyoukai"}
ACCOUNT = {
    "display_name": "佐藤",
    "username": "sato",
    "password1": PASSWORD,
    "password2": PASSWORD,
}


@pytest.fixture(autouse=True)
def _by_invitation(settings: Any) -> None:
    settings.FOUNDING = "invited"


@pytest.fixture
def link() -> str:
    return f"/clubs/new/{founding_link(days=14, note='北麻雀会', actor=None)[1]}/"


def test_without_a_link_nobody_but_an_operator_founds_a_club() -> None:
    assert Client().get("/clubs/new/")["Location"].startswith("/accounts/login/")
    assert logged_in(make_user("sato")).get("/clubs/new/").status_code == 403
    assert operator_browser("chief").get("/clubs/new/").status_code == 200


def test_a_newcomer_founds_a_club_by_it_and_is_in(link: str) -> None:
    client = Client()
    assert f'action="{link}"' in client.get(link).text

    assert client.post(link, CLUB | ACCOUNT)["Location"] == "/c/kita/"

    assert is_in(client)
    assert FoundingLink.objects.get().club == Club.objects.get(slug="kita")


def test_somebody_with_a_login_founds_with_that(link: str) -> None:
    assert logged_in(make_user("sato")).post(link, CLUB)["Location"] == "/c/kita/"


def test_a_link_founds_one_club(link: str) -> None:
    client = logged_in(make_user("sato"))
    client.post(link, CLUB)

    again = client.post(link, CLUB | {"slug": "minami"})

    assert again.status_code == 404
    assert Club.objects.count() == 1


def test_a_link_that_was_used_meanwhile_leaves_neither_club_nor_account(
    link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = FoundingLink.objects.get()
    logged_in(make_user("suzuki")).post(link, CLUB)
    monkeypatch.setattr("league.clubs.founding_views.founding_link_by_secret", lambda _s: held)

    answer = Client().post(link, CLUB | ACCOUNT | {"slug": "minami"})

    assert answer.status_code == 422
    assert not User.objects.filter(username="sato").exists()
    assert not Club.objects.filter(slug="minami").exists()


def test_the_link_stays_good_when_the_form_is_refused(link: str) -> None:
    client = Client()
    assert client.post(link, CLUB | ACCOUNT | {"name": ""}).status_code == 422

    assert client.post(link, CLUB | ACCOUNT).status_code == 302


@pytest.mark.parametrize("mode", ["open", "accounts", "closed"])
def test_where_clubs_are_founded_otherwise_a_link_opens_nothing(
    settings: Any, link: str, mode: str
) -> None:
    settings.FOUNDING = mode

    answer = Client().post(link, CLUB | ACCOUNT)

    assert answer["Location"] == "/clubs/new/"
    assert not Club.objects.exists()


def test_the_command_prints_a_link_that_works() -> None:
    out = StringIO()
    call_command("founding_link", note="北麻雀会", site="https://league.example.org", stdout=out)

    address = out.getvalue().strip().removeprefix("https://league.example.org")

    assert Client().get(address).status_code == 200


def test_an_operator_makes_one_shown_once_and_revokes_it() -> None:
    browser = operator_browser("chief")
    page = browser.post("/operator/league/foundinglink/add/", {"note": "西"}, follow=True)
    link = FoundingLink.objects.get()
    shown = next(str(each) for each in page.context["messages"] if "/clubs/new/" in str(each))
    address = "/clubs/new/" + shown.split("/clubs/new/")[1]
    assert Client().get(address).status_code == 200
    assert "/clubs/new/" not in browser.get("/operator/league/foundinglink/").text

    browser.post(
        "/operator/league/foundinglink/", {"action": "revoke", "_selected_action": link.pk}
    )

    assert Client().get(address).status_code == 404
