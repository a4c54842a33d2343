"""The club's list: who is on it, one person's page, their login and role."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.caching import NOT_KEPT, kept_club_page
from league.days import club_day
from league.errors import LeagueError
from league.forms.members import GiveLoginForm, MemberForm, RoleForm
from league.models import Member
from league.permissions import Action
from league.qr import qr_source
from league.selectors.members import list_members
from league.selectors.scores_shown import UNKNOWN, scores_by_league
from league.services.logins import issue_password_link, password_link
from league.services.members import add_member, change_member, give_login, may_reset, set_role
from league.views.member_frame import member_frame, member_of
from league.views.member_period import member_period
from league.views.member_record import record_context

GROUPS = ("members", "guests", "left")


@club_page(Action.READ)
def member_list(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """The list in kana order; found by kanji, kana or romaji by those who also enter results."""
    group = request.GET.get("group", "")
    group = group if group in GROUPS else GROUPS[0]
    query = request.GET.get("q", "")[:40] if visit.may(Action.ENTER_TONIGHT) else ""
    people = list_members(visit.club, group=group, query=query)
    context = {"people": people, "group": group, "query": query}
    part = request.htmx and not request.htmx.boosted
    template = "league/members/_list.html" if part else "league/members/list.html"
    return render_club(request, visit, template, context, nav="members")


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_new(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Put somebody on the list."""
    initial = {"joined_on": club_day(visit.club)}
    posted = request.POST if request.method == "POST" else None
    form = MemberForm(posted, initial=initial, club=visit.club)
    if form.is_bound and form.is_valid():
        try:
            member = add_member(club=visit.club, values=form.cleaned_data, actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, _("%(name)s is on the list.") % {"name": member})
            return redirect("league:member", visit.club.slug, member.pk)
    return _form_page(request, visit, "league/members/edit.html", {"form": form})


@kept_club_page(Action.READ)
def member_page(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """One person: their record in a league, and what an organizer can do for them."""
    return _member_page(request, visit, member_of(visit, member_id))


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_edit(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Change what the list says of somebody."""
    member = member_of(visit, member_id)
    posted = request.method == "POST"
    form = MemberForm(request.POST, club=visit.club) if posted else MemberForm.of(member)
    if posted and form.is_valid():
        try:
            change_member(member=member, values=form.cleaned_data, actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, _("Saved."))
            return redirect("league:member", visit.club.slug, member_id)
    member = member_of(visit, member_id)  # as it is stored, not as it was refused
    return _form_page(request, visit, "league/members/edit.html", {"form": form, "person": member})


@club_page(Action.MANAGE_MEMBERS, "GET", "HEAD", "POST")
def member_login(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Give somebody a login, and show once the link by which they choose its password."""
    member = member_of(visit, member_id)
    form = GiveLoginForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            user = give_login(member=member, actor=visit.actor, **form.cleaned_data)
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            return _show_link(request, visit, member, password_link(user))
    context = {"form": form, "person": member}
    return _form_page(request, visit, "league/members/login.html", context)


@club_page(Action.MANAGE_MEMBERS, "POST")
def member_reset(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Show once a link by which somebody chooses another password.

    Raises:
        PermissionDenied: they have no login, or it is not this actor's to hand out.
    """
    member = member_of(visit, member_id)
    try:
        link = issue_password_link(member=member, actor=visit.actor)
    except LeagueError as error:
        raise PermissionDenied(error.message) from error
    return _show_link(request, visit, member, link)


@club_page(Action.MANAGE_CLUB, "POST")
def member_role(request: HtmxRequest, visit: Visit, member_id: int) -> HttpResponseBase:
    """Give somebody another role."""
    member = member_of(visit, member_id)
    form = RoleForm(request.POST)
    if form.is_valid():
        role = Member.Role(form.cleaned_data["role"])
        try:
            set_role(member=member, role=role, actor=visit.actor)
        except LeagueError as error:
            form.add_error(error.field, error.message)
        else:
            messages.success(request, _("The role is now: %(role)s.") % {"role": role.label})
            return redirect("league:member", visit.club.slug, member.pk)
    return _member_page(request, visit, member, role_form=form)


def _member_page(
    request: HtmxRequest, visit: Visit, member: Member, role_form: RoleForm | None = None
) -> HttpResponseBase:
    period = member_period(visit, member, request.GET)
    shown = scores_by_league(visit.club, club_day(visit.club))
    context = member_frame(visit, member, period, "member")
    if period.league is not None:
        found = shown.get(period.league.pk, UNKNOWN)
        context |= record_context(member, period, found)
    context |= {
        "sees_all": context["is_me"] or visit.may(Action.MANAGE_MEMBERS),
        "may_reset": visit.may(Action.MANAGE_MEMBERS)
        and may_reset(member=member, actor=visit.actor),
        "role_form": role_form or RoleForm(initial={"role": member.role}),
    }
    status = 422 if role_form is not None else 400 if period.error else 200
    # whether somebody has chosen a password, and their address, no revision tells
    context[NOT_KEPT] = context["sees_all"]
    return render_club(
        request, visit, "league/members/page.html", context, nav="members", status=status
    )


def _form_page(
    request: HtmxRequest, visit: Visit, template: str, context: dict[str, Any]
) -> HttpResponseBase:
    status = 422 if request.method == "POST" else 200
    return render_club(request, visit, template, context, nav="members", status=status)


def _show_link(request: HtmxRequest, visit: Visit, member: Member, path: str) -> HttpResponseBase:
    link = request.build_absolute_uri(path)
    context = {
        "person": member,
        "link": link,
        "code": qr_source(link, scale=4),
    }
    response = render_club(request, visit, "league/members/link.html", context, nav="members")
    response["Cache-Control"] = "no-store"  # the link is a secret: no copy in the browser's cache
    return response
