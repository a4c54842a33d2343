"""Evenings for calendars, and the secret address by which a calendar reads a closed club's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.contrib.auth.models import User
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac

from league.models import Club, Member, Session
from league.selectors.session_sheet import listed

_SALT = "jancho.calendar"


def calendar_of(club: Club, address: Callable[[Session], str]) -> bytes:
    """The club's evenings as iCalendar text, in the club's language. One query.

    An evening is a whole day: nobody writes down when it begins. Its UID never changes, so that a
    calendar finds it again whatever is altered.
    """
    # loaded for whoever asks, as it takes three megabytes of a web process
    from icalendar import Calendar, Event

    calendar = Calendar()
    calendar.add("prodid", "-//Jancho//Sessions//JA")
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", club.name)
    calendar.add("x-wr-timezone", club.time_zone)
    now = timezone.now()
    with translation.override(club.language):
        for session in listed(club).order_by("day", "pk"):
            event = Event()
            event.add("uid", f"session-{session.pk}@{club.pk}.jancho")
            event.add("dtstamp", now)
            event.add("dtstart", session.day)
            event.add("dtend", session.day + timedelta(days=1))
            event.add("summary", " ".join(part for part in (club.name, session.title) if part))
            event.add("transp", "TRANSPARENT")
            event.add("url", address(session))
            for name, said in (("location", session.place), ("description", session.note)):
                if said:
                    event.add(name, said)
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def feed_key(club: Club, member: Member) -> str:
    """What a calendar's address carries in the place of a login.

    It opens the list of evenings and nothing else, for as long as the member is in the club with
    this login and this password: to end it, choose another password or leave.
    """
    assert isinstance(member.user, User)
    return f"{member.pk}-{_signature(club, member.pk, member.user)}"


def may_read_feed(club: Club, key: str) -> bool:
    """Whether a key that we gave opens the club's evenings now. At most one query."""
    number, _dash, signature = key.partition("-")
    if not (number.isascii() and number.isdigit() and len(number) <= 18 and signature.isascii()):
        return False
    members = Member.objects.for_club(club).filter(left_on=None, merged_into=None)
    member = members.filter(pk=int(number), user__is_active=True).select_related("user").first()
    if member is None or not isinstance(member.user, User):
        return False
    return constant_time_compare(signature, _signature(club, member.pk, member.user))


def _signature(club: Club, member: int, user: User) -> str:
    said = f"{club.pk}:{member}:{user.get_session_auth_hash()}"
    return salted_hmac(_SALT, said, algorithm="sha256").hexdigest()[:40]
