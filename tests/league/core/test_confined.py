"""What strangers send is worked on by a child that is ended when it takes too much."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest

from league.core import confined
from league.core.confined import BusyError, TooCostlyError, run_confined

GREEDY = "tests.league.core.greedy"


def test_a_child_answers_with_what_it_made_of_the_bytes() -> None:
    assert run_confined(GREEDY, b"given", "echo") == b"given"


@pytest.mark.parametrize("what", ["memory", "time"])
def test_a_child_that_takes_too_much_is_ended(what: str) -> None:
    with pytest.raises(TooCostlyError):
        run_confined(GREEDY, b"given", what)


@pytest.mark.parametrize("what", ["memory", "time"])
def test_control_without_limits_it_takes_all_of_it(what: str) -> None:
    assert run_confined(GREEDY, b"given", what, "free") == b"given"


def test_a_child_that_never_answers_is_ended_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "_MOST_TIME", 0.5)

    with pytest.raises(TooCostlyError):
        run_confined(GREEDY, b"given", "time", "free")


def test_an_error_of_ours_in_a_child_is_an_error_here() -> None:
    with pytest.raises(RuntimeError, match="fails"):
        run_confined(GREEDY, b"", "fails")


def test_a_process_has_one_child_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confined, "_PATIENCE", 0.01)
    with confined._ONE_AT_A_TIME, pytest.raises(BusyError):
        run_confined(GREEDY, b"given", "echo")

    assert run_confined(GREEDY, b"given", "echo") == b"given"


def test_a_child_knows_none_of_the_parents_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "SECRET_KEY", "do not tell")
    asked: list[dict[str, str]] = []
    run: Any = subprocess.run

    def watched(*args: Any, env: dict[str, str], **kwargs: Any) -> Any:
        asked.append(env)
        return run(*args, env=env, **kwargs)

    monkeypatch.setattr(subprocess, "run", watched)
    run_confined(GREEDY, b"given", "echo")

    assert asked == [{}]
