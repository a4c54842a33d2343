"""The note that the pages which change games show where the month is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from league.closing_words import after_saving, before_saving
from league.models import Club, League, MonthClose
from league.selectors.month_closes import closings_on


class ClosedNote(NamedTuple):
    """What is said of a closed month, and where its ranking is."""

    before: str  # while something may be stored in it
    after: str  # once something is
    url: str


def closed_notes(club: Club, leagues: Iterable[League], day: date) -> list[ClosedNote]:
    """One note for each of the leagues that has closed the day's month. One query at most."""
    return [
        ClosedNote(before_saving(close), after_saving(close), closed_url(club, close))
        for close in closings_on(club, leagues, day)
    ]


def say_closed(request: HttpRequest, club: Club, leagues: Iterable[League], day: date) -> None:
    """Say, with what has just been stored, that the closed ranking has not changed."""
    for note in closed_notes(club, leagues, day):
        messages.info(request, note.after)


def closed_url(club: Club, close: MonthClose) -> str:
    """The ranking of a closed month, beside which the differences are told."""
    page = reverse("league:ranking", args=[club.slug, close.league.slug])
    return f"{page}?month={close.month:%Y-%m}"
