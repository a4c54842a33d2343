"""The club's day turns at its own hour, in its own zone."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest

from league.core.days import club_day, day_turns, month_end, month_start, next_month
from league.models import Club


@pytest.mark.parametrize(
    ("zone", "turns_at", "moment", "day"),
    [
        pytest.param("Asia/Tokyo", 5, "2015-04-10T23:30", "2015-04-10", id="late evening"),
        pytest.param("Asia/Tokyo", 5, "2015-04-11T02:00", "2015-04-10", id="after midnight"),
        pytest.param("Asia/Tokyo", 5, "2015-04-11T04:59:59", "2015-04-10", id="last second"),
        pytest.param("Asia/Tokyo", 5, "2015-04-11T05:00", "2015-04-11", id="the day turns"),
        pytest.param("Asia/Tokyo", 0, "2015-04-11T00:00", "2015-04-11", id="turns at midnight"),
        pytest.param("Asia/Tokyo", 5, "2024-03-01T01:00", "2024-02-29", id="leap day"),
        pytest.param("Asia/Tokyo", 5, "2026-01-01T03:00", "2025-12-31", id="new year's eve"),
        pytest.param("Europe/Berlin", 5, "2026-03-29T04:30", "2026-03-28", id="clocks go on"),
        pytest.param("Europe/Berlin", 5, "2026-10-25T04:30", "2026-10-24", id="clocks go back"),
    ],
)
def test_a_moment_belongs_to_the_evening_it_was_part_of(
    zone: str, turns_at: int, moment: str, day: str
) -> None:
    club = Club(time_zone=zone, day_turns_at=turns_at)
    at = datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))

    assert club_day(club, at) == date.fromisoformat(day)
    assert club_day(club, at.astimezone(ZoneInfo("UTC"))) == date.fromisoformat(day)


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "Europe/Berlin", "America/New_York"])
def test_every_day_of_a_leap_year_ends_where_the_next_begins(zone: str) -> None:
    club = Club(time_zone=zone, day_turns_at=5)
    days = [date.fromordinal(date(2024, 1, 1).toordinal() + n) for n in range(366)]

    turns = [day_turns(club, day) for day in days]

    assert [club_day(club, turn) for turn in turns[:-1]] == days[1:]
    assert all(turn.hour == 5 for turn in turns)


def test_months_begin_and_end_where_the_calendar_says() -> None:
    leap = date(2024, 2, 17)

    assert month_start(leap) == date(2024, 2, 1)
    assert month_end(leap) == date(2024, 2, 29)
    assert next_month(date(2025, 12, 31)) == date(2026, 1, 1)
