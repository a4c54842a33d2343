"""Games that came in both ways: once as a record or with a link to it, once as a bare line.

The two have no name in common. But nobody plays the same people to the same scores twice on one
day, each time once with a log and once without.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from league.models import Club, Hanchan
from league.tenhou_found import Found
from scoring.tenhou.log_ids import log_id_in

#: so many of the people must be known to be the same
_FEWEST_KNOWN = 2


class _Stored(NamedTuple):
    game: int
    has_log: bool
    is_record: bool
    seats: tuple[tuple[int, int | None], ...]  # member and score that came with it


class Twins:
    """Finds the stored game that an import would bring once more. One query a day."""

    def __init__(self, club: Club) -> None:
        self._club = club
        self._days: dict[date, list[_Stored]] = {}

    def of(self, found: Found, day: date, members: Sequence[int | None]) -> int | None:
        """The game that is stored under another name, if it is.

        Args:
            found: what is to be stored.
            day: its day.
            members: who sits there, None where nobody knows.
        """
        known = {(who, score) for who, score in zip(members, found.scores, strict=True) if who}
        if len(known) < _FEWEST_KNOWN:
            return None
        for stored in self._on(day):
            if _have_one_name(stored, found):
                continue
            scores = sorted(score or 0 for _who, score in stored.seats)
            if scores == sorted(found.scores) and known <= set(stored.seats):
                return stored.game
        return None

    def forget(self, day: date) -> None:
        """Read a day again: a game was added."""
        self._days.pop(day, None)

    def _on(self, day: date) -> list[_Stored]:
        if day not in self._days:
            rows = (
                Hanchan.objects.for_club(self._club)
                .filter(day=day)
                .exclude(outside_id="")
                .values_list("pk", "outside_id", "source", "seats__member", "seats__given_score")
            )
            seats: dict[tuple[int, bool, bool], list[tuple[int, int | None]]] = defaultdict(list)
            for game, outside_id, source, member, score in rows:
                is_record = source == Hanchan.Source.TENHOU
                seats[game, bool(log_id_in(outside_id)), is_record].append((member, score))
            self._days[day] = [_Stored(*key, tuple(at)) for key, at in seats.items()]
        return self._days[day]


def _have_one_name(stored: _Stored, found: Found) -> bool:
    """Whether the two would have been called the same, were they the same game."""
    if stored.has_log and found.log_id:
        return True
    kind = stored.has_log, stored.is_record
    return kind == (bool(found.log_id), found.is_record)
