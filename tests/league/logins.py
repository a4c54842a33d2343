"""Logging in as a browser does."""

from __future__ import annotations

import time

from allauth.account.internal.flows.login import _AUTHENTICATION_METHODS_USER_SESSION_KEY
from allauth.account.internal.userkit import user_id_to_str
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.test import Client
from django.urls import reverse

from league.models import User

PASSWORD = "suzume-no-oyado"


def log_in(client: Client, name: str = "sato", password: str = PASSWORD, **more: str) -> int:
    """Send the login form; the status that came back."""
    sent = {"login": name, "password": password, **more}
    return client.post(reverse("account_login"), sent).status_code


def is_in(client: Client) -> bool:
    """Whether the browser is logged in."""
    return client.get(reverse("account_change_password")).status_code == 200


def choose(client: Client, link: str, password: str = PASSWORD) -> int:
    """Choose a password by a link; the status that came back."""
    return client.post(link, {"password1": password, "password2": password}).status_code


#: the key in the tests' authenticator app
APP_KEY = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"


def code_of(key: str = APP_KEY) -> str:
    """What an app shows now that has this key."""
    _last, now, *_next = yield_hotp_counters_from_time()
    return str(format_hotp_value(hotp_value(key, now)))


def give_second_factor(user: User) -> list[str]:
    """Turn two-step login on; the recovery codes."""
    TOTP.activate(user, APP_KEY)
    return [str(code) for code in RecoveryCodes.activate(user).generate_codes()]


def operator_browser(name: str) -> Client:
    """The browser of an operator who has just confirmed their second factor."""
    user = User.objects.create_user(username=name, password=name, is_staff=True)
    give_second_factor(user)
    client = Client()
    client.force_login(user)
    session = client.session
    confirmed = {"method": "mfa", "type": "totp", "at": time.time(), "reauthenticated": True}
    session["account_authentication_methods"] = [confirmed]
    session[_AUTHENTICATION_METHODS_USER_SESSION_KEY] = user_id_to_str(user)
    session.save()
    return client
