"""Access to a club: who the visitor is, and which pages they may open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast
from uuid import NAMESPACE_OID, uuid5

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, Signer
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

from league.core.audit import Actor
from league.core.days import club_day
from league.core.door import who_enters
from league.core.permissions import READING, SCOPES, Action, Role, may
from league.models import Club, EveningPass, League, Member, Session
from league.models.names import read_inside, read_outside

_SIGNER = Signer(salt="jancho.evening-pass")


def pass_token(evening_pass: EveningPass) -> str:
    return _SIGNER.sign(evening_pass.nonce.hex)


def genuine_pass(token: str) -> EveningPass | None:
    """Find the pass of a link that we signed, in force or not. One query."""
    try:
        nonce = _SIGNER.unsign(token)
    except BadSignature:
        return None
    passes = EveningPass.objects.across_clubs().select_related("session__club")
    return passes.filter(nonce=nonce).first()


def is_in_force(evening_pass: EveningPass) -> bool:
    """Return whether a pass opens its evening now: not revoked, and its end ahead but near.

    An evening may be planned for years ahead; its pass must not open the club until then.
    """
    ahead = evening_pass.expires_at - timezone.now()
    return evening_pass.revoked_at is None and timedelta() < ahead <= evening_pass.SPAN


def pass_by_token(token: str) -> EveningPass | None:
    """Find the pass of a link if it is genuine and in force. One query."""
    found = genuine_pass(token)
    return found if found and is_in_force(found) else None


def pass_in_force(token: str, club: Club) -> EveningPass | None:
    """Find the pass in a browser's cookie if valid for this club. At most one query."""
    found = pass_by_token(token) if token else None
    return found if found and found.session.club_id == club.pk else None


def passes_of(session: Session) -> list[EveningPass]:
    """Return the evening's passes that are in force, newest first. One query."""
    passes = EveningPass.objects.for_club(session.club_id).filter(session=session)
    return list(filter(is_in_force, passes.filter(revoked_at__isnull=True).order_by("-pk")))


def pass_of_tonight(club: Club, day: date) -> EveningPass | None:
    """Return the newest pass in force for an evening of that day. One query."""
    passes = EveningPass.objects.for_club(club).filter(session__day=day, revoked_at=None)
    return next(filter(is_in_force, passes.order_by("-pk")), None)


#: the cookie that an evening pass leaves in a browser
PASS_COOKIE: str = settings.PASS_COOKIE_NAME
#: whose page an answer is, and under whom a request was typed
READER_HEADER = "X-Reader"

#: what anybody may, by what the club chose
_OPEN_TO_ALL: dict[str, frozenset[Action]] = {
    Club.Visibility.MEMBERS: frozenset(),
    Club.Visibility.RANKING: frozenset({Action.READ_RANKING}),
    Club.Visibility.PUBLIC: READING,
}

P = ParamSpec("P")


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    club: Club
    role: Role
    member: Member | None
    evening_pass: EveningPass | None
    actor: Actor
    #: what the API token of this visit may do beside reading; None for people
    scopes: frozenset[str] | None = None

    def may(self, action: Action) -> bool:
        if self.scopes is not None and action not in READING:
            scope = SCOPES.get(action)
            if scope is None or scope.value not in self.scopes:
                return False
        return may(self.role, action, open_to_all=_OPEN_TO_ALL[self.club.visibility])

    @property
    def reader(self) -> str:
        """Return an opaque id of the login or pass; empty for a visitor.

        A phone keeps pages and what was typed under it. It opens nothing, so it needs no secret;
        made from a key's row alone, it is the same tomorrow.
        """
        actor = self.actor
        if actor.user is not None:
            whose = f"user {actor.user.pk}"
        elif self.evening_pass is not None:
            whose = f"pass {self.evening_pass.pk}"
        else:
            return ""
        return uuid5(NAMESPACE_OID, f"jancho reader {whose}").hex

    @property
    def reader_name(self) -> str:
        """Return what a phone calls the login or pass under which something was typed."""
        held = self.evening_pass
        return self.actor.name if held is None else _("an evening pass")

    @property
    def can(self) -> dict[str, bool]:
        return {action.value: self.may(action) for action in Action}

    def league(self, slug: str) -> League:
        """Find a league of the visited club.

        Raises:
            Http404: the club has no such league.
        """
        if "\0" in slug:  # which PostgreSQL takes in no text
            raise Http404
        leagues = League.objects.for_club(self.club).select_related("club", "rule_set__rule_set")
        return get_object_or_404(leagues, slug=slug)

    def may_keep(self, *, day: object, session_id: int | None) -> bool:
        """Return whether games of this day and session may be entered and corrected.

        A pass is valid for its own evening alone; others for the club's current day, a scorer for
        any day.
        """
        if self.may(Action.ENTER_ANY_DAY):
            return True
        if not self.may(Action.ENTER_TONIGHT) or day != club_day(self.club):
            return False
        if self.role is Role.PASS:
            return self.evening_pass is not None and session_id == self.evening_pass.session_id
        return True


