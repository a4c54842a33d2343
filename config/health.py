"""``/healthz`` says that the process is up, ``/readyz`` that it can serve a club's pages.

They are answered before every other middleware, because what asks is a load balancer or a container
engine: it knows no allowed host, follows no redirect to https and has no session.
"""

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse

logger = logging.getLogger(__name__)

Answer = Callable[[HttpRequest], HttpResponse]


class HealthMiddleware:
    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self.migrated = False

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return 200 or 503 with JSON that names the parts; pass other addresses on."""
        if request.path == "/healthz":
            return _answer({"process": "ok"})
        if request.path == "/readyz":
            return _answer(self._parts())
        return self.get_response(request)

    def _parts(self) -> dict[str, str]:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            if not self.migrated:
                executor = MigrationExecutor(connection)
                # Asked until it is so: running code cannot fall behind its own migrations again.
                self.migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
        except DatabaseError:
            logger.warning("The database does not answer", exc_info=True)
            return {"database": "unreachable", "migrations": "unknown"}
        return {"database": "ok", "migrations": "ok" if self.migrated else "missing"}


def _answer(parts: dict[str, str]) -> HttpResponse:
    ready = all(state == "ok" for state in parts.values())
    return JsonResponse(
        {"status": "ok" if ready else "unavailable", **parts},
        status=200 if ready else 503,
        headers={"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"},
    )
