"""Tables to take away: rankings, games and members as CSV, rankings as an Excel workbook."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.http import Http404, HttpResponseBase
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page
from league.days import day_problem, written_day
from league.exports.files import XLSX, csv_answer, csv_lines, file_answer
from league.exports.games import GamesWanted, GameTable
from league.exports.ranking import (
    member_heads,
    member_rows,
    month_heads,
    month_rows,
    months_in,
    ranking_heads,
    ranking_rows,
    scores_by_month,
)
from league.models import League
from league.permissions import Action
from league.selectors.rankings import LeagueRanking, Stretch, ranking_of
from league.views.month_closes import ranking_shown
from league.views.ranking_asked import ranking_asked


class Taken(NamedTuple):
    """The ranking that an address asks for, as its page shows it."""

    league: League
    ranking: LeagueRanking

    @property
    def name(self) -> str:
        """The stretch as a part of a file's name."""
        stretch = self.ranking.stretch
        if stretch.season is not None:
            return str(stretch.season.name)
        return days_named(stretch)


def days_named(stretch: Stretch) -> str:
    """Days as a part of a file's name: 2026-11, or 2026-04-01_2026-11-30."""
    if stretch.is_month:
        return f"{stretch.first:%Y-%m}"
    return f"{stretch.first.isoformat()}_{stretch.last.isoformat()}"


def ranking_taken(request: HtmxRequest, visit: Visit, league_slug: str) -> Taken:
    """The ranking that the page of the same query shows; of a closed month the frozen one.

    Raises:
        Http404: no such league or season, or days that no page could show.
    """
    asked = ranking_asked(request, visit, league_slug)
    league, period = asked.league, asked.period
    if period.error:
        raise Http404
    league.club = visit.club
    present = ranking_of(visit.club, league, period.stretch)
    shown = ranking_shown(visit, league, present, wants_live=request.GET.get("live") == "1")
    return Taken(league, shown.ranking)


@club_page(Action.READ)
def ranking_csv(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """The ranking's figures as CSV."""
    taken = ranking_taken(request, visit, league_slug)
    lines = csv_lines(ranking_heads(taken.ranking), ranking_rows(taken.ranking))
    plain = (visit.club.slug, taken.league.slug, taken.name)
    return csv_answer(lines, visit.club.name, taken.league.name, taken.name, plain=plain)


@club_page(Action.READ)
def ranking_xlsx(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    """The ranking with its games and months as an Excel workbook."""
    league, ranking = taken = ranking_taken(request, visit, league_slug)
    first, last = ranking.stretch.first, ranking.stretch.last
    table = GameTable(visit.club, GamesWanted(league=league, first=first, last=last))
    scores = scores_by_month(visit.club, league, ranking)
    games = (row for row in table.rows_by_game())
    # openpyxl takes five megabytes of every web process that has ever loaded it
    from league.exports.workbook import Sheet, write_workbook

    workbook = write_workbook(
        [
            Sheet(
                title=_("Ranking"),
                heads=ranking_heads(ranking),
                rows=ranking_rows(ranking),
                widths=(6, 18),
                frozen="C2",
            ),
            Sheet(
                title=_("Game list"),
                heads=table.heads_by_game(),
                rows=games,
                widths=(8, 12, 16, 16),
            ),
            Sheet(
                title=_("Month by month"),
                heads=month_heads(months_in(scores)),
                rows=month_rows(ranking, scores),
                widths=(18,),
                frozen="B2",
            ),
        ]
    )
    name = (visit.club.name, league.name, taken.name)
    plain = (visit.club.slug, league.slug, taken.name)
    return file_answer(workbook, XLSX, *name, ending="xlsx", plain=plain)


@club_page(Action.READ)
def games_csv(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Games as CSV: ``?league=``, ``from``, ``to``; ``form=seats``: a row a seat.

    Raises:
        Http404: no such league, or no such day.
    """
    asked = request.GET
    league = visit.league(asked["league"]) if asked.get("league") else None
    wanted = GamesWanted(
        league=league,
        first=_day(asked.get("from", "")),
        last=_day(asked.get("to", "")),
        voided=asked.get("voided") == "1",
    )
    table = GameTable(visit.club, wanted)
    by_seat = asked.get("form") == "seats"
    heads = table.heads_by_seat() if by_seat else table.heads_by_game()
    rows = table.rows_by_seat() if by_seat else table.rows_by_game()
    both = [day.isoformat() if day else "" for day in (wanted.first, wanted.last)]
    days = "_".join(both).strip("_")
    return csv_answer(
        csv_lines(heads, rows),
        visit.club.name,
        league.name if league else "",
        _("game list by seat") if by_seat else _("game list"),
        days,
        plain=(visit.club.slug, league.slug if league else "", "games", days),
    )


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        day = written_day(text)
    except ValueError as error:
        raise Http404 from error
    if day_problem(day):
        raise Http404
    return day


@club_page(Action.MANAGE_MEMBERS)
def members_csv(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """The club's list as CSV, with what only organizers see."""
    lines = csv_lines(member_heads(), member_rows(visit.club))
    plain = (visit.club.slug, "members")
    return csv_answer(lines, visit.club.name, _("member list"), plain=plain)
