"""``/api/v1/clubs/<club>/live``: tables kept hand by hand, opened, read and changed."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.access import Visit
from league.api.base import ClubView
from league.api.errors import error_body
from league.api.live_requests import LiveRequest, read_change, read_live
from league.days import club_day
from league.entry import HanchanEntry
from league.errors import EntryError
from league.live_errors import LiveChangedError
from league.live_json import line_json, live_json, theirs_json
from league.models import Club, League, LiveTable, Session
from league.permissions import Action
from league.selectors.live import live_page
from league.selectors.live_entries import shown_entries
from league.selectors.live_tables import find_live, live_tables
from league.services.live import LiveChange, change_live, open_live

#: closed tables are listed no further back than so many
_MOST_LISTED = 100


class LiveListView(ClubView):
    """Where tables are opened and listed."""

    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    def get(self, request: Request, club_slug: str) -> Response:
        """The tables, the latest first."""
        tables = list(live_tables(self.visit.club)[:_MOST_LISTED])
        for live in tables:
            live.club = self.visit.club
        return Response({"tables": [line_json(live) for live in tables]})

    def post(self, request: Request, club_slug: str) -> Response:
        """Open a table: 201; under the same key again: 200 and the same table."""
        asked = read_live(request.data)
        entry = _entry(self.visit, asked)
        session_id = entry.session.pk if entry.session else None
        if not self.visit.may_keep(day=entry.day, session_id=session_id):
            raise PermissionDenied
        opened = open_live(club=self.visit.club, entry=entry, key=asked.key, actor=self.visit.actor)
        body = _state(self.visit, opened.live)
        if opened.is_new:
            return Response(body, status.HTTP_201_CREATED)
        return Response(body, headers={"Idempotency-Hit": "true"})


class LiveView(ClubView):
    """Where a table is read."""

    def get(self, request: Request, club_slug: str, live_id: int) -> Response:
        """The table as it stands; 304 when ``since`` is its revision."""
        live = find_live(self.visit.club, live_id)
        if request.query_params.get("since") == str(live.revision):
            return Response(status=status.HTTP_304_NOT_MODIFIED)
        return Response(live_json(live_page(live)))


class LiveChangesView(ClubView):
    """Where a table is changed."""

    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    def post(self, request: Request, club_slug: str, live_id: int) -> Response:
        """Change the table as it was seen; 409 with what others entered where it is no more."""
        live = find_live(self.visit.club, live_id)
        if not self.visit.may_keep(day=live.session.day, session_id=live.session_id):
            raise PermissionDenied
        asked = read_change(request.data)
        change = LiveChange(action=asked.action, seen=asked.seen, key=asked.key, told=asked.told)
        try:
            changed = change_live(live=live, change=change, actor=self.visit.actor)
        except LiveChangedError as error:
            return self._overtaken(error)
        headers = {} if changed.is_new else {"Idempotency-Hit": "true"}
        body = {"entered": changed.entry.revision, **_state(self.visit, changed.live)}
        return Response(body, headers=headers)

    def _overtaken(self, error: LiveChangedError) -> Response:
        error.live.club = self.visit.club
        body = error_body(error.code, error.message)
        body["error"]["revision"] = error.live.revision
        body["error"]["entered"] = theirs_json(shown_entries(error.live, error.entries))
        return Response(body, status.HTTP_409_CONFLICT)


def _state(visit: Visit, live: LiveTable) -> dict[str, Any]:
    return live_json(live_page(find_live(visit.club, live.pk)))


def _entry(visit: Visit, asked: LiveRequest) -> HanchanEntry:
    session = _session(visit, asked.session)
    return HanchanEntry(
        league=_league(visit.club, asked.league),
        day=_day(visit, asked.day, session),
        session=session,
        table=asked.table,
        number=asked.number,
        seats=asked.seat_entries(),
    )


def _league(club: Club, slug: str) -> League:
    leagues = League.objects.for_club(club).select_related("rule_set__rule_set")
    league = leagues.filter(slug=slug, is_active=True).first()
    if league is None:
        raise EntryError({"league": [_("The club plays no league of this address.")]})
    return league


def _session(visit: Visit, asked: int | None) -> Session | None:
    """The evening that is named; a pass stands for its own, anybody else for the day's."""
    if asked is None:
        return visit.evening_pass.session if visit.evening_pass else None
    session = Session.objects.for_club(visit.club).filter(pk=asked).first()
    if session is None:
        raise EntryError({"session": [_("The club has no such evening.")]})
    return session


def _day(visit: Visit, day: date | None, session: Session | None) -> date:
    if day is not None:
        return day
    return session.day if session else club_day(visit.club)
