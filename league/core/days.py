"""The club's day, and periods: a month, a year of the club, a season, any days, or all of them.

Addresses ask for periods in two vocabularies that are read everywhere: ``month=2026-11``,
``year=2026``, ``season=3``, ``from=2026-11-02&to=2026-11-20`` and ``all=1``; or ``period=`` with
``2026-11``, ``2026``, ``s3``, ``2026-11-02_2026-11-20`` and ``all``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final
from urllib.parse import urlencode

from django import forms
from django.db.models import OuterRef, Subquery
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.errors import LeagueError
from league.core.numbers import number_in
from league.models import Club, League, Season, Tally

#: no club has played before or plans beyond; near the calendar's own ends no month can be summed
EARLIEST, LATEST = date(1950, 1, 1), date(2099, 12, 31)

_WRITTEN_DAY: Final = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


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
    if not re.fullmatch(_WRITTEN_DAY, text):
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


#: an address's words and what they say
Words = Mapping[str, str]
Link = dict[str, Any]

#: the words that ask for days, and what each can mean
PERIOD_WORDS: Final = {
    "period": f"all|s[1-9][0-9]{{0,8}}|[0-9]{{4}}(-[0-9]{{2}})?|{_WRITTEN_DAY}_{_WRITTEN_DAY}",
    "season": "[1-9][0-9]{0,8}",
    "year": "[0-9]{4}",
    "from": _WRITTEN_DAY,
    "to": _WRITTEN_DAY,
    "all": "1",
    "month": "[0-9]{4}-[0-9]{2}",
}
RANGE: Final = ("from", "to")
_DAY: Final = timedelta(days=1)
_MONTH: Final = re.compile(r"[0-9]{4}-[0-9]{2}")
_YEAR: Final = re.compile(r"[0-9]{4}")
_KEYS: Final = (
    re.compile(r"(?P<all>all)"),
    re.compile(r"s(?P<season>[0-9]{1,9})"),
    re.compile(r"(?P<year>[0-9]{4})"),
    re.compile(r"(?P<month>[0-9]{4}-[0-9]{2})"),
    re.compile(r"(?P<from>[0-9-]{10})_(?P<to>[0-9-]{10})"),
)


class PeriodError(LeagueError):
    """An address asks for days that do not exist; ``field`` is the parameter that does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    first: date = EARLIEST
    last: date = LATEST
    minimum_games: int = 0  # that it takes to be ranked
    season: Season | None = None
    year: int | None = None  # of the club: the calendar year in which it begins
    is_all: bool = False  # whether it is all that was played
    is_range: bool = False  # whether it was asked for by its ends, a whole month or not

    @property
    def range(self) -> tuple[date, date]:
        """Return both ends for a ``__range`` lookup."""
        return self.first, self.last

    @property
    def is_month(self) -> bool:
        """Return whether it is one whole month, and neither a season nor everything."""
        other = self.season is not None or self.year is not None or self.is_all
        return not other and self.range == (month_start(self.last), month_end(self.first))

    @property
    def query(self) -> dict[str, str]:
        """Return the query parameters that ask for it."""
        if self.season is not None:
            return {"season": str(self.season.pk)}
        if self.year is not None:
            return {"year": str(self.year)}
        if self.is_all:
            return {"all": "1"}
        if self.is_month and not self.is_range:
            return {"month": f"{self.first:%Y-%m}"}
        return {"from": self.first.isoformat(), "to": self.last.isoformat()}

    @property
    def key(self) -> str:
        if self.is_all:
            return "all"
        return f"s{self.season.pk}" if self.season else "_".join(self.query.values())

    @property
    def name(self) -> str:
        if self.season is not None:
            return self.season.name
        if self.year is not None:
            words = _("year %(year)s") if self.first.month == 1 else _("club year %(year)s")
            return words % {"year": self.year}
        if self.is_all:
            return _("All time")
        if self.is_month:
            return date_format(self.first, "YEAR_MONTH_FORMAT")
        if self.first == self.last:
            return date_format(self.first, "DATE_FORMAT")
        return _("%(first)s to %(last)s") % {
            "first": date_format(self.first, "DATE_FORMAT"),
            "last": date_format(self.last, "DATE_FORMAT"),
        }

    def before(self, year_starts_in: int) -> Period | None:
        """Return the month before a month, or the year before a year, with the same minimum."""
        last = self.first - _DAY
        if self.is_month:
            first = month_start(last)
            return Period(first=first, last=last, minimum_games=self.minimum_games)
        if self.year is None:
            return None
        first, last = club_year(self.year - 1, year_starts_in)
        return Period(first=first, last=last, minimum_games=self.minimum_games, year=self.year - 1)


