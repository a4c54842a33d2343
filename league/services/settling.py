"""Storing what a rule version makes of a game, and pointing the game at it."""

from __future__ import annotations

from league.models import Hanchan, Settlement
from rules.models import RuleVersion
from scoring.settlement import Settled


def settlement_row(
    hanchan: Hanchan, version: RuleVersion, settled: Settled, *, reason: str = ""
) -> Settlement:
    """The row for a result, not stored yet.

    ``apart`` takes what the rule lets fall out of the zero sum: penalties paid to nobody and
    sticks that nobody gets.
    """
    columns = {
        **{f"place_{seat}": place for seat, place in enumerate(settled.places)},
        **{f"score_{seat}": score for seat, score in enumerate(settled.scores)},
    }
    return Settlement(
        hanchan=hanchan,
        hanchan_revision=hanchan.revision,
        version=version,
        apart=sum(settled.scores),
        reason=reason,
        **columns,
    )


def store_settlement(
    hanchan: Hanchan, version: RuleVersion, settled: Settled, *, reason: str = ""
) -> Settlement:
    """Store the result of the game's present revision and let it count. Two queries."""
    row = settlement_row(hanchan, version, settled, reason=reason)
    row.save()
    hanchan.settlement = row
    hanchan.save(update_fields=["settlement"])
    return row
