"""What happens at the table, as both kinds of records have it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from scoring.hands.hand import Meld
from scoring.hands.tiles import Tile


class Drawn(NamedTuple):
    """A tile from the wall, or a replacement."""

    seat: int
    tile: Tile


class Discarded(NamedTuple):
    """A discard; with ``riichi`` the one that declares it."""

    seat: int
    tile: Tile
    riichi: bool = False


class Claimed(NamedTuple):
    """Chi, pon or open kan of somebody's discard."""

    seat: int
    meld: Meld
    tile: Tile  # the discard
    source: int


class Kanned(NamedTuple):
    """A closed kan, or one added to a pon."""

    seat: int
    kind: Literal["ankan", "kakan"]
    tiles: tuple[Tile, ...]  # all four
    tile: Tile  # the one that was added; of a closed kan any


class SetAside(NamedTuple):
    """A north as a bonus tile."""

    seat: int
    tile: Tile


class Turned(NamedTuple):
    """Another dora indicator."""

    tile: Tile


Event: TypeAlias = Drawn | Discarded | Claimed | Kanned | SetAside | Turned
