"""Reads games and their hands from an upload; what cannot be read says why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.utils.translation import gettext_noop

from league.games.entry import KyokuEntry
from league.imports.tenhou.games import Found, cleaned, found_in_line, found_in_record
from league.wording.errors import stored_error
from rules.errors import RefusalError, RuleError
from rules.parameters import RiichiParameters
from scoring.errors import ScoringError
from scoring.hands.evaluator import Evaluator
from scoring.hands.yaku import YAKUMAN
from scoring.tenhou.checker import check, valued
from scoring.tenhou.errors import LineError, RecordError
from scoring.tenhou.lobby_lines import lobby_game
from scoring.tenhou.log_ids import day_of_list, day_of_log
from scoring.tenhou.reading import read_record
from scoring.tenhou.rules_for import rule_for
from scoring.tenhou.values import ABORTS, Draw, Kyoku, Record, Win

_STICK = 1_000
_MANGAN_HAN = 5


def kyoku_entries(record: Record, rule: RiichiParameters) -> tuple[KyokuEntry, ...]:
    """Convert the hands of a record.

    Args:
        record: a whole game.
        rule: fills in fu that a record leaves out.
    """
    evaluator = Evaluator(rule)
    return tuple(
        KyokuEntry(
            round=kyoku.round,
            dealer=kyoku.dealer,
            honba=kyoku.honba,
            sticks=kyoku.sticks,
            result=_result(kyoku),
            deltas=moved_in(kyoku),
            winners=tuple(win.winner for win in kyoku.wins),
            discarder=kyoku.wins[0].discarder if kyoku.wins else None,
            riichi=kyoku.riichi,
            tenpai=_tenpai(kyoku.draw) if kyoku.draw else (),
            called=kyoku.called,
            told=_hand_facts(kyoku, evaluator, rule),
        )
        for kyoku in record.kyoku
    )


def moved_in(kyoku: Kyoku) -> tuple[int, ...]:
    """Return the points that a hand moved per the record, riichi sticks included."""
    moved = [win.recorded.moved.deltas for win in kyoku.wins]
    if kyoku.draw is not None:
        moved.append(kyoku.draw.recorded.moved.deltas)
    return tuple(
        sum(deltas[seat] for deltas in moved) - _STICK * kyoku.riichi.count(seat)
        for seat in range(len(kyoku.points))
    )


def check_points(record: Record) -> None:
    """Check that a record's points follow from each other.

    Raises:
        RecordError: they do not.
    """
    end = record.end
    if end is None:
        raise RecordError("no-end")
    after = [hand.points for hand in record.kyoku[1:]]
    for kyoku, stated in zip(record.kyoku, after, strict=False):
        held = _held_after(kyoku)
        if held != stated:
            raise RecordError(
                "points-after", hand=kyoku.name, own=_listed(held), said=_listed(stated)
            )
    # what lies on the table at the end goes to one of them, or is lost
    held = _held_after(record.kyoku[-1])
    gained = [now - before for now, before in zip(end.points, held, strict=True) if now != before]
    last = record.kyoku[-1]
    left = 0 if last.wins else last.sticks + _STICK * len(last.riichi)
    if gained and gained != [left]:
        raise RecordError("points-at-end", own=_listed(held), said=_listed(end.points))
    if sum(end.scores):
        raise RecordError("scores", total=f"{sum(end.scores):+,}")


def _held_after(kyoku: Kyoku) -> tuple[int, ...]:
    return tuple(held + more for held, more in zip(kyoku.points, moved_in(kyoku), strict=True))


def _listed(points: Sequence[int]) -> str:
    return " ".join(f"{each:,}" for each in points)


def _result(kyoku: Kyoku) -> str:
    if kyoku.draw is None:
        return "tsumo" if kyoku.wins[0].discarder is None else "ron"
    kind = kyoku.draw.recorded.kind
    return "abort" if kind in ABORTS else kind or "draw"


def _tenpai(draw: Draw) -> tuple[int, ...]:
    return draw.tenpai if draw.recorded.tenpai is None else draw.recorded.tenpai


def _hand_facts(kyoku: Kyoku, evaluator: Evaluator, rule: RiichiParameters) -> dict[str, Any]:
    facts: dict[str, Any] = {"result": _result(kyoku)}
    if kyoku.riichi:
        facts["riichi"] = list(kyoku.riichi)
    if kyoku.wins:
        facts["wins"] = [_win(win, evaluator, rule) for win in kyoku.wins]
    elif kyoku.draw is not None:
        facts |= _of_draw(kyoku.draw, len(kyoku.points))
    return facts


def _of_draw(draw: Draw, players: int) -> dict[str, Any]:
    kind = draw.recorded.kind
    if kind in ABORTS:
        if kind != "sanchahou":
            return {"kind": kind}
        return {"kind": kind, "by": [s for s in range(players) if s != draw.last_discarder]}
    facts: dict[str, Any] = {"tenpai": list(_tenpai(draw))}
    return {"by": list(draw.nagashi), **facts} if kind == "nagashi" else facts


def _win(win: Win, evaluator: Evaluator, rule: RiichiParameters) -> dict[str, Any]:
    recorded = win.recorded
    facts: dict[str, Any] = {"winner": win.winner}
    if win.discarder is not None:
        facts["from"] = win.discarder
    many = [key for key in recorded.yaku if key in YAKUMAN]
    if many:
        facts["yakuman"] = len(many)
        if recorded.pao is not None and recorded.pao != win.winner:
            facts["pao"] = [{"seat": recorded.pao}]
    else:
        facts["han"] = sum(recorded.yaku.values())
        fu = recorded.fu if recorded.fu else _own_fu(win, evaluator, rule, facts["han"])
        if fu:
            facts["fu"] = fu
    facts["yaku"] = _yaku(recorded.yaku)
    if recorded.limit:
        facts["limit"] = recorded.limit
    if recorded.points is not None:
        facts["points"] = recorded.points
    return facts


def _own_fu(win: Win, evaluator: Evaluator, rule: RiichiParameters, han: int) -> int | None:
    """Compute missing fu: needed below five han, though some records omit them."""
    if han >= _MANGAN_HAN:
        return None
    try:
        return valued(evaluator, win, rule).value.fu
    except ScoringError:
        return None


def _yaku(recorded: Mapping[str, int]) -> dict[str, int]:
    """Convert yaku to our keys, which do not distinguish winds."""
    found: dict[str, int] = {}
    for name, han in recorded.items():
        key = name.split(" ")[0] if name.startswith(("seat_wind", "round_wind")) else name
        found[key] = found.get(key, 0) + han
    return found


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


class UploadError(RefusalError):
    code = "upload"
    sentences = MappingProxyType(
        {
            "neither": gettext_noop("This is neither a game record nor a result list."),
            "not-utf-8": gettext_noop("This line is not UTF-8. Save the file as UTF-8."),
            "only-a-link": gettext_noop(
                "This is only a link, and links are not fetched. Save the record and import "
                "the file."
            ),
            "too-many": gettext_noop(
                "There are more games than one import can take; the rest was not read."
            ),
        }
    )


class Piece(NamedTuple):
    """A game of an upload, or why part of it is none."""

    file: str  # only to be shown
    line: int | None = None
    found: Found | None = None
    kyoku: tuple[dict[str, Any], ...] = ()
    differences: tuple[str, ...] = ()
    error: str = ""  # as ``stored_error`` writes it


def pieces_of(name: str, data: bytes | RecordError, *, today: date) -> Iterator[Piece]:
    """Read one file: a record, one record per line, or a result list.

    Args:
        name: the file's name, which may contain the day.
        data: its bytes, as ``records_in`` gives them.
        today: the day of records that do not tell their own.
    """
    shown = cleaned(name)[:_LONGEST_NAME]
    if isinstance(data, RecordError):
        yield Piece(shown, error=stored_error(data))
        return
    start = data.removeprefix(_MARK).lstrip()
    is_record = start.startswith((b"{", b"<")) and not _is_record_a_line(data)
    if is_record or (data.startswith(_WIDE) and _is_wide_record(data)):
        yield _of_record(data, name, today)._replace(file=shown)
        return
    lines = _lines(data)
    if lines is None:
        yield Piece(shown, error=stored_error(UploadError("neither")))
        return
    day = day_of_list(name)
    for number, line in enumerate(lines, start=1):
        if line is None:
            yield Piece(shown, number, error=stored_error(UploadError("not-utf-8")))
        elif line.strip():
            yield _of_line(line, day, today)._replace(file=shown, line=number)


def _is_wide_record(data: bytes) -> bool:
    try:
        return data.decode("utf-16").lstrip().startswith(("{", "<"))
    except UnicodeDecodeError:
        return False


def _is_record_a_line(data: bytes) -> bool:
    """Return whether each line is a record of its own, or a result list's line among them."""
    lines = [each.strip() for each in data.removeprefix(_MARK).split(b"\n")]
    facts = [each for each in lines if each]
    starts = tuple(start.encode() for start in _RECORD_STARTS)
    return len(facts) > 1 and all(each.startswith(starts) or _CELLS in each for each in facts)


