"""What a version changed, worked out from the values, where nobody wrote it down."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from league.selectors.rule_compare import Difference, differences, side_of
from rules.errors import ParametersError
from rules.models import RuleVersion

#: differences that are told one by one
TOLD = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Turned:
    """The first values that are others than before, and how many more there are."""

    first: tuple[Difference, ...]  # ``here`` is what it was, ``there`` what it became
    more: int


def turned_since(before: RuleVersion, version: RuleVersion) -> Turned | None:
    """What differs in the values; None where one of the two cannot be read. No query.

    Args:
        before: the version in force before, with its rule set.
        version: the version asked about, with its rule set.
    """
    day = version.first_day
    try:
        here, there = side_of(before, (), day), side_of(version, (), day)
    except ParametersError:
        return None
    rows = [row for section in differences(here, there) for row in section.rows]
    first = tuple(islice(rows, TOLD))
    return Turned(first=first, more=len(rows) - len(first))
