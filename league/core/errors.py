"""What people can get wrong or run into; edges turn these into words beside a field."""

from __future__ import annotations

import errno
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

if TYPE_CHECKING:
    from datetime import date

    from league.models import Hanchan

_LONGEST_REASON: Final = 200


class LeagueError(Exception):
    """An expected refusal. ``field`` names the entry it belongs to; empty means the whole.

    ``message`` is translated when it is raised, because only the service knows the facts.
    """

    code = "refused"

    def __init__(self, message: str, *, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.field = field


def reason(error: Exception) -> str:
    """Return why something failed, in words: of what a system refused, without its number."""
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    words = {
        errno.EACCES: _("permission denied"),
        errno.EPERM: _("permission denied"),
        errno.ENOENT: _("no such file or folder"),
        errno.ENOSPC: _("the disk is full"),
        errno.EDQUOT: _("the disk is full"),
        errno.EROFS: _("nothing can be written there"),
    }
    why = words.get(error.errno) or str(error.strerror)
    return f"{error.filename}: {why}" if error.filename else why


def checked_reason(reason: str) -> str:
    """A reason as it is stored, without blanks around it.

    Raises:
        LeagueError: there is none, or it is too long.
    """
    reason = reason.strip()
    if not reason:
        raise LeagueError(
            _("Please give a reason, so that everyone can understand it later."), field="reason"
        )
    if len(reason) > _LONGEST_REASON:
        raise LeagueError(_("Please keep it under 200 characters."), field="reason")
    return reason


class EntryError(LeagueError):
    """A result that is invalid: every problem at once, each with its field.

    Fields: ``seat-0`` … ``seat-3`` (the person), ``points-0`` …, ``chips-0`` …, ``points`` (the
    sum), ``sticks``, ``chips``, ``penalties``, ``yakuman``, ``table``, ``number``, ``day``,
    ``league``, ``reason``, or empty.
    """

    code = "bad-entry"
    #: the game that has the result's table and number already, and whether it says the same
    taken_by: Hanchan | None = None
    is_same: bool = False

    def __init__(self, problems: Mapping[str, list[str]]) -> None:
        first = next(iter(problems.values()))[0]
        super().__init__(first)
        self.problems = dict(problems)

    @property
    def messages(self) -> list[str]:
        return list(dict.fromkeys(text for texts in self.problems.values() for text in texts))


class Problems:
    def __init__(self) -> None:
        self.by_field: dict[str, list[str]] = defaultdict(list)
        self.taken_by: Hanchan | None = None
        self.is_same = False

    def add(self, field: str, message: str) -> None:
        if message not in self.by_field[field]:
            self.by_field[field].append(message)

    def raise_any(self) -> None:
        if self.by_field:
            error = EntryError(self.by_field)
            error.taken_by, error.is_same = self.taken_by, self.is_same
            raise error


class NoVersionError(LeagueError):
    code = "no-version"

    def __init__(self, message: str, *, first: date | None) -> None:
        super().__init__(message, field="day")
        self.first = first


class KeyReusedError(LeagueError):
    code = "key-reused"

    def __init__(self, message: str, *, hanchan: Hanchan) -> None:
        super().__init__(message)
        self.hanchan = hanchan


class OtherChangeError(LeagueError):
    """Another change of the same rules came first; ``change`` is its number."""

    def __init__(self, message: str, *, change: int) -> None:
        super().__init__(message)
        self.change = change


class ChangeUnderWayError(OtherChangeError):
    code = "change-under-way"


class RulesChangedError(OtherChangeError):
    code = "rules-changed"


class StaleRevisionError(LeagueError):
    code = "changed-meanwhile"

    def __init__(self, message: str, *, hanchan: Hanchan) -> None:
        super().__init__(message)
        self.hanchan = hanchan
