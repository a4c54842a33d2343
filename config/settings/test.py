"""The tests' settings: SQLite in memory, or PostgreSQL when DATABASE_URL names one."""

import os
import tempfile
from pathlib import Path

from config import env
from config.settings.base import *
from config.settings.base import INSTALLED_APPS

SECRET_KEY = "tests-only"  # noqa: S105  # guards nothing
ALLOWED_HOSTS = ["*"]
DATABASES = {"default": env.database(env.text("DATABASE_URL", "sqlite://:memory:"))}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, so that the race tests' threads each have a connection of their own.
    file = Path(tempfile.gettempdir()) / f"jancho-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": file}
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
WHITENOISE_AUTOREFRESH = True  # no scan of every static file for each client
# None is set up unless a test says so (tests/league/providers.py); it may name any.
LOGIN_PROVIDERS = {}
INSTALLED_APPS = [
    *(app for app in INSTALLED_APPS if not app.startswith("allauth.socialaccount.providers.")),
    *(f"allauth.socialaccount.providers.{key}" for key in ("line", "google", "discord")),
]
CELERY_BROKER_URL = "memory://"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
