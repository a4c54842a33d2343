"""Drafts of rule versions: begun, filled in, checked while typing, saved, merged, thrown away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.rule_editor import read_posted, shorthands
from league.forms.rule_editor_draft import AboutForm, NewDraftForm
from league.forms.rule_editor_usual import TABLE, with_usual
from league.models import ClubRuleSet
from league.permissions import Action
from league.selectors.drafts import DraftPage, sources_of
from league.selectors.intended import find_set
from league.selectors.rule_timeline import DatedVersion
from league.services.draft_origins import begin_draft
from league.services.drafts import (
    DraftChangedError,
    NoDraftError,
    delete_draft,
    save_draft,
)
from league.views.draft_gone import of_a_draft
from league.views.draft_merge import answer_stale
from league.views.draft_parts import (
    OVERVIEW,
    Look,
    find,
    groups_of,
    look_of,
    names_shown,
    navigation,
    page_of,
    revision_of,
)
from league.views.draft_says import read_as, says_of
from league.views.draft_words import differences


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def draft_new(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponseBase:
    """Begin a draft as a copy of a version of the set, or of a shipped one.

    Raises:
        Http404: the club has no such set.
    """
    in_club = set_or_404(visit, set_slug)
    versions = sources_of(in_club)
    given: dict[str, Any] = {"family": in_club.rule_set.family, "versions": versions}
    if request.method == "POST":
        form = NewDraftForm(request.POST, **given)
        if form.is_valid():
            draft = begin_draft(
                in_club=in_club,
                source=form.copied,
                title=form.cleaned_data["title"],
                day=form.cleaned_data["day"],
                actor=visit.actor,
            )
            messages.success(request, _("The draft is ready. It counts for no game."))
            return redirect("league:draft", visit.club.slug, set_slug, draft.pk)
    else:
        form = NewDraftForm(initial=_begun(request, versions), **given)
    context = {"form": form, "in_club": in_club}
    status = 422 if form.is_bound else 200
    return render_club(
        request, visit, "league/rules/draft_new.html", context, nav="rules", status=status
    )


def set_or_404(visit: Visit, set_slug: str) -> ClubRuleSet:
    """The club's set by its address.

    Raises:
        Http404: it has none of that name.
    """
    in_club = find_set(visit.club, set_slug)
    if in_club is None:
        raise Http404
    return in_club


def _begun(request: HtmxRequest, versions: list[DatedVersion]) -> dict[str, str]:
    """What the link to this page had in mind: ``corrects`` or ``from`` a version's label."""
    corrects, copied = request.GET.get("corrects", ""), request.GET.get("from", "")
    labels = {dated.version.label: dated for dated in versions}
    dated = labels.get(corrects or copied)
    initial = {} if dated is None else {"source": f"v:{dated.version.pk}"}
    is_correction = corrects and dated is not None and not dated.is_withdrawn
    return {**initial, "purpose": NewDraftForm.CORRECT} if is_correction else initial