ALL_DAYS: Final = Period(is_all=True)


def month_of(league: League, day: date) -> Period:
    first = month_start(day)
    return Period(first=first, last=month_end(first), minimum_games=league.minimum_games)


class RangeForm(forms.Form):
    """Any days, both ends included; an empty end is the first or the present day."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in (("from", gettext_lazy("from")), ("to", gettext_lazy("to"))):
            self.fields[name] = forms.DateField(
                label=label,
                required=False,
                input_formats=["%Y-%m-%d"],
                widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
                error_messages={
                    "invalid": gettext_lazy(
                        "Please write the day as year-month-day, for example 2026-04-01."
                    )
                },
            )

    def clean(self) -> dict[str, Any]:
        """Refuse days outside the rankings' range, and an end before the beginning."""
        days = {name: day for name, day in self.cleaned_data.items() if day is not None}
        for name, day in days.items():
            if problem := day_problem(day):
                self.add_error(name, problem)
        if len(days) == 2 and days["from"] > days["to"]:
            self.add_error("to", _("The last day is before the first day."))
        return self.cleaned_data


@dataclass(frozen=True, kw_only=True)
class Calendar:
    league: League
    today: date
    first: date | None = None  # None: without games
    last: date | None = None
    recent: date | None = None  # the latest that is not in the future

    @cached_property
    def seasons(self) -> list[Season]:
        """Return the league's seasons. One query on first access."""
        return list(self.league.seasons.all())

    @property
    def ends(self) -> tuple[date, date]:
        """Return the first and last month with games, or the present one."""
        present = month_start(self.today)
        return min(self.first or present, present), max(self.last or present, present)

    @property
    def latest(self) -> Period:
        """Return the latest month played, preferring one that is not in the future."""
        return month_of(self.league, self.recent or self.last or self.today)

    @property
    def everything(self) -> Period:
        first, last = self.ends
        return Period(first=first, last=month_end(last), is_all=True)

    def read(self, asked: Words) -> Period | None:
        """Read the period that an address asks for; None if it asks for none.

        Raises:
            PeriodError: it makes no sense.
        """
        if key := asked.get("period"):
            return self._by_key(key)
        if season := asked.get("season"):
            return self._season(season)
        if asked.get("from") or asked.get("to"):
            return self._range(asked)
        if year := asked.get("year"):
            return self._year(year)
        if asked.get("all") == "1":
            return self.everything
        month = asked.get("month")
        return self._month(month) if month else None

    def _by_key(self, key: str) -> Period:
        found = next((match for form in _KEYS if (match := form.fullmatch(key))), None)
        if found is not None:
            words = found.groupdict()
            try:
                period = self.read(words | ({"all": "1"} if "all" in words else {}))
            except PeriodError:
                period = None
            if period is not None:
                return period
        raise PeriodError(_("There is no such period."), field="period")

    def _season(self, asked: str) -> Period:
        key = number_in(asked) or 0
        for season in self.seasons:
            if season.pk == key:
                return _of_season(season)
        raise PeriodError(_("There is no such season."), field="season")

    def _range(self, asked: Words) -> Period:
        form = RangeForm(asked)
        if not form.is_valid():
            name = next(iter(form.errors))
            raise PeriodError(str(form.errors[name][0]), field=name)
        last = form.cleaned_data["to"] or self.today
        first = form.cleaned_data["from"] or min(self.first or last, last)
        if first > last:  # only one end was given, and it is beyond the other
            first, last = last, first
        return Period(first=first, last=last, is_range=True)

    def _year(self, asked: str) -> Period:
        if _YEAR.fullmatch(asked) and EARLIEST.year <= int(asked) < LATEST.year:
            return self._year_at(date(int(asked), 12, 31))
        words = _("“%(year)s” is not a year. Write it like 2026.")
        raise PeriodError(words % {"year": asked[:20]}, field="year")

    def _month(self, asked: str) -> Period:
        month = day_in(f"{asked}-01") if _MONTH.fullmatch(asked) else None
        if month is not None and not day_problem(month):
            return month_of(self.league, month)
        words = _("“%(month)s” is not a month. Write it like 2026-11.")
        raise PeriodError(words % {"month": asked[:20]}, field="month")

    def choices(self, months: Iterable[date]) -> list[tuple[str, str]]:
        latest_first = sorted(months, reverse=True)
        years = {year.first: year for year in map(self._year_at, latest_first)}
        periods = (ALL_DAYS, *map(_of_season, self.seasons), *years.values())
        return [
            (each.key, capfirst(each.name))
            for each in (*periods, *(month_of(self.league, month) for month in latest_first))
        ]

    def pager(self, period: Period, kept: Words) -> Link:
        """Link the months or years before and after, within those with games and the present one.

        ``kept`` are parameters that the links keep: the order, and whether all figures are shown.
        """
        if period.year is None and not period.is_month:
            return {}
        at = self._month_at if period.year is None else self._year_at
        first, last = map(at, self.ends)
        before, after = at(period.first - _DAY), at(period.last + _DAY)
        present = at(self.today)
        return {
            "label": _("Months") if period.year is None else _("Years"),
            "previous": _link(min(before, last, key=_first), kept)
            if period.first > first.first
            else {},
            "next": _link(max(after, first, key=_first), kept) if period.first < last.first else {},
            "present": _link(present, kept) if present.first != period.first else {},
            "present_label": _("This month") if period.year is None else _("This year"),
        }

    def kinds(self, period: Period, kept: Words) -> list[Link]:
        first, last = map(self._year_at, self.ends)
        year = min(max(self._year_at(period.last), first, key=_first), last, key=_first)
        latest = max(self.latest.first, month_start(period.first))
        month = self._month_at(min(period.last, latest))
        return [
            {**_link(near, kept), "label": label, "current": current}
            for label, near, current in (
                (_("Monthly"), month, period.is_month),
                (_("Yearly"), year, period.year is not None),
                (_("All time"), ALL_DAYS, period.is_all),
            )
        ]

    def _month_at(self, day: date) -> Period:
        return month_of(self.league, day)

    def _year_at(self, day: date) -> Period:
        starts_in = self.league.club.year_starts_in
        year = year_of(day, starts_in)
        first, last = club_year(year, starts_in)
        return Period(first=first, last=last, year=year)


