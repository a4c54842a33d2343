"""A stored game as its form shows it."""

from __future__ import annotations

from typing import Any

from league.counting import Counting
from league.entry import HanchanEntry
from league.forms.hanchan import STICK
from league.forms.points import write_points


def _chosen(seat: int | None) -> str:
    return "" if seat is None else str(seat)


def initial_of(entry: HanchanEntry, counting: Counting) -> dict[str, Any]:
    """A stored game as the form shows it."""
    initial: dict[str, Any] = {
        "table": entry.table,
        "number": entry.number,
        "sticks": entry.sticks // (counting.stick or STICK),
        "ended_by_time": entry.ended_by_time,
        "remark": entry.remark,
    }
    texts = write_points([seat.points for seat in entry.seats], unit=counting.unit)
    for index, (seat, text) in enumerate(zip(entry.seats, texts, strict=True)):
        initial |= {
            f"seat-{index}": seat.member_id,
            f"points-{index}": text,
            f"chips-{index}": seat.chips,
            f"yakitori-{index}": seat.is_yakitori,
            f"busted-{index}": _chosen(seat.busted_by),
        }
    for taken in entry.penalties:
        initial[f"penalty-{taken.seat}-{taken.kind}"] = taken.count
        said = initial.get(f"penalty-reason-{taken.seat}")
        if taken.reason and said != taken.reason:
            both = f"{said} / {taken.reason}" if said else taken.reason
            initial[f"penalty-reason-{taken.seat}"] = both
    for row, won in enumerate(entry.yakuman):
        initial |= {
            f"yakuman-{row}-name": won.name,
            f"yakuman-{row}-seat": str(won.seat),
            f"yakuman-{row}-from": _chosen(won.discarder),
            f"yakuman-{row}-pao": _chosen(won.pao),
        }
    return initial
