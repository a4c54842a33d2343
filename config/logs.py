"""Logs as lines of JSON on standard output, for whatever collects them."""

import json
import logging
from datetime import UTC, datetime
from typing import Any


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
        return json.dumps(entry, ensure_ascii=False)


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
            "plain": {"format": "{levelname} {name}: {message}", "style": "{"},
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
