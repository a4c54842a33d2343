"""What a club changed against the rule set that it adopted (本部の規則と違うところ)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from league.selectors.rule_compare import DifferenceSection, Side, differences, side_of
from league.selectors.shipped import shipped_name, shipped_on, shipped_set
from rules.errors import ParametersError
from rules.models import Clause, RuleVersion
from rules.presets import ShippedVersion


@dataclass(frozen=True, slots=True, kw_only=True)
class Departures:
    """A version beside what it was adopted from."""

    source: str  # the shipped version's name
    shipped: ShippedVersion
    key: str
    sections: tuple[DifferenceSection, ...]
    own_clauses: tuple[Clause, ...]  # added or reworded by the club

    @property
    def is_none(self) -> bool:
        """Whether the club plays by the document as it stands."""
        return not (self.sections or self.own_clauses)


def departures_of(
    version: RuleVersion, clauses: Iterable[Clause], today: date
) -> Departures | None:
    """What the club says otherwise than the shipped version of the same day. No query.

    Args:
        version: with its rule set.
        clauses: its clauses.
        today: stands for the day of a draft that has none.

    Returns:
        None for a set of the club's own making, and for values that contradict each other.
    """
    day = version.effective_from or today
    source = shipped_set(version.rule_set.adopted_from)
    shipped = shipped_on(version.rule_set, day)
    if source is None or shipped is None:
        return None
    try:
        here = side_of(version, (), today)
    except ParametersError:
        return None
    there = Side(
        name=shipped_name(source, shipped),
        url="",
        parameters=shipped.parameters,
        stated_by=shipped.stated_by,
        clauses=(),
        lineage=source.key,
    )
    return Departures(
        source=there.name,
        shipped=shipped,
        key=source.key,
        sections=differences(here, there),
        own_clauses=tuple(clause for clause in clauses if clause.is_own),
    )
