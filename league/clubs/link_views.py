"""Reading links: listed, made and ended by organizers, and what they open without a login."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from league.clubs.reading_links import (
    end_reading_link,
    link_by_secret,
    make_reading_link,
    reading_links,
)
from league.clubs.wall import board_answer, screen_of
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.audit import Actor
from league.core.days import club_day, period_of_page
from league.core.inputs import carried_out
from league.core.permissions import Action, Role
from league.core.qr import qr_source
from league.games.evening import session_sheets
from league.models import Club, League, ReadingLink, Session
from league.models.names import read_outside
from league.rankings.table import ranking_of
from league.rankings.table_views import displayed_ranking

Shows = ReadingLink.Shows


class LinkForm(forms.Form):
    name = forms.CharField(
        label=_("Used for"),
        max_length=40,
        help_text=_("For example the TV in the shop. You recognize the link by it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    shows = forms.ChoiceField(
        label=_("Shows"),
        choices=Shows.choices,
        initial=Shows.WALL,
        widget=forms.RadioSelect,
    )
    shows_pass = forms.BooleanField(
        label=_("Show tonight's evening pass on the wall display"),
        required=False,
        help_text=_(
            "Anyone who sees the screen, or has the link, can then enter tonight's results. Only "
            "passes that you issue are shown."
        ),
    )
    frame_site = forms.CharField(
        label=_("Website that may embed the rankings"),
        max_length=200,
        required=False,
        help_text=_("For example https://www.example.com. Empty: any website."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )


@club_page(Action.LEND_READING, "GET", "HEAD", "POST")
def links(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """List the links in force; a post makes one and shows it, this once."""
    form = LinkForm(request.POST if request.method == "POST" else None)

    def make() -> tuple[ReadingLink, str]:
        return make_reading_link(club=visit.club, actor=visit.actor, **form.cleaned_data)

    made = carried_out(form, make)
    if made is not None:
        form = LinkForm()
    context = {
        "form": form,
        "made": _addresses(request, *made) if made else None,
        "links": list(reading_links(visit.club)),
    }
    status = 422 if form.is_bound else 200
    response = render_club(
        request, visit, "league/clubs/links/page.html", context, nav="settings", status=status
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _addresses(request: HttpRequest, link: ReadingLink, secret: str) -> dict[str, Any]:
    """A new link as an address, a code and, for rankings, as lines for another site."""
    address = request.build_absolute_uri(reverse("look", args=[secret]))
    frames = []
    if link.shows == Shows.RANKING:
        there = request.build_absolute_uri(reverse("embed", args=[secret]))
        leagues = League.objects.for_club(link.club).filter(is_active=True)
        frames = [(league, f"{there}?league={league.slug}") for league in leagues]
    return {
        "link": link,
        "address": address,
        "code": qr_source(address, scale=8),
        "frames": frames,
    }


@club_page(Action.LEND_READING, "POST")
def end(request: HtmxRequest, visit: Visit, link_id: int) -> HttpResponse:
    """End a link of the club.

    Raises:
        Http404: the club has no such link.
    """
    link = ReadingLink.objects.for_club(visit.club).filter(pk=link_id).first()
    if link is None:
        raise Http404
    link.club = visit.club
    end_reading_link(link=link, actor=visit.actor)
    messages.success(request, gettext("The link has been ended."))
    return redirect("league:reading-links", visit.club.slug)


@require_safe
def look(request: HttpRequest, reading_secret: str) -> HttpResponseBase:
    """Show the one page that a link opens, in the club's language."""
    link = link_by_secret(reading_secret)
    if link is None or link.ended_at is not None:
        return _ended(request, link)
    read_outside(link.club_id)
    with translation.override(link.club.language):
        template, context = _PAGES[link.shows](request, link, reading_secret)
        return _bare(template, context)


@require_safe
def look_board(request: HttpRequest, reading_secret: str) -> HttpResponseBase:
    """Return the moving part of the wall; 304 while the screen has the present state."""
    link = link_by_secret(reading_secret)
    if link is None or link.ended_at is not None:
        return _ended(request, link)
    if link.shows != Shows.WALL:
        raise Http404
    read_outside(link.club_id)
    with translation.override(link.club.language):
        screen = screen_of(request, link.club, shows_pass=link.shows_pass)

        def drawn() -> HttpResponse:
            return _bare("league/clubs/wall/_board.html", screen.context(request))

        return board_answer(request, screen, drawn)


