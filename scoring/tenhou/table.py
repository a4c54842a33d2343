"""Plays a hand's events as the table does, and says how the hand ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeAlias

from scoring.hands import hand as flag
from scoring.hands.hand import KANS, Hand, Meld
from scoring.hands.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    NORTH,
    WINDS,
    YAOCHUU,
    Kind,
    Tile,
    kind_of,
    tile_name,
)
from scoring.tenhou.errors import RecordError
from scoring.tenhou.values import (
    ABORTS,
    AbortKind,
    Answer,
    Draw,
    Kyoku,
    Points,
    RecordedDraw,
    RecordedRiichi,
    RecordedWin,
    Wait,
    Win,
)


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


def waits_of(tiles: Iterable[Tile]) -> list[Kind]:
    """The kinds of which one more makes a winning shape, even a fifth one.

    Args:
        tiles: the concealed ones: 13, or three fewer for each set on the table.
    """
    counts = _counted(tiles)
    found = []
    for kind in range(KINDS):
        counts[kind] += 1
        if _is_complete(counts):
            found.append(kind)
        counts[kind] -= 1
    return found


def is_complete(tiles: Iterable[Tile]) -> bool:
    """Whether concealed tiles, the last one with them, are a winning shape."""
    return _is_complete(_counted(tiles))


def _counted(tiles: Iterable[Tile]) -> list[int]:
    counts = [0] * KINDS
    for tile in tiles:
        counts[kind_of(tile)] += 1
    return counts


def _is_complete(counts: list[int]) -> bool:
    if sum(counts) == 14 and (_is_seven_pairs(counts) or _is_orphans(counts)):
        return True
    for kind in range(KINDS):
        if counts[kind] >= 2:
            rest = counts.copy()
            rest[kind] -= 2
            if _is_sets(rest):
                return True
    return False


def _is_seven_pairs(counts: list[int]) -> bool:
    return all(count in (0, 2) for count in counts)


def _is_orphans(counts: list[int]) -> bool:
    return all(counts[kind] for kind in YAOCHUU) and all(
        kind in YAOCHUU for kind in range(KINDS) if counts[kind]
    )


def _is_sets(counts: list[int]) -> bool:
    """Take triplets and sequences from the lowest tile up; ``counts`` is used up."""
    for kind in range(KINDS):
        sequences = counts[kind] % 3
        if not sequences:
            continue
        if kind >= HONOURS or kind % 9 > 6:
            return False
        for next_kind in (kind + 1, kind + 2):
            counts[next_kind] -= sequences
            if counts[next_kind] < 0:
                return False
    return True


_NINE: Final = 9


def possible_aborts(table: Table) -> tuple[AbortKind, ...]:
    """Name what a hand may be aborted for as it stands."""
    return tuple(kind for kind in ABORTS if _MAY_ABORT[kind](table))


def _is_kyuushu(table: Table) -> bool:
    last = table.last
    if not isinstance(last, Drawn) or not table.untouched or table.draws[last.seat] != 1:
        return False
    kinds: set[Kind] = set(map(kind_of, table.hands[last.seat]))
    return len(kinds & YAOCHUU) >= _NINE


def _is_suufon(table: Table) -> bool:
    rivers = table.rivers
    if table.deal.players != 4 or not table.untouched or any(len(river) != 1 for river in rivers):
        return False
    kinds = {kind_of(river[0]) for river in rivers}
    return len(kinds) == 1 and kinds <= set(WINDS)


def _is_suukan(table: Table) -> bool:
    owners = table.kan_owners()
    return len(owners) == 4 and len(set(owners)) > 1


def _is_suurii(table: Table) -> bool:
    return table.deal.players == 4 and len(table.riichi) == 4


def _is_sanchahou(table: Table) -> bool:
    last = table.last
    if table.deal.players != 4 or not isinstance(last, Discarded | Kanned):
        return False
    others = [seat for seat in range(4) if seat != last.seat]
    return all(is_complete([*table.hands[seat], last.tile]) for seat in others)


_MAY_ABORT: Mapping[AbortKind, Callable[[Table], bool]] = MappingProxyType(
    {
        "kyuushu": _is_kyuushu,
        "suufon": _is_suufon,
        "suukan": _is_suukan,
        "suurii": _is_suurii,
        "sanchahou": _is_sanchahou,
    }
)


class Start(NamedTuple):
    """What a record says as a hand begins."""

    number: int  # 0 East 1 …
    honba: int
    sticks: int  # points
    points: Points


class WinClaim(NamedTuple):
    """A win as a record says it."""

    winner: int
    discarder: int | None
    win: Tile | None  # None: not told beside the events
    ura: tuple[Tile, ...]
    recorded: RecordedWin


def kyoku_of(
    start: Start,
    deal: Deal,
    events: Iterable[Event],
    ended: Sequence[WinClaim] | RecordedDraw,
    *,
    recorded_riichi: tuple[RecordedRiichi, ...] | None = None,
) -> Kyoku:
    """Play a hand from its deal to its end.

    Raises:
        RecordError: events that cannot follow each other, or an end that they do not lead to.
    """
    table = Table(deal)
    for event in events:
        table.play(event)
    wins: tuple[Win, ...] = ()
    draw = None
    if isinstance(ended, RecordedDraw):
        if ended.kind != "sanchahou":
            table.settle_riichi()
        draw = _draw(table, ended)
    else:
        wins = tuple(_win(table, start, claim) for claim in ended)
    return Kyoku(
        number=start.number,
        honba=start.honba,
        sticks=start.sticks,
        points=start.points,
        riichi=tuple(table.riichi),
        called=tuple(seat for seat in range(deal.players) if not table.is_closed(seat)),
        recorded_riichi=recorded_riichi,
        wins=wins,
        draw=draw,
    )


def _win(table: Table, start: Start, claim: WinClaim) -> Win:
    seat, deal = claim.winner, table.deal
    tsumo = claim.discarder is None
    tile = _winning_tile(table, claim)
    concealed = list(table.hands[seat])
    if tsumo:
        concealed.remove(tile)
    has_riichi = seat in table.riichi
    hand = Hand(
        concealed=tuple(sorted(concealed)),
        win=tile,
        tsumo=tsumo,
        melds=tuple(each.meld for each in table.melds[seat]),
        seat=(seat - deal.dealer) % deal.players,
        round=start.number // 4,
        flags=flags_of(table, seat, tsumo=tsumo),
        dora_indicators=tuple(table.indicators),
        ura_indicators=claim.ura if has_riichi else (),
        nuki=table.nuki[seat],
        honba=start.honba,
    )
    return Win(
        winner=seat,
        discarder=claim.discarder,
        hand=hand,
        answers=tuple(_answers(table.melds[seat])),
        open_kan_from=_open_kan_from(table.melds[seat]) if hand.has(flag.RINSHAN) else None,
        recorded=claim.recorded,
    )


def _winning_tile(table: Table, claim: WinClaim) -> Tile:
    last = table.last
    by = claim.winner if claim.discarder is None else claim.discarder
    kinds = (Drawn,) if claim.discarder is None else (Discarded, Kanned, SetAside)
    if not isinstance(last, kinds) or last.seat != by or claim.winner == claim.discarder:
        raise RecordError("no-part", field=table.deal.name, seat=claim.winner, other_seat=by)
    assert isinstance(last, Drawn | Discarded | Kanned | SetAside)
    # of a closed kan every tile is as good as the other
    if claim.win is not None and kind_of(claim.win) != kind_of(last.tile):
        raise RecordError(
            "other-tile",
            field=table.deal.name,
            seat=claim.winner,
            tile=tile_name(claim.win),
            last_tile=tile_name(last.tile),
        )
    return last.tile


def flags_of(table: Table, seat: int, *, tsumo: bool) -> int:
    """Say what is special about a win that comes now; what a rule does not play it ignores."""
    flags = 0
    if seat in table.riichi:
        flags |= flag.DOUBLE_RIICHI if seat in table.double else flag.RIICHI
    if seat in table.ippatsu:
        flags |= flag.IPPATSU
    return flags | (_of_tsumo(table, seat) if tsumo else _of_ron(table, seat))


def _of_tsumo(table: Table, seat: int) -> int:
    flags = flag.RINSHAN if table.by_replacement else 0
    if not table.left:
        flags |= flag.HAITEI
    if table.untouched and table.draws[seat] == 1:
        flags |= flag.TENHOU if seat == table.deal.dealer else flag.CHIIHOU
    return flags


def _of_ron(table: Table, seat: int) -> int:
    """A north that is set aside is no kan: robbing it is no 搶槓."""
    if isinstance(table.last, Kanned):
        return flag.CHANKAN
    if isinstance(table.last, SetAside):
        return 0
    if table.untouched and not table.draws[seat]:
        return flag.RENHOU
    return 0 if table.left else flag.HOUTEI


def _answers(melds: Sequence[TableMeld]) -> Iterable[Answer]:
    """Name who completed three dragons, four winds or four kans on the table by a tile."""
    dragons = winds = kans = 0
    for meld, source in melds:
        kind = kind_of(meld.tiles[0])
        is_set = meld.kind != "chi"
        dragons += is_set and kind in DRAGONS
        winds += is_set and kind in WINDS
        kans += len(meld.tiles) == 4
        if source is None:
            continue
        by_kan = meld.kind == "minkan"
        if kind in DRAGONS and dragons == len(DRAGONS):
            yield Answer("daisangen", source, by_kan)
        if kind in WINDS and winds == len(WINDS):
            yield Answer("daisuushii", source, by_kan)
        if by_kan and kans == 4:
            yield Answer("suukantsu", source, by_kan)


def _open_kan_from(melds: Sequence[TableMeld]) -> int | None:
    last = melds[-1] if melds else None
    return last.source if last and last.meld.kind == "minkan" else None


def _draw(table: Table, ended: RecordedDraw) -> Draw:
    seats = range(table.deal.players)
    exhausted = not ended.kind or ended.kind == "nagashi"
    last = table.last
    return Draw(
        left=table.left,
        waits=tuple(_wait(table, s) for s in seats if exhausted),
        nagashi=tuple(s for s in seats if exhausted and table.has_only_yaochuu(s)),
        possible=possible_aborts(table),
        last_discarder=last.seat if isinstance(last, Discarded) else None,
        recorded=ended,
    )


#: of each kind
_COPIES: Final = 4


def _wait(table: Table, seat: int) -> Wait:
    held = _held(table, seat)
    waits, concealed = waits_of(held), _counted(held)
    anywhere = _counted([*held, *(tile for each in table.melds[seat] for tile in each.meld.tiles)])
    return Wait(
        is_tenpai=bool(waits),
        holds_all=all(anywhere[kind] >= _COPIES for kind in waits),
        conceals_all=all(concealed[kind] >= _COPIES for kind in waits),
    )


def _held(table: Table, seat: int) -> list[Tile]:
    """What a player waits with, also while a drawn tile is still held."""
    held = table.hands[seat]
    return held[: len(held) - (len(held) % 3 == 2)]