def calendars_of(club: Club, today: date) -> list[Calendar]:
    """Return the calendar of each of the club's leagues. One query."""
    months = Tally.objects.for_club(club).filter(
        page__league=OuterRef("pk"), page__counts=True, span=Tally.Span.MONTH
    )
    starts = months.order_by("start").values("start")
    latest = months.order_by("-start").values("start")
    leagues = (
        League.objects.for_club(club)
        .select_related("rule_set__rule_set")
        .annotate(
            first_month=Subquery(starts[:1]),
            last_month=Subquery(latest[:1]),
            recent_month=Subquery(latest.filter(start__lte=month_start(today))[:1]),
        )
    )
    for league in leagues:
        league.club = club
    return [
        Calendar(
            league=league,
            today=today,
            first=league.first_month,
            last=league.last_month,
            recent=league.recent_month,
        )
        for league in leagues
    ]


def calendar_of(club: Club, league_slug: str) -> Calendar:
    """Return the calendar of a league. One query.

    Raises:
        Http404: the club has no such league.
    """
    return _of_league(calendars_of(club, club_day(club)), league_slug)


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodOfPage:
    """The league of a page and the days that its address asks for, else the latest month."""

    calendar: Calendar
    period: Period
    error: str  # why the address's own days are not shown
    form: RangeForm  # filled in with the ends that were asked for
    leagues: list[League]  # all of the club

    @property
    def league(self) -> League:
        return self.calendar.league

    @property
    def status(self) -> int:
        """Return the answer's status: 400 if the period was not understood."""
        return 400 if self.error else 200


def period_of_page(asked: Words, club: Club, league_slug: str) -> PeriodOfPage:
    """Read the period of a page. One query, one more where a season is asked for.

    Raises:
        Http404: the club has no such league, or the league no season of that number.
    """
    calendars = calendars_of(club, club_day(club))
    calendar = _of_league(calendars, league_slug)
    form, error = RangeForm(), ""
    try:
        period = calendar.read(asked) or calendar.latest
    except PeriodError as refused:
        if refused.field == "season" and asked["season"].isdecimal():
            raise Http404 from refused
        period, error = calendar.latest, refused.message
        if refused.field in RANGE:
            form, error = RangeForm(asked), _("This period cannot be ranked.")
    if period.is_range:
        form = RangeForm(asked)
    return PeriodOfPage(
        calendar=calendar,
        period=period,
        error=error,
        form=form,
        leagues=[each.league for each in calendars],
    )


def _of_league(calendars: Iterable[Calendar], slug: str) -> Calendar:
    for calendar in calendars:
        if calendar.league.slug == slug:
            return calendar
    raise Http404


def _of_season(season: Season) -> Period:
    return Period(
        first=season.starts_on,
        last=season.ends_on,
        minimum_games=season.minimum_games,
        season=season,
    )


def _first(period: Period) -> date:
    return period.first


def _link(period: Period, kept: Words) -> Link:
    url = "?" + urlencode({**period.query, **kept})
    return {"url": url, "label": period.name, "current": False}
