"""The club's day: which evening a moment belongs to, and when that evening ends."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone

from league.models import Club


def club_day(club: Club, moment: datetime | None = None) -> date:
    """The club day that ``moment`` (default: now) belongs to.

    A moment before the hour at which the day turns belongs to the evening before; the hour is
    read off the club's wall clock, so a change to summer time shifts nothing.
    """
    wall = (moment or timezone.now()).astimezone(club.zone).replace(tzinfo=None)
    return (wall - timedelta(hours=club.day_turns_at)).date()


def day_turns(club: Club, day: date) -> datetime:
    """The moment at which the club day ``day`` ends."""
    return datetime.combine(day + timedelta(days=1), time(club.day_turns_at), tzinfo=club.zone)


def month_start(day: date) -> date:
    """The first day of the month of ``day``."""
    return day.replace(day=1)


def next_month(day: date) -> date:
    """The first day of the month after that of ``day``."""
    return (day.replace(day=28) + timedelta(days=4)).replace(day=1)


def month_end(day: date) -> date:
    """The last day of the month of ``day``."""
    return next_month(day) - timedelta(days=1)
