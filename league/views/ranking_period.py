"""Which days a reader of the ranking asks for, from what the address says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django import forms
from django.http import Http404, QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.days import (
    EARLIEST,
    LATEST,
    club_year,
    day_problem,
    month_end,
    month_start,
    year_of,
)
from league.models import Season
from league.selectors.league_months import LeagueMonths
from league.selectors.rankings import Stretch

_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")
_YEAR = re.compile(r"[0-9]{4}")


class RangeForm(forms.Form):
    """Any stretch of days, both ends included; an empty end is the first or the present day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in (("from", gettext_lazy("from")), ("to", gettext_lazy("to"))):
            self.fields[name] = forms.DateField(
                label=label,
                required=False,
                input_formats=["%Y-%m-%d"],
                widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
                error_messages={
                    "invalid": gettext_lazy("Please write the day as year-month-day: 2026-04-01.")
                },
            )

    def clean(self) -> dict[str, Any]:
        """Refuse days that no ranking has, and an end before the beginning."""
        days = {name: day for name, day in self.cleaned_data.items() if day is not None}
        for name, day in days.items():
            if problem := day_problem(day):
                self.add_error(name, problem)
        if len(days) == 2 and days["from"] > days["to"]:
            self.add_error("to", _("The last day lies before the first."))
        return self.cleaned_data


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """What is shown, how it was asked for, and what could not be understood."""

    stretch: Stretch
    #: the address's words for the stretch
    query: dict[str, str]
    form: RangeForm = field(default_factory=RangeForm)
    error: str = ""

    @property
    def status(self) -> int:
        """The answer's status: a question that was not understood is a bad request."""
        return 400 if self.error else 200


def period_asked(
    asked: QueryDict, months: LeagueMonths, seasons: list[Season], today: date
) -> Period:
    """Read a season, a year, everything, a range or a month off the address.

    Nothing asked: the latest month played.

    What makes no sense gives the same latest month, with a message.

    Raises:
        Http404: the season is not one of this league.
    """
    season = asked.get("season", "")
    if season:
        return _season(season, seasons) or _latest(
            months, today, error=_("There is no such season.")
        )
    if asked.get("from") or asked.get("to"):
        return _range(asked, months, today)
    if year := asked.get("year"):
        return _year(year, months, today)
    if asked.get("all") == "1":
        return all_period(months, today)
    return _month(asked.get("month", ""), months, today)


def _month(month: str, months: LeagueMonths, today: date) -> Period:
    if not month:
        return _latest(months, today)
    if _MONTH.fullmatch(month):
        try:
            return month_period(months, date.fromisoformat(f"{month}-01"))
        except ValueError:
            pass
    error = _("“%(month)s” is no month; a month looks like 2026-11.") % {"month": month[:20]}
    return _latest(months, today, error=error)


def month_period(months: LeagueMonths, month: date, **changes: Any) -> Period:
    """The month that begins on ``month``.

    Raises:
        ValueError: it lies beyond all calendars of clubs.
    """
    if not EARLIEST <= month <= LATEST:
        raise ValueError(month)
    stretch = Stretch(first=month, last=month_end(month), minimum_games=months.league.minimum_games)
    return Period(stretch=stretch, query={"month": f"{month:%Y-%m}"}, **changes)


def all_period(months: LeagueMonths, today: date) -> Period:
    """All that was played, in whole months."""
    first = min(months.first or today, today)
    last = max(months.last or today, today)
    stretch = Stretch(first=month_start(first), last=month_end(last), is_all=True)
    return Period(stretch=stretch, query={"all": "1"})


def year_period(months: LeagueMonths, year: int) -> Period:
    """The club's year that begins in a calendar year.

    Raises:
        ValueError: it lies beyond all calendars of clubs.
    """
    if not EARLIEST.year <= year < LATEST.year:
        raise ValueError(year)
    first, last = club_year(year, months.league.club.year_starts_in)
    return Period(stretch=Stretch(first=first, last=last, year=year), query={"year": str(year)})


def _year(asked: str, months: LeagueMonths, today: date) -> Period:
    if _YEAR.fullmatch(asked):
        try:
            return year_period(months, int(asked))
        except ValueError:
            pass
    error = _("“%(year)s” is no year; a year looks like 2026.") % {"year": asked[:20]}
    return _latest(months, today, error=error)


def years_of(months: LeagueMonths, today: date) -> tuple[int, int]:
    """The first and the last of the club's years with games, or the present one."""
    starts_in = months.league.club.year_starts_in
    first = min(months.first or today, today)
    last = max(months.last or today, today)
    return year_of(first, starts_in), year_of(last, starts_in)


def _latest(months: LeagueMonths, today: date, **changes: Any) -> Period:
    return month_period(months, months.recent or months.last or month_start(today), **changes)


def _season(asked: str, seasons: list[Season]) -> Period | None:
    if not (asked.isascii() and asked.isdigit()):
        return None
    for season in seasons:
        if str(season.pk) == asked:
            stretch = Stretch(
                first=season.starts_on,
                last=season.ends_on,
                minimum_games=season.minimum_games,
                season=season,
            )
            return Period(stretch=stretch, query={"season": asked})
    raise Http404


def _range(asked: QueryDict, months: LeagueMonths, today: date) -> Period:
    form = RangeForm(asked)
    if not form.is_valid():
        return _latest(months, today, form=form, error=_("These days cannot be ranked."))
    last = form.cleaned_data["to"] or today
    first = form.cleaned_data["from"] or min(months.first or last, last)
    if first > last:  # only one end was given, and it lies beyond the other
        first, last = last, first
    return Period(
        stretch=Stretch(first=first, last=last),
        query={"from": first.isoformat(), "to": last.isoformat()},
        form=form,
    )
