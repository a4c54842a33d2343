"""What stands between every request and its page: text that is UTF-8, pages of errors."""

import logging
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponsePermanentRedirect,
)
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template import loader
from django.utils.translation import gettext_noop
from django.views import defaults

from league.core.outages import AWAY_FOR, is_outage
from league.core.request_ids import sane_id, work_under

logger = logging.getLogger(__name__)

# Django's own Japanese asks for "some character" here; locale/ says what is wrong instead
gettext_noop("Null characters are not allowed.")

_CHARSET = re.compile(r';\s*charset\*?\s*=\s*("[^"]*"|[^;]*)', re.IGNORECASE)

Answer = Callable[[HttpRequest], HttpResponse]
Application = Callable[[dict[str, Any], Any], Iterable[bytes]]


class HttpsMiddleware:
    """Has Django's way from plain http lead to the port of https, not to the one that was asked."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        is_plain = settings.SECURE_SSL_REDIRECT and not request.is_secure()
        if is_plain and isinstance(answer, HttpResponsePermanentRedirect):
            host, _port = split_domain_port(request.get_host())
            place = host if settings.HTTPS_PORT == "443" else f"{host}:{settings.HTTPS_PORT}"
            answer.headers["Location"] = f"https://{place}{request.get_full_path()}"
        return answer


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


def no_body_for_head(application: Application) -> Application:
    """Wrap a WSGI application so that it answers HEAD as GET, and leaves the body out.

    Servers leave it out as well, but gunicorn warns of each in its log.
    """

    def wrapped(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        body = application(environ, start_response)
        if environ["REQUEST_METHOD"] != "HEAD":
            return body
        if hasattr(body, "close"):
            body.close()  # ends the request: connections, files
        return []

    return wrapped


class RequestIdMiddleware:
    """Gives each request an id, the proxy's if it sends one, and names it in the answer."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request_id = sane_id(request.headers.get("X-Request-ID"))
        work_under(request_id)
        response = self.get_response(request)
        response.headers["X-Request-ID"] = request_id
        return response


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


class OutageMiddleware:
    """Answers 503 in words where something cannot be done without a service that is away.

    That is the database; and the cache where a limit is for safety's sake, such as that of guesses
    at a password: without the counter nobody may try. Calls of the API get their own form of it.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        return unavailable(error) if is_outage(error) else None


def unavailable(error: Exception) -> HttpResponse:
    """Return the page that says so; it needs nothing that may be away."""
    logger.warning("Refused for want of: %s", str(error).strip())
    page = loader.get_template("503.html").render()
    return HttpResponse(page, status=503, headers={"Retry-After": str(AWAY_FOR)})


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer what failed outside of a page, as when a session is stored (``handler500``)."""
    error = sys.exc_info()[1]
    if isinstance(error, Exception) and is_outage(error):
        return unavailable(error)
    return defaults.server_error(request)


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
