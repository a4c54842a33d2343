"""What the trail and the settlements say about a game's past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import Q

from league.models import AuditEvent, Hanchan, League, Member, Settlement
from league.models.settlement import visible
from rules.models import RuleVersion

#: a game as the trail keeps it, plain JSON
Snapshot = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHistory:
    """A game's events and earlier settlements, oldest first, and what keys in them stand for."""

    events: list[AuditEvent]
    settlements: list[Settlement]  # all, each with its version and the rule change behind it
    earlier: list[Settlement]  # those that no longer count
    snapshots: list[Snapshot]
    members: dict[int, str]
    leagues: dict[int, str]
    versions: dict[int, str]
    causes: dict[int, AuditEvent]  # by settlement: the change of another game of the table


def history_of(hanchan: Hanchan) -> GameHistory:
    """A game's past. Five queries, however long it is; six where its table changed it."""
    club = hanchan.club
    events = list(
        AuditEvent.objects.for_club(club).filter(type__startswith="hanchan.", object_id=hanchan.pk)
    )
    visible_ones = hanchan.settlements.filter(visible()).select_related("version", "change")
    settled = list(visible_ones.order_by("hanchan_revision", "pk"))
    counted = hanchan.settlement.pk if hanchan.settlement else None
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
        settlements=settled,
        earlier=[each for each in settled if each.pk != counted],
        snapshots=shots,
        members={member.pk: member.shown_name(club) for member in people},
        leagues={league.pk: league.name for league in played_in},
        versions={version.pk: version.label for version in used},
        causes=_causes(hanchan, settled),
    )


def settled_anew(settlements: Iterable[Settlement]) -> list[tuple[Settlement, Settlement]]:
    """Pairs of which the second is another outcome of the same revision of the game."""
    return [
        (old, new)
        for old, new in pairwise(settlements)
        if old.hanchan_revision == new.hanchan_revision
    ]


def _causes(hanchan: Hanchan, settled: Iterable[Settlement]) -> dict[int, AuditEvent]:
    """Which change of another game settled this one anew, by settlement. One query at most.

    A settlement does not know it. The trail does: both are written by one transaction, and the
    event names the other games that it settled.
    """
    owed = [new for _old, new in settled_anew(settled) if new.change_id is None]
    if not owed:
        return {}
    about = Q()
    for each in owed:
        about |= Q(at__range=(each.created_at - _ONE_DEED, each.created_at + _ONE_DEED))
    events = AuditEvent.objects.for_club(hanchan.club_id).filter(about, type__startswith="hanchan.")
    found = [event for event in events if _settled_too(event, hanchan.pk)]
    return {each.pk: _nearest(found, each.created_at) for each in owed if found}


def _nearest(events: Iterable[AuditEvent], at: datetime) -> AuditEvent:
    return min(events, key=lambda event: abs(event.at - at))


#: within which an event and what it settled were written
_ONE_DEED = timedelta(seconds=30)


def _settled_too(event: AuditEvent, game: int) -> bool:
    return any(each.get("game") == game for each in (event.after or {}).get("also", ()))


def changed_with(hanchan: Hanchan) -> list[Mapping[str, Any]]:
    """The table's other games whose scores became others with this game's last change. One query.

    Each with its key ``game``, ``table`` and ``number``.
    """
    events = AuditEvent.objects.for_club(hanchan.club_id).filter(
        type__startswith="hanchan.", object_id=hanchan.pk
    )
    last = events.order_by("pk").last()
    also: list[Mapping[str, Any]] = (last.after or {}).get("also", []) if last else []
    return also


def _keys(found: Iterable[Any]) -> set[int]:
    return {key for key in found if isinstance(key, int)}
