"""Points given to a member or taken, apart from any game; taken back, never deleted."""

from __future__ import annotations

from datetime import date
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.days import club_day, day_problem
from league.errors import LeagueError
from league.models import Adjustment, League, Member
from league.selectors.adjustments import adjustments_of
from league.services.audit import record_event
from league.services.tallies import raise_revision

#: points that nobody gives or takes at once: a thousand of a score
MOST: Final = 1_000_000
_LENGTH = 200


@transaction.atomic
def give_adjustment(
    *, league: League, member: Member, day: date, points: int, reason: str, actor: Actor
) -> Adjustment:
    """Give a member points on a day, or take them; said twice in the same words, it is one.

    Args:
        league: in which they count.
        member: somebody of the club.
        day: every stretch that has it counts them.
        points: whole points, below 0 to take them.
        reason: for everybody to read.
        actor: who says so.

    Raises:
        LeagueError: no reason, no points or beyond all reason, no such day, another club's
            member; ``field`` names the value.
    """
    if problem := day_problem(day):
        raise LeagueError(problem, field="day")
    if day > club_day(league.club):
        raise LeagueError(_("This day has not come yet."), field="day")
    _check_points(points)
    reason = checked_reason(reason)
    if member.club_id != league.club_id:
        raise LeagueError(_("This is nobody of this club."), field="member")
    raise_revision(league)
    said = {"member": member, "day": day, "points": points, "reason": reason}
    there = adjustments_of(league).filter(**said, withdrawn_at=None).first()
    if there is not None:  # a button pressed twice
        return there
    made = Adjustment.objects.create(
        league=league, **said, made_by=actor.user, made_by_name=actor.name[:80]
    )
    _record("adjustment.made", made, actor, reason=reason)
    return made


@transaction.atomic
def withdraw_adjustment(*, adjustment: Adjustment, reason: str, actor: Actor) -> Adjustment:
    """Take an adjustment back, for a reason; it stays readable and counts no more.

    Raises:
        LeagueError: no reason, or one too long (``field`` ``reason``); it is taken back already.
    """
    reason = checked_reason(reason)
    raise_revision(adjustment.league)
    current = Adjustment.objects.for_club(adjustment.league.club_id).filter(pk=adjustment.pk)
    withdrawn = {
        "withdrawn_at": timezone.now(),
        "withdrawn_by_name": actor.name[:80],
        "withdraw_reason": reason,
    }
    if current.filter(withdrawn_at=None).update(**withdrawn) != 1:
        raise LeagueError(_("This adjustment is taken back already."))
    adjustment.refresh_from_db(fields=list(withdrawn))
    _record("adjustment.withdrawn", adjustment, actor, reason=reason)
    return adjustment


def checked_reason(reason: str) -> str:
    """A reason as it is stored.

    Raises:
        LeagueError: there is none, or it is too long.
    """
    reason = reason.strip()
    if not reason:
        raise LeagueError(_("Please say why, so that everybody can follow it."), field="reason")
    if len(reason) > _LENGTH:
        raise LeagueError(_("Please keep it under 200 characters."), field="reason")
    return reason


def _check_points(points: int) -> None:
    if points == 0:
        raise LeagueError(_("An adjustment of 0 would change nothing."), field="points")
    if abs(points) > MOST:
        raise LeagueError(
            _("At most %(most)s at once: is this typed right?") % {"most": f"{MOST // 1000:,}"},
            field="points",
        )


def _record(type_: str, adjustment: Adjustment, actor: Actor, *, reason: str) -> None:
    facts: dict[str, Any] = {
        "league": adjustment.league.slug,
        "member": adjustment.member_id,
        "day": adjustment.day,
        "points": adjustment.points,
        "reason": adjustment.reason,
    }
    is_new = adjustment.withdrawn_at is None
    record_event(
        type_,
        club=adjustment.league.club,
        object_id=adjustment.pk,
        actor=actor,
        before=None if is_new else facts,
        after=facts if is_new else None,
        reason=reason,
    )
