"""The answer to whoever has games settled for one look after another."""

from __future__ import annotations

from django.http import HttpResponse


def ask_to_wait(response: HttpResponse, seconds: int) -> None:
    """Say in the answer's head that it was too often, and when to come again."""
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "private, no-store"
