"""A Redis of a test's own: stopped, frozen and filled as it likes, and ended by its process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import redis

from tests.config.processes import free_port, until


class RedisServer:
    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.start()

    def url(self, number: int = 0) -> str:
        return f"redis://127.0.0.1:{self.port}/{number}"

    def client(self, number: int = 0) -> redis.Redis:
        return redis.Redis(port=self.port, db=number, socket_timeout=5)

    def start(self) -> None:
        """Start it empty, and wait until it answers."""
        where = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self.folder)]
        self.process = subprocess.Popen(
            ["redis-server", *where, "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
        )
        until(self._answers)

    def _answers(self) -> bool:
        try:
            return bool(self.client().ping())
        except redis.ConnectionError:
            return False

    def stop(self) -> None:
        """End it: connections are refused."""
        self.process.kill()  # a frozen process dies of it as well
        self.process.wait()

    def freeze(self) -> None:
        """Let it take connections and answer none."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def thaw(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def fill(self) -> None:
        """Let it refuse what takes memory."""
        self.client().config_set("maxmemory", 1)

    def make_read_only(self) -> None:
        """Let it refuse all writes, as after a failover."""
        self.client().execute_command("REPLICAOF", "127.0.0.1", "1")  # type: ignore[no-untyped-call]


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    server = RedisServer(folder)
    try:
        yield server
    finally:
        server.stop()
