"""How a hand ended, from its events: who won with what, or what kind of draw it was."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from scoring.hands import hand as flag
from scoring.hands.hand import Hand
from scoring.hands.tiles import (
    DRAGONS,
    HONOURS,
    KINDS,
    WINDS,
    YAOCHUU,
    Kind,
    Tile,
    kind_of,
    tile_name,
)
from scoring.tenhou.errors import RecordError
from scoring.tenhou.table import Deal, Discarded, Drawn, Event, Kanned, SetAside, Table, TableMeld
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
    Win,
)


def is_tenpai(tiles: Iterable[Tile]) -> bool:
    """Whether one more tile makes a winning shape, even a fifth one.

    Args:
        tiles: the concealed ones: 13, or three fewer for each set on the table.
    """
    counts = _counted(tiles)
    for kind in range(KINDS):
        counts[kind] += 1
        if _is_complete(counts):
            return True
        counts[kind] -= 1
    return False


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
        tenpai=tuple(s for s in seats if exhausted and is_tenpai(_held(table, s))),
        nagashi=tuple(s for s in seats if exhausted and table.has_only_yaochuu(s)),
        possible=possible_aborts(table),
        last_discarder=last.seat if isinstance(last, Discarded) else None,
        recorded=ended,
    )


def _held(table: Table, seat: int) -> list[Tile]:
    """What a player waits with, also while a drawn tile is still held."""
    held = table.hands[seat]
    return held[: len(held) - (len(held) % 3 == 2)]
