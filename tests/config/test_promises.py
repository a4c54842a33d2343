"""The full counts can be interrupted: what has passed at this commit is not run again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(folder: Path, *options: str) -> str:
    output = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        env={**os.environ, "JANCHO_FULL": "1", "JANCHO_PROMISES": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return output.stdout


def test_what_has_passed_is_not_run_again(tmp_path: Path) -> None:
    one = "tests/config/test_machine.py"

    first, again = run(tmp_path, one), run(tmp_path, one)

    assert " passed" in first
    assert " passed" not in again
    assert "deselected" in again


def test_another_state_of_the_tree_starts_anew(tmp_path: Path) -> None:
    one = "tests/config/test_machine.py"
    run(tmp_path, one)
    (book,) = tmp_path.iterdir()
    book.rename(tmp_path / "another-commit.txt")

    assert " passed" in run(tmp_path, one)