def _lines(data: bytes) -> list[str | None] | None:
    """Split a text into lines, None for one that is not UTF-8; None if it is no text at all."""
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
        facts = _SHOWN_HAND.sub("", line[shared.end() :].strip())
        return _of_record(unquote(facts).encode(), "", today)
    if line.strip().startswith(_RECORD_STARTS):
        return _of_record(line.strip().encode(), "", today)
    try:
        game = lobby_game(line)
    except LineError as error:
        is_link = "|" not in line and _LINK in line and not line.strip().count(" ")
        return Piece("", error=stored_error(UploadError("only-a-link") if is_link else error))
    return Piece("", found=found_in_line(game, day, day_of_log(game.log_id)))


def _of_record(data: bytes, name: str, today: date) -> Piece:
    try:
        record = read_record(data, name)
        check_points(record)
        rule = rule_for(record, today=today)
        differences = check(record, rule).differences
        hands = kyoku_entries(record, rule)
    except (ScoringError, RuleError) as error:
        return Piece("", error=stored_error(error))
    return Piece(
        "",
        found=found_in_record(record),
        kyoku=tuple(map(_plain, hands)),
        differences=tuple(cleaned(each) for each in differences[:MOST_DIFFERENCES]),
    )


def _plain(hand: Any) -> dict[str, Any]:
    """Return a hand as plain JSON: its texts are the engine's own, or were cleaned."""
    plain: dict[str, Any] = json.loads(json.dumps(asdict(hand)))
    return plain
