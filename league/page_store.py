"""Where made pages lie, and how a page that many ask for at once is made once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import caches

T = TypeVar("T")

#: seconds that a page lies at most, asked for or not
LIES = 60 * 60
#: seconds to wait for another process that makes the page, and how often to look
PATIENCE, LOOK = 2.0, 0.02
#: bytes of the largest page that is kept
LARGEST = 1_000_000
#: one at a time makes a page; different pages share a lock now and then, which does no harm
_TURNS = [threading.Lock() for _number in range(64)]


class Kept(NamedTuple):
    """A page as it lies: what is between the places of the reader's CSRF token, and its heads."""

    parts: tuple[bytes, ...]
    headers: dict[str, str]


def kept_page(name: str) -> Kept | None:
    """The page of that name, if it lies there."""
    with suppress(*_gone()):
        found: Kept | None = caches["pages"].get(name)
        return found
    return None


def keep_page(name: str, page: Kept) -> None:
    """Lay a page down."""
    if sum(map(len, page.parts)) <= LARGEST:
        with suppress(*_gone()):
            caches["pages"].set(name, page, LIES)


def made_once(name: str, lying: Callable[[Kept], T], make: Callable[[], T]) -> T:
    """The page of that name, made by one of those who ask for it at once; the others wait.

    Nobody waits for long: who has waited in vain for another process makes it as well.

    Args:
        name: says everything that the page depends on.
        lying: what to answer with the page as it lies.
        make: makes the page, keeps it and answers.
    """
    with _TURNS[hash(name) % len(_TURNS)]:
        if (page := kept_page(name)) is not None or (page := _awaited(name)) is not None:
            return lying(page)
        try:
            return make()
        finally:
            with suppress(*_gone()):
                caches["pages"].delete(f"{name}.turn")


def _awaited(name: str) -> Kept | None:
    """Take the turn among the processes, or wait for the page of the one that has it."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if _takes_turn(name):
            return kept_page(name)
        time.sleep(LOOK)
        if (page := kept_page(name)) is not None:
            return page
    return None


def _takes_turn(name: str) -> bool:
    with suppress(*_gone()):
        return bool(caches["pages"].add(f"{name}.turn", 1, PATIENCE))
    return True


@cache
def _gone() -> tuple[type[Exception], ...]:
    """What is raised where Redis does not answer: every page is made anew then.

    Its package is loaded only where it is in use: it takes some megabytes of every process.
    """
    if "redis" not in settings.CACHES["pages"]["BACKEND"]:
        return (OSError,)
    from redis.exceptions import RedisError

    return (OSError, RedisError)
