"""A ranking under other rules than those of the day, worked out while the reader waits."""

from __future__ import annotations

from typing import Any, cast
from urllib.parse import urlencode

from django.http import Http404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import club_day
from league.core.periods import Period, period_of_page
from league.core.permissions import Action
from league.core.throttles import ask_to_wait, seconds_to_wait
from league.models import League
from league.rankings.figures import SCORE, Cell, Facts, Figure
from league.rankings.table import Standing
from league.rankings.table_views import EVERY, ranking_table
from league.rulechanges.drafts import draft_page
from league.rulechanges.views import contradictions_in, contradictions_of
from league.rulechanges.what_if import (
    MOST,
    Choices,
    Compared,
    find_version,
    games_in,
    name_of,
    version_choices,
    what_if,
)
from rules.models import RuleVersion

Page = dict[str, Any]


def _difference(line: Standing, _facts: Facts) -> int:
    return line.record.score - cast("Compared", line).score_now


def _rise(line: Standing, _facts: Facts) -> int:
    """Ranks gained; 0 also for whoever is not ranked on either side."""
    now = cast("Compared", line).rank_now
    return now - line.rank if now and line.rank else 0


def _write_difference(points: int, decimals: int) -> Cell:
    found = SCORE.cell(points, decimals)
    return found if points else found._replace(css="is-none")


def _write_rise(ranks: int, _decimals: int) -> Cell:
    if ranks > 0:
        return Cell(f"↑{ranks}", "", _("%(ranks)s up") % {"ranks": ranks})
    if ranks < 0:
        return Cell(f"↓{-ranks}", "", _("%(ranks)s down") % {"ranks": -ranks})
    return Cell("–", "is-none", _("same rank"))


BESIDE_TOTAL = (
    Figure(
        "difference", gettext_lazy("vs. now"), _difference, has_mean=False, write=_write_difference
    ),
    Figure("rise", gettext_lazy("rank ±"), _rise, has_mean=False, write=_write_rise),
)


@club_page(Action.READ)
def what_if_page(request: HtmxRequest, visit: Visit, league_slug: str) -> TemplateResponse:
    """A period ranked under one version; an htmx swap gets the table alone.

    Raises:
        Http404: no such league, no such season, or a version that this reader may not see.
    """
    asked = period_of_page(request.GET, visit.club, league_slug)
    league, period, calendar = asked.league, asked.period, asked.calendar
    may_organize = visit.may(Action.MANAGE_LEAGUES)
    choices = version_choices(league, for_organizer=may_organize)
    key = request.GET.get("version", "")
    page: Page = {
        "league": league,
        "period": period,
        "error": asked.error,
        "title": period.name,
        "choices": choices,
        "chosen": key,
        "seasons": [("", _("By month")), *((str(each.pk), each.name) for each in calendar.seasons)],
        "pager": calendar.pager(period, {"version": key} if key else {}),
        "back": reverse("league:ranking", args=[visit.club.slug, league_slug])
        + f"?{urlencode(period.query)}",
    }
    if key:
        version = find_version(league, key, for_organizer=may_organize)
        if version is None or name_of(choices, key) is None:
            raise Http404
        page |= _ranked(request, visit, league, period, version, key, choices)
    is_part = request.htmx and not request.htmx.history_restore_request and "table" in page
    template = "league/rankings/_table.html" if is_part else "league/rankings/what_if.html"
    response = render_club(request, visit, template, page, nav="ranking", status=asked.status)
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
    if problems := _problems(visit, league, version):
        return {"problems": problems}
    games = games_in(league, period.first, period.last)
    if games > MOST:
        return {"too_many": games, "most": MOST}
    if seconds := seconds_to_wait(request):
        return {"seconds": seconds}
    found = what_if(visit.club, league, period, version, version.value)
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
            wants_all=request.GET.get(EVERY) == "all",
        ),
    }


def _problems(visit: Visit, league: League, version: RuleVersion) -> list[dict[str, str]]:
    """What keeps the version from settling any game; of a draft with the way to its fields."""
    if version.status == RuleVersion.Status.DRAFT and version.pk:
        page = draft_page(league.rule_set, version, club_day(visit.club))
        return contradictions_of(page)
    return contradictions_in(league.rule_set, version)
