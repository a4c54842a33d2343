"""A club's first evening on a server: every part of docker-compose.yml as a process, by https.

Proxy, web processes, worker, beat, two Redis and PostgreSQL are this test's own, each on a port of
its own. What a browser would do is done by forms as the pages have them.
"""

from __future__ import annotations

import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import requests

from tests.config.processes import ROOT, free_port, running, surroundings, until
from tests.config.proxied import certificate, written
from tests.config.test_compose import OURS
from tests.crashes.site import postgres_server
from tests.league.live.live_help import TAPPED
from tests.pages import Part, main_of
from tests.redis_server import redis_server

pytestmark = [pytest.mark.slow, pytest.mark.servers]

PEOPLE = ("佐藤 健一", "鈴木 翔", "高橋 恵", "田中 実")
HELD = (41400, 30000, 23800, 4800)
#: more games than are written while somebody waits
MANY = 2_100


@dataclass
class Browser:
    """Somebody with cookies who follows links and sends forms as they are on the page."""

    site: str
    certificate: Path
    session: requests.Session = field(default_factory=requests.Session)

    def __post_init__(self) -> None:
        self.session.verify = str(self.certificate)
        self.session.headers["Accept-Language"] = "en"
        self.session.trust_env = False

    def read(self, path: str) -> requests.Response:
        answer = self.session.get(urljoin(self.site, path), timeout=60)
        assert answer.status_code == 200, f"{path}: {answer.status_code}"
        return answer

    def send(
        self, path: str, *, files: dict[str, bytes] | None = None, **values: object
    ) -> requests.Response:
        """Read a form and send it back with what was typed; the page that comes of it."""
        page = main_of(self.read(path))
        return self.answer(path, page, files=files, **values)

    def answer(
        self, path: str, page: Part, *, files: dict[str, bytes] | None = None, **values: object
    ) -> requests.Response:
        sent = page.sent | values
        address = urljoin(self.site, path)
        answer = self.session.post(
            address, data=sent, files=files, headers={"Referer": address}, timeout=60
        )
        assert answer.status_code == 200, main_of(answer).words[:900]
        return answer


@dataclass
class Site:
    https: int
    folder: Path
    env: dict[str, str]

    @property
    def url(self) -> str:
        return f"https://localhost:{self.https}"

    def manage(self, *arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env=self.env,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def log(self, part: str) -> str:
        return (self.folder / f"{part}.log").read_text(encoding="utf-8")

    def browser(self) -> Browser:
        return Browser(self.url, self.folder / "certificate")

    def is_ready(self) -> bool:
        try:
            ready: dict[str, str] = self.browser().read("/readyz").json()
        except (AssertionError, requests.ConnectionError):
            return False
        return set(ready.values()) == {"ok"}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    certificate(tmp_path)
    web, http, https = free_port(), free_port(), free_port()
    secret = tmp_path / "secret"
    secret.write_text("of this test alone" * 4, encoding="utf-8")
    with ExitStack() as stack:
        for name in ("queue", "cache"):
            (tmp_path / name).mkdir()
        queue, cache = (
            stack.enter_context(redis_server(tmp_path / name)) for name in ("queue", "cache")
        )
        env = surroundings(
            DJANGO_SETTINGS_MODULE="config.settings.production",
            DATABASE_URL=stack.enter_context(postgres_server()).create("jancho"),
            BROKER_URL=queue.url(),
            CACHE_URL=cache.url(),
            SECRET_KEY_FILE=str(secret),
            ALLOWED_HOSTS="localhost",
            CSRF_TRUSTED_ORIGINS=f"https://localhost:{https}",
            BEHIND_PROXY="1",
            JANCHO_VAR=str(tmp_path),
            STATIC_ROOT=str(tmp_path / "gathered"),
            GUNICORN_CMD_ARGS=f"--bind 127.0.0.1:{web}",
            WEB_CONCURRENCY="2",
        )
        here = Site(https, tmp_path, env)
        here.manage("collectstatic", "--no-input", "-v0")
        here.manage("migrate", "--no-input", "-v0")
        nginx = ["nginx", "-g", "daemon off; user root;"]
        commands = {name: OURS[name]["command"] for name in ("web", "worker", "beat")}
        commands["proxy"] = [*nginx, "-c", str(written(tmp_path, web, http, https))]
        for name, command in commands.items():
            stack.enter_context(running(command, env, tmp_path / f"{name}.log"))
        until(here.is_ready, 120)
        yield here


def agreed_on(site: Site) -> str | None:
    """What a browser that knows both speaks with the proxy."""
    trust = ssl.create_default_context(cafile=str(site.folder / "certificate"))
    trust.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("localhost", site.https), timeout=10) as plain,
        trust.wrap_socket(plain, server_hostname="localhost") as secured,
    ):
        return secured.selected_alpn_protocol()


