"""Each place's settings, started as a process with nothing but its environment."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.db import OperationalError, connection

from league.core.outages import is_outage
from tests.config.processes import ROOT, free_port, manage, surroundings

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "k5Xv0ZtqJr7Wc2Lm9Bn4Hs6Yd1Fp8Ga3Qe0Uo5Ti7Rk2Nw4Vx6Cz8Mj1Sb3",
    "DATABASE_URL": "postgres://jancho@db.example/jancho",
    "BROKER_URL": "redis://redis.example/0",
    "ALLOWED_HOSTS": "league.example.org",
}


@pytest.mark.parametrize("name", ["SECRET_KEY", "DATABASE_URL", "BROKER_URL", "ALLOWED_HOSTS"])
def test_production_refuses_to_start_when_something_is_not_said(name: str) -> None:
    result = manage("check", **PRODUCTION | {name: ""})

    assert result.returncode == 1
    assert result.stderr.strip() == (
        f"Jancho cannot start: {name} is not set. Set it, or {name}_FILE to a file that holds it."
    )


@pytest.mark.parametrize("command", ["migrate", "password_link sato", "backup"])
@pytest.mark.parametrize(
    ("terminal", "said"),
    [
        ("C.UTF-8", "The database does not answer: "),
        ("ja_JP.UTF-8", "データベースが応答しません: "),
    ],
)
def test_a_command_without_its_database_says_so_in_one_line(
    command: str, terminal: str, said: str
) -> None:
    nowhere = f"postgres://jancho@127.0.0.1:{free_port()}/jancho"

    result = manage(*command.split(), **PRODUCTION | {"DATABASE_URL": nowhere, "LC_ALL": terminal})

    assert result.returncode == 1
    assert result.stderr.startswith(said)
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("proxy", ["0", "1"], ids=["open", "behind a proxy"])
def test_production_passes_djangos_deployment_check(proxy: str) -> None:
    result = manage(
        "check", "--deploy", "--fail-level", "WARNING", **PRODUCTION, BEHIND_PROXY=proxy
    )

    assert result.stdout.strip() == "System check identified no issues (2 silenced)."
    assert result.returncode == 0


HSTS = """
from django.conf import settings as s
print(s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)
"""


@pytest.mark.parametrize(
    ("said", "is_set"),
    [
        ({}, "63072000 False False"),
        ({"HSTS_SECONDS": "3600"}, "3600 False False"),
        ({"HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"}, "63072000 True True"),
    ],
    ids=["nothing said", "an hour to try it", "the whole domain"],
)
def test_what_https_is_promised_for_is_the_owners_word(said: dict[str, str], is_set: str) -> None:
    result = manage("shell", "--no-imports", "-c", HSTS, **PRODUCTION, **said)

    assert result.stdout.strip() == is_set


COOKIES = """
from django.conf import settings as s
names = [name for name in dir(s) if name.endswith("COOKIE_NAME")]
print(*sorted(getattr(s, name) for name in names))
"""


def test_every_cookie_of_production_is_bound_to_its_host() -> None:
    result = manage("shell", "--no-imports", "-c", COOKIES, **PRODUCTION)

    names = "__Host-csrf __Host-language __Host-pass __Host-session __Host-table"
    assert result.stdout.strip() == names


LINK = """
import logging
logging.getLogger("django.security.csrf").warning("Forbidden (%s): %s", "CSRF", ADDRESS)
"""


@pytest.mark.parametrize("address", ["/pass/9f3a:xyz/", "/accounts/password/link/1/c7-abc/"])
@pytest.mark.parametrize("place", ["production", "local"])
def test_no_link_that_opens_something_is_logged(address: str, place: str, tmp_path: Path) -> None:
    code = LINK.replace("ADDRESS", repr(address))
    settings = {"DJANGO_SETTINGS_MODULE": f"config.settings.{place}", "JANCHO_VAR": str(tmp_path)}
    result = manage("shell", "--no-imports", "-c", code, **PRODUCTION | settings)

    assert "Forbidden (CSRF): /" in result.stdout
    assert "xyz" not in result.stdout
    assert "c7-abc" not in result.stdout


@pytest.mark.parametrize(
    ("port", "asked", "led_to"),
    [
        ("", "league.example.org", "https://league.example.org/rules/?q=a"),
        ("", "league.example.org:8080", "https://league.example.org/rules/?q=a"),
        ("8443", "league.example.org", "https://league.example.org:8443/rules/?q=a"),
        ("0.0.0.0:8443", "league.example.org:80", "https://league.example.org:8443/rules/?q=a"),
    ],
)
def test_plain_http_leads_to_the_port_of_https(port: str, asked: str, led_to: str) -> None:
    ask = f"""
from django.test import Client
print(Client().get("/rules/?q=a", headers={{"Host": "{asked}"}})["Location"])
"""
    result = manage("shell", "--no-imports", "-c", ask, **PRODUCTION, HTTPS_PORT=port)

    assert result.stdout.split() == [led_to]


SHOW = """
from django.conf import settings as s
print(s.DEBUG, s.SECURE_SSL_REDIRECT, s.SECURE_HSTS_SECONDS >= 31536000)
print(s.SESSION_COOKIE_NAME, s.CSRF_COOKIE_NAME, s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE)
print(s.CACHES["default"]["LOCATION"], s.CACHES["pages"]["LOCATION"], s.CSRF_TRUSTED_ORIGINS)
print(getattr(s, "SECURE_PROXY_SSL_HEADER", None))
"""


def test_production_trusts_a_proxy_only_when_told_to() -> None:
    origin = "https://league.example.org"
    more = {"CSRF_TRUSTED_ORIGINS": origin, "CACHE_URL": "redis://pages.example/0"}
    result = manage("shell", "--no-imports", "-c", SHOW, **PRODUCTION, **more)
    behind = manage("shell", "--no-imports", "-c", SHOW, **PRODUCTION, BEHIND_PROXY="1")

    assert result.stdout.splitlines() == [
        "False True True",
        "__Host-session __Host-csrf True True",
        f"redis://redis.example/0 redis://pages.example/0 ['{origin}']",  # counts, pages
        "None",
    ]
    assert behind.stdout.splitlines()[-1] == "('HTTP_X_FORWARDED_PROTO', 'https')"


def test_production_logs_lines_of_json() -> None:
    code = """
