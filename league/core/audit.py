"""Who acts, and the trail: one event for each change, in the change's own transaction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from league.core.permissions import Role
from league.models import AuditEvent, Club, EveningPass, Member, User


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """The author of a change, as stored in the trail.

    ``name`` is their name in the club; a command uses its own name.
    """

    name: str
    role: Role
    user: User | None = None
    member: Member | None = None
    evening_pass: EveningPass | None = None


def system(name: str) -> Actor:
    """Return the actor of a command or task, with every right."""
    return Actor(name=name, role=Role.OWNER)


def record_event(
    type_: str,
    *,
    club: Club,
    object_id: int,
    actor: Actor,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> AuditEvent:
    """Record a change in the audit trail.

    Args:
        type_: dotted, past tense: ``hanchan.voided``.
        club: whose trail it is.
        object_id: the thing's key in its own table.
        actor: who did it.
        before: the thing as it was, plain JSON; None when it is new.
        after: the thing as it is now; None when only a fact is recorded.
        reason: what the person gave as the reason.
    """
    return AuditEvent.objects.create(
        club=club,
        type=type_,
        object_id=object_id,
        actor=actor.user,
        evening_pass=actor.evening_pass,
        actor_name=actor.name[:80],
        before=before,
        after=after,
        reason=reason[:200],
    )