def owner(site: Site) -> Browser:
    """Found the club as docs/running.md says, choose a password by the link, and log in."""
    said = site.manage(
        *("create_club", "--slug", "tonan", "--name", "東南会", "--rule", "kinyoukai"),
        *("--league", "月例リーグ", "--owner", "sato", "--site", site.url),
    )
    [link] = re.findall(rf"{site.url}(/accounts/password/\S+)", said)
    somebody = site.browser()
    chosen = "nan-shi-pei-77"
    somebody.send(link, password1=chosen, password2=chosen)
    browser = until(lambda: logged_in(site, "sato", chosen), 120)
    assert browser is not None
    return browser


def logged_in(site: Site, login: str, password: str) -> Browser | None:
    """Log in; None while the server is busy and asks to try again in a minute."""
    browser = site.browser()
    path = "/accounts/login/"
    values = main_of(browser.read(path)).sent | {"login": login, "password": password}
    answer = browser.session.post(
        f"{site.url}{path}", data=values, headers={"Referer": site.url + path}, timeout=60
    )
    assert answer.status_code in (200, 503), main_of(answer).words[:900]
    return browser if "東南会" in answer.text else None


def members(browser: Browser) -> list[str]:
    """Add four people to the list; their numbers."""
    added = [browser.send("/c/tonan/members/new/", display_name=name) for name in PEOPLE]
    return [urlsplit(page.url).path.split("/")[-2] for page in added]


def sheet() -> bytes:
    """A workbook's worth of evenings, a game a line, the oldest first."""
    lines = ["日付,卓,回戦,東家,点数,南家,点数,西家,点数,北家,点数"]
    for number in range(MANY):
        day = date(2024, 1, 5) + timedelta(days=7 * (number // 30))
        seats = [PEOPLE[(seat + number) % 4] for seat in range(4)]
        more = number % 30 * 100  # no result twice on a day
        points = (HELD[0] - more, *HELD[1:3], HELD[3] + more)
        held = ",".join(f"{name},{held}" for name, held in zip(seats, points, strict=True))
        lines.append(f"{day:%Y/%m/%d},{1 + number % 30 // 10},{1 + number % 10},{held}")
    return "\n".join(lines).encode()


def plays_imports_and_exports(browser: Browser) -> None:
    people = members(browser)

    seats: dict[str, Any] = {f"seat-{seat}": member for seat, member in enumerate(people)}
    points: dict[str, Any] = {f"points-{seat}": str(held // 100) for seat, held in enumerate(HELD)}
    entered = browser.send("/c/tonan/enter/", **seats, **points)
    assert "saved=1" in entered.url
    first = main_of(browser.read("/c/tonan/ranking/main/")).rows("tbody")[0]
    assert first[1:3] == [PEOPLE[0], "+41"]

    live = browser.send("/c/tonan/live/new/", table="2", number="1", **seats)
    table = urlsplit(live.url).path
    accepted = browser.answer(f"{table}change/", main_of(live), action="hand", accept="1", **TAPPED)
    assert "East 2" in accepted.text

    looked = browser.send("/c/tonan/imports/sheet/", files={"upload": sheet()})
    words = main_of(looked).words
    assert f"{MANY} ready" in words.replace(",", ""), words[:1500]
    stored = browser.answer("/c/tonan/imports/sheet/", main_of(looked), do="store")
    assert "Games stored" in stored.text

    offered = browser.read("/c/tonan/games.csv?form=seats")
    form = main_of(offered).one("section", id="offer").one("form")
    waiting = browser.answer("/c/tonan/downloads/", form).url
    until(lambda: "The file is ready" in browser.read(waiting).text, 120)
    lines = browser.read(f"{waiting}file").text.splitlines()
    assert len(lines) == 1 + 4 * (MANY + 1)


def test_a_club_plays_imports_exports_and_is_backed_up_on_a_server(site: Site) -> None:
    assert agreed_on(site) == "h2"
    assert "Jancho" in site.browser().read("/").text
    plays_imports_and_exports(owner(site))
    site.manage("backup")
    assert f"{MANY + 1} games" in site.manage("restore", "--drill")
    until(lambda: "sweep_jobs" in site.log("beat"), 60)
    until(lambda: re.search(r"league\.tasks\.sweep_jobs\S* succeeded", site.log("worker")), 60)
    for part in ("web", "worker", "beat", "proxy"):
        assert '"level": "ERROR"' not in site.log(part)
        assert "Traceback" not in site.log(part)
