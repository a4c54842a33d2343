"""What an import of a spreadsheet keeps in its JSON: which sheet, how it lies, what is left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from league.models import SheetImport
from league.sheets.grid import Grid, unpacked
from league.sheets.layout import Layout, layout_again

#: choices of a name that are nobody's key
NEW_MEMBER, NEW_GUEST = 0, -1


class Others(StrEnum):
    """Who names are that nobody was chosen for."""

    ASK = ""
    MEMBERS = "members"
    GUESTS = "guests"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the organizer asked for."""

    sheet: int = 0
    layout: Layout
    left_out: frozenset[int] = frozenset()  # lines, as far as anything is wrong with them
    others: Others = Others.ASK
    choices: Mapping[str, int] = field(default_factory=dict)  # a name to a member's key, or NEW_…


def grids_of(batch: SheetImport) -> tuple[Grid, ...]:
    """The tables of an import."""
    return unpacked(bytes(batch.data))


def asked_of(batch: SheetImport) -> Asked:
    """What is stored with an import."""
    kept: dict[str, Any] = batch.layout
    return Asked(
        sheet=kept["sheet"],
        layout=layout_again(kept["layout"]),
        left_out=frozenset(kept["left_out"]),
        others=Others(kept["others"]),
        choices=batch.choices,
    )


def layout_json(asked: Asked, digest: str) -> dict[str, Any]:
    """What an import keeps of what was asked, and of what its cells are."""
    return {
        "sheet": asked.sheet,
        "layout": asked.layout.as_json(),
        "left_out": sorted(asked.left_out),
        "others": asked.others.value,
        "digest": digest,
    }
