"""Parts of pages about games that were kept hand by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template

from league.core import formats
from league.core.access import Visit
from league.games.story import game_hands
from league.live.tables import tables_of
from league.models import Hanchan, Session
from rules.models import RuleVersion

register = template.Library()

register.filter(formats.moved)


@register.filter
def side_by_side(one: Sequence[Any], other: Sequence[Any]) -> list[tuple[Any, Any]]:
    return list(zip(one, other, strict=True))


@register.inclusion_tag("league/live/_tables.html")
def live_tables(session: Session, visit: Visit) -> dict[str, Any]:
    """Return an evening's live tables, and a link to a new one. Three queries."""
    session.club = visit.club
    return {
        "tables": tables_of(session),
        "session": session,
        "club": visit.club,
        "may_keep": visit.may_keep(day=session.day, session_id=session.pk),
    }


@register.inclusion_tag("league/games/game/_hands.html", takes_context=True)
def game_kyoku(
    context: dict[str, Any], game: Hanchan, version: RuleVersion | None, *, may_keep: bool
) -> dict[str, Any]:
    """Return the recorded hands of a stored game, if any. One query."""
    return {
        "hands": game_hands(game, version),
        "game": game,
        "club": game.club,
        "may_keep": may_keep,
        "csrf_token": context["csrf_token"],
    }
