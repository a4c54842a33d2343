"""The benchmark of the ranking page runs from end to end on small histories."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from benchmarks.make_games import make_club, make_history
from league.clubs.verification import verify_club
from league.models import Hanchan, Tally

ROOT = Path(__file__).parents[2]


def test_it_prints_the_ratio_of_two_histories_and_ends_well() -> None:
    arguments = ["--small", "50", "--large", "500", "--members", "24", "--month-games", "30"]
    done = subprocess.run(
        [
            *(sys.executable, "-m", "benchmarks.history_independence", *arguments),
            *("--rounds", "2", "--calls", "1", "--measure-only"),
        ],
        cwd=ROOT,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert "500 games against 50, 30 in the month read" in done.stdout
    assert re.search(
        r"long history / short history: \d+\.\d{3} \[\d+\.\d{3}\.\.\d+\.\d{3}\] in 2 rounds",
        done.stdout,
    )


@pytest.mark.django_db
def test_games_made_in_bulk_are_settled_and_counted_as_entered_ones_are() -> None:
    club, league, people = make_club(members=12)

    make_history(league, people, month=date(2026, 11, 1), in_month=40, before=60)

    verified = verify_club(club)
    months = Tally.objects.for_club(club).filter(span=Tally.Span.MONTH, start=date(2026, 11, 1))
    assert Hanchan.objects.for_club(club).count() == 100
    assert verified["games"] == 100
    assert verified["differences"] == 0
    assert sum(row.games for row in months) == 4 * 40
