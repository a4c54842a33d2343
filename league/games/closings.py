"""What the pages that change games say where the month is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.core.days import club_day, month_start
from league.models import Club, League, MonthClose


def closings_on(club: Club, leagues: Iterable[League], day: date) -> list[MonthClose]:
    """Return these leagues' closings for the month of ``day``, without their lines.

    One query; none in a month that has not ended, which nobody can have closed.
    """
    month = month_start(day)
    if month >= month_start(club_day(club)):
        return []
    closes = MonthClose.objects.for_club(club).filter(
        league__in=list(leagues), month=month, reopened_at=None
    )
    return list(closes.select_related("league").defer("rows", "versions").order_by("league"))


def before_saving(close: MonthClose) -> str:
    return _(
        "%(league)s is closed for %(month)s. Entering, correcting or voiding games "
        "here does not change the closed ranking; the ranking page shows how the games "
        "differ from it."
    ) % _facts(close)


def after_saving(close: MonthClose) -> str:
    return _(
        "%(league)s is closed for %(month)s, so the closed ranking has not changed. "
        "The ranking page shows how the games differ from it."
    ) % _facts(close)


def changed_since(close: MonthClose) -> str:
    return _(
        "This game was entered or changed after %(month)s was closed, so the closed "
        "ranking of %(league)s does not reflect it. The ranking page shows how the "
        "games differ from it."
    ) % _facts(close)


def _facts(close: MonthClose) -> dict[str, str]:
    month = date_format(close.month, "YEAR_MONTH_FORMAT")
    return {"league": close.league.name, "month": month}


def closed_notes(club: Club, leagues: Iterable[League], day: date) -> list[dict[str, str]]:
    """Return a note for each league that has closed the day's month. One query at most."""
    return [
        {"before": before_saving(each), "after": after_saving(each), "url": closed_url(club, each)}
        for each in closings_on(club, leagues, day)
    ]


def say_closed(request: HttpRequest, club: Club, leagues: Iterable[League], day: date) -> None:
    for close in closings_on(club, leagues, day):
        messages.info(request, after_saving(close))


def closed_url(club: Club, close: MonthClose) -> str:
    page = reverse("league:ranking", args=[club.slug, close.league.slug])
    return f"{page}?month={close.month:%Y-%m}"
