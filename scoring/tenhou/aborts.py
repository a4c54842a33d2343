"""Which abortive draws the events of a hand allow (途中流局)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scoring.hands.tiles import WINDS, YAOCHUU, Kind, kind_of
from scoring.tenhou.events import Discarded, Drawn, Kanned
from scoring.tenhou.table import Table
from scoring.tenhou.tenpai import is_complete
from scoring.tenhou.values import ABORTS, AbortKind

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
