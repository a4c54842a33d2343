"""The ways from a ranking to the stretch before and after, and to stretches of another kind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.days import month_start, next_month, year_of
from league.selectors.league_months import LeagueMonths
from league.selectors.rankings import Stretch
from league.views.ranking_period import years_of

Link = dict[str, Any]
#: the address's words that links keep: the order, and whether all figures are shown
Kept = Mapping[str, str]


def pager(months: LeagueMonths, stretch: Stretch, today: date, kept: Kept) -> Link:
    """The months or years before and after, within those with games and the present one."""
    if stretch.year is not None:
        return _years(months, stretch.year, today, kept)
    return _months(months, stretch.first, today, kept) if stretch.is_month else {}


def kinds(months: LeagueMonths, stretch: Stretch, today: date, kept: Kept) -> list[Link]:
    """By month, by year, everything; the year that is nearest to what is shown."""
    first, last = years_of(months, today)
    year = min(max(_year_near(months, stretch), first), last)
    month = {"month": f"{_month_near(months, stretch, today):%Y-%m}"}
    is_year = stretch.year is not None
    return [
        _link(_("Monthly"), month, kept, current=stretch.is_month),
        _link(_("Yearly"), {"year": str(year)}, kept, current=is_year),
        _link(_("All time"), {"all": "1"}, kept, current=stretch.is_all),
    ]


def year_name(year: int, starts_in: int) -> str:
    """What a year of the club is called."""
    words = _("year %(year)s") if starts_in == 1 else _("club year %(year)s")
    return words % {"year": year}


def _months(months: LeagueMonths, month: date, today: date, kept: Kept) -> Link:
    present = month_start(today)
    first = min(months.first or present, present)
    last = max(months.last or present, present)
    before = month_start(date.fromordinal(month.toordinal() - 1))
    return {
        "label": _("Months"),
        "previous": _month_link(min(before, last), kept) if month > first else {},
        "next": _month_link(max(next_month(month), first), kept) if month < last else {},
        "present": _month_link(present, kept) if month != present else {},
        "present_label": _("This month"),
    }


def _years(months: LeagueMonths, year: int, today: date, kept: Kept) -> Link:
    first, last = years_of(months, today)
    starts_in = months.league.club.year_starts_in
    present = year_of(today, starts_in)
    return {
        "label": _("Years"),
        "previous": _year_link(min(year - 1, last), starts_in, kept) if year > first else {},
        "next": _year_link(max(year + 1, first), starts_in, kept) if year < last else {},
        "present": _year_link(present, starts_in, kept) if year != present else {},
        "present_label": _("This year"),
    }


def _year_near(months: LeagueMonths, stretch: Stretch) -> int:
    starts_in = months.league.club.year_starts_in
    return year_of(stretch.last, starts_in)


def _month_near(months: LeagueMonths, stretch: Stretch, today: date) -> date:
    """The latest month of the stretch that has games or is the present one."""
    latest = months.recent or months.last or month_start(today)
    return min(month_start(stretch.last), max(latest, month_start(stretch.first)))


def _month_link(month: date, kept: Kept) -> Link:
    return _link(date_format(month, "YEAR_MONTH_FORMAT"), {"month": f"{month:%Y-%m}"}, kept)


def _year_link(year: int, starts_in: int, kept: Kept) -> Link:
    return _link(year_name(year, starts_in), {"year": str(year)}, kept)


def _link(label: str, words: Kept, kept: Kept, *, current: bool = False) -> Link:
    return {"url": "?" + urlencode({**words, **kept}), "label": label, "current": current}
