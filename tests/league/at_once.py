"""Several hands that do something at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.db import connection

from league.core.errors import LeagueError

HANDS = 8
T = TypeVar("T")


def at_once(work: Callable[[int], T], hands: int = HANDS) -> list[T | Exception]:
    """Let every hand begin at the same moment, each on a connection of its own."""
    barrier = threading.Barrier(hands)

    def hand(number: int) -> T | Exception:
        barrier.wait()
        try:
            return work(number)
        except LeagueError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(hand, range(hands)))
