"""A cellar between a phone and the server: the network goes, and answers are lost on their way."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

#: of one connection only, or of a form that is not handed on
_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "accept-encoding"}


@dataclass(slots=True)
class Asked:
    """A request on its way: what it was, and how the server answered it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    status: int = 0
    answer: bytes = b""


def _nothing(_asked: Asked) -> None:
    pass


@dataclass(slots=True)
class Cellar:
    """What the network does now, and what went through it.

    ``before`` and ``after`` may change a request and its answer on the way: what a phone without
    one of our guards would send, or take for granted.
    """

    server: str
    url: str = ""
    is_away: bool = False
    #: whether an answer is lost once the server has worked on the request
    loses: Callable[[Asked], bool] = lambda _asked: False
    before: Callable[[Asked], None] = _nothing
    after: Callable[[Asked], None] = _nothing
    passed: list[Asked] = field(default_factory=list)
    lost: int = 0

    def sent(self, path: str) -> list[Asked]:
        """What was posted to an address that ends so."""
        return [one for one in self.passed if one.method == "POST" and one.path.endswith(path)]

    def ask(self, asked: Asked) -> list[tuple[str, str]] | None:
        """Hand a request on; the answer's headers, or None where it never comes."""
        if self.is_away:
            return None
        self.before(asked)
        where = urlsplit(self.server)
        onward = http.client.HTTPConnection(where.hostname or "", where.port or 80, timeout=60)
        onward.request(asked.method, asked.path, body=asked.body, headers=asked.headers)
        response = onward.getresponse()
        asked.status, asked.answer = response.status, response.read()
        onward.close()
        self.passed.append(asked)
        if self.is_away or self.loses(asked):
            self.lost += 1
            return None
        self.after(asked)
        return [pair for pair in response.getheaders() if pair[0].lower() not in _HOP]


class _Way(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    cellar: Cellar

    def log_message(self, *_args: object) -> None:
        """Say nothing."""

    def _pass(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name: text for name, text in self.headers.items() if name.lower() not in _HOP}
        asked = Asked(self.command, self.path, headers, body)
        answered = self.cellar.ask(asked)
        if answered is None:
            self.close_connection = True
            return
        self.send_response_only(asked.status)
        for name, text in answered:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(asked.answer)))
        self.end_headers()
        self.wfile.write(asked.answer)

    do_GET = do_POST = _pass  # noqa: N815 - as the library asks for them


class _Door(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_args: object) -> None:
        """Say nothing: browsers close connections that they no longer need."""


@contextmanager
def cellar_before(server: str) -> Iterator[Cellar]:
    """A way to the server that the test opens and closes."""
    cellar = Cellar(server)
    door = _Door(("127.0.0.1", 0), type("Way", (_Way,), {"cellar": cellar}))
    cellar.url = f"http://127.0.0.1:{door.server_port}"
    thread = threading.Thread(target=door.serve_forever, daemon=True)
    thread.start()
    try:
        yield cellar
    finally:
        door.shutdown()
        door.server_close()
