"""Logging in as a browser does."""

from __future__ import annotations

from django.test import Client
from django.urls import reverse

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
