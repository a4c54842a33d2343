"""JSON in, JSON out: the ``settle`` format of scripts, the command and the API."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from operator import add
from typing import Any, Final, NamedTuple

from rules.errors import RuleError
from rules.parameters import BooParameters
from scoring.checks import Checker, checker
from scoring.errors import ScoringError
from scoring.json_lines import Lines, answer_lines, written
from scoring.requests import read_heading, read_result
from scoring.results import GameResult, Settled
from scoring.settlement import ALWAYS_SHOWN, Reckoned, reckoner, settle
from scoring.versions import ClubVersion, VersionLike, changed, version_of


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
    lines: Iterable[Lines], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Settle a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the line was settled.
    """
    answering = partial(settle_request, today=today, club_version=club_version)
    return answer_lines(lines, answering, _Quick(today, club_version).answers)


#: rules with the days that a stream names; what they come to is kept ready
_MOST_DAYS: Final = 20_000


class _Ready(NamedTuple):
    """A version made ready for many games."""

    check: Checker
    take_apart: Callable[[GameResult], Reckoned]
    version: VersionLike
    ends: dict[tuple[str, str], tuple[str, str]]  # what stands around the points of a part

    def text(self, result: GameResult) -> str:
        """The answer to a sound result, as ``_answer`` has it."""
        reckoned = self.take_apart(result)
        steps, totals = [], [0] * len(result.points)
        for kind, states, points in reckoned.steps:
            ends = self.ends.get((kind, states)) or self._ends(kind, states)
            steps.append((*ends, points, kind in ALWAYS_SHOWN))
            totals = list(map(add, totals, points))
        parts = [
            ", ".join(
                [
                    f"{before}{points[seat]}{after}"
                    for before, after, points, shown in steps
                    if shown or points[seat]
                ]
            )
            for seat in range(len(totals))
        ]
        return (
            f'{{"places": {list(reckoned.at.places)}, "scores": {totals}, '
            f'"version": "{self.version.label}", "parts": [[{"], [".join(parts)}]]}}'
        )

    def _ends(self, kind: str, states: str) -> tuple[str, str]:
        clause = written(self.version.stated_by.get(states, ""))
        ends = f'{{"part": "{kind}", "points": ', f', "clause": {clause}}}'
        self.ends[kind, states] = ends
        return ends


class _Quick:
    """Settles lines that name a rule, points and perhaps sticks, and are sound."""

    def __init__(self, today: date, club_version: ClubVersion | None) -> None:
        self._today, self._club_version = today, club_version
        self._ready: dict[tuple[str, str | None], _Ready] = {}
        self._versions: dict[int, _Ready] = {}

    def answers(self, objs: Sequence[object]) -> Sequence[str | None]:
        """What :func:`settle_request` answers, as text; None where that has to look itself."""
        return [*map(self._answer, objs)]

    def _answer(self, obj: object) -> str | None:
        if type(obj) is not dict or not obj.keys() <= _PLAIN:
            return None
        rule, on, points = obj.get("rule"), obj.get("on"), obj.get("points")
        sticks = obj.get("sticks", 0)
        if (
            type(rule) is not str
            or (type(on) is not str and "on" in obj)
            or type(points) is not list
            or type(sticks) is not int
            or set(map(type, points)) != _INTS
        ):
            return None
        ready = self._ready.get((rule, on)) or self._made_ready(obj, (rule, on))
        result = GameResult(points=tuple(points), sticks=sticks)
        if ready is None or ready.check(result):
            return None
        return ready.text(result)

    def _made_ready(self, obj: object, key: tuple[str, str | None]) -> _Ready | None:
        try:
            heading = read_heading(obj)
            version = version_of(heading, today=self._today, club_version=self._club_version)
        except (RuleError, ScoringError):
            return None
        rule = version.value
        if isinstance(rule, BooParameters):  # whose answers say more
            return None
        if len(self._ready) >= _MOST_DAYS:
            self._ready.clear()
            self._versions.clear()
        # a version is kept with what was made of it, so that its id is nobody else's meanwhile
        found = self._versions.get(id(version))
        if found is None:
            found = _Ready(checker(rule), reckoner(rule), version, {})
            self._versions[id(version)] = found
        self._ready[key] = found
        return found


_PLAIN: Final = frozenset({"rule", "on", "points", "sticks"})
_INTS: Final = frozenset({int})


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
