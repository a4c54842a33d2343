"""Calling the API as a script would."""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.test import Client

from league.models import Member

KEY = "5f0c7a52-6f0a-4b9e-9c1d-0d9d3c8f2a11"
POINTS = (41400, 30000, 23800, 4800)


def body_of(members: Sequence[Member], points: Sequence[int] = POINTS, **more: Any) -> Any:
    """A sound body: the evening of 20 November 2026, the first game."""
    seats = [
        {"member": member.pk, "points": held} for member, held in zip(members, points, strict=True)
    ]
    body = {"key": KEY, "league": "main", "day": "2026-11-20", "number": 1, "seats": seats}
    return body | more


def new_key() -> str:
    """Another key."""
    return str(uuid.uuid4())


def post(client: Client, path: str, body: Any, **more: Any) -> Any:
    """Send a body as JSON; a string or bytes go as they are."""
    data = body if isinstance(body, str | bytes) else json.dumps(body)
    return client.post(f"/api/v1/{path}", data, content_type="application/json", **more)


def get(client: Client, path: str) -> Any:
    """Read."""
    return client.get(f"/api/v1/{path}")


def error_of(response: Any) -> dict[str, Any]:
    """The error in an answer, which must have nothing else in it."""
    assert response["Content-Type"] == "application/problem+json"
    body: dict[str, Any] = json.loads(response.content)
    assert list(body) == ["type", "title", "status", "detail", "error"]
    assert set(body["error"]) >= {"code", "message"}
    error: dict[str, Any] = body["error"]
    assert (body["status"], body["detail"]) == (response.status_code, error["message"])
    assert body["type"] == f"/api/v1/docs#{error['code']}"
    return error


def put(client: Client, path: str, body: Any, **more: Any) -> Any:
    """Send the whole of a thing in its place."""
    return client.put(f"/api/v1/{path}", json.dumps(body), content_type="application/json", **more)


def send(client: Client, method: str, path: str, body: Any, **more: Any) -> Any:
    """Call by a method; None sends no body."""
    data = b"" if body is None else json.dumps(body)
    return client.generic(
        method.upper(), f"/api/v1/{path}", data, content_type="application/json", **more
    )
