"""Evenings as calendar files, and the secret address for calendar apps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.http import require_safe

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.numbers import number_in
from league.core.permissions import Action
from league.exports.files import as_download
from league.games.evening import listed
from league.models import Club, Member, Session, User

_SALT = "jancho.calendar"


def calendar_of(club: Club, address: Callable[[Session], str]) -> bytes:
    """Write the club's evenings as iCalendar, in the club's language. One query.

    An evening is a whole day, as its start is not recorded. Its UID never changes, so that a
    calendar recognizes it after any change.
    """
    # loaded only when needed, as it takes three megabytes of a web process
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
            for name, text in (("location", session.place), ("description", session.note)):
                if text:
                    event.add(name, text)
            calendar.add_component(event)
    return bytes(calendar.to_ical())


def feed_key(club: Club, member: Member) -> str:
    """Return the key that a calendar's address carries in place of a login.

    It opens only the list of evenings, while the member is in the club with this login and
    this password: changing the password or leaving ends it.
    """
    assert isinstance(member.user, User)
    return f"{member.pk}-{_signature(club, member.pk, member.user)}"


def may_read_feed(club: Club, key: str) -> bool:
    """Return whether a key that we issued opens the club's evenings now. At most one query."""
    number, _dash, signature = key.partition("-")
    if not signature.isascii():
        return False
    members = Member.objects.for_club(club).filter(left_on=None, merged_into=None)
    found = members.filter(pk=number_in(number) or 0, user__is_active=True)
    member = found.select_related("user").first()
    if member is None or not isinstance(member.user, User):
        return False
    return constant_time_compare(signature, _signature(club, member.pk, member.user))


def _signature(club: Club, member: int, user: User) -> str:
    text = f"{club.pk}:{member}:{user.get_session_auth_hash()}"
    return salted_hmac(_SALT, text, algorithm="sha256").hexdigest()[:40]


@require_safe
def sessions_ics(request: HtmxRequest, club_slug: str) -> HttpResponseBase:
    """Serve the evenings as iCalendar; calendars, which cannot log in, use ``?key=``.

    Raises:
        Http404: the key is invalid or no longer valid.
    """
    key = request.GET.get("key")
    if key is None:
        return _for_visitors(request, club_slug)
    club = Club.objects.filter(slug=club_slug).first()
    if club is None or not may_read_feed(club, key):
        raise Http404
    return calendar_file(request, club)


@club_page(Action.READ)
def _for_visitors(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    return calendar_file(request, visit.club)


def calendar_file(request: HttpRequest, club: Club) -> HttpResponseBase:
    """Answer with the club's evenings as iCalendar. One query."""

    def address(session: Session) -> str:
        return request.build_absolute_uri(reverse("league:session", args=[club.slug, session.pk]))

    response = HttpResponse(calendar_of(club, address), content_type="text/calendar; charset=utf-8")
    return as_download(response, club.name, ending="ics")


@club_page(Action.READ)
def calendar(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    plain = request.build_absolute_uri(reverse("league:sessions-ics", args=[visit.club.slug]))
    member = visit.member
    if visit.club.visibility == Club.Visibility.PUBLIC:
        feed = plain
    elif member is not None:
        feed = f"{plain}?key={feed_key(visit.club, member)}"
    else:
        feed = ""
    context = {
        "feed": feed,
        "subscribe": "webcal:" + feed.partition(":")[2] if feed else "",
        "is_secret": feed != plain,
    }
    response = render_club(request, visit, "league/exports/calendar.html", context, nav="sessions")
    response["Cache-Control"] = "no-store"  # the address may be a secret
    return response