import logging
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("league").exception("半荘 %s", 7, extra={"status_code": 500})
import json, sys
"""
    result = manage("shell", "--no-imports", "-c", code, **PRODUCTION)

    assert result.stdout.count("\n") == 1
    for part in ('"level": "ERROR"', '"message": "半荘 7"', '"status": 500', "ZeroDivisionError"):
        assert part in result.stdout


def test_the_club_server_makes_its_secret_on_the_first_start(tmp_path: Path) -> None:
    local = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "JANCHO_VAR": str(tmp_path)}
    code = "from django.conf import settings as s; print(s.SECRET_KEY, s.DEBUG)"
    first = manage("shell", "--no-imports", "-c", code, **local)
    second = manage("shell", "--no-imports", "-c", code, **local)

    secret = (tmp_path / "secret.key").read_text(encoding="utf-8")
    assert first.stdout.split() == [secret, "False"]
    assert second.stdout == first.stdout


def test_nobody_else_on_the_machine_reads_what_the_club_server_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    local = {"DJANGO_SETTINGS_MODULE": "config.settings.local", "JANCHO_VAR": str(folder)}

    assert manage("migrate", "--verbosity", "0", **local).returncode == 0
    assert folder.stat().st_mode & 0o777 == 0o700


def test_the_club_servers_database_is_safe_against_power_cuts(tmp_path: Path) -> None:
    code = (
        "from django.db import connection as c; k = c.cursor(); "
        "print(*[k.execute(f'PRAGMA {n}').fetchone()[0] for n in ('journal_mode', 'synchronous')])"
    )
    result = manage(
        "shell",
        "--no-imports",
        "-c",
        code,
        DJANGO_SETTINGS_MODULE="config.settings.local",
        JANCHO_VAR=str(tmp_path),
    )

    assert result.stdout.split() == ["wal", "2"]


def test_a_web_process_loads_what_only_some_pages_need_when_they_need_it(tmp_path: Path) -> None:
    rare = "celery kombu openskill openpyxl icalendar segno defusedxml"
    code = f"""
import gc, sys, threading
import config.wsgi
print("loaded", *[name for name in {rare.split()} if name in sys.modules])
print("frozen", gc.get_freeze_count() > 100_000)
from importlib import import_module
from django.conf import settings
import_module(settings.QUEUE)
from league.tasks import run_job
apps = []
other = threading.Thread(target=lambda: apps.append(run_job.app.main))
other.start(); other.join()
print("queue", *apps)
"""
    result = manage(
        "shell",
        "--no-imports",
        "-c",
        code,
        DJANGO_SETTINGS_MODULE="config.settings.local",
        JANCHO_VAR=str(tmp_path),
    )

    assert result.stdout.splitlines() == ["loaded", "frozen True", "queue jancho"], result.stderr


def test_a_task_is_done_when_it_has_run() -> None:
    from config.celery import app

    assert app.conf.task_acks_late is True
    assert app.conf.task_reject_on_worker_lost is True
    assert app.conf.accept_content == ["json"]


def test_the_clock_calls_only_tasks_that_exist() -> None:
    from config.celery import app

    app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


@pytest.mark.django_db
@pytest.mark.services
def test_postgresql_gives_up_a_dead_workers_locks_soon() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SHOW client_connection_check_interval")
        row = cursor.fetchone()

    assert row == ("200ms",)


_ASKED = (
    "{first}django.setup(); from django.db import connection; cursor = connection.cursor();"
    "cursor.execute('SHOW statement_timeout'); print(cursor.fetchone()[0])"
)


@pytest.mark.django_db
@pytest.mark.services
@pytest.mark.parametrize(
    ("first", "limit"),
    [
        pytest.param("import config.wsgi, django; ", "7s", id="web"),
        pytest.param("import config.celery, django; ", "0", id="worker"),
        pytest.param("import django; ", "0", id="command"),
    ],
)
def test_postgresql_ends_long_statements_of_web_processes_alone(
    first: str, limit: str, tmp_path: Path
) -> None:
    parts = urlsplit(os.environ["DATABASE_URL"])
    place = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.local",
        DATABASE_URL=urlunsplit(parts._replace(path=f"/{connection.settings_dict['NAME']}")),
        JANCHO_VAR=str(tmp_path),
        WEB_STATEMENT_SECONDS="7",
    )

    told = subprocess.run(
        [sys.executable, "-c", _ASKED.format(first=first)],
        cwd=ROOT,
        env=place,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )

    assert told.stdout.split() == [limit]


def test_a_statement_that_was_ended_is_an_outage_and_no_mistake() -> None:
    ended = OperationalError("canceling statement due to statement timeout")
    ended.__cause__ = psycopg.errors.QueryCanceled()

    assert is_outage(ended)
