"""Everything that is the same wherever Jancho runs."""

from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from config import env
from config.static import headers_of_a_file

BASE_DIR = Path(__file__).resolve().parent.parent.parent
# Everything that Jancho writes by itself: database file, queue, secret.
VAR_DIR = Path(env.text("JANCHO_VAR", str(BASE_DIR / "var")))

# Backups, and for how many days, weeks and months the last one stays; 0,0,0: none are made by beat.
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(VAR_DIR / "backups")))
BACKUP_KEEP = env.counts("BACKUP_KEEP", "7,4,12", many=3)
# For how many days each game's scores under every rule version since are kept; 0: for ever.
[RESCORES_KEPT] = env.counts("RESCORES_KEPT", "400", many=1)

# Seconds that a web process lets one statement of PostgreSQL take; 0: as long as it needs.
WEB_STATEMENT_SECONDS = env.count("WEB_STATEMENT_SECONDS", 30)

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin.apps.SimpleAdminConfig",
    "csp",
    "django_htmx",
    "rest_framework",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "rules",
    "scoring",
    "league",
]

MIDDLEWARE = [
    "config.static.StaticMiddleware",
    "config.middleware.RequestIdMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.health.HealthMiddleware",
    "config.middleware.HttpsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "config.compression.CompressionMiddleware",
    "config.middleware.ErrorCacheMiddleware",
    "config.middleware.CookieMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "config.readers.ReaderMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "config.bodies.BodyLimitMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "config.middleware.MethodMiddleware",
    "config.middleware.OutageMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# Japanese first. Days and hours are the club's own (Club.time_zone); stored moments are UTC.
LANGUAGE_CODE = "ja"
LANGUAGES = [("ja", _("Japanese")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Asia/Tokyo"
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = ["config.formats"]

# A full score sheet has 60 rows of 16 people, and five fields a row beside them.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1_500
# A year of game records, picked from a folder; more come in a zip file.
DATA_UPLOAD_MAX_NUMBER_FILES = 1_000

# Counts of calls, and made pages: each process keeps its own, as much as a few readers look at.
CACHES = {"default": env.cache(""), "pages": env.page_cache("")}

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_ALLOW_ALL_ORIGINS = False
WHITENOISE_ADD_HEADERS_FUNCTION = headers_of_a_file

# Who creates clubs: everybody (open), whoever has an account (accounts), whoever was sent a
# founding link (invited), operators (closed).
FOUNDERS = ("open", "accounts", "invited", "closed")
FOUNDING = env.one_of("FOUNDING", "accounts", FOUNDERS)

# Whether one click on the first page logs in as one of the demo club's people.
DEMO_LOGINS = False

AUTH_USER_MODEL = "league.User"
AUTHENTICATION_BACKENDS = ["league.core.door.LoginBackend"]
LOGIN_REDIRECT_URL = "/"
LOGIN_URL = "account_login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "league.core.login_names.UnlikeLoginName"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_USERNAME_VALIDATORS = "league.core.login_names.LOGIN_NAMES"
ACCOUNT_ADAPTER = "league.clubs.accounts.AccountAdapter"
#: links that do not exist, asked for from one address
ACCOUNT_RATE_LIMITS = {"invitation": "20/m/ip"}
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True  # anyone with the link could log in by it anyway
# allauth's own generator writes e-mail rows while it only checks a link.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "league.clubs.accounts.LinkTokenGenerator"  # noqa: S105  # a class, no password
# A code is good for the half minute before and after its own too: clocks of phones differ.
MFA_ADAPTER = "league.clubs.second_factor.SecondFactorAdapter"
MFA_TOTP_ISSUER = "Jancho"
MFA_TOTP_TOLERANCE = 1
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_USER_VERIFICATION = "required"
# Providers to whose accounts a login may be connected, each with its client id and secret.
LOGIN_PROVIDERS = env.login_providers("line", "google", "discord")
INSTALLED_APPS += [f"allauth.socialaccount.providers.{key}" for key in LOGIN_PROVIDERS]
SOCIALACCOUNT_ADAPTER = "league.clubs.providers.ProviderAdapter"
EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"

SESSION_ENGINE = "league.core.door"
SESSION_COOKIE_HTTPONLY = True
#: what an evening pass leaves in a browser, and the table whose result was entered last
PASS_COOKIE_NAME = "jancho_pass"  # noqa: S105 - a name, no secret
TABLE_COOKIE_NAME = "jancho_table"
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
#: where plain http leads to, if it does
HTTPS_PORT = "443"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "NUM_PROXIES": 0,  # what a caller says of its own address does not count
    "DEFAULT_SCHEMA_CLASS": "league.api.schema.OperationSchema",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "雀帳 Jancho",
    "DESCRIPTION": "Results, rule versions and rankings of mahjong clubs. Points are whole points.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SORT_OPERATIONS": False,
    "POSTPROCESSING_HOOKS": [],  # the models name what is to have a name
}

# The queue carries a job's number and nothing else. A task is done when it has run, not when it was
# fetched: a worker that dies gives it back.
CELERY_BROKER_TRANSPORT_OPTIONS = env.broker_options("", VAR_DIR)
CELERY_TIMEZONE = TIME_ZONE
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "config.beat.Scheduler"
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR_DIR / "beat-schedule")
#: where the queue's app is; loaded by everything that sends or runs a task
QUEUE = "config.celery"
#: what can be sent; loads the workers of all jobs
TASKS = "league.tasks"
