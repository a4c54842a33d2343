"""Taking somebody off the list on whom nothing hangs, and what hangs on somebody."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.db.models import Count, Min
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.core.people import FIELDS
from league.core.revisions import raise_all
from league.models import Adjustment, ApiToken, LiveSeat, Member, Seat, TeamMembership


@dataclass(frozen=True, slots=True)
class Standing:
    """What an organizer has to know before changing what somebody's entry is."""

    games: int
    #: the day of their first game that counts
    first: date | None
    #: entries that were merged into this one
    merged: tuple[Member, ...]
    can_be_removed: bool


def standing_of(member: Member) -> Standing:
    """Say what hangs on somebody's entry. Two queries with games, eight without."""
    seats = Seat.objects.for_club(member.club_id).filter(member=member, hanchan__voided_at=None)
    counted = seats.aggregate(games=Count("pk"), first=Min("hanchan__day"))
    merged = tuple(Member.objects.for_club(member.club_id).filter(merged_into=member))
    can_go = not counted["games"] and not _what_holds(member)
    return Standing(counted["games"], counted["first"], merged, can_go)


def _what_holds(member: Member) -> str:
    """Return why an entry has to stay; empty if nothing hangs on it."""
    if member.user_id is not None:
        return _("They have an account. Let them leave instead.")
    named = (
        (Seat, _("They have a game, if only a voided one. Let them leave instead.")),
        (LiveSeat, _("They sit or sat at a live table. Let them leave instead.")),
        (Adjustment, _("Points were given to them or taken. Let them leave instead.")),
        (TeamMembership, _("They play or played for a team. Let them leave instead.")),
        (ApiToken, _("They have an API token. Let them leave instead.")),
    )
    for model, why in named:
        if model.objects.for_club(member.club_id).filter(member=member).exists():
            return why
    if Member.objects.for_club(member.club_id).filter(merged_into=member).exists():
        return _("Another entry is part of this one. Undo that merge first.")
    return ""


@transaction.atomic
def remove_member(*, member: Member, actor: Actor) -> None:
    """Delete an entry on which nothing hangs; evenings that they came to forget it.

    Raises:
        LeagueError: they have a game, points, a team, an account or another entry within theirs.
    """
    raise_all(member.club_id)
    people = Member.objects.for_club(member.club_id).select_for_update(of=("self",))
    member = people.select_related("club").get(pk=member.pk)
    if why := _what_holds(member):
        raise LeagueError(why)
    key = member.pk
    before = {
        name: value for name in FIELDS if (value := getattr(member, name)) not in ("", None, [])
    }
    member.delete()
    record_event("member.removed", club=member.club, object_id=key, actor=actor, before=before)
