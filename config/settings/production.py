"""A club's server on the network: PostgreSQL, Redis and https; all of it from the environment.

Starts only when everything is said: SECRET_KEY, DATABASE_URL, BROKER_URL and ALLOWED_HOSTS, each
also as ``NAME_FILE``. BEHIND_PROXY says that a reverse proxy ends https and sets X-Forwarded-Proto.
"""

from config import env
from config.logs import to_stdout
from config.settings.base import *
from config.settings.base import BASE_DIR, MIDDLEWARE, REST_FRAMEWORK, VAR_DIR

DEBUG = False
SECRET_KEY = env.text("SECRET_KEY")
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS", "")
DATABASES = {"default": env.database(env.text("DATABASE_URL"))}
CELERY_BROKER_URL = env.text("BROKER_URL")
CELERY_BROKER_TRANSPORT_OPTIONS = env.broker_options(CELERY_BROKER_URL, VAR_DIR / "queue")
# Attempts are counted beside the queue, where nothing is thrown away: no number of pages pushes out
# what was counted. Emptying the pages empties their whole database: give them another.
CACHE_URL = env.text("CACHE_URL", CELERY_BROKER_URL)
CACHES = {"default": env.cache(CELERY_BROKER_URL), "pages": env.page_cache(CACHE_URL)}

STATIC_ROOT = env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.StaticStorage"},
}

# The prefix makes the browser itself refuse these cookies from another host or over http.
SESSION_COOKIE_NAME = "__Host-session"
CSRF_COOKIE_NAME = "__Host-csrf"
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_NAME = "__Host-language"
LANGUAGE_COOKIE_SECURE = True
PASS_COOKIE_NAME = "__Host-pass"  # noqa: S105 - a name, no secret
TABLE_COOKIE_NAME = "__Host-table"
SECURE_SSL_REDIRECT = True
# As compose maps it, perhaps with an address before it.
HTTPS_PORT = env.text("HTTPS_PORT", "443").rpartition(":")[2]
# Whether other hosts of the domain have https, and whether browsers should know it before the first
# visit, only its owner knows; neither can be taken back quickly.
SECURE_HSTS_SECONDS = env.count("HSTS_SECONDS", 2 * 365 * 24 * 60 * 60)
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # they ask for both

if env.flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    REST_FRAMEWORK = {**REST_FRAMEWORK, "NUM_PROXIES": 1}

# Without a token there are no metrics, and nothing is counted.
METRICS_TOKEN = env.text("METRICS_TOKEN", "")
if METRICS_TOKEN:
    MIDDLEWARE = [
        "config.metrics.MetricsMiddleware",
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        *MIDDLEWARE,
        "django_prometheus.middleware.PrometheusAfterMiddleware",
    ]

LOGGING = to_stdout("json")
