"""All text that comes in is UTF-8 without NUL, whatever a client claims of it."""

import re
from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop

# Django's own Japanese asks for "some character" here; locale/ says what is wrong instead
gettext_noop("Null characters are not allowed.")

_CHARSET = re.compile(r';\s*charset\*?\s*=\s*("[^"]*"|[^;]*)', re.IGNORECASE)

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

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if "\0" in value]:
            del request.COOKIES[name]
        return self.get_response(request)
