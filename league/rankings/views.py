"""Pages of a league: its ranking, the race, the outlook, ratings and prizes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import accumulate
from random import Random
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.db.models import Value
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.charts import Chart, Series, line_chart
from league.core.days import PERIOD_WORDS, Period, period_of_page
from league.core.formats import hundredths, permille, score
from league.core.kept_pages import kept_club_page
from league.core.naming import on_page
from league.core.permissions import Action
from league.games.ratings import BEGINS_AT, CAUTION, Rated, rating_table
from league.games.tallies import adjustments_of, by_seat, latest_settlement
from league.models import Club, Hanchan, League, Member, MonthClose, Seat, Tally
from league.rankings.closings import closes_of
from league.rankings.figures import FIGURES, Won, prizes_at, prizes_won
from league.rankings.table import InForce, LeagueRanking, Standing, ranking_of, with_moves
from league.rankings.table_views import EVERY, displayed_ranking, ranking_table
from league.rulebook.versions import UNKNOWN, scores_by_league
from scoring.chances import OWN_GAMES, ROUNDS, Chance, Contender, chances, needed
from scoring.standings import rank_rows, tenths


def prize_rows(
    league: League, ranking: LeagueRanking, close: MonthClose | None
) -> list[dict[str, Any]]:
    """Return the prizes of a month or season with winners. At most one query.

    Args:
        league: whose prizes.
        ranking: the candidates.
        close: of a frozen ranking, which keeps the prizes of its time.
    """
    has_prizes = ranking.period.is_month or ranking.period.season is not None
    if not has_prizes or not ranking.people:
        return []
    return [_shown(won, ranking) for won in prizes_won(prizes_at(league, close), ranking)]


def _shown(won: Won, ranking: LeagueRanking) -> dict[str, Any]:
    """A prize beside a ranking; what it is given for, only where its name does not say so."""
    prize, figure = won.prize, None
    if won.value is not None:
        figure = FIGURES[prize.measure].cell(won.value, ranking.rule.score_decimals)
    measure = prize.get_measure_display()
    return {
        "name": prize.name or measure,
        "measure": measure if prize.name and prize.name != measure else "",
        "minimum_games": won.minimum_games,
        "winners": won.winners,
        "figure": figure,
    }


#: so many of the best, and oneself
TOP = 10
#: ticks lie on whole points of score
_LEAST = 1_000
_PERSON = (
    *("member_id", "member__display_name", "member__full_name", "member__romaji"),
    *("member__kana", "member__is_guest"),
)


@dataclass(slots=True, kw_only=True)
class _Runner:
    member_id: int
    name: str
    reading: str
    is_ranked: bool = False
    games: int = 0
    total: int = 0
    days: dict[date, int] = field(default_factory=lambda: defaultdict(int))


def race_of(
    club: Club, league: League, period: Period, me: Member | None, *, decimals: int = 1
) -> Chart | None:
    """Chart the totals of the top ten, and of ``me``, by club day. Two queries.

    Adjustments count on their day, as in the ranking. The ranked come first; those with too few
    games fill up to ten. None before the first game.

    Args:
        club: whose league.
        league: what is played.
        period: the days.
        me: the reader, whose line is marked.
        decimals: of the league's scores.
    """
    runners = _runners(club, league, period)
    order = sorted(runners, key=lambda each: (-each.total, each.reading, each.member_id))
    ranked = rank_rows([each for each in order if each.is_ranked], key=lambda each: -each.total)
    lines = [(str(rank), each) for rank, each in ranked]
    lines += [("–", each) for each in order if not each.is_ranked]
    mine = me.pk if me else None
    shown = lines[:TOP] + [line for line in lines[TOP:] if line[1].member_id == mine]
    if not shown:
        return None
    days = sorted({day for each in runners for day in each.days})
    return line_chart(
        [_("start"), *(f"{day.month}/{day.day}" for day in days)],
        [
            Series(
                name=each.name,
                values=tuple(accumulate((each.days.get(day, 0) for day in days), initial=0)),
                is_marked=each.member_id == mine,
                tag=tag,
            )
            for tag, each in shown
        ],
        least=_LEAST,
        write=partial(score, decimals=decimals),
    )


def _runners(club: Club, league: League, period: Period) -> list[_Runner]:
    """Return the ranked, and those who need more games, with their days. Two queries."""
    days = period.range
    tallies = Tally.objects.for_club(club).filter(
        page__league=league, page__counts=True, span=Tally.Span.DAY, start__range=days
    )
    adjusted = adjustments_of(league).filter(withdrawn_at=None, day__range=days)
    found: dict[int, _Runner] = {}
    for member, name, full_name, romaji, kana, is_guest, day, points, games in (
        *tallies.order_by().values_list(*_PERSON, "start", "score", "games"),
        *adjusted.order_by().values_list(*_PERSON, "day", "points", Value(0)),
    ):
        if is_guest and not league.guests_ranked:
            continue
        if member not in found:
            latin = club.romaji_of(name, full_name, romaji)
            shown = on_page(club.name_of(name, full_name), latin)
            found[member] = _Runner(member_id=member, name=shown, reading=kana or name)
        runner = found[member]
        runner.games += games
        runner.total += points
        runner.days[day] += points
    for runner in found.values():
        runner.is_ranked = runner.games >= max(period.minimum_games, 1)
    return list(found.values())


#: the league's latest games from which scores are drawn
LATEST_GAMES: Final = 1_000
#: a contender's own latest of them
OWN_LATEST: Final = 100
#: so many of the best are looked at
MOST: Final = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    standing: Standing
    #: what each remaining game has to come to, if the first stands still; None for the first
    needs_first: int | None
    needs_next: int | None  # the same to come level with the rank above
    chance: Chance | None  # None: too few games even then, or nothing to draw from


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlooks:
    """A ranking with what is still possible, best first."""

    ranking: LeagueRanking
    lines: tuple[Outlook, ...]
    games: int  # that each still plays


def outlook_of(club: Club, league: League, period: Period, *, games: int) -> Outlooks:
    """Look ahead to the end of a period. Four queries, whatever the history.

    Args:
        club: whose league.
        league: what is played.
        period: the days that are ranked.
        games: how many everybody still plays, at least one.
    """
    ranking = ranking_of(club, league, period)
    lines = sorted((*ranking.ranked, *ranking.short), key=lambda line: -line.total)[:MOST]
    scores = _latest_scores(league)
    everybody = [one for own in scores.values() for one in own]
    contenders = [
        Contender(
            key=line.member_id,
            total=line.total,
            games=line.record.games,
            scores=scores.get(line.member_id, [])[:OWN_LATEST],
        )
        for line in lines
    ]
    # the same for every reader, until a game changes
    rng = Random(f"{league.pk} {period.first} {period.last} {games}")
    found = chances(
        contenders,
        games=games,
        minimum=period.minimum_games,
        everybody=everybody,
        draw=rng.choices,
    )
    able = [each.total for each in contenders if each.games + games >= period.minimum_games]
    return Outlooks(
        ranking=ranking,
        lines=tuple(_outlook(line, able, found.get(line.member_id), games) for line in lines),
        games=games,
    )


def _outlook(line: Standing, able: list[int], chance: Chance | None, games: int) -> Outlook:
    above = [total for total in able if total > line.total]
    return Outlook(
        standing=line,
        needs_first=needed(max(above) - line.total, games) if above else None,
        needs_next=needed(min(above) - line.total, games) if above else None,
        chance=chance,
    )


def _latest_scores(league: League) -> dict[int, list[int]]:
    """Return each member's scores of the league's latest games, newest first. One query."""
    latest = (
        Hanchan.objects.for_club(league.club_id)
        .filter(league=league, voided_at=None)
        .order_by("-day", "-pk")
        .values("pk")[:LATEST_GAMES]
    )
    rows = (
        Seat.objects.for_club(league.club_id)
        .filter(hanchan__in=latest, hanchan__settlements=latest_settlement("hanchan"))
        .annotate(own_score=by_seat("seat", "hanchan__settlements__score"))
        .order_by("-hanchan__day", "-hanchan", "seat")
        .values_list("member_id", "own_score")
    )
    found: defaultdict[int, list[int]] = defaultdict(list)
    for member, earned in rows:
        found[member].append(earned)
    return found


Link = dict[str, Any]


@club_page(Action.READ_RANKING)
def ranking_index(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """List the club's leagues; redirect to the ranking of a single one."""
    leagues = list(League.objects.for_club(visit.club))
    if len(leagues) == 1:
        return redirect("league:ranking", visit.club.slug, leagues[0].slug)
    context = {"leagues": leagues}
    return render_club(request, visit, "league/rankings/index.html", context, nav="ranking")


