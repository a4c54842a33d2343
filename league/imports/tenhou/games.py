"""A game that a record or a line tells of: what an import has to know of it, and as plain JSON."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from typing import Any

from scoring.tenhou.lobby_lines import LobbyGame, LobbyResult, LobbyRule
from scoring.tenhou.log_ids import day_of_log, log_id_in
from scoring.tenhou.values import Length, Record

#: what Tenhou calls a player without a name
NO_NAME = "NoName"
#: letters that turn the direction of what follows
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
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
        day=day_of_log(log_id),
    )


def cleaned(text: str) -> str:
    """Remove control characters and lone surrogates from a text."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    kept = (each for each in whole if unicodedata.category(each) != "Cc" and each not in _TURNS)
    return "".join(kept).strip()


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
