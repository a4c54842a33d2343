"""A line of Tenhou's result lists: one game with its final scores, the best first, and its rule.

``L1001 | 21:03 | 四般南喰赤－ | name(+52.0) …``: with or without the lobby, the minutes it took, a
link to the log, HTML, chips; and the line of the client's own list, which begins with a place.
Scores are final and never rounded again.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from types import MappingProxyType
from typing import Final, NamedTuple

from rules.errors import shown
from scoring.tenhou.errors import LineError
from scoring.tenhou.notation import log_id_in, score_of
from scoring.tenhou.values import Length

#: rooms by the character that stands for them
ROOMS: Mapping[str, str] = MappingProxyType(
    {
        "般": "ippan",
        "上": "joukyuu",
        "特": "tokujou",
        "鳳": "houou",
        "若": "waka",
        "銀": "gin",
        "琥": "kohaku",
        "孔": "kujaku",
        "技": "ginousen",
    }
)
_NONE: Final = "－−‐ー-"
_LENGTHS: Mapping[str, Length] = MappingProxyType({"東": "tonpu", "南": "tonnan"})
#: players, room, length, open tanyao, red fives; then speed, or chips with a rate; old lists end
#: before that
RULE_TEXT: Final = (
    rf"[三四][{''.join(ROOMS)}][東南{_NONE}][喰{_NONE}][赤{_NONE}](?:[速{_NONE}]|祝[0-9０-９]?)?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyRule:
    """The rule of a game in a result list."""

    players: int
    room: str
    length: Length | None  # None: a game of its own kind (技能戦)
    open_tanyao: bool
    red_fives: bool
    fast: bool
    chips: bool
    chip_rate: int | None  # None: not recorded


def lobby_rule(text: str) -> LobbyRule:
    """Read a rule that ``RULE_TEXT`` matches."""
    rate = re.search(r"祝([0-9０-９])", text)
    return LobbyRule(
        players=3 if text[0] == "三" else 4,
        room=ROOMS[text[1]],
        length=_LENGTHS.get(text[2]),
        open_tanyao=text[3] == "喰",
        red_fives=text[4] == "赤",
        fast=text.endswith("速"),
        chips="祝" in text,
        chip_rate=int(rate[1]) if rate else None,
    )


#: characters of a line; the longest real ones have about 200
MOST_CHARACTERS: Final = 2_000
_LOBBY = re.compile(r"[LC][0-9A-Z]{1,8}", re.ASCII)
_TIME = re.compile(r"(?:[01]?[0-9]|2[0-3]):[0-5][0-9]", re.ASCII)
_MINUTES = re.compile(r"[0-9]{1,3}", re.ASCII)
#: the tags that lists have; names may hold < and > as well
_TAG = re.compile(r"<(?:a [^<>]*|/a|br ?/?)>", re.IGNORECASE)
_BETWEEN_PLAYERS = re.compile(r"[ \t\xa0]+")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});", re.ASCII)
_SCORE = r"\(([-+]?[0-9]{1,5}(?:\.[0-9])?)(?:,([-+]?[0-9]{1,4})枚)?\)"
_RESULT = re.compile(rf"(.*){_SCORE}", re.ASCII)
_CLOSE_RESULT = re.compile(rf"(.+?){_SCORE}", re.ASCII)
_OWN_LIST = re.compile(
    rf"[1-4]位 ([0-9]{{1,3}})分 ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}) ({_TIME.pattern})"
    rf" ({RULE_TEXT}) (?:.* )?([^ ]+)",
    re.ASCII,
)
#: a link stands where its text is
_LOG_CELL: Final = "牌譜"


class LobbyResult(NamedTuple):
    """What one player took home."""

    name: str
    score: int  # in points: +52.0 is 52_000
    chips: int | None = None  # None: not recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyGame:
    """A game of a result list."""

    lobby: str  # L1001, C0431; empty: not recorded
    time: str  # 21:03: when it began, in Japan
    minutes: int | None  # how long it took
    rule: LobbyRule
    log_id: str  # empty: not recorded
    results: tuple[LobbyResult, ...]  # the best first: the order of the places
    day: date | None = None  # only the client's own list tells it

    def identity(self, day: date) -> str:
        """What is the same for a game however often it is read: a hash, 64 hex digits.

        Args:
            day: the list's day.
        """
        results = [[one.name, one.score] for one in self.results]
        facts = [day.isoformat(), self.time, self.lobby, results]
        return sha256(json.dumps(facts, ensure_ascii=True).encode()).hexdigest()


def lobby_game(line: str) -> LobbyGame:
    """Read one line.

    Raises:
        LineError: what is wrong with it.
    """
    if len(line) > MOST_CHARACTERS:
        raise LineError("too-long")
    log_id = log_id_in(line)
    text = _TAG.sub("", line.replace("\ufeff", "")).strip()
    own = _OWN_LIST.fullmatch(text)
    if own:
        return _own_list_game(own)
    cells = [cell.strip() for cell in text.split("|")]
    lobby = cells.pop(0) if _LOBBY.fullmatch(cells[0]) else ""
    time = _taken(cells, _TIME, "no-time")
    minutes = cells.pop(0) if cells and _MINUTES.fullmatch(cells[0]) else None
    rule = lobby_rule(_taken(cells, re.compile(RULE_TEXT), "no-rule"))
    if cells and cells[0] == _LOG_CELL:
        del cells[0]
    if len(cells) != 1 or not cells[0]:
        raise LineError("no-players")
    results = [_result(token) for token in _BETWEEN_PLAYERS.split(cells[0])]
    return LobbyGame(
        lobby=lobby,
        time=time.zfill(5),
        minutes=int(minutes) if minutes else None,
        rule=rule,
        log_id=log_id,
        results=_checked(results, rule),
    )


def _own_list_game(found: re.Match[str]) -> LobbyGame:
    minutes, day, time, rule_text, players = found.groups()
    rule = lobby_rule(rule_text)
    matches = list(_CLOSE_RESULT.finditer(players))
    if "".join(one[0] for one in matches) != players:
        raise LineError("no-scores")
    try:
        played = date.fromisoformat(day)
    except ValueError as error:
        raise LineError("no-day", day=day) from error
    return LobbyGame(
        lobby="",
        time=time.zfill(5),
        minutes=int(minutes),
        rule=rule,
        log_id="",
        results=_checked([_read(one) for one in matches], rule),
        day=played,
    )


def _taken(cells: list[str], pattern: re.Pattern[str], reason: str) -> str:
    if not cells:
        raise LineError("cut-off")
    if not pattern.fullmatch(cells[0]):
        raise LineError(reason, found=shown(cells[0]))
    return cells.pop(0)


def _result(token: str) -> LobbyResult:
    """The last bracket is the score: names may hold brackets, and numbers in them."""
    found = _RESULT.fullmatch(token)
    if found is None:
        raise LineError("no-score", found=shown(token))
    return _read(found)


def _read(found: re.Match[str]) -> LobbyResult:
    name, digits, chips = found.groups()
    score = score_of(digits)
    assert score is not None  # the pattern lets nothing else through
    if not name:
        raise LineError("no-name")
    name = _ENTITY.sub(lambda entity: html.unescape(entity[0]), name)
    return LobbyResult(name, score, int(chips) if chips else None)


def _checked(results: Sequence[LobbyResult], rule: LobbyRule) -> tuple[LobbyResult, ...]:
    if len(results) != rule.players:
        raise LineError("players", count=len(results), players=rule.players)
    scores = [one.score for one in results]
    if sum(scores):
        raise LineError("scores", total=_written(sum(scores)))
    if scores != sorted(scores, reverse=True):
        raise LineError("order")
    chips = [one.chips for one in results if one.chips is not None]
    if len(chips) == len(results) and sum(chips) != 0:
        raise LineError("chips", total=f"{sum(chips):+}")
    return tuple(results)


def _written(score: int) -> str:
    """A score as the lists write it: +52.0."""
    units, tenths = divmod(abs(score) // 100, 10)
    return f"{'-' if score < 0 else '+'}{units}.{tenths}"
