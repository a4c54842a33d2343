"""Records as tenhou.net/6 has them: JSON in, a record out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, NoReturn

from scoring.hands.tiles import Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.events import Event
from scoring.tenhou.json6_ends import ended
from scoring.tenhou.json6_items import done, taken, tile_of
from scoring.tenhou.json6_order import Lists, in_order
from scoring.tenhou.json6_shapes import (
    FOUR,
    Decimal,
    as_list,
    as_text,
    as_whole,
    score,
    stacks,
)
from scoring.tenhou.lobby_rules import ROOMS
from scoring.tenhou.outcomes import Start, WinClaim, kyoku_of
from scoring.tenhou.table import Deal
from scoring.tenhou.values import Kyoku, Length, Points, Record, Room, SaidDraw, SaidEnd, kyoku_name

#: a hand's list: which hand, points, indicators above and below, three lists a player, the end
_HEAD: Final = 4
_OF_A_PLAYER: Final = 3
_DEALT: Final = 13
_MOST_NUMBER, _MOST_ON_TABLE = 15, 200
_MOST_HANDS: Final = 200
_MOST_ITEMS: Final = 60
_MOST_NAME: Final = 200
_REDS = ("aka", "aka51", "aka52", "aka53")


def read_json6(text: bytes) -> Record:
    """Read a tenhou.net/6 record, or a part of one.

    Raises:
        RecordError: it cannot be read, or contradicts itself.
    """
    data = _object(text)
    hands = [
        as_list(hand, what="a hand")
        for hand in as_list(data.get("log"), what="log", most=_MOST_HANDS)
    ]
    if not hands:
        raise RecordError("no-hand", field="log")
    room, length, is_for_three = _rule(data.get("rule", {}))
    players = 3 if is_for_three or _has_three(hands[0]) else FOUR
    return Record(
        players=players,
        length=length,
        room=room._replace(lobby=str(data.get("lobby", ""))[:_MOST_NAME]),
        names=_names(data.get("name", []), players),
        kyoku=tuple(_kyoku(hand, players) for hand in hands),
        end=_end(data["sc"], players) if "sc" in data else None,
        must_end=False,
        log_id=as_text(data.get("ref", ""), what="ref")[:_MOST_NAME],
    )


def _object(text: bytes) -> Mapping[str, object]:
    try:
        data = json.loads(text.decode("utf-8-sig"), parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        is_text = not isinstance(error, UnicodeDecodeError)
        raise RecordError("no-json" if is_text else "not-utf-8") from error
    if not isinstance(data, dict):
        raise RecordError("other-kind")
    return data


def _no_number(text: str) -> NoReturn:
    raise RecordError("bad-value", found=text)


def _rule(value: object) -> tuple[Room, Length, bool]:
    """What ``rule`` says of the room, of the length, and whether of three players.

    It is written as people read it: ``三鳳南喰赤``. What it does not say is as at most tables.
    """
    if not isinstance(value, dict):
        raise RecordError("no-object", field="rule")
    text = as_text(value.get("disp", ""), what="rule disp")
    told = [value[key] for key in _REDS if key in value]
    reds = any(told) if told else "赤" in text
    room = Room(
        red_fives=reds,
        open_tanyao="喰" in text or not text,
        fast="速" in text,
        name=next((name for sign, name in ROOMS.items() if sign in text), ""),
        chips="祝" in text,
    )
    return room, "tonpu" if "東" in text and "南" not in text else "tonnan", "三" in text


def _has_three(hand: list[object]) -> bool:
    """Whether the fourth player has no tiles, or no lists at all."""
    fourth = hand[_HEAD + _OF_A_PLAYER * 3 :]
    return len(fourth) < _OF_A_PLAYER or fourth[0] == []


def _names(value: object, players: int) -> tuple[str, ...]:
    names = [as_text(name, what="name")[:_MOST_NAME] for name in as_list(value, what="name")]
    if len(names) > FOUR:
        raise RecordError("players", field="name")
    if players == 3 and any(names[3:]):
        raise RecordError("players", field="name")
    return tuple([*names, "", "", "", ""][:players])


def _end(value: object, players: int) -> SaidEnd:
    """Read ``sc``: points and score by turns, then perhaps chips and another number."""
    cells = as_list(value, what="sc")
    if len(cells) not in (2 * players, 2 * FOUR, 4 * FOUR):
        raise RecordError("entries", field="sc", count=len(cells))
    points = stacks(cells[: 2 * FOUR : 2], players, what="sc")
    scores = stacks(
        [score(cell, what="sc") for cell in cells[1 : 2 * FOUR : 2]], players, what="sc"
    )
    beside = cells[2 * FOUR :][: 2 * players : 2]
    return SaidEnd(points, scores, stacks(beside, players, what="sc") if beside else None)


def _kyoku(hand: list[object], players: int) -> Kyoku:
    seats = (len(hand) - _HEAD - 1) // _OF_A_PLAYER
    if len(hand) != _HEAD + _OF_A_PLAYER * seats + 1 or seats not in (players, FOUR):
        raise RecordError("entries", field="log", count=len(hand))
    which = as_list(hand[0], what="a hand's number")
    if len(which) != 3:
        raise RecordError("entries", field="a hand's number", count=len(which))
    number = as_whole(which[0], what="a hand's number", low=0, high=_MOST_NUMBER)
    honba, sticks = (
        as_whole(n, what="honba, sticks", low=0, high=_MOST_ON_TABLE) for n in which[1:]
    )
    name = kyoku_name(number, honba)
    if number % 4 >= players:
        raise RecordError("no-seat", field=name, seat=number % 4)
    points: Points = stacks(hand[1], players, what=f"{name} points")
    deal = Deal(
        name=name,
        players=players,
        dealer=number % 4,
        hands=tuple(_dealt(hand[_HEAD + _OF_A_PLAYER * seat], name) for seat in range(players)),
        indicators=_tiles(hand[2], what=f"{name} dora", most=5),
    )
    end = ended(
        as_list(hand[-1], what=f"{name} end"),
        players,
        _tiles(hand[3], what=f"{name} ura dora", most=5),
        name=name,
    )
    return kyoku_of(
        Start(number, honba, 1_000 * sticks, points), deal, _events(hand, deal, end), end
    )


def _events(hand: list[object], deal: Deal, end: list[WinClaim] | SaidDraw) -> list[Event]:
    lists = [_lists(hand, seat, deal.name) for seat in range(deal.players)]
    last = None
    if not isinstance(end, SaidDraw):
        by = end[0].winner if end[0].discarder is None else end[0].discarder
        last = (by, end[0].discarder is None)
    return in_order(lists, deal.dealer, last=last, name=deal.name)


def _lists(hand: list[object], seat: int, name: str) -> Lists:
    at = _HEAD + _OF_A_PLAYER * seat
    took = as_list(hand[at + 1], what=f"{name} draws", most=_MOST_ITEMS)
    did = as_list(hand[at + 2], what=f"{name} discards", most=_MOST_ITEMS)
    if not len(took) - 1 <= len(did) <= len(took):
        raise RecordError("entries", field=f"{name} discards", count=len(did))
    return Lists(tuple(map(taken, took)), tuple(map(done, did)))


def _dealt(value: object, name: str) -> tuple[Tile, ...]:
    tiles = _tiles(value, what=f"{name} tiles", most=_DEALT)
    if len(tiles) != _DEALT:
        raise RecordError("dealt", field=name, count=len(tiles))
    return tiles


def _tiles(value: object, *, what: str, most: int) -> tuple[Tile, ...]:
    return tuple(tile_of(tile) for tile in as_list(value, what=what, most=most))
