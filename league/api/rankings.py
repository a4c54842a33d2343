"""Rankings of any period as JSON, and what-if rankings under other rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any, cast

from django.http import Http404
from django.utils.translation import gettext as _
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import BadRequestError, ClubView, picked
from league.api.lists import Slice, requested_slice
from league.api.operations import PAGE, PAGE_SIZE, Answer, Query, operation
from league.api.rule_answers import ImpossibleGame
from league.api.rule_base import LANG, BadParametersError, LanguageView
from league.api.rule_json import impossible_json
from league.core.days import PERIOD_WORDS, Calendar, Period, PeriodError, calendar_of, month_of
from league.core.errors import LeagueError
from league.core.numbers import number_in
from league.core.permissions import Action
from league.core.throttles import working_out
from league.models import League
from league.rankings.closings import ClosedMonth, closed_month, closes_of
from league.rankings.figures import (
    FIGURES,
    Facts,
    Won,
    facts_of,
    figures_of,
    in_order,
    prizes_at,
    prizes_won,
)
from league.rankings.table import LeagueRanking, Standing, ranking_of, with_moves
from league.rulebook.typed import problems_of
from league.rulechanges.what_if import (
    MOST,
    Compared,
    WhatIf,
    find_version,
    games_in,
    version_choices,
    what_if,
)
from rules.models import Family
from scoring.standings import Record

PERIOD = (
    Query("month", "A month, such as 2026-11."),
    Query("year", "The club's year that begins in it."),
    Query("season", "A season's number."),
    Query("from", "The first of any days."),
    Query("to", "The last of these days; without it today."),
    Query("all", "1: all that was played."),
    Query("period", "2026-11, 2026, s3, 2026-11-02_2026-11-20 or all."),
)
_ROWS = (
    Query("live", "1: a closed month as its games give it now."),
    Query("sort", "A figure; after a minus the highest first."),
    Query("member", "A member's number: that row alone."),
    PAGE,
    PAGE_SIZE,
)


class RecordAnswer(Answer):
    games: int
    score: int
    places: list[int]
    average_score: int | None
    average_place_hundredths: int | None
    top_rate_tenths: int | None
    top_two_rate_tenths: int | None
    last_avoid_rate_tenths: int | None
    best: int | None
    worst: int | None
    busts: int
    chips: int
    top_run: int
    no_last_run: int
    plus_run: int


class Ranked(Answer):
    rank: int | None
    rank_before: int | None
    member: int
    name: str
    missing_games: int
    points_games: int


class Maru(Answer):
    double_maru_a: int
    maru_a: int
    maru_b: int
    maru_c: int


class RankingRow(RecordAnswer, Ranked):
    """A member's record, and every figure by its key; those of Boo have ``maru`` too."""

    total: int
    place: int | None
    adjusted: int
    double_maru_a: int
    maru_a: int
    maru_b: int
    maru_c: int
    floating: int | None
    first: int
    second: int
    third: int
    fourth: int
    top: int | None
    last: int | None
    average: int | None
    top_two: int | None
    table_points: int | None
    average_table_points: int | None
    maru: Maru | None = None
    floating_rate_tenths: int | None = None


class VersionUsed(Answer):
    version: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")


class Days(Answer):
    first: date = Field(alias="from")
    last: date = Field(alias="to")


class PrizeWon(Answer):
    name: str
    measure: str
    minimum_games: int
    value: int | None
    winners: list[int]


class ClosedAnswer(Answer):
    closed_at: datetime
    by: str
    differs: bool


class Ranking(Answer):
    league: str
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    minimum_games: int
    games: int | None  # null where tables were of different sizes, or no rules in force
    score_name: str
    score_decimals: int
    start_points: int | None
    figures: list[str]
    versions: list[VersionUsed]
    before: Days | None
    prizes: list[PrizeWon]
    closed: ClosedAnswer | None
    page: int = 0
    page_size: int = 0
    more: bool = False
    ranked: list[RankingRow]
    below_minimum: list[RankingRow]
    guests: list[RankingRow]


