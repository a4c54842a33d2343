"""``…/leagues/<league>/what-if``: a month ranked under rules that were not those of its days."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.ranking_asked import month_asked
from league.api.rankings import lines_json
from league.api.rule_base import BadParametersError, LanguageView
from league.api.rule_change_json import impossible_json
from league.api.throttles import count_working_out
from league.days import month_end
from league.errors import LeagueError
from league.models import League
from league.parameter_problems import problems_of
from league.permissions import Action
from league.selectors.rankings import LeagueRanking, Standing, Stretch
from league.selectors.what_if import (
    MOST,
    Compared,
    WhatIf,
    find_version,
    games_in,
    version_choices,
    what_if,
)


class WhatIfView(LanguageView):
    """Everybody who may read the club may ask; drafts are for organizers."""

    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """The month of ``?month=`` under ``?version=``; without a version, which there are."""
        leagues = League.objects.for_club(self.visit.club).select_related("rule_set__rule_set")
        league = leagues.filter(slug=league_slug).first()
        if league is None:
            raise Http404
        first = month_asked(request, self.visit.club)
        organizes = self.visit.may(Action.MANAGE_LEAGUES)
        key = request.query_params.get("version")
        if key is None:
            return Response(_choices_json(league, for_organizer=organizes))
        version = find_version(league, key, for_organizer=organizes)
        if version is None:
            raise Http404
        problems = problems_of(league.rule_set.rule_set.family, version.parameters)
        if problems:
            raise BadParametersError(problems)
        stretch = Stretch(first=first, last=month_end(first), minimum_games=league.minimum_games)
        games = games_in(league, stretch.first, stretch.last)
        if games > MOST:
            words = _("The month has %(games)s games; at most %(most)s can be settled for a look.")
            facts = {"games": f"{games:,}", "most": f"{MOST:,}"}
            raise LeagueError(words % facts, field="month")
        count_working_out(request)
        found = what_if(self.visit.club, league, stretch, version, version.value)
        return Response(_ranking_json(league, key, found))


def _choices_json(league: League, *, for_organizer: bool) -> dict[str, Any]:
    choices = version_choices(league, for_organizer=for_organizer)
    return {
        "league": league.slug,
        "versions": [
            {"version": key, "name": name, "group": group.name}
            for group in choices
            for key, name in group.options
        ],
    }


def _ranking_json(league: League, key: str, found: WhatIf) -> dict[str, Any]:
    ranking = found.ranking
    return {
        "league": league.slug,
        "version": key,
        "from": ranking.stretch.first,
        "to": ranking.stretch.last,
        "minimum_games": ranking.stretch.minimum_games,
        "games": found.games,
        "score_name": ranking.rule.score_name,
        "score_decimals": ranking.rule.score_decimals,
        "ranked": _lines(ranking.ranked, ranking),
        "below_minimum": _lines(ranking.short, ranking),
        "guests": _lines(ranking.guests, ranking),
        "impossible": found.impossible,
        "cannot_stand": impossible_json(found.cannot_stand),
    }


def _lines(lines: Sequence[Standing], ranking: LeagueRanking) -> list[dict[str, Any]]:
    """Each line as in the ranking, with the total and rank that the person has now."""
    compared = cast("Sequence[Compared]", lines)
    return [
        {**line, "score_now": each.score_now, "rank_now": each.rank_now}
        for each, line in zip(compared, lines_json(lines, ranking), strict=True)
    ]
