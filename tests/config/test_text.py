"""Whatever a client claims of its text, Jancho reads UTF-8 and finds no NUL in a cookie."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from config.middleware import CookieMiddleware, always_utf8


def answer_to(environ: dict[str, Any]) -> int:
    """The status that the whole application answers with."""
    found: list[int] = []

    def start(status: str, _headers: Iterable[tuple[str, str]], *_: object) -> None:
        found.append(int(status[:3]))

    b"".join(always_utf8(WSGIHandler())(environ, start))
    return found[0]


@pytest.mark.parametrize(
    "charset", ["hex", "zip", "idna", "punycode", "undefined", "utf-16", "shift_jis", '"; x', "?"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.django_db
def test_a_charset_that_is_none_breaks_nothing(method: str, charset: str) -> None:
    environ = (
        RequestFactory()
        .generic(
            method,
            "/accounts/login/?next=%E3%81%82",
            b"login=%E4%BD%90%E8%97%A4",
        )
        .environ
    )
    environ["CONTENT_TYPE"] = f"application/x-www-form-urlencoded; charset={charset}"

    assert answer_to(environ) == {"GET": 200, "POST": 403}[method]


@pytest.mark.parametrize(
    ("expected", "heard"),
    [
        ("text/html; charset=hex", "text/html"),
        ('multipart/form-data; charset="hex"; boundary=b', "multipart/form-data; boundary=b"),
        ("multipart/form-data; boundary=b; CHARSET = x", "multipart/form-data; boundary=b"),
        ("application/json", "application/json"),
        ("text/plain; charset*=hex''%FF", "text/plain"),
    ],
)
def test_only_the_charset_is_taken_out_of_the_content_type(expected: str, heard: str) -> None:
    seen: dict[str, Any] = {}

    def application(environ: dict[str, Any], _start: Any) -> list[bytes]:
        seen.update(environ)
        return []

    always_utf8(application)({"CONTENT_TYPE": expected}, None)

    assert seen["CONTENT_TYPE"] == heard


def test_a_cookie_that_holds_a_nul_is_dropped_and_the_others_stay() -> None:
    seen: dict[str, str] = {}

    def view(request: HttpRequest) -> HttpResponse:
        seen.update(request.COOKIES)
        return HttpResponse()

    request = RequestFactory().get("/", HTTP_COOKIE=r'sessionid="abcdefgh\000"; csrftoken=good')
    CookieMiddleware(view)(request)

    assert seen == {"csrftoken": "good"}


@pytest.mark.django_db
def test_a_page_stands_with_such_a_cookie(client: Any) -> None:
    response = client.get("/", HTTP_COOKIE=r'sessionid="abcdefgh\000ijk"')

    assert response.status_code == 200
