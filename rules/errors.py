"""What can be wrong with a rule, said in words that name the field, key or day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

_SHOWN = 40


def shown(text: str) -> str:
    """Quote what somebody typed, cut to a length that fits a message and safe to print."""
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…")


def _did_you_mean(near: Sequence[str]) -> str:
    return f"; did you mean {', '.join(near)}?" if near else ""


class RuleError(Exception):
    """Somebody asked for a rule that cannot be: ``code`` is stable, the message is for people."""

    code: ClassVar[str] = "rule"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a set of parameters."""

    field: str  # the parameter's own name; empty when no single one is to blame
    message: str  # complete: it names the field itself


class ParametersError(RuleError):
    """Parameters contradict each other, or are no parameters at all."""

    code = "bad-parameters"

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class BrokenVictoryPointError(ParametersError):
    """A Boo rule whose payments are no whole victory points."""

    code = "broken-victory-point"


class UnknownParameterError(RuleError):
    """No section of the family has a parameter of this name."""

    code = "unknown-parameter"

    def __init__(self, *, name: str, near: Sequence[str]) -> None:
        super().__init__(f"there is no parameter {shown(name)}{_did_you_mean(near)}")
        self.name, self.near = name, tuple(near)


class UnknownRuleSetError(RuleError):
    """No such rule set is shipped, or the club has none of that name."""

    code = "unknown-rule"

    def __init__(self, *, key: str, near: Sequence[str] = ()) -> None:
        super().__init__(f"there is no rule set {shown(key)}{_did_you_mean(near)}")
        self.key, self.near = key, tuple(near)


class NoVersionError(RuleError):
    """The day lies before the first version of the set."""

    code = "no-version"

    def __init__(self, *, key: str, day: date, first: date) -> None:
        super().__init__(
            f"{key} has no version in force on {day.isoformat()}; the first is of"
            f" {first.isoformat()}"
        )
        self.key, self.day, self.first = key, day, first
