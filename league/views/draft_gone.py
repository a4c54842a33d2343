"""A draft that is none any more: a second tab is told what became of it, and loses nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django import forms
from django.http import Http404, HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, render_club
from league.forms.rule_editor import read_posted
from league.forms.rule_editor_book import ClauseForm, HeadingForm
from league.forms.rule_editor_draft import AboutForm
from league.models import ClubRuleSet
from league.selectors.draft_history import Gone, gone_draft
from league.typed_rules import lenient, spoken, typed_values
from league.views.draft_words import words_of
from rules import words
from rules.models import RuleVersion

#: the form that was sent, by a field that it alone has
_FORMS: Mapping[str, type[forms.Form]] = {
    "about": AboutForm,
    "after": HeadingForm,
    "text_ja": ClauseForm,
}

DraftView = Callable[[HtmxRequest, Visit, str, int], HttpResponseBase]


class DraftGoneError(Exception):
    """There was such a draft."""

    def __init__(self, in_club: ClubRuleSet, gone: Gone) -> None:
        super().__init__(gone.name)
        self.in_club = in_club
        self.gone = gone


def draft_or_gone(in_club: ClubRuleSet, draft: RuleVersion | None, draft_id: int) -> RuleVersion:
    """The draft; where it is none any more, what became of it.

    Raises:
        DraftGoneError: it was published, or deleted.
        Http404: there never was such a draft.
    """
    if draft is not None:
        return draft
    gone = gone_draft(in_club, draft_id)
    if gone is None:
        raise Http404
    raise DraftGoneError(in_club, gone)


def of_a_draft(view: DraftView) -> DraftView:
    """Let a view of a draft say kindly that it is none any more."""

    @wraps(view)
    def inner(request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int) -> HttpResponseBase:
        try:
            return view(request, visit, set_slug, draft_id)
        except DraftGoneError as error:
            return _answer(request, visit, error.in_club, error.gone)

    return inner


def _answer(
    request: HtmxRequest, visit: Visit, in_club: ClubRuleSet, gone: Gone
) -> HttpResponseBase:
    """What became of the draft, where it is now, and what was typed in vain."""
    context: dict[str, Any] = {
        "in_club": in_club,
        "gone": gone,
        "typed": _typed(request, in_club, gone) if request.method == "POST" else [],
    }
    slugs = [visit.club.slug, in_club.slug]
    if gone.version is not None and gone.version.status == RuleVersion.Status.PENDING:
        assert gone.change is not None
        context["url"] = reverse("league:change", args=[*slugs, gone.change.pk])
        context["label"] = _("See how far it is")
    elif gone.version is not None:
        label = gone.version.label
        context["url"] = reverse("league:rule-version", args=[*slugs, label])
        context["label"] = _("Read version %(label)s") % {"label": label}
        context["from_label"] = label
    else:
        context["url"] = reverse("league:rule-set", args=slugs)
        context["label"] = in_club.rule_set.name
    if request.htmx:
        return render_club(request, visit, "league/rules/_draft_gone.html", context, status=409)
    status = 409 if request.method == "POST" else 410
    template = "league/rules/draft_gone.html"
    return render_club(request, visit, template, context, nav="rules", status=status)


def _typed(request: HtmxRequest, in_club: ClubRuleSet, gone: Gone) -> list[tuple[str, str]]:
    """Label and text of all that was typed and is stored nowhere."""
    family, lang = in_club.rule_set.family, spoken()
    stored = typed_values(family, gone.parameters)
    values = read_posted(family, stored, request.POST)
    found = [
        (
            words.name_of(family, name, lang),
            words_of(lenient(family, {**stored, name: value}), name, value),
        )
        for name, value in values.items()
        if value != stored[name]
    ]
    form = next((form for mark, form in _FORMS.items() if mark in request.POST), None)
    fields = form.base_fields if form else {}
    return found + [
        (str(field.label), text)
        for name, field in fields.items()
        if (text := request.POST.get(name, "").strip())
    ]
