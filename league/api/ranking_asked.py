"""What the address of a ranking asks for: the days, whose lines, in which order."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date

from django.utils.translation import gettext as _
from rest_framework.request import Request

from league.api.errors import BadRequestError
from league.api.list_requests import day_asked, slice_asked
from league.days import EARLIEST, LATEST, club_day, club_year, month_end, month_start
from league.models import Club, League, Season, Tally
from league.selectors.game_list import Slice
from league.selectors.ranking_figures import FIGURES, facts_of
from league.selectors.rankings import LeagueRanking, Standing, Stretch

_MONTH = re.compile(r"(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])")
_YEAR = re.compile(r"[0-9]{4}")
_NUMBER = re.compile(r"[0-9]{1,18}")


def month_asked(request: Request, club: Club) -> date:
    """The first day of the month that ``?month=`` asks for, else of the club's present one.

    Raises:
        BadRequestError: it is no month.
    """
    asked = request.query_params.get("month")
    if asked is None:
        return month_start(club_day(club))
    if not _MONTH.fullmatch(asked):
        raise BadRequestError({"month": [_("A month looks like 2026-11.")]})
    return date.fromisoformat(f"{asked}-01")


def stretch_asked(request: Request, club: Club, league: League) -> Stretch:
    """The season, year, range, everything or month that is asked for. One query at most.

    Raises:
        BadRequestError: it cannot be understood, or two of them are asked for.
    """
    kinds: dict[str, Callable[[], Stretch]] = {
        "season": lambda: _season(request.query_params["season"], league),
        "year": lambda: _year(request.query_params["year"], club),
        "from": lambda: _range(request, club),
        "to": lambda: _range(request, club),
        "all": lambda: _all(request.query_params["all"], club, league),
        "month": lambda: _month(request, club, league),
    }
    given = [name for name in kinds if name in request.query_params]
    if len(given) > 1 and given != ["from", "to"]:
        words = _("Please ask for one of them: %(names)s.")
        raise BadRequestError({given[1]: [words % {"names": ", ".join(given)}]})
    return kinds[given[0]]() if given else _month(request, club, league)


def _month(request: Request, club: Club, league: League) -> Stretch:
    first = month_asked(request, club)
    return Stretch(first=first, last=month_end(first), minimum_games=league.minimum_games)


def _season(asked: str, league: League) -> Stretch:
    seasons = Season.objects.for_club(league.club_id).filter(league=league)
    season = seasons.filter(pk=int(asked)).first() if _NUMBER.fullmatch(asked) else None
    if season is None:
        raise BadRequestError({"season": [_("There is no such season.")]})
    return Stretch(
        first=season.starts_on,
        last=season.ends_on,
        minimum_games=season.minimum_games,
        season=season,
    )


def _year(asked: str, club: Club) -> Stretch:
    if not _YEAR.fullmatch(asked) or not EARLIEST.year <= int(asked) < LATEST.year:
        words = _("“%(year)s” is no year; a year looks like 2026.")
        raise BadRequestError({"year": [words % {"year": asked[:20]}]})
    first, last = club_year(int(asked), club.year_starts_in)
    return Stretch(first=first, last=last, year=int(asked))


def _range(request: Request, club: Club) -> Stretch:
    last = day_asked(request, "to") or club_day(club)
    first = day_asked(request, "from")
    if first is None:
        raise BadRequestError({"from": [_("Please write the day as year-month-day: 2026-04-01.")]})
    if first > last:
        raise BadRequestError({"to": [_("The last day lies before the first.")]})
    return Stretch(first=first, last=last)


def _all(asked: str, club: Club, league: League) -> Stretch:
    if asked != "1":
        raise BadRequestError({"all": [_("This is one of %(choices)s.") % {"choices": "1"}]})
    starts = Tally.objects.for_club(club).filter(
        page__league=league, page__counts=True, span=Tally.Span.MONTH
    )
    months = [month_start(club_day(club)), *starts.values_list("start", flat=True).distinct()]
    return Stretch(first=min(months), last=month_end(max(months)), is_all=True)


def lines_asked(request: Request, found: LeagueRanking) -> tuple[list[Standing], Slice | None]:
    """The lines of ``?member=``, by ``?sort=``, and the page, where one is asked for.

    Raises:
        BadRequestError: there is no such figure, member or page.
    """
    lines = _sorted(request.query_params.get("sort", ""), found)
    member = request.query_params.get("member", "")
    if member:
        if not _NUMBER.fullmatch(member):
            raise BadRequestError({"member": [_("This is a number.")]})
        lines = [line for line in lines if line.member_id == int(member)]
    if not {"page", "page_size"} & set(request.query_params):
        return lines, None
    return lines, slice_asked(request)


def _sorted(asked: str, found: LeagueRanking) -> list[Standing]:
    """By a figure; who has none there stays behind, and equals keep the ranking's order."""
    if not asked:
        return list(found.lines)
    figure = FIGURES.get(asked.removeprefix("-"))
    if figure is None:
        words = _("This is one of %(choices)s.")
        raise BadRequestError({"sort": [words % {"choices": ", ".join(FIGURES)}]})
    facts = facts_of(found)
    valued = [(figure(line, facts), line) for line in found.lines]
    told = [(value, line) for value, line in valued if value is not None]
    told.sort(key=lambda each: each[0], reverse=asked.startswith("-"))
    return [line for _value, line in told] + [line for value, line in valued if value is None]
