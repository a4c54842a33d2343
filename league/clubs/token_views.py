"""API tokens: one's own and the club's, made, shown once, revoked."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import LeagueError
from league.core.permissions import SCOPES, Action, Scope
from league.core.tokens import issue_token, revoke_token, tokens_in_force
from league.models import ApiToken

_SCOPE_NAMES = {
    Scope.GAMES: _("enter and correct games"),
    Scope.PEOPLE: _("members, evening passes"),
    Scope.LEAGUES: _("rules, seasons and closed months"),
}
_DAYS = ((30, _("30 days")), (90, _("90 days")), (365, _("a year")))


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Used for"),
        max_length=40,
        help_text=_("For example the name of the program. It is shown in the history."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Allowed besides reading"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=_DAYS, coerce=int, initial=90)
    of_club = forms.BooleanField(
        label=_("Belongs to the club"),
        required=False,
        help_text=_("It stays valid when you leave, and acts in the club's name instead of yours."),
    )

    def __init__(self, *args: object, visit: Visit, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        field = cast(forms.MultipleChoiceField, self.fields["scopes"])
        field.choices = [(scope.value, _scope_words(scope)) for scope in _open_to(visit)]
        if not visit.may(Action.MANAGE_CLUB):
            del self.fields["of_club"]


def _open_to(visit: Visit) -> list[Scope]:
    """The scopes of which the visitor's own role may do anything."""
    return [scope for scope in Scope if any(visit.may(a) for a, s in SCOPES.items() if s is scope)]


@club_page(Action.HOLD_TOKENS, "GET", "HEAD", "POST")
def tokens(request: HtmxRequest, visit: Visit) -> HttpResponse:
    """List the tokens in force; a post makes one and shows its secret, this once."""
    form = TokenForm(request.POST if request.method == "POST" else None, visit=visit)
    secret = ""
    if form.is_bound and form.is_valid():
        try:
            secret = _issued(visit, form.cleaned_data)
        except LeagueError as refused:
            form.add_error(None, refused.message)
        else:
            form = TokenForm(visit=visit)
    context = {
        "form": form,
        "secret": secret,
        "tokens": [(token, _scope_names(token)) for token in _shown_to(visit)],
    }
    status = 422 if form.is_bound else 200
    response = render_club(
        request, visit, "league/clubs/tokens/page.html", context, nav="tokens", status=status
    )
    response["Cache-Control"] = "private, no-store"
    return response


def _issued(visit: Visit, chosen: dict[str, Any]) -> str:
    _token, secret = issue_token(
        club=visit.club,
        member=None if chosen.get("of_club") else visit.member,
        name=chosen["name"],
        scopes=[Scope(value) for value in chosen["scopes"]],
        days=chosen["days"],
        actor=visit.actor,
    )
    return secret


def _shown_to(visit: Visit) -> list[ApiToken]:
    """One's own tokens; an owner sees the club's and everybody's, and can end them."""
    shown = tokens_in_force(visit.club).select_related("member")
    if not visit.may(Action.MANAGE_CLUB):
        shown = shown.filter(Q(member=visit.member))
    return list(shown)


def _scope_names(token: ApiToken) -> list[str]:
    return [_scope_words(scope) for scope in Scope if scope.value in token.scopes]


def _scope_words(scope: Scope) -> str:
    """A scope by the name that the API gives it, and what it is for."""
    return f"{scope.value}: {_SCOPE_NAMES[scope]}"


@club_page(Action.HOLD_TOKENS, "POST")
def revoke(request: HtmxRequest, visit: Visit, token_id: int) -> HttpResponse:
    """End a token of one's own; an owner, any of the club's.

    Raises:
        Http404: the club has no such token.
        PermissionDenied: it is somebody else's.
    """
    token = ApiToken.objects.for_club(visit.club).filter(pk=token_id).first()
    if token is None:
        raise Http404
    is_own = visit.member is not None and token.member_id == visit.member.pk
    if not is_own and not visit.may(Action.MANAGE_CLUB):
        raise PermissionDenied
    revoke_token(token=token, actor=visit.actor)
    messages.success(request, gettext("The token has been revoked."))
    return redirect("league:tokens", visit.club.slug)
