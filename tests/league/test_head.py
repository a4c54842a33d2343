"""HEAD is answered as GET is, without the body: link checkers and monitors ask so."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponseBase

from config.middleware import no_body_for_head
from tests.config.processes import BIN, free_port, manage, running, status, surroundings, until
from tests.league.addresses import Stage, address, again, names, stage_of, taken_back, visit

#: another one for each request
OWN = {"X-Request-ID"}
#: shows something else each time
BY_CHANCE = {"league:practice"}


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    with stage_of(django_db_blocker) as opened:
        yield opened


def headers_of(response: HttpResponseBase) -> dict[str, str]:
    said = {name: value for name, value in response.headers.items() if name not in OWN}
    return {"status": str(response.status_code), "cookies": str(sorted(response.cookies)), **said}


@pytest.mark.django_db
@pytest.mark.parametrize("name", names())
def test_head_has_the_headers_of_get_and_no_body(stage: Stage, name: str) -> None:
    url, differ = address(name, stage.world), {}
    for role in ("anonymous", "owner", "operator"):
        client, found = again(stage.clients[role]), []
        for method in ("GET", "GET", "HEAD"):  # the first gives a browser its cookies
            cache.clear()
            with taken_back():
                found.append(headers_of(visit(client, method, url)))
        _first, get, head = found
        if name in BY_CHANCE or get["status"] == head["status"] == "405":  # which names the method
            get["Content-Length"] = head["Content-Length"]
        if get != head:
            keys = sorted(get.keys() | head.keys())
            differ[role] = {
                key: (get.get(key), head.get(key)) for key in keys if get.get(key) != head.get(key)
            }

    assert differ == {}


@pytest.mark.parametrize(("method", "sent"), [("GET", [b"page"]), ("HEAD", [])])
def test_a_body_that_nobody_wants_is_closed_all_the_same(method: str, sent: list[bytes]) -> None:
    class Body(list[bytes]):
        is_closed = False

        def close(self) -> None:
            self.is_closed = True

    body = Body([b"page"])
    answer = no_body_for_head(lambda _environ, _start: body)({"REQUEST_METHOD": method}, None)

    assert list(answer) == sent
    assert body.is_closed == (method == "HEAD")  # otherwise the server closes it


def test_a_web_process_sends_no_body_and_says_how_long_it_would_be(tmp_path: Path) -> None:
    port = free_port()
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.local",
        DATABASE_URL=f"sqlite:///{tmp_path / 'jancho.sqlite3'}",
        JANCHO_VAR=str(tmp_path),
    )
    assert manage("migrate", "--no-input", "-v0", **env).returncode == 0
    command = [str(BIN / "gunicorn"), "config.wsgi", "--config", "python:config.gunicorn"]
    with running([*command, f"--bind=127.0.0.1:{port}"], env, tmp_path / "web.log"):
        until(lambda: status(f"http://127.0.0.1:{port}/healthz"), 60)
        call = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        found = []
        for path in ("/", "/rules/", "/api/v1/schema", "/static/css/base.css", "/no-such-page/"):
            for method in ("GET", "HEAD"):
                # One connection for all: a body that was sent would be read as the next answer.
                call.request(method, path)
                answer = call.getresponse()
                body = answer.read()
                found.append((answer.status, answer.headers["Content-Length"]))
                assert (body == b"") == (method == "HEAD")
        call.close()
        assert '"WARNING"' not in (tmp_path / "web.log").read_text("utf-8")

    assert found[::2] == found[1::2]
    assert [length for code, length in found if code == 200 and not length] == []
