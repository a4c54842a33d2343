"""Django's cache in Redis, for pages that do not wait when Redis is away.

Loaded only where CACHE_URL names a Redis: the package takes some megabytes of every process.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import redis
from django.core.cache.backends import redis as backend
from django.core.cache.backends.base import BaseCache
from redis.exceptions import ConnectionError as NoConnectionError
from redis.exceptions import RedisError
from redis.exceptions import TimeoutError as NoAnswerError

from league.core.outages import PATIENCE, AwayError, Breaker


@cache
def breaker_of(server: str) -> Breaker:
    """Return the breaker of one server: counts go on while that of the pages is away."""
    return Breaker(f"cache at {server}", NoConnectionError, NoAnswerError)


class _Redis(redis.Redis):
    def execute_command(self, *args: Any, **options: Any) -> Any:
        """Send a command.

        Raises:
            AwayError: nothing answers, or Redis is full, read-only or starting.
        """
        at = self.connection_pool.connection_kwargs
        breaker = breaker_of(f"{at.get('path') or at.get('host')}:{at.get('port', '')}")
        with breaker.asking():
            try:
                return super().execute_command(*args, **options)  # type: ignore[no-untyped-call]
            except breaker.silences:
                raise
            except RedisError as error:
                raise AwayError(str(error)) from error


class _Client(backend.RedisCacheClient):
    def __init__(self, servers: Any, **options: Any) -> None:
        super().__init__(servers, **options)
        self._client = _Redis


class RedisCache(backend.RedisCache):
    """Raises ``AwayError`` where Django's raises an error of Redis, and waits a tenth of a second.

    Who counts something to refuse it lets the error pass: a limit does not hold without its
    counter. Everybody else does without what was kept.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        super().__init__(server, {**params, "OPTIONS": patience | params.get("OPTIONS", {})})
        self._class = _Client

    # one by one: a pipeline would go round ``execute_command``
    set_many = BaseCache.set_many
