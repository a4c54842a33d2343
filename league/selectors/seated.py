"""Who sits where in a typed result: members of the club, each once, and new guests."""

from __future__ import annotations

from collections import Counter

from django.db.models import Q
from django.utils.translation import gettext as _

from league.entry import HanchanEntry
from league.errors import Problems
from league.keys import LARGEST_KEY
from league.models import Club, Hanchan, Member
from league.naming import is_readable

NAME_LENGTH = 40


def seated_members(
    club: Club, entry: HanchanEntry, replacing: Hanchan | None, found: Problems
) -> tuple[Member | None, ...]:
    """The member on each chair, None where a new guest sits; what is wrong goes to ``found``.

    At most two queries.
    """
    known = _listed(club, entry, replacing)
    guests = [seat.guest.strip() for seat in entry.seats]
    taken = _taken_names(club, [guest for guest in guests if guest])
    times = Counter(seat.member_id for seat in entry.seats)
    for index, (seat, guest) in enumerate(zip(entry.seats, guests, strict=True)):
        if seat.member_id is None:
            message = _about_guest(guest, guests, taken)
        elif seat.member_id not in known:
            message = _("This person is not on the club's list.")
        else:
            message = _("The same person sits at two seats.") if times[seat.member_id] > 1 else ""
        if message:
            found.add(f"seat-{index}", message)
    return tuple(known.get(seat.member_id or 0) for seat in entry.seats)


def _listed(club: Club, entry: HanchanEntry, replacing: Hanchan | None) -> dict[int, Member]:
    wanted = [key for seat in entry.seats if 0 < (key := seat.member_id or 0) <= LARGEST_KEY]
    # Who has left may still be entered for the days before, and stays in games long stored.
    there = Q(left_on__isnull=True) | Q(left_on__gte=entry.day)
    if replacing is not None:
        there |= Q(pk__in=replacing.seats.values("member"))
    listed = Member.objects.for_club(club).filter(there, pk__in=wanted, merged_into=None)
    return {member.pk: member for member in listed}


def _taken_names(club: Club, guests: list[str]) -> set[str]:
    if not guests:
        return set()
    named = Member.objects.for_club(club).filter(display_name__in=guests)
    return set(named.values_list("display_name", flat=True))


def _about_guest(guest: str, guests: list[str], taken: set[str]) -> str:
    if not guest:
        return _("Who sat here?")
    if not is_readable(guest):
        return _("This name shows nothing that one could read.")
    if guests.count(guest) > 1:
        return _("The same person sits at two seats.")
    if guest in taken:
        return _("“%(name)s” is on the list already: pick them, or add something to the name.") % {
            "name": guest
        }
    return _("This name is too long.") if len(guest) > NAME_LENGTH else ""
