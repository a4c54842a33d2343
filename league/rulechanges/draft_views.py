"""Drafts of rule versions: begun, read from a file, filled in, checked, saved, thrown away."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.naming import fold
from league.core.permissions import Action
from league.models import ClubRuleSet
from league.rulebook.files import RuleFile, RuleFileError, dump_version, load_version
from league.rulebook.timeline import DatedVersion
from league.rulechanges.draft_forms import AboutForm, ImportForm, NewDraftForm
from league.rulechanges.draft_frame import (
    find,
    frame_of,
    of_a_draft,
    page_of,
    reread,
    revision_of,
    rules_page,
    set_or_404,
)
from league.rulechanges.draft_write import (
    ABOUT,
    DraftChangedError,
    NoDraftError,
    begin_draft,
    delete_draft,
    import_draft,
    save_draft,
)
from league.rulechanges.drafts import (
    DraftPage,
    Since,
    changes_since,
    draft_page,
    find_exported,
    sources_of,
)
from league.rulechanges.editor import TABLE, ParametersForm, with_usual_table
from league.wording.rules import language
from rules import words
from rules.models import RuleVersion


def _side(name: str, label: str, *, was: str, theirs: str, mine: str) -> dict[str, Any]:
    """A value that was another when the second of two read the draft, in words.

    ``theirs`` is it as it is now; ``mine`` is empty where only the other changed it.
    """
    is_conflict = bool(mine) and was != theirs and mine != theirs  # both, each to something else
    return {
        "name": name,
        "label": label,
        "was": was,
        "theirs": theirs,
        "mine": mine,
        "is_conflict": is_conflict,
    }


def answer_stale(
    request: HtmxRequest,
    visit: Visit,
    read: DraftPage,
    selection: object,
    *,
    values: Mapping[str, Any],
    about: Mapping[str, Any],
) -> HttpResponseBase:
    """Show the second of two editors the first one's changes; no input of either is lost.

    If the second has typed nothing, the present draft is shown. A page that saves itself gets a
    notice that leads to the same comparison.

    Args:
        request: with the second's form, whose fields are sent on.
        visit: the second's.
        read: the draft as it was a moment ago.
        selection: what the second's page shows.
        values: what the second sent, by parameter.
        about: what the second sent of title, day and what changes.
    """
    page = reread(visit, read)
    since = changes_since(visit.club, page.draft, revision_of(request))
    context = {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "since": since,
        "is_own": since.only is not None and since.only == request.user.pk,
        "selection": selection,
    }
    if request.htmx:
        return rules_page(request, visit, "_draft_conflict", context, status=409)
    context |= _merge(page, since, values, about, request.POST)
    if not context["mine"]:
        if context["is_own"]:
            words = _(
                "You saved this draft in another window in the meantime. This is its current state."
            )
        else:
            words = _("Someone else saved this draft in the meantime. This is its current state.")
        messages.info(request, words)
        return redirect("league:draft", visit.club.slug, page.in_club.slug, page.draft.pk)
    return rules_page(request, visit, "draft_merge", context, status=409)


def _merge(
    page: DraftPage,
    since: Since,
    values: Mapping[str, Any],
    about: Mapping[str, Any],
    posted: QueryDict,
) -> dict[str, Any]:
    read = {**page.typed, **since.before}
    own = {name: value for name, value in values.items() if value != read[name]}
    now_about = {name: getattr(page.draft, name) for name in ABOUT}
    read_about = {**now_about, **{n: _stored(n, value) for n, value in since.about.items()}}
    own_about = {name: value for name, value in about.items() if value != read_about[name]}

    def of_value(name: str) -> dict[str, Any]:
        def text_of(value: Any) -> str:
            return page.typed_as({name: value}).in_words(name) or "–"

        return _side(
            name,
            words.name_of(page.family, name, language()),
            was=text_of(read[name]),
            theirs=text_of(page.typed[name]),
            mine=text_of(own[name]) if name in own else "",
        )

    def of_about(name: str) -> dict[str, Any]:
        return _side(
            name,
            str(AboutForm.base_fields[name].label),
            was=str(read_about[name] or "–"),
            theirs=str(now_about[name] or "–"),
            mine=str(own_about[name] or "–") if name in own_about else "",
        )

    theirs = [of_value(name) for name in since.before if page.typed[name] != read[name]]
    theirs += [of_about(name) for name in since.about if now_about[name] != read_about[name]]
    return {
        "theirs": theirs,
        "mine": [*map(of_value, own), *map(of_about, own_about)],
        "fields": _fields(own, {**now_about, **own_about} if own_about else {}, posted),
    }


def _stored(name: str, value: Any) -> Any:
    is_day = name == "effective_from" and isinstance(value, str)
    return date.fromisoformat(value) if is_day else value


def _fields(
    own: Mapping[str, Any], about: Mapping[str, Any], posted: QueryDict
) -> list[tuple[str, str]]:
    """Return the second's own fields as sent; of the draft's texts all that now apply."""
    found = [("shown", name) for name in own]
    for key, texts in posted.lists():
        if any(_belongs(key, name) for name in own):
            found += [(key, text) for text in texts]
    if about:
        found.append(("about", "1"))
        found += [(name, "" if about[name] is None else str(about[name])) for name in about]
    return found


def _belongs(key: str, name: str) -> bool:
    rest = key.removeprefix(f"p-{name}")
    return rest != key and all(step.isdigit() for step in rest.split("-") if step)


#: the page that is no section of the parameters
OVERVIEW = "overview"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    section: str = ""
    search: str = ""
    only: str = ""  # changed, wrong
    idle_too: bool = False  # also those that mean nothing at present

    @property
    def is_overview(self) -> bool:
        return self.section == OVERVIEW and not (self.search or self.only)

    @property
    def query(self) -> str:
        asked = {"section": self.section, "q": self.search, "only": self.only}
        asked["idle"] = "1" if self.idle_too else ""
        return urlencode({name: value for name, value in asked.items() if value})

    def names(self, page: DraftPage) -> list[str]:
        if self.search:
            return [name for name in page.sections if _is_found(page.family, name, self.search)]
        if self.only == "changed":
            return list(page.differing)
        if self.only == "wrong":
            return [name for name in page.sections if name in page.problems]
        return [name for name, section in page.sections.items() if section == self.section]


def _is_found(family: str, name: str, search: str) -> bool:
    texts = [name, name.replace("_", " ")]
    for lang in ("ja", "en"):
        texts += [words.name_of(family, name, lang), words.about(family, name, lang)]
    folded = "\n".join(map(fold, texts))
    return all(fold(part) in folded for part in search.split())


def _selection(page: DraftPage, asked: Any) -> Selection:
    """Return what the address or the posted form selects; by default the overview."""
    section, only = asked.get("section", ""), asked.get("only", "")
    return Selection(
        section=section if section in page.sections.values() else OVERVIEW,
        search=asked.get("q", "").strip()[:60],
        only=only if only in ("changed", "wrong") else "",
        idle_too=asked.get("idle") == "1",
    )


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def draft_new(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponseBase:
    """Start a draft as a copy of a version of the set, or of a shipped one.

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
            messages.success(request, _("The draft was created. It does not affect any games yet."))
            return redirect("league:draft", visit.club.slug, set_slug, draft.pk)
    else:
        form = NewDraftForm(initial=_begun(request, versions), **given)
    context = {"form": form, "in_club": in_club}
    status = 422 if form.is_bound else 200
    return rules_page(request, visit, "draft_new", context, status=status)


