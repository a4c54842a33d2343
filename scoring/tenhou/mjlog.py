"""Tenhou's own records, mjlog: XML in, a record out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import unquote_to_bytes

from rules.errors import shown
from scoring.tenhou.errors import RecordError
from scoring.tenhou.mjlog_ends import end_of
from scoring.tenhou.mjlog_hands import HandReader
from scoring.tenhou.mjlog_tags import Tag, tags_of
from scoring.tenhou.mjlog_tiles import TileSet
from scoring.tenhou.numbers import whole
from scoring.tenhou.values import Kyoku, Length, Record, Room, SaidEnd

# GO type, bit by bit
_NO_RED, _NO_OPEN_TANYAO, _TONNAN, _SANMA = 0x02, 0x04, 0x08, 0x10
_TOKUJOU, _FAST, _JOUKYUU, _CHIPS, _GINOUSEN = 0x20, 0x40, 0x80, 0x200, 0x800
_MOST_TYPE: Final = 0xFFFF
#: by the two bits of the room, without and with chips
_ROOMS = (("ippan", "tokujou", "joukyuu", "houou"), ("waka", "kohaku", "gin", "kujaku"))
#: a game of the longest rules has at most a few dozen hands
MOST_HANDS: Final = 200
#: what a name, a lobby or a lobby's own rules may be long, in characters
MOST_NAME: Final = 200
_NO_HANDS_TAGS = frozenset({"SHUFFLE", "GO", "UN", "TAIKYOKU", "BYE"})
_NAME_KEYS = ("n0", "n1", "n2", "n3")


def read_mjlog(xml: bytes) -> Record:
    """Read an mjlog file.

    Raises:
        RecordError: it cannot be read, or contradicts itself.
    """
    tags = tags_of(xml)
    game = _one(tags, "GO")
    kind = whole(game.text("type"), what="GO type", low=0, high=_MOST_TYPE)
    players = 3 if kind & _SANMA else 4
    names = _names(tags, players)
    if any(tag.attributes.get("oya", "0") != "0" for tag in tags if tag.name == "TAIKYOKU"):
        raise RecordError("first-dealer", field="TAIKYOKU oya")
    room = _room(game, kind)
    kyoku, end = _hands(tags, players, TileSet(room.red_fives))
    length: Length = "tonnan" if kind & _TONNAN else "tonpu"
    return Record(
        players=players,
        length=length,
        room=room,
        names=names,
        kyoku=tuple(kyoku),
        end=end,
        must_end=True,
    )


def _one(tags: Sequence[Tag], name: str) -> Tag:
    """The first tag of a name: a player who comes back adds others."""
    for tag in tags:
        if tag.name == name:
            return tag
    raise RecordError("missing", field=f"<{name}>")


def _room(game: Tag, kind: int) -> Room:
    bits = bool(kind & _TOKUJOU) + 2 * bool(kind & _JOUKYUU)
    name = "ginousen" if kind & _GINOUSEN else _ROOMS[bool(kind & _CHIPS)][bits]
    return Room(
        red_fives=not kind & _NO_RED,
        open_tanyao=not kind & _NO_OPEN_TANYAO,
        fast=bool(kind & _FAST),
        name=name,
        lobby=game.attributes.get("lobby", "")[:MOST_NAME],
        chips=bool(kind & _CHIPS),
        custom=game.attributes.get("csrule", "")[:MOST_NAME],
    )


def _names(tags: Sequence[Tag], players: int) -> tuple[str, ...]:
    tag = _one(tags, "UN")
    if set(tag.attributes) & {"n4", "n5"}:
        raise RecordError("players", field="UN")
    named = [_name(tag.attributes.get(key, "")) for key in _NAME_KEYS]
    if (players == 4) != bool(named[3]):
        raise RecordError("players", field="GO type")
    return tuple(named[:players])


def _name(text: str) -> str:
    try:
        name = unquote_to_bytes(text).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError("name", field="UN", found=shown(text)) from error
    if len(name) > MOST_NAME:
        raise RecordError("name", field="UN", found=shown(name))
    return name


def _hands(tags: Sequence[Tag], players: int, tiles: TileSet) -> tuple[list[Kyoku], SaidEnd | None]:
    """Read the hands, each from its ``INIT`` on, and what the last tag says of the end."""
    played = [tag for tag in tags if tag.name not in _NO_HANDS_TAGS]
    starts = [at for at, tag in enumerate(played) if tag.name == "INIT"]
    if not starts or starts[0]:
        raise RecordError("no-hand")
    if len(starts) > MOST_HANDS:
        raise RecordError("most", field="INIT", most=MOST_HANDS)
    kyoku = []
    for start, stop in zip(starts, [*starts[1:], len(played)], strict=True):
        hand = HandReader(played[start], players, tiles)
        for tag in played[start + 1 : stop]:
            hand.read(tag)
        kyoku.append(hand.finished())
    ends = [at for at, tag in enumerate(played) if "owari" in tag.attributes]
    if not ends:
        return kyoku, None
    if ends != [len(played) - 1]:
        raise RecordError("goes-on")
    return kyoku, end_of(played[-1].text("owari"), players)
