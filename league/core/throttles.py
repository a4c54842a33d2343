"""Limits how often a caller may ask for costly work, and the page that asks them to wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from django_htmx.http import trigger_client_event
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView


class CallerThrottle(SimpleRateThrottle):
    """Counts by login, or by address. A kind of call has its own ``scope`` and ``rate``."""

    def get_cache_key(self, request: Request, view: object) -> str:
        """Whose calls are counted together."""
        who = request.user.pk or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}


class WorkingOutThrottle(CallerThrottle):
    """Previews and imagined rankings settle up to 20,000 games for one answer."""

    scope = "working-out"
    rate = "30/min"


def seconds_to_wait(
    request: Request | HttpRequest, kind: type[CallerThrottle] = WorkingOutThrottle
) -> int:
    """Count one look or change that is worked out, of a page or of the API alike.

    It is asked once a request is known to be sound: whoever is refused has used nothing up.

    Returns: 0 where it may be worked out, else in how many seconds one may.
    """
    throttle = kind()
    # a throttle only reads who asks, which a page's request tells as well, and needs no view
    if throttle.allow_request(cast("Request", request), cast("APIView", None)):
        return 0
    return int(throttle.wait() or 0) + 1


def count_working_out(request: Request) -> None:
    """Count one call that is worked out.

    Raises:
        Throttled: there were too many within the minute; says how many seconds to wait.
    """
    seconds = seconds_to_wait(request)
    if seconds:
        raise Throttled(seconds)


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
    trigger_client_event(response, "toast", notice)
