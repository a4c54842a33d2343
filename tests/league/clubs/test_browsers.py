"""Everybody sees where they are logged in, and ends it there."""

from __future__ import annotations

import pytest
import time_machine
from django.test import Client
from django.utils.translation import override

from league.clubs.browsers import browser_words
from league.models import BrowserSession, User
from tests.factories import make_club
from tests.league.logins import PASSWORD, is_in, log_in

pytestmark = pytest.mark.django_db

PAGE = "/accounts/"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
)


def browser(says: str = "") -> Client:
    client = Client(HTTP_USER_AGENT=says)
    assert log_in(client) == 302
    return client


def test_the_list_names_each_browser_and_marks_this_one(sato: User) -> None:
    browser(IPHONE)
    here = browser("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Gecko/20100101 Firefox/140.0")

    listed = here.get(PAGE).context["browsers"]

    assert [(each.words, each.is_this) for each in listed] == [
        ("Windows · Firefox", True),
        ("iPhone · Safari", False),
    ]


def test_the_account_leads_to_the_tokens_of_each_of_its_clubs(sato: User) -> None:
    make_club("hokuto", owner="sato")
    client = browser()

    assert "/c/hokuto/tokens/" in client.get(PAGE).text
    assert "/tokens/" not in client.get("/c/hokuto/").text


def test_the_list_shows_no_key_of_a_session(sato: User) -> None:
    there, here = browser(), browser()

    page = here.get(PAGE).text

    assert there.cookies["sessionid"].value not in page
    assert here.cookies["sessionid"].value not in page


def test_one_that_is_ended_is_out_at_its_next_request_and_the_others_stay(sato: User) -> None:
    here, lost, third = browser(), browser(IPHONE), browser()
    assert is_in(lost)
    key = next(b.key for b in here.get(PAGE).context["browsers"] if b.words.startswith("iPhone"))

    here.post(PAGE, {"browser": key})

    assert [is_in(each) for each in (here, lost, third)] == [True, False, True]


def test_all_others_are_ended_at_once(sato: User) -> None:
    here, *others = browser(), browser(), browser()

    here.post(PAGE, {"do": "others"})

    assert is_in(here)
    assert [is_in(each) for each in others] == [False, False]


def test_nobody_ends_a_session_of_another(sato: User) -> None:
    there = browser()
    key = there.get(PAGE).context["browsers"][0].key
    User.objects.create_user("suzuki", password=PASSWORD)
    stranger = Client()
    log_in(stranger, "suzuki")

    stranger.post(PAGE, {"browser": key})
    stranger.post(PAGE, {"do": "others"})

    assert is_in(there)


def test_sessions_of_an_earlier_password_are_not_listed(sato: User) -> None:
    browser()
    here = browser()
    sent = {"oldpassword": PASSWORD, "password1": "tanuki-no-hara", "password2": "tanuki-no-hara"}

    here.post("/accounts/password/", sent)

    assert len(here.get(PAGE).context["browsers"]) == 1


def test_the_day_of_the_last_use_is_noted_once_a_day(sato: User) -> None:
    with time_machine.travel("2026-11-20 12:00+00:00", tick=False):
        client = browser()
    with time_machine.travel("2026-11-22 12:00+00:00", tick=False):
        assert is_in(client)
        assert str(BrowserSession.objects.get(user=sato).last_used_on) == "2026-11-22"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        pytest.param(IPHONE, "iPhone · Safari", id="iPhone"),
        pytest.param(
            "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/137.0 Safari/537.36 Line/15.9",
            "Android · LINE",
            id="inside LINE",
        ),
        pytest.param(
            "Mozilla/5.0 (Windows NT 10.0) Chrome/137.0.0.0 Safari/537.36 Edg/137.0",
            "Windows · Edge",
            id="Edge",
        ),
        pytest.param(
            "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/137.0.0.0 Safari/537.36",
            "Linux · Chrome",
            id="Chrome without a window",
        ),
        pytest.param("", "Unknown device", id="nothing"),
        pytest.param("<script>", "Unknown device", id="something else"),
    ],
)
def test_a_browser_is_named_in_words(said: str, words: str) -> None:
    with override("en"):
        assert browser_words(said) == words
