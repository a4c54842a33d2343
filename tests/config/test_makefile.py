"""The first thing that somebody types, on machines that lack something."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.config.processes import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


def make(*arguments: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    command = shutil.which("make")
    assert command is not None
    env = {} if path is None else {"PATH": path}
    return subprocess.run(
        [command, "--no-print-directory", *arguments],
        cwd=ROOT,
        env=env or None,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_machine_without_a_fitting_python_gets_one_clear_line(tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    python.chmod(0o755)
    venv = tmp_path / "venv"
    result = make(f"VENV={venv}", f"{venv}/bin/python", path=str(tmp_path))

    found = [line for line in result.stderr.splitlines() if not line.startswith("make")]
    assert result.returncode != 0
    assert found == [
        "Jancho needs Python 3.11 to 3.14 with venv and sqlite3, and found none "
        "(Debian, Ubuntu: apt install python3-venv)."
    ]
    assert not venv.exists()


def test_help_shows_every_target_that_is_meant_for_people() -> None:
    shown = set(re.findall(r"^  make ([a-z-]+) ", make("help").stdout, re.MULTILINE))
    declared = set(re.findall(r"^\.PHONY: ([a-z-]+)$", MAKEFILE, re.MULTILINE))

    assert {"run", "install", "check", "test", "help"} <= shown
    assert shown == declared
