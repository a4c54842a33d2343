"""Logs as lines of JSON on standard output, for whatever collects them.

Web processes, workers and beat write the same lines. None holds who somebody is: no query, no
address of a reader (unless ``LOG_ADDRESSES`` asks for it), no link that opens a club or an account.
"""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

from league.core.request_ids import current_id

#: addresses that open something to whoever has them
_LINKS: Final = re.compile(
    r"(/pass/|/look/|/embed/|/password/link/|/invitation/|/clubs/new/)[^\s\"'?<>]+"
)
#: from the last slash on: a pattern from the first would look through an address once a slash
_QUERY: Final = re.compile(r"(/[^\s?\"'/]*)\?[^\s\"']+")

#: why Django refuses a request as suspicious that nobody sends by a page of ours
_MADE_UP: Final = (
    *("DisallowedHost", "RequestDataTooBig", "SuspiciousMultipartForm"),
    *("TooManyFieldsSent", "TooManyFilesSent"),
)

#: what a line holds beside its message, where its record has it
_MORE: Final = ("method", "path", "status", "milliseconds", "size", "address")


def scrubbed(text: str) -> str:
    """Take the secrets out of addresses: whoever reads a log must not get in by it."""
    return _QUERY.sub(r"\1?…", _LINKS.sub(r"\1…", text))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, request, traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": scrubbed(record.getMessage()),
        }
        if request_id := getattr(record, "request_id", "") or current_id():
            entry["request"] = request_id
        if status := getattr(record, "status_code", None):
            entry["status"] = status
        entry |= {name: record.__dict__[name] for name in _MORE if name in record.__dict__}
        if record.exc_info:
            entry["traceback"] = scrubbed(self.formatException(record.exc_info))
        return json.dumps(entry, ensure_ascii=False, default=str)


class PlainFormatter(logging.Formatter):
    """Level, logger and message, and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        return scrubbed(super().format(record))


def to_stdout(formatter: str) -> dict[str, Any]:
    """Return Django's LOGGING with one handler on standard output.

    Args:
        formatter: ``json`` or ``plain``.
    """
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {"()": "config.logs.JsonFormatter"},
            "plain": {
                "()": "config.logs.PlainFormatter",
                "format": "{levelname} {name}: {message}",
                "style": "{",
            },
        },
        "handlers": {
            "stdout": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stdout",
                "formatter": formatter,
            }
        },
        "root": {"handlers": ["stdout"], "level": "INFO"},
        # Django's own handlers would send mail to nobody and print to standard error as well.
        "loggers": {
            "django": {"handlers": [], "level": "INFO", "propagate": True},
            # A form that is refused, or a page that is not there, is no trouble of the server's.
            "django.request": {"level": "ERROR"},
            # Nor is what anybody can make up; the request has its line, with its 400.
            **{f"django.security.{each}": {"level": "CRITICAL"} for each in _MADE_UP},
            # That a task has come is said before its request is known; how it ended names that.
            "celery.worker.strategy": {"level": "WARNING"},
        },
    }
