"""Limits how often a caller may ask for costly work, and the page that asks them to wait."""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, ClassVar, Final, cast

from allauth.core.internal.ratelimit import truncate_ip
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import ngettext
from django_htmx.http import trigger_client_event
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from league.core.outages import AwayError

if TYPE_CHECKING:
    from rest_framework.views import APIView

#: costly answers that a web process works out at once; its other threads stay free for pages
_TURNS: Final = threading.BoundedSemaphore(2)
_TURN_LASTS: Final = 5  # seconds after which it is worth asking again


def counted_address(address: str) -> str:
    """Return what an address counts as: of IPv6 the first 64 bits, which one household has whole.

    IPv4 counts as itself, also where a socket of IPv6 took it.
    """
    with suppress(ValueError):
        if (mapped := ipaddress.IPv6Address(address).ipv4_mapped) is not None:
            return str(mapped)
    network: str = truncate_ip(address)
    return network


class CallerThrottle(SimpleRateThrottle):
    """Counts by login, or by address. Each kind of call has its own ``scope`` and ``rate``.

    While nothing can be counted everybody may call: what is limited here costs time, which turns
    and limits of each call bound as well, and a club without its limits serves its members better
    than one that refuses them. A kind whose calls leave something for good refuses instead.
    """

    needs_counter: ClassVar[bool] = False

    def allow_request(self, request: Request, view: APIView) -> bool:
        try:
            return super().allow_request(request, view)
        except AwayError:
            if self.needs_counter:
                raise
            return True

    def get_ident(self, request: Request) -> str:
        return counted_address(super().get_ident(request))

    def get_cache_key(self, request: Request, view: object) -> str:
        who = request.user.pk or self.get_ident(request)
        return self.cache_format % {"scope": self.scope, "ident": who}


class WorkingOutThrottle(CallerThrottle):
    """Limits previews and what-if rankings, which settle up to 20,000 games for one answer."""

    scope = "working-out"
    rate = "30/min"


class UploadThrottle(CallerThrottle):
    """Limits files to be read: each may take ten seconds of a processor."""

    scope = "upload"
    rate = "12/min"


class PlaceThrottle(CallerThrottle):
    """Counts by taking places, of which no two calls get the same, however they come together.

    Of what leaves something for good none may be too many. A place is free again when its time is
    over. A call takes as many looks at the cache as there are places taken.
    """

    needs_counter = True
    num_requests: int
    duration: int

    def allow_request(self, request: Request, view: APIView) -> bool:
        now = self.timer()
        key = self.get_cache_key(request, view)
        self.places = [f"{key}_{place}" for place in range(self.num_requests)]
        return any(self.cache.add(place, now, self.duration) for place in self.places)

    def wait(self) -> float | None:
        taken: dict[str, float] = self.cache.get_many(self.places)
        return max(0.0, min(taken.values(), default=0) + self.duration - self.timer())


class FoundingThrottle(PlaceThrottle):
    """Limits the clubs that one login founds: each is a page for search engines to find."""

    scope = "founding"
    rate = "10/day"


class FoundingHereThrottle(PlaceThrottle):
    """Limits the clubs founded from one address, whoever is logged in there."""

    scope = "founding-here"
    rate = "30/day"

    def get_cache_key(self, request: Request, view: object) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


def seconds_to_wait(
    request: Request | HttpRequest, kind: type[CallerThrottle] = WorkingOutThrottle
) -> int:
    """Count one computed preview or change, of a page or of the API alike.

    Call it once a request is known to be valid: a refused request uses nothing up.

    Returns:
        0 if it may be computed, else the seconds to wait.

    Raises:
        AwayError: nothing can be counted, and this kind is not done uncounted.
    """
    throttle = kind()
    # a throttle only reads who asks, which a page's request tells as well, and needs no view
    if throttle.allow_request(cast("Request", request), cast("APIView", None)):
        return 0
    return int(throttle.wait() or 0) + 1


@contextmanager
def turn_to_compute() -> Iterator[int]:
    """Take one of this process's two turns at costly answers, for as long as the block lasts.

    Yields:
        0 if there was one, else the seconds to wait; nobody waits here, holding a thread.
    """
    if not _TURNS.acquire(blocking=False):
        yield _TURN_LASTS
        return
    try:
        yield 0
    finally:
        _TURNS.release()


@contextmanager
def working_out(request: Request) -> Iterator[None]:
    """Take a turn, and count one computed call.

    Raises:
        Throttled: there is no turn, or there were too many calls within the minute.
    """
    with turn_to_compute() as seconds:
        if seconds:
            raise Throttled(seconds)
        count_working_out(request)
        yield


def count_working_out(request: Request) -> None:
    """Count one computed call.

    Raises:
        Throttled: there were too many within the minute; says how many seconds to wait.
    """
    count_call(request, WorkingOutThrottle)


def count_call(request: Request, kind: type[CallerThrottle]) -> None:
    """Count one call of the API together with the same on the pages.

    Raises:
        Throttled: there were too many; says how many seconds to wait.
    """
    seconds = seconds_to_wait(request, kind)
    if seconds:
        raise Throttled(seconds)


def wait_words(seconds: int) -> str:
    words = ngettext(
        "Too many requests. Please wait %(seconds)s second.",
        "Too many requests. Please wait %(seconds)s seconds.",
        seconds,
    )
    return words % {"seconds": seconds}


def ask_to_wait(response: HttpResponse, seconds: int) -> None:
    """Answer 429 with the time to wait in the header.

    A script that asked for a part of the page does not swap the refusal in: it shows it as a
    notice.
    """
    notice = {"text": wait_words(seconds), "kind": "error"}
    response.status_code = 429
    response.headers["Retry-After"] = str(seconds)
    response.headers["Cache-Control"] = "private, no-store"
    trigger_client_event(response, "toast", notice)


def come_again(words: str, seconds: int) -> HttpResponse:
    """Return a refusal of what is not a page of its own: why, and when to ask again."""
    response = HttpResponse(words, content_type="text/plain; charset=utf-8")
    ask_to_wait(response, seconds)
    return response


def in_turn(answer: Callable[[], HttpResponseBase]) -> HttpResponseBase:
    """Return a costly page, or ask to come again: nothing is done while both turns are taken."""
    with turn_to_compute() as busy:
        return come_again(wait_words(busy), busy) if busy else answer()
