"""Logging in and out, and changing a password."""

from __future__ import annotations

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client
from django.urls import NoReverseMatch, reverse

from league.models import User
from tests.league.logins import PASSWORD, is_in, log_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["sato", "SATO", "sato@example.org", "Sato@Example.ORG", " sato "])
def test_one_logs_in_by_name_or_e_mail(sato: User, name: str) -> None:
    client = Client()

    assert log_in(client, name) == 302
    assert is_in(client)


@pytest.mark.parametrize(
    ("name", "password"),
    [("sato", "wrong"), ("nobody", PASSWORD), ("", ""), ("sato", ""), ("x" * 500, "wrong")],
)
def test_a_wrong_login_comes_back_with_the_name_and_without_the_password(
    sato: User, name: str, password: str
) -> None:
    client = Client()

    response = client.post(reverse("account_login"), {"login": name, "password": password})

    assert response.status_code == 422
    assert f'value="{name}"' in response.text or not name
    assert not password or password not in response.text.replace(name or "-", "")
    assert not is_in(client)


def test_a_wrong_password_and_an_unknown_name_are_told_in_the_same_words(sato: User) -> None:
    known = Client().post(reverse("account_login"), {"login": "sato", "password": "x"})
    unknown = Client().post(reverse("account_login"), {"login": "goto", "password": "x"})

    assert known.context["form"].errors == unknown.context["form"].errors


@pytest.mark.parametrize("name", ["sato", "sato@example.org", "goto", "goto@example.org"])
def test_a_wrong_guess_takes_as_long_whoever_is_guessed(
    sato: User, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    log_in(Client(), name, "wrong")

    assert hashed == ["wrong"]


def test_after_five_wrong_guesses_the_right_password_waits_too(sato: User) -> None:
    client = Client()
    for _ in range(5):
        log_in(client, password="wrong")

    assert log_in(client) == 422
    assert not is_in(client)


def test_wrong_guesses_from_another_address_do_not_lock_the_owner_out(sato: User) -> None:
    for _ in range(1_000):
        log_in(Client(REMOTE_ADDR="203.0.113.9"), password="wrong")

    assert log_in(Client(REMOTE_ADDR="192.0.2.1")) == 302


def test_calling_the_server_by_another_name_gives_no_more_guesses(sato: User) -> None:
    for number in range(5):
        log_in(Client(HTTP_HOST=f"name-{number}.example"), password="wrong")
    client = Client(HTTP_HOST="another.example")

    assert log_in(client) == 422
    assert not is_in(client)


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        pytest.param("/c/tonan/rules/", "/c/tonan/rules/", id="a page of ours"),
        pytest.param("https://evil.example/", "/", id="another site"),
        pytest.param("//evil.example/", "/", id="another site without scheme"),
        pytest.param("javascript:alert(1)", "/", id="script"),
        pytest.param("https:///evil.example", "/", id="three slashes"),
        pytest.param("http://[", "/", id="no address at all"),
    ],
)
def test_after_the_login_one_stays_on_this_site(sato: User, asked: str, led: str) -> None:
    sent = {"login": "sato", "password": PASSWORD, "next": asked}

    response = Client().post(reverse("account_login"), sent)

    assert (response.status_code, response.headers["Location"]) == (302, led)


def test_the_page_that_was_asked_for_survives_a_wrong_guess(sato: User) -> None:
    sent = {"login": "sato", "password": "wrong", "next": "/c/tonan/rules/"}

    response = Client().post(reverse("account_login"), sent)

    assert '<input type="hidden" name="next" value="/c/tonan/rules/">' in response.text


def test_a_login_gets_a_new_session_and_leaves_the_old_one_worthless(sato: User) -> None:
    client = Client()
    log_in(client)
    first = client.cookies["sessionid"].value
    log_in_again = Client()
    log_in_again.cookies["sessionid"] = first
    log_in_again.post(reverse("account_logout"))

    log_in(log_in_again)

    assert log_in_again.cookies["sessionid"].value not in ("", first)


def test_a_cookie_kept_over_the_logout_opens_nothing(sato: User) -> None:
    client, thief = Client(), Client()
    log_in(client)
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_in(thief)

    client.post(reverse("account_logout"))

    assert not is_in(thief)
    assert not is_in(client)


def test_a_new_password_logs_every_other_device_out(sato: User) -> None:
    phone, desk = Client(), Client()
    log_in(phone)
    log_in(desk)
    old = phone.cookies["sessionid"].value
    sent = {"oldpassword": PASSWORD, "password1": "tanuki-no-hara", "password2": "tanuki-no-hara"}

    assert phone.post(reverse("account_change_password"), sent).status_code == 302

    assert is_in(phone)
    assert not is_in(desk)
    assert phone.cookies["sessionid"].value != old
    assert log_in(Client()) == 422
    assert log_in(Client(), password="tanuki-no-hara") == 302


def test_a_closed_login_is_out_at_the_next_request(sato: User) -> None:
    client = Client()
    log_in(client)

    User.objects.filter(pk=sato.pk).update(is_active=False)

    assert not is_in(client)
    response = client.post(reverse("account_login"), {"login": "sato", "password": PASSWORD})
    assert response.headers["Location"] == reverse("account_inactive")


@pytest.mark.parametrize(
    ("old", "new", "again", "field"),
    [
        pytest.param(
            "wrong", "tanuki-no-hara", "tanuki-no-hara", "oldpassword", id="old one wrong"
        ),
        pytest.param(PASSWORD, "tanuki-no-hara", "tanuki", "password2", id="typed differently"),
        pytest.param(PASSWORD, "kuma", "kuma", "password1", id="too short"),
        pytest.param(PASSWORD, "password1", "password1", "password1", id="everyday word"),
        pytest.param(
            PASSWORD,
            "sato@example.org",
            "sato@example.org",
            "password1",
            id="like their own address",
        ),
    ],
)
def test_a_password_that_cannot_be_is_refused_beside_its_field(
    sato: User, old: str, new: str, again: str, field: str
) -> None:
    client = Client()
    log_in(client)
    sent = {"oldpassword": old, "password1": new, "password2": again}

    response = client.post(reverse("account_change_password"), sent)

    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert log_in(Client()) == 302


def test_nobody_signs_up_or_has_a_password_mailed() -> None:
    for name in ("account_signup", "account_reset_password", "account_email"):
        with pytest.raises(NoReverseMatch):
            reverse(name)
    for path in ("signup/", "password/reset/", "email/"):
        assert Client().post(f"/accounts/{path}").status_code == 404


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("ja", "パスワードがログイン名またはメールアドレスと似すぎています。"),
        ("en", "The password is too much like the login name or the e-mail address."),
    ],
)
def test_a_password_like_ones_login_name_is_refused_in_our_words(
    sato: User, language: str, words: str
) -> None:
    client = Client()
    client.force_login(sato)
    client.cookies["django_language"] = language
    User.objects.filter(pk=sato.pk).update(username="satokenichi")

    typed = {"oldpassword": PASSWORD, "password1": "satokenichi1", "password2": "satokenichi1"}
    response = client.post(reverse("account_change_password"), typed)

    assert response.status_code == 422
    assert words in response.text
