"""A league's table of ratings."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.urls import reverse

from league.access import HtmxRequest, Visit, render_club
from league.caching import kept_club_page
from league.models import League
from league.permissions import Action
from league.rating import BEGINS_AT, CAUTION, Rated
from league.selectors.ratings import rating_table

#: what somebody has who never played, to explain the scale by
_NEW = Rated(games=0, mean=25_000, deviation=8_333)


@kept_club_page(Action.READ)
def rating(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """Everybody by rating, as of the day up to which it was computed."""
    league = visit.league(league_slug)
    found = rating_table(league)
    leagues = League.objects.for_club(visit.club)
    context = {
        "league": league,
        "run": found.run if found else None,
        "groups": [
            (is_ranked, [(line.member.shown_name(visit.club), line) for line in lines])
            for is_ranked, lines in ((True, found.ranked), (False, found.guests))
            if lines
        ]
        if found
        else [],
        "me": visit.member.pk if visit.member else None,
        "is_behind": found is not None and found.run.revision != league.revision,
        "begins_at": BEGINS_AT,
        "caution": CAUTION,
        "average": _NEW.strength,
        "tabs": [
            {
                "url": reverse("league:rating", args=[visit.club.slug, each.slug]),
                "label": each.name,
                "current": each.pk == league.pk,
            }
            for each in leagues
            if each.is_active or each.pk == league.pk
        ],
    }
    return render_club(request, visit, "league/ranking/rating.html", context, nav="ranking")
