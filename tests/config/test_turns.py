"""A web process works on one request at a time, and lets none wait for long."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest

from config import turns
from config.turns import by_turns

THREADS = 3
LONG = 30  # seconds; no test waits so long unless it fails


class Work:
    """An application that notes how many work in it, and meets the others if they come."""

    def __init__(self, *, wait: float) -> None:
        self.meeting = threading.Barrier(THREADS)
        self.wait = wait
        self.inside = self.most = 0

    def __call__(self, _environ: Any, _start: Any) -> Iterable[bytes]:
        self.inside += 1
        self.most = max(self.most, self.inside)
        with suppress(threading.BrokenBarrierError):  # nobody came meanwhile, now or before
            self.meeting.wait(self.wait)
        self.inside -= 1
        return [b"done"]


def ask_at_once(work: Work) -> list[Iterable[bytes]]:
    ask = by_turns(work)
    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(lambda _number: ask({}, lambda *_: None), range(THREADS)))


def test_of_three_requests_at_once_one_is_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_PATIENCE", LONG)
    work = Work(wait=0.2)

    assert ask_at_once(work) == [[b"done"]] * THREADS

    assert work.most == 1


def test_control_without_turns_all_three_are_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_PATIENCE", 0)
    work = Work(wait=LONG)

    assert ask_at_once(work) == [[b"done"]] * THREADS

    assert work.most == THREADS


def test_a_page_does_not_wait_for_whoever_waits_for_something_else() -> None:
    leave, came = threading.Event(), threading.Event()

    def application(environ: dict[str, Any], _start: Any) -> list[bytes]:
        if environ["PATH_INFO"] == "/upload":
            came.set()
            leave.wait(LONG)
        return [environ["PATH_INFO"].encode()]

    ask = by_turns(application)
    with ThreadPoolExecutor(1) as pool:
        upload: Future[Iterable[bytes]] = pool.submit(
            ask, {"PATH_INFO": "/upload"}, lambda *_: None
        )
        assert came.wait(LONG)
        assert ask({"PATH_INFO": "/page"}, lambda *_: None) == [b"/page"]
        assert not upload.done()
        leave.set()
        assert upload.result() == [b"/upload"]


def test_a_request_that_fails_leaves_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_PATIENCE", LONG)

    def application(_environ: dict[str, Any], _start: Any) -> list[bytes]:
        raise ZeroDivisionError

    for _time in range(2):  # the second would wait
        with pytest.raises(ZeroDivisionError):
            by_turns(application)({}, lambda *_: None)
    assert not turns._TURN.locked()
