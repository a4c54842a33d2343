"""Trying a draft on a game that nobody played, beside the version in force."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.points_field import parse_points
from league.permissions import Action
from league.selectors.draft_trial import Trial, trials
from league.selectors.drafts import DraftPage
from league.templatetags.points import seat_wind
from league.views.draft_gone import of_a_draft
from league.views.draft_parts import page_of
from league.views.drafts import frame_of
from league.views.game_sum import sum_words
from scoring.results import GameResult


@club_page(Action.MANAGE_LEAGUES)
@of_a_draft
def draft_try(request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int) -> HttpResponseBase:
    """Settle points that are typed, step by step, under the draft and under what is in force.

    Raises:
        Http404: no such draft.
    """
    page = page_of(visit, set_slug, draft_id)
    players = 3 if page.typed.get("players") == 3 else 4
    texts = [request.GET.get(f"points-{seat}", "")[:12] for seat in range(players)]
    unit = 1 if page.family == "zung_jung" else 100
    typed, wrong = _read([*texts, request.GET.get("sticks", "")[:12]], unit=unit)
    points, sticks = typed[:-1], typed[-1] or 0
    result = None
    if any(texts) and not any(wrong):
        held = _filled(page, points, sticks)
        if held is None:
            wrong[-1] = _("Please type the points of every player; one may stay empty.")
        else:
            result = GameResult(points=held, sticks=sticks)
    shown = trials(page, result) if result else ()
    context = {
        **frame_of(visit, page, "try"),
        "fields": [
            {
                "seat": seat,
                "name": f"points-{seat}",
                "label": _("%(wind)s points") % {"wind": seat_wind(seat)},
                "text": texts[seat],
                "hint": f"{result.points[seat]:,}" if result and not texts[seat] else "",
                "problem": wrong[seat],
            }
            for seat in range(players)
        ],
        "has_sticks": page.family != "zung_jung",
        "sticks": request.GET.get("sticks", "")[:12],
        "problem": wrong[-1],
        "trials": [_words(visit, page, trial) for trial in shown],
    }
    return render_club(request, visit, "league/rules/draft_try.html", context, nav="rules")


def _read(texts: list[str], *, unit: int) -> tuple[list[int | None], list[str]]:
    """Each text as points, and what is wrong with it."""
    read: list[int | None] = []
    wrong = []
    for text in texts:
        try:
            read.append(parse_points(text, unit=unit))
            wrong.append("")
        except LeagueError as error:
            read.append(None)
            wrong.append(error.message)
    return read, wrong


def _filled(page: DraftPage, points: list[int | None], sticks: int) -> tuple[int, ...] | None:
    """The points by seat, one that is missing from the sum."""
    start = page.typed.get("start_points")
    if points.count(None) == 1 and isinstance(start, int):
        rest = start * len(points) - sticks - sum(one for one in points if one is not None)
        points = [rest if one is None else one for one in points]
    held = tuple(one for one in points if one is not None)
    return held if len(held) == len(points) else None


def _words(visit: Visit, page: DraftPage, trial: Trial) -> dict[str, Any]:
    """A trial as the page prints it."""
    is_draft = trial.version == page.draft
    label = _("This draft") if is_draft else _("In force: %(label)s")
    return {
        "title": label if is_draft else label % {"label": trial.version.label},
        "name": trial.version.name,
        "problems": trial.problems,
        "decimals": trial.decimals,
        "url": reverse(
            "league:rule-version", args=[visit.club.slug, page.in_club.slug, trial.version.label]
        ),
        "seats": [
            {"seat": seat, "steps": sum_words(seat.steps, result=trial.result)}
            for seat in trial.seats
        ],
    }
