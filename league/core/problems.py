"""Errors for programs, as RFC 9457 has them."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.urls import reverse

PROBLEM_JSON: Final = "application/problem+json"


def problem(status: int, error: Mapping[str, Any]) -> dict[str, Any]:
    """An error in the standard's terms; all that is ours stays in ``error``.

    Args:
        status: of the answer.
        error: its ``code`` and ``message``, and what else the code has to tell.
    """
    return {
        "type": f"{reverse('api:docs')}#{error['code']}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": error["message"],
        "error": error,
    }
