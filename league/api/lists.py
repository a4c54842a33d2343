"""``GET`` of ``hanchan``, ``sessions`` and ``members`` below a club: lists, page by page."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import Visit
from league.api.base import ClubView
from league.api.list_requests import choice_asked, day_asked, games_asked, slice_asked
from league.models import Club, Hanchan, Member, Session
from league.permissions import Action
from league.selectors.game_list import (
    Page,
    games_page,
    members_page,
    sessions_page,
    versions_of,
)
from rules.models import RuleVersion


def games_answer(request: Request, visit: Visit) -> Response:
    """A page of the games that the address asks for."""
    page = games_page(visit.club, games_asked(request, visit), slice_asked(request))
    versions = versions_of(page.rows)
    games = [_game_json(visit.club, game, versions.get(game.pk)) for game in page.rows]
    return _answer(page, "games", games)


class SessionsView(ClubView):
    """The club's evenings."""

    def get(self, request: Request, club_slug: str) -> Response:
        """A page of them, the newest first; ``?from=`` and ``?to=``."""
        days = day_asked(request, "from"), day_asked(request, "to")
        page = sessions_page(self.visit.club, *days, slice_asked(request))
        told = [_session_json(self.visit.club, session) for session in page.rows]
        return _answer(page, "sessions", told)


class MembersView(ClubView):
    """The club's people."""

    def get(self, request: Request, club_slug: str) -> Response:
        """A page of them; ``?group=``."""
        group = choice_asked(request, "group", ("members", "guests", "left", "all"), "members")
        page = members_page(self.visit.club, group, slice_asked(request))
        told = [_member_json(self.visit, member) for member in page.rows]
        return _answer(page, "members", told)


def _answer(page: Page[Any], name: str, rows: list[dict[str, Any]]) -> Response:
    wanted = page.wanted
    head = {"page": wanted.page, "page_size": wanted.size, "more": page.has_more}
    return Response({**head, name: rows})


def _game_json(club: Club, game: Hanchan, version: RuleVersion | None) -> dict[str, Any]:
    counted = game.settlement
    return {
        "id": game.pk,
        "key": game.key,
        "url": reverse("league:game", args=[club.slug, game.pk]),
        "league": game.league.slug,
        "day": game.day,
        "session": game.session_id,
        "table": game.table,
        "number": game.number,
        "options": game.options,
        "source": game.source,
        "revision": game.revision,
        "voided": game.is_voided,
        "version": version.label if version else None,
        "seats": [
            {
                "seat": seat.seat,
                "member": seat.member_id,
                "name": seat.member.shown_name(club),
                "points": seat.points if game.points_are_known else None,
                "chips": seat.chips,
                "place": counted.places[seat.seat] if counted else None,
                "score": counted.scores[seat.seat] if counted else None,
            }
            for seat in game.seats.all()
        ],
    }


def _session_json(club: Club, session: Session) -> dict[str, Any]:
    return {
        "id": session.pk,
        "url": reverse("league:session", args=[club.slug, session.pk]),
        "day": session.day,
        "title": session.title,
        "place": session.place,
        "games": getattr(session, "games", 0),
        "people": getattr(session, "people", 0),
    }


def _member_json(visit: Visit, member: Member) -> dict[str, Any]:
    """What the club shows of somebody; readings and other names are for organizers, as on pages."""
    shown: dict[str, Any] = {
        "id": member.pk,
        "url": reverse("league:member", args=[visit.club.slug, member.pk]),
        "name": member.shown_name(visit.club),
        "guest": member.is_guest,
        "left": member.left_on is not None,
    }
    if visit.may(Action.MANAGE_MEMBERS):
        shown |= {
            "display_name": member.display_name,
            "full_name": member.full_name,
            "kana": member.kana,
            "romaji": member.romaji,
            "aliases": member.aliases,
            "tenhou_names": member.tenhou_names,
            "role": member.role,
            "joined_on": member.joined_on,
            "left_on": member.left_on,
        }
    return shown