class VersionChoice(Answer):
    version: str
    name: str
    group: str


class ComparedRow(RankingRow):
    score_now: int | None
    rank_now: int | None


class WhatIfRanking(Answer):
    """The ranking under another version; without one asked for, ``versions`` to choose from."""

    league: str
    versions: tuple[VersionChoice, ...] = ()
    version: str = ""
    first: date | None = Field(default=None, alias="from")
    last: date | None = Field(default=None, alias="to")
    minimum_games: int = 0
    games: int = 0
    score_name: str = ""
    score_decimals: int = 0
    ranked: tuple[ComparedRow, ...] = ()
    below_minimum: tuple[ComparedRow, ...] = ()
    guests: tuple[ComparedRow, ...] = ()
    impossible: int = 0
    cannot_stand: tuple[ImpossibleGame, ...] = ()


def requested_period(request: Request, calendar: Calendar) -> Period:
    """Read the period asked for, else the present month. At most one query.

    Raises:
        BadRequestError: it cannot be understood, or two periods are given.
    """
    query = request.query_params
    given = [name for name in PERIOD_WORDS if name in query]
    try:
        if len(given) > 1 and given != ["from", "to"]:
            words = _("Please use only one of these: %(names)s.") % {"names": ", ".join(given)}
            raise PeriodError(words, field=given[1])
        if query.get("to") and not query.get("from"):
            words = _("Please write the day as year-month-day, for example 2026-04-01.")
            raise PeriodError(words, field="from")
        found = calendar.read(query)
        if given and found is None:  # an empty word, or all=0
            raise PeriodError(_("There is no such period."), field=given[0])
    except PeriodError as error:
        raise BadRequestError({error.field: [error.message]}) from error
    return found or month_of(calendar.league, calendar.today)


def requested_lines(request: Request, found: LeagueRanking) -> tuple[list[Standing], Slice | None]:
    """Select lines by ``?member=``, sort them by ``?sort=``, and apply paging if asked for.

    Raises:
        BadRequestError: there is no such figure, member or page.
    """
    lines = list(found.lines)
    if sort := request.query_params.get("sort", ""):
        figure = FIGURES.get(sort.removeprefix("-"))
        if figure is None:
            words = _("This must be one of %(choices)s.") % {"choices": ", ".join(FIGURES)}
            raise BadRequestError({"sort": [words]})
        facts = facts_of(found)
        lines = in_order(lines, figure, facts, falls=sort.startswith("-"))
    if member := request.query_params.get("member", ""):
        key = number_in(member)
        if key is None:
            raise BadRequestError({"member": [_("This must be a number.")]})
        lines = [line for line in lines if line.member_id == key]
    if not {"page", "page_size"} & set(request.query_params):
        return lines, None
    return lines, requested_slice(request)


