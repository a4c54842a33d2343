"""The id of the request at hand: in logs, in the jobs that it sends off, in PostgreSQL's own lists.

Whoever looks into a slow query or a failed job finds the request that asked for it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Final

# gunicorn's own process loads this for its log, and is not to hold Django: it outlives an upgrade.
if TYPE_CHECKING:
    from django.db.backends.base.base import BaseDatabaseWrapper

#: what a proxy may say: nothing that could end a comment, a line or a header
_SANE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{7,63}")

_current: ContextVar[str] = ContextVar("request_id", default="")

Execute = Callable[[str, Any, bool, dict[str, Any]], Any]


def current_id() -> str:
    """Return the id of the request or job at hand, or an empty text."""
    return _current.get()


def work_under(request_id: str) -> None:
    """Take an id for all that this thread does until it takes another; empty: none."""
    _current.set(request_id)


def sane_id(said: str | None) -> str:
    """Return the id that somebody in front has given, or a new one if it is none."""
    return said if said and _SANE.fullmatch(said) else uuid.uuid4().hex


def name_queries(connection: BaseDatabaseWrapper, **_signal: Any) -> None:
    """Let a connection to PostgreSQL end its queries with the id, once it is opened.

    A comment costs no round trip, which setting ``application_name`` for each request would.
    """
    if connection.vendor == "postgresql" and _named not in connection.execute_wrappers:
        connection.execute_wrappers.append(_named)


def _named(
    execute: Execute, statement: str, params: Any, many: bool, context: dict[str, Any]
) -> Any:
    request_id = _current.get()
    # Statements that psycopg composes are no text; none of them is slow.
    if request_id and isinstance(statement, str):
        statement = f"{statement} /* {request_id} */"
    return execute(statement, params, many, context)
