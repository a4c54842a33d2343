"""A ranking, or one's own result, as a picture, and the page that saves and shares it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.models import League
from league.permissions import Action
from league.score_words import score_name
from league.selectors.rank_moves import with_moves
from league.selectors.rankings import LeagueRanking, Standing, ranking_of
from league.views.card_layout import card_head, card_lines, figure_head, member_card, total_head
from league.views.month_closes import ranking_shown
from league.views.ranking_asked import ranking_asked
from league.views.ranking_period import Period
from league.views.rankings import stretch_name


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """What a card is to show."""

    league: League
    period: Period
    ranking: LeagueRanking
    line: Standing | None  # of the member whose card it is

    @property
    def title(self) -> str:
        """The days; over a ranking also that it is one."""
        days = stretch_name(self.period.stretch)
        return days if self.line else _("Ranking, %(days)s") % {"days": days}

    @property
    def query(self) -> dict[str, str]:
        """The address's words for the days."""
        return self.period.query


@club_page(Action.READ)
def card(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """The page that shows the picture."""
    asked = _asked(request, visit, league_slug)
    mine = visit.member.pk if visit.member else None
    query = asked.query | ({"member": str(asked.line.member_id)} if asked.line else {})
    page = reverse("league:card", args=[visit.club.slug, asked.league.slug])
    svg = reverse("league:card-svg", args=[visit.club.slug, asked.league.slug])
    context = {
        "league": asked.league,
        "title": stretch_name(asked.period.stretch),
        "query": urlencode(asked.query),
        "svg_url": f"{svg}?{urlencode(query)}",
        "file_name": f"{asked.league.slug}-{'-'.join(query.values())}.png",
        "alt": f"{asked.league.name} {asked.title}" + (f" {asked.line.name}" if asked.line else ""),
        "tabs": _tabs(asked, page, mine),
        "error": asked.period.error,
    }
    status = asked.period.status
    return render_club(
        request, visit, "league/card/page.html", context, nav="ranking", status=status
    )


@club_page(Action.READ)
def card_svg(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """The picture itself."""
    asked = _asked(request, visit, league_slug)
    decimals = asked.ranking.rule.score_decimals
    context: dict[str, Any] = {
        "head": card_head(
            club=visit.club.name,
            title=asked.title,
            league=asked.league.name,
            ranking=asked.ranking,
        ),
        "unit": _("Total (%(unit)s)") % {"unit": score_name(asked.ranking.rule.score_name)},
    }
    if asked.line is None:
        template = "league/card/ranking.svg.html"
        context |= {
            "lines": card_lines(asked.ranking, decimals),
            "figure_label": figure_head(asked.ranking),
            "unit": total_head(str(context["unit"])),
        }
    else:
        template = "league/card/member.svg.html"
        context["card"] = member_card(asked.line, asked.ranking, decimals)
    response = render_club(request, visit, template, context, status=asked.period.status)
    response["Content-Type"] = "image/svg+xml; charset=utf-8"
    return response


def _asked(request: HtmxRequest, visit: Visit, league_slug: str) -> _Asked:
    """Read the address; the ranking is the one that the ranking page shows.

    Raises:
        Http404: a foreign league or season, or a member who is not in this ranking.
    """
    asked = ranking_asked(request, visit, league_slug)
    league, period = asked.league, asked.period
    present = ranking_of(visit.club, league, period.stretch)
    ranking = ranking_shown(visit, league, present, wants_live=False).ranking
    member = request.GET.get("member")
    if member:
        ranking = with_moves(ranking, league, year_starts_in=visit.club.year_starts_in)
    line = _line_of(ranking, member) if member else None
    return _Asked(league=league, period=period, ranking=ranking, line=line)


def _line_of(ranking: LeagueRanking, member: str) -> Standing:
    for line in ranking.lines:
        if str(line.member_id) == member:
            return line
    raise Http404


def _tabs(asked: _Asked, page: str, mine: int | None) -> list[dict[str, Any]]:
    """The ranking, oneself, and whoever's card is shown."""
    shown = asked.line.member_id if asked.line else None
    people = [line for line in asked.ranking.lines if line.member_id in (mine, shown)]
    if not people:
        return []
    whole = urlencode(asked.query)
    return [
        {"url": f"{page}?{whole}", "label": _("Ranking"), "current": shown is None},
        *(
            {
                "url": f"{page}?{whole}&member={line.member_id}",
                "label": line.name,
                "current": line.member_id == shown,
            }
            for line in people
        ),
    ]
