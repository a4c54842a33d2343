"""Tries a draft on a game that nobody played, beside the version in force: page and result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page
from league.core.errors import LeagueError
from league.core.formats import seat_wind
from league.core.permissions import Action
from league.games.points import parse_points
from league.games.story import steps_of
from league.games.wording import sum_words
from league.rulechanges.draft_frame import frame_of, of_a_draft, page_of, rules_page
from league.rulechanges.drafts import DraftPage
from league.wording.errors import words_for
from rules.models import RuleVersion
from rules.parameters import Parameters
from scoring.checks import problems
from scoring.errors import ScoringError
from scoring.results import GameResult, Settled
from scoring.settlement import settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What one version makes of a game, or why it makes nothing of it."""

    version: RuleVersion
    parameters: Parameters
    problems: tuple[str, ...]
    settled: Settled | None  # None where there are problems


def trials_of(page: DraftPage, result: GameResult) -> list[Trial]:
    """The game under the draft and under the version in force. No query.

    A draft that contradicts itself is left out.
    """
    found = []
    if page.parameters is not None:
        found.append(_trial(page.draft, page.parameters, result))
    if page.in_force is not None:
        found.append(_trial(page.in_force, page.in_force.value, result))
    return found


def _trial(version: RuleVersion, parameters: Parameters, result: GameResult) -> Trial:
    wrong = tuple(_problem(each) for each in problems(result, parameters))
    settled = None if wrong else settle(result, parameters, version.stated_by)
    return Trial(version=version, parameters=parameters, problems=wrong, settled=settled)


def _shown(visit: Visit, page: DraftPage, trial: Trial, result: GameResult) -> dict[str, Any]:
    """A trial as the page shows it. One query for the clauses."""
    version = trial.version
    in_force = _("In force: %(label)s") % {"label": version.label}
    address = [visit.club.slug, page.in_club.slug, version.label]
    return {
        "title": _("This draft") if version == page.draft else in_force,
        "name": version.name,
        "problems": list(trial.problems),
        "decimals": trial.parameters.ranking.score_decimals,
        "url": reverse("league:rule-version", args=address),
        "seats": _seats(version, trial.settled, result) if trial.settled else [],
    }


def _problem(error: ScoringError) -> str:
    text = words_for(error)[1]
    winds = _(", ").join(seat_wind(seat) for seat in error.seats)
    return _("%(seats)s: %(problem)s") % {"seats": winds, "problem": text} if winds else text


def _seats(version: RuleVersion, settled: Settled, result: GameResult) -> list[dict[str, Any]]:
    """Each chair, and the sum that made its score."""
    clauses = {clause.code: clause for clause in version.clauses.all()}
    seats = []
    for index, (seat, held) in enumerate(zip(settled.seats, result.points, strict=True)):
        steps = list(steps_of(seat.parts, held, clauses))
        words = sum_words(steps, result=settled.result or "")  # what the top of a Boo game made
        seats.append({"seat": index, "place": seat.place, "score": seat.score, "steps": words})
    return seats


@club_page(Action.MANAGE_LEAGUES)
@of_a_draft
def draft_try(request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int) -> HttpResponseBase:
    """Settle typed points, step by step, under the draft and the version in force.

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
            wrong[-1] = _("Please enter every player's points; you can leave one empty.")
        else:
            result = GameResult(points=held, sticks=sticks)
    context = {
        **frame_of(visit, page, "try"),
        "fields": [
            {
                "id": f"try-{seat}",
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
        "trials": [_shown(visit, page, each, result) for each in trials_of(page, result)]
        if result
        else [],
    }
    return rules_page(request, visit, "draft_try", context)


def _read(texts: list[str], *, unit: int) -> tuple[list[int | None], list[str]]:
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
    start = page.typed.get("start_points")
    if points.count(None) == 1 and isinstance(start, int):
        rest = start * len(points) - sticks - sum(one for one in points if one is not None)
        points = [rest if one is None else one for one in points]
    held = tuple(one for one in points if one is not None)
    return held if len(held) == len(points) else None
