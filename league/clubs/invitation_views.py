"""Invitations: made and listed by organizers, and accepted by whoever was sent one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote

from allauth.account.internal.flows.login import perform_login
from allauth.account.models import Login
from allauth.core.internal.ratelimit import consume
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from league.clubs.founding_views import AccountForm, is_guessing, plays_in_a_demo, too_many
from league.clubs.invitations import (
    DAYS,
    State,
    accept_invitation,
    invitation_by_secret,
    invite,
    open_invitations,
    state_of,
)
from league.clubs.provider_views import leads_to
from league.clubs.providers import set_up
from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import LeagueError
from league.core.inputs import add_service_error
from league.core.permissions import Action
from league.core.qr import qr_source
from league.members.account_views import proposed_names, without_account
from league.members.write import revoke_invitation
from league.models import Club, Invitation, Member, User

#: what LINE needs to open a link in the reader's own browser, where they stay logged in
_OUTSIDE_LINE = "?openExternalBrowser=1"


def day_choices() -> list[tuple[int, str]]:
    words = {days: ngettext("%(count)s day", "%(count)s days", days) for days in sorted(DAYS)}
    return [(days, text % {"count": days}) for days, text in words.items()]


class InviteForm(forms.Form):
    member = forms.TypedMultipleChoiceField(
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one member.")},
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"), choices=day_choices, coerce=int, initial=DAYS[0]
    )
    language = forms.ChoiceField(label=_("Language of the text"), choices=settings.LANGUAGES)

    def __init__(self, people: Iterable[Member], club: Club, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["member"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        field.choices = [(member.pk, member) for member in people]
        self.fields["language"].initial = club.language


@club_page(Action.GIVE_LOGINS, "GET", "HEAD", "POST")
def invitations(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """List the open invitations; a post makes new ones and shows their links, this once."""
    people = without_account(visit.club)
    form = InviteForm(people, visit.club, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        wanted = set(form.cleaned_data["member"])
        chosen = [member for member in people if member.pk in wanted]
        days = form.cleaned_data["days"]
        try:
            made = invite(club=visit.club, people=chosen, days=days, actor=visit.actor)
        except LeagueError as error:
            add_service_error(form, error)
        else:
            return _made(request, visit, made, days, form.cleaned_data["language"])
    waiting = open_invitations(visit.club)
    invited = {each.member_id for each in waiting}
    everybody = [str(member.pk) for member in people if member.pk not in invited]
    asked = everybody if "all" in request.GET else request.GET.getlist("member")
    ticked = request.POST.getlist("member") or asked
    rows = [(member, str(member.pk) in ticked, member.pk in invited) for member in people]
    context = {"form": form, "rows": rows, "waiting": waiting, "may_tick_all": len(everybody) > 1}
    status = 422 if form.is_bound else 200
    return render_club(
        request,
        visit,
        "league/clubs/invitation/page.html",
        context,
        nav="members",
        status=status,
    )


def _made(
    request: HtmxRequest,
    visit: Visit,
    made: Iterable[tuple[Member, str]],
    days: int,
    language: str,
) -> HttpResponseBase:
    ends = timezone.localtime(timezone.now() + timedelta(days=days), visit.club.zone)
    rows = []
    for member, secret in made:
        link = request.build_absolute_uri(reverse("invitation", args=[secret]))
        text = share_text(visit.club, member, link + _OUTSIDE_LINE, ends, language)
        rows.append(
            {
                "person": member,
                "link": link,
                "text": text,
                "line": f"https://line.me/R/share?text={quote(text)}",
                "code": qr_source(link, scale=4),
            }
        )
    response = render_club(
        request, visit, "league/clubs/invitation/made.html", {"made": rows}, nav="members"
    )
    response["Cache-Control"] = "no-store"  # each link is a secret
    return response


def share_text(club: Club, member: Member, link: str, ends: datetime, language: str) -> str:
    """Return what to send to an invited member, short enough for a chat."""
    with override(language):
        words = gettext(
            "%(club)s invites you to its league book, Jancho.\n"
            "This link is for %(name)s only (until %(day)s):\n"
            "%(link)s"
        )
        return words % {
            "club": club.name,
            "name": member.shown_name(club),
            "day": date_format(ends, "MONTH_DAY_FORMAT"),
            "link": link,
        }


@club_page(Action.GIVE_LOGINS, "POST")
def invitation_revoke(request: HtmxRequest, visit: Visit, invitation_id: int) -> HttpResponseBase:
    """End an invitation.

    Raises:
        Http404: the club has no such invitation.
    """
    found = Invitation.objects.for_club(visit.club).select_related("member__club")
    invitation = found.filter(pk=invitation_id).first()
    if invitation is None:
        raise Http404
    revoke_invitation(invitation=invitation, actor=visit.actor)
    messages.success(request, gettext("The invitation has been revoked. Its link no longer works."))
    return redirect("league:invitations", visit.club.slug)


class NewLoginForm(AccountForm):
    """The login of somebody who was invited and has none yet."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["display_name"]  # the club calls them something already


