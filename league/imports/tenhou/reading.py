"""Reads games and their hands from an upload; what cannot be read says why."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

from django.utils.translation import gettext_noop

from league.core.naming import cleaned
from league.games.entry import KyokuEntry
from league.wording.errors import stored_error
from rules.errors import RefusalError, RuleError
from rules.parameters import RiichiParameters
from scoring.errors import ScoringError
from scoring.hands.evaluator import Evaluator
from scoring.hands.yaku import YAKUMAN
from scoring.tenhou.checker import check, valued
from scoring.tenhou.errors import LineError, RecordError
from scoring.tenhou.governing import rule_for
from scoring.tenhou.lobby_lines import LobbyGame, LobbyResult, LobbyRule, lobby_game
from scoring.tenhou.notation import day_of_list, day_of_log, log_id_in
from scoring.tenhou.reading import read_record
from scoring.tenhou.values import ABORTS, Draw, Kyoku, Length, Record, Win

#: lobbies of tournaments are 10000 and more in records
_FIRST_TOURNAMENT = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A game by seat, first dealer first; from a list by place, best first."""

    is_record: bool
    players: int
    length: Length | None  # None: a game of its own kind
    red_fives: bool
    open_tanyao: bool
    fast: bool = False
    has_chips: bool = False
    room: str = ""
    lobby: str = ""  # as it is written there
    names: tuple[str, ...]
    scores: tuple[int, ...]  # in points: +52.0 is 52_000
    points: tuple[int, ...] | None = None  # None: not recorded
    chips: tuple[int, ...] | None = None
    log_id: str = ""
    digest: str = ""  # of a record: the same for the same game, whatever its file is called
    time: str = ""  # 21:03
    day: date | None = None  # None: it does not tell

    def outside_id(self, day: date) -> str:
        """Return the game's outside name: its log, or else a hash of its contents."""
        return self.log_id or self.digest or self._line().identity(day)

    def ids(self, day: date) -> tuple[str, ...]:
        """Return every name under which the game may already be known."""
        own = (self.digest,) if self.is_record else (self._line().identity(day),)
        return (self.log_id, *own) if self.log_id else own

    @property
    def lobby_number(self) -> int | None:
        """Return the lobby as records number them; None if unknown."""
        return lobby_number(self.lobby)

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"day": self.day and self.day.isoformat()}

    def _line(self) -> LobbyGame:
        rule = LobbyRule(
            players=self.players,
            room=self.room,
            length=self.length,
            open_tanyao=self.open_tanyao,
            red_fives=self.red_fives,
            fast=self.fast,
            chips=self.has_chips,
            chip_rate=None,
        )
        return LobbyGame(
            lobby=self.lobby,
            time=self.time,
            minutes=None,
            rule=rule,
            log_id=self.log_id,
            results=tuple(map(LobbyResult, self.names, self.scores)),
        )


def found_again(values: Mapping[str, Any] | None) -> Found:
    """Restore a stored game; ``values`` must not be None."""
    assert values is not None
    read: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
    day = values["day"]
    read["day"] = date.fromisoformat(day) if day else None
    return Found(**read)


def found_in_line(line: LobbyGame, day: date | None, log_day: date | None) -> Found:
    """Convert a line of a result list.

    Args:
        line: the game.
        day: the list's day, if its name contains it.
        log_day: the day of the line's own log, if it has one.
    """
    chips = [one.chips for one in line.results if one.chips is not None]
    return Found(
        is_record=False,
        players=line.rule.players,
        length=line.rule.length,
        red_fives=line.rule.red_fives,
        open_tanyao=line.rule.open_tanyao,
        fast=line.rule.fast,
        has_chips=line.rule.chips,
        room=line.rule.room,
        lobby=line.lobby,
        names=tuple(cleaned(one.name) for one in line.results),
        scores=tuple(one.score for one in line.results),
        chips=tuple(chips) if len(chips) == len(line.results) else None,
        log_id=line.log_id,
        time=line.time,
        day=line.day or log_day or day,
    )