def _begun(request: HtmxRequest, versions: list[DatedVersion]) -> dict[str, str]:
    """Return initial values from ``corrects`` or ``from``, each a version's label."""
    corrects, copied = request.GET.get("corrects", ""), request.GET.get("from", "")
    labels = {dated.version.label: dated for dated in versions}
    dated = labels.get(corrects or copied)
    initial = {} if dated is None else {"source": f"v:{dated.version.pk}"}
    is_correction = corrects and dated is not None and not dated.is_withdrawn
    return {**initial, "purpose": NewDraftForm.CORRECT} if is_correction else initial


@club_page(Action.READ)
def rule_export(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """Download a version as a file.

    Raises:
        Http404: no such set or version, or a draft and the reader is no organizer.
    """
    in_club = set_or_404(visit, set_slug)
    version = find_exported(in_club, label, drafts=visit.may(Action.MANAGE_LEAGUES))
    if version is None:
        raise Http404
    text = json.dumps(dump_version(version), ensure_ascii=False, indent=2)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    name = f"{in_club.slug}-{_file_name(version)}.json"
    response.headers["Content-Disposition"] = str(content_disposition_header(True, name))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _file_name(version: RuleVersion) -> str:
    """Name a version's file: a draft by its title or its day, not by its number."""
    day = version.effective_from
    if version.number and day:
        return version.label
    title = re.sub(r"[^\w.-]+", "-", version.title).strip("-.")
    return title or (f"draft-{day.isoformat()}" if day else "draft")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def rule_import(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponseBase:
    """Show a file's changes and errors; then make a draft of it.

    Raises:
        Http404: the club has no such set.
    """
    in_club = set_or_404(visit, set_slug)
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    context = {"form": form, "in_club": in_club}
    if not posted or not form.is_valid():
        return rules_page(request, visit, "draft_import", context, status=422 if posted else 200)
    content = form.content()
    if not content:
        form.add_error("file", _("Please choose a file or paste its contents."))
        return rules_page(request, visit, "draft_import", context, status=422)
    try:
        file = load_version(content, family=in_club.rule_set.family)
    except RuleFileError as error:
        return rules_page(
            request, visit, "draft_import", {**context, "problems": error.problems}, status=422
        )
    page = _beside(visit, in_club, file)
    if "confirm" in request.POST:
        draft = import_draft(
            in_club=in_club,
            file=file,
            title=form.cleaned_data["title"],
            based_on=page.in_force,
            actor=visit.actor,
        )
        messages.success(
            request, _("A draft was created from the file. It does not affect any games yet.")
        )
        return redirect("league:draft", visit.club.slug, set_slug, draft.pk)
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    dry_run = {"file": file, "text": text, "page": page, "differences": page.changes()}
    return rules_page(request, visit, "draft_import", {**context, **dry_run})


def _beside(visit: Visit, in_club: ClubRuleSet, file: RuleFile) -> DraftPage:
    unsaved = RuleVersion(
        rule_set=in_club.rule_set, parameters=file.parameters.model_dump(mode="json")
    )
    return draft_page(in_club, unsaved, club_day(visit.club))


@club_page(Action.MANAGE_LEAGUES)
@of_a_draft
def draft_edit(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Show the draft's form, a section or search result at a time.

    Raises:
        Http404: no such draft.
    """
    page = page_of(visit, set_slug, draft_id)
    return _show(request, visit, page, _selection(page, request.GET))


def _show(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    selection: Selection,
    *,
    about: AboutForm | None = None,
    status: int = 200,
) -> HttpResponseBase:
    form = ParametersForm(page, selection.names(page))
    items = _navigation(page, selection)
    at = next((index for index, item in enumerate(items) if item["is_current"]), None)
    context = {
        **frame_of(visit, page, "values"),
        "selection": selection,
        "groups": _groups(form),
        "items": items,
        "previous": items[at - 1] if at else None,
        "next": items[at + 1] if at is not None and at + 1 < len(items) else None,
        "about": (about or AboutForm.of(page.draft)) if selection.is_overview else None,
        "differences": page.changes() if selection.is_overview else (),
    }
    return rules_page(request, visit, "draft", context, status=status)


def _groups(form: ParametersForm) -> list[dict[str, Any]]:
    """Group the fields by section, with the number of those without effect at present."""
    page, lang = form.page, language()
    found = []
    for section, names in groupby(form.fields, key=lambda name: page.sections[name]):
        fields = [form[name] for name in names]
        found.append(
            {
                "key": section,
                "name": words.section_name(page.family, section, lang),
                "about": words.section_about(page.family, section, lang),
                "fields": fields,
                "idle": sum(field.name in page.idle for field in fields),
            }
        )
    return found


def _navigation(page: DraftPage, selection: Selection) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = [
        {"key": OVERVIEW, "name": _("Overview"), "is_current": selection.is_overview}
    ]
    for section in dict.fromkeys(page.sections.values()):
        names = [name for name, own in page.sections.items() if own == section]
        is_whole = not (selection.search or selection.only)
        items.append(
            {
                "key": section,
                "name": words.section_name(page.family, section, language()),
                "is_current": section == selection.section and is_whole,
                "changed": sum(name in page.differing for name in names),
                "wrong": sum(name in page.problems for name in names),
            }
        )
    return items


def _beside_the_fields(
    request: HtmxRequest, visit: Visit, form: ParametersForm, **more: Any
) -> HttpResponseBase:
    """Return only the hints beside the fields, so that typing is not disturbed."""
    page = form.page
    context = {
        "page": page,
        "draft": page.draft,
        "in_club": page.in_club,
        "form": form,
        "idle": " ".join(name for name in form.fields if name in page.idle),
        "selection": _selection(page, request.POST),
        **more,
    }
    return rules_page(request, visit, "_draft_says", context)


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_check(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    form = ParametersForm.posted(page_of(visit, set_slug, draft_id), request.POST)
    return _beside_the_fields(request, visit, form)


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_save(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Store what was typed, valid or not; of two simultaneous saves the second must merge."""
    page = page_of(visit, set_slug, draft_id)
    revision, selection = revision_of(request), _selection(page, request.POST)
    about_form = AboutForm(request.POST) if "about" in request.POST else None
    if about_form is not None and not about_form.is_valid():
        return _show(request, visit, page, selection, about=about_form, status=422)
    form = ParametersForm.posted(page, request.POST)
    values = _kept(request, form.cleaned_data)
    about = _kept(request, about_form.cleaned_data) if about_form is not None else {}
    wants_table = request.POST.get("fill") == TABLE
    try:
        save_draft(
            in_club=page.in_club,
            draft=page.draft,
            revision=revision,
            values=with_usual_table(page.typed, values) if wants_table else values,
            about=about,
            actor=visit.actor,
        )
    except DraftChangedError:
        return answer_stale(request, visit, page, selection, values=values, about=about)
    except NoDraftError:  # published or deleted since it was read above
        reread(visit, page)
        raise
    if request.htmx:
        saved = ParametersForm.posted(reread(visit, page), request.POST)
        items = _navigation(saved.page, selection)
        return _beside_the_fields(request, visit, saved, is_saved=True, items=items)
    messages.success(request, _("Saved."))
    for note in form.notes():
        messages.info(request, note)
    url = reverse("league:draft", args=[visit.club.slug, set_slug, draft_id])
    url = f"{url}?{selection.query}"
    return redirect(f"{url}#row-{TABLE}" if wants_table else url)


def _kept(request: HtmxRequest, values: Mapping[str, Any]) -> dict[str, Any]:
    """Drop values for which the second organizer keeps the first one's."""
    posted = request.POST
    return {n: value for n, value in values.items() if posted.get(f"take-{n}") != "theirs"}


@club_page(Action.MANAGE_LEAGUES, "POST")
@of_a_draft
def draft_delete(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    in_club, draft = find(visit, set_slug, draft_id)
    try:
        delete_draft(in_club=in_club, draft=draft, revision=revision_of(request), actor=visit.actor)
    except LeagueError as error:
        messages.error(request, error.message)
        return redirect("league:draft", visit.club.slug, set_slug, draft_id)
    messages.success(request, _("The draft was deleted."))
    return redirect("league:rule-set", visit.club.slug, set_slug)
