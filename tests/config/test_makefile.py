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


def upgraded(folder: Path, failing: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run make upgrade with a python that only notes its calls, and fails at one of them."""
    done = folder / "done"
    python = folder / "bin" / "python"
    python.parent.mkdir()
    python.write_text(
        f'#!/bin/sh\necho "$*" >>{done}\ncase "$*" in *"{failing}"*) exit 3 ;; esac\n',
        encoding="utf-8",
    )
    python.chmod(0o755)
    result = make(f"VENV={folder}", "upgrade")
    calls = done.read_text(encoding="utf-8").splitlines()
    return result, [call.removeprefix("manage.py ") for call in calls]


def test_an_upgrade_begins_with_a_backup_and_ends_with_what_to_restart(tmp_path: Path) -> None:
    result, calls = upgraded(tmp_path, "nothing of this name")

    assert result.returncode == 0, result.stderr
    assert calls[0] == "backup"
    assert "pip install" in calls[1], "packages of the release, after the backup"
    assert calls[2:4] == ["compile_translations", "migrate --no-input"]
    assert calls[-1].startswith("check --fail-level WARNING")
    assert "Restart web processes, workers and beat" in result.stdout


def test_an_upgrade_that_fails_stops_there_and_says_how_to_go_back(tmp_path: Path) -> None:
    result, calls = upgraded(tmp_path, "migrate")

    assert result.returncode != 0
    assert calls[-1] == "migrate --no-input"
    assert "restore FILE --replace" in result.stderr
    assert "Upgraded" not in result.stdout


def test_without_a_backup_nothing_is_upgraded(tmp_path: Path) -> None:
    result, calls = upgraded(tmp_path, "backup")

    assert result.returncode != 0
    assert calls == ["backup"]
