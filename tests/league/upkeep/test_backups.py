"""Backups: one moment in one file with a manifest, made each night, kept by a rule."""

from __future__ import annotations

import errno
import hashlib
import json
import logging
import os
import threading
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import translation

from config.celery import app
from league.core.locks import file_lock
from league.models import League, Member
from league.tasks import back_up
from league.upkeep import backups
from league.upkeep.backups import (
    Backup,
    Keep,
    backups_in,
    kept,
    make_backup,
    remove_superfluous,
)
from league.upkeep.databases import BackupError, write_database
from league.upkeep.restoring import drill
from tests.factories import record


def nights(first: date, last: date) -> list[datetime]:
    """Every night at a quarter past seven, UTC."""
    start = datetime(first.year, first.month, first.day, 19, 15, tzinfo=UTC)
    return [start + timedelta(days=number) for number in range((last - first).days + 1)]


def days(moments: set[datetime]) -> list[str]:
    return [moment.date().isoformat() for moment in sorted(moments, reverse=True)]


def pretend(folder: Path, made_at: datetime, like: Backup) -> None:
    """Lay a backup of another night beside a real one."""
    manifest = json.loads(like.manifest.read_text(encoding="utf-8"))
    name = made_at.strftime("jancho-%Y%m%d-%H%M%S")
    manifest["made_at"] = made_at.isoformat()
    (folder / name).with_suffix(".json").write_text(json.dumps(manifest), encoding="utf-8")
    (folder / name).with_suffix(like.file.suffix).write_bytes(like.file.read_bytes())


def test_the_command_writes_one_file_that_only_its_owner_reads_and_a_manifest(
    league: League, folder: Path
) -> None:
    out = StringIO()

    call_command("backup", stdout=out)

    [made] = backups_in(folder)
    assert out.getvalue().startswith(f"{made.file}: ")
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [made.file.name, made.manifest.name]
    )
    assert made.file.stat().st_mode & 0o777 == 0o600
    assert made.sha256 == hashlib.sha256(made.file.read_bytes()).hexdigest()
    assert (made.facts.clubs, made.facts.games, made.facts.rows["league_seat"]) == (1, 1, 4)


def test_to_another_folder_nothing_is_removed(league: League, tmp_path: Path) -> None:
    call_command("backup", to=tmp_path / "stick", stdout=StringIO())

    assert len(backups_in(tmp_path / "stick")) == 1


