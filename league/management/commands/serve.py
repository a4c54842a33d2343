"""``manage.py serve``: the embedded club server, one web process and one worker beside it.

Both are children of this command: it starts them, starts a dead worker again, and ends with both.
"""

import contextlib
import io
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from typing import Any

import segno
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error, connection

from league.management.gathering import gather_static_files

SHORT_LIFE = 5.0  # seconds; what ends sooner after its start has not really started
TRIES = 3
PATIENCE = 10.0  # seconds that a child has to end what it is at

WEB = (
    "-m gunicorn config.wsgi --worker-class gthread --workers 1 --threads 4 "
    "--no-control-socket --log-level warning"
)
WORKER = (
    "-m celery --quiet -A config worker --pool solo --beat --loglevel WARNING "
    "--without-gossip --without-mingle --without-heartbeat"
)


@dataclass(slots=True)
class Child:
    """A child process in its own group, so that none of its processes is left behind."""

    name: str
    arguments: list[str]
    process: subprocess.Popen[bytes] = field(init=False)
    started: float = field(init=False)
    short_lives: int = 0

    def start(self) -> None:
        """Start the process; Ctrl-C reaches only this command, which ends the child in order."""
        self.started = time.monotonic()
        self.process = subprocess.Popen([sys.executable, *self.arguments], start_new_session=True)

    def died(self) -> int | None:
        """Return the exit code as a shell has it, or None while the process runs."""
        code = self.process.poll()
        if code is None:
            return None
        lived = time.monotonic() - self.started
        self.short_lives = self.short_lives + 1 if lived < SHORT_LIFE else 0
        return 128 - code if code < 0 else code

    def wait(self) -> None:
        """Wait for the terminated process, and end everything that it started."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        self.sweep()

    def sweep(self) -> None:
        """Kill the rest of the group: beat survives when its worker is killed."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            return
        self.process.wait()


def refuse_taken_port(host: str, port: int) -> None:
    """Raise CommandError with one clear line if the address cannot be bound."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CommandError(
                f"Port {port} cannot be used ({error.strerror}). "
                f"End what listens there, or choose another: make run PORT={port + 1}"
            ) from error


def lan_address() -> str:
    """Return this machine's address in its network, or 127.0.0.1 if it has none.

    Nothing is sent: connecting a datagram socket only determines the route.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def leave_one_file() -> None:
    """Write what SQLite's log beside the file holds into it: people copy the file alone."""
    if connection.vendor == "sqlite":
        with contextlib.suppress(Error), connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5):  # noqa: S310  # our own address
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


class Command(BaseCommand):
    help = "Run the embedded club server: the web pages and one worker, until Ctrl-C."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--lan", action="store_true", help="listen on the whole network")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run both children; the exit code is the child's that ended unasked, else 0."""
        port: int = options["port"]
        host = "0.0.0.0" if options["lan"] else "127.0.0.1"  # noqa: S104  # asked for
        refuse_taken_port(host, port)
        gather_static_files()
        stopping = threading.Event()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda *_: stopping.set())
        web = Child("web server", [*WEB.split(), "--bind", f"{host}:{port}"])
        worker = Child("worker", WORKER.split())
        children: list[Child] = []
        try:
            code = self._start(web, children, port, stopping)
            if code is None and not stopping.is_set():
                worker.start()
                children.append(worker)
                self._greet(port, lan=options["lan"])
            while code is None and not stopping.wait(0.3):
                code = self._supervise(web, worker)
        finally:
            for child in children:
                child.process.terminate()
            for child in children:
                child.wait()
            leave_one_file()
        if code is not None:
            sys.exit(code)
        self.stdout.write("Stopped.")

    def _start(
        self, web: Child, children: list[Child], port: int, stopping: threading.Event
    ) -> int | None:
        # The worker starts after the first answer: the first page should not wait for it.
        web.start()
        children.append(web)
        while not stopping.is_set() and not answers(f"http://127.0.0.1:{port}/healthz"):
            code = web.died()
            if code is not None:
                self.stderr.write(f"The web server did not start (exit code {code}).")
                return code
            stopping.wait(0.1)
        return None

    def _supervise(self, web: Child, worker: Child) -> int | None:
        code = web.died()
        if code is not None:
            self.stderr.write(f"The web server ended by itself (exit code {code}).")
            return code
        code = worker.died()
        if code is None:
            return None
        if worker.short_lives >= TRIES:
            self.stderr.write(f"The worker ended {TRIES} times at its start (exit code {code}).")
            return code or 1
        self.stderr.write(f"The worker ended (exit code {code}); it is started again.")
        worker.sweep()
        worker.start()
        return None

    def _greet(self, port: int, *, lan: bool) -> None:
        self.stdout.write(f"Jancho runs at http://127.0.0.1:{port}/ (Ctrl-C stops it)")
        if not lan:
            return
        url = f"http://{lan_address()}:{port}/"
        self.stdout.write(f"In this network: {url}")
        picture = io.StringIO()
        segno.make(url).terminal(out=picture, compact=True)
        self.stdout.write(picture.getvalue())
