"""``/api/v1/clubs/<club>/members``: the list of people, added to and changed."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, ClassVar

from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.lists import Page, requested_choice, requested_slice
from league.api.operations import PAGE, PAGE_SIZE, Answer, Query, one_of, operation
from league.api.preconditions import check_unchanged, created, tagged
from league.api.requests import Body, Day, EmptyRequest, Text, checked, read_shape
from league.core.access import Visit
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.people import FIELDS, add_member
from league.core.permissions import Action
from league.core.revisions import hold_all
from league.members.merging import MergePlan, merge_members, merge_plan, undo_merge
from league.members.removal import remove_member
from league.members.views import GiveLoginForm, MemberForm
from league.members.write import (
    change_member,
    give_login,
    issue_password_link,
    password_link,
    set_role,
)
from league.models import Member

Names = Annotated[tuple[Text, ...], Field(max_length=50)]


class MemberRequest(Body):
    """What is left out is empty for somebody new, and stays as it was for somebody known."""

    display_name: Text | None = None
    full_name: Text | None = None
    kana: Text | None = None
    romaji: Text | None = None
    aliases: Names | None = None
    tenhou_names: Names | None = None
    guest: Annotated[bool, Strict()] | None = None
    joined_on: Day | None = None
    left_on: Day | None = None

    def typed(self) -> dict[str, Any]:
        """The values given, as the form of the page takes them."""
        given = self.model_dump(exclude_unset=True)
        if "guest" in given:
            given["is_guest"] = given.pop("guest")
        return given


def _typed(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: "\n".join(value) if isinstance(value, list | tuple) else value
        for name, value in values.items()
    }


class LoginRequest(Body):
    username: Text
    email: Text = ""


class MergeRequest(Body):
    """Whose entry becomes part of this one; with ``preview`` nothing is changed."""

    member: int
    preview: Annotated[bool, Strict()] = False


class RoleRequest(Body):
    role: Member.Role


_GROUPS = ("members", "guests", "left", "all")


class Person(Answer):
    """Somebody on the list; what follows ``left`` is told to organizers."""

    id: int
    url: str
    name: str
    guest: bool
    left: bool
    display_name: str = ""
    full_name: str = ""
    kana: str = ""
    romaji: str = ""
    aliases: tuple[str, ...] = ()
    tenhou_names: tuple[str, ...] = ()
    role: str = ""
    username: str = ""
    joined_on: date | None = None
    left_on: date | None = None


class MergeAnswer(Answer):
    """What a merge does, or with ``preview`` would do, unless there are ``problems``."""

    member: int
    games: int
    other: int
    other_games: int
    names: tuple[str, ...]
    teams: tuple[str, ...]
    adjustments: int
    account_moves: bool
    account_ends: bool
    problems: tuple[str, ...]


class People(Page):
    members: list[Person]


class PasswordLink(Answer):
    """``link`` lets its holder set the password once; it is good for three days."""

    username: str
    link: str


class MembersView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_MEMBERS}

    @operation(
        answers={200: People},
        query=(PAGE, PAGE_SIZE, Query("group", "Which people.", one_of(*_GROUPS))),
    )
    def get(self, request: Request, club_slug: str) -> Response:
        """Return a page of the people by number; ``?group=`` filters."""
        group = requested_choice(request, "group", _GROUPS, "members")
        people = Member.objects.for_club(self.visit.club).filter(merged_into=None)
        if group != "all":
            people = people.filter(left_on__isnull=group != "left")
        if group in ("members", "guests"):
            people = people.filter(is_guest=group == "guests")
        rows, head = requested_slice(request).of(people.select_related("user").order_by("pk"))
        return Response({**head, "members": [_member_json(self.visit, each) for each in rows]})

    @operation(answers={201: Person}, body=MemberRequest, tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Add somebody: 201. A display name is needed, and nobody else's."""
        club = self.visit.club
        given = read_shape(MemberRequest, request.data).typed()
        form = MemberForm(_typed({"joined_on": club_day(club)} | given), club=club)
        values = checked(form, is_guest="guest")
        member = add_member(club=club, values=values, actor=self.visit.actor)
        body = _member_json(self.visit, member)
        address = reverse("api:member", args=[club.slug, member.pk])
        return created(body, address)


