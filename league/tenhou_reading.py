"""From the bytes of an upload to games, each for itself: what cannot be read says why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from datetime import date
from typing import Any, NamedTuple
from urllib.parse import unquote

from league.tenhou_found import Found, cleaned, found_in_line, found_in_record
from league.tenhou_kyoku import contradiction, kyoku_entries
from rules.errors import RuleError
from scoring.errors import ScoringError
from scoring.tenhou.checker import check
from scoring.tenhou.errors import LineError, RecordError
from scoring.tenhou.lobby_lines import lobby_game
from scoring.tenhou.log_ids import day_of_list, day_of_log
from scoring.tenhou.reading import read_record
from scoring.tenhou.rules_for import rule_for

#: games of one upload
MOST_GAMES = 10_000
#: differences of a record that are kept to be shown
MOST_DIFFERENCES = 20
_LONGEST_NAME = 200
_MARK = b"\xef\xbb\xbf"
_WIDE = (b"\xff\xfe", b"\xfe\xff")
_RECORD_STARTS = ("{", "<mjlog")
#: a line of a result list, among records
_CELLS = b" | "
#: an address with a record in it, and what viewers put after that: the hand they show
_SHARED = re.compile(r"tenhou\.net/[56]/#json=")
_SHOWN_HAND = re.compile(r"&ts=[0-9]{1,3}$", re.ASCII)
_LINK = "tenhou.net/"

NEITHER = "this is neither a game's record nor a result list"
NOT_UTF_8 = "this line is not UTF-8"
ONLY_A_LINK = "a link alone says nothing: nothing is fetched"
TOO_MANY = f"more than {MOST_GAMES:,} games; the rest is not read"


class Piece(NamedTuple):
    """A game of an upload, or why something in it is none."""

    file: str  # only to be shown
    line: int | None = None
    found: Found | None = None
    kyoku: tuple[dict[str, Any], ...] = ()
    differences: tuple[str, ...] = ()
    error: str = ""


def pieces_of(name: str, data: bytes | RecordError, *, today: date) -> Iterator[Piece]:
    """Read one file: a record, several records a line each, or a result list.

    Args:
        name: what the file is called; it may tell the day.
        data: its bytes, as ``records_in`` gives them.
        today: the day of records that do not tell their own.
    """
    shown = cleaned(name)[:_LONGEST_NAME]
    if isinstance(data, RecordError):
        yield Piece(shown, error=str(data))
        return
    start = data.removeprefix(_MARK).lstrip()
    is_record = start.startswith((b"{", b"<")) and not _is_record_a_line(data)
    if is_record or (data.startswith(_WIDE) and _is_wide_record(data)):
        yield _of_record(data, name, today)._replace(file=shown)
        return
    lines = _lines(data)
    if lines is None:
        yield Piece(shown, error=NEITHER)
        return
    day = day_of_list(name)
    for number, line in enumerate(lines, start=1):
        if line is None:
            yield Piece(shown, number, error=NOT_UTF_8)
        elif line.strip():
            yield _of_line(line, day, today)._replace(file=shown, line=number)


def _is_wide_record(data: bytes) -> bool:
    try:
        return data.decode("utf-16").lstrip().startswith(("{", "<"))
    except UnicodeDecodeError:
        return False


def _is_record_a_line(data: bytes) -> bool:
    """Whether each line is a record of its own, or a line of a result list among them."""
    lines = [each.strip() for each in data.removeprefix(_MARK).split(b"\n")]
    told = [each for each in lines if each]
    starts = tuple(start.encode() for start in _RECORD_STARTS)
    return len(told) > 1 and all(each.startswith(starts) or _CELLS in each for each in told)


def _lines(data: bytes) -> list[str | None] | None:
    """A text by lines, None where one is not UTF-8; None where it is no text at all."""
    if data.startswith(_WIDE):
        try:
            return [*data.decode("utf-16").split("\n")]
        except UnicodeDecodeError:
            return None
    if b"\0" in data:
        return None
    return [*map(_decoded, data.removeprefix(_MARK).split(b"\n"))]


def _decoded(line: bytes) -> str | None:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _of_line(line: str, day: date | None, today: date) -> Piece:
    if shared := _SHARED.search(line):
        told = _SHOWN_HAND.sub("", line[shared.end() :].strip())
        return _of_record(unquote(told).encode(), "", today)
    if line.strip().startswith(_RECORD_STARTS):
        return _of_record(line.strip().encode(), "", today)
    try:
        game = lobby_game(line)
    except LineError as error:
        is_link = "|" not in line and _LINK in line and not line.strip().count(" ")
        return Piece("", error=ONLY_A_LINK if is_link else str(error))
    return Piece("", found=found_in_line(game, day, day_of_log(game.log_id)))


def _of_record(data: bytes, name: str, today: date) -> Piece:
    try:
        record = read_record(data, name)
        why = contradiction(record)
        if why:
            return Piece("", error=why)
        rule = rule_for(record, today=today)
        differences = check(record, rule).differences
        hands = kyoku_entries(record, rule)
    except (ScoringError, RuleError) as error:
        return Piece("", error=cleaned(str(error))[:500])
    return Piece(
        "",
        found=found_in_record(record),
        kyoku=tuple(map(_plain, hands)),
        differences=tuple(cleaned(each) for each in differences[:MOST_DIFFERENCES]),
    )


def _plain(hand: Any) -> dict[str, Any]:
    """A hand as plain JSON: its texts are the engine's own, or were cleaned."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(hand)))
    return plain
