"""Two organizers in one draft: the second sees the first's changes beside their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, render_club
from league.forms.rule_editor_draft import AboutForm
from league.selectors.draft_history import Since, changes_since
from league.selectors.drafts import DraftPage
from league.typed_rules import spoken
from league.views.draft_parts import look_of, page_of, revision_of
from league.views.draft_words import typed_words
from rules import words


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A value that was another when the second of two read the draft, in words."""

    name: str
    label: str
    was: str
    theirs: str  # as it is now
    mine: str  # as the second would have it; empty where only the other changed it

    @property
    def is_asked(self) -> bool:
        """Whether both changed it, each to something else."""
        return bool(self.mine) and self.was != self.theirs and self.mine != self.theirs


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Both sides, and the fields that bring the second one's along."""

    theirs: tuple[Side, ...]
    mine: tuple[Side, ...]
    fields: tuple[tuple[str, str], ...]  # name and value of what is sent on


def answer_stale(
    request: HtmxRequest,
    visit: Visit,
    set_slug: str,
    draft_id: int,
    *,
    values: Mapping[str, Any],
    about: Mapping[str, Any],
) -> HttpResponseBase:
    """Tell the second of two what the first did; nothing of either is lost.

    Who typed nothing of their own is shown the draft as it is now. A page that saves itself gets
    a notice that leads to the same comparison.
    """
    page = page_of(visit, set_slug, draft_id)
    since = changes_since(visit.club, page.draft, revision_of(request))
    if request.htmx:
        context = {"draft": page.draft, "in_club": page.in_club, "since": since}
        return render_club(request, visit, "league/rules/_draft_conflict.html", context, status=409)
    merge = merge_of(page, since, values, about, request.POST)
    if not merge.mine:
        if since.only is not None and since.only == request.user.pk:
            words = _("You saved this draft in another window meanwhile. This is how it is now.")
        else:
            words = _("Somebody else saved this draft meanwhile. This is how it is now.")
        messages.info(request, words)
        return redirect("league:draft", visit.club.slug, set_slug, draft_id)
    context = {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "since": since,
        "merge": merge,
        "look": look_of(page, request.POST),
    }
    return render_club(
        request, visit, "league/rules/draft_merge.html", context, nav="rules", status=409
    )


def merge_of(
    page: DraftPage,
    since: Since,
    values: Mapping[str, Any],
    about: Mapping[str, Any],
    posted: QueryDict,
) -> Merge:
    """Lay both sides beside what the second had read.

    Args:
        page: the draft as the first left it.
        since: what the first changed.
        values: what the second sent, by parameter.
        about: what the second sent of title, day and what changes.
        posted: the second's form, whose fields are sent on.
    """
    read = {**page.typed, **since.before}
    own = {name: value for name, value in values.items() if value != read[name]}
    read_about = {name: getattr(page.draft, name) for name in AboutForm.FIELDS}
    now_about = dict(read_about)
    read_about.update({name: _stored(name, value) for name, value in since.about.items()})
    own_about = {name: value for name, value in about.items() if value != read_about[name]}
    theirs = [
        _side(page, name, read, own) for name in since.before if page.typed[name] != read[name]
    ]
    theirs += [
        _about_side(name, read_about, now_about, own_about)
        for name in since.about
        if now_about[name] != read_about[name]
    ]
    mine = [_side(page, name, read, own) for name in own]
    mine += [_about_side(name, read_about, now_about, own_about) for name in own_about]
    return Merge(
        theirs=tuple(theirs),
        mine=tuple(mine),
        fields=tuple(_fields(own, {**now_about, **own_about} if own_about else {}, posted)),
    )


def _side(page: DraftPage, name: str, read: Mapping[str, Any], own: Mapping[str, Any]) -> Side:
    def said(value: Any) -> str:
        return typed_words(page.typed_as({name: value}), name) or "–"

    return Side(
        name=name,
        label=words.name_of(page.family, name, spoken()),
        was=said(read[name]),
        theirs=said(page.typed[name]),
        mine=said(own[name]) if name in own else "",
    )


def _about_side(
    name: str, read: Mapping[str, Any], now: Mapping[str, Any], own: Mapping[str, Any]
) -> Side:
    label = str(AboutForm.base_fields[name].label)
    return Side(
        name=name,
        label=label,
        was=str(read[name] or "–"),
        theirs=str(now[name] or "–"),
        mine=str(own[name] or "–") if name in own else "",
    )


def _stored(name: str, value: Any) -> Any:
    is_day = name == "effective_from" and isinstance(value, str)
    return date.fromisoformat(value) if is_day else value


def _fields(
    own: Mapping[str, Any], about: Mapping[str, Any], posted: QueryDict
) -> list[tuple[str, str]]:
    """The second's own fields as they were sent; of the draft's own words all that now holds."""
    found = [("shown", name) for name in own]
    for key, texts in posted.lists():
        if any(_belongs(key, name) for name in own):
            found += [(key, text) for text in texts]
    if about:
        found.append(("about", "1"))
        found += [(name, "" if about[name] is None else str(about[name])) for name in about]
    return found


def _belongs(key: str, name: str) -> bool:
    """Whether a field is one of a parameter's."""
    rest = key.removeprefix(f"p-{name}")
    return rest != key and all(step.isdigit() for step in rest.split("-") if step)
