"""The queue: Celery carries a job's number, the database holds what is owed.

Workers and beat are started with ``celery -A config``. Every option is in the settings (CELERY_…),
but for the clock's. Tasks are sent when the row that they are about is there, never before. A web
process loads this when it first sends a task: Celery takes some megabytes.
"""

import os

from celery import Celery
from celery.schedules import crontab

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