@club_page(Action.MANAGE_LEAGUES)
@of_a_draft
def draft_edit(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """The draft's form, a section at a time, or what was searched.

    Raises:
        Http404: no such draft.
    """
    page = page_of(visit, set_slug, draft_id)
    return show_draft(request, visit, page, look_of(page, request.GET))


def show_draft(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    look: Look,
    *,
    about: AboutForm | None = None,
    status: int = 200,
) -> HttpResponseBase:
    """Answer with the draft's form."""
    names = names_shown(page, look)
    items = navigation(page, look)
    at = next((index for index, item in enumerate(items) if item.is_current), None)
    context = {
        **frame_of(visit, page, "values"),
        "look": look,
        "groups": groups_of(page, names),
        "items": items,
        "previous": items[at - 1] if at else None,
        "next": items[at + 1] if at is not None and at + 1 < len(items) else None,
        "about": (about or AboutForm.of(page.draft)) if look.is_overview else None,
        "differences": differences(page) if look.is_overview else (),
    }
    return render_club(
        request, visit, "league/rules/draft.html", context, nav="rules", status=status
    )


def frame_of(visit: Visit, page: DraftPage, tab: str) -> dict[str, Any]:
    """What every page of a draft needs: the draft, its tabs, where the problems are."""
    at = (visit.club.slug, page.in_club.slug, page.draft.pk)
    pages = [
        ("values", reverse("league:draft", args=at), _("Values")),
        ("text", reverse("league:draft-clauses", args=at), _("Text")),
        ("try", reverse("league:draft-try", args=at), _("Try it")),
    ]
    try:
        publish = reverse("league:change-new", args=at)
    except NoReverseMatch:
        publish = ""
    return {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "publish_url": publish,
        "tabs": [{"url": url, "label": words, "current": key == tab} for key, url, words in pages],
    }


def _says(request: HtmxRequest, visit: Visit, page: DraftPage, **more: Any) -> HttpResponseBase:
    """What is said beside the fields, for those who type; the fields stay as they are."""
    names = [name for name in request.POST.getlist("shown") if name in page.sections]
    short = shorthands(page.family, request.POST)
    context = {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "says": [says_of(page, name, short.get(name)) for name in names],
        "idle": " ".join(name for name in names if name in page.idle),
        "look": look_of(page, request.POST),
        **more,
    }
    return render_club(request, visit, "league/rules/_draft_says.html", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_check(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """What is wrong with the values as they are typed; nothing is stored."""
    page = page_of(visit, set_slug, draft_id)
    typed = read_posted(page.family, page.typed, request.POST)
    return _says(request, visit, page.typed_as(typed))


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_save(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Store what was typed, sound or not; of two who save at once the second is asked to merge."""
    page = page_of(visit, set_slug, draft_id)
    revision, look = revision_of(request), look_of(page, request.POST)
    form = AboutForm(request.POST) if "about" in request.POST else None
    if form is not None and not form.is_valid():
        return show_draft(request, visit, page, look, about=form, status=422)
    values = read_posted(page.family, page.typed, request.POST)
    values = _kept(request, values)
    about = _kept(request, form.cleaned_data) if form is not None else {}
    wants_table = request.POST.get("fill") == TABLE
    try:
        save_draft(
            in_club=page.in_club,
            draft=page.draft,
            revision=revision,
            values=with_usual(page.typed, values) if wants_table else values,
            about=about,
            actor=visit.actor,
        )
    except DraftChangedError:
        return answer_stale(request, visit, set_slug, draft_id, values=values, about=about)
    except NoDraftError:  # published or deleted since it was read above
        page_of(visit, set_slug, draft_id)
        raise
    if request.htmx:
        saved = page_of(visit, set_slug, draft_id)
        return _says(request, visit, saved, is_saved=True, items=navigation(saved, look))
    messages.success(request, _("Saved."))
    for short in shorthands(page.family, request.POST).values():
        messages.info(request, read_as(short))
    url = reverse("league:draft", args=[visit.club.slug, set_slug, draft_id])
    url = f"{url}?{look.query}" if look.section != OVERVIEW or look.query else url
    return redirect(f"{url}#row-{TABLE}" if wants_table else url)


def _kept(request: HtmxRequest, values: Mapping[str, Any]) -> dict[str, Any]:
    """Without those for which the second of two organizers leaves the first one's value."""
    posted = request.POST
    return {n: value for n, value in values.items() if posted.get(f"take-{n}") != "theirs"}


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_delete(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Throw a draft away, as it was shown."""
    in_club, draft = find(visit, set_slug, draft_id)
    try:
        delete_draft(in_club=in_club, draft=draft, revision=revision_of(request), actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:draft", visit.club.slug, set_slug, draft_id)
    messages.success(request, _("The draft is deleted."))
    return redirect("league:rule-set", visit.club.slug, set_slug)
