"""Reads a record of either kind, whatever the bytes are."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from scoring.tenhou.errors import RecordError, TooMuchError
from scoring.tenhou.json6 import read_json6
from scoring.tenhou.log_ids import day_of_log, log_id_in
from scoring.tenhou.mjlog import read_mjlog
from scoring.tenhou.unpacking import unpacked
from scoring.tenhou.values import Record

#: bytes of a JSON record; a list in memory takes far more than its brackets in a file
MOST_JSON: Final = 500_000
_MARKS: Final = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")


def read_record(data: bytes, name: str = "") -> Record:
    """Read a game's record: mjlog, plain or gzip, or tenhou.net/6 JSON.

    Args:
        data: the file.
        name: what the file is called: Tenhou's own names tell the log and its day.

    Raises:
        RecordError: it is no record, cut off, too large, or contradicts itself.
    """
    plain = unpacked(data)
    start = plain[:100]
    for mark in _MARKS:
        start = start.removeprefix(mark)
    start = start.strip(b" \t\r\n\0")
    if start.startswith(b"{"):
        if len(plain) > MOST_JSON:
            raise TooMuchError
        record = read_json6(plain)
    elif start.startswith(b"<"):
        record = read_mjlog(plain)
    else:
        raise RecordError("no-record")
    log_id = record.log_id or log_id_in(name)
    return replace(record, log_id=log_id, day=day_of_log(log_id))
