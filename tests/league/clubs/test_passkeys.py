"""Passkeys: a device's own key opens a login; nothing else that is sent does."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from league.clubs.passkey_views import MOST_PASSKEYS
from league.models import User
from tests.factories import make_user
from tests.league.logins import PASSWORD, is_in, log_in

pytestmark = pytest.mark.django_db

ADD = "/accounts/passkeys/add/"
LOGIN = "/accounts/passkeys/login/"
LIST = "/accounts/passkeys/"
CODE = "/accounts/second-factor/code/"

FLAG = AuthenticatorData.FLAG


@dataclass
class Phone:
    """A phone that answers as its browser would."""

    flags: AuthenticatorData.FLAG = FLAG.UP | FLAG.UV
    site: str = "testserver"
    owner: str = ""
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )

    def _answer(self, kind: str, options: dict[str, Any]) -> CollectedClientData:
        return CollectedClientData.create(kind, options["challenge"], f"https://{self.site}")

    def _seen(self, flags: AuthenticatorData.FLAG, credential: bytes = b"") -> AuthenticatorData:
        site = sha256(self.site.encode()).digest()
        seen: AuthenticatorData = AuthenticatorData.create(site, flags, 0, credential)
        return seen

    def _sent(self, **response: bytes) -> str:
        parts: dict[str, str] = {name: websafe_encode(part) for name, part in response.items()}
        if self.owner and "signature" in parts:
            parts["userHandle"] = self.owner
        own = websafe_encode(b"phone-of-sato")
        return json.dumps({"id": own, "rawId": own, "type": "public-key", "response": parts})

    def made(self, options: dict[str, Any]) -> str:
        self.owner = options["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())  # type: ignore[no-untyped-call]
        credential = AttestedCredentialData.create(bytes(16), b"phone-of-sato", public)
        seen = self._seen(self.flags | FLAG.AT, credential)
        return self._sent(
            clientDataJSON=self._answer("webauthn.create", options),
            attestationObject=AttestationObject.create("none", seen, {}),
        )

    def used(self, options: dict[str, Any]) -> str:
        data, seen = self._answer("webauthn.get", options), self._seen(self.flags)
        signature = self.key.sign(seen + sha256(data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._sent(clientDataJSON=data, authenticatorData=seen, signature=signature)


def begun(client: Client, url: str) -> dict[str, Any]:
    options: dict[str, Any] = client.post(url, {"begin": "1"}, secure=True).json()["publicKey"]
    return options


def added(phone: Phone, name: str = "電話") -> Client:
    client = Client()
    log_in(client)
    client.post(client.get(ADD).headers["Location"], {"password": PASSWORD})
    sent = {"name": name, "credential": phone.made(begun(client, ADD))}
    assert client.post(ADD, sent, secure=True).status_code == 302
    return client


def enter(client: Client, phone: Phone, **more: str) -> str:
    sent = {"credential": phone.used(begun(client, LOGIN)), **more}
    return client.post(LOGIN, sent, secure=True).headers["Location"]


def test_a_passkey_opens_the_login_without_a_password(sato: User) -> None:
    phone, client = Phone(), Client()
    added(phone)

    enter(client, phone)

    assert is_in(client)
    assert client.session["_auth_user_id"] == str(sato.pk)


def test_it_leads_on_to_pages_of_ours_alone(sato: User) -> None:
    phone = Phone()
    added(phone)

    assert enter(Client(), phone, next=LIST) == LIST
    assert enter(Client(), phone, next="https://elsewhere.example/") == "/"


def test_who_stays_logged_in_has_said_so(sato: User) -> None:
    phone, passing, staying = Phone(), Client(), Client()
    added(phone)

    enter(passing, phone)
    enter(staying, phone, remember="on")

    assert passing.session.get_expire_at_browser_close()
    assert not staying.session.get_expire_at_browser_close()


def test_an_answer_opens_once(sato: User) -> None:
    phone, client, second = Phone(), Client(), Client()
    added(phone)
    credential = phone.used(begun(client, LOGIN))
    begun(second, LOGIN)

    client.post(LOGIN, {"credential": credential}, secure=True)
    for browser in (second, Client()):
        browser.post(LOGIN, {"credential": credential}, secure=True)
        assert not is_in(browser)
    assert is_in(client)


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"key": ec.generate_private_key(ec.SECP256R1())}, id="another key"),
        pytest.param({"flags": FLAG.UP}, id="nobody was recognised"),
        pytest.param({"site": "elsewhere.example"}, id="another site"),
        pytest.param({"owner": websafe_encode(b"999999")}, id="a login that does not exist"),
        pytest.param({"owner": ""}, id="no login"),
    ],
)
def test_a_wrong_answer_opens_nothing_and_is_always_answered_alike(
    sato: User, wrong: dict[str, Any]
) -> None:
    phone, client = Phone(), Client()
    added(phone)
    for name, value in wrong.items():
        setattr(phone, name, value)

    assert enter(client, phone, next=LIST) == "/accounts/login/?next=%2Faccounts%2Fpasskeys%2F"
    assert not is_in(client)
    assert "このパスキーは受け付けられませんでした" in client.get("/accounts/login/").text


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "{",
        "[]",
        "1",
        "null",
        '{"id": 1}',
        "[" * 9000,
        '{"id": "a", "rawId": "a", "response": 1}',
    ],
)
def test_nonsense_is_a_wrong_answer(sato: User, sent: str) -> None:
    client = added(Phone())
    stranger = Client()
    begun(stranger, LOGIN)
    begun(client, ADD)

    assert stranger.post(LOGIN, {"credential": sent}, secure=True).status_code == 302
    assert client.post(ADD, {"credential": sent}, secure=True).status_code == 422
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_device_that_recognises_nobody_becomes_no_passkey(sato: User) -> None:
    client, careless = added(Phone()), Phone(flags=FLAG.UP)

    sent = {"name": "", "credential": careless.made(begun(client, ADD))}

    assert client.post(ADD, sent, secure=True).status_code == 422


def test_an_account_takes_no_more_passkeys_than_it_can_have(sato: User) -> None:
    client = added(Phone())
    one = Authenticator.objects.get(type=Authenticator.Type.WEBAUTHN)
    Authenticator.objects.bulk_create(
        Authenticator(user=sato, type=one.type, data=one.data) for _more in range(MOST_PASSKEYS - 1)
    )

    sent = {"name": "もう一台", "credential": Phone().made(begun(client, ADD))}
    answer = client.post(ADD, sent, secure=True, headers={"Accept-Language": "en"})

    assert answer.status_code == 422
    assert "Remove one first." in answer.content.decode()
    assert Authenticator.objects.filter(type=one.type).count() == MOST_PASSKEYS


def test_a_removed_passkey_opens_nothing_and_the_password_is_enough_again(sato: User) -> None:
    phone, client = Phone(), Client()
    owner = added(phone)
    passkey = Authenticator.objects.get(type="webauthn")

    owner.post(f"{LIST}{passkey.pk}/remove/")
    enter(client, phone)

    assert not is_in(client)
    assert log_in(client) == 302
    assert is_in(client)
    assert not Authenticator.objects.exists()


def test_after_the_password_a_passkey_is_asked_for(sato: User) -> None:
    phone, client = Phone(), Client()
    added(phone)

    log_in(client)
    assert not is_in(client)
    wrong = {"credential": Phone(owner=phone.owner).used(begun(client, CODE))}
    assert client.post(CODE, wrong, secure=True).status_code == 422
    assert not is_in(client)
    client.post(CODE, {"credential": phone.used(begun(client, CODE))}, secure=True)
    assert is_in(client)


def test_a_closed_login_is_opened_by_no_passkey(sato: User) -> None:
    phone, client = Phone(), Client()
    added(phone)
    User.objects.update(is_active=False)

    enter(client, phone)

    assert not is_in(client)


def test_passkeys_of_others_do_not_exist(sato: User) -> None:
    added(Phone())
    theirs = Authenticator.objects.get(type="webauthn")
    other = make_user("tanaka")
    other.set_password(PASSWORD)
    other.save()
    client = Client()
    log_in(client, "tanaka")
    client.post(client.get(ADD).headers["Location"], {"password": PASSWORD})

    for page in (f"{LIST}{theirs.pk}/", f"{LIST}{theirs.pk}/remove/"):
        assert client.get(page).status_code == 404
        assert client.post(page, {"name": "わたしの"}).status_code == 404
    assert "電話" not in client.get(LIST).text
    assert Authenticator.objects.filter(pk=theirs.pk).exists()


def test_a_passkey_is_renamed(sato: User) -> None:
    client = added(Phone())
    passkey = Authenticator.objects.get(type="webauthn")

    assert client.post(f"{LIST}{passkey.pk}/", {"name": ""}).status_code == 422
    client.post(f"{LIST}{passkey.pk}/", {"name": "古い電話"})

    assert "古い電話" in client.get(LIST).text


def test_pages_that_are_only_read_begin_nothing(sato: User) -> None:
    phone, client = Phone(), Client()
    owner = added(phone)
    log_in(client)

    for browser, page in ((owner, ADD), (owner, LIST), (client, CODE)):
        assert browser.get(page).status_code == 200
        assert "mfa.webauthn.state" not in browser.session
