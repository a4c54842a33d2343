"""What can be wrong with a game's record, and with a line of a result list."""

from __future__ import annotations

from typing import ClassVar

from scoring.errors import ScoringError


class RecordError(ScoringError):
    """A record that cannot be read: no record at all, cut off, too large, or against itself."""

    code: ClassVar[str] = "bad-record"


class LineError(ScoringError):
    """A line of a result list that cannot be read."""

    code: ClassVar[str] = "bad-line"
