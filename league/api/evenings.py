"""``/api/v1/clubs/<club>/sessions``: evenings, who came, and their passes."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.lists import Page, requested_day, requested_slice
from league.api.operations import FROM, PAGE, PAGE_SIZE, TO, Answer, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import Body, Day, EmptyRequest, Key, Text, checked, named_as, read_shape
from league.api.seasons import Options
from league.clubs.write import issue_pass, revoke_pass
from league.core.access import Visit, pass_token, passes_of
from league.core.days import club_day
from league.core.permissions import Action
from league.core.revisions import hold_all
from league.games.evening import (
    counted,
    describe_session,
    listed,
    open_session,
    put_on_list,
    set_attendance,
    take_off_list,
)
from league.games.evening_views import AttendanceForm, DescribeForm, SessionForm, find_session
from league.models import Club, EveningPass, Session
from league.rulebook.options import set_session_options

Note = Annotated[str, Strict(), Field(max_length=2000)]


class SessionRequest(Body):
    """A new evening; without a day, the present one."""

    day: Day | None = None
    title: Text = ""
    place: Text = ""
    note: Note = ""


class DescriptionRequest(Body):
    """What is left out stays."""

    title: Text | None = None
    place: Text | None = None
    note: Note | None = None


class OptionsRequest(Body):
    """What the evening chooses where the rules leave it open, by parameter; all of it."""

    options: Options


class AttendanceRequest(Body):
    members: Annotated[tuple[Key, ...], Field(max_length=500)]


class ListedEvening(Answer):
    id: int
    url: str
    day: date
    title: str
    place: str
    games: int
    people: int


class Evenings(Page):
    sessions: list[ListedEvening]


class Attendant(Answer):
    member: int
    name: str


class Evening(Answer):
    id: int
    url: str
    day: date
    title: str
    place: str
    note: str
    options: dict[str, Any]
    members: list[Attendant]


class Pass(Answer):
    id: int
    link: str
    expires_at: datetime


class Passes(Answer):
    passes: list[Pass]


class SessionsView(ClubView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={200: Evenings}, query=(PAGE, PAGE_SIZE, FROM, TO))
    def get(self, request: Request, club_slug: str) -> Response:
        """Return a page, newest first; ``?from=`` and ``?to=`` filter by day."""
        club, first, last = (
            self.visit.club,
            requested_day(request, "from"),
            requested_day(request, "to"),
        )
        sessions = listed(club)
        if first is not None:
            sessions = sessions.filter(day__gte=first)
        if last is not None:
            sessions = sessions.filter(day__lte=last)
        rows, head = requested_slice(request).of(counted(sessions).order_by("-day", "-pk"))
        return Response({**head, "sessions": [_session_json(club, each) for each in rows]})

    @operation(answers={201: Evening}, body=SessionRequest, tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Open an evening: 201.

        Raises:
            PermissionDenied: the caller holds a pass, which is for games.
        """
        tonight = club_day(self.visit.club)
        if not self.visit.may_keep(day=tonight, session_id=None):
            raise PermissionDenied
        payload = read_shape(SessionRequest, request.data)
        values = payload.model_dump() | {"day": payload.day or tonight}
        chosen = checked(
            SessionForm(values, visit=self.visit, instance=Session(club=self.visit.club))
        )
        session = open_session(club=self.visit.club, actor=self.visit.actor, **chosen)
        body = _full_json(self.visit, session)
        address = reverse("api:session", args=[self.visit.club.slug, session.pk])
        return created(body, address)


class _SessionView(ClubView):
    """A call to one evening."""

    def evening(self, session_id: int, *, to_change: bool = True) -> Session:
        """Find the evening.

        Raises:
            Http404: the club has no such evening.
            PermissionDenied: the caller may not enter games of its day.
        """
        session = find_session(self.visit, session_id)
        if to_change and not self.visit.may_keep(day=session.day, session_id=session.pk):
            raise PermissionDenied
        return session

    def described(self, session_id: int) -> Session:
        """The evening itself, of which nobody else changes anything until commit.

        Raises:
            Http404: the club has no such evening.
            PermissionDenied: the caller may not change it; a pass is for games.
        """
        hold_all(self.visit.club)
        session = self.evening(session_id)
        if not self.visit.may_keep(day=session.day, session_id=None):
            raise PermissionDenied
        return session