def found_in_record(record: Record) -> Found:
    assert record.end is not None  # the caller has looked
    log_id = log_id_in(record.log_id)
    room = record.room
    return Found(
        is_record=True,
        players=record.players,
        length=record.length,
        red_fives=room.red_fives,
        open_tanyao=room.open_tanyao,
        fast=room.fast,
        has_chips=room.chips,
        room=room.name,
        lobby=cleaned(room.lobby),
        names=tuple(map(cleaned, record.names)),
        scores=record.end.scores,
        points=record.end.points,
        chips=record.end.chips,
        log_id=log_id,
        digest=_digest(record),
        day=record.day,
    )


def lobby_number(text: str) -> int | None:
    """Read ``L1001`` and ``1001`` as 1001; ``C0431`` and ``10431`` as 10431."""
    kind, digits = (text[:1].upper(), text[1:]) if text[:1].upper() in ("L", "C") else ("", text)
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 8):
        return None
    return int(digits) + (_FIRST_TOURNAMENT if kind == "C" and len(digits) <= 4 else 0)


def _digest(record: Record) -> str:
    """Hash what both kinds of records tell of a game."""
    end = record.end
    facts = [
        [cleaned(name) for name in record.names],
        [[kyoku.number, kyoku.honba, kyoku.sticks, kyoku.points] for kyoku in record.kyoku],
        end and [end.points, end.scores],
    ]
    return sha256(json.dumps(facts, ensure_ascii=True).encode()).hexdigest()


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
            tenpai=_tenpai(kyoku.draw, rule) if kyoku.draw else (),
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


def _tenpai(draw: Draw, rule: RiichiParameters) -> tuple[int, ...]:
    recorded = draw.recorded.tenpai
    return draw.tenpai(rule.draws) if recorded is None else recorded


def _hand_facts(kyoku: Kyoku, evaluator: Evaluator, rule: RiichiParameters) -> dict[str, Any]:
    facts: dict[str, Any] = {"result": _result(kyoku)}
    if kyoku.riichi:
        facts["riichi"] = list(kyoku.riichi)
    if kyoku.wins:
        facts["wins"] = [_win(win, evaluator, rule) for win in kyoku.wins]
    elif kyoku.draw is not None:
        facts |= _of_draw(kyoku.draw, rule)
    return facts


def _of_draw(draw: Draw, rule: RiichiParameters) -> dict[str, Any]:
    kind = draw.recorded.kind
    if kind in ABORTS:
        if kind != "sanchahou":
            return {"kind": kind}
        return {
            "kind": kind,
            "by": [s for s in range(rule.game.players) if s != draw.last_discarder],
        }
    facts: dict[str, Any] = {"tenpai": list(_tenpai(draw, rule))}
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
_LINE = re.compile(rb"[^\n]+")
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
    text = _text(data)
    if text is None:
        yield Piece(shown, error=stored_error(UploadError("neither")))
        return
    day = day_of_list(name)
    for number, encoded in _lines(text):
        line = _decoded(encoded)
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
    starts = tuple(start.encode() for start in _RECORD_STARTS)
    facts = 0
    for _number, line in _lines(data.removeprefix(_MARK)):
        fact = line.strip()
        if fact and not fact.startswith(starts) and _CELLS not in fact:
            return False
        facts += bool(fact)
    return facts > 1


def _text(data: bytes) -> bytes | None:
    """Return the bytes of a text, of one in UTF-16 as UTF-8; None if it is no text at all."""
    if data.startswith(_WIDE):
        try:
            return data.decode("utf-16").encode()
        except UnicodeDecodeError:
            return None
    return None if b"\0" in data else data.removeprefix(_MARK)


def _lines(text: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield each line that is not empty with its number; four million empty ones cost nothing."""
    number, at = 1, 0
    for line in _LINE.finditer(text):
        number, at = number + text.count(b"\n", at, line.start()), line.start()
        yield number, line[0]


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
        rule = rule_for(record, today=today).rule
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
