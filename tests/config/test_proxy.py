"""The proxy of docker-compose.yml as a process, with a certificate of its own, before gunicorn."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from config.bodies import FILES, MOST
from tests.config.processes import (
    BIN,
    ROOT,
    descendants,
    free_port,
    manage,
    running,
    surroundings,
    until,
)

pytestmark = pytest.mark.services
CONF = (ROOT / "config" / "proxy" / "nginx.conf").read_text(encoding="utf-8")


@dataclass
class Site:
    https: str
    http: str
    trust: ssl.SSLContext
    web: subprocess.Popen[bytes]
    folder: Path

    def ask(
        self, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, dict[str, str]]:
        request = urllib.request.Request(self.https + path, data=body, headers=headers or {})
        try:
            with urllib.request.urlopen(request, timeout=30, context=self.trust) as answer:
                answer.read()
                return answer.status, dict(answer.headers)
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers)

    def workers(self) -> set[int]:
        return {pid for pid, line in descendants(self.web.pid).items() if "gunicorn" in line}


def certificate(folder: Path) -> None:
    files = f"-keyout {folder}/key -out {folder}/certificate"
    names = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    command = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 {files} {names}"
    subprocess.run(command.split(), check=True, capture_output=True)


def written(folder: Path, web: int, http: int, https: int) -> Path:
    """Write the configuration with this test's ports and folders in place of a container's."""
    text = CONF.replace("/run/secrets/tls_", f"{folder}/").replace("web:8000", f"127.0.0.1:{web}")
    own = r"/tmp/(nginx\.pid|body|proxy|fastcgi|uwsgi|scgi|static)\b"
    text = re.sub(own, rf"{folder}/\1", text)
    text = text.replace("listen 8080", f"listen 127.0.0.1:{http}")
    text = text.replace("listen 8443", f"listen 127.0.0.1:{https}")
    file = folder / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("proxy")
    certificate(folder)
    web, http, https = free_port(), free_port(), free_port()
    env = surroundings(
        DJANGO_SETTINGS_MODULE="config.settings.production",
        DATABASE_URL=f"sqlite:///{folder / 'jancho.sqlite3'}",
        BROKER_URL="memory://",
        SECRET_KEY="of this test alone" * 4,
        ALLOWED_HOSTS="localhost",
        BEHIND_PROXY="1",
        LOG_ADDRESSES="1",
        JANCHO_VAR=str(folder),
        STATIC_ROOT=str(folder / "gathered"),
    )
    assert manage("collectstatic", "--no-input", "-v0", **env).returncode == 0
    assert manage("migrate", "--no-input", "-v0", **env).returncode == 0
    gunicorn = [str(BIN / "gunicorn"), "config.wsgi", "--config", "python:config.gunicorn"]
    nginx = ["nginx", "-g", "daemon off; user root;", "-c", str(written(folder, web, http, https))]
    with ExitStack() as stack:
        process = stack.enter_context(
            running([*gunicorn, "-w2", f"--bind=127.0.0.1:{web}"], env, folder / "web.log")
        )
        stack.enter_context(running(nginx, env, folder / "nginx.log"))
        trust = ssl.create_default_context(cafile=str(folder / "certificate"))
        here = Site(
            f"https://localhost:{https}", f"http://localhost:{http}", trust, process, folder
        )
        until(lambda: answers(here), 120)
        yield here


def answers(site: Site) -> bool:
    try:
        return site.ask("/readyz")[0] == 200
    except OSError:
        return False


def test_the_first_page_comes_by_https_compressed_and_under_the_proxy_s_id(site: Site) -> None:
    code, headers = site.ask(
        "/", headers={"Accept-Encoding": "gzip", "X-Request-ID": "said-by-anybody"}
    )

    assert code == 200
    assert headers["Content-Encoding"] == "gzip"
    assert re.fullmatch("[0-9a-f]{32}", headers["X-Request-ID"])
    assert "max-age" in headers["Strict-Transport-Security"]
    until(lambda: f'"{headers["X-Request-ID"]}"' in (site.folder / "nginx.log").read_text("utf-8"))


def test_static_files_are_kept_by_proxy_and_browser(site: Site) -> None:
    gathered = site.folder / "gathered"
    hashed = [file for file in gathered.rglob("*.css") if "." in file.stem]
    name = hashed[0].relative_to(gathered).as_posix()
    first, again = (site.ask(f"/static/{name}") for _ in range(2))

    assert (first[0], again[0]) == (200, 200)
    assert "immutable" in again[1]["Cache-Control"]
    log = (site.folder / "web.log").read_text("utf-8").splitlines()
    asked = [line for line in log if name in line]
    assert len(asked) == 1, "the second time the proxy answers by itself"


def test_nobody_gives_an_address_of_another_s(site: Site) -> None:
    site.ask("/rules/", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})

    until(lambda: '"/rules/"' in (site.folder / "web.log").read_text("utf-8"))
    assert "203.0.113.9" not in (site.folder / "web.log").read_text("utf-8")


def test_a_body_that_is_too_large_is_refused_before_jancho_has_it(site: Site) -> None:
    code, headers = site.ask("/accounts/login/", b"x" * 2_600_000)

    assert code == 413
    assert "X-Request-ID" not in headers, "answered by Jancho"


def test_metrics_are_nobody_s_outside(site: Site) -> None:
    assert site.ask("/metrics")[0] == 404


def test_the_limits_are_jancho_s_own() -> None:
    sizes = sorted(int(size) * 1000 for size in re.findall(r"client_max_body_size (\d+)k", CONF))
    larger = sorted(int(size) for size in re.findall(r"client_max_body_size (\d+)m", CONF))

    assert sizes == [MOST - MOST % 1000]
    assert larger == sorted(files // 1_000_000 + 1 for files in FILES.values())


def ask_until(over: threading.Event, site: Site, failed: list[str], asked: list[int]) -> None:
    while not over.is_set():
        try:
            code = site.ask("/rules/")[0]
        except (OSError, HTTPException) as error:
            failed.append(repr(error))
        else:
            failed.extend([str(code)] if code != 200 else [])
        asked.append(1)


def are_others(site: Site, before: set[int]) -> bool:
    workers = site.workers()
    return len(workers) == 2 and not workers & before


def asked_while(site: Site, disturb: list[int]) -> list[str]:
    """Ask from four sides while the web processes get the signals; return what failed."""
    over, failed, asked = threading.Event(), list[str](), list[int]()
    reader = partial(threading.Thread, target=ask_until, args=(over, site, failed, asked))
    readers = [reader() for _ in range(4)]
    for each in readers:
        each.start()
    try:
        for number in disturb:
            before = site.workers()
            for pid in [site.web.pid] if number == signal.SIGHUP else before:
                os.kill(pid, number)
            until(partial(are_others, site, before), 120)
        until(lambda: len(asked) >= 100 * len(disturb), 120)
    finally:
        over.set()
        for each in readers:
            each.join()
    return failed


def test_a_rolling_restart_fails_no_request_and_a_kill_does(site: Site) -> None:
    assert asked_while(site, [signal.SIGHUP] * 3) == []
    # the control: sooner or later a kill meets a request on its way
    assert any(asked_while(site, [signal.SIGKILL]) for _kill in range(30))
