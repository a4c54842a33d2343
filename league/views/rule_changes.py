"""Publishing, correcting, moving and withdrawing rule versions, each after a preview."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page
from league.days import club_day
from league.forms.rule_changes import CORRECT, PUBLISH, MoveForm, PublishForm, WithdrawForm
from league.models import ClubRuleSet
from league.permissions import Action
from league.selectors.change_pages import change_that_took
from league.selectors.drafts import draft_page
from league.selectors.intended import (
    find_draft,
    find_published,
    intend_moving,
    intend_publishing,
    intend_withdrawing,
    published_on,
)
from league.services.rule_changes import move_version, publish_draft, withdraw_version
from league.views.change_notices import clauses_to_rewrite, contradictions_in, contradictions_of
from league.views.change_parts import Deed, set_or_404, two_steps
from rules.models import RuleVersion


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_new(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Choose a draft's day, see what it would change, publish it.

    Raises:
        Http404: no such set or draft.
    """
    in_club = set_or_404(visit, set_slug)
    draft = find_draft(in_club, draft_id)
    if draft is None:
        return _published_meanwhile(request, visit, in_club, draft_id)
    page = draft_page(in_club, draft, club_day(visit.club))
    deed = Deed(
        in_club=in_club,
        page=page,
        contradictions=contradictions_of(page, visit.club.slug),
        to_rewrite=clauses_to_rewrite(page, visit.club.slug),
        title=_("Publish a draft"),
        about=draft.name,
        confirm=_("Publish"),
        is_grave=False,
        up=_up_to(visit, in_club, draft),
        intend=lambda values: intend_publishing(in_club, draft, values["day"]),
        carry_out=lambda values: publish_draft(
            in_club=in_club,
            draft=draft,
            draft_revision=draft.draft_revision,
            day=values["day"],
            corrects=(published_on(in_club, values["day"]) if values["kind"] == CORRECT else None),
            reason=values["reason"],
            actor=visit.actor,
        ),
    )
    form = PublishForm(
        request.POST if request.method == "POST" else None,
        in_club=in_club,
        initial=_proposed(visit, in_club, draft),
    )
    return two_steps(request, visit, deed, form)


def _proposed(visit: Visit, in_club: ClubRuleSet, draft: RuleVersion) -> dict[str, Any]:
    """The draft's own day, or today."""
    day: date = draft.effective_from or club_day(visit.club)
    return {"day": day, "kind": CORRECT if published_on(in_club, day) else PUBLISH}


def _published_meanwhile(
    request: HtmxRequest, visit: Visit, in_club: ClubRuleSet, draft_id: int
) -> HttpResponseBase:
    """Lead whoever comes second to what the first one did."""
    change = change_that_took(in_club, draft_id)
    if change is None:
        raise Http404
    if request.method == "POST":
        messages.info(request, _("Somebody has published this draft already."))
    return redirect("league:change", visit.club.slug, in_club.slug, change.pk)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_move(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Choose another day for a published version, see what that would change, do it.

    Raises:
        Http404: no such set, or no version in force under that label.
    """
    in_club, version = _published_or_404(visit, set_slug, label)
    deed = Deed(
        in_club=in_club,
        title=_("Another day for %(label)s") % {"label": version.label},
        contradictions=contradictions_in(in_club, version),
        about=_("The version keeps its text and values. Its old label is withdrawn."),
        confirm=_("Move it"),
        is_grave=False,
        up=_up_to(visit, in_club, version),
        intend=lambda values: intend_moving(in_club, version, values["day"]),
        carry_out=lambda values: move_version(
            in_club=in_club,
            version=version,
            day=values["day"],
            reason=values["reason"],
            actor=visit.actor,
        ),
    )
    form = MoveForm(
        request.POST if request.method == "POST" else None,
        in_club=in_club,
        version=version,
        initial={"day": version.first_day},
    )
    return two_steps(request, visit, deed, form)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_withdraw(
    request: HtmxRequest, visit: Visit, set_slug: str, label: str
) -> HttpResponseBase:
    """See what withdrawing a version would change, do it.

    Raises:
        Http404: no such set, or no version in force under that label.
    """
    in_club, version = _published_or_404(visit, set_slug, label)
    deed = Deed(
        in_club=in_club,
        title=_("Withdraw %(label)s") % {"label": version.label},
        about=_("Games on its days will count under the version before it."),
        confirm=_("Withdraw it"),
        is_grave=True,
        up=_up_to(visit, in_club, version),
        intend=lambda _values: intend_withdrawing(in_club, version),
        carry_out=lambda values: withdraw_version(
            in_club=in_club, version=version, reason=values["reason"], actor=visit.actor
        ),
    )
    posted = request.POST if request.method == "POST" else None
    return two_steps(request, visit, deed, WithdrawForm(posted, in_club=in_club))


def _published_or_404(visit: Visit, set_slug: str, label: str) -> tuple[ClubRuleSet, RuleVersion]:
    in_club = set_or_404(visit, set_slug)
    version = find_published(in_club, label)
    if version is None:
        raise Http404
    return in_club, version


def _up_to(visit: Visit, in_club: ClubRuleSet, version: RuleVersion) -> tuple[str, str]:
    at = [visit.club.slug, in_club.slug]
    if version.status == RuleVersion.Status.DRAFT:
        return reverse("league:draft", args=[*at, version.pk]), version.name
    return reverse("league:rule-version", args=[*at, version.label]), version.label
