"""One line of the ``settle`` format, answered as a stream of them would be."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import Any

from scoring.json_lines import answer_or_error
from scoring.lines import settle_request
from scoring.versions import ClubVersion


def settle_line(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """The settled game, or ``error``; nothing is raised, whatever the line holds."""
    return answer_or_error(obj, partial(settle_request, today=today, club_version=club_version))
