"""Commands that print into a pipe whose reader has had enough, such as `head -1`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.processes import ROOT, surroundings

GAME = '{"rule": "kinyoukai", "on": "2015-04-11", "points": [41400, 30000, 23800, 4800]}'


@pytest.mark.parametrize("written", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["at the end", "at once"])
@pytest.mark.parametrize("command", [["create_club", "--list-rules"], ["settle"]], ids=" ".join)
def test_a_command_ends_quietly_once_nobody_reads_on(
    tmp_path: Path, command: list[str], written: dict[str, str]
) -> None:
    env = surroundings(JANCHO_VAR=str(tmp_path))
    env.pop("PYTHONUNBUFFERED", None)
    reader, writer = os.pipe()
    os.close(reader)

    ended = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=env | written,
        input=GAME,
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        check=False,
    )
    os.close(writer)

    assert (ended.returncode, ended.stderr) == (-signal.SIGPIPE, "")


def test_a_command_that_says_nothing_needs_nowhere_to_say_it(tmp_path: Path) -> None:
    ended = subprocess.run(
        ["sh", "-c", f"{sys.executable} manage.py makemigrations --check -v0 >&-"],
        cwd=ROOT,
        env=surroundings(JANCHO_VAR=str(tmp_path)),
        timeout=120,
        check=False,
    )

    assert ended.returncode == 0
