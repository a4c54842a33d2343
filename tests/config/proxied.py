"""The proxy of docker-compose.yml as a process, with a certificate of its own, before gunicorn."""

from __future__ import annotations

import json
import re
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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

CONF = (ROOT / "config" / "proxy" / "nginx.conf").read_text(encoding="utf-8")


@dataclass
class Site:
    """Where it answers, its gunicorn, and a club in it as tests.crashes.prepare made it."""

    http: int
    https: str
    trust: ssl.SSLContext
    web: subprocess.Popen[bytes]
    folder: Path
    env: dict[str, str]
    club: dict[str, Any]

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
    # A busy machine takes longer than that to open a hundred connections.
    text = text.replace("client_body_timeout 30s", "client_body_timeout 10m")
    text = text.replace("client_header_timeout 5s", "client_header_timeout 1m")
    text = text.replace("listen 8080", f"listen 127.0.0.1:{http}")
    text = text.replace("listen 8443", f"listen 127.0.0.1:{https}")
    file = folder / "nginx.conf"
    file.write_text(text, encoding="utf-8")
    return file


@contextmanager
def proxied(
    folder: Path, cwd: Path = ROOT, hooks: str = "python:config.gunicorn"
) -> Iterator[Site]:
    """Start nginx and two web processes of the code in a folder; ``hooks`` is gunicorn's file."""
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
    prepare = [sys.executable, "-m", "tests.crashes.prepare"]
    made = subprocess.run(prepare, cwd=ROOT, env=env, capture_output=True, check=True)
    gunicorn = [str(BIN / "gunicorn"), "config.wsgi", "--config", hooks]
    nginx = ["nginx", "-g", "daemon off; user root;", "-c", str(written(folder, web, http, https))]
    with ExitStack() as stack:
        process = stack.enter_context(
            running([*gunicorn, "-w2", f"--bind=127.0.0.1:{web}"], env, folder / "web.log", cwd)
        )
        stack.enter_context(running(nginx, env, folder / "nginx.log"))
        trust = ssl.create_default_context(cafile=str(folder / "certificate"))
        address = f"https://localhost:{https}"
        here = Site(http, address, trust, process, folder, env, json.loads(made.stdout))
        until(lambda: answers(here), 120)
        yield here


def answers(site: Site) -> bool:
    try:
        return site.ask("/readyz")[0] == 200
    except OSError:
        return False
