"""Under which rule a record is checked."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from rules.errors import shown
from rules.parameters import RiichiParameters, override
from scoring.requests import Heading
from scoring.tenhou.errors import WrongRuleError
from scoring.tenhou.values import Record
from scoring.versions import ClubVersion, version_of


def rule_for(
    record: Record,
    *,
    today: date,
    key: str | None = None,
    changes: Mapping[str, Any] | None = None,
    club_version: ClubVersion | None = None,
) -> RiichiParameters:
    """Find the rule of a record.

    Red fives and open tanyao are as the record says wherever the rule leaves them to each event,
    as Tenhou's own sets do.

    Args:
        record: the game.
        today: the day of a record that does not tell its own.
        key: a rule set; None: Tenhou's own for the record's players and length.
        changes: parameters that the caller changes on top.
        club_version: finds a club's own version; without it only shipped sets are known.

    Raises:
        RuleError: there is no such rule, no version of that day, or a change that cannot stand.
        WrongRuleError: it is no riichi rule, or for another number of players.
    """
    heading = Heading(rule=key or f"tenhou-{record.players}p-{record.length}")
    version = version_of(heading, today=record.day or today, club_version=club_version)
    rule = version.value
    if not isinstance(rule, RiichiParameters) or rule.game.players != record.players:
        raise WrongRuleError(rule=shown(heading.rule), players=record.players)
    recorded = {"red_fives": record.room.red_fives, "open_tanyao": record.room.open_tanyao}
    left_open = {name: value for name, value in recorded.items() if name in rule.event.open_options}
    return override(rule, {**left_open, **(changes or {})})
