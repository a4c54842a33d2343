"""What happens while the code under test is at work, at a statement that it sends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection


@contextmanager
def amid(begins: str, happens: Callable[[], object], *, names: str = "") -> Iterator[None]:
    """Let something happen once, just before the first statement that begins so.

    Args:
        begins: its first words, with the table's name in quotes.
        happens: what another does at that moment, or an error that is raised.
        names: what stands in the statement or is among its values too.
    """
    todo = [happens]

    def watch(execute: Any, sql: str, params: Any, *more: Any) -> Any:
        if todo and sql.startswith(begins) and (names in sql or names in (params or ())):
            todo.pop()()
        return execute(sql, params, *more)

    with connection.execute_wrapper(watch):
        yield
    assert not todo, f"nothing began with {begins}"


def dies() -> None:
    """The process is ended."""
    raise KeyboardInterrupt
