"""How mjlog says that a hand ended: ``AGARI``, ``RYUUKYOKU``, and ``owari`` on the last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.errors import shown
from scoring.tenhou.errors import RecordError
from scoring.tenhou.mjlog_tags import Tag
from scoring.tenhou.mjlog_tiles import TileSet, call_of, tile_number, tile_numbers
from scoring.tenhou.numbers import score_of, whole, wholes
from scoring.tenhou.outcomes import WinClaim
from scoring.tenhou.values import (
    DrawKind,
    Points,
    SaidDraw,
    SaidEnd,
    SaidMovement,
    SaidWin,
    ShownHand,
)
from scoring.tenhou.yaku_names import LIMITS, YAKU, yakuman_as_recorded

_KINDS: Mapping[str, DrawKind] = MappingProxyType(
    {
        "": "",
        "nm": "nagashi",
        "yao9": "kyuushu",
        "reach4": "suurii",
        "ron3": "sanchahou",
        "kan4": "suukan",
        "kaze4": "suufon",
    }
)
#: points are written in hundreds, and always for four
HUNDRED: Final = 100
_FOUR: Final = 4
_MOST_CALLS: Final = 0xFFFF
_MOST_HAN: Final = 100


def seat_of(tag: Tag, key: str, players: int) -> int:
    """Read a seat.

    Raises:
        RecordError: it is missing, or nobody sits there.
    """
    return whole(tag.text(key), what=f"{tag.name} {key}", low=0, high=players - 1)


def hundreds(text: str, players: int, *, what: str) -> Points:
    """Read points by seat, written in hundreds.

    Raises:
        RecordError: not one number a seat.
    """
    values = by_seat(wholes(text, what=what), players, what=what)
    return tuple(HUNDRED * value for value in values)


def by_seat(values: Sequence[int], players: int, *, what: str) -> Sequence[int]:
    """Leave out the fourth seat where three play.

    Raises:
        RecordError: the number of values is wrong, or nobody has points.
    """
    if len(values) not in (players, _FOUR):
        raise RecordError("entries", field=what, count=len(values))
    if any(values[players:]):
        raise RecordError("empty-seat", field=what)
    return values[:players]


def win_of(tag: Tag, players: int, tiles: TileSet) -> WinClaim:
    """Read an ``AGARI``.

    Raises:
        RecordError: something is missing or cannot be read.
    """
    winner, source = seat_of(tag, "who", players), seat_of(tag, "fromWho", players)
    win = tile_number(tag.text("machi"), what="AGARI machi")
    worth = wholes(tag.text("ten"), what="AGARI ten", low=0)
    if len(worth) != 3 or worth[2] >= len(LIMITS):
        raise RecordError("bad-value", field="AGARI ten", found=shown(tag.text("ten")))
    pao = tag.attributes.get("paoWho")
    said = SaidWin(
        yaku=_yaku(tag),
        fu=worth[0],
        points=worth[1],
        limit=LIMITS[worth[2]],
        moved=_moved(tag, players),
        pao=None if pao is None else seat_of(tag, "paoWho", players),
        tells_pao=True,
        shown=_shown(tag, win, tiles),
    )
    ura = tile_numbers(tag.attributes.get("doraHaiUra", ""), what="AGARI doraHaiUra")
    return WinClaim(
        winner=winner,
        discarder=None if source == winner else source,
        win=tiles.tile(win),
        ura=tiles.tiles(ura),
        said=said,
    )


def draw_of(tag: Tag, players: int) -> SaidDraw:
    """Read a ``RYUUKYOKU``.

    Raises:
        RecordError: a kind that there is not, or numbers that cannot be read.
    """
    text = tag.attributes.get("type", "")
    if text not in _KINDS:
        raise RecordError("bad-value", field="RYUUKYOKU type", found=shown(text))
    kind = _KINDS[text]
    tenpai = tuple(seat for seat in range(players) if tag.attributes.get(f"hai{seat}"))
    shows_tenpai = kind in ("", "nagashi")
    return SaidDraw(kind, _moved(tag, players), tenpai if shows_tenpai else None)


def end_of(text: str, players: int) -> SaidEnd:
    """Read ``owari``: points in hundreds and score by turns, then perhaps chips.

    Raises:
        RecordError: it cannot be read.
    """
    cells = text.split(",")
    is_long = len(cells) == 4 * _FOUR
    if len(cells) not in (2 * players, 2 * _FOUR, 4 * _FOUR):
        raise RecordError("entries", field="owari", count=len(cells))
    game, beside = (cells[: 2 * _FOUR], cells[2 * _FOUR :]) if is_long else (cells, [])
    points = hundreds(",".join(game[::2]), players, what="owari")
    scores = [score_of(cell) for cell in game[1::2]]
    known = [score for score in scores if score is not None]
    if len(known) != len(scores):
        raise RecordError("bad-value", field="owari", found=shown(text))
    chips = [whole(cell, what="owari") for cell in beside[: 2 * players : 2]]
    return SaidEnd(
        points, tuple(by_seat(known, players, what="owari")), tuple(chips) if chips else None
    )


def _moved(tag: Tag, players: int) -> SaidMovement:
    """Read ``sc``: points before and movement by turns, then perhaps those of the chips."""
    what = f"{tag.name} sc"
    values = wholes(tag.text("sc"), what=what)
    if len(values) not in (2 * players, 2 * _FOUR, 4 * _FOUR):
        raise RecordError("entries", field=what, count=len(values))
    chips = values[2 * _FOUR :]
    before, deltas = (
        tuple(HUNDRED * value for value in by_seat(each, players, what=what))
        for each in (values[: 2 * _FOUR : 2], values[1 : 2 * _FOUR : 2])
    )
    return SaidMovement(
        deltas=deltas,
        before=before,
        chips=tuple(chips[1 : 2 * players : 2]) if chips else None,
        table=_on_table(tag),
    )


def _on_table(tag: Tag) -> tuple[int, int]:
    values = wholes(tag.text("ba"), what=f"{tag.name} ba", low=0, high=1_000)
    if len(values) != 2:
        raise RecordError("bad-value", field=f"{tag.name} ba", found=shown(tag.text("ba")))
    return values[0], 1_000 * values[1]


def _yaku(tag: Tag) -> dict[str, int]:
    """Name the yaku and their han; bonuses that bring nothing are left out."""
    many = tag.attributes.get("yakuman")
    if many is not None:
        return yakuman_as_recorded(tuple(map(_named, wholes(many, what="AGARI yakuman", low=0))))
    values = wholes(tag.text("yaku"), what="AGARI yaku", low=0, high=_MOST_HAN)
    if len(values) % 2:
        raise RecordError("entries", field="AGARI yaku", count=len(values))
    found: dict[str, int] = {}
    for yaku, han in zip(values[::2], values[1::2], strict=True):
        if han:
            found[_named(yaku)] = found.get(_named(yaku), 0) + han
    return found


def _named(yaku: int) -> str:
    return YAKU[yaku] if yaku < len(YAKU) else f"yaku {yaku}"


def _shown(tag: Tag, win: int, tiles: TileSet) -> ShownHand:
    concealed = tile_numbers(tag.text("hai"), what="AGARI hai")
    if win not in concealed:
        raise RecordError("not-shown", field="AGARI hai")
    concealed.remove(win)
    numbers = wholes(tag.attributes.get("m", ""), what="AGARI m", low=0, high=_MOST_CALLS)
    calls = [call_of(number) for number in numbers]
    dora = tile_numbers(tag.attributes.get("doraHai", ""), what="AGARI doraHai")
    return ShownHand(
        concealed=tuple(sorted(tiles.tiles(concealed))),
        win=tiles.tile(win),
        melds=tuple(sorted(tiles.meld(call) for call in calls if call.kind)),
        nuki=sum(call.kind is None for call in calls),
        dora_indicators=tiles.tiles(dora),
    )
