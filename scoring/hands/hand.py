"""A winning hand as the table sees it: tiles, calls, and how the last tile came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from rules.errors import shown
from scoring.hands.errors import BadHandError
from scoring.hands.tiles import Tile, parse_tiles

MeldKind: TypeAlias = Literal["chi", "pon", "minkan", "ankan", "kakan"]
MELD_KINDS: tuple[MeldKind, ...] = ("chi", "pon", "minkan", "ankan", "kakan")
KANS = frozenset({"minkan", "ankan", "kakan"})

#: what may be said of a win, each a bit
FLAGS: Mapping[str, int] = MappingProxyType(
    {
        name: 1 << bit
        for bit, name in enumerate(
            (
                "riichi",
                "double_riichi",
                "open_riichi",
                "ippatsu",
                "haitei",
                "houtei",
                "rinshan",
                "chankan",
                "tenhou",
                "chiihou",
                "renhou",
                "furiten",
                "chankan_closed",
            )
        )
    }
)
RIICHI, DOUBLE_RIICHI, OPEN_RIICHI, IPPATSU = (1 << bit for bit in range(4))
HAITEI, HOUTEI, RINSHAN, CHANKAN = (1 << bit for bit in range(4, 8))
TENHOU, CHIIHOU, RENHOU, FURITEN = (1 << bit for bit in range(8, 12))
#: the tile of a closed kan, where CHANKAN is one added to a pon
CHANKAN_CLOSED: Final = 1 << 12
ANY_RIICHI: Final = RIICHI | DOUBLE_RIICHI | OPEN_RIICHI
#: no flag that can be said: 人和 taken by itself
RENHOU_ALONE: Final = 1 << 13
ANY_CHANKAN: Final = CHANKAN | CHANKAN_CLOSED
FIRST_TURN: Final = TENHOU | CHIIHOU | RENHOU


class Meld(NamedTuple):
    """A set that lies on the table: a call, or a closed kan."""

    kind: MeldKind
    tiles: tuple[Tile, ...]


class Hand(NamedTuple):
    """A win. Seats and rounds are winds: 0 East to 3 North."""

    concealed: tuple[Tile, ...]  # without the winning tile and without melds
    win: Tile
    tsumo: bool
    melds: tuple[Meld, ...] = ()
    seat: int = 0
    round: int = 0
    flags: int = 0  # of FLAGS
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    nuki: int = 0  # tiles set aside: norths, or flowers where the rule plays with them
    honba: int = 0
    sticks: int = 0  # riichi sticks that the winner takes, in points
    gold: int = 0  # how many of its red fives are gold

    @property
    def is_closed(self) -> bool:
        """Whether nothing was called; closed kans do not open a hand."""
        return all(meld.kind == "ankan" for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """Whether East wins."""
        return self.seat == 0

    def has(self, flags: int) -> bool:
        """Whether one of these flags holds."""
        return bool(self.flags & flags)


def flags_of(names: Iterable[str]) -> int:
    """Read flags by their names.

    Raises:
        BadHandError: there is no such flag.
    """
    flags = 0
    for name in names:
        bit = FLAGS.get(name)
        if bit is None:
            raise BadHandError("no-flag", field="flags", typed=shown(name))
        flags |= bit
    return flags


def flag_names(flags: int) -> tuple[str, ...]:
    """Name flags, in the order of FLAGS."""
    return tuple(name for name, bit in FLAGS.items() if flags & bit)


def parse_meld(text: str) -> Meld:
    """Read ``chi:345s``.

    Raises:
        BadHandError: no such call, or tiles that cannot be read.
    """
    found = _MELDS_READ.get(text)
    if found is None:
        found = _parse_meld(text)
        if len(_MELDS_READ) >= MOST_MELDS_READ:
            _MELDS_READ.clear()
        _MELDS_READ[text] = found
    return found


def _parse_meld(text: str) -> Meld:
    kind, _colon, tiles = text.partition(":")
    for known in MELD_KINDS:
        if kind == known:
            return Meld(known, parse_tiles(tiles, what="melds"))
    raise BadHandError("no-meld", field="melds", typed=shown(text))


#: melds are written in a few hundred ways
_MELDS_READ: dict[str, Meld] = {}
#: ways that are remembered at most
MOST_MELDS_READ: Final = 2_000
