"""What can be wrong with a spreadsheet, as codes with facts; ``league.sheet_words`` says it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


class SheetError(Exception):
    """A file that cannot be read as a table. The only exception that reading one raises."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a line, and in which cell of it."""

    code: str
    line: int
    column: int | None = None  # from 0
    facts: Mapping[str, object] = field(default_factory=dict)

    @property
    def cell(self) -> str:
        """The cell as spreadsheets call it, or the number of its line."""
        return f"{letters(self.column)}{self.line}" if self.column is not None else str(self.line)


def letters(column: int) -> str:
    """What spreadsheets call a column: A … Z, AA, AB …."""
    text = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