def visit_of(request: HttpRequest, club_slug: str) -> Visit | None:
    """Return the visit of the request; None if there is no such club.

    One query, two of a session not seen before, and one more for the holder of an evening pass.
    """
    user, club, member = who_enters(request, club_slug)
    if club is None:
        return None
    held = pass_in_force(request.COOKIES.get(PASS_COOKIE, ""), club)
    role = Role[member.role.upper()] if member else Role.PASS if held else Role.VISITOR
    if member:
        held = None  # a login says more than the link it may have come by
        name = member.display_name
    elif held:
        name = "evening pass"
    else:
        name = user.get_username() if user else ""
    actor = Actor(name=name, role=role, user=user, member=member, evening_pass=held)
    # whoever plays here sees names: a pass holder has to find the people at the table
    if role is Role.VISITOR:
        read_outside(club.pk)
    else:
        read_inside()
    return Visit(club=club, role=role, member=member, evening_pass=held, actor=actor)


def enter_club(request: HttpRequest, slug: str, action: Action) -> Visit | HttpResponse:
    """Return the visit, or a redirect to the login.

    Raises:
        Http404: there is no such club, or it is visible to its members only.
        PermissionDenied: the visitor belongs to the club but may not do ``action``.
    """
    visit = visit_of(request, slug)
    if visit is not None and visit.may(action):
        return visit
    if not request.user.is_authenticated and (visit is None or visit.role is Role.VISITOR):
        if PASS_COOKIE in request.COOKIES:
            messages.info(
                request, _("This evening pass is no longer valid. Ask for a new one, or log in.")
            )
        return redirect_to_login(request.get_full_path())
    if visit is None or not visit.may(Action.READ):
        raise Http404
    raise PermissionDenied


ClubView = Callable[Concatenate[HtmxRequest, Visit, P], HttpResponseBase]


def club_page(
    action: Action, *methods: str
) -> Callable[[ClubView[P]], Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]]:
    """Make a view of a club's page: it gets the visit instead of the club's address.

    ``methods`` are those that the page answers; without any, GET and HEAD. What was typed under
    one login and waited on the phone says so in ``X-Reader``: any other login gets 412.
    """

    def decorate(
        view: ClubView[P],
    ) -> Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]:
        @require_http_methods(methods or ("GET", "HEAD"))
        @wraps(view)
        def inner(
            request: HtmxRequest, club_slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            visit = enter_club(request, club_slug, action)
            if isinstance(visit, HttpResponse):
                return visit
            if request.headers.get(READER_HEADER, visit.reader) != visit.reader:
                return HttpResponse(status=412, headers={"Cache-Control": "private, no-store"})
            response = view(request, visit, *args, **kwargs)
            response.headers[READER_HEADER] = visit.reader
            return response

        return cast("Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]", inner)

    return decorate


def render_club(
    request: HtmxRequest,
    visit: Visit,
    template: str,
    context: dict[str, Any],
    *,
    nav: str = "",
    status: int = 200,
) -> TemplateResponse:
    frame = {"club": visit.club, "visit": visit, "can": visit.can, "nav": nav}
    response = TemplateResponse(request, template, {**frame, **context}, status=status)
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "HX-Request, Cookie"
    return response
