"""Which stored games planned versions could not settle: asked before a change is stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from league.days import month_end, month_start
from league.models import League
from league.selectors.change_plan import Plan, leagues_of, touched_games
from league.selectors.change_preview import why_not
from league.selectors.outcomes import Resettled, resettled
from league.selectors.played import DAY, POINTS, STICKS, day_of, on_days, rows_of


def cannot_stand(plan: Plan, *, most: int = 20) -> list[str]:
    """Say which stored games the planned versions cannot settle, the first of them."""
    told: list[str] = []
    for league in leagues_of(plan.in_club):
        for month in touched_months(plan, league):
            for found in _impossible(plan, league, month):
                told.append(why_not(league, found))
                if len(told) == most:
                    return told
    return told


def touched_months(plan: Plan, league: League) -> list[date]:
    """The months with live games on the plan's days. One query."""
    days = touched_games(plan, league).order_by().values_list("day", flat=True).distinct()
    return sorted({month_start(day) for day in days})


def _impossible(plan: Plan, league: League, month: date) -> Iterator[Resettled]:
    """Nearly every game is points that fill the table; the others are made games of."""
    read = rows_of(league, on_days(month, month_end(month)))
    for day, rows in groupby(read.rows, key=lambda row: day_of(row[DAY])):
        if any(span.first <= day <= (span.last or date.max) for span in plan.spans):
            doubtful = list(_doubtful(plan, day, rows, read.more))
            settled = resettled(read.played(doubtful), plan.then)
            yield from (each for each in settled if each.outcome is None)


def _doubtful(plan: Plan, day: date, rows: Iterator[Any], more: dict[int, Any]) -> Iterator[Any]:
    version = plan.then.on(day)
    settle = None if version is None else plan.then.settles_points(version)
    for row in rows:
        points = row[POINTS] if row[POINTS][3] is not None else row[POINTS][:3]
        if settle is None or row[STICKS] or row[0] in more or settle(points) is None:
            yield row
