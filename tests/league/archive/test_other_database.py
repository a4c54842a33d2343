"""An archive made on SQLite comes back equal on whatever database these tests run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from league.archive.document import dump_club, load_archive
from league.clubs.verification import verify_club

ROOT = Path(__file__).parents[3]
UPGRADES = ROOT / "tests" / "upgrades"

pytestmark = pytest.mark.django_db


def on_sqlite(folder: Path, *command: str) -> str:
    """Run a command on a database file of its own; what it says."""
    apart = {"DATABASE_URL", "DATABASE_PASSWORD", "DATABASE_URL_FILE"}
    place = {name: value for name, value in os.environ.items() if name not in apart}
    place |= {"DJANGO_SETTINGS_MODULE": "config.settings.local", "JANCHO_VAR": str(folder)}
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=place,
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout


def test_an_archive_made_on_sqlite_comes_back_equal_here(tmp_path: Path) -> None:
    newest = max(UPGRADES.glob("issue-*.json"))
    on_sqlite(tmp_path, "migrate", "--verbosity", "0")
    founding = ("--slug", "other", "--name", "x", "--rule", "kinyoukai", "--league", "x")
    on_sqlite(tmp_path, "create_club", *founding, "--owner", "sato")
    on_sqlite(tmp_path, "load_archive", str(newest), "--owner", "sato")
    slug = json.loads(newest.read_text(encoding="utf-8"))["club"]["slug"]
    made: dict[str, Any] = json.loads(on_sqlite(tmp_path, "archive_club", slug))

    club = load_archive(made)

    assert dump_club(club) == made
    assert verify_club(club)["differences"] == 0
