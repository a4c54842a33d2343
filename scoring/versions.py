"""Which version of which rules a request of a script is about."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from typing import NamedTuple, Protocol, TypeAlias

from rules.errors import UnknownRuleSetError
from rules.parameters import Parameters, override
from rules.presets import load
from scoring.requests import Heading

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


class Rule(NamedTuple):
    """A version as a request changes it."""

    label: str
    parameters: Parameters
    stated_by: Mapping[str, str]


def version_of(
    heading: Heading, *, today: date, club_version: ClubVersion | None = None
) -> VersionLike:
    """Find the version that a heading names.

    Args:
        heading: the rule, and the day if it names one.
        today: the day when it names none.
        club_version: finds a club's own version; without it only shipped sets are known.

    Raises:
        RuleError: no such rule, or no version of that day.
    """
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


def changed(version: VersionLike, heading: Heading) -> Rule:
    """The version with what the request changes in it.

    Raises:
        RuleError: no such parameter, or values that cannot stand.
    """
    if not heading.changes:
        return Rule(version.label, version.value, version.stated_by)
    return Rule(
        version.label,
        override(version.value, heading.changes),
        {**version.stated_by, **dict.fromkeys(heading.changes, CHANGED_HERE)},
    )
