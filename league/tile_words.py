"""Tiles as they are said aloud: for screen readers, and wherever a picture is not enough."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from scoring.hands.tiles import FLOWERS, HONOURS, POCCHI, RED_MAN, Tile, kind_of, rank_of, suit_of


def tile_spoken(tile: Tile) -> str:
    """Say a tile: "2 man", "red 5 pin", "East wind"."""
    if tile in FLOWERS:
        return _("flower %(number)s") % {"number": tile - FLOWERS[0] + 1}
    if tile == POCCHI:
        return _("white pocchi")
    if HONOURS <= tile < RED_MAN:
        return _honour(rank_of(tile))
    kind = kind_of(tile)
    # the figures are a message because Japanese says them otherwise: 一 to 九
    number = _("1 2 3 4 5 6 7 8 9").split()[rank_of(kind) - 1]
    said = (_("%(number)s man"), _("%(number)s pin"), _("%(number)s sou"))[suit_of(kind)]
    plain = said % {"number": number}
    return _("red %(tile)s") % {"tile": plain} if tile >= RED_MAN else plain


def tiles_spoken(tiles: Iterable[Tile]) -> str:
    """Say several tiles, one after the other."""
    return _(", ").join(map(tile_spoken, tiles))


def meld_spoken(kind: str, tiles: Iterable[Tile]) -> str:
    """Say a call with its tiles: "chi: 3 sou, 4 sou, 5 sou"."""
    return _("%(call)s: %(tiles)s") % {"call": meld_name(kind), "tiles": tiles_spoken(tiles)}


def meld_name(kind: str) -> str:
    """Name a kind of call."""
    return {
        "chi": _("chi"),
        "pon": _("pon"),
        "minkan": _("open kan"),
        "ankan": _("closed kan"),
        "kakan": _("added kan"),
    }[kind]


def _honour(number: int) -> str:
    return (
        _("East wind"),
        _("South wind"),
        _("West wind"),
        _("North wind"),
        _("white dragon"),
        _("green dragon"),
        _("red dragon"),
    )[number - 1]
