"""The embedded club server: SQLite and a filesystem queue, one command, nothing to set up."""

import os

from config import env
from config.logs import to_stdout
from config.settings.base import *
from config.settings.base import FOUNDERS, VAR_DIR

VAR_DIR.mkdir(parents=True, exist_ok=True)
if VAR_DIR.stat().st_uid == os.getuid():
    VAR_DIR.chmod(0o700)  # database, backups and secret: for whoever runs the server alone
    (VAR_DIR / "static").mkdir(exist_ok=True)

DEBUG = env.flag("DEBUG", default=False)
FOUNDING = env.one_of("FOUNDING", "open", FOUNDERS)
DEMO_LOGINS = env.flag("DEMO_LOGINS", default=True)
SECRET_KEY = env.stored_secret(VAR_DIR / "secret.key")
# In a club's own network the server is asked under whatever address the router gave it.
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS", "*")
DATABASES = {
    "default": env.database(env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'jancho.sqlite3'}"))
}
CELERY_BROKER_URL = env.text("BROKER_URL", "filesystem://localhost")
CELERY_BROKER_TRANSPORT_OPTIONS = env.broker_options(CELERY_BROKER_URL, VAR_DIR / "queue")
# Files of remote control would pile up in the queue's folder, and one worker needs none.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = not CELERY_BROKER_URL.startswith("filesystem:")
# `manage.py serve` gathers what changed; whatever runs without it finds files where they stand.
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.EmbeddedStorage"},
}
WHITENOISE_USE_FINDERS = True
LOGGING = to_stdout("plain")
