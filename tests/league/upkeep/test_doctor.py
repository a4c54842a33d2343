"""``manage.py doctor``: a line for each thing, and 1 as soon as somebody has to see to one."""

from __future__ import annotations

import json
import logging
import os
import shutil
import time
from collections.abc import Iterator
from datetime import timedelta
from importlib import metadata
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone, translation

from config import env
from config.celery import app
from league.core import redis_cache
from league.core.audit import record_event
from league.models import Job, League
from league.tasks import sweep_jobs
from league.upkeep.backups import Backup
from league.upkeep.databases import elsewhere
from league.upkeep.doctor import findings
from tests.factories import ADMIN
from tests.redis_server import RedisServer, redis_server

SUBJECTS = (
    *("settings", "database", "migrations", "queue", "cache", "schedule", "login with"),
    *("jobs", "clock", "disk", "backups", "versions"),
)


def faults() -> dict[str, str]:
    return {str(found.subject): found.text for found in findings() if found.is_fault}


def doctor(monkeypatch: pytest.MonkeyPatch) -> tuple[int, list[str]]:
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    out = StringIO()
    try:
        call_command("doctor", stdout=out)
    except SystemExit as end:
        return int(end.code or 0), out.getvalue().splitlines()
    return 0, out.getvalue().splitlines()


@pytest.fixture(autouse=True)
def schedule(tmp_path: Path, settings: Any) -> Path:
    """The file of a beat that has just written it."""
    settings.CELERY_BEAT_SCHEDULE_FILENAME = str(tmp_path / "beat-schedule")
    file = tmp_path / "beat-schedule.db"
    file.touch()
    return file


@pytest.fixture(autouse=True)
def _english() -> Any:
    with translation.override("en"):
        yield


