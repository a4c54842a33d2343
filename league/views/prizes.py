"""Prizes: who wins them beside a ranking, and the page on which organizers set them."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.prizes import PrizeRows, SeenForm, rows_of, seen_of
from league.models import League, MonthClose
from league.permissions import Action
from league.selectors.prizes import Won, prizes_at, prizes_of, prizes_won
from league.selectors.rankings import LeagueRanking, Standing
from league.services.prizes import set_prizes
from league.views.ranking_columns import COLUMNS, Cell


class PrizeShown(NamedTuple):
    """A prize beside a ranking."""

    name: str
    measure: str  # what it is given for; empty where its name says so
    minimum_games: int
    winners: tuple[Standing, ...]
    figure: Cell | None


def prizes_shown(
    league: League, ranking: LeagueRanking, close: MonthClose | None
) -> list[PrizeShown]:
    """The prizes of a month or season with games and their winners. One query at most.

    Args:
        league: whose prizes.
        ranking: who may have them.
        close: of a frozen ranking, which keeps the prizes that there were.
    """
    has_prizes = ranking.stretch.is_month or ranking.stretch.season is not None
    if not has_prizes or not ranking.people:
        return []
    return [_shown(won, ranking) for won in prizes_won(prizes_at(league, close), ranking)]


def _shown(won: Won, ranking: LeagueRanking) -> PrizeShown:
    prize, figure = won.prize, None
    if won.value is not None:
        figure = COLUMNS[prize.measure].write(won.value, ranking.rule.score_decimals)
    measure = prize.get_measure_display()
    return PrizeShown(
        name=prize.name or measure,
        measure=measure if prize.name and prize.name != measure else "",
        minimum_games=won.minimum_games,
        winners=won.winners,
        figure=figure,
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def prizes(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    """Set a league's prizes: what for, from how many games, in which order."""
    league = visit.league(league_slug)
    there = prizes_of(league)
    posted = request.method == "POST"
    rows: Any = PrizeRows(request.POST) if posted else rows_of(there)
    seen = SeenForm(request.POST) if posted else seen_of(there)
    status, told = (422, "") if posted else (200, "")
    if posted and rows.is_valid() and seen.is_valid():
        try:
            set_prizes(league=league, prizes=rows.entries(), seen=seen.keys(), actor=visit.actor)
        except LeagueError as error:
            status, told = 409, error.message
        else:
            messages.success(request, _("Saved."))
            return redirect("league:prizes", visit.club.slug, league.slug)
    context = {"league": league, "rows": rows, "seen": seen, "told": told}
    return render_club(
        request, visit, "league/ranking/prizes.html", context, nav="settings", status=status
    )
