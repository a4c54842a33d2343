"""The one trail: every change leaves exactly one event, in the change's own transaction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from league.actors import Actor
from league.models import AuditEvent, Club


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
    """Write down who changed what from what to what.

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
