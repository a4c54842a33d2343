"""The club's evenings for calendars: to download, and to subscribe to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from league.access import HtmxRequest, Visit, club_page, render_club
from league.exports.calendars import calendar_of, feed_key, may_read_feed
from league.exports.files import as_download
from league.models import Club, Session
from league.permissions import Action


@require_safe
def sessions_ics(request: HtmxRequest, club_slug: str) -> HttpResponseBase:
    """The evenings as iCalendar; calendars, that cannot log in, come with ``?key=``.

    Raises:
        Http404: the key opens nothing, or no more.
    """
    key = request.GET.get("key")
    if key is None:
        return _for_visitors(request, club_slug)
    club = Club.objects.filter(slug=club_slug).first()
    if club is None or not may_read_feed(club, key):
        raise Http404
    return _answer(request, club)


@club_page(Action.READ)
def _for_visitors(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    return _answer(request, visit.club)


def _answer(request: HttpRequest, club: Club) -> HttpResponseBase:
    def address(session: Session) -> str:
        return request.build_absolute_uri(reverse("league:session", args=[club.slug, session.pk]))

    response = HttpResponse(calendar_of(club, address), content_type="text/calendar; charset=utf-8")
    return as_download(response, club.name, ending="ics", plain=(club.slug,))


@club_page(Action.READ)
def calendar(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """How to have the evenings in one's own calendar; a member gets an address of their own."""
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
