"""``/metrics`` for Prometheus: only where METRICS_TOKEN is set, and only for whoever sends it.

Labels are names of views, methods, status codes and parts: nothing of a club or of a reader.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponse, HttpResponseNotFound
from django.utils.crypto import constant_time_compare
from django_prometheus.db import metrics as database
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from league.upkeep.metrics import StateCollector

Answer = Callable[[HttpRequest], HttpResponse]
Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


class MetricsMiddleware:
    """Answers before hosts, https and sessions are asked for, as health is: a machine asks."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.state = StateCollector()
        self.token: str = settings.METRICS_TOKEN  # type: ignore[misc]  # production's alone
        connection_created.connect(count_queries)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path != "/metrics":
            return self.get_response(request)
        said = request.headers.get("Authorization", "")
        if not constant_time_compare(said, f"Bearer {self.token}"):
            return HttpResponseNotFound()  # nobody else is told that there is something
        text = generate_latest(_counted()) + generate_latest(self.state)
        return HttpResponse(
            text, content_type=CONTENT_TYPE_LATEST, headers={"Cache-Control": "no-store"}
        )


def _counted() -> CollectorRegistry:
    """Return what all processes of this server counted, those that have ended too."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return REGISTRY
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def count_queries(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Count a connection's queries, with whatever backend it has."""
    if _counting not in connection.execute_wrappers:
        connection.execute_wrappers.append(_counting)


def _counting(
    execute: Execute, statement: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    names = (context["connection"].alias, context["connection"].vendor)
    began = time.perf_counter()
    try:
        return execute(statement, params, many, context)
    except DatabaseError as error:
        database.errors_total.labels(*names, type(error).__name__).inc()
        raise
    finally:
        database.execute_total.labels(*names).inc()
        database.query_duration_seconds.labels(*names).observe(time.perf_counter() - began)
