"""How tenhou.net/6 says that a hand ended: the last entry of its list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.errors import shown
from scoring.hands.named import YAKUMAN_HAN
from scoring.hands.tiles import Tile
from scoring.tenhou.errors import RecordError
from scoring.tenhou.json6_shapes import as_list, as_text, seat_number, stacks
from scoring.tenhou.outcomes import WinClaim
from scoring.tenhou.values import DrawKind, SaidDraw, SaidMovement, SaidWin
from scoring.tenhou.yaku_names import LIMITS_BY_NAME, YAKU_BY_NAME

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
    result: Sequence[object], players: int, ura: tuple[Tile, ...], *, name: str
) -> list[WinClaim] | SaidDraw:
    """Read how a hand ended.

    Raises:
        RecordError: no end that there is, or numbers that cannot be read.
    """
    what = as_text(result[0], what=name) if result else ""
    rest = list(result[1:])
    if what == WON:
        if len(rest) < 2 or len(rest) % 2:
            raise RecordError("entries", field=f"{name} win", count=len(rest))
        return list(_wins(rest, players, ura, name))
    if what not in _KINDS or len(rest) > 1:
        raise RecordError("bad-value", field=f"{name} end", found=shown(what))
    deltas = stacks(rest[0], players, what=f"{name} movement") if rest else (0,) * players
    return SaidDraw(_KINDS[what], SaidMovement(deltas))


def _wins(
    rest: Sequence[object], players: int, ura: tuple[Tile, ...], name: str
) -> Iterator[WinClaim]:
    for deltas, told in zip(rest[::2], rest[1::2], strict=True):
        win = as_list(told, what=f"{name} win", most=40)
        if len(win) <= _SEATS:
            raise RecordError("entries", field=f"{name} win", count=len(win))
        winner, source, pao = (seat_number(seat, players, what=name) for seat in win[:_SEATS])
        texts = [as_text(text, what=f"{name} win") for text in win[_SEATS:]]
        fu, limit, points = _price(texts[0], players, name)
        said = SaidWin(
            yaku=_yaku(texts[1:], name),
            fu=fu,
            points=points,
            limit=limit,
            moved=SaidMovement(stacks(deltas, players, what=f"{name} movement")),
            pao=None if pao == winner else pao,
        )
        yield WinClaim(winner, None if source == winner else source, None, ura, said)


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


def _yaku(texts: Sequence[str], name: str) -> dict[str, int]:
    """Name the yaku and their han; of one that we do not know the name is kept."""
    found: dict[str, int] = {}
    for text in texts:
        parts = _YAKU.fullmatch(text)
        if parts is None:
            raise RecordError("bad-value", field=f"{name} yaku", found=shown(text))
        japanese, digits = parts.groups()
        han = int(digits) if digits else YAKUMAN_HAN
        key = YAKU_BY_NAME.get(japanese, japanese)
        if han:
            found[key] = found.get(key, 0) + han
    return found
