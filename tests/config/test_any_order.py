"""The suite passes in whatever order its tests are run: none leans on what another left behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.config.processes import ROOT

FULL = bool(os.environ.get("JANCHO_FULL"))
#: in full all of it, many times; else once what knows no database
SEEDS = range(1, 21) if FULL else range(1, 2)
WHAT = ["-n", "auto", "--dist", "worksteal"] if FULL else ["-n0", "tests/rules"]


def shuffled(seed: int, *what: str) -> subprocess.CompletedProcess[str]:
    """Run modules in the random order of a seed, and the tests of each in another one."""
    order = ["--random-order", "--random-order-bucket=module", f"--random-order-seed={seed}"]
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in {"JANCHO_FULL", "JANCHO_CI"} and not name.startswith("PYTEST")
    }
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *order, *what],
        cwd=ROOT,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_the_tests_pass_in_any_order(
    seed: int, record_property: Callable[[str, object], None]
) -> None:
    done = shuffled(seed, *WHAT)

    assert done.returncode == 0, done.stdout[-3000:]
    passed = re.search(r"(\d+) passed", done.stdout)
    assert passed is not None
    assert int(passed[1]) > 100
    record_property("measured", f"order {seed}: {passed[1]} tests")


LEANING = """
left = []
def test_a():
    left.append(1)
def test_b():
    assert left
"""


def test_control_a_test_that_leans_on_another_fails_in_some_order(tmp_path: Path) -> None:
    leaning = tmp_path / "test_leaning.py"
    leaning.write_text(LEANING, encoding="utf-8")
    bare = ["-n0", "-c", os.devnull, f"--rootdir={tmp_path}", str(leaning)]

    ended = (shuffled(seed, *bare).returncode for seed in range(1, 20))

    assert 1 in ended
    assert 0 in ended
