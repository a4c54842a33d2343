"""Addresses that only take what a form sends, opened by hand or after a login."""

from __future__ import annotations

import pytest
from django.test import Client

from league.models import Club
from tests.factories import make_login
from tests.league.evenings import english

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "method", "allowed", "back"),
    [
        pytest.param("/c/tonan/enter/check/", "GET", "POST", "/c/tonan/", id="of a club"),
        pytest.param("/c/nowhere/enter/check/", "GET", "POST", "/c/nowhere/", id="of no club"),
        pytest.param("/accounts/logout/", "GET", "POST", "/", id="of nobody"),
        pytest.param("/c/tonan/ranking/", "POST", "GET, HEAD", "/c/tonan/", id="a page sent to"),
    ],
)
def test_a_page_says_that_an_address_cannot_be_opened_and_leads_back(
    club: Club, address: str, method: str, allowed: str, back: str
) -> None:
    page = english(make_login(club, "member")).generic(method, address)

    assert (page.status_code, page["Allow"]) == (405, allowed)
    words = page.content.decode()
    assert "<h1>This address cannot be opened</h1>" in words
    assert f'href="{back}"' in words


def test_the_page_needs_no_login_and_tells_nothing_of_the_club(club: Club) -> None:
    page = english(Client()).get("/c/tonan/enter/check/")

    assert page.status_code == 405
    assert club.name not in page.content.decode()


def test_the_api_answers_in_json(client: Client) -> None:
    answer = client.get("/api/v1/settle")

    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        pytest.param("/nowhere/", 404, id="nothing there"),
        pytest.param("/c/tonan/enter/check/", 405, id="not to be opened"),
    ],
)
def test_pages_of_errors_are_kept_in_no_cache(club: Club, address: str, status: int) -> None:
    page = make_login(club, "member").get(address)

    assert (page.status_code, page["Cache-Control"]) == (status, "private, no-store")
