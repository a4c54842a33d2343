"""JSON in, JSON out: the ``settle`` format of scripts, the command and the API."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from typing import Any, Protocol, TypeAlias

from rules.errors import RuleError, UnknownRuleSetError
from rules.parameters import Parameters, override
from rules.presets import load
from scoring.errors import ScoringError
from scoring.requests import Heading, read_heading, read_result
from scoring.settlement import Settled, settle

#: stands where a clause would, beside what the request itself changed
CHANGED_HERE = "with"

#: what ``<club>/<set>`` is made of
_CLUB_RULE = re.compile(r"[-\w]+/[-\w]+", re.ASCII)


class VersionLike(Protocol):
    """What settling needs of a version, shipped or stored."""

    @property
    def label(self) -> str:
        """The version's name: its day, with ``.2`` for that day's second."""

    @property
    def value(self) -> Parameters:
        """Its parameters."""

    @property
    def stated_by(self) -> Mapping[str, str]:
        """Parameter name to clause code or ``assumed``."""


#: club, set and day to the club's version in force; None when there is no such club or set
ClubVersion: TypeAlias = Callable[[str, str, date], VersionLike | None]


def settle_line(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """Settle one game as it stands in a line of JSON.

    Args:
        obj: what ``json.loads`` made of the line: anything.
        today: the day of play when the line names none.
        club_version: finds a club's own version; without it only shipped sets are known.

    Returns:
        ``places``, ``scores``, ``version`` and ``parts``, for Boo also ``result`` and
        ``victory_points``; or ``error`` with ``code`` and ``message``. Whatever the line holds,
        nothing is raised.
    """
    try:
        return settle_request(obj, today=today, club_version=club_version)
    except (RuleError, ScoringError) as error:
        return _error(error.code, str(error))


def settle_request(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """Settle one game as ``settle_line`` does, for callers with words of their own for errors.

    Raises:
        RuleError: no such rule, no version of that day, parameters that cannot stand.
        ScoringError: a request of the wrong shape, or a result that cannot be.
    """
    heading = read_heading(obj)
    version = _version(heading, today, club_version)
    own = version.value
    result = read_result(obj, own.family)
    parameters = override(own, heading.changes)
    stated_by = {**version.stated_by, **dict.fromkeys(heading.changes, CHANGED_HERE)}
    settled = settle(result, parameters, stated_by)
    return _answer(settled, version.label)


def settle_lines(
    lines: Iterable[str], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Settle a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the line was settled.
    """
    for line in lines:
        # a file saved on Windows may begin with a byte order mark
        text = line.lstrip("\ufeff").strip()
        if not text:
            continue
        try:
            obj = json.loads(text)
        except (ValueError, RecursionError) as error:  # too deep a nest is bad JSON as well
            answer = _error("bad-json", f"this line is no JSON: {error}")
        else:
            answer = settle_line(obj, today=today, club_version=club_version)
        yield json.dumps(answer, ensure_ascii=False), "error" not in answer


def _version(heading: Heading, today: date, club_version: ClubVersion | None) -> VersionLike:
    day = heading.on or today
    club, slash, name = heading.rule.partition("/")
    if not slash:
        return load(heading.rule).version_on(day)
    # JSON can write NUL and halves of characters, which no database can even look for
    is_name = _CLUB_RULE.fullmatch(heading.rule) is not None
    version = club_version(club, name, day) if club_version and is_name else None
    if version is None:
        raise UnknownRuleSetError(key=heading.rule)
    return version


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


def _error(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}
