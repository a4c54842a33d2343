"""Beat: what it is asked to send, and a clock that is set back an hour."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from celery.beat import PersistentScheduler, Service

from config.beat import Scheduler
from config.celery import app
from tests.config.processes import running, surroundings, until

NOON = datetime(2026, 11, 20, 3, tzinfo=UTC)  # in Tokyo
QUARTER = timedelta(seconds=15)


def sent(scheduler: PersistentScheduler, first: datetime, seconds: int) -> list[str]:
    """What is sent while the clock runs from a moment, looked at once a second."""
    tasks: list[str] = []
    scheduler.apply_entry = lambda entry, **_with: tasks.append(entry.task.rpartition(".")[2])
    for second in range(seconds):
        with time_machine.travel(first + timedelta(seconds=second), tick=False):
            while scheduler.tick() == 0:
                pass
    return tasks


def started(kind: type[Any], file: Path) -> PersistentScheduler:
    with time_machine.travel(NOON, tick=False):
        return kind(app, schedule_filename=str(file))


@pytest.mark.parametrize("restarted", [False, True], ids=["running", "started again"])
def test_a_clock_that_is_set_back_an_hour_delays_nothing(tmp_path: Path, restarted: bool) -> None:
    scheduler = started(Scheduler, tmp_path / "schedule")
    assert sent(scheduler, NOON, 61).count("sweep_jobs") == 4
    if restarted:
        scheduler.close()
        scheduler = started(Scheduler, tmp_path / "schedule")

    tasks = sent(scheduler, NOON - timedelta(hours=1), 122)

    assert tasks.count("sweep_jobs") == 8
    assert tasks.count("rate_games") == 2
    scheduler.close()


def test_control_celery_s_own_beat_sleeps_until_the_clock_has_caught_up(tmp_path: Path) -> None:
    scheduler = started(PersistentScheduler, tmp_path / "schedule")
    sent(scheduler, NOON, 61)

    assert sent(scheduler, NOON - timedelta(hours=1), 122) == []
    scheduler.close()


def test_beat_makes_the_folder_that_it_writes_to(tmp_path: Path) -> None:
    """As docs/running.md starts it, with settings that make no folder themselves."""
    values = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "SECRET_KEY": "tests-only",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'database'}",
        "BROKER_URL": "memory://",
        "ALLOWED_HOSTS": "league.example.org",
        "JANCHO_VAR": str(tmp_path / "not" / "there"),
    }
    command = [sys.executable, "-m", "celery", "-A", "config", "beat"]
    with running(command, surroundings(**values), tmp_path / "log") as beat:
        until(lambda: list((tmp_path / "not" / "there").glob("beat-schedule*")))

        assert beat.poll() is None


def test_both_kinds_of_beat_use_it() -> None:
    """``celery beat``, and the worker of ``manage.py serve`` that has one beside it."""
    assert app.conf.beat_scheduler == "config.beat.Scheduler"
    assert isinstance(
        Service(app, scheduler_cls=app.conf.beat_scheduler).get_scheduler(lazy=True), Scheduler
    )
