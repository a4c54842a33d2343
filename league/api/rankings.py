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
from league.models import Club, League
from league.selectors.month_closes import ClosedMonth, closed_month, closes_of
from league.selectors.rankings import LeagueRanking, Standing, Stretch, ranking_of
from rules.models import Family
from scoring.standings import Record

_MONTH = re.compile(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])")


class RankingView(ClubView):
    """Everybody who may read the club reads its rankings."""

    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """The month that ``?month=2026-11`` asks for, else the club's present one.

        A closed month is answered as it was frozen, with ``live=1`` as the games give it now.
        """
        leagues = League.objects.for_club(self.visit.club).select_related("rule_set__rule_set")
        league = leagues.filter(slug=league_slug).first()
        if league is None:
            raise Http404
        first = month_asked(request, self.visit.club)
        stretch = Stretch(first=first, last=month_end(first), minimum_games=league.minimum_games)
        league.club = self.visit.club
        found = ranking_of(self.visit.club, league, stretch)
        close = closes_of(league, first).filter(reopened_at=None).first()
        if close is None:
            return Response({**_ranking_json(league, found), "closed": None})
        close.league = league
        closed = closed_month(self.visit.club, close, found)
        shown = found if request.query_params.get("live") == "1" else closed.frozen
        return Response({**_ranking_json(league, shown), "closed": _closed_json(closed)})


def month_asked(request: Request, club: Club) -> date:
    """The first day of the month that ``?month=`` asks for, else of the club's present one.

    Raises:
        BadRequestError: it is no month.
    """
    asked = request.query_params.get("month")
    if asked is None:
        return month_start(club_day(club))
    if not _MONTH.fullmatch(asked):
        raise BadRequestError({"month": [_("A month looks like 2026-11.")]})
    return date.fromisoformat(f"{asked}-01")


def _closed_json(closed: ClosedMonth) -> dict[str, Any]:
    return {
        "closed_at": closed.close.closed_at,
        "by": closed.close.closed_by_name,
        "differs": closed.differs,
    }


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
        "ranked": lines_json(found.ranked, found),
        "below_minimum": lines_json(found.short, found),
        "guests": lines_json(found.guests, found),
    }


def lines_json(lines: Iterable[Standing], found: LeagueRanking) -> list[dict[str, Any]]:
    """Lines of a ranking, in their order."""
    is_boo = found.family == Family.BOO
    return [
        _line_json(line, found.players) | (_maru_json(line.record) if is_boo else {})
        for line in lines
    ]


def _maru_json(record: Record) -> dict[str, Any]:
    """What only Boo has: how often the top made what, and the share of games ended floating."""
    double_maru_a, maru_a, maru_b, maru_c = record.maru_counts
    return {
        "maru": {
            "double_maru_a": double_maru_a,
            "maru_a": maru_a,
            "maru_b": maru_b,
            "maru_c": maru_c,
        },
        "floating_rate_tenths": record.floating_rate_tenths(),
    }


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
