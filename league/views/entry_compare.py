"""Two versions of one game side by side, field by field, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from league.entry import HanchanEntry, SeatEntry
from league.forms.hanchan_fields import seat_name
from league.templatetags.points import points
from league.views.entry_details import penalty_name
from league.yakuman import yakuman_name


@dataclass(frozen=True, slots=True)
class Compared:
    """One field: what is stored now, and what was typed."""

    label: str
    theirs: str
    mine: str

    @property
    def differs(self) -> bool:
        """Whether the two say different things."""
        return self.theirs != self.mine


def compared(theirs: HanchanEntry, mine: HanchanEntry, names: Mapping[int, str]) -> list[Compared]:
    """Every field that one of two entries fills in.

    Args:
        theirs: the game as it is stored now.
        mine: the game as it was typed.
        names: member key -> the name shown.
    """
    left, right = _said(theirs, names), _said(mine, names)
    labels = dict.fromkeys([*left, *right])
    return [Compared(label, left.get(label, "–"), right.get(label, "–")) for label in labels]


def _said(entry: HanchanEntry, names: Mapping[int, str]) -> dict[str, str]:
    said = {
        _("League"): entry.league.name,
        _("Table"): str(entry.table),
        _("Game no."): str(entry.number),
    }
    for index, seat in enumerate(entry.seats):
        said[seat_name(index)] = f"{_who(seat, names)} {points(seat.points)}"
    said |= _extras(entry)
    said[_("Riichi sticks left over")] = points(entry.sticks)
    said[_("Ended by the clock")] = _("yes") if entry.ended_by_time else _("no")
    said[_("Remark")] = entry.remark or "–"
    return said


def _who(seat: SeatEntry, names: Mapping[int, str]) -> str:
    return names.get(seat.member_id or 0, "") or seat.guest or "–"


def _extras(entry: HanchanEntry) -> dict[str, str]:
    said = {}
    for index, seat in enumerate(entry.seats):
        wind = seat_name(index)
        if seat.chips:
            said[f"{wind} · {_('Chips')}"] = str(seat.chips)
        if seat.is_yakitori:
            said[f"{wind} · {_('Won no hand')}"] = _("yes")
        if seat.busted_by is not None:
            said[f"{wind} · {_('Busted by')}"] = seat_name(seat.busted_by)
    for taken in entry.penalties:
        label = f"{seat_name(taken.seat)} · {penalty_name(taken.kind)}"
        said[label] = f"×{taken.count} {taken.reason}".strip()
    for row, won in enumerate(entry.yakuman):
        how = _("Tsumo") if won.discarder is None else seat_name(won.discarder)
        said[f"{_('Yakuman')} {row + 1}"] = (
            f"{seat_name(won.seat)} {yakuman_name(won.name)} ({how})"
        )
    return said
