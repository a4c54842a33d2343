"""The benchmark of re-scores runs from end to end on a small club."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_it_prints_every_ratio_and_writes_nothing_where_no_score_is_altered() -> None:
    arguments = ["--games", "480", "--members", "12", "--rounds", "1", "--entry-seconds", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.rescore", *arguments, "--limit", "0"],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert len(re.findall(r"\d+\.\d{3} \[\d+\.\d{3}\.\.\d+\.\d{3}\] in 1 rounds", done.stdout)) == 4
    assert "written by the changes that alter no score: 0" in done.stdout
