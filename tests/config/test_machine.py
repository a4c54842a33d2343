"""The switch that lets no test be skipped in CI, tried in a pytest run of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.processes import ROOT, surroundings

ONE_SKIPPED = """
import pytest

def test_that_runs():
    pass

@pytest.mark.skip(reason="nothing to sit on")
def test_that_is_skipped():
    pass
"""
NONE_SKIPPED = "def test_that_runs():\n    pass\n"
ONE_FAILED = "def test_that_fails():\n    assert not 'this'\n"


def run(folder: Path, content: str, switch: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(content, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.machine",
        "-p",
        "no:cacheprovider",
    ]
    return subprocess.run(
        [*command, "-p", "no:django", "-c", str(folder / "pytest.ini"), str(folder)],
        env=surroundings(JANCHO_CI=switch, PYTHONPATH=str(ROOT)),
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("content", "switch", "code"),
    [
        (ONE_SKIPPED, "1", 1),
        (ONE_SKIPPED, "", 0),
        (NONE_SKIPPED, "1", 0),
        (ONE_FAILED, "1", 1),
    ],
    ids=["skip with switch", "skip without", "no skip", "failure"],
)
def test_a_skipped_test_fails_the_run_only_under_the_switch(
    tmp_path: Path, content: str, switch: str, code: int
) -> None:
    result = run(tmp_path, content, switch)

    assert result.returncode == code, result.stdout
    assert ("JANCHO_CI: 1 skipped" in result.stdout) == (content is ONE_SKIPPED and switch == "1")
