"""``GET /api/v1/clubs/<club>/leagues/<league>/ranking``: the ranking of any stretch as data."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView
from league.api.ranking_asked import lines_asked, stretch_asked
from league.api.records import record_json
from league.models import League
from league.selectors.month_closes import ClosedMonth, closed_month, closes_of
from league.selectors.prizes import Won, prizes_at, prizes_won
from league.selectors.rank_moves import with_moves
from league.selectors.ranking_figures import facts_of, figures_of
from league.selectors.rankings import LeagueRanking, Standing, ranking_of
from rules.models import Family
from scoring.standings import Record


class RankingView(ClubView):
    """Everybody who may read the club reads its rankings."""

    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """The stretch that is asked for, else the club's present month.

        A closed month is answered as it was frozen, with ``live=1`` as the games give it now.
        """
        club = self.visit.club
        leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
        league = leagues.filter(slug=league_slug).first()
        if league is None:
            raise Http404
        league.club = club
        shown = ranking_of(club, league, stretch_asked(request, club, league))
        closed = _closed(league, shown)
        frozen = None if request.query_params.get("live") == "1" else closed
        shown = frozen.frozen if frozen else shown
        shown = with_moves(shown, league, year_starts_in=club.year_starts_in)
        told = {**_ranking_json(league, shown, frozen), "closed": _closed_json(closed)}
        return Response({**told, **_lines_json(request, shown)})


def _closed(league: League, found: LeagueRanking) -> ClosedMonth | None:
    if not found.stretch.is_month:
        return None
    close = closes_of(league, found.stretch.first).filter(reopened_at=None).first()
    if close is None:
        return None
    close.league = league
    return closed_month(league.club, close, found)


def _closed_json(closed: ClosedMonth | None) -> dict[str, Any] | None:
    if closed is None:
        return None
    return {
        "closed_at": closed.close.closed_at,
        "by": closed.close.closed_by_name,
        "differs": closed.differs,
    }


def _ranking_json(
    league: League, found: LeagueRanking, frozen: ClosedMonth | None
) -> dict[str, Any]:
    stretch, before = found.stretch, found.before
    has_prizes = stretch.is_month or stretch.season is not None
    prizes = prizes_at(league, frozen.close if frozen else None) if has_prizes else []
    return {
        "league": league.slug,
        "from": stretch.first,
        "to": stretch.last,
        "minimum_games": stretch.minimum_games,
        "games": found.games,
        "score_name": found.rule.score_name,
        "score_decimals": found.rule.score_decimals,
        "start_points": found.terms.start_points,
        "figures": figures_of(found),
        "versions": [
            {"version": used.version.label, "from": used.first, "to": used.last}
            for used in found.versions
        ],
        "before": None if before is None else {"from": before.first, "to": before.last},
        "prizes": [_prize_json(won) for won in prizes_won(prizes, found)],
    }


def _prize_json(won: Won) -> dict[str, Any]:
    return {
        "name": won.prize.name,
        "measure": won.prize.measure,
        "minimum_games": won.minimum_games,
        "value": won.value,
        "winners": [line.member_id for line in won.winners],
    }


def _lines_json(request: Request, found: LeagueRanking) -> dict[str, Any]:
    """The lines that are asked for, each in its group."""
    lines, page = lines_asked(request, found)
    head: dict[str, Any] = {}
    if page is not None:
        first = (page.page - 1) * page.size
        more = len(lines) > first + page.size
        head = {"page": page.page, "page_size": page.size, "more": more}
        lines = lines[first : first + page.size]
    groups = (("ranked", found.ranked), ("below_minimum", found.short), ("guests", found.guests))
    for name, members in groups:
        keys = {line.member_id for line in members}
        head[name] = lines_json(_only(lines, keys), found)
    return head


def _only(lines: Iterable[Standing], members: Collection[int]) -> list[Standing]:
    return [line for line in lines if line.member_id in members]


def lines_json(lines: Iterable[Standing], found: LeagueRanking) -> list[dict[str, Any]]:
    """Lines of a ranking, in their order."""
    is_boo = found.family == Family.BOO
    return [_line_json(line, found) | (_maru_json(line.record) if is_boo else {}) for line in lines]


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


def _line_json(line: Standing, found: LeagueRanking) -> dict[str, Any]:
    """A line with whole numbers only: scores in points, rates in tenths of a percent."""
    record, facts = line.record, facts_of(found)
    start = found.terms.start_points
    told = {
        "rank": line.rank,
        "rank_before": line.rank_before,
        "member": line.member_id,
        "name": line.name,
        "missing_games": line.missing,
        "adjusted": line.adjusted,
        "total": line.total,
        **record_json(record, found.players),
        "points_games": record.points_games,
    }
    knows_start = start is not None
    told["table_points"] = record.table_points(facts.start) if knows_start else None
    told["average_table_points"] = record.average_table_points(facts.start) if knows_start else None
    return told
