"""The demo club's year as seen from a day: Fridays, seasons, and the day its rule changes."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

_WEDNESDAY: Final = 2
_FRIDAY: Final = 4
EVENINGS: Final = 52

#: evenings of the archive, around the day on which kinyoukai's second version came into force
ARCHIVE_DAYS: Final = (date(2015, 4, 3), date(2015, 4, 4), date(2015, 4, 10))
#: the one of them with rulings
RULED_ON: Final = date(2015, 4, 4)


def fridays(today: date) -> list[date]:
    """The last 52 Fridays before ``today``, oldest first."""
    yesterday = today - timedelta(days=1)
    last = yesterday - timedelta(days=(yesterday.weekday() - _FRIDAY) % 7)
    return [last - timedelta(weeks=back) for back in reversed(range(EVENINGS))]


def wednesdays(today: date, count: int) -> list[date]:
    """The last Wednesdays before ``today``, oldest first."""
    yesterday = today - timedelta(days=1)
    last = yesterday - timedelta(days=(yesterday.weekday() - _WEDNESDAY) % 7)
    return [last - timedelta(weeks=back) for back in reversed(range(count))]


def month_before(day: date, back: int) -> date:
    """The first day of the month that lies ``back`` months before that of ``day``."""
    months = day.year * 12 + day.month - 1 - back
    return date(months // 12, months % 12 + 1, 1)


def change_day(today: date) -> date:
    """The day on which the demo's own version comes into force: a 15th, four months back.

    It lies in this season, and its month has at least two Fridays on either side.
    """
    return month_before(today, 4).replace(day=15)


def seasons(today: date) -> tuple[tuple[date, date], tuple[date, date]]:
    """This season and the one before: half years, the present one ending with this month."""
    this, last = month_before(today, 5), month_before(today, 11)
    one_day = timedelta(days=1)
    return (this, month_before(today, -1) - one_day), (last, this - one_day)
