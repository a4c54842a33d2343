"""Changes of the rules in words and tables: listed, and how far one is, until it is in force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.core.access import HtmxRequest, Visit, club_page
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.formats import NOTHING, score, score_class, score_name, score_spoken
from league.core.permissions import Action
from league.models import ClubRuleSet, RuleChange
from league.rulebook.versions import Span
from league.rulechanges.announcement import announcement_of
from league.rulechanges.draft_frame import rules_page, set_or_404
from league.rulechanges.preview import AlteredGame, MonthTurned, Turn
from league.rulechanges.read import (
    Progress,
    changes_of,
    find_change,
    given_up,
    progress_of,
    what_it_did,
)
from league.rulechanges.write import give_up_change, resume_change, stop_change
from league.templatetags.ui import icon
from rules.models import RuleVersion
from rules.parameters.base import Ranking

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

#: people of a preview who are listed one by one; of a longer history the newest months
LISTED = 1_500

#: what a state is called, and the kind of its badge
_STATES: Final[dict[str, tuple[StrPromise, str]]] = {
    "waiting": (gettext_lazy("waiting"), "info"),
    "running": (gettext_lazy("under way"), "info"),
    "stopping": (gettext_lazy("stopping"), "warning"),
    "stopped": (gettext_lazy("stopped"), "warning"),
    "failed": (gettext_lazy("needs attention"), "warning"),
    "applied": (gettext_lazy("in force"), "version"),
    "given_up": (gettext_lazy("abandoned"), "void"),
}


def reason_field() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("Shown to everyone next to the change."),
        error_messages={
            "required": gettext_lazy(
                "Please give a reason, so that everyone can understand it later."
            )
        },
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class GiveUpForm(forms.Form):
    reason = reason_field()
    use_required_attribute = False


@club_page(Action.READ)
def changes(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponse:
    in_club = set_or_404(visit, set_slug)
    found = list(changes_of(in_club))
    ends = given_up(found)
    lines = []
    for each in found:
        state, kind = _state(progress_of(each))
        is_over = each.state == RuleChange.State.APPLIED
        is_off = each.state == RuleChange.State.GIVEN_UP
        lines.append(
            {
                "change": each,
                "title": _title(each),
                "mark": "" if is_over else "off" if is_off else "now",
                "badge": "" if is_over else state,
                "kind": kind,
                "given_up": ends.get(each.pk),
            }
        )
    context = {"in_club": in_club, "changes": lines}
    return rules_page(request, visit, "changes", context)


@club_page(Action.READ)
def change(request: HtmxRequest, visit: Visit, set_slug: str, change_id: int) -> HttpResponse:
    """Show a change's progress or, in force, its effect. htmx polls get the part alone."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    progress = progress_of(found)
    context: dict[str, Any] = {
        "in_club": in_club,
        "title": _title(found),
        "progress": progress,
        "given_up": given_up([found]).get(found.pk),
        "days": [span_words(span) for span in progress.spans],
    }
    if found.state == RuleChange.State.APPLIED:
        context["done"] = done = what_it_did(found)
        context["evenings"] = evenings(done["games"])
        context["unit"] = unit_of(found.arriving or found.leaving)
        link = request.build_absolute_uri(
            reverse("league:change", args=[visit.club.slug, in_club.slug, found.pk])
        )
        context["link"] = link
        context["news"] = announcement_of(found, done["altered"], club_day(visit.club), link)
    is_part = request.htmx and not request.htmx.history_restore_request
    return rules_page(request, visit, "_change_state" if is_part else "change", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
def change_stop(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    """Ask the work to stop; what is done is kept, but does not count yet."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    stop_change(change=found, actor=visit.actor)
    return redirect("league:change", visit.club.slug, in_club.slug, found.pk)


@club_page(Action.MANAGE_LEAGUES, "POST")
def change_resume(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    in_club, found = _change_or_404(visit, set_slug, change_id)
    resume_change(change=found, actor=visit.actor)
    return redirect("league:change", visit.club.slug, in_club.slug, found.pk)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def change_give_up(
    request: HtmxRequest, visit: Visit, set_slug: str, change_id: int
) -> HttpResponseBase:
    """Ask for confirmation and a reason; then give the change up."""
    in_club, found = _change_or_404(visit, set_slug, change_id)
    form = GiveUpForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            give_up_change(change=found, actor=visit.actor, reason=form.cleaned_data["reason"])
        except LeagueError as error:
            form.add_error(None, error.message)
        else:
            messages.success(
                request, _("The change was abandoned. It has no effect on any results.")
            )
            return redirect("league:change", visit.club.slug, in_club.slug, found.pk)
    context = {
        "in_club": in_club,
        "title": _title(found),
        "progress": progress_of(found),
        "form": form,
    }
    status = 422 if form.is_bound else 200
    return rules_page(request, visit, "change_give_up", context, status=status)


def _change_or_404(visit: Visit, set_slug: str, change_id: int) -> tuple[ClubRuleSet, RuleChange]:
    in_club = set_or_404(visit, set_slug)
    found = find_change(in_club, change_id)
    if found is None:
        raise Http404
    return in_club, found


def _state(progress: Progress) -> tuple[str, str]:
    words, kind = _STATES[progress.state]
    is_withdrawn = progress.change.kind == RuleChange.Kind.WITHDRAW
    return _("done") if progress.state == "applied" and is_withdrawn else str(words), kind


def span_words(span: Span) -> str:
    facts = {"first": span.first.isoformat()}
    if span.last is None:
        return _("%(first)s and later") % facts
    if span.last == span.first:
        return _("%(first)s only") % facts
    return _("%(first)s to %(last)s") % {**facts, "last": span.last.isoformat()}


def unit_of(version: RuleVersion | None) -> str:
    stored = version.parameters.get("ranking", {}) if version else {}
    return score_name(stored.get("score_name") or Ranking().score_name)


def _title(change: RuleChange) -> str:
    arriving, leaving = change.arriving, change.leaving
    if change.kind == RuleChange.Kind.PUBLISH:
        if arriving is None or arriving.status == RuleVersion.Status.DRAFT:
            return _("Publication of a draft")
        return _("Publication of the rules from %(label)s") % {"label": arriving.label}
    facts = {"label": leaving.label if leaving else ""}
    if change.kind == RuleChange.Kind.CORRECT:
        return _("Correction of %(label)s") % facts
    if change.kind == RuleChange.Kind.WITHDRAW:
        return _("Withdrawal of %(label)s") % facts
    if arriving is None:
        return _("New effective date for %(label)s") % facts
    return _("%(label)s moved to %(day)s") % {**facts, "day": arriving.first_day.isoformat()}


def evenings(games: Iterable[AlteredGame]) -> list[dict[str, Any]]:
    days = groupby(games, key=lambda game: (game.league.pk, game.day))
    groups = (list(found) for _key, found in days)
    return [{"league": own[0].league, "day": own[0].day, "games": own} for own in groups]


def month_tables(months: Sequence[MonthTurned], *, most: int = LISTED) -> list[dict[str, Any]]:
    """List everybody whose total or rank changes, month by month.

    A history can have ten thousand lines, so they are rendered here and not by a template.

    Args:
        months: as the preview found them; a closed one keeps its ranking and lists nobody.
        most: lines in all; once the newest months have so many, older ones list nobody.
    """
    left = most
    listed: set[int] = set()
    newest_first = sorted(range(len(months)), key=lambda at: months[at].month, reverse=True)
    for at in newest_first:
        if months[at].closed is None:
            left -= len(months[at].lines)
            if left >= 0 or not listed:
                listed.add(at)
    return [
        {"month": month, "rows": _rows(month) if at in listed else None}
        for at, month in enumerate(months)
    ]


def _rows(month: MonthTurned) -> list[dict[str, Any]]:
    arrows = {True: icon("rise", size="s"), False: icon("fall", size="s")}
    return [
        {
            "member": line.member,
            "name": line.name,
            "has_turned": line.has_turned,
            "rank": _rank(line, arrows[line.rises]),
            "total": _score_pair(line.score_before, line.score_after, month.decimals),
        }
        for line in month.lines
    ]


def _rank(line: Turn, arrow: SafeString) -> SafeString:
    if not line.has_turned:
        return format_html("{}", line.rank_after or NOTHING)
    return format_html(
        '<span class="change-turn">{} → <b>{}</b>{}<span class="visually-hidden">{}</span></span>',
        line.rank_before,
        line.rank_after,
        arrow,
        _("rises") if line.rises else _("falls"),
    )


def _score_pair(before: int, after: int, decimals: int) -> SafeString:
    if before == after:
        return _score(after, decimals)
    return format_html(
        '<span class="change-pair"><span class="change-pair__was">{} <span aria-hidden="true">→'
        "</span></span> {}</span>",
        _score(before, decimals),
        _score(after, decimals),
    )


def _score(points: int, decimals: int) -> SafeString:
    """Render a score exactly as ``components/score.html`` does."""
    return format_html(
        '<span class="score {}"><span aria-hidden="true">{}</span>'
        '<span class="visually-hidden">{}</span></span>',
        score_class(points),
        score(points, decimals),
        score_spoken(points, decimals),
    )
