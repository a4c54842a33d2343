"""A ranking under other rules than those of the day, worked out while the reader waits."""

from __future__ import annotations

from datetime import date
from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.access import HtmxRequest, Visit, club_page, render_club
from league.api.throttles import seconds_to_wait
from league.days import club_day, month_start, next_month
from league.models import League
from league.permissions import Action
from league.selectors.drafts import draft_page
from league.selectors.league_months import LeagueMonths, leagues_with_months
from league.selectors.ranking_figures import Facts
from league.selectors.rankings import Standing
from league.selectors.what_if import (
    MOST,
    Choices,
    Compared,
    find_version,
    games_in,
    name_of,
    version_choices,
    what_if,
)
from league.templatetags.points import score, score_spoken
from league.views.change_notices import Contradiction, contradictions_in, contradictions_of
from league.views.ranking_columns import Cell, Column
from league.views.ranking_period import Period, period_asked
from league.views.ranking_table import FIGURES, ranking_table
from league.views.rankings import stretch_name
from league.views.too_often import ask_to_wait
from rules.models import RuleVersion

Page = dict[str, Any]


def _difference(line: Standing, _facts: Facts) -> int:
    return line.record.score - cast("Compared", line).score_now


def _rise(line: Standing, _facts: Facts) -> int:
    """Ranks gained; 0 also for whoever is not ranked on either side."""
    now = cast("Compared", line).rank_now
    return now - line.rank if now and line.rank else 0


def _write_difference(points: int, decimals: int) -> Cell:
    css = "is-none" if points == 0 else "score--minus" if points < 0 else ""
    spoken = score_spoken(points, decimals) if points < 0 else ""
    return Cell(score(points, decimals), css, spoken)


def _write_rise(ranks: int, _decimals: int) -> Cell:
    if ranks > 0:
        return Cell(f"↑{ranks}", "", _("%(ranks)s up") % {"ranks": ranks})
    if ranks < 0:
        return Cell(f"↓{-ranks}", "", _("%(ranks)s down") % {"ranks": -ranks})
    return Cell("–", "is-none", _("same rank"))


BESIDE_TOTAL = (
    Column("difference", gettext_lazy("vs. now"), _difference, _write_difference),
    Column("rise", gettext_lazy("rank ±"), _rise, _write_rise),
)


@club_page(Action.READ)
def what_if_page(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """A stretch ranked under one version; an htmx swap gets the table alone.

    Raises:
        Http404: no such league, no such season, or a version that this reader may not see.
    """
    today = club_day(visit.club)
    leagues = leagues_with_months(visit.club, month_start(today))
    months = next((each for each in leagues if each.league.slug == league_slug), None)
    if months is None:
        raise Http404
    seasons = list(months.league.seasons.all())
    period = period_asked(request.GET, months, seasons, today)
    may_organize = visit.may(Action.MANAGE_LEAGUES)
    choices = version_choices(months.league, for_organizer=may_organize)
    key = request.GET.get("version", "")
    page: Page = {
        "league": months.league,
        "period": period,
        "title": stretch_name(period.stretch),
        "choices": choices,
        "chosen": key,
        "seasons": [("", _("By month")), *((str(each.pk), each.name) for each in seasons)],
        "pager": _pager(months, period, key),
        "back": reverse("league:ranking", args=[visit.club.slug, league_slug])
        + f"?{urlencode(period.query)}",
    }
    if key:
        version = find_version(months.league, key, for_organizer=may_organize)
        if version is None or name_of(choices, key) is None:
            raise Http404
        page |= _ranked(request, visit, months.league, period, version, key, choices)
    is_part = request.htmx and not request.htmx.history_restore_request and "table" in page
    template = "league/ranking/_table.html" if is_part else "league/ranking/what_if.html"
    response = render_club(request, visit, template, page, nav="ranking", status=period.status)
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response


def _ranked(
    request: HtmxRequest,
    visit: Visit,
    league: League,
    period: Period,
    version: RuleVersion,
    key: str,
    choices: list[Choices],
) -> Page:
    """The imagined ranking, or why there is none."""
    stretch = period.stretch
    if problems := _problems(visit, league, version):
        return {"problems": problems}
    games = games_in(league, stretch.first, stretch.last)
    if games > MOST:
        return {"too_many": games, "most": MOST}
    if seconds := seconds_to_wait(request):
        return {"seconds": seconds}
    found = what_if(visit.club, league, stretch, version, version.value)
    return {
        "found": found,
        "ranking": found.ranking,
        "version_name": name_of(choices, key),
        "table": ranking_table(
            visit.club,
            found.ranking,
            me=visit.member,
            query={**period.query, "version": key},
            sort=request.GET.get("sort", ""),
            beside_total=BESIDE_TOTAL,
            wants_all=request.GET.get(FIGURES) == "all",
        ),
    }


def _problems(visit: Visit, league: League, version: RuleVersion) -> list[Contradiction]:
    """What keeps the version from settling any game; of a draft with the way to its fields."""
    if version.status == RuleVersion.Status.DRAFT and version.pk:
        page = draft_page(league.rule_set, version, club_day(visit.club))
        return contradictions_of(page, visit.club.slug)
    return contradictions_in(league.rule_set, version)


def _pager(months: LeagueMonths, period: Period, key: str) -> Page:
    """The months before and after, as far as there are games."""
    if not period.stretch.is_month:
        return {}
    month = period.stretch.first
    before = month_start(date.fromordinal(month.toordinal() - 1))
    after = next_month(month)
    pages: Page = {}
    if months.first and before >= months.first:
        pages["previous"] = _month(before, key)
    if months.last and after <= months.last:
        pages["next"] = _month(after, key)
    return pages


def _month(month: date, key: str) -> Page:
    words = {"month": f"{month:%Y-%m}", **({"version": key} if key else {})}
    return {"url": f"?{urlencode(words)}", "label": date_format(month, "YEAR_MONTH_FORMAT")}
