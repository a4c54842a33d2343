"""Two entries of one game side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from league.core.formats import points
from league.games.entry import HanchanEntry, SeatEntry
from league.games.form import seat_name
from league.games.wording import penalty_name
from league.models import Club, Member
from league.wording.hands import yakuman_name


def compared(club: Club, theirs: HanchanEntry, mine: HanchanEntry) -> list[dict[str, Any]]:
    """Every field that one of two entries fills in, with what is stored now and what was typed.

    One query.
    """
    names = _names(club, theirs, mine)
    left, right = _texts(theirs, names), _texts(mine, names)
    both = [
        (label, left.get(label, "–"), right.get(label, "–"))
        for label in dict.fromkeys([*left, *right])
    ]
    return [
        {"label": label, "theirs": one, "mine": other, "differs": one != other}
        for label, one, other in both
    ]


def _texts(entry: HanchanEntry, names: Mapping[int, str]) -> dict[str, str]:
    texts = {
        _("League"): entry.league.name,
        _("Table"): str(entry.table),
        _("Game no."): str(entry.number),
    }
    for index, seat in enumerate(entry.seats):
        texts[seat_name(index)] = f"{_who(seat, names)} {points(seat.points)}"
    texts |= _extras(entry)
    texts[_("Riichi sticks left over")] = points(entry.sticks)
    texts[_("Ended by time limit")] = _("yes") if entry.ended_by_time else _("no")
    texts[_("Remark")] = entry.remark or "–"
    return texts


def _who(seat: SeatEntry, names: Mapping[int, str]) -> str:
    return names.get(seat.member_id or 0, "") or seat.guest or "–"


def _extras(entry: HanchanEntry) -> dict[str, str]:
    texts = {}
    chips, won_none, busted_by = _("Chips"), _("Won no hand"), _("Busted by")
    substitute = _("Substitute")
    for index, seat in enumerate(entry.seats):
        wind = seat_name(index)
        if seat.chips:
            texts[f"{wind} · {chips}"] = str(seat.chips)
        if seat.is_yakitori:
            texts[f"{wind} · {won_none}"] = _("yes")
        if seat.is_substitute:
            texts[f"{wind} · {substitute}"] = _("yes")
        if seat.busted_by is not None:
            texts[f"{wind} · {busted_by}"] = seat_name(seat.busted_by)
    for taken in entry.penalties:
        label = f"{seat_name(taken.seat)} · {penalty_name(taken.kind)}"
        texts[label] = f"×{taken.count} {taken.reason}".strip()
    for row, won in enumerate(entry.yakuman):
        how = _("Tsumo") if won.discarder is None else seat_name(won.discarder)
        label = " ".join([_("Yakuman"), str(row + 1)])
        texts[label] = f"{seat_name(won.seat)} {yakuman_name(won.name)} ({how})"
    return texts


def _names(club: Club, *entries: HanchanEntry) -> dict[int, str]:
    wanted = [seat.member_id for entry in entries for seat in entry.seats if seat.member_id]
    members = Member.objects.for_club(club).filter(pk__in=wanted)
    return {member.pk: member.shown_name(club) for member in members}
