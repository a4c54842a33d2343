"""Reads a record of either kind, compressed or not, whatever the bytes are."""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from typing import Final

from scoring.tenhou.errors import RecordError, TooMuchError
from scoring.tenhou.json6 import read_json6
from scoring.tenhou.mjlog import read_mjlog
from scoring.tenhou.notation import day_of_log, log_id_in
from scoring.tenhou.values import Record

#: bytes of one record; the longest are a tenth of that
MOST_RECORD: Final = 4_000_000
#: files in a zip, and bytes of all of them
MOST_FILES: Final = 10_000
MOST_TOTAL: Final = 400_000_000

#: gzip files put together in one; what follows a member is copied each time
_MOST_MEMBERS: Final = 100

_GZIP: Final = b"\x1f\x8b"
_ZIP: Final = (b"PK\x03\x04", b"PK\x05\x06")
_ENTRY: Final = b"PK\x01\x02"  # one for each file of a zip
_WITH_GZIP_HEADER: Final = 31
_IS_ENCRYPTED: Final = 1
#: what the zip reader says of broken files
_BROKEN: Final = (
    *(zipfile.BadZipFile, zlib.error, struct.error, EOFError, OSError),
    *(NotImplementedError, ValueError, OverflowError),
)


def unpacked(data: bytes) -> bytes:
    """The bytes of one record, which may be a gzip file.

    Raises:
        RecordError: more bytes than a record has, or a gzip file that is cut or broken.
    """
    if data.startswith(_ZIP):
        raise RecordError("zip-in-zip")
    plain = _gunzipped(data) if data.startswith(_GZIP) else data
    if len(plain) > MOST_RECORD:
        raise TooMuchError
    return plain


def records_in(
    data: bytes, name: str, *, most_files: int = MOST_FILES, most_total: int = MOST_TOTAL
) -> Iterator[tuple[str, bytes | RecordError]]:
    """Give the records of a file, one at a time.

    Args:
        data: one record, plain or gzip, or a zip file of them.
        name: what the file is called.
        most_files: files of a zip that are read at most.
        most_total: bytes of all of them, once unpacked.

    Yields:
        The name, of a file in a zip as the zip has it (only to be shown), and its bytes or why
        they cannot be read. Whatever the data are, nothing is raised.
    """
    if not data.startswith(_ZIP):
        yield name, _or_error(data)
        return
    if data.count(_ENTRY) > most_files:  # before anything is made of them
        yield name, TooMuchError("too-many-files")
        return
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            yield from _of_zip(archive, most_total)
    except _BROKEN:
        yield name, RecordError("broken")


def _of_zip(archive: zipfile.ZipFile, most_total: int) -> Iterator[tuple[str, bytes | RecordError]]:
    left = most_total
    for entry in archive.infolist():
        # Macintosh puts a shadow of each file there
        if entry.is_dir() or entry.filename.startswith("__MACOSX/"):
            continue
        found = _entry(archive, entry)
        if not isinstance(found, RecordError):
            left -= len(found)
            found = _or_error(found)
        left -= MOST_RECORD if isinstance(found, RecordError) else len(found)
        if left < 0:
            yield entry.filename, TooMuchError("too-many-files")
            return
        yield entry.filename, found


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes | RecordError:
    if entry.flag_bits & _IS_ENCRYPTED:
        return RecordError("locked")
    # the others may take any amount of memory before their first byte
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return RecordError("compression")
    try:
        with archive.open(entry) as file:
            return file.read(MOST_RECORD + 1)
    except _BROKEN:
        return RecordError("broken")


def _or_error(data: bytes) -> bytes | RecordError:
    try:
        return unpacked(data)
    except RecordError as error:
        return error


def _gunzipped(data: bytes) -> bytes:
    """All members one after the other, as ``cat`` puts gzip files together; zeros may follow."""
    plain = bytearray()
    for _member in range(_MOST_MEMBERS):
        stream = zlib.decompressobj(wbits=_WITH_GZIP_HEADER)
        try:
            plain += stream.decompress(data, MOST_RECORD + 1 - len(plain))
        except zlib.error as error:
            raise RecordError("broken") from error
        if len(plain) <= MOST_RECORD and not stream.eof:
            raise RecordError("broken")
        data = stream.unused_data
        if len(plain) > MOST_RECORD or not data.startswith(_GZIP):
            return bytes(plain)
    raise TooMuchError


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
    return replace(record, log_id=log_id, day=day_of_log(log_id_in(log_id) or log_id))
