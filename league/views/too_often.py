"""The answer to whoever has games settled for one look after another."""

from __future__ import annotations

import json

from django.http import HttpResponse
from django.utils.translation import ngettext


def ask_to_wait(response: HttpResponse, seconds: int) -> None:
    """Say in the answer's head that it was too often, and when to come again.

    A script that asked for a part of the page swaps no refusal in: it gets the words as a notice.
    """
    words = ngettext(
        "That was a lot within a minute. Please wait %(seconds)s second.",
        "That was a lot within a minute. Please wait %(seconds)s seconds.",
        seconds,
    )
    notice = {"text": words % {"seconds": seconds}, "kind": "error"}
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["HX-Trigger"] = json.dumps({"toast": notice})