def is_whole_with_a_game_entered_meanwhile(league: League, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Enter a game when all is counted and nothing is written yet; whether the backup is whole."""

    def enter() -> None:
        people = Member.objects.for_club(league.club_id).filter(user=None).order_by("pk")
        try:
            record(league, list(people), day=date(2026, 10, 24), number=2)
        finally:
            connection.close()

    def enter_first(file: Path) -> None:
        thread = threading.Thread(target=enter)
        thread.start()
        thread.join(30)
        assert not thread.is_alive(), "a backup keeps people from entering games"
        write_database(file)

    monkeypatch.setattr(backups, "write_database", enter_first)
    try:
        return not drill(make_backup()).wrong
    except BackupError:
        return False


def test_a_game_entered_while_a_backup_is_made_is_wholly_in_it_or_not_at_all(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert is_whole_with_a_game_entered_meanwhile(league, monkeypatch)


def test_control_without_the_snapshot_it_is_half_in_it(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backups, "snapshot", nullcontext)

    assert not is_whole_with_a_game_entered_meanwhile(league, monkeypatch)


def test_seven_days_four_weeks_and_twelve_months_keep_their_last_backup() -> None:
    every_night = nights(date(2024, 6, 1), date(2026, 1, 31))  # a Saturday

    assert days(kept(every_night, Keep(7, 4, 12))) == [
        *("2026-01-31", "2026-01-30", "2026-01-29", "2026-01-28", "2026-01-27", "2026-01-26"),
        *("2026-01-25", "2026-01-18", "2026-01-11"),
        *("2025-12-31", "2025-11-30", "2025-10-31", "2025-09-30", "2025-08-31", "2025-07-31"),
        *("2025-06-30", "2025-05-31", "2025-04-30", "2025-03-31", "2025-02-28"),
    ]


def test_night_by_night_the_same_ones_stay() -> None:
    staying: set[datetime] = set()
    for night in nights(date(2024, 6, 1), date(2026, 1, 31)):
        staying = kept({*staying, night}, Keep(7, 4, 12))

    assert staying == kept(nights(date(2024, 6, 1), date(2026, 1, 31)), Keep(7, 4, 12))


def test_a_server_that_stood_still_for_years_loses_no_backup() -> None:
    old = set(nights(date(2019, 3, 1), date(2019, 3, 5)))
    new = nights(date(2026, 1, 31), date(2026, 1, 31))

    assert kept({*old, *new}, Keep(7, 4, 12)) == {*old, *new}


def test_what_the_rule_does_not_keep_is_removed_and_nothing_else(
    backup: Backup, folder: Path, settings: Any
) -> None:
    settings.BACKUP_KEEP = [2, 0, 0]
    for ago in (1, 2, 3):
        pretend(folder, backup.made_at - timedelta(days=ago), backup)
    (folder / "notes.txt").touch()

    removed = remove_superfluous(folder)

    assert len(removed) == 2
    assert [each.made_at for each in backups_in(folder)] == [
        backup.made_at,
        backup.made_at - timedelta(days=1),
    ]
    assert len(list(folder.iterdir())) == 5


def test_a_backup_that_was_not_finished_is_none_and_is_cleared_away(
    league: League, folder: Path
) -> None:
    folder.mkdir()
    (folder / "jancho-20260101-000000.dump.part").touch()
    assert backups_in(folder) == []

    made = make_backup()

    assert sorted(folder.iterdir()) == sorted([made.file, made.manifest])


def test_what_cannot_be_written_leaves_nothing(
    league: League, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_file: Path) -> None:
        raise BackupError("disk full")

    monkeypatch.setattr(backups, "write_database", full)

    with pytest.raises(BackupError, match="disk full"):
        make_backup()
    assert list(folder.iterdir()) == []


def test_a_backup_may_be_the_first_thing_that_a_process_does(league: League) -> None:
    connection.close()

    assert make_backup().facts.games == 1


def test_two_backups_of_one_second_are_two(league: League, folder: Path) -> None:
    assert make_backup().file != make_backup().file
    assert len(backups_in(folder)) == 2


def test_while_one_is_made_another_is_refused(league: League, folder: Path) -> None:
    folder.mkdir()
    with file_lock(folder / ".lock"), pytest.raises(CommandError, match=str(folder)):
        call_command("backup")
    assert backups_in(folder) == []

    make_backup()  # as soon as it is done


def test_each_night_one_is_made_and_old_ones_go(
    backup: Backup, folder: Path, settings: Any
) -> None:
    settings.BACKUP_KEEP = [1, 0, 0]
    pretend(folder, backup.made_at - timedelta(days=1), backup)

    back_up()

    [left] = backups_in(folder)
    assert left.made_at > backup.made_at
    assert app.conf.beat_schedule["back-up"]["task"] == back_up.name


def test_a_night_without_a_backup_is_an_error_in_the_log(
    league: League, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_text("a file where the folder should be", encoding="utf-8")

    back_up()

    [line] = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert "There is no backup of this night" in line.getMessage()


def test_who_backs_up_otherwise_can_have_none_made(
    league: League, folder: Path, settings: Any
) -> None:
    settings.BACKUP_KEEP = [0, 0, 0]

    back_up()
    assert not folder.exists()

    make_backup()
    make_backup()
    assert remove_superfluous(folder) == []


@pytest.mark.parametrize("name", sorted(app.conf.beat_schedule))
def test_every_task_of_the_schedule_exists(name: str) -> None:
    import league.tasks  # noqa: F401

    assert app.conf.beat_schedule[name]["task"] in app.tasks


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.EACCES, "/backups: permission denied"),
        (errno.ENOSPC, "/backups: the disk is full"),
        (errno.EROFS, "/backups: nothing can be written there"),
        (errno.EIO, "/backups: Input/output error"),
    ],
)
def test_why_no_backup_was_made_is_said_in_words(
    number: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_given: object, **_named: object) -> None:
        raise OSError(number, os.strerror(number), "/backups")

    monkeypatch.setattr(Path, "mkdir", fails)

    with translation.override("en"), pytest.raises(BackupError) as refused:
        make_backup(Path("/backups"))

    assert refused.value.message == f"The backup could not be written: {words}"
