"""What every page of a draft has: the draft, its tabs, and what became of one that is gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, render_club
from league.core.days import club_day
from league.core.numbers import LARGEST_REVISION, number_in
from league.models import ClubRuleSet
from league.rulebook.typed import typed_values
from league.rulechanges.draft_forms import AboutForm, ClauseForm, HeadingForm
from league.rulechanges.drafts import DraftPage, Gone, draft_page, gone_draft
from league.rulechanges.editor import ParametersForm
from league.rulechanges.plan import find_draft, find_set
from rules.models import RuleVersion

#: the form that was sent, by a field that it alone has
_FORMS: Mapping[str, type[forms.Form]] = {
    "about": AboutForm,
    "after": HeadingForm,
    "text_ja": ClauseForm,
}

DraftView = Callable[[HtmxRequest, Visit, str, int], HttpResponseBase]


class DraftGoneError(Exception):
    def __init__(self, in_club: ClubRuleSet, gone: Gone) -> None:
        super().__init__(gone.name)
        self.in_club = in_club
        self.gone = gone


def set_or_404(visit: Visit, slug: str) -> ClubRuleSet:
    """Find a set of the visited club.

    Raises:
        Http404: the club has no such set.
    """
    found = find_set(visit.club, slug)
    if found is None:
        raise Http404
    return found


def rules_page(
    request: HtmxRequest,
    visit: Visit,
    name: str,
    context: dict[str, Any],
    *,
    status: int = 200,
) -> TemplateResponse:
    """Render a template of this room."""
    template = f"league/rulechanges/{name}.html"
    return render_club(request, visit, template, context, nav="rules", status=status)


def find(visit: Visit, set_slug: str, draft_id: int) -> tuple[ClubRuleSet, RuleVersion]:
    """Find the club's set and its draft. Two queries, four where it is no longer a draft.

    Raises:
        DraftGoneError: it has been published or deleted.
        Http404: no such set in this club, or no draft of that number in it.
    """
    in_club = set_or_404(visit, set_slug)
    draft = find_draft(in_club, draft_id)
    if draft is not None:
        return in_club, draft
    gone = gone_draft(in_club, draft_id)
    if gone is None:
        raise Http404
    raise DraftGoneError(in_club, gone)


def page_of(visit: Visit, set_slug: str, draft_id: int) -> DraftPage:
    """Return the draft as stored. At most six queries.

    Raises:
        DraftGoneError: as :func:`find`.
        Http404: as :func:`find`.
    """
    in_club, draft = find(visit, set_slug, draft_id)
    return draft_page(in_club, draft, club_day(visit.club))


def reread(visit: Visit, page: DraftPage) -> DraftPage:
    """Return the draft as stored now.

    Raises:
        DraftGoneError: somebody published or deleted it meanwhile.
    """
    return page_of(visit, page.in_club.slug, page.draft.pk)


def revision_of(request: HttpRequest) -> int:
    """Return the revision that a posted form was made from.

    Raises:
        BadRequest: it has none, which none of our pages sends.
    """
    revision = number_in(request.POST.get("revision", ""), most=LARGEST_REVISION)
    if revision is None:
        raise BadRequest("a form without a revision")
    return revision


def frame_of(visit: Visit, page: DraftPage, tab: str) -> dict[str, Any]:
    at = (visit.club.slug, page.in_club.slug, page.draft.pk)
    tabs = [
        ("values", reverse("league:draft", args=at), _("Values")),
        ("text", reverse("league:draft-clauses", args=at), _("Text")),
        ("try", reverse("league:draft-try", args=at), _("Try it")),
    ]
    return {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "publish_url": reverse("league:change-new", args=at),
        "tabs": [{"url": url, "label": words, "current": key == tab} for key, url, words in tabs],
    }


def of_a_draft(view: DraftView) -> DraftView:
    """Make a draft's view answer what became of a deleted draft, with the lost input."""

    @wraps(view)
    def inner(request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int) -> HttpResponseBase:
        try:
            return view(request, visit, set_slug, draft_id)
        except DraftGoneError as error:
            return _gone(request, visit, error.in_club, error.gone)

    return inner


def _gone(request: HtmxRequest, visit: Visit, in_club: ClubRuleSet, gone: Gone) -> HttpResponseBase:
    slugs, version = [visit.club.slug, in_club.slug], gone.version
    context: dict[str, Any] = {"in_club": in_club, "gone": gone}
    if request.method == "POST":
        context["typed"] = _typed(request, in_club, gone)
    if version is None:
        context["title"] = _("This draft was deleted")
        context["url"] = reverse("league:rule-set", args=slugs)
        context["label"] = in_club.rule_set.name
    elif version.status == RuleVersion.Status.PENDING:
        assert gone.change is not None
        context["title"] = _("This draft is being published")
        context["url"] = reverse("league:change", args=[*slugs, gone.change.pk])
        context["label"] = _("View progress")
    else:
        context["title"] = _("This draft is already published")
        context["url"] = reverse("league:rule-version", args=[*slugs, version.label])
        context["label"] = _("Read version %(label)s") % {"label": version.label}
        context["from_label"] = version.label
    if request.htmx:
        return rules_page(request, visit, "_draft_gone", context, status=409)
    status = 409 if request.method == "POST" else 410
    return rules_page(request, visit, "draft_gone", context, status=status)


def _typed(request: HtmxRequest, in_club: ClubRuleSet, gone: Gone) -> list[tuple[str, str]]:
    """Return label and text of all input that is stored nowhere."""
    page = DraftPage(
        in_club=in_club,
        draft=RuleVersion(),
        base=None,
        in_force=None,
        typed=typed_values(in_club.rule_set.family, gone.parameters),
    )
    values = ParametersForm.posted(page, request.POST)
    found = [(str(values[n].label), values.page.in_words(n)) for n in values.changed_data]
    form = next((form for mark, form in _FORMS.items() if mark in request.POST), None)
    return found + [
        (str(field.label), text)
        for name, field in (form.base_fields if form else {}).items()
        if (text := request.POST.get(name, "").strip())
    ]
