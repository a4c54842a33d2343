"""``GET /api/v1/clubs/<club>/leagues/<league>/ranking``: a month's ranking as data."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.errors import BadRequestError
from league.days import club_day, month_end, month_start
from league.models import League
from league.selectors.rankings import LeagueRanking, Standing, Stretch, ranking_of

_MONTH = re.compile(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])")


class RankingView(ClubView):
    """Everybody who may read the club reads its rankings."""

    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """The month that ``?month=2026-11`` asks for, else the club's present one."""
        leagues = League.objects.for_club(self.visit.club).select_related("rule_set__rule_set")
        league = leagues.filter(slug=league_slug).first()
        if league is None:
            raise Http404
        first = self._month(request)
        stretch = Stretch(first=first, last=month_end(first), minimum_games=league.minimum_games)
        return Response(_ranking_json(league, ranking_of(self.visit.club, league, stretch)))

    def _month(self, request: Request) -> date:
        asked = request.query_params.get("month")
        if asked is None:
            return month_start(club_day(self.visit.club))
        if not _MONTH.fullmatch(asked):
            raise BadRequestError({"month": [_("A month looks like 2026-11.")]})
        return date.fromisoformat(f"{asked}-01")


def _ranking_json(league: League, found: LeagueRanking) -> dict[str, Any]:
    return {
        "league": league.slug,
        "from": found.stretch.first,
        "to": found.stretch.last,
        "minimum_games": found.stretch.minimum_games,
        "games": found.games,
        "score_name": found.rule.score_name,
        "score_decimals": found.rule.score_decimals,
        "versions": [
            {"version": used.version.label, "from": used.first, "to": used.last}
            for used in found.versions
        ],
        "ranked": _lines_json(found.ranked, found.players),
        "below_minimum": _lines_json(found.short, found.players),
        "guests": _lines_json(found.guests, found.players),
    }


def _lines_json(lines: Iterable[Standing], players: int | None) -> list[dict[str, Any]]:
    return [_line_json(line, players) for line in lines]


def _line_json(line: Standing, players: int | None) -> dict[str, Any]:
    """A line with whole numbers only: scores in points, rates in tenths of a percent."""
    record = line.record
    return {
        "rank": line.rank,
        "member": line.member_id,
        "name": line.name,
        "games": record.games,
        "score": record.score,
        "places": record.place_counts[: players or 4],
        "average_place_hundredths": record.average_place_hundredths(),
        "top_rate_tenths": record.top_rate_tenths(),
        "last_avoid_rate_tenths": record.last_avoid_rate_tenths(players) if players else None,
        "best": record.best,
        "worst": record.worst,
        "busts": record.busts,
        "chips": record.chips,
    }