@require_safe
def embed(request: HttpRequest, ranking_secret: str) -> HttpResponseBase:
    """Show the ranking in another site's frame: no script, no form, no cookie."""
    link = link_by_secret(ranking_secret)
    if link is None or link.ended_at is not None:
        return _ended(request, link)
    if link.shows != Shows.RANKING:
        raise Http404
    read_outside(link.club_id)
    with translation.override(link.club.language):
        context = _ranking(request, link)
        context["ranking_url"] = request.build_absolute_uri(
            reverse("league:ranking", args=[link.club.slug, context["league"].slug])
            if context["league"]
            else reverse("league:home", args=[link.club.slug])
        )
        return _framed(_bare("league/clubs/look/embed.html", context), link.frame_site)


def _framed(response: HttpResponse, site: str) -> HttpResponse:
    """Let a site frame an answer, any site if it is empty; nothing on it runs or is sent."""
    policy = {"frame-ancestors": [site or "*"], "script-src": ["'none'"], "form-action": ["'none'"]}
    cast(Any, response)._csp_replace = policy
    cast(Any, response).xframe_options_exempt = True
    return response


def _wall(request: HttpRequest, link: ReadingLink, secret: str) -> tuple[str, dict[str, Any]]:
    screen = screen_of(request, link.club, shows_pass=link.shows_pass)
    return "league/clubs/wall/page.html", {
        **screen.context(request),
        "request": request,  # the page reads its colours from the address
        "query": request.GET.urlencode(),
        "choices": screen.choices(),
        "board_url": reverse("look-board", args=[secret]),
    }


def _ranking_page(
    request: HttpRequest, link: ReadingLink, _secret: str
) -> tuple[str, dict[str, Any]]:
    return "league/clubs/look/ranking.html", _ranking(request, link)


def _ranking(request: HttpRequest, link: ReadingLink) -> dict[str, Any]:
    """A league's ranking as the club shows it: a closed month as it was closed.

    Raises:
        Http404: the club has no such league.
    """
    club = link.club
    leagues = list(League.objects.for_club(club).filter(is_active=True))
    slug = request.GET.get("league") or (leagues[0].slug if leagues else "")
    if not slug:
        return {"club": club, "league": None}
    page = period_of_page(request.GET, club, slug)
    present = ranking_of(club, page.league, page.period)
    ranking = displayed_ranking(_reader(club), page.league, present, wants_live=False).ranking
    kept = {"league": page.league.slug}
    return {
        "club": club,
        "league": page.league,
        "title": page.period.name,
        "ranking": ranking,
        "lines": (*ranking.ranked, *ranking.short),
        "pager": page.calendar.pager(page.period, kept),
        "tabs": [
            {
                "url": f"?league={each.slug}",
                "label": each.name,
                "current": each.pk == page.league.pk,
            }
            for each in leagues
        ]
        if len(leagues) > 1
        else [],
    }


def _evening(_request: HttpRequest, link: ReadingLink, _secret: str) -> tuple[str, dict[str, Any]]:
    """The score sheets of the club's day. Five queries for an evening, and one per league."""
    day = club_day(link.club)
    sessions = list(Session.objects.for_club(link.club).filter(day=day, is_off_list=False))
    return "league/clubs/look/evening.html", {
        "club": link.club,
        "day": day,
        "evenings": [(session, session_sheets(session)) for session in sessions],
    }


_PAGES: Mapping[str, Any] = {
    Shows.WALL: _wall,
    Shows.RANKING: _ranking_page,
    Shows.EVENING: _evening,
}


def _reader(club: Club) -> Visit:
    """Whoever comes by a link: a visitor, who may nothing but look at the link's page."""
    actor = Actor(name="", role=Role.VISITOR)
    return Visit(club=club, role=Role.VISITOR, member=None, evening_pass=None, actor=actor)


def _bare(template: str, context: dict[str, Any]) -> HttpResponse:
    """Render without the request: the same for every reader, whoever is logged in there."""
    response = HttpResponse(render_to_string(template, context))
    response["Content-Language"] = translation.get_language() or ""
    return _secret_address(response)


def _ended(request: HttpRequest, link: ReadingLink | None) -> HttpResponse:
    """Say that a link opens nothing: 410 for one that did, 404 for any other."""
    text = render_to_string("league/clubs/look/ended.html", {"is_known": link is not None})
    return _secret_address(HttpResponse(text, status=404 if link is None else 410))


def _secret_address(response: HttpResponse) -> HttpResponse:
    """Keep what a secret address shows out of caches and search engines."""
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    return response
