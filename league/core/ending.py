"""Whether this worker has been asked to end: the processes that do its work ask between two slices.

The byte lies in memory that a worker shares with the processes that it forks: only the first of
them is sent a signal.
"""

from __future__ import annotations

import mmap
from typing import Final

_asked: Final = mmap.mmap(-1, 1)


def ask_to_end() -> None:
    """Let jobs that can go on elsewhere be handed back after the slice that they are at."""
    _asked[0] = 1


def is_ending() -> bool:
    return _asked[0] != 0
