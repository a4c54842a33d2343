"""A program that takes what it is told to: ``greedy.py memory|time|fails|echo [free]``."""

from __future__ import annotations

import sys
import time

from league.core.confined import OUT_OF_MEMORY, confine

_TAKEN = 96 << 20  # bytes
_SECONDS = 2.5


def main(what: str, *, is_free: bool) -> int:
    if not is_free:
        confine(cpu=1)
    given = sys.stdin.buffer.read()
    if what == "fails":
        raise RuntimeError(what)
    if what == "memory":
        try:
            given = (given + bytes(_TAKEN))[: len(given)]
        except MemoryError:
            return OUT_OF_MEMORY
    if what == "time":
        while time.process_time() < _SECONDS:
            pass
    sys.stdout.buffer.write(given)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], is_free="free" in sys.argv[2:]))
