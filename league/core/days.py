"""The club's day: which evening a moment belongs to, and when that evening ends."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from league.models import Club

#: no club has played before or plans beyond; near the calendar's own ends no month can be summed
EARLIEST, LATEST = date(1950, 1, 1), date(2099, 12, 31)

_WRITTEN = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def day_problem(day: date) -> str:
    """Explain why a day is outside the supported calendar; empty for any other."""
    if EARLIEST <= day <= LATEST:
        return ""
    facts = {"first": EARLIEST.year, "last": LATEST.year}
    return _("Please choose a day from %(first)s to %(last)s.") % facts


def written_day(text: str) -> date:
    """Read a day in the format 2015-04-10 only.

    Raises:
        ValueError: it is written differently, or is no day of the calendar.
    """
    if not _WRITTEN.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def day_in(text: str) -> date | None:
    """The day that a text says; None where it says none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def club_day(club: Club, moment: datetime | None = None) -> date:
    """Return the club day that ``moment`` (default: now) belongs to.

    A moment before the hour at which the day turns belongs to the evening before; the hour is
    read off the club's wall clock, so a change to summer time shifts nothing.
    """
    wall = (moment or timezone.now()).astimezone(club.zone).replace(tzinfo=None)
    return (wall - timedelta(hours=club.day_turns_at)).date()


def day_turns(club: Club, day: date) -> datetime:
    """Return the moment at which the club day ``day`` ends."""
    return datetime.combine(day + timedelta(days=1), time(club.day_turns_at), tzinfo=club.zone)


def month_start(day: date) -> date:
    return day.replace(day=1)


def next_month(day: date) -> date:
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def month_end(day: date) -> date:
    return next_month(day) - timedelta(days=1)


def club_year(year: int, starts_in: int) -> tuple[date, date]:
    """Return the first and last day of the club's year that begins in a calendar year."""
    first = date(year, starts_in, 1)
    return first, date(year + 1, starts_in, 1) - timedelta(days=1)


def year_of(day: date, starts_in: int) -> int:
    """Return the calendar year in which the club's year of ``day`` begins."""
    return day.year if day.month >= starts_in else day.year - 1
