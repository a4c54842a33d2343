"""What the trail and the settlements say about a game's past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from league.models import AuditEvent, Hanchan, League, Member, Settlement
from rules.models import RuleVersion

#: a game as the trail keeps it, plain JSON
Snapshot = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHistory:
    """A game's events and earlier settlements, oldest first, and what keys in them stand for."""

    events: list[AuditEvent]
    earlier: list[Settlement]  # those that no longer count
    snapshots: list[Snapshot]
    members: dict[int, str]
    leagues: dict[int, str]
    versions: dict[int, str]


def history_of(hanchan: Hanchan) -> GameHistory:
    """A game's past. Five queries, however long it is."""
    club = hanchan.club
    events = list(
        AuditEvent.objects.for_club(club).filter(type__startswith="hanchan.", object_id=hanchan.pk)
    )
    settled = hanchan.settlements.select_related("version").order_by("pk")
    shots: list[Snapshot] = [
        shot for event in events for shot in (event.before, event.after) if shot
    ]
    members = _keys(seat.get("member_id") for shot in shots for seat in shot.get("seats", ()))
    leagues = _keys(shot.get("league") for shot in shots)
    versions = _keys(shot.get("version") for shot in shots)
    people = Member.objects.for_club(club).filter(pk__in=members)
    played_in = League.objects.for_club(club).filter(pk__in=leagues)
    used = RuleVersion.objects.filter(rule_set__in_club__club=club, pk__in=versions)
    return GameHistory(
        events=events,
        earlier=[each for each in settled if each.pk != hanchan.settlement_id],
        snapshots=shots,
        members={member.pk: member.shown_name(club) for member in people},
        leagues={league.pk: league.name for league in played_in},
        versions={version.pk: version.label for version in used},
    )


def _keys(found: Iterable[Any]) -> set[int]:
    return {key for key in found if isinstance(key, int)}
