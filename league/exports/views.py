"""Exports: games, members and rankings as CSV or Excel, evenings and rankings as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponseBase, QueryDict
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import Period, day_problem, period_of_page, written_day
from league.core.formats import score, score_name
from league.core.jobs import Tell
from league.core.permissions import Action
from league.exports.download_views import file_or_offer
from league.exports.files import XLSX, csv_answer, csv_lines, file_answer
from league.exports.prepared import Kind, register
from league.exports.tables import (
    GamesWanted,
    GameTable,
    count_games,
    member_heads,
    member_rows,
    month_heads,
    month_rows,
    months_in,
    ranking_heads,
    ranking_rows,
    scores_by_month,
)
from league.games.evening import LeagueSheet, SheetLine, session_sheets
from league.games.evening_views import find_session
from league.models import Club, League, Session
from league.models.names import read_outside
from league.rankings.table import LeagueRanking, Standing, ranking_of
from league.rankings.table_views import displayed_ranking
from rules.models import Family
from scoring.standings import rank_rows


def session_text(club: Club, session: Session, sheets: Sequence[LeagueSheet]) -> str:
    day = _("%(day)s (%(weekday)s)") % {
        "day": date_format(session.day, "DATE_FORMAT"),
        "weekday": date_format(session.day, "D"),
    }
    head = " ".join(part for part in (club.name, day, session.title) if part)
    blocks = ["\n".join(_sheet_lines(club, sheet)) for sheet in sheets if sheet.lines]
    return "\n\n".join([head, *(blocks or [_("No games yet")])]) + "\n"


def _sheet_lines(club: Club, sheet: LeagueSheet) -> Iterator[str]:
    yield _league_head(sheet.league, sheet.unit, len(sheet.lines))
    is_boo = any(line.result for line in sheet.lines)
    totals = sorted(sheet.totals, key=lambda total: -total.score)
    for rank, total in rank_rows(totals, key=lambda total: -total.score):
        places = None if is_boo else total.places[: sheet.players]
        yield _person(
            rank,
            total.member.shown_name(club),
            score(total.score, sheet.decimals),
            total.games,
            places,
        )
    yield ""
    several = len({line.game.table for line in sheet.lines}) > 1
    for line in sheet.lines:
        yield _game(club, sheet, line, names_table=several)


def _game(club: Club, sheet: LeagueSheet, line: SheetLine, *, names_table: bool) -> str:
    words = _("game %(number)s of table %(table)s") if names_table else _("game %(number)s")
    where = words % {"number": line.game.number, "table": line.game.table}
    cells = [
        (cell, total.member)
        for cell, total in zip(line.cells, sheet.totals, strict=True)
        if cell is not None
    ]
    cells.sort(key=lambda each: (each[0].place or 9, each[0].seat))
    seats = [
        f"{member.shown_name(club)} {score(cell.score, sheet.decimals)}" for cell, member in cells
    ]
    return " ".join(part for part in (where, line.result, " / ".join(seats)) if part)


def ranking_text(club: Club, league: League, ranking: LeagueRanking, period: str) -> str:
    head = f"{club.name} {period}"
    unit = score_name(ranking.rule.score_name)
    blocks = [[_league_head(league, unit, ranking.games), *_standings(ranking, ranking.ranked)]]
    if ranking.short:
        minimum = ranking.period.minimum_games
        few = ngettext(
            "Too few games (minimum %(count)s)", "Too few games (minimum %(count)s)", minimum
        )
        blocks.append([few % {"count": minimum}, *_standings(ranking, ranking.short)])
    if ranking.guests:
        blocks.append([_("Guests"), *_standings(ranking, ranking.guests)])
    if not ranking.people:
        blocks[0].append(_("No games yet"))
    return "\n\n".join([head, *("\n".join(block) for block in blocks)]) + "\n"


def _standings(ranking: LeagueRanking, lines: Iterable[Standing]) -> Iterator[str]:
    players = ranking.players or 4
    for line in lines:
        is_boo = ranking.family == Family.BOO
        places = None if is_boo else line.record.place_counts[:players]
        total = score(line.total, ranking.rule.score_decimals)
        yield _person(line.rank, line.shown_name, total, line.record.games, places)


def _league_head(league: League, unit: str, games: int | None) -> str:
    facts = [_games(games)] if games is not None else []
    facts += [_("in %(unit)s") % {"unit": unit}] if unit else []
    return _("[%(league)s] %(facts)s") % {"league": league.name, "facts": _(", ").join(facts)}


def _games(count: int) -> str:
    return ngettext("%(count)s game", "%(count)s games", count) % {"count": f"{count:,}"}


def _person(
    rank: int | None, name: str, total: str, games: int, places: Sequence[int] | None
) -> str:
    facts = _games(games)
    if places is not None:
        facts += " " + "-".join(map(str, places))
    words = (
        _("%(rank)s. %(name)s %(total)s (%(facts)s)")
        if rank
        else _("%(name)s %(total)s (%(facts)s)")
    )
    return words % {"rank": rank, "name": name, "total": total, "facts": facts}


class Taken(NamedTuple):
    league: League
    ranking: LeagueRanking

    @property
    def name(self) -> str:
        """Return the days as part of a file name: 2026-11, or 2026-04-01_2026-11-30."""
        period = self.ranking.period
        if period.season is not None:
            return str(period.season.name)
        return f"{period.first:%Y-%m}" if period.is_month else "_".join(map(str, period.range))


def ranking_taken(visit: Visit, query: QueryDict, league_slug: str) -> Taken:
    """Return the ranking that the page of the same query shows; frozen for a closed month.

    Raises:
        Http404: no such league or season, or days that no page could show.
    """
    league, period = _league_and_period(visit, query, league_slug)
    present = ranking_of(visit.club, league, period)
    shown = displayed_ranking(visit, league, present, wants_live=query.get("live") == "1")
    return Taken(league, shown.ranking)


def _league_and_period(visit: Visit, query: QueryDict, slug: str) -> tuple[League, Period]:
    requested = period_of_page(query, visit.club, slug)
    if requested.error:
        raise Http404
    requested.league.club = visit.club
    return requested.league, requested.period


@club_page(Action.READ)
def ranking_csv(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    return ranking_table(visit, request.GET, league_slug)


def ranking_table(visit: Visit, query: QueryDict, league_slug: str) -> HttpResponseBase:
    """Answer with the ranking of a page's query as CSV."""
    taken = ranking_taken(visit, query, league_slug)
    lines = csv_lines(ranking_heads(taken.ranking), ranking_rows(taken.ranking))
    return csv_answer(lines, visit.club.name, taken.league.name, taken.name)


