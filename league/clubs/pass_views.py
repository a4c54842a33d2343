"""Evening passes: issued, shown as a QR code, revoked, and used."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from league.clubs.write import issue_pass, revoke_pass
from league.core.access import (
    PASS_COOKIE,
    HtmxRequest,
    Visit,
    club_page,
    genuine_pass,
    is_in_force,
    pass_token,
    render_club,
)
from league.core.errors import LeagueError
from league.core.permissions import Action
from league.core.qr import qr_source
from league.games.evening_views import find_session
from league.models import EveningPass


@club_page(Action.ISSUE_PASS, "POST")
def issue(request: HtmxRequest, visit: Visit, session_id: int) -> HttpResponse:
    session = find_session(visit, session_id)
    try:
        issued = issue_pass(session=session, actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:session", visit.club.slug, session.pk)
    return redirect("league:pass", visit.club.slug, session.pk, issued.pk)


@club_page(Action.ISSUE_PASS)
def show(request: HtmxRequest, visit: Visit, session_id: int, pass_id: int) -> HttpResponse:
    held = _find_pass(visit, session_id, pass_id)
    link = request.build_absolute_uri(reverse("use-pass", args=[pass_token(held)]))
    context = {
        "session": held.session,
        "held": held,
        "is_in_force": is_in_force(held),
        "link": link,
        "code": qr_source(link, scale=8),
    }
    return render_club(request, visit, "league/clubs/pass/page.html", context, nav="sessions")


@club_page(Action.ISSUE_PASS, "POST")
def revoke(request: HtmxRequest, visit: Visit, session_id: int, pass_id: int) -> HttpResponse:
    revoke_pass(evening_pass=_find_pass(visit, session_id, pass_id), actor=visit.actor)
    messages.success(request, _("The pass has been revoked. Its link no longer works."))
    return redirect("league:session", visit.club.slug, session_id)


def _find_pass(visit: Visit, session_id: int, pass_id: int) -> EveningPass:
    """Return the pass of this club's evening, or 404."""
    session = find_session(visit, session_id)
    held = EveningPass.objects.for_club(visit.club).filter(session=session, pk=pass_id).first()
    if held is None:
        raise Http404
    held.session = session
    return held


@require_safe
def use_pass(request: HttpRequest, token: str) -> HttpResponse:
    held = genuine_pass(token)
    response: HttpResponse
    if held is None or not is_in_force(held):
        status = 404 if held is None else 410
        response = TemplateResponse(
            request, "league/clubs/pass/ended.html", {"is_known": held is not None}, status=status
        )
    else:
        response = redirect("league:session", held.session.club.slug, held.session_id)
        response.set_cookie(
            PASS_COOKIE,
            token,
            expires=held.expires_at,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure(),
        )
    response["Cache-Control"] = "private, no-store"
    return response