_ENDED = {
    State.REVOKED: _("The club has withdrawn this invitation."),
    State.NOT_NEEDED: _("This member already has an account."),
    State.GONE: _("This member is no longer on the club’s list."),
    State.EXPIRED: _("This invitation has expired."),
    State.ACCEPTED: _("This invitation has already been used. Each works only once."),
}


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters("password1", "password2")
@never_cache
def invitation(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Let whoever has the link make a login, or accept with their own. A GET writes nothing."""
    if is_guessing(request):
        return too_many(request)
    found = invitation_by_secret(secret)
    if found is None:
        is_guessing(request, missed=True)
        return _ended(request, None, "", 404)
    state = state_of(found)
    if state is not State.OPEN:
        return _ended(request, found, str(_ENDED[state]), 410)
    if request.method != "POST":
        return _open(request, found)
    if consume(request, app="allauth.account", action="signup") is None:
        return too_many(request)
    if request.POST.get("do") == "accept":
        return _accept(request, found)
    return _make(request, found)


def _accept(request: HttpRequest, found: Invitation) -> HttpResponseBase:
    user = request.user
    if not isinstance(user, User):
        return redirect_to_login(request.path)
    if problem := _not_with(user, found):
        return _open(request, found, problem=problem)
    try:
        accept_invitation(invitation=found, user_of=lambda: user)
    except LeagueError as error:
        return _open(request, found, problem=error.message)
    club = found.member.club
    messages.success(request, gettext("Welcome to %(club)s.") % {"club": club.name})
    return redirect("league:home", club.slug)


def _make(request: HttpRequest, found: Invitation) -> HttpResponseBase:
    """Make a login and accept with it, or neither, and log in."""
    if request.user.is_authenticated:
        problem = gettext("You are logged in. Accept with this account, or log out first.")
        return _open(request, found, problem=problem)
    form = NewLoginForm(request.POST)
    if not form.is_valid():
        return _open(request, found, form=form)
    try:
        user = accept_invitation(invitation=found, user_of=lambda: form.save(request))
    except LeagueError as error:
        form.add_error(None, error.message)
    except IntegrityError:  # somebody else took the name a moment ago
        form.add_error("username", gettext("This login name is taken."))
    else:
        home = reverse("league:home", args=[found.member.club.slug])
        answer: HttpResponse = perform_login(
            request, Login(user=user, redirect_url=home, signup=True)
        )
        return answer
    return _open(request, found, form=form)


def _not_with(user: User, found: Invitation) -> str:
    """Say why this login cannot accept; empty if it can."""
    club = found.member.club
    if plays_in_a_demo(user) and not club.is_demo:
        return gettext("Everybody uses the demo’s accounts. Log out, and accept with your own.")
    here = Member.objects.for_club(club).filter(user=user).first()
    if here is None:
        return ""
    words = gettext(
        "You are logged in as %(login)s, which already belongs to %(other)s in this club. The "
        "invitation is for %(name)s: log out first."
    )
    return words % {
        "login": user.get_username(),
        "other": here.shown_name(club),
        "name": found.member.shown_name(club),
    }


def _open(
    request: HttpRequest,
    found: Invitation,
    *,
    form: NewLoginForm | None = None,
    problem: str = "",
) -> HttpResponseBase:
    member = found.member
    user = request.user
    providers = [] if user.is_authenticated else set_up()
    refused = bool(problem) or form is not None
    if isinstance(user, User):
        problem = problem or _not_with(user, found)
    elif form is None:
        form = NewLoginForm(initial={"username": proposed_names([member])[member.pk]})
    context = {
        "invited_to": member.club,
        "person": member,
        "form": form,
        "problem": problem,
        "can_accept": isinstance(user, User) and not _not_with(user, found),
        "ends": timezone.localtime(found.expires_at, member.club.zone),
        "providers": providers,
    }
    page = _page(request, "open", context, 422 if refused else 200)
    return leads_to(page, providers)


def _ended(
    request: HttpRequest, found: Invitation | None, why: str, status: int
) -> HttpResponseBase:
    mine = None
    if found is not None and request.user.is_authenticated and found.member.user == request.user:
        mine = found.member.club
    context = {"why": why, "mine": mine}
    return _page(request, "ended", context, status)


def _page(
    request: HttpRequest, name: str, context: dict[str, Any], status: int
) -> HttpResponseBase:
    response = TemplateResponse(
        request, f"league/clubs/invitation/{name}.html", context, status=status
    )
    response["Cache-Control"] = "private, no-store"  # the address is a secret
    return response