class RankingView(ClubView):
    """Readable by everybody who may read the club."""

    @operation(answers={200: Ranking}, query=(*PERIOD, *_ROWS))
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Rank the period asked for, else the club's present month.

        A closed month is returned as frozen; with ``live=1``, as its games give it now.
        """
        club = self.visit.club
        calendar = calendar_of(club, league_slug)
        league = calendar.league
        shown = ranking_of(club, league, requested_period(request, calendar))
        closed = _closed(league, shown)
        frozen = None if request.query_params.get("live") == "1" else closed
        shown = frozen.frozen if frozen else shown
        shown = with_moves(shown, league, year_starts_in=club.year_starts_in)
        answer = {**_ranking_json(league, shown, frozen), "closed": _closed_json(closed)}
        return Response({**answer, **_lines_json(request, shown)})


def _closed(league: League, found: LeagueRanking) -> ClosedMonth | None:
    if not found.period.is_month:
        return None
    close = closes_of(league, found.period.first).filter(reopened_at=None).first()
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
    period, before = found.period, found.before
    has_prizes = period.is_month or period.season is not None
    prizes = prizes_at(league, frozen.close if frozen else None) if has_prizes else []
    return {
        "league": league.slug,
        "from": period.first,
        "to": period.last,
        "minimum_games": period.minimum_games,
        "games": found.games,
        "score_name": found.rule.score_name,
        "score_decimals": found.rule.score_decimals,
        "start_points": found.terms.start_points,
        "figures": [figure.key for figure in figures_of(found)],
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
    lines, page = requested_lines(request, found)
    head: dict[str, Any] = {}
    if page is not None:
        first = (page.page - 1) * page.size
        more = len(lines) > first + page.size
        head = {"page": page.page, "page_size": page.size, "more": more}
        lines = lines[first : first + page.size]
    groups = (("ranked", found.ranked), ("below_minimum", found.short), ("guests", found.guests))
    for name, members in groups:
        keys = {line.member_id for line in members}
        head[name] = lines_json([line for line in lines if line.member_id in keys], found)
    return head


def lines_json(lines: Iterable[Standing], found: LeagueRanking) -> list[dict[str, Any]]:
    is_boo, facts = found.family == Family.BOO, facts_of(found)
    return [_line_json(line, facts) | (_maru_json(line.record) if is_boo else {}) for line in lines]


def _maru_json(record: Record) -> dict[str, Any]:
    names = ("double_maru_a", "maru_a", "maru_b", "maru_c")
    return {
        "maru": dict(zip(names, record.maru_counts, strict=True)),
        "floating_rate_tenths": record.floating_rate_tenths(),
    }


def _line_json(line: Standing, facts: Facts) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "rank_before": line.rank_before,
        "member": line.member_id,
        "name": line.name,
        "missing_games": line.missing,
        "points_games": line.record.points_games,
        **record_json(line.record, facts.players),
        **{key: figure.value(line, facts) for key, figure in FIGURES.items()},
    }


def record_json(record: Record, players: int | None) -> dict[str, Any]:
    """Describe a record in whole numbers: scores in points, rates in tenths of a percent.

    Args:
        record: of somebody's games.
        players: at a table; None where tables of three and four are mixed.
    """
    return {
        "games": record.games,
        "score": record.score,
        "places": record.place_counts[: players or 4],
        "average_score": record.average_score(),
        "average_place_hundredths": record.average_place_hundredths(),
        "top_rate_tenths": record.top_rate_tenths(),
        "top_two_rate_tenths": record.top_two_rate_tenths(),
        "last_avoid_rate_tenths": record.last_avoid_rate_tenths(players) if players else None,
        **picked(record, "best", "worst", "busts", "chips"),
        "top_run": record.top_run.longest,
        "no_last_run": record.no_last_run.longest,
        "plus_run": record.plus_run.longest,
    }


class WhatIfView(LanguageView):
    """Open to everybody who may read the club; drafts are for organizers."""

    @operation(
        answers={200: WhatIfRanking},
        query=(LANG, *PERIOD, Query("version", "A label or shipped:<key>@<day>.")),
        errors=(422, 429),
    )
    def get(self, request: Request, club_slug: str, league_slug: str) -> Response:
        """Rank a period under ``?version=``; without it, list the versions."""
        calendar = calendar_of(self.visit.club, league_slug)
        league, period = calendar.league, requested_period(request, calendar)
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
        games = games_in(league, period.first, period.last)
        if games > MOST:
            words = _(
                "The month has %(games)s games; a trial calculation can cover at most %(most)s."
            )
            facts = {"games": f"{games:,}", "most": f"{MOST:,}"}
            raise LeagueError(words % facts, field="month")
        with working_out(request):
            found = what_if(self.visit.club, league, period, version, version.value)
        return Response(_what_if_json(league, key, found))


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


def _what_if_json(league: League, key: str, found: WhatIf) -> dict[str, Any]:
    ranking = found.ranking
    return {
        "league": league.slug,
        "version": key,
        "from": ranking.period.first,
        "to": ranking.period.last,
        "minimum_games": ranking.period.minimum_games,
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
    compared = cast("Sequence[Compared]", lines)
    return [
        {**line, "score_now": each.score_now, "rank_now": each.rank_now}
        for each, line in zip(compared, lines_json(lines, ranking), strict=True)
    ]
