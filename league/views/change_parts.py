"""The two steps to a change of the rules: what it would do, then the deed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect

from league.access import HtmxRequest, Visit, render_club
from league.api.throttles import seconds_to_wait
from league.errors import LeagueError
from league.forms.rule_changes import ChangeForm
from league.models import ClubRuleSet, RuleChange
from league.selectors.change_pages import open_change
from league.selectors.change_plan import touched_games
from league.selectors.change_preview import MOST, preview
from league.selectors.drafts import DraftPage
from league.selectors.intended import Intended, find_set
from league.services.rule_changes import CannotStandInForceError
from league.views.change_notices import Contradiction, ToRewrite, draft_changed
from league.views.change_tables import evenings, month_tables
from league.views.change_words import span_words, unit_of
from league.views.too_often import ask_to_wait

Values = dict[str, Any]
#: a preview of so many games is announced: it takes a moment
MANY = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """A change that is asked for in two steps: first what it would do, then the deed."""

    in_club: ClubRuleSet
    title: str
    about: str
    confirm: str  # label of the deed
    is_grave: bool
    up: tuple[str, str]  # address and name of the page above
    intend: Callable[[Values], Intended]
    carry_out: Callable[[Values], RuleChange]
    page: DraftPage | None = None  # the draft that is to be published
    contradictions: list[Contradiction] = field(default_factory=list)  # with any, it cannot be
    to_rewrite: list[ToRewrite] = field(default_factory=list)  # said, and no hindrance


def set_or_404(visit: Visit, slug: str) -> ClubRuleSet:
    """A set of the visited club.

    Raises:
        Http404: this club has none of that address.
    """
    found = find_set(visit.club, slug)
    if found is None:
        raise Http404
    return found


def two_steps(request: HtmxRequest, visit: Visit, deed: Deed, form: ChangeForm) -> HttpResponseBase:
    """Ask, show what would change, and do it once that has been seen as it still is.

    Nothing is written before the last step. What cannot be done is answered with 422, a preview
    that is out of date with 409; both show the preview as it is now, with all that was typed.
    Whoever asks too often gets 429 and all that was typed.
    """
    page: dict[str, Any] = {
        "deed": deed,
        "form": form,
        "in_club": deed.in_club,
        "under_way": open_change(deed.in_club),
        "many": MANY,
    }
    if not form.is_understood:
        page["ahead"] = _ahead(deed, form)
        return _answer(request, visit, page, 422 if form.is_bound else 200)
    if deed.contradictions:
        page["outdated"] = _draft_outdated(deed, form)
        return _answer(request, visit, page, 422)
    if seconds := seconds_to_wait(request):
        page["seconds"] = seconds
        return _answer(request, visit, page, 429)
    intended = deed.intend(form.cleaned_data)
    plan = intended.plan()
    page["mark"] = intended.mark(plan)
    status = 422 if form.errors else 200
    if not form.errors and not form.is_preview:
        ended = _carry_out(visit, deed, form, page)
        if isinstance(ended, HttpResponseBase):
            return ended
        status = ended
    page["preview"] = shown = preview(plan)
    page["ahead"] = {"games": min(shown.touched, MOST), "day": _day_of(form)}
    page["evenings"] = evenings(shown.games)
    page["months"] = month_tables(shown.months)
    page["unit"] = unit_of(intended.arriving or intended.leaving)
    page["days"] = [span_words(span) for span in plan.spans]
    return _answer(request, visit, page, status)


def _ahead(deed: Deed, form: ChangeForm) -> dict[str, Any] | None:
    """How many games a preview of the day that is proposed would settle."""
    if form.is_bound or deed.contradictions:
        return None
    plan = deed.intend(dict(form.initial)).plan()
    day = form.initial.get("day")
    return {
        "games": min(touched_games(plan).count(), MOST),
        "day": day.isoformat() if day else "",
    }


def _day_of(form: ChangeForm) -> str:
    day = form.cleaned_data.get("day")
    return day.isoformat() if day else ""


def _carry_out(
    visit: Visit, deed: Deed, form: ChangeForm, page: dict[str, Any]
) -> HttpResponseBase | int:
    """Do it, if the reader has seen what it does; else the status of showing that."""
    if form.cleaned_data["seen"] != page["mark"]:
        page["outdated"] = _outdated(deed, form) if form.cleaned_data["seen"] else None
        return 409
    try:
        change = deed.carry_out(form.cleaned_data)
    except CannotStandInForceError:
        return 422  # the preview names the games
    except LeagueError as error:
        form.add_error(error.field if error.field in form.fields else None, error.message)
        return 422
    return redirect("league:change", visit.club.slug, deed.in_club.slug, change.pk)


def _outdated(deed: Deed, form: ChangeForm) -> dict[str, Any]:
    """Why what was seen is no longer what would be done."""
    is_other_day = bool(form.seen_day) and form.seen_day != _day_of(form)
    return _draft_outdated(deed, form) or {"other_day": is_other_day}


def _draft_outdated(deed: Deed, form: ChangeForm) -> dict[str, Any] | None:
    """What others saved in the draft since it was seen, if anything. One query if so."""
    seen = form.seen_revision
    if deed.page is None or seen is None or seen >= deed.page.draft.draft_revision:
        return None
    return {"draft": draft_changed(deed.page, seen)}


def _answer(
    request: HtmxRequest, visit: Visit, page: dict[str, Any], status: int
) -> HttpResponseBase:
    template = "league/rules/change_new.html"
    response = render_club(request, visit, template, page, nav="rules", status=status)
    if "seconds" in page:
        ask_to_wait(response, page["seconds"])
    return response
