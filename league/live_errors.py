"""What can come between two people who keep one table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from league.errors import LeagueError

if TYPE_CHECKING:
    from league.models import LiveEntry, LiveTable


class LiveChangedError(LeagueError):
    """Somebody else changed the table since it was seen; carries the table as it is now."""

    code = "changed-meanwhile"

    def __init__(self, message: str, *, live: LiveTable, entries: list[LiveEntry]) -> None:
        super().__init__(message)
        self.live = live
        self.entries = entries  # what was entered since, the oldest first


class LiveClosedError(LeagueError):
    """The table is finished or given up; nothing is entered there any more."""

    code = "table-closed"