@club_page(Action.READ)
def ranking_xlsx(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    query = request.GET.copy()
    query["league"] = league_slug
    return file_or_offer(request, visit, "ranking", query)


def _games_of_ranking(visit: Visit, query: QueryDict) -> int:
    league, period = _league_and_period(visit, query, query.get("league", ""))
    wanted = GamesWanted(league=league, first=period.first, last=period.last)
    return count_games(visit.club, wanted)


def _ranking_workbook(visit: Visit, query: QueryDict, tell: Tell) -> HttpResponseBase:
    league, ranking = taken = ranking_taken(visit, query, query.get("league", ""))
    first, last = ranking.period.first, ranking.period.last
    table = GameTable(visit.club, GamesWanted(league=league, first=first, last=last), tell)
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
    return file_answer(workbook, XLSX, *name, ending="xlsx")


@club_page(Action.READ)
def games_csv(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Export games as CSV: ``?league=``, ``from``, ``to``; ``form=seats``: a row per seat.

    Raises:
        Http404: no such league, or no such day.
    """
    return file_or_offer(request, visit, "games", request.GET)


def _wanted(visit: Visit, query: QueryDict) -> GamesWanted:
    return GamesWanted(
        league=visit.league(slug) if (slug := query.get("league")) else None,
        first=_day(query.get("from", "")),
        last=_day(query.get("to", "")),
        voided=query.get("voided") == "1",
    )


def _games_table(visit: Visit, query: QueryDict, tell: Tell) -> HttpResponseBase:
    wanted = _wanted(visit, query)
    table = GameTable(visit.club, wanted, tell)
    by_seat = query.get("form") == "seats"
    heads = table.heads_by_seat() if by_seat else table.heads_by_game()
    rows = table.rows_by_seat() if by_seat else table.rows_by_game()
    both = [day.isoformat() if day else "" for day in (wanted.first, wanted.last)]
    days = "_".join(both).strip("_")
    return csv_answer(
        csv_lines(heads, rows),
        visit.club.name,
        wanted.league.name if wanted.league else "",
        _("game list by seat") if by_seat else _("game list"),
        days,
    )


register(
    "games",
    Kind(
        action=Action.READ,
        answer=_games_table,
        games=lambda visit, query: count_games(visit.club, _wanted(visit, query)),
        name=lambda: _("All games (CSV)"),
    ),
)
register(
    "ranking",
    Kind(
        action=Action.READ,
        answer=_ranking_workbook,
        games=_games_of_ranking,
        name=lambda: _("Excel file"),
    ),
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
    return members_table(visit.club)


def members_table(club: Club) -> HttpResponseBase:
    """Answer with the club's list as CSV, including what only organizers see."""
    lines = csv_lines(member_heads(), member_rows(club))
    return csv_answer(lines, club.name, _("member list"))


def session_address(request: HttpRequest, session: Session) -> str:
    return request.build_absolute_uri(
        reverse("league:session", args=[session.club.slug, session.pk])
    )


def ranking_address(
    request: HttpRequest, club: Club, league: League, ranking: LeagueRanking
) -> str:
    """Return where a ranking is, with its days: a month later it is still that month."""
    path = reverse("league:ranking", args=[club.slug, league.slug])
    return request.build_absolute_uri(f"{path}?{urlencode(ranking.period.query)}")


def with_link(text: str, link: str) -> str:
    """Return a text for a chat, with the page that it was made of at its end."""
    return f"{text}\n{link}\n"


@club_page(Action.READ)
def session_as_text(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponseBase:
    read_outside(visit.club.pk)  # it is made to be passed on
    session = find_session(visit, session_id)
    link = session_address(request, session)
    context = {
        "text": with_link(session_text(visit.club, session, session_sheets(session)), link),
        "link": link,
        "up_url": reverse("league:session", args=[visit.club.slug, session.pk]),
        "session": session,
    }
    return render_club(request, visit, "league/exports/text.html", context, nav="sessions")


@club_page(Action.READ)
def ranking_as_text(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    read_outside(visit.club.pk)  # it is made to be passed on
    league, ranking = ranking_taken(visit, request.GET, league_slug)
    name = ranking.period.name
    url = reverse("league:ranking", args=[visit.club.slug, league.slug])
    requested = request.GET.urlencode()
    link = ranking_address(request, visit.club, league, ranking)
    context = {
        "text": with_link(ranking_text(visit.club, league, ranking, name), link),
        "link": link,
        "up_url": f"{url}?{requested}" if requested else url,
        "league": league,
        "name": name,
    }
    return render_club(request, visit, "league/exports/text.html", context, nav="ranking")
