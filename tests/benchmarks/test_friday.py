"""The Friday night runs from end to end on a small site, and its clubs are whole."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.friday import ENDS, READERS, evening
from tests.config.processes import ROOT, surroundings
from tests.crashes.site import postgres_server

_CLUBS = """
import django
django.setup()
from django.core.management import call_command
from benchmarks.make_clubs import make_clubs
from league.models import ApiToken, Club, Hanchan, Seat, User
call_command("migrate", verbosity=0)
make_clubs(5, members=6, games=12)
for club in Club.objects.all():
    seats = Seat.objects.for_club(club).values_list("member__club_id", flat=True)
    assert Hanchan.objects.for_club(club).count() == 12 and set(seats) == {club.pk}
assert Club.objects.count() == User.objects.count() == 5
assert ApiToken.objects.across_clubs().values("digest").distinct().count() == 5
call_command("verify_standings")
"""


def test_every_club_that_plays_enters_its_games_and_is_looked_at() -> None:
    arrivals = evening(30, seed=1)

    entries = [(each.club, each.game) for each in arrivals if each.path is None]
    assert sorted(entries) == [(club, game) for club in range(30) for game in range(len(ENDS))]
    assert len(arrivals) == 30 * (4 * len(ENDS) + READERS)
    assert arrivals == sorted(arrivals)
    assert len({each.at for each in arrivals}) == len(arrivals)


@pytest.mark.slow
@pytest.mark.servers
def test_copies_of_a_club_are_clubs_of_their_own_with_right_standings(tmp_path: Path) -> None:
    with postgres_server() as server:
        env = surroundings(
            DJANGO_SETTINGS_MODULE="config.settings.local",
            DATABASE_URL=server.create("clubs"),
            JANCHO_VAR=str(tmp_path),
        )
        done = run([sys.executable, "-c", _CLUBS], env)

    assert done.stderr == "", done.stderr
    assert "differences: 0" in done.stdout


@pytest.mark.slow
@pytest.mark.servers
def test_a_small_friday_loses_no_entry_and_says_how_it_went() -> None:
    size = ["--clubs", "5", "--playing", "2", "--members", "6", "--games", "8"]
    pace = ["--seconds", "4", "--rounds", "1", "--limit", "1000"]
    with postgres_server() as server:
        env = surroundings(DATABASE_URL=server.create("friday"))
        done = run([sys.executable, "-m", "benchmarks.friday", *size, *pace], env)

    assert done.returncode == 0, done.stdout + done.stderr
    nights = re.findall(
        r"(\d) clubs, 2 playing: (\d+) requests.* (\d+) entries, 0 lost", done.stdout
    )
    assert nights == [("2", "40", "8"), ("5", "40", "8")]
    assert "p95 of all clubs / p95 of those that play: " in done.stdout


def run(command: list[str], env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
