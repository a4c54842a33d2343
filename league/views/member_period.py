"""Which league and which days a reader of a member's pages asks for."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from league.access import Visit
from league.days import EARLIEST, LATEST, club_year, month_end, year_of
from league.models import League, Member, Season
from league.selectors.member_days import ALL_DAYS, Days
from league.selectors.member_record import Months, months_played

ALL: Final = "all"
_YEAR = re.compile(r"[0-9]{4}")
_MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")
_SEASON = re.compile(r"s[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberPeriod:
    """A league and days of a member, as they were asked for."""

    league: League | None  # None: the club has none that they have played in
    days: Days
    key: str  # as the address says it
    name: str
    months: Months  # of the league, all of them
    played: Mapping[League, Months]
    choices: Sequence[tuple[str, str]]
    error: str = ""

    @property
    def query(self) -> dict[str, str]:
        """The address's words for it."""
        league = {"league": self.league.slug} if self.league else {}
        return league if self.key == ALL else {**league, "period": self.key}

    @property
    def tabs(self) -> list[dict[str, Any]]:
        """The leagues that they have played in, where there are several."""
        if len(self.played) < 2:
            return []
        return [
            {
                "url": "?" + urlencode({**self.query, "league": league.slug}),
                "label": league.name,
                "current": league == self.league,
            }
            for league in self.played
        ]


def member_period(visit: Visit, member: Member, asked: QueryDict) -> MemberPeriod:
    """Read league and period off an address; without any, the league played last and all days.

    Two queries. What is no period is said, and all days are shown.

    Raises:
        Http404: the club has no such league.
    """
    played = months_played(member)
    league = _league(visit, asked.get("league", ""), played)
    if league is None:
        return MemberPeriod(
            league=None, days=ALL_DAYS, key=ALL, name="", months={}, played={}, choices=()
        )
    starts_in = visit.club.year_starts_in
    months = played.get(league, {})
    seasons = list(Season.objects.for_club(visit.club).filter(league=league))
    key = asked.get("period", "") or ALL
    days = _days(key, seasons, starts_in)
    return MemberPeriod(
        league=league,
        days=days or ALL_DAYS,
        key=key if days else ALL,
        name=_name(key if days else ALL, seasons, starts_in),
        months=months,
        played=played,
        choices=_choices(months, seasons, starts_in),
        error="" if days else _("There is no such period."),
    )


def _league(visit: Visit, slug: str, played: Mapping[League, Months]) -> League | None:
    if slug:
        return next((each for each in played if each.slug == slug), None) or visit.league(slug)
    return max(played, key=lambda league: max(played[league]), default=None)


def _days(key: str, seasons: Sequence[Season], starts_in: int) -> Days | None:
    """The days of a period; None for what is none."""
    if key == ALL:
        return ALL_DAYS
    if _SEASON.fullmatch(key):
        found = (each for each in seasons if f"s{each.pk}" == key)
        return next((Days(each.starts_on, each.ends_on) for each in found), None)
    if _YEAR.fullmatch(key) and EARLIEST.year <= int(key) <= LATEST.year:
        return Days(*club_year(int(key), starts_in))
    if _MONTH.fullmatch(key):
        try:
            month = date.fromisoformat(f"{key}-01")
        except ValueError:
            return None
        return Days(month, month_end(month)) if EARLIEST <= month <= LATEST else None
    return None


def _name(key: str, seasons: Sequence[Season], starts_in: int) -> str:
    if key == ALL:
        return _("All time")
    if _SEASON.fullmatch(key):
        return next(each.name for each in seasons if f"s{each.pk}" == key)
    if _YEAR.fullmatch(key):
        return year_name(int(key), starts_in)
    return date_format(date.fromisoformat(f"{key}-01"), "YEAR_MONTH_FORMAT")


def year_name(year: int, starts_in: int) -> str:
    """What a club's year is called."""
    if starts_in == 1:
        return _("Year %(year)s") % {"year": year}
    return _("Club year %(year)s") % {"year": year}


def _choices(months: Months, seasons: Sequence[Season], starts_in: int) -> list[tuple[str, str]]:
    years = sorted({year_of(month, starts_in) for month in months}, reverse=True)
    return [
        (ALL, _name(ALL, seasons, starts_in)),
        *((f"s{each.pk}", each.name) for each in seasons),
        *((str(year), year_name(year, starts_in)) for year in years),
        *(
            (f"{month:%Y-%m}", date_format(month, "YEAR_MONTH_FORMAT"))
            for month in sorted(months, reverse=True)
        ),
    ]
