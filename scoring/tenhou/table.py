"""Plays a hand's events as the table does: whose turn it is, who holds what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias

from scoring.hands.hand import KANS, Meld
from scoring.hands.tiles import NORTH, YAOCHUU, Tile, kind_of, tile_name
from scoring.tenhou.errors import RecordError


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


#: tiles drawn in a hand, replacements too: the dead wall stays as large as it is
WALL: Mapping[int, int] = MappingProxyType({4: 70, 3: 55})
_MOST_INDICATORS: Final = 5


class Deal(NamedTuple):
    """How a hand begins."""

    name: str  # E1.0, for errors
    players: int
    dealer: int
    hands: tuple[tuple[Tile, ...], ...]  # 13 tiles each, by seat
    indicators: tuple[Tile, ...]


class TableMeld(NamedTuple):
    """A set on the table."""

    meld: Meld
    source: int | None  # who gave a tile for it; None: a closed kan


class Table:
    """A hand while it is played. Every event must be one that can follow the last.

    Setting a north aside breaks what a call breaks.
    """

    def __init__(self, deal: Deal) -> None:
        seats = range(deal.players)
        self.deal, self.left = deal, WALL[deal.players]
        self.hands = [list(hand) for hand in deal.hands]
        self.melds: list[list[TableMeld]] = [[] for _seat in seats]
        self.nuki = [0] * deal.players
        self.rivers: list[list[Tile]] = [[] for _seat in seats]
        self.called_from: set[int] = set()  # who lost a discard to somebody's call
        self.draws = [0] * deal.players
        self.indicators = list(deal.indicators)
        self.riichi: list[int] = []  # those that stand
        self.double: set[int] = set()
        self.ippatsu: set[int] = set()
        self.untouched = True  # no call, no kan, nothing set aside so far
        self.last: Event | None = None
        self.by_replacement = False  # the last tile drawn replaces one of a kan or a north
        self._turn, self._phase = deal.dealer, "draw"  # draw, act, or open: a discard lies there
        self._declared: int | None = None  # a riichi whose discard may still be ronned

    def play(self, event: Event) -> None:
        """Let something happen.

        Raises:
            RecordError: it cannot happen here.
        """
        match event:
            case Turned():
                self._turn_over(event)
                return
            case Drawn():
                self._draw(event)
            case Discarded():
                self._discard(event)
            case Claimed():
                self._claim(event)
            case Kanned():
                self._kan(event)
            case _:
                self._set_aside(event)
        self.last = event

    def settle_riichi(self) -> None:
        """Let a riichi stand, as its discard was not ronned."""
        if self._declared is not None:
            self.riichi.append(self._declared)
            self.ippatsu.add(self._declared)
            self._declared = None

    def is_closed(self, seat: int) -> bool:
        """Whether a player has called nothing; closed kans do not count."""
        return all(each.meld.kind == "ankan" for each in self.melds[seat])

    def kan_owners(self) -> list[int]:
        """Whose kans lie on the table, one entry each."""
        return [
            seat
            for seat, melds in enumerate(self.melds)
            for each in melds
            if each.meld.kind in KANS
        ]

    def has_only_yaochuu(self, seat: int) -> bool:
        """Whether a player has discarded terminals and honours only, none of which was called."""
        river = self.rivers[seat]
        is_pure = all(kind_of(tile) in YAOCHUU for tile in river)
        return bool(river) and is_pure and seat not in self.called_from

    def _draw(self, event: Drawn) -> None:
        seat = event.seat
        follows = (self._turn + 1) % self.deal.players if self._phase == "open" else self._turn
        if self._phase == "act" or seat != follows:
            self._refuse("out-of-turn", seat=seat)
        if not self.left:
            self._refuse("no-wall")
        self.settle_riichi()
        self.by_replacement = self._phase == "draw" and self.last is not None
        if self.by_replacement:
            self.ippatsu.clear()
        self.left -= 1
        self.draws[seat] += 1
        self.hands[seat].append(event.tile)
        self._turn, self._phase = seat, "act"

    def _discard(self, event: Discarded) -> None:
        seat = event.seat
        self._ask_turn(seat)
        self._take(seat, [event.tile])
        if event.riichi:
            self._declare(seat)
        self.ippatsu.discard(seat)
        self.rivers[seat].append(event.tile)
        self._phase = "open"

    def _declare(self, seat: int) -> None:
        if not self.is_closed(seat):
            self._refuse("open-riichi", seat=seat)
        if seat in self.riichi:
            self._refuse("riichi-twice", seat=seat)
        if self.untouched and not self.rivers[seat]:
            self.double.add(seat)
        self._declared = seat

    def _claim(self, event: Claimed) -> None:
        seat, meld, tile, source = event
        last = self.last
        if self._phase != "open" or not isinstance(last, Discarded) or seat == last.seat:
            self._refuse("nothing-discarded", seat=seat)
        if (source, tile) != (last.seat, last.tile):
            self._refuse("other-discard", seat=seat, tile=tile_name(tile))
        if meld.kind == "chi" and seat != (source + 1) % self.deal.players:
            self._refuse("chi-from", seat=seat)
        self.settle_riichi()
        own = list(meld.tiles)
        own.remove(tile)
        self._take(seat, own)
        self.melds[seat].append(TableMeld(meld, source))
        self.called_from.add(source)
        self.untouched = False
        self.ippatsu.clear()
        self._turn, self._phase = seat, "draw" if meld.kind == "minkan" else "act"

    def _kan(self, event: Kanned) -> None:
        seat = event.seat
        self._ask_turn(seat)
        if event.kind == "ankan":
            self._take(seat, event.tiles)
            self.melds[seat].append(TableMeld(Meld("ankan", event.tiles), None))
        else:
            self._add(event)
        self.untouched = False
        self._phase = "draw"

    def _add(self, event: Kanned) -> None:
        seat = event.seat
        self._take(seat, [event.tile])
        for at, (meld, source) in enumerate(self.melds[seat]):
            if meld.kind == "pon" and kind_of(meld.tiles[0]) == kind_of(event.tile):
                added = Meld("kakan", (*meld.tiles, event.tile))
                self.melds[seat][at] = TableMeld(added, source)
                return
        self._refuse("no-pon", seat=seat, tile=tile_name(event.tile))

    def _set_aside(self, event: SetAside) -> None:
        seat = event.seat
        self._ask_turn(seat)
        if self.deal.players != 3 or kind_of(event.tile) != NORTH:
            self._refuse("not-aside", seat=seat, tile=tile_name(event.tile))
        self._take(seat, [event.tile])
        self.nuki[seat] += 1
        self.untouched = False
        self._phase = "draw"

    def _turn_over(self, event: Turned) -> None:
        if len(self.indicators) == _MOST_INDICATORS:
            self._refuse("most", most=_MOST_INDICATORS)
        self.indicators.append(event.tile)

    def _ask_turn(self, seat: int) -> None:
        if self._phase != "act" or seat != self._turn:
            self._refuse("out-of-turn", seat=seat)

    def _take(self, seat: int, tiles: Sequence[Tile]) -> None:
        for tile in tiles:
            if tile not in self.hands[seat]:
                self._refuse("not-held", seat=seat, tile=tile_name(tile))
            self.hands[seat].remove(tile)

    def _refuse(self, reason: str, **facts: Any) -> NoReturn:
        raise RecordError(reason, field=self.deal.name, **facts)
