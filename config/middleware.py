"""What stands between every request and its page: text that is UTF-8, pages of errors."""

import logging
import re
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils.translation import gettext_noop

from league.core.outages import AwayError

logger = logging.getLogger(__name__)

# Django's own Japanese asks for "some character" here; locale/ says what is wrong instead
gettext_noop("Null characters are not allowed.")

_CHARSET = re.compile(r';\s*charset\*?\s*=\s*("[^"]*"|[^;]*)', re.IGNORECASE)

#: seconds after which to try again what needs a service that is away
_AWAY_FOR = 30

Answer = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


def always_utf8(application: Application) -> Application:
    """Wrap a WSGI application so that it ignores the request's charset.

    Django decodes addresses and forms by the charset in the Content-Type. Not every codec that
    Python has by such a name is a text charset, and the request would fail while being built,
    before any middleware could answer. Text in another charset arrives as broken characters
    instead, which forms report beside their fields.
    """

    def wrapped(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if "CONTENT_TYPE" in environ:
            environ["CONTENT_TYPE"] = _CHARSET.sub("", environ["CONTENT_TYPE"])
        return application(environ, start_response)

    return wrapped


class CookieMiddleware:
    """Drops cookies containing a NUL, as quoted ones can: PostgreSQL refuses such values."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)


class ErrorCacheMiddleware:
    """Prevents error pages from being cached, even by the browser.

    They contain one-time messages and the user's name. An error with its own cache lifetime is left
    as it is.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code >= 400:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class AwayMiddleware:
    """Answers 503 in words where something cannot be done without a service that is away.

    That is what is limited for safety's sake, such as guesses at a password: without the counter
    nobody may try.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, AwayError):
            return None
        logger.warning("Refused for want of: %s", error)
        page = render(request, "503.html", status=503)
        page.headers["Retry-After"] = str(_AWAY_FOR)
        return page


class MethodMiddleware:
    """Gives the empty answer 405 a page like other errors; keeps ``Allow``.

    The usual cause: a session ends, a form is sent, and the login leads back to its address.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or response.content:
            return response
        found = request.resolver_match
        slug = found.kwargs.get("club_slug", "") if found else ""
        page = render(request, "405.html", {"club_slug": slug}, status=405)
        page.headers["Allow"] = response.headers["Allow"]
        return page
