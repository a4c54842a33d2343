"""What the address of a list asks for: filters, and the page."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from rest_framework.request import Request

from league.access import Visit
from league.api.errors import BadRequestError
from league.days import day_problem, written_day
from league.models import Hanchan, League
from league.selectors.game_list import GamesAsked, Slice

MOST_ROWS = 200
_USUAL_ROWS = 50
_MOST_PAGES = 1_000_000
_LONGEST_KEY = 18


def slice_asked(request: Request) -> Slice:
    """``?page=`` and ``?page_size=``.

    Raises:
        BadRequestError: no numbers, or beyond what there is.
    """
    return Slice(
        page=_number(request, "page", 1, _MOST_PAGES),
        size=_number(request, "page_size", _USUAL_ROWS, MOST_ROWS),
    )


def _number(request: Request, name: str, usual: int, most: int) -> int:
    text = request.query_params.get(name, "")
    if not text:
        return usual
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not is_number or not 1 <= int(text) <= most:
        words = _("This is a number from 1 to %(most)s.")
        raise BadRequestError({name: [words % {"most": f"{most:,}"}]})
    return int(text)


def day_asked(request: Request, name: str) -> date | None:
    """A day such as ``?from=2026-11-01``.

    Raises:
        BadRequestError: written otherwise, or on no club's calendar.
    """
    text = request.query_params.get(name, "")
    if not text:
        return None
    try:
        day = written_day(text)
    except ValueError as error:
        words = _("Please write the day as year-month-day: 2026-04-01.")
        raise BadRequestError({name: [words]}) from error
    if problem := day_problem(day):
        raise BadRequestError({name: [problem]})
    return day


def choice_asked(request: Request, name: str, choices: tuple[str, ...], usual: str) -> str:
    """One of some words.

    Raises:
        BadRequestError: another one.
    """
    text = request.query_params.get(name, "") or usual
    if text not in choices:
        words = _("This is one of %(choices)s.") % {"choices": ", ".join(choices)}
        raise BadRequestError({name: [words]})
    return text


def games_asked(request: Request, visit: Visit) -> GamesAsked:
    """The filters of the list of games.

    Raises:
        BadRequestError: one of them is no filter of this kind.
    """
    asked = request.query_params
    voided = choice_asked(request, "voided", ("0", "1", "all"), "0")
    source = asked.get("source", "")
    if source:
        choice_asked(request, "source", tuple(Hanchan.Source.values), "")
    return GamesAsked(
        league=_league(visit, asked.get("league", "")),
        first=day_asked(request, "from"),
        last=day_asked(request, "to"),
        member=_key(request, "member"),
        session=_key(request, "session"),
        source=source or None,
        voided=None if voided == "all" else voided == "1",
    )


def _league(visit: Visit, slug: str) -> League | None:
    if not slug:
        return None
    found = None
    if "\0" not in slug:
        found = League.objects.for_club(visit.club).filter(slug=slug).first()
    if found is None:
        raise BadRequestError({"league": [_("The club plays no league of this address.")]})
    return found


def _key(request: Request, name: str) -> int | None:
    """A thing's number; one of another club, or of nothing, has no games here."""
    text = request.query_params.get(name, "")
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= _LONGEST_KEY):
        raise BadRequestError({name: [_("This is a number.")]})
    return int(text)
