"""The client of docs/client enters an evening over a bad line: the games that were meant."""

from __future__ import annotations

import importlib.util
import json
import sys
import tomllib
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from ssl import SSLCertVerificationError
from threading import Thread
from typing import Any, cast
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.servers.basehttp import WSGIServer
from django.db import connection
from django.test.testcases import LiveServerThread, QuietWSGIRequestHandler

from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import AuditEvent, Club, Hanchan, Member, Session
from tests.config.processes import ROOT
from tests.factories import ADMIN, make_club, make_members

pytestmark = pytest.mark.django_db(transaction=True)

FOLDER = ROOT / "docs" / "client"


def load() -> Any:
    """The file as a module; it lies in no package."""
    spec = importlib.util.spec_from_file_location("evening", FOLDER / "evening.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["evening"] = module  # dataclasses and annotations look there
    spec.loader.exec_module(module)
    return module


client = load()
EVENING: dict[str, Any] = tomllib.loads((FOLDER / "evening.toml").read_text(encoding="utf-8"))


class BadLine(ThreadingHTTPServer):
    """A line to the server on which the first answer to everything that is sent is lost."""

    daemon_threads = True

    def __init__(self, server: str, lost: int) -> None:
        super().__init__(("127.0.0.1", 0), _Relay)
        self.behind = urlsplit(server).netloc
        self.losing = lost
        self.heard: dict[tuple[str, str, bytes], int] = {}
        self.writes: list[tuple[str, str, str]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def loses(self, sent: tuple[str, str, bytes]) -> bool:
        self.heard[sent] = self.heard.get(sent, 0) + 1
        return self.heard[sent] <= self.losing


class _Relay(BaseHTTPRequestHandler):
    server: BadLine

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        behind = HTTPConnection(self.server.behind, timeout=30)
        behind.request(self.command, self.path, body or None, dict(self.headers))
        answer = behind.getresponse()
        content = answer.read()
        behind.close()
        if self.command != "GET":
            key = self.headers["Idempotency-Key"]
            self.server.writes.append((self.command, self.path, key))
        if self.server.loses((self.command, self.path, body)):
            return  # it was done, and the connection ends without an answer
        self.send_response(answer.status)
        for name in ("Content-Type", "Retry-After"):
            if value := answer.headers[name]:
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_POST = do_GET  # noqa: N815 - the name that http.server looks for
    do_PUT = do_GET  # noqa: N815 - as above


@contextmanager
def bad_line(server: str, lost: int = 1) -> Iterator[BadLine]:
    line = BadLine(server, lost)
    thread = Thread(target=line.serve_forever, daemon=True)
    thread.start()
    yield line
    line.shutdown()
    thread.join()
    line.server_close()


class OneByOne(LiveServerThread):
    """Django's live server, one request at a time: SQLite in memory has one connection for all."""

    def _create_server(self, connections_override: Any = None) -> WSGIServer:
        address = (self.host, self.port)
        return WSGIServer(address, QuietWSGIRequestHandler, allow_reuse_address=False)


@pytest.fixture
def server(transactional_db: None) -> Iterator[str]:
    in_memory = connection.vendor == "sqlite" and cast("Any", connection).is_in_memory_db()
    shared = {"default": connection} if in_memory else {}
    thread = OneByOne("localhost", StaticFilesHandler, connections_override=shared)
    connection.inc_thread_sharing()
    thread.start()
    thread.is_ready.wait()
    assert thread.error is None
    yield f"http://localhost:{thread.port}"
    thread.terminate()
    connection.dec_thread_sharing()


@pytest.fixture
def club(server: str) -> Club:
    """Four of the eight who come are on its list."""
    made = make_club()
    make_members(made, 4)
    return made


def with_token(club: Club) -> str:
    scopes = [Scope.GAMES, Scope.PEOPLE]
    made: dict[str, Any] = {"club": club, "member": None, "name": "卓", "days": 1}
    _token, secret = issue_token(**made, scopes=scopes, actor=ADMIN)
    return secret


def reached(url: str, club: Club, **more: Any) -> Any:
    return client.Club(url, club.slug, with_token(club), sleep=lambda _seconds: None, **more)


def stored(club: Club) -> list[tuple[int, int, list[tuple[str, int]]]]:
    """The games that are there: table, number, and who held what."""
    games = Hanchan.objects.for_club(club).prefetch_related("seats__member")
    return [
        (
            game.table,
            game.number,
            [(seat.member.display_name, seat.points) for seat in game.seats.order_by("seat")],
        )
        for game in games.order_by("table", "number")
    ]


MEANT = sorted(
    (game.get("table", 1), game["number"], [(name, points) for name, points in game["seats"]])
    for game in EVENING["games"]
)


def test_every_first_answer_is_lost_and_the_evening_is_entered_as_it_was(
    server: str, club: Club
) -> None:
    with bad_line(server) as line:
        printed = list(client.enter(reached(line.url, club), EVENING))

    assert stored(club) == MEANT
    assert [each.day.isoformat() for each in Session.objects.for_club(club)] == ["2026-11-20"]
    names = [member.display_name for member in Member.objects.for_club(club).order_by("pk")]
    assert len(names) == len(set(names)) == 9  # the owner, and eight who played
    assert AuditEvent.objects.for_club(club).filter(type="hanchan.recorded").count() == 3
    assert len(line.writes) == 2 * len(set(line.writes))  # each sent twice, under its one key
    assert printed[0].startswith("table 1, game 1: [")
    assert [row.split()[0] for row in printed[3:]] == ["1", "2", "3", "4", *"––––"]


def test_a_second_run_of_the_same_file_enters_nothing(server: str, club: Club) -> None:
    first = list(client.enter(reached(server, club), EVENING))
    events = AuditEvent.objects.for_club(club).count()

    again = list(client.enter(reached(server, club), EVENING))

    assert again == first
    assert stored(club) == MEANT
    # the second run's own token is all that is new
    assert AuditEvent.objects.for_club(club).count() == events + 1


def test_another_result_for_a_stored_game_is_refused(server: str, club: Club) -> None:
    list(client.enter(reached(server, club), EVENING))
    changed = json.loads(json.dumps(EVENING, default=str))
    changed["games"][0]["seats"][0][1] += 100
    changed["games"][0]["seats"][1][1] -= 100

    with pytest.raises(client.RefusedError) as refused:
        list(client.enter(reached(server, club), changed))

    assert (refused.value.status, refused.value.code) == (409, "key-reused")
    assert refused.value.__notes__ == ["table 1, game 1"]
    assert stored(club) == MEANT


def test_control_with_a_new_key_for_each_attempt_it_comes_to_nothing(
    server: str, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = client.Club._send

    def under_new_keys(self: Any, method: str, path: str, body: Any = None, key: str = "") -> Any:
        for _attempt in range(2):
            try:
                return send(self, method, path, body, key and str(uuid.uuid4()))
            except client.UnreachableError:
                continue
        raise AssertionError

    monkeypatch.setattr(client.Club, "_send", under_new_keys)

    with bad_line(server) as line, pytest.raises(client.RefusedError) as refused:
        list(client.enter(reached(line.url, club, attempts=1), EVENING))

    assert refused.value.status == 422


def test_a_server_that_never_answers_is_given_up_and_named(server: str, club: Club) -> None:
    with (
        bad_line(server, lost=99) as line,
        pytest.raises(client.UnreachableError, match=r"in 3 attempts: .+"),
    ):
        list(client.enter(reached(line.url, club, attempts=3), EVENING))


def test_it_is_a_command_that_says_why_it_was_refused(
    server: str,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["evening.py", server, club.slug, str(FOLDER / "evening.toml")]
    monkeypatch.setattr(sys, "argv", arguments)
    monkeypatch.setenv("JANCHO_TOKEN", with_token(club))
    assert client.main() == 0
    assert "佐藤 健一" in capsys.readouterr().out

    monkeypatch.setenv("JANCHO_TOKEN", "jancho_no-such-token")
    assert client.main() == 1
    assert "401 bad-token" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(None, "No such file", id="not there"),
        pytest.param("day = ", "Invalid value", id="no TOML"),
        pytest.param("day = 2026-11-20", "“league” is missing", id="no league"),
        pytest.param(
            'day = 2026-11-20\nleague = "main"\n[[games]]\nnumber = 1',
            "“seats” is missing",
            id="a game of nobody",
        ),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(
    text: str | None,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "evening.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["evening.py", "http://nowhere", "tonan", str(file)])
    monkeypatch.setenv("JANCHO_TOKEN", "jancho_any")

    with pytest.raises(SystemExit):
        client.main()

    words = capsys.readouterr().err
    assert str(file) in words
    assert said in words


def test_a_certificate_that_nobody_trusts_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: object, **_more: object) -> None:
        raise URLError(SSLCertVerificationError("self-signed certificate"))

    monkeypatch.setattr(client, "urlopen", refuse)
    waited: list[float] = []
    club = client.Club("https://nowhere", "tonan", "jancho_any", sleep=waited.append)

    with pytest.raises(client.UnreachableError, match="self-signed certificate"):
        club.get("sessions")

    assert waited == []


def test_it_needs_nothing_but_python() -> None:
    source = (FOLDER / "evening.py").read_text(encoding="utf-8")
    imported = {
        line.split()[1].partition(".")[0]
        for line in source.splitlines()
        if line.startswith(("import ", "from "))
    }

    assert imported <= sys.stdlib_module_names | {"__future__"}
    assert len(source.splitlines()) < 230
