"""The queue: Celery carries a job's number, the database holds what is owed.

Workers and beat are started with ``celery -A config``. Every option is in the settings (CELERY_…).
Tasks are sent with ``delay_on_commit``: never before the row that they are about is there.
"""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")

app = Celery("jancho")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
