"""What the tests of backups share."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest

from league.models import League
from league.upkeep.backups import Backup, make_backup
from tests.factories import league_of, make_club, make_members, record


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    """Where these tests' backups are kept."""
    settings.BACKUP_DIR = tmp_path / "backups"
    settings.BACKUP_KEEP = [7, 4, 12]
    return tmp_path / "backups"


@pytest.fixture
def league(transactional_db: None) -> League:
    """A league with a game."""
    league = league_of(make_club())
    record(league, make_members(league.club), day=date(2026, 10, 24))
    return league


@pytest.fixture
def backup(league: League) -> Backup:
    """A backup of it."""
    return make_backup()
