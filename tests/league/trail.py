"""What something leaves in the trail, and what that does not say."""

from __future__ import annotations

from collections.abc import Callable

from league.models import AuditEvent

#: how the names of events end that have a before and an after
CHANGES = {"changed", "edited", "described", "renamed", "ordered", "corrected", "moved", "retried"}
#: events of something that happened and left nothing else
FACTS = {"member.password_link_issued"}
#: after it the login that did it has no name any more
_NAMELESS = "member.login_deleted"


def left_by(act: Callable[[], object]) -> list[AuditEvent]:
    """The events that something leaves in any trail."""
    events = AuditEvent.objects.across_clubs().order_by("pk")
    last = events.last()
    act()
    return list(events.filter(pk__gt=last.pk if last else 0).select_related("actor"))


def unsaid(event: AuditEvent, who: str, name: str = "") -> list[str]:
    """What an event does not say: by which login, under which name, of what, before and after."""
    changed = event.type.rpartition(".")[2].rpartition("_")[2] in CHANGES
    said = {
        "login": event.actor is not None
        if event.type == _NAMELESS
        else (event.actor.username if event.actor else "") == who,
        "name": event.actor_name == name if name else bool(event.actor_name),
        "object": bool(event.object_id),
        "before or after": bool(event.before or event.after) or event.type in FACTS,
        "before and after": not changed or bool(event.before and event.after),
        "difference": event.before is None or event.before != event.after,
    }
    return [what for what, is_said in said.items() if not is_said]
