"""Pages and forms by which organizers keep a league's teams and their members."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from league.competitions.season_views import carried_out, removed, settings_page
from league.core.access import HtmxRequest, Visit, club_page
from league.core.days import club_day
from league.core.inputs import day_input, set_choices
from league.core.permissions import Action
from league.members.teams import (
    change_membership,
    create_team,
    join_team,
    remove_membership,
    remove_team,
    rename_team,
    take_teams_from_names,
    teams_of,
)
from league.models import Member, Team, TeamMembership


class TeamForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the team"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class MembershipForm(forms.Form):
    joined_on = forms.DateField(label=_("Plays from"), widget=day_input())
    left_on = forms.DateField(
        label=_("Last day"),
        required=False,
        widget=day_input(),
        help_text=_("Leave empty while they belong to the team."),
    )

    @classmethod
    def of(cls, membership: TeamMembership) -> MembershipForm:
        return cls(initial={name: getattr(membership, name) for name in cls.base_fields})


class JoinForm(MembershipForm):
    member = forms.TypedChoiceField(label=_("Member"), coerce=int)
    leaves_other = forms.BooleanField(
        label=_("Leave the previous team"),
        required=False,
        help_text=_("A member of another team leaves it the day before."),
    )

    field_order = ("member", "joined_on", "left_on", "leaves_other")

    def __init__(self, *args: Any, members: Iterable[Member], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        set_choices(self, "member", [("", "–"), *((one.pk, one.display_name) for one in members)])


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def teams(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponseBase:
    league = visit.league(league_slug)
    form = TeamForm(request.POST if request.method == "POST" else None)
    if team := carried_out(form, create_team, league=league, actor=visit.actor):
        return redirect("league:team-edit", visit.club.slug, league.slug, team.pk)
    context = {
        "form": form,
        "league": league,
        "teams": teams_of(league),
        "today": club_day(visit.club),
    }
    return settings_page(request, visit, "teams", context)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def team_edit(
    request: HtmxRequest, visit: Visit, league_slug: str, team_id: int
) -> HttpResponseBase:
    team = team_of(visit, league_slug, team_id)
    form = TeamForm(request.POST if request.method == "POST" else None, initial={"name": team.name})
    if carried_out(form, rename_team, team=team, actor=visit.actor):
        messages.success(request, gettext("Saved."))
        return redirect("league:team-edit", visit.club.slug, league_slug, team.pk)
    return _team_page(request, visit, team, form, join_form(visit))


@club_page(Action.MANAGE_LEAGUES, "POST")
def team_join(
    request: HtmxRequest, visit: Visit, league_slug: str, team_id: int
) -> HttpResponseBase:
    team = team_of(visit, league_slug, team_id)
    form = join_form(visit, request.POST)

    def join(*, member: int, **values: Any) -> Member:
        joining = Member.objects.for_club(visit.club).get(pk=member)
        join_team(team=team, member=joining, actor=visit.actor, **values)
        return joining

    if joined := carried_out(form, join):
        facts = {"name": joined.shown_name(visit.club), "team": team.name}
        messages.success(request, gettext("%(name)s joined “%(team)s”.") % facts)
        return redirect("league:team-edit", visit.club.slug, league_slug, team.pk)
    return _team_page(request, visit, team, TeamForm(initial={"name": team.name}), form)


@club_page(Action.MANAGE_LEAGUES, "POST")
def team_remove(request: HtmxRequest, visit: Visit, league_slug: str, team_id: int) -> HttpResponse:
    """Remove a team that never had a member."""
    team = team_of(visit, league_slug, team_id)
    words = gettext("The team “%(name)s” was removed.") % {"name": team.name}
    if removed(request, words, remove_team, team=team, actor=visit.actor):
        return redirect("league:teams", visit.club.slug, league_slug)
    return redirect("league:team-edit", visit.club.slug, league_slug, team_id)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def membership(
    request: HtmxRequest, visit: Visit, league_slug: str, membership_id: int
) -> HttpResponseBase:
    found = membership_of(visit, league_slug, membership_id)
    form = MembershipForm(request.POST) if request.method == "POST" else MembershipForm.of(found)
    if carried_out(form, change_membership, membership=found, actor=visit.actor):
        messages.success(request, gettext("Saved."))
        return redirect("league:team-edit", visit.club.slug, league_slug, found.team_id)
    context = {
        "form": form,
        "league": found.team.league,
        "membership": found,
        "name": found.member.shown_name(visit.club),
    }
    return settings_page(request, visit, "membership", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def membership_remove(
    request: HtmxRequest, visit: Visit, league_slug: str, membership_id: int
) -> HttpResponse:
    found = membership_of(visit, league_slug, membership_id)
    words, team = gettext("Removed from the team."), found.team_id
    if removed(request, words, remove_membership, membership=found, actor=visit.actor):
        return redirect("league:team-edit", visit.club.slug, league_slug, team)
    return redirect("league:membership", visit.club.slug, league_slug, membership_id)


@club_page(Action.MANAGE_LEAGUES, "POST")
def teams_from_names(request: HtmxRequest, visit: Visit, league_slug: str) -> HttpResponse:
    league = visit.league(league_slug)
    taken = take_teams_from_names(league=league, actor=visit.actor)
    message = ngettext(
        "%(count)s member joined the team given in their name.",
        "%(count)s members joined the team given in their name.",
        taken.joined,
    )
    messages.success(request, message % {"count": taken.joined})
    if taken.unclear:
        names = gettext(", ").join(member.shown_name(visit.club) for member in taken.unclear)
        messages.warning(
            request,
            gettext("The names of these members point to more than one team: %(names)s.")
            % {"names": names},
        )
    return redirect("league:teams", visit.club.slug, league_slug)


def team_of(visit: Visit, league_slug: str, team_id: int) -> Team:
    league = visit.league(league_slug)
    found = Team.objects.for_club(visit.club).filter(league=league, pk=team_id).first()
    if found is None:
        raise Http404
    found.league = league
    return found


def membership_of(visit: Visit, league_slug: str, membership_id: int) -> TeamMembership:
    league = visit.league(league_slug)
    rows = TeamMembership.objects.for_club(visit.club).select_related("team", "member")
    found = rows.filter(team__league=league, pk=membership_id).first()
    if found is None:
        raise Http404
    found.team.league = league
    return found


def join_form(visit: Visit, data: Any = None) -> JoinForm:
    members = Member.objects.for_club(visit.club).filter(merged_into=None)
    return JoinForm(data, members=members, initial={"joined_on": club_day(visit.club)})


def _team_page(
    request: HtmxRequest, visit: Visit, team: Team, form: TeamForm, join: JoinForm
) -> HttpResponseBase:
    people = TeamMembership.objects.for_club(visit.club).filter(team=team)
    context = {
        "form": form,
        "join": join,
        "league": team.league,
        "team": team,
        "memberships": [
            (each, each.member.shown_name(visit.club)) for each in people.select_related("member")
        ],
        "today": club_day(visit.club),
    }
    return settings_page(request, visit, "team", context, failed=form.is_bound or join.is_bound)
