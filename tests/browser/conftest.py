"""A server of the tests' own with the demo club, and browsers logged in to it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
import pytest

from tests import machine
from tests.config.processes import free_port, manage, running, status, surroundings, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
SLUG = "demo"


@dataclass(frozen=True, slots=True)
class Site:
    """The running server: its address, and the variables to run commands beside it."""

    url: str
    env: dict[str, str]

    def club(self, path: str = "") -> str:
        """The address of a page of the demo club."""
        return f"{self.url}/c/{SLUG}/{path}"


def _database(folder: Path) -> str:
    """A database of this run's own, of the kind that the suite runs on."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return f"sqlite:///{folder / 'jancho.sqlite3'}"
    server, _slash, name = url.rpartition("/")
    own = f"{name}_browser_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{own}" WITH (FORCE)')
        connection.execute(f'CREATE DATABASE "{own}"')
    return f"{server}/{own}"


def _drop(url: str) -> None:
    if not url.startswith("postgres"):
        return
    server, _slash, name = url.rpartition("/")
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """``manage.py serve`` with the demo club on a free port, ended by its id."""
    folder = tmp_path_factory.mktemp("site")
    env = {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "JANCHO_VAR": str(folder),
        "DATABASE_URL": _database(folder),
    }
    for command in (["compile_translations"], ["migrate", "--no-input"], ["load_demo"]):
        done = manage(*command, **env)
        assert done.returncode == 0, done.stderr
    port = free_port()
    serve = [sys.executable, "manage.py", "serve", "--port", str(port)]
    with running(serve, surroundings(**env), folder / "serve.log"):
        url = f"http://127.0.0.1:{port}"
        until(lambda: status(f"{url}/healthz") == 200)
        yield Site(url, env)
    _drop(env["DATABASE_URL"])


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless Chromium for the run.

    Playwright keeps a loop in this thread till then: Django would refuse its database to whatever
    the same worker tries in between.
    """
    from playwright.sync_api import sync_playwright

    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        chromium = playwright.chromium.launch(
            executable_path=machine.chromium(),
            args=["--no-sandbox", "--disable-background-networking", "--no-first-run"],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def open_browser(browser: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Open a fresh browser, logged in under a demo login when one is named.

    A page that breaks the content security policy or throws a script error fails the test.
    """
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_(login: str = "", viewport: dict[str, int] = PHONE, **options: object) -> Page:
        context = browser.new_context(
            viewport=viewport,
            locale="ja-JP",
            **options,
        )
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda found: faults.append(found.text) if "Content Security" in found.text else None,
        )
        if login:
            log_in(page, site, login)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not faults, faults


def log_in(page: Page, site: Site, login: str) -> None:
    """Log in by the form, as people do."""
    from league.demo import logins

    password = next(known.password for known in logins() if known.username == login)
    page.goto(f"{site.url}/accounts/login/")
    page.fill("input[name=login]", login)
    page.fill("input[name=password]", password)
    page.press("input[name=password]", "Enter")
    page.wait_for_url(lambda url: "/login/" not in url)
