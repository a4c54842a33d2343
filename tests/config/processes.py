"""Starting Jancho's own commands as processes, and seeing what became of them."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parent.parent.parent
BIN = Path(sys.executable).parent
Result = TypeVar("Result")
OURS = ("DATABASE_URL", "BROKER_URL", "CACHE_URL", "SECRET_KEY", "ALLOWED_HOSTS", "JANCHO_VAR")


def surroundings(**values: str) -> dict[str, str]:
    """Return this process's environment without anything of Jancho's, and with the values."""
    kept = {name: value for name, value in os.environ.items() if name not in OURS}
    return kept | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"} | values


def manage(*arguments: str, **values: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py to its end in the given surroundings."""
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=surroundings(**values),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@contextlib.contextmanager
def running(
    command: list[str], env: dict[str, str], log: Path, cwd: Path = ROOT
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command beside the test, and end it and what it started by their ids."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=cwd, env=env, stdout=output, stderr=output, start_new_session=True
        )
    try:
        yield process
    finally:
        below = descendants(process.pid)
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pid in below:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


def free_port() -> int:
    """Return a port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def until(probe: Callable[[], Result], seconds: float = 30) -> Result:
    """Return what the look gives as soon as it is true; fail when it stays false."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = probe()
        if found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"did not happen within {seconds} s")


def status(url: str | urllib.request.Request) -> int | None:
    """Return the HTTP status that is answered there, or None when nothing is."""
    try:
        with urllib.request.urlopen(url, timeout=5) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
    except OSError:
        return None


def _table() -> list[tuple[int, int, str, str]]:
    shown = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,args="],
        capture_output=True,
        text=True,
        check=True,
    )
    rows = (line.split(None, 3) for line in shown.stdout.splitlines())
    return [(int(row[0]), int(row[1]), row[2], row[3]) for row in rows if len(row) == 4]


def descendants(pid: int) -> dict[int, str]:
    """Return the living processes below one, with their command lines."""
    rows = [row for row in _table() if not row[2].startswith("Z")]
    found: dict[int, str] = {}
    wanted = [pid]
    while wanted:
        parent = wanted.pop()
        for child, above, _state, line in rows:
            if above == parent:
                found[child] = line
                wanted.append(child)
    return found


def alive(pids: list[int]) -> list[int]:
    """Return those of the processes that still run."""
    return [row[0] for row in _table() if row[0] in pids and not row[2].startswith("Z")]
