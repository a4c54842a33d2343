"""Records as tenhou.net/6 has them: JSON in, a record out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NoReturn

from rules.errors import shown
from scoring.hands.named import YAKUMAN_HAN
from scoring.hands.tiles import Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.json6_moves import done, taken, tile_of
from scoring.tenhou.json6_order import Lists, in_order
from scoring.tenhou.json6_values import (
    FOUR,
    Decimal,
    as_list,
    as_text,
    as_whole,
    score,
    seat_number,
    stacks,
)
from scoring.tenhou.lobby_lines import ROOMS
from scoring.tenhou.notation import (
    LIMITS_BY_NAME,
    WIND_YAKU,
    YAKU_BY_NAME,
    wind_yaku,
)
from scoring.tenhou.table import (
    Deal,
    Discarded,
    Event,
    Start,
    WinClaim,
    kyoku_of,
)
from scoring.tenhou.values import (
    DrawKind,
    Kyoku,
    Length,
    Points,
    Record,
    RecordedDraw,
    RecordedEnd,
    RecordedMovement,
    RecordedWin,
    Room,
    kyoku_name,
)

WON: Final = "和了"
_KINDS: Mapping[str, DrawKind] = MappingProxyType(
    {
        "流局": "",
        "全員聴牌": "",
        "全員不聴": "",
        "流し満貫": "nagashi",
        "九種九牌": "kyuushu",
        "四風連打": "suufon",
        "四家立直": "suurii",
        "三家和了": "sanchahou",
        "三家和": "sanchahou",
        "四槓散了": "suukan",
        "四開槓": "suukan",
    }
)
#: with chips their number may follow
_CHIPS = "(?:[0-9]{1,3}枚)?"
_YAKU = re.compile(rf"(.+)\((?:([0-9]{{1,3}})[飜翻]|(?:ダブル)?役満){_CHIPS}\)", re.ASCII)
_PRICE = re.compile(
    r"(?:([0-9]{2,3})符[0-9]{1,3}[飜翻]|([^0-9]{1,10}))([0-9]{3,6})(?:-([0-9]{3,6}))?点(∀?)",
    re.ASCII,
)
#: the winner, who paid, and who answers stand before the price of a win
_SEATS: Final = 3


def ended(
    result: Sequence[object], players: int, ura: tuple[Tile, ...], *, number: int, name: str
) -> list[WinClaim] | RecordedDraw:
    """Read how a hand ended.

    Args:
        result: the list that says so.
        players: how many play.
        ura: the indicators below.
        number: the hand, which tells everybody's wind.
        name: the same as people write it.

    Raises:
        RecordError: no end that there is, or numbers that cannot be read.
    """
    what = as_text(result[0], what=name) if result else ""
    rest = list(result[1:])
    if what == WON:
        if len(rest) < 2 or len(rest) % 2:
            raise RecordError("entries", field=f"{name} win", count=len(rest))
        return list(_wins(rest, players, ura, number, name))
    if what not in _KINDS or len(rest) > 1:
        raise RecordError("bad-value", field=f"{name} end", found=shown(what))
    deltas = stacks(rest[0], players, what=f"{name} movement") if rest else (0,) * players
    return RecordedDraw(_KINDS[what], RecordedMovement(deltas))


def _wins(
    rest: Sequence[object], players: int, ura: tuple[Tile, ...], number: int, name: str
) -> Iterator[WinClaim]:
    for deltas, value in zip(rest[::2], rest[1::2], strict=True):
        win = as_list(value, what=f"{name} win", most=40)
        if len(win) <= _SEATS:
            raise RecordError("entries", field=f"{name} win", count=len(win))
        winner, source, pao = (seat_number(seat, players, what=name) for seat in win[:_SEATS])
        texts = [as_text(text, what=f"{name} win") for text in win[_SEATS:]]
        fu, limit, points = _price(texts[0], players, name)
        recorded = RecordedWin(
            yaku=_yaku(texts[1:], (winner - number) % 4 % players, number // 4, name),
            fu=fu,
            points=points,
            limit=limit,
            moved=RecordedMovement(stacks(deltas, players, what=f"{name} movement")),
            pao=None if pao == winner else pao,
        )
        yield WinClaim(winner, None if source == winner else source, None, ura, recorded)


def _price(text: str, players: int, name: str) -> tuple[int | None, str | None, int]:
    """Read ``30符2飜2000点``, ``満貫2000-4000点`` or ``跳満6000点∀``.

    Returns:
        Fu, limit and points in all.
    """
    found = _PRICE.fullmatch(text)
    if found is None or (found[2] and found[2] not in LIMITS_BY_NAME):
        raise RecordError("bad-value", field=f"{name} price", found=shown(text))
    fu, limit, first, second, each = found.groups()
    points = int(first)
    if second:
        points = points * (players - 2) + int(second)
    elif each:
        points *= players - 1
    return int(fu) if fu else None, LIMITS_BY_NAME[limit] if limit else None, points


def _yaku(texts: Sequence[str], seat: int, round_: int, name: str) -> dict[str, int]:
    """Name the yaku and their han; of one that we do not know the name is kept.

    Args:
        texts: as the record writes them.
        seat: the winner's wind, 0 East.
        round_: the round's wind.
        name: the hand, for errors.
    """
    winds = {"seat_wind": seat, "round_wind": round_}
    found: dict[str, int] = {}
    for text in texts:
        parts = _YAKU.fullmatch(text)
        if parts is None:
            raise RecordError("bad-value", field=f"{name} yaku", found=shown(text))
        japanese, digits = parts.groups()
        han = int(digits) if digits else YAKUMAN_HAN
        kind = WIND_YAKU.get(japanese)
        key = wind_yaku(kind, winds[kind]) if kind else YAKU_BY_NAME.get(japanese, japanese)
        if han:
            found[key] = found.get(key, 0) + han
    return found


#: a hand's list: which hand, points, indicators above and below, three lists a player, the end
_HEAD: Final = 4
_OF_A_PLAYER: Final = 3
_DEALT: Final = 13
_MOST_NUMBER, _MOST_ON_TABLE = 15, 200
_STICK: Final = 1_000
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
    counts_unpaid = room.site == "mahjong_soul"
    return Record(
        players=players,
        length=length,
        room=room._replace(lobby=str(data.get("lobby", ""))[:_MOST_NAME]),
        names=_names(data.get("name", []), players),
        kyoku=tuple(_kyoku(hand, players, counts_unpaid) for hand in hands),
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


#: rooms of Mahjong Soul; tables of friends and tournaments have rules of their own
_SOUL_ROOM = re.compile("[銅銀金玉座]の間|(?P<own>友人戦|大会戦)")


def _rule(value: object) -> tuple[Room, Length, bool]:
    """What ``rule`` says of the room, of the length, and whether of three players.

    It is written as people read it: ``三鳳南喰赤``. What it does not say is as at most tables.
    """
    if not isinstance(value, dict):
        raise RecordError("no-object", field="rule")
    text = as_text(value.get("disp", ""), what="rule disp")
    switches = [value[key] for key in _REDS if key in value]
    reds = any(switches) if switches else "赤" in text
    soul = _SOUL_ROOM.search(text)
    room = Room(
        red_fives=reds,
        open_tanyao="喰" in text or not text,
        fast="速" in text,
        name="" if soul else next((name for sign, name in ROOMS.items() if sign in text), ""),
        chips="祝" in text,
        site="mahjong_soul" if soul else "tenhou",
        unread=soul["own"] or "" if soul else "",
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


def _end(value: object, players: int) -> RecordedEnd:
    """Read ``sc``: points and score by turns, then perhaps chips and another number."""
    cells = as_list(value, what="sc")
    if len(cells) not in (2 * players, 2 * FOUR, 4 * FOUR):
        raise RecordError("not-so-many", field="sc", expected=2 * players, count=len(cells))
    points = stacks(cells[: 2 * FOUR : 2], players, what="sc")
    scores = stacks(
        [score(cell, what="sc") for cell in cells[1 : 2 * FOUR : 2]], players, what="sc"
    )
    beside = cells[2 * FOUR :][: 2 * players : 2]
    return RecordedEnd(points, scores, stacks(beside, players, what="sc") if beside else None)


def _kyoku(hand: list[object], players: int, counts_unpaid: bool) -> Kyoku:
    """Read a hand.

    Args:
        hand: its list.
        players: how many play.
        counts_unpaid: whether who wins on a riichi's discard is said to get that stick too, as
            records of Mahjong Soul say, though nobody pays it.
    """
    seats = (len(hand) - _HEAD - 1) // _OF_A_PLAYER
    if len(hand) != _HEAD + _OF_A_PLAYER * seats + 1 or seats not in (players, FOUR):
        expected = _HEAD + _OF_A_PLAYER * players + 1
        raise RecordError("not-so-many", field="log", expected=expected, count=len(hand))
    which = as_list(hand[0], what="a hand's number")
    if len(which) != 3:
        raise RecordError("not-so-many", field="a hand's number", expected=3, count=len(which))
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
        number=number,
        name=name,
    )
    events = _events(hand, deal, end)
    last = events[-1]
    if counts_unpaid and not isinstance(end, RecordedDraw) and isinstance(last, Discarded):
        end = _without_stick(end) if last.riichi else end
    return kyoku_of(Start(number, honba, _STICK * sticks, points), deal, events, end)


def _without_stick(wins: list[WinClaim]) -> list[WinClaim]:
    first, *others = wins
    moved = first.recorded.moved
    deltas = tuple(
        delta - _STICK * (seat == first.winner) for seat, delta in enumerate(moved.deltas)
    )
    recorded = first.recorded._replace(moved=moved._replace(deltas=deltas))
    return [first._replace(recorded=recorded), *others]


def _events(hand: list[object], deal: Deal, end: list[WinClaim] | RecordedDraw) -> list[Event]:
    lists = [_lists(hand, seat, deal.name) for seat in range(deal.players)]
    last = None
    if not isinstance(end, RecordedDraw):
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
