"""Days in names: a log's, ``2015121400gm-00a9-0000-5ebae1d7``, and a result list's."""

from __future__ import annotations

import re
from datetime import date

_LOG_ID = re.compile(r"[0-9]{10}gm-[0-9a-f]{4}-[0-9]{4,5}-[0-9a-fx]{1,40}", re.ASCII)
#: lists of results: sca20151214.log.gz, scb2015121400.html
_LIST = re.compile(r"sc[a-z]([0-9]{8})(?:[0-9]{2})?(?![0-9])", re.ASCII)


def log_id_in(text: str) -> str:
    """Find a log's name in a file name or an address; empty when there is none."""
    found = _LOG_ID.search(text)
    return found[0] if found else ""


def day_of_log(log_id: str) -> date | None:
    """The day a log's name begins with, if it begins with one."""
    return _day(log_id[:8])


def day_of_list(file_name: str) -> date | None:
    """The day that the file name of a result list tells: ``sca20151214.log``."""
    found = _LIST.search(file_name)
    return _day(found[1]) if found else None


def _day(digits: str) -> date | None:
    if re.fullmatch(r"[0-9]{8}", digits, re.ASCII) is None:
        return None
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:]))
    except ValueError:  # the 31st of some month
        return None
