"""The shape of a ``value`` request: a winning hand as a script writes it."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final, Literal

from pydantic import FailFast, Field, Strict

from scoring.hands.errors import BadHandError
from scoring.hands.hand import Hand, flags_of, parse_meld
from scoring.hands.readings import Melds
from scoring.hands.tiles import TILE_OF, Tile, Tiles, parse_tiles
from scoring.requests import Request, Text

#: far above what anybody means; it only keeps absurd numbers out of the arithmetic
_Count = Annotated[int, Strict(), Field(ge=-1_000_000_000, le=1_000_000_000)]
Wind = Literal["E", "S", "W", "N"]
_AT: Final[dict[str, int]] = {"E": 0, "S": 1, "W": 2, "N": 3}
WINDS = MappingProxyType(_AT)
#: makes a Hand of its fields; what NamedTuple offers for it takes twice as long
_MAKE: Final = tuple.__new__


#: more than any hand has
_MOST_MELDS, _MOST_FLAGS = 10, 30
#: of many bad entries the first is enough
_Texts = Annotated[tuple[Text, ...], FailFast()]


class HandRequest(Request):
    """A win under any riichi or Boo rule."""

    hand: Text
    win: Text
    how: Literal["ron", "tsumo"]
    melds: _Texts = ()
    seat: Wind
    round: Wind
    flags: _Texts = ()
    dora_indicators: Text = ""
    ura_indicators: Text = ""
    nuki: _Count = 0
    honba: _Count = 0
    sticks: _Count = 0
    gold: _Count = 0


class ZungJungRequest(HandRequest):
    """A win in Zung Jung, where the round has no wind."""

    round: Wind = "E"
    responsible: Annotated[bool, Strict()] = True


def hand_of(asked: HandRequest) -> Hand:
    """Read the tiles of a request.

    Raises:
        BadHandError: tiles, calls or flags that cannot be read.
    """
    melds = _melds(asked.melds) if asked.melds else ()
    dora, ura = asked.dora_indicators, asked.ura_indicators
    fields = (
        Tiles.read(asked.hand),
        _one(asked.win),
        asked.how == "tsumo",
        melds,
        _AT[asked.seat],
        _AT[asked.round],
        _flags(asked.flags) if asked.flags else 0,
        parse_tiles(dora, what="dora_indicators") if dora else (),
        parse_tiles(ura, what="ura_indicators") if ura else (),
        asked.nuki,
        asked.honba,
        asked.sticks,
        asked.gold,
    )
    return _MAKE(Hand, fields)


_HOW: Final[dict[object, bool]] = {"ron": False, "tsumo": True}
_KEYS: Final = frozenset(HandRequest.model_fields) - {"changes"}
_EMPTY: Final[list[object]] = []
_STRS: Final = frozenset({str})


def plain_hand(asked: dict[str, object]) -> Hand | None:
    """Read a hand of which every value is plainly of its kind.

    Returns:
        None where anything has to be looked at step by step, by :class:`HandRequest`.
    """
    get = asked.get
    concealed, win, melds, flags = (
        get("hand"),
        get("win"),
        get("melds", _EMPTY),
        get("flags", _EMPTY),
    )
    dora, ura = get("dora_indicators", ""), get("ura_indicators", "")
    nuki, honba, sticks, gold = get("nuki", 0), get("honba", 0), get("sticks", 0), get("gold", 0)
    if not (
        type(concealed) is type(win) is type(dora) is type(ura) is str
        and type(melds) is type(flags) is list
        and type(nuki) is type(honba) is type(sticks) is type(gold) is int
        and asked.keys() <= _KEYS
        and (not melds or set(map(type, melds)) == _STRS)
        and (not flags or set(map(type, flags)) == _STRS)
    ):
        return None
    try:
        fields = (
            Tiles.read(concealed),
            TILE_OF[win],
            _HOW[asked["how"]],
            _melds(tuple(melds)) if melds else (),
            _AT[asked["seat"]],  # type: ignore[index]
            _AT[asked["round"]],  # type: ignore[index]
            _flags(tuple(flags)) if flags else 0,
            parse_tiles(dora, what="dora_indicators") if dora else (),
            parse_tiles(ura, what="ura_indicators") if ura else (),
            *(nuki, honba, sticks, gold),
        )
    except (KeyError, TypeError, BadHandError):
        return None
    return _MAKE(Hand, fields)


def _melds(texts: tuple[str, ...]) -> Melds:
    if len(texts) > _MOST_MELDS:
        raise BadHandError("many-melds", field="melds", most=4)
    return Melds(map(parse_meld, texts))


def _flags(names: tuple[str, ...]) -> int:
    if len(names) > _MOST_FLAGS:
        raise BadHandError("many-flags", field="flags", most=_MOST_FLAGS)
    return flags_of(names)


def _one(text: str) -> Tile:
    tile = TILE_OF.get(text)
    if tile is None:
        parse_tiles(text, what="win")  # which says what is no tile
        raise BadHandError("win", field="win")
    return tile
