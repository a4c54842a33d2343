"""LINE, Google and Discord as they answer over HTTP, about invented people."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest import mock
from urllib.parse import parse_qs, parse_qsl, urlsplit

import jwt
from django.test import Client, override_settings
from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

KEYS = ("line", "google", "discord")
#: what an operator would have named
IDS = {key: (f"{key}-id", f"{key}-secret-of-the-operator") for key in KEYS}
#: words that only the provider's answers hold
TOKENS = ("token-for-access", "token-for-refreshing")


def uid_of(key: str, person: str = "sato") -> str:
    """The number that a provider gives somebody."""
    digits = "".join(f"{ord(letter):03}" for letter in person)[:18]
    return f"U{int(digits):032x}" if key == "line" else digits


@dataclass
class World:
    """The three providers, and who is logged in there. ``says`` replaces an answer by its path."""

    person: str = "sato"
    name: str = "佐藤"
    says: dict[str, Any] = field(default_factory=dict)
    asked: list[PreparedRequest] = field(default_factory=list)

    def answer(self, request: PreparedRequest) -> Response:
        self.asked.append(request)
        url = urlsplit(request.url or "")
        said = self.says.get(url.path)
        if isinstance(said, Exception):
            raise said
        if said is None:
            said = self._usual(url.netloc + url.path, request)
        status, body = said if isinstance(said, tuple) else (200, said)
        response = Response()
        response.status_code = status
        response.headers["Content-Type"] = "application/json"
        response._content = body if isinstance(body, bytes) else json.dumps(body).encode()
        response.url = request.url or ""
        return response

    def _usual(self, address: str, request: PreparedRequest) -> Any:
        tokens = {"access_token": TOKENS[0], "expires_in": 2_592_000, "token_type": "Bearer"}
        tokens["refresh_token"] = TOKENS[1]
        if address == "api.line.me/oauth2/v2.1/token":
            return {**tokens, "scope": "profile"}
        if address == "oauth2.googleapis.com/token":
            return {**tokens, "scope": "openid", "id_token": self.id_token()}
        if address == "discord.com/api/oauth2/token":
            return {**tokens, "scope": "identify"}
        assert request.headers["Authorization"] == f"Bearer {TOKENS[0]}"
        if address == "api.line.me/v2/profile":
            facts = {"displayName": self.name, "pictureUrl": "https://profile.line-scdn.net/x"}
            return {"userId": uid_of("line", self.person), "statusMessage": "雀", **facts}
        assert address == "discord.com/api/users/@me"
        facts = {"username": "sato.mj", "global_name": self.name, "discriminator": "0"}
        return {"id": uid_of("discord", self.person), "avatar": None, **facts}

    def id_token(self, **changes: Any) -> str:
        now = int(time.time())
        claims = {
            "iss": "https://accounts.google.com",
            "aud": IDS["google"][0],
            "azp": IDS["google"][0],
            "sub": uid_of("google", self.person),
            "name": self.name,
            "picture": "https://lh3.googleusercontent.com/a/x",
            "iat": now,
            "exp": now + 3600,
        }
        return jwt.encode({**claims, **changes}, "of-google-" * 4, algorithm="HS256")

    def sent(self, place: int = 0) -> dict[str, str]:
        """The form of a request that was sent to a provider."""
        return dict(parse_qsl(str(self.asked[place].body)))


@contextmanager
def providers(*keys: str) -> Iterator[World]:
    """Some providers are set up, and answer."""
    world = World()

    def send(_self: HTTPAdapter, request: PreparedRequest, **_options: Any) -> Response:
        return world.answer(request)

    with (
        override_settings(LOGIN_PROVIDERS={key: IDS[key] for key in keys}),
        mock.patch.object(HTTPAdapter, "send", send),
    ):
        yield world


def begun(client: Client, key: str, **sent: str) -> dict[str, str]:
    """Press a provider's button on the log-in page; what the browser is sent on with."""
    return at_provider(client.post(f"/accounts/with/{key}/", sent))


def at_provider(answer: Any) -> dict[str, str]:
    """What stands in the address of a provider to which a browser is sent."""
    assert answer.status_code == 302
    url = urlsplit(answer.headers["Location"])
    assert url.netloc in ("access.line.me", "accounts.google.com", "discord.com")
    return {name: values[0] for name, values in parse_qs(url.query).items()}


def back(client: Client, key: str, **query: str) -> Any:
    """Come back from a provider, with a code unless it is to be something else."""
    return client.get(f"/accounts/with/{key}/callback/", query)


def enter(client: Client, key: str, **sent: str) -> Any:
    """Go the whole way of a login."""
    state = begun(client, key, **sent)["state"]
    return back(client, key, code="code-of-once", state=state)
