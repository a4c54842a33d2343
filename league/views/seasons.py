"""A club's competitions: its seasons, and one of them with its stages and teams."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpResponseBase

from league.access import HtmxRequest, Visit, render_club
from league.caching import kept_club_page
from league.days import club_day
from league.models import Season
from league.permissions import Action
from league.score_words import score_name
from league.selectors.competitions import competition_of, seasons_of
from league.selectors.options import options_in_words, season_rule
from league.views.competition_tables import final_tables, stage_views
from league.views.season_settings import season_of


@kept_club_page(Action.READ)
def season_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """The club's seasons by league, the latest first."""
    today = club_day(visit.club)
    leagues = [
        (league, list(seasons))
        for league, seasons in groupby(seasons_of(visit.club), key=lambda season: season.league)
    ]
    context = {"leagues": leagues, "today": today}
    return render_club(request, visit, "league/seasons/list.html", context, nav="ranking")


@kept_club_page(Action.READ)
def season_page(request: HtmxRequest, visit: Visit, season_id: int) -> HttpResponseBase:
    """A season as a competition: how it stands, stage by stage, teams and members."""
    season = season_of(visit, season_id)
    found = competition_of(season, today=club_day(visit.club))
    me = visit.member.pk if visit.member else None
    context = {
        "season": season,
        "league": season.league,
        "found": found,
        "final": final_tables(found, me) if len(found.stages) > 1 else None,
        "stages": stage_views(found, me),
        "decimals": found.rule.score_decimals,
        "unit": score_name(found.rule.score_name),
        "options": _chosen(season),
    }
    return render_club(request, visit, "league/seasons/page.html", context, nav="ranking")


def _chosen(season: Season) -> list[tuple[str, str]]:
    """What the season chose where the rules leave it open. Two queries at most."""
    if not season.options:
        return []
    rule = season_rule(season.league, season.starts_on)
    return options_in_words(season.options, [rule] if rule else [])