class SessionView(_SessionView):
    action_for: ClassVar = dict.fromkeys(("PATCH", "DELETE"), Action.ENTER_TONIGHT)

    @operation(answers={200: Evening}, tag="whole")
    def get(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Return the evening with who came."""
        session = self.evening(session_id, to_change=False)
        return tagged(request, _full_json(self.visit, session))

    @operation(answers={200: Evening}, body=DescriptionRequest, tag="whole")
    @transaction.atomic
    def patch(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Change its title, place or note.

        Raises:
            PermissionDenied: the caller holds a pass, which is for games.
        """
        session = self.described(session_id)
        check_unchanged(request, _full_json(self.visit, session))
        payload = read_shape(DescriptionRequest, request.data)
        there = picked(session, "title", "place", "note")
        values = there | payload.model_dump(exclude_unset=True)
        chosen = checked(DescribeForm(values, instance=session))
        session = describe_session(session=session, actor=self.visit.actor, **chosen)
        return tagged(request, _full_json(self.visit, session))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Take an evening to which nothing belongs off the list: 204."""
        session = self.described(session_id)
        if session.is_off_list:
            raise Http404
        check_unchanged(request, _full_json(self.visit, session))
        take_off_list(session=session, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SessionRestoreView(_SessionView):
    action_for: ClassVar = {"POST": Action.ENTER_TONIGHT}

    @operation(answers={200: Evening}, body=EmptyRequest)
    @transaction.atomic
    def post(self, request: Request, club_slug: str, session_id: int) -> Response:
        """Put an evening on the list again."""
        session = self.described(session_id)
        read_shape(EmptyRequest, request.data)
        put_on_list(session=session, actor=self.visit.actor)
        return Response(_full_json(self.visit, session))


class SessionOptionsView(_SessionView):
    action_for: ClassVar = {"PUT": Action.ENTER_ANY_DAY}

    @operation(answers={200: Evening}, body=OptionsRequest, tag="whole")
    @transaction.atomic
    def put(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Choose what the rules leave to each evening; games that are stored keep their own."""
        hold_all(self.visit.club)
        session = find_session(self.visit, session_id)
        check_unchanged(request, _full_json(self.visit, session))
        chosen = read_shape(OptionsRequest, request.data).options
        with named_as({name: f"options.{name}" for name in chosen}):
            set_session_options(session=session, options=chosen, actor=self.visit.actor)
        return tagged(request, _full_json(self.visit, find_session(self.visit, session_id)))


class AttendanceView(_SessionView):
    action_for: ClassVar = {"PUT": Action.ENTER_TONIGHT}

    @operation(answers={200: Evening}, body=AttendanceRequest, tag="whole")
    @transaction.atomic
    def put(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Say who came; whoever has a game that evening stays."""
        hold_all(self.visit.club)
        session = self.evening(session_id)
        check_unchanged(request, _full_json(self.visit, session))
        payload = read_shape(AttendanceRequest, request.data)
        form = AttendanceForm({"people": payload.members}, club=self.visit.club)
        people = checked(form, people="members")["people"]
        set_attendance(session=session, members=people, actor=self.visit.actor)
        return tagged(request, _full_json(self.visit, session))


class PassesView(_SessionView):
    action_for: ClassVar = dict.fromkeys(("GET", "HEAD", "POST"), Action.ISSUE_PASS)

    @operation(answers={200: Passes})
    def get(self, request: Request, club_slug: str, session_id: int) -> Response:
        """List the evening's passes that are in force."""
        session = self.evening(session_id, to_change=False)
        return Response({"passes": [_pass_json(request, each) for each in passes_of(session)]})

    @operation(answers={201: Pass}, body=EmptyRequest)
    def post(self, request: Request, club_slug: str, session_id: int) -> Response:
        """Issue a pass: 201 with its link."""
        session = self.evening(session_id, to_change=False)
        read_shape(EmptyRequest, request.data)
        issued = issue_pass(session=session, actor=self.visit.actor)
        return Response(_pass_json(request, issued), status.HTTP_201_CREATED)


class PassView(_SessionView):
    action_for: ClassVar = {"DELETE": Action.ISSUE_PASS}

    @operation(answers={204: None})
    def delete(self, request: Request, club_slug: str, session_id: int, pass_id: int) -> Response:
        """Revoke a pass: 204, and again when it is sent again."""
        session = self.evening(session_id, to_change=False)
        passes = EveningPass.objects.for_club(self.visit.club).filter(session=session)
        held = passes.filter(pk=pass_id).first()
        if held is None:
            raise Http404
        revoke_pass(evening_pass=held, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


def _pass_json(request: Request, held: EveningPass) -> dict[str, Any]:
    link = request.build_absolute_uri(reverse("use-pass", args=[pass_token(held)]))
    ends = held.expires_at.astimezone(held.session.club.zone)
    return {"id": held.pk, "link": link, "expires_at": ends}


def _session_json(club: Club, session: Session) -> dict[str, Any]:
    return {
        "id": session.pk,
        "url": reverse("league:session", args=[club.slug, session.pk]),
        **picked(session, "day", "title", "place"),
        "games": getattr(session, "games", 0),
        "people": getattr(session, "people", 0),
    }


def _full_json(visit: Visit, session: Session) -> dict[str, Any]:
    club = visit.club
    people = session.attendants.order_by("pk")
    return {
        "id": session.pk,
        "url": reverse("league:session", args=[club.slug, session.pk]),
        **picked(session, "day", "title", "place", "note", "options"),
        "members": [{"member": each.pk, "name": each.name_in(club)} for each in people],
    }