def test_a_server_that_is_well_has_a_line_for_each_thing(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, lines = doctor(monkeypatch)

    assert [line.partition(":")[0] for line in lines] == [f"ok  {name}" for name in SUBJECTS]
    assert status == 0


def test_a_fault_is_said_and_keeps_nothing_else_from_being_looked_at(
    league: League, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, lines = doctor(monkeypatch)

    assert f"FAULT  backups: There is no backup in {folder}." in lines
    assert sum(line.startswith("ok  ") for line in lines) == len(lines) - 1 == len(SUBJECTS) - 1
    assert status == 1


def test_a_backup_of_the_day_before_yesterday_is_too_old(backup: Backup) -> None:
    manifest = json.loads(backup.manifest.read_text(encoding="utf-8"))
    manifest["made_at"] = (backup.made_at - timedelta(days=2, hours=1)).isoformat()
    backup.manifest.write_text(json.dumps(manifest), encoding="utf-8")

    assert faults() == {"backups": f"The newest, {backup.file}, is 49 hours old."}


def test_the_newest_backup_is_read(backup: Backup) -> None:
    backup.file.write_bytes(b"")

    assert set(faults()) == {"backups"}


def test_who_wants_no_backups_misses_none(league: League, settings: Any) -> None:
    settings.BACKUP_KEEP = [0, 0, 0]

    assert faults() == {}


def test_a_clock_that_was_set_back_is_noticed_by_what_was_written_before(backup: Backup) -> None:
    before = timezone.now()
    with time_machine.travel(before + timedelta(hours=1), tick=False):
        record_event(
            "club.changed", club=club_of(backup), object_id=1, actor=ADMIN, after={"name": "later"}
        )

    with time_machine.travel(before, tick=False):
        found = faults()

    assert found == {"clock": "The last change is 3600 s in the future: the clock was set back."}


def club_of(_backup: Backup) -> Any:
    return League.objects.across_clubs().select_related("club").get().club


def test_jobs_that_wait_for_nobody_are_a_fault(backup: Backup) -> None:
    job = Job.objects.create(club=club_of(backup), kind=Job.Kind.VERIFY_STANDINGS)
    assert faults() == {}

    Job.objects.across_clubs().filter(pk=job.pk).update(
        created_at=timezone.now() - timedelta(minutes=11)
    )
    assert faults() == {"jobs": "1 wait for more than ten minutes: is a worker running?"}


def test_a_job_that_failed_today_is_named(backup: Backup) -> None:
    Job.objects.create(
        club=club_of(backup),
        kind=Job.Kind.IMPORT,
        state=Job.State.FAILED,
        started_at=timezone.now(),
        error="disk full",
    )

    assert faults() == {"jobs": "1 failed within a day, the last: import of tonan: disk full"}


def test_a_database_without_tables_has_its_migrations_to_come(backup: Backup) -> None:
    with elsewhere():
        found = faults()

    assert "run manage.py migrate" in found["migrations"]


def test_a_queue_that_does_not_answer_is_a_fault(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.conf, "broker_url", "redis://127.0.0.1:1/0")

    found = faults()

    assert set(found) == {"queue"}
    assert found["queue"].startswith("redis://127.0.0.1:1/0 does not answer")


def test_the_password_of_a_queue_is_never_printed(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.conf, "broker_url", "redis://:geheim@127.0.0.1:1/0")

    assert faults()["queue"].startswith("redis://:**@127.0.0.1:1/0 does not answer")


def test_a_beat_that_has_stopped_is_a_fault(backup: Backup, schedule: Path) -> None:
    eight_minutes_ago = time.time() - 8 * 60 - 1
    os.utime(schedule, (eight_minutes_ago, eight_minutes_ago))
    assert faults() == {
        "schedule": "The last run was 8 minutes ago: are beat and a worker running?"
    }

    schedule.unlink()
    assert faults() == {
        "schedule": "Nothing has been done by the schedule: are beat and a worker running?"
    }


@pytest.fixture
def cache(tmp_path: Path, settings: Any) -> Iterator[RedisServer]:
    """A cache that processes share."""
    with redis_server(tmp_path) as server:
        settings.CACHES = {"default": env.cache(server.url(1)), "pages": env.cache(server.url(1))}
        redis_cache.breaker_of.cache_clear()
        yield server
        redis_cache.breaker_of.cache_clear()


@pytest.mark.services
def test_a_shared_cache_tells_when_a_worker_last_swept(backup: Backup, cache: RedisServer) -> None:
    assert set(faults()) == {"schedule"}  # that beat's file is here says nothing

    sweep_jobs()
    assert faults() == {}

    with time_machine.travel(timezone.now() + timedelta(minutes=3), tick=False):
        assert "The last run was 3 minutes ago" in faults()["schedule"]


@pytest.mark.services
def test_a_cache_that_does_not_answer_is_a_fault(backup: Backup, cache: RedisServer) -> None:
    sweep_jobs()
    cache.freeze()

    found = faults()

    assert found == {
        "cache": f"{cache.url(1)} does not answer, or takes nothing: logging in has to wait.",
        "schedule": "The cache, in which it is noted, does not answer.",
    }
    sweep_jobs()  # goes on without


@pytest.mark.services
def test_a_redis_that_may_throw_counts_away_is_a_fault(backup: Backup, cache: RedisServer) -> None:
    sweep_jobs()
    cache.client().config_set("maxmemory-policy", "allkeys-lru")

    assert faults() == {
        "cache": f"{cache.url(1)} throws away counts of attempts when its memory is short "
        "(allkeys-lru): set maxmemory-policy noeviction."
    }


@pytest.mark.services
def test_without_the_cache_of_pages_nobody_waits(
    backup: Backup, cache: RedisServer, settings: Any, tmp_path: Path
) -> None:
    sweep_jobs()
    (tmp_path / "pages").mkdir()
    with redis_server(tmp_path / "pages") as pages:
        settings.CACHES = {**settings.CACHES, "pages": env.cache(pages.url())}
        pages.stop()

        assert faults() == {
            "cache": f"{pages.url()} does not answer, or takes nothing: no page is kept."
        }


@pytest.mark.services
def test_what_doctor_prints_of_a_service_is_in_no_log_as_well(
    backup: Backup,
    cache: RedisServer,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cache.stop()

    code, lines = doctor(monkeypatch)

    assert (code, sum("cache" in line for line in lines)) == (1, 2)
    assert "The cache does not answer" not in caplog.text


class Usage(NamedTuple):
    total: int
    used: int
    free: int


def test_a_disk_that_is_nearly_full_is_a_fault(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: Usage(10**12, 10**12, 499_000_000))

    assert "499 MB free" in faults()["disk"]


def test_packages_other_than_the_locked_ones_are_named(
    backup: Backup, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = metadata.version
    monkeypatch.setattr(
        metadata, "version", lambda name: "0.1" if name == "segno" else installed(name)
    )

    assert faults()["versions"].endswith("segno 0.1")


def test_a_look_at_everything_logs_no_error(
    backup: Backup, caplog: pytest.LogCaptureFixture
) -> None:
    assert faults() == {}
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []
