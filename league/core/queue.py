"""The way to the queue, for a request that does not wait when the queue is away."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final

from django.conf import settings

from league.core.outages import PATIENCE, Breaker

#: without ``max_retries`` whoever is the first to connect, or to connect again, tries for seconds
_ONCE: Final = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE, "max_retries": 0}


def send_job(job_id: int) -> None:
    """Put a job's key on the queue.

    Raises:
        AwayError: the queue does not answer within a moment, or takes nothing.
    """
    producers, breaker = _way()
    with breaker.asking(), producers.acquire(block=True) as producer:
        task = import_module(settings.TASKS).run_job
        task.apply_async((job_id,), producer=producer, retry=False)


@cache
def _way() -> tuple[Any, Breaker]:
    """Connections with little patience, beside those of workers, who wait for their broker.

    Celery is loaded here, when a process first sends something: it takes some megabytes.
    """
    app = import_module(settings.QUEUE).app
    from kombu.exceptions import OperationalError
    from kombu.pools import producers

    connection = app.connection_for_write(transport_options=_ONCE)
    errors = (OperationalError, *connection.connection_errors, *connection.channel_errors)
    return producers[connection], Breaker("queue", *errors)
