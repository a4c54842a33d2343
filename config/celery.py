"""The queue: Celery carries a job's number, the database holds what is owed.

Workers and beat are started with ``celery -A config``. Every option is in the settings (CELERY_…),
but for the clock's. Tasks are sent when the row that they are about is there, never before. A web
process loads this when it first sends a task: Celery takes some megabytes.
"""

import logging
import os
from functools import partial
from typing import Any

from celery import Celery, signals
from celery.schedules import crontab

from league.core.ending import ask_to_end
from league.core.request_ids import current_id, work_under

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("jancho")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = {
    # A job whose worker was killed waits no longer than this.
    "sweep-jobs": {"task": "league.tasks.sweep_jobs", "schedule": 15.0},
    "clear-downloads": {
        "task": "league.tasks.clear_downloads",
        "schedule": crontab(minute="20"),
    },
    "rate-games": {"task": "league.tasks.rate_games", "schedule": crontab()},
    "clear-sessions": {
        "task": "league.tasks.clear_sessions",
        "schedule": crontab(hour="4", minute="5"),
    },
    "clear-api-calls": {
        "task": "league.tasks.clear_api_calls",
        "schedule": crontab(hour="4", minute="10"),
    },
    # Before the standings are checked, so that there is a way back from what is mended.
    "back-up": {"task": "league.tasks.back_up", "schedule": crontab(hour="4", minute="15")},
    "thin-settlements": {
        "task": "league.tasks.thin_settlements",
        "schedule": crontab(hour="4", minute="30"),
    },
    # At a quarter to five no club plays: its day turns at five at the latest.
    "verify-standings": {
        "task": "league.tasks.verify_standings",
        "schedule": crontab(hour="4", minute="45"),
    },
}
app.autodiscover_tasks()


@signals.setup_logging.connect  # type: ignore[untyped-decorator]
def _keep_logging(loglevel: int | str | None = None, **_options: Any) -> None:
    """Leave logs as the settings have them: JSON like those of web processes on a server."""
    if loglevel is not None:
        logging.getLogger().setLevel(loglevel)


@signals.worker_init.connect  # type: ignore[untyped-decorator]
def _say_as_logged(**_options: Any) -> None:
    """Let what Celery says amid a signal be a line as all others are.

    No handler may write it: where the signal comes in, its lock may be held.
    """
    handlers = logging.getLogger().handlers
    if handlers:
        from celery.apps import worker

        worker.safe_say = partial(_say, handlers[0])


def _say(handler: logging.Handler, words: str, _file: object = None) -> None:
    record = {"name": "celery.apps.worker", "levelname": "INFO", "msg": words.strip()}
    os.write(1, f"{handler.format(logging.makeLogRecord(record))}\n".encode())


@signals.before_task_publish.connect  # type: ignore[untyped-decorator]
def _send_id(headers: dict[str, Any], **_task: Any) -> None:
    if request_id := current_id():
        headers["request_id"] = request_id


@signals.task_prerun.connect  # type: ignore[untyped-decorator]
def _take_id(task: Any, **_options: Any) -> None:
    """Work under the id of the request that asked for it; what beat sends has none."""
    if not task.request.is_eager:
        work_under(getattr(task.request, "request_id", None) or "")


@signals.task_postrun.connect  # type: ignore[untyped-decorator]
def _drop_id(task: Any, **_options: Any) -> None:
    if not task.request.is_eager:
        work_under("")


@signals.worker_shutting_down.connect  # type: ignore[untyped-decorator]
def _hand_back(**_how: Any) -> None:
    """Let a long job go to another worker, instead of being waited for or killed amid it."""
    ask_to_end()