class MemberView(ClubView):
    action_for: ClassVar = {"PATCH": Action.MANAGE_MEMBERS, "DELETE": Action.MANAGE_MEMBERS}

    @operation(answers={200: Person}, tag="whole")
    def get(self, request: Request, club_slug: str, member_id: int) -> HttpResponseBase:
        """Return a person of the list."""
        return tagged(request, _member_json(self.visit, _member(self.visit, member_id)))

    @operation(answers={200: Person}, body=MemberRequest, tag="whole")
    @transaction.atomic
    def patch(self, request: Request, club_slug: str, member_id: int) -> HttpResponseBase:
        """Change what is given."""
        hold_all(self.visit.club)
        member = _member(self.visit, member_id)
        check_unchanged(request, _member_json(self.visit, member))
        there = {name: getattr(member, name) for name in FIELDS}
        given = read_shape(MemberRequest, request.data).typed()
        form = MemberForm(_typed(there | given), club=self.visit.club)
        values = checked(form, is_guest="guest")
        change_member(member=member, values=values, actor=self.visit.actor)
        return tagged(request, _member_json(self.visit, _member(self.visit, member_id)))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(self, request: Request, club_slug: str, member_id: int) -> HttpResponseBase:
        """Remove somebody who has no game and nothing else: 204."""
        hold_all(self.visit.club)
        member = _member(self.visit, member_id)
        check_unchanged(request, _member_json(self.visit, member))
        remove_member(member=member, actor=self.visit.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberMergeView(ClubView):
    action_for: ClassVar = {"POST": Action.MANAGE_MEMBERS, "DELETE": Action.MANAGE_MEMBERS}

    @operation(answers={200: MergeAnswer}, body=MergeRequest)
    @transaction.atomic
    def post(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Make another entry of the same person part of this one, or say what that would do."""
        hold_all(self.visit.club)
        kept = _member(self.visit, member_id)
        payload = read_shape(MergeRequest, request.data)
        people = Member.objects.for_club(self.visit.club).select_related("user", "club")
        gone = people.filter(pk=payload.member, merged_into=None).first()
        if gone is None:
            raise LeagueError(_("This person is not on the club's list."), field="member")
        plan = merge_plan(kept, gone, self.visit.actor)
        if not payload.preview:
            merge_members(kept=kept, gone=gone, actor=self.visit.actor)
        return Response(_merge_json(plan))

    @operation(answers={200: Person}, errors=(422,))
    def delete(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Undo the merge of somebody who is part of another entry: they are on the list again."""
        people = Member.objects.for_club(self.visit.club).select_related("merged_into", "club")
        gone = people.filter(pk=member_id).first()
        if gone is None:
            raise Http404
        parted = undo_merge(gone=gone, actor=self.visit.actor)
        return Response(_member_json(self.visit, _member(self.visit, parted.pk)))


def _merge_json(plan: MergePlan) -> dict[str, Any]:
    return {
        "member": plan.kept.pk,
        "games": plan.kept_games,
        "other": plan.gone.pk,
        "other_games": plan.games,
        **picked(plan, "names", "teams", "adjustments"),
        "account_moves": plan.login_moves,
        "account_ends": plan.login_ends,
        "problems": plan.problems,
    }


class MemberLoginView(ClubView):
    action_for: ClassVar = {"POST": Action.GIVE_LOGINS}

    @operation(answers={201: PasswordLink}, body=LoginRequest, by_token=False)
    def post(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Make somebody's account: 201 with the link that sets the password. No token may."""
        member = _member(self.visit, member_id)
        payload = read_shape(LoginRequest, request.data)
        values = checked(GiveLoginForm(payload.model_dump()))
        user = give_login(member=member, actor=self.visit.actor, **values)
        return _link_answer(request, user.get_username(), password_link(user))


class MemberPasswordLinkView(ClubView):
    action_for: ClassVar = {"POST": Action.GIVE_LOGINS}

    @operation(answers={201: PasswordLink}, body=EmptyRequest, by_token=False)
    def post(self, request: Request, club_slug: str, member_id: int) -> Response:
        """Make a new link for the password of somebody of a lower role: 201. No token may."""
        member = _member(self.visit, member_id)
        read_shape(EmptyRequest, request.data)
        link = issue_password_link(member=member, actor=self.visit.actor)
        assert member.user is not None  # else there would be no link
        return _link_answer(request, member.user.get_username(), link)


def _link_answer(request: Request, username: str, path: str) -> Response:
    """Answer with a secret, of which no cache keeps a copy."""
    body = {"username": username, "link": request.build_absolute_uri(path)}
    return Response(body, status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class MemberRoleView(ClubView):
    action_for: ClassVar = {"PUT": Action.MANAGE_CLUB}

    @operation(answers={200: Person}, body=RoleRequest, tag="whole", by_token=False)
    @transaction.atomic
    def put(self, request: Request, club_slug: str, member_id: int) -> HttpResponseBase:
        """Give somebody with an account another role. Only an owner who is logged in may."""
        hold_all(self.visit.club)
        member = _member(self.visit, member_id)
        check_unchanged(request, _member_json(self.visit, member))
        payload = read_shape(RoleRequest, request.data)
        set_role(member=member, role=payload.role, actor=self.visit.actor)
        return tagged(request, _member_json(self.visit, _member(self.visit, member_id)))


def _member(visit: Visit, member_id: int) -> Member:
    people = Member.objects.for_club(visit.club).select_related("user", "club")
    member = people.filter(pk=member_id, merged_into=None).first()
    if member is None:
        raise Http404
    return member


def _member_json(visit: Visit, member: Member) -> dict[str, Any]:
    """Describe a member; readings and other names are for organizers only, as on pages."""
    shown: dict[str, Any] = {
        "id": member.pk,
        "url": reverse("league:member", args=[visit.club.slug, member.pk]),
        "name": member.name_in(visit.club),
        "guest": member.is_guest,
        "left": member.left_on is not None,
    }
    if visit.may(Action.MANAGE_MEMBERS):
        shown |= {
            **picked(member, "display_name", "full_name", "kana", "romaji", "aliases"),
            **picked(member, "tenhou_names", "role"),
            "username": member.user.get_username() if member.user else "",
            **picked(member, "joined_on", "left_on"),
        }
    return shown
