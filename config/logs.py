"""Logs as lines of JSON on standard output, for whatever collects them."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

#: addresses that open something to whoever has them
_LINKS = re.compile(r"(/pass/|/password/link/)[^\s\"'?<>]+")


def scrubbed(text: str) -> str:
    """Take the secrets out of addresses: whoever reads a log must not get in by it."""
    return _LINKS.sub(r"\1…", text)


class PlainFormatter(logging.Formatter):
    """Level, logger and message, and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        return scrubbed(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, logger, message, and the traceback if any."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        status = getattr(record, "status_code", None)
        if status is not None:
            entry["status"] = status
        if record.exc_info:
            entry["traceback"] = self.formatException(record.exc_info)
        return scrubbed(json.dumps(entry, ensure_ascii=False))


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
        },
    }
