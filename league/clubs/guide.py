"""A new club's first steps, as its organizers see them on its home page."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from league.core.audit import Actor, record_event
from league.core.revisions import raise_all
from league.models import Club, Hanchan, Member, Session

#: people for a first table
A_TABLE = 4


@dataclass(frozen=True, slots=True)
class Guide:
    """What a club has already."""

    people: int
    has_evening: bool

    @property
    def has_people(self) -> bool:
        return self.people >= A_TABLE


def guide_of(club: Club) -> Guide | None:
    """Return what a club has of its beginning; None once it has a game, or wants no guide.

    At most three queries, and one for a club that plays.
    """
    if club.guide_put_away or Hanchan.objects.for_club(club).exists():
        return None
    people = Member.objects.for_club(club).filter(left_on=None, merged_into=None)
    evenings = Session.objects.for_club(club).filter(is_off_list=False)
    return Guide(people=people.count(), has_evening=evenings.exists())


@transaction.atomic
def put_guide_away(*, club: Club, actor: Actor) -> None:
    """Show the guide no more; once is enough."""
    raise_all(club)
    if Club.objects.filter(pk=club.pk, guide_put_away=False).update(guide_put_away=True):
        record_event(
            "club.changed",
            club=club,
            object_id=club.pk,
            actor=actor,
            before={"guide_put_away": False},
            after={"guide_put_away": True},
        )
