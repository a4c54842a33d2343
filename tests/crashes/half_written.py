"""The site without transactions, for the control: each statement counts at once."""

from __future__ import annotations

from typing import Any

from django.db import connection
from django.db.transaction import Atomic

from config.wsgi import application

__all__ = ["application"]


def _nothing(*_given: Any) -> None:
    """Begin and end nothing."""


Atomic.__enter__ = Atomic.__exit__ = _nothing  # type: ignore[method-assign]
# Rows can be locked in transactions alone.
type(connection.features).has_select_for_update = False
