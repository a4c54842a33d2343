"""Two-step login: set up with an app, asked for at each login, replaced by a recovery code."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client

from league.models import User
from tests.league.at_once import at_once
from tests.league.logins import PASSWORD, code_of, give_second_factor, is_in, log_in

pytestmark = pytest.mark.django_db

SET_UP = "/accounts/second-factor/app/"
CODE = "/accounts/second-factor/code/"
RECOVERY_CODES = "/accounts/second-factor/recovery-codes/"


def offered(client: Client) -> tuple[str, str]:
    """Ask for a new app; its key, as the form sends it back and as the app has it."""
    client.post(client.get(SET_UP).headers["Location"], {"password": PASSWORD})
    found = re.search(r'name="secret" value="((\w+):[^"]+)"', client.get(SET_UP).text)
    assert found is not None
    return found[1], found[2]


def test_an_app_is_set_up_by_its_first_code(sato: User) -> None:
    client = Client()
    log_in(client)
    again = client.get(SET_UP).headers["Location"]  # it asks for the password once more
    assert client.post(again, {"password": "wrong"}).status_code == 422
    assert client.post(again, {"password": PASSWORD}).headers["Location"] == SET_UP
    page = client.get(SET_UP).content.decode()
    found = re.search(r'name="secret" value="(\w+)(:[^"]+)"', page)
    assert found is not None
    signed = found[1] + found[2]

    assert "data:image/svg+xml" in page
    assert client.post(SET_UP, {"secret": signed, "code": "000000"}).status_code == 422
    assert client.post(SET_UP, {"secret": signed, "code": code_of(found[1])}).status_code == 302
    assert Authenticator.objects.filter(user=sato, type="totp").exists()


def test_a_code_sent_twice_sets_up_one_app_and_shows_the_recovery_codes(sato: User) -> None:
    client = Client()
    log_in(client)
    signed, key = offered(client)
    sent = {"secret": signed, "code": code_of(key)}

    answers = [client.post(SET_UP, sent, follow=True) for _tap in range(2)]

    assert [answer.redirect_chain for answer in answers] == [[(RECOVERY_CODES, 302)]] * 2
    shown = [re.findall(r"<li><code>(\w+)</code>", answer.text) for answer in answers]
    assert len(shown[0]) == 10
    assert shown[0] == shown[1]
    assert Authenticator.objects.filter(type="totp").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_code_sent_twice_at_the_same_moment_shows_the_recovery_codes(sato: User) -> None:
    client = Client()
    log_in(client)
    signed, key = offered(client)
    sent = {"secret": signed, "code": code_of(key)}

    def tap(_finger: int) -> str:
        browser = Client()
        browser.cookies = client.cookies
        return browser.post(SET_UP, sent).headers["Location"]

    assert at_once(tap, 4) == [RECOVERY_CODES] * 4
    assert Authenticator.objects.filter(type="totp").count() == 1


def test_an_app_that_is_set_up_between_two_looks_leads_on_to_the_recovery_codes(
    sato: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    log_in(client)
    offered(client)
    monkeypatch.setattr("allauth.mfa.totp.views.is_mfa_enabled", lambda *_given: True)

    assert client.post(SET_UP, {"code": "123456"}).headers["Location"] == RECOVERY_CODES


def test_whoever_has_an_app_is_not_offered_to_remove_it_where_apps_are_set_up(sato: User) -> None:
    give_second_factor(sato)
    client = Client()
    log_in(client)
    client.post(CODE, {"code": code_of()})

    assert client.get(SET_UP).headers["Location"] == "/accounts/second-factor/"


def test_an_app_is_set_up_by_nobody_who_has_not_given_their_password(sato: User) -> None:
    stranger, left_open = Client(), Client()
    left_open.force_login(sato)

    asked = [who.post(SET_UP, {"code": "123456"}) for who in (stranger, left_open)]

    assert asked[0].headers["Location"].startswith("/accounts/login/?next=")
    assert asked[1].headers["Location"].startswith("/accounts/password/again/?next=")
    assert not Authenticator.objects.exists()


def test_whoever_has_just_set_up_an_app_is_not_asked_for_its_code_again(sato: User) -> None:
    sato.is_staff = True
    sato.save()
    client = Client()
    log_in(client)
    assert "運営者ツールを開けるのは" in client.get("/accounts/second-factor/").content.decode()
    signed, key = offered(client)

    client.post(SET_UP, {"secret": signed, "code": code_of(key)})

    assert client.get("/operator/").status_code == 200


def test_looking_at_the_page_sets_nothing_up(sato: User) -> None:
    client = Client()
    log_in(client)

    client.get(SET_UP)

    assert not Authenticator.objects.exists()


def test_a_login_asks_for_the_code_after_the_password(sato: User) -> None:
    give_second_factor(sato)
    client = Client()

    log_in(client)
    assert not is_in(client)
    assert client.post(CODE, {"code": "000000"}).status_code == 422
    assert not is_in(client)
    client.post(CODE, {"code": code_of()})

    assert is_in(client)


def test_a_code_opens_once(sato: User) -> None:
    give_second_factor(sato)
    first, second = Client(), Client()
    for client in (first, second):
        log_in(client)
        client.post(CODE, {"code": code_of()})

    assert is_in(first)
    assert not is_in(second)


@pytest.mark.parametrize("again", [code_of, lambda: f"{code_of()[:3]} {code_of()[3:]}"])
def test_a_code_opens_once_however_long_it_is_good(
    sato: User, monkeypatch: pytest.MonkeyPatch, again: Callable[[], str]
) -> None:
    give_second_factor(sato)
    begun = time.time() // 30 * 30
    monkeypatch.setattr(time, "time", lambda: begun)
    seen, repeated = code_of(), again()
    first, thief, owner = Client(), Client(), Client()
    for client in (first, thief, owner):
        log_in(client)
    first.post(CODE, {"code": seen})

    monkeypatch.setattr(time, "time", lambda: begun + 45)
    thief.post(CODE, {"code": repeated})
    owner.post(CODE, {"code": code_of()})

    assert is_in(first)
    assert is_in(owner)
    assert not is_in(thief)


def test_the_code_that_set_an_app_up_opens_nothing_more(sato: User) -> None:
    client, thief = Client(), Client()
    log_in(client)
    signed, key = offered(client)
    code = code_of(key)
    client.post(SET_UP, {"secret": signed, "code": code})

    log_in(thief)
    thief.post(CODE, {"code": code})

    assert not is_in(thief)


def test_a_recovery_code_replaces_the_app_once(sato: User) -> None:
    codes = give_second_factor(sato)
    first, second = Client(), Client()
    for client in (first, second):
        log_in(client)
        client.post(CODE, {"code": codes[0]})

    assert is_in(first)
    assert not is_in(second)


def test_a_copy_of_the_database_holds_no_key_of_an_app(sato: User) -> None:
    give_second_factor(sato)

    assert "JBSWY3DPEHPK3PXP" not in str(Authenticator.objects.get(type="totp").data)
