"""Changes of a set listed, and how far one is: stopped, let go on, given up, in force."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.rule_changes import GiveUpForm
from league.models import ClubRuleSet, RuleChange
from league.permissions import Action
from league.selectors.change_done import what_it_did
from league.selectors.change_pages import (
    GivenUp,
    Progress,
    changes_of,
    find_change,
    given_up,
    progress_of,
)
from league.services.change_flow import give_up_change, resume_change, stop_change
from league.views.change_parts import set_or_404
from league.views.change_tables import evenings
from league.views.change_words import span_words, state_kind, state_name, title_of, unit_of


class Told(NamedTuple):
    """A change as the history tells it."""

    title: str
    progress: Progress
    state: str
    kind: str  # of the badge
    given_up: GivenUp | None


@club_page(Action.READ)
def changes(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponse:
    """Every change of a set: who, when, why, and how many games it altered."""
    in_club = set_or_404(visit, set_slug)
    found = list(changes_of(in_club))
    ends = given_up(found)
    context = {"in_club": in_club, "changes": [_told(each, ends.get(each.pk)) for each in found]}
    return render_club(request, visit, "league/rules/changes.html", context, nav="rules")


def _told(change: RuleChange, end: GivenUp | None) -> Told:
    progress = progress_of(change)
    return Told(title_of(change), progress, state_name(progress), state_kind(progress), end)


@club_page(Action.READ)
def change(request: HtmxRequest, visit: Visit, set_slug: str, change_id: int) -> HttpResponse:
    """How far a change is; once it is in force, what it did. An htmx poll gets the part alone."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    progress = progress_of(found)
    context: dict[str, Any] = {
        "in_club": in_club,
        "title": title_of(found),
        "progress": progress,
        "given_up": given_up([found]).get(found.pk),
        "days": [span_words(span) for span in progress.spans],
    }
    if found.state == RuleChange.State.APPLIED:
        context["done"] = done = what_it_did(found)
        context["evenings"] = evenings(done.games)
        context["unit"] = unit_of(found.arriving or found.leaving)
    is_part = request.htmx and not request.htmx.history_restore_request
    template = "league/rules/_change_state.html" if is_part else "league/rules/change.html"
    return render_club(request, visit, template, context, nav="rules")


@club_page(Action.MANAGE_LEAGUES, "POST")
def change_stop(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    """Ask the work to stop; what is done stays done, and counts for nothing yet."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    stop_change(change=found, actor=visit.actor)
    return redirect("league:change", visit.club.slug, in_club.slug, found.pk)


@club_page(Action.MANAGE_LEAGUES, "POST")
def change_resume(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    """Let it go on where it was."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    resume_change(change=found, actor=visit.actor)
    return redirect("league:change", visit.club.slug, in_club.slug, found.pk)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_give_up(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    """Ask whether it is meant, and why; then call the change off."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    form = GiveUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            give_up_change(change=found, actor=visit.actor, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            form.add_error(None, error.message)
        else:
            messages.success(request, _("The change is given up. None of it counts."))
            return redirect("league:change", visit.club.slug, in_club.slug, found.pk)
    context = {
        "in_club": in_club,
        "title": title_of(found),
        "progress": progress_of(found),
        "form": form,
    }
    return render_club(
        request,
        visit,
        "league/rules/change_give_up.html",
        context,
        nav="rules",
        status=422 if form.is_bound else 200,
    )


def _change_or_404(visit: Visit, set_slug: str, change_id: int) -> tuple[ClubRuleSet, RuleChange]:
    in_club = set_or_404(visit, set_slug)
    found = find_change(in_club, change_id)
    if found is None:
        raise Http404
    return in_club, found
