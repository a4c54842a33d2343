"""JSON in, JSON out: the ``settle`` format of scripts, the command and the API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from typing import Any

from scoring.json_lines import answer_lines
from scoring.requests import read_heading, read_result
from scoring.results import Settled
from scoring.settlement import settle
from scoring.versions import ClubVersion, changed, version_of


def settle_request(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """Settle one game as it stands in a line of JSON.

    Args:
        obj: what ``json.loads`` made of the line: anything.
        today: the day of play when the line names none.
        club_version: finds a club's own version; without it only shipped sets are known.

    Returns:
        ``places``, ``scores``, ``version`` and ``parts``, for Boo also ``result`` and
        ``victory_points``.

    Raises:
        RuleError: no such rule, no version of that day, parameters that cannot stand.
        ScoringError: a request of the wrong shape, or a result that cannot be.
    """
    heading = read_heading(obj)
    version = version_of(heading, today=today, club_version=club_version)
    result = read_result(obj, version.value.family)
    rule = changed(version, heading)
    return _answer(settle(result, rule.parameters, rule.stated_by), rule.label)


def settle_lines(
    lines: Iterable[str], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Settle a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the line was settled.
    """
    answering = partial(settle_request, today=today, club_version=club_version)
    return answer_lines(lines, answering)


def _answer(settled: Settled, label: str) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "places": list(settled.places),
        "scores": list(settled.scores),
        "version": label,
        "parts": [
            [
                {"part": part.kind, "points": part.points, "clause": part.clause}
                for part in seat.parts
            ]
            for seat in settled.seats
        ],
    }
    if settled.result is not None:
        answer["result"] = settled.result
        answer["victory_points"] = list(settled.victory_points)
    return answer
