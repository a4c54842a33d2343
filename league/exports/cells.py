"""Cells of exported tables: names are text and never formulas, figures are numbers."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final, NamedTuple

from league.templatetags.points import MINUS

#: what spreadsheets take for the beginning of a formula, also as Japanese keyboards write it
_RISKY: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
#: what XML, and so a workbook, cannot hold
_UNWRITABLE: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_FIGURE: Final = re.compile(rf"([+{MINUS}-]?)([0-9][0-9,]*(?:\.[0-9]+)?)(%?)")


class Number(NamedTuple):
    """A figure as a spreadsheet can add it up, and how it is shown."""

    value: Decimal  # of a share: 12.3% is 12.3
    decimals: int
    is_signed: bool = False  # a plus is written before what was won
    is_share: bool = False

    @property
    def text(self) -> str:
        """The figure as a text file has it: 42.3, -35.0, 12.3%."""
        return f"{self.value:.{self.decimals}f}{'%' if self.is_share else ''}"


#: a cell: nothing, text, or a figure
Cell = str | int | Number | None


def figure(shown: str) -> Cell:
    """A figure as a page shows it, as a number: ▲35.0 is -35.0, 1,234 is 1234, – is nothing."""
    found = _FIGURE.fullmatch(shown)
    if found is None:
        return None if shown in ("", "–") else shown
    sign, size, share = found.groups()
    value = Decimal(size.replace(",", ""))
    decimals = len(size.partition(".")[2])
    return Number(
        value=-value if sign in (MINUS, "-") else value,
        decimals=decimals,
        is_signed=bool(sign),
        is_share=bool(share),
    )


def thousandths(points: int | None, decimals: int = 1) -> Cell:
    """Points as a score; more decimals where these would lose something."""
    if points is None:
        return None
    while decimals < 3 and points % 10 ** (3 - decimals):
        decimals += 1
    return Number(Decimal(points) / 1_000, decimals, is_signed=True)


def defused(text: str) -> str:
    """Text that no spreadsheet takes for a formula: a leading apostrophe says that it is text."""
    text = _UNWRITABLE.sub("", text)
    return f"'{text}" if text.startswith(_RISKY) else text


def clean(text: str) -> str:
    """Text without what a workbook cannot hold."""
    return _UNWRITABLE.sub("", text)


def as_text(cell: Cell) -> str | int:
    """A cell as a text file has it."""
    if cell is None:
        return ""
    if isinstance(cell, Number):
        return cell.text
    return cell if isinstance(cell, int) else defused(cell)
