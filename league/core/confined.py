"""Work on what strangers send, in a process of its own that may take so much and no more.

The parent calls ``run_confined`` with a module that is run as a program: it reads its input from
stdin, calls ``confine`` once everything is loaded, and writes its answer to stdout. It has neither
the parent's memory, nor its environment, nor its connections.
"""

from __future__ import annotations

import logging
import os
import resource
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from typing import Final

from django.conf import settings

logger = logging.getLogger(__name__)

#: what the child may take on top of what it is when it has loaded its code
MOST_MEMORY: Final = 64 << 20  # bytes
MOST_CPU: Final = 10  # seconds
_MOST_TIME: Final = 40  # seconds by the clock: at most one child a web process, at low priority
#: seconds that a request waits while another one's child runs
_PATIENCE: Final = 2
#: how a child ends whose memory does not suffice
OUT_OF_MEMORY: Final = 3
_NICER: Final = 5
_ONE_AT_A_TIME = threading.BoundedSemaphore(1)


class TooCostlyError(Exception):
    """The work takes more time or memory than it may."""


class BusyError(Exception):
    """Another one's child is still running in this process."""


def run_confined(module: str, data: bytes, *arguments: str) -> bytes:
    """Run a module of ours over some bytes and return what it answers.

    Raises:
        TooCostlyError: it ran into one of its limits.
        BusyError: this process has had another child for too long.
    """
    if not _ONE_AT_A_TIME.acquire(timeout=_PATIENCE):
        raise BusyError
    try:
        done = subprocess.run(
            [sys.executable, "-m", module, *arguments],
            input=data,
            capture_output=True,
            cwd=Path(settings.BASE_DIR),
            env={},
            timeout=_MOST_TIME,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TooCostlyError from error
    finally:
        _ONE_AT_A_TIME.release()
    if done.returncode < 0 or done.returncode == OUT_OF_MEMORY:
        logger.warning("%s was ended by its limits (%s)", module, done.returncode)
        raise TooCostlyError
    if done.returncode:
        raise RuntimeError(f"{module}: {done.stderr.decode(errors='replace')[-2000:]}")
    return done.stdout


def confine(*, memory: int = MOST_MEMORY, cpu: int = MOST_CPU) -> None:
    """Limit this process from here on; called by the child, before it reads anything.

    A system that does not count a process's memory (macOS) limits the rest.

    Args:
        memory: bytes beyond those that the process has now.
        cpu: seconds.
    """
    os.nice(_NICER)
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    with suppress(OSError, ValueError):
        most = _own_memory() + memory
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _own_memory() -> int:
    """Return the bytes of this process's address space, as Linux tells them."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()
