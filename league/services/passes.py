"""Evening passes: issued for one evening, revoked at any time."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import day_turns
from league.errors import LeagueError
from league.models import EveningPass, Session
from league.services.audit import record_event


@transaction.atomic
def issue_pass(*, session: Session, actor: Actor) -> EveningPass:
    """Make a link for one evening; it ends by itself when the club's day turns.

    Raises:
        LeagueError: the evening is over.
    """
    expires_at = day_turns(session.club, session.day)
    if expires_at <= timezone.now():
        raise LeagueError(_("This evening is over; a pass would open nothing."))
    issued = EveningPass.objects.create(
        session=session, created_by=actor.user, expires_at=expires_at
    )
    record_event(
        "evening_pass.issued",
        club=session.club,
        object_id=issued.pk,
        actor=actor,
        after={"session": session.pk, "expires_at": expires_at.isoformat()},
    )
    return issued


@transaction.atomic
def revoke_pass(*, evening_pass: EveningPass, actor: Actor) -> None:
    """End a pass now: its holder is out at the next request. Twice changes nothing more."""
    club = evening_pass.session.club
    passes = EveningPass.objects.for_club(club)
    ended = passes.filter(pk=evening_pass.pk, revoked_at=None).update(revoked_at=timezone.now())
    if ended:
        record_event("evening_pass.revoked", club=club, object_id=evening_pass.pk, actor=actor)