@kept_club_page(
    Action.READ_RANKING, {**PERIOD_WORDS, "live": "1", EVERY: "all", "sort": "-?[a-z0-9_-]+"}
)
def ranking(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """Show a league's ranking; an htmx swap gets the table alone."""
    shown_period = period_of_page(request.GET, visit.club, league_slug)
    league, period = shown_period.league, shown_period.period
    present = ranking_of(visit.club, league, period)
    shown = displayed_ranking(visit, league, present, wants_live=request.GET.get("live") == "1")
    found = with_moves(shown.ranking, league, year_starts_in=visit.club.year_starts_in)
    table = ranking_table(
        visit.club,
        found,
        me=visit.member,
        links_people=visit.may(Action.READ),
        query={**period.query, **shown.query},
        sort=request.GET.get("sort", ""),
        beside_total=shown.columns,
        wants_all=request.GET.get(EVERY) == "all",
    )
    context: dict[str, Any] = {
        "league": league,
        "ranking": found,
        "table": table,
        "title": period.name,
    }
    status = shown_period.status if table.is_understood else 400
    if request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/rankings/_table.html", context, status=status)
    me = visit.member.pk if visit.member else None
    kept = {EVERY: "all"} if table.shows_all else {}
    kept |= {"sort": table.sort} if table.sort else {}
    context |= {
        "period": period,
        "period_form": shown_period.form,
        "heading": _heading(period),
        "about": shown.about,
        "kept": kept,
        "prizes": prize_rows(league, found, shown.close),
        "what_if_query": urlencode(period.query),
        "shown_query": urlencode({**period.query, **shown.query}),
        "me": me if any(line.member_id == me for line in found.lines) else None,
        "is_open": shown_period.calendar.today <= period.last,
        "error": shown_period.error
        or ("" if table.is_understood else _("The ranking cannot be sorted by that column.")),
        "pager": shown_period.calendar.pager(period, kept),
        "kinds": shown_period.calendar.kinds(period, kept),
        "season_options": [
            ("", _("Choose a season")),
            *((s.pk, s.name) for s in shown_period.calendar.seasons),
        ],
        "versions": [_version_link(visit, league, used, found.period) for used in found.versions],
        "tabs": _league_tabs(visit, shown_period.leagues, league)
        if len(shown_period.leagues) > 1
        else [],
    }
    return render_club(
        request, visit, "league/rankings/page.html", context, nav="ranking", status=status
    )


def _heading(period: Period) -> str:
    if period.season is not None:
        return _("Season ranking")
    if period.year is not None:
        return _("Yearly ranking")
    if period.is_all:
        return _("All-time ranking")
    return _("Monthly ranking") if period.is_month else _("Ranking of a period")


def _version_link(visit: Visit, league: League, used: InForce, period: Period) -> Link:
    one_year = period.first.year == period.last.year
    days = {
        "first": date_format(used.first, "MONTH_DAY_FORMAT" if one_year else "DATE_FORMAT"),
        "last": date_format(used.last, "MONTH_DAY_FORMAT" if one_year else "DATE_FORMAT"),
    }
    begins, ends = used.first == period.first, used.last == period.last
    when = ""
    if not begins and not ends:
        when = _("%(first)s to %(last)s") % days
    elif not begins:
        when = _("from %(first)s") % days
    elif not ends:
        when = _("until %(last)s") % days
    args = [visit.club.slug, league.rule_set.slug, used.version.label]
    return {
        "when": when,
        "label": used.version.label,
        "url": reverse("league:rule-version", args=args),
    }


def _league_tabs(
    visit: Visit, leagues: Iterable[League], shown: League, page: str = "ranking"
) -> list[Link]:
    return [
        {
            "url": reverse(f"league:{page}", args=[visit.club.slug, each.slug]),
            "label": each.name,
            "current": each.pk == shown.pk,
        }
        for each in leagues
        if each.is_active or each.pk == shown.pk
    ]


@kept_club_page(Action.READ, PERIOD_WORDS)
def race(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    shown_period = period_of_page(request.GET, visit.club, league_slug)
    league, period = shown_period.league, shown_period.period
    shown = scores_by_league(visit.club, shown_period.calendar.today).get(league.pk, UNKNOWN)
    context = {
        "league": league,
        "race": race_of(visit.club, league, period, visit.member, decimals=shown.decimals),
        "title": period.name,
        "unit": shown.unit,
        "query": urlencode(period.query),
        "error": shown_period.error,
        "is_closed": period.is_month
        and closes_of(league, period.first).filter(reopened_at=None).exists(),
    }
    status = shown_period.status
    if request.htmx and not request.htmx.history_restore_request:
        return render_club(request, visit, "league/core/charts/race.html", context, status=status)
    return render_club(
        request, visit, "league/rankings/race/page.html", context, nav="ranking", status=status
    )


#: an evening's games
USUAL: Final = 4
_MOST_GAMES: Final = 60
_GAMES_BETWEEN: Final = format_lazy(gettext_lazy("Enter 1 to {most} games."), most=_MOST_GAMES)


class GamesForm(forms.Form):
    games = forms.IntegerField(
        label=gettext_lazy("Games left per player"),
        min_value=1,
        max_value=_MOST_GAMES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(("invalid", "min_value", "max_value"), _GAMES_BETWEEN),
    )


@kept_club_page(Action.READ, {**PERIOD_WORDS, "games": "[1-9][0-9]?"})
def chances_page(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    shown_period = period_of_page(request.GET, visit.club, league_slug)
    league, period = shown_period.league, shown_period.period
    shown = scores_by_league(visit.club, shown_period.calendar.today).get(league.pk, UNKNOWN)
    form = GamesForm({"games": request.GET.get("games") or str(USUAL)})
    is_over = period.last < shown_period.calendar.today
    context: dict[str, Any] = {
        "league": league,
        "title": period.name,
        "query": urlencode(shown_period.period.query),
        "asked": shown_period.period.query,
        "error": shown_period.error,
        "form": form,
        "is_over": is_over,
        "shown": shown,
        "facts": {"most": MOST, "rounds": f"{ROUNDS:,}", "own": OWN_GAMES},
    }
    if form.is_valid() and not is_over:
        found = outlook_of(visit.club, league, period, games=form.cleaned_data["games"])
        context |= {
            "found": found,
            "lines": [
                (each, _chance_cell(each.chance), each.standing.missing) for each in found.lines
            ],
            "me": visit.member.pk if visit.member else None,
        }
    status = shown_period.status if form.is_valid() else 422
    return render_club(
        request, visit, "league/rankings/chances.html", context, nav="ranking", status=status
    )


def _chance_cell(chance: Chance | None) -> dict[str, str] | None:
    if chance is None:
        return None
    return {
        "first": permille(tenths(chance.first, chance.rounds)),
        "podium": permille(tenths(chance.podium, chance.rounds)),
        "rank": hundredths(10 * chance.rank_tenths),
    }


#: what somebody has who never played, to explain the scale by
_NEW = Rated(games=0, mean=25_000, deviation=8_333)


@kept_club_page(Action.READ)
def rating(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    found = rating_table(league)
    leagues = League.objects.for_club(visit.club)
    context = {
        "league": league,
        "run": found.run if found else None,
        "groups": [
            (is_ranked, [(line.member.shown_name(visit.club), line) for line in lines])
            for is_ranked, lines in ((True, found.ranked), (False, found.guests))
            if lines
        ]
        if found
        else [],
        "me": visit.member.pk if visit.member else None,
        "is_behind": found is not None and found.run.revision != league.revision,
        "begins_at": BEGINS_AT,
        "caution": CAUTION,
        "average": _NEW.strength,
        "tabs": _league_tabs(visit, leagues, league, page="rating"),
    }
    return render_club(request, visit, "league/rankings/rating.html", context, nav="ranking")
