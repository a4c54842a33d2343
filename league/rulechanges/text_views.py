"""The text of a draft: its headings and clauses listed, added, rewritten and removed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page
from league.core.errors import LeagueError
from league.core.permissions import Action
from league.rulechanges.draft_forms import ClauseForm, HeadingForm
from league.rulechanges.draft_frame import (
    frame_of,
    of_a_draft,
    page_of,
    reread,
    revision_of,
    rules_page,
)
from league.rulechanges.drafts import DraftPage, Since, changes_since
from league.rulechanges.text_write import (
    LANGUAGES,
    ClauseText,
    remove_clause,
    remove_heading,
    write_clause,
    write_heading,
)
from rules.models import Clause, Section

Part = TypeVar("Part", Clause, Section)


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
@of_a_draft
def draft_clauses(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """List every clause by heading; ``?edit=`` or ``?new=1`` shows the form for one.

    Raises:
        Http404: no such draft, or no such clause in it.
    """
    page = page_of(visit, set_slug, draft_id)
    if request.method == "POST":
        return _clause_posted(request, visit, page)
    if "edit" in request.GET:
        clause = _find(page.draft.clauses.all(), request.GET["edit"])
        if clause is None:
            raise Http404
        form = _clause_form(page, clause, initial=ClauseForm.filled(clause))
        return _show_clause(request, visit, page, form, clause)
    if "new" in request.GET:
        asked = {"section": request.GET.get("section", ""), "states": request.GET.getlist("states")}
        return _show_clause(request, visit, page, _clause_form(page, None, initial=asked), None)
    context = {**frame_of(visit, page, "text"), "chapters": _chapters(page)}
    return rules_page(request, visit, "draft_text", context)


def _chapters(page: DraftPage) -> list[dict[str, Any]]:
    """Return the headings in order with their clauses, those under none first. Two queries."""
    headings = list(page.draft.sections.all())
    known = {heading.code for heading in headings}
    under: dict[str, list[dict[str, Any]]] = {"": [], **{code: [] for code in known}}
    for clause in page.draft.clauses.all():
        code = clause.section if clause.section in known else ""
        under[code].append({"clause": clause, "stale": _stale_texts(page, clause)})
    first = [{"heading": None, "clauses": under[""]}] if under[""] or not headings else []
    return [*first, *({"heading": each, "clauses": under[each.code]} for each in headings)]


def _clause_posted(request: HtmxRequest, visit: Visit, page: DraftPage) -> HttpResponseBase:
    key, revision = request.POST.get("clause", ""), revision_of(request)
    clause = _find(page.draft.clauses.all(), key)
    url = _text_url(visit, page)
    given = {**_given(visit, page, revision), "clause": clause}
    if key and clause is None:
        return _gone(request, visit, page, revision, Clause)
    if clause is None or not ({"remove", "fits"} & set(request.POST)):
        return _clause_written(request, visit, page, given, url)
    try:
        if "remove" in request.POST:
            remove_clause(**given)
            words = _("%(code)s was removed from the draft.")
        else:
            write_clause(**given, text=_as_it_stands(clause, request.POST["fits"]))
            words = _("%(code)s: the text is marked as correct for the current values.")
            url = f"{url}#clause-{clause.pk}"
    except LeagueError as error:
        reread(visit, page)
        messages.error(request, error.message)
    else:
        messages.success(request, words % {"code": clause.code})
    return redirect(url)


def _as_it_stands(clause: Clause, fits: str) -> ClauseText:
    """Return a clause unchanged, except that some of its texts are confirmed as fitting."""
    names = ("code", "section", "title_ja", "title_en", "text_ja", "text_en")
    texts = {name: getattr(clause, name) for name in names}
    return ClauseText(**texts, states=clause.states, fits=fits.split())


def _clause_written(
    request: HtmxRequest, visit: Visit, page: DraftPage, given: dict[str, Any], url: str
) -> HttpResponseBase:
    clause = given["clause"]
    form = _clause_form(page, clause, request.POST)
    if form.is_valid():
        try:
            written = write_clause(**given, text=form.clause_text())
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            messages.success(request, _("%(code)s was saved.") % {"code": written.code})
            names = {"ja": _("Japanese"), "en": _("English")}
            if left := " / ".join(names[each] for each in _stale_languages(page, written)):
                words = _(
                    "%(code)s: the text in %(languages)s dates from before the values changed. Its "
                    "readers see the values instead, until you rewrite the text or mark it as "
                    "still correct."
                )
                messages.warning(request, words % {"code": written.code, "languages": left})
            return redirect(f"{url}#clause-{written.pk}")
    # what was typed stays, and is saved over the draft as it is now
    revision, now = given["revision"], reread(visit, page)
    if clause is not None:
        clause = now.draft.clauses.filter(pk=clause.pk).first()
        if clause is None:
            return _gone(request, visit, now, revision, Clause)
    return _show_clause(request, visit, now, form, clause, revision=revision, status=422)


def _given(visit: Visit, page: DraftPage, revision: int) -> dict[str, Any]:
    """What every change of the text is given beside the clause or heading."""
    return {
        "in_club": page.in_club,
        "draft": page.draft,
        "revision": revision,
        "actor": visit.actor,
    }


def _gone(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    revision: int,
    kind: type[Clause] | type[Section],
) -> HttpResponseBase:
    """What somebody took out while it was written: what was typed becomes a new one.

    Raises:
        DraftGoneError: it went with the whole draft.
        Http404: there never was such a clause or heading.
    """
    page = reread(visit, page)
    since = changes_since(visit.club, page.draft, revision)
    is_clause = kind is Clause
    if not (since.clauses if is_clause else since.headings):
        raise Http404
    if "code" not in request.POST:
        clause_words = _("Someone else has already removed this clause.")
        heading_words = _("Someone else has already removed this heading.")
        messages.info(request, clause_words if is_clause else heading_words)
        return redirect(_text_url(visit, page))
    if is_clause:
        form = _clause_form(page, None, request.POST)
        words = _("Someone else removed this clause in the meantime. Saving adds it again.")
        form.add_error(None, words)
        return _show_clause(request, visit, page, form, None, status=422)
    heading_form = HeadingForm(request.POST, others=list(page.draft.sections.all()))
    words = _("Someone else removed this heading in the meantime. Saving adds it again.")
    heading_form.add_error(None, words)
    return _show_heading(request, visit, page, heading_form, None, status=422)


def _clause_form(
    page: DraftPage, clause: Clause | None, data: Any = None, *, initial: Any = None
) -> ClauseForm:
    stale = _stale_languages(page, clause) if clause else ()
    if clause and clause.text_ja == clause.text_en:
        stale = stale[:1]
    sections = page.draft.sections.all()
    return ClauseForm(data, initial=initial, family=page.family, sections=sections, stale=stale)


def _show_clause(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    form: ClauseForm,
    clause: Clause | None,
    *,
    revision: int | None = None,
    status: int = 200,
) -> HttpResponseBase:
    since = _since(visit, page, clause, revision)
    context = {
        **frame_of(visit, page, "text"),
        "form": form,
        "clause": clause,
        "stale": _stale_texts(page, clause) if clause else [],
        "theirs": since if since and clause and clause.code in since.clauses else None,
    }
    return rules_page(request, visit, "draft_clause", context, status=status)


def _stale_languages(page: DraftPage, clause: Clause) -> tuple[str, ...]:
    """Return the languages in which a clause cites former values. No query."""
    return tuple(each for each in LANGUAGES if page.stale(clause, each))


def _stale_texts(page: DraftPage, clause: Clause) -> list[dict[str, Any]]:
    """Return texts citing former values, with the values; one where both languages agree."""
    found = {each: page.stale(clause, each) for each in _stale_languages(page, clause)}
    if len(found) == len(LANGUAGES) and found["ja"] == found["en"]:
        turned = page.differences(found["ja"])
        badge = _("text out of date")
        return [{"languages": LANGUAGES, "whose": "", "badge": badge, "turned": turned}]
    whose = {"ja": _("The Japanese text"), "en": _("The English text")}
    badges = {"ja": _("Japanese out of date"), "en": _("English out of date")}
    return [
        {
            "languages": (each,),
            "whose": whose[each],
            "badge": badges[each],
            "turned": page.differences(former),
        }
        for each, former in found.items()
    ]


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
@of_a_draft
def draft_headings(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Show the form for a new heading, or with ``?edit=`` for an existing one.

    Raises:
        Http404: no such draft, or no such heading in it.
    """
    page = page_of(visit, set_slug, draft_id)
    headings = list(page.draft.sections.all())
    if request.method == "POST":
        return _heading_posted(request, visit, page, headings)
    if "edit" in request.GET:
        heading = _find(headings, request.GET["edit"])
        if heading is None:
            raise Http404
        form = HeadingForm.of(heading, headings)
        return _show_heading(request, visit, page, form, heading)
    last = headings[-1].code if headings else ""
    form = HeadingForm(initial={"after": request.GET.get("after", last)}, others=headings)
    return _show_heading(request, visit, page, form, None)


def _heading_posted(
    request: HtmxRequest, visit: Visit, page: DraftPage, headings: list[Section]
) -> HttpResponseBase:
    key = request.POST.get("heading", "")
    heading, revision = _find(headings, key), revision_of(request)
    if key and heading is None:
        return _gone(request, visit, page, revision, Section)
    given = {**_given(visit, page, revision), "heading": heading}
    if "remove" in request.POST and heading is not None:
        return _heading_removed(request, visit, page, given)
    others = [each for each in headings if heading is None or each.pk != heading.pk]
    level = heading.level if heading else 1
    form = HeadingForm(request.POST, others=others, level=level)
    if form.is_valid():
        try:
            written = write_heading(**given, text=form.heading_text())
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            words = _("Heading %(code)s was saved.")
            messages.success(request, words % {"code": written.code})
            return redirect(f"{_text_url(visit, page)}#heading-{written.pk}")
    # what was typed stays, and is saved over the draft as it is now
    now = reread(visit, page)
    heading = _find(now.draft.sections.all(), key)
    if key and heading is None:
        return _gone(request, visit, now, revision, Section)
    return _show_heading(request, visit, now, form, heading, revision=revision, status=422)


def _heading_removed(
    request: HtmxRequest, visit: Visit, page: DraftPage, given: dict[str, Any]
) -> HttpResponseBase:
    code, url = given["heading"].code, _text_url(visit, page)
    is_empty = not page.draft.clauses.filter(section=code).exists()
    try:
        under = remove_heading(**given)
    except LeagueError as error:
        reread(visit, page)
        messages.error(request, error.message)
        return redirect(url)
    if is_empty:
        words = _("Heading %(code)s was removed.")
    elif under:
        words = _("Heading %(code)s was removed. Its clauses are now under %(under)s.")
    else:
        words = _("Heading %(code)s was removed. Its clauses are now at the beginning.")
    messages.success(request, words % {"code": code, "under": under})
    return redirect(url)


def _show_heading(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    form: HeadingForm,
    heading: Section | None,
    *,
    revision: int | None = None,
    status: int = 200,
) -> HttpResponseBase:
    since = _since(visit, page, heading, revision)
    context = {**frame_of(visit, page, "text"), "form": form, "heading": heading}
    if since and heading and heading.code in since.headings:
        context |= {"theirs": since, "chosen": _chosen(page, heading)}
    return rules_page(request, visit, "draft_heading", context, status=status)


def _chosen(page: DraftPage, heading: Section) -> list[tuple[str, str]]:
    stored = HeadingForm.of(heading, list(page.draft.sections.all()))
    chosen = []
    for name in ("level", "after"):
        field: Any = stored.fields[name]
        words = {str(code): label for code, label in field.choices}
        chosen.append((field.label, words[str(stored.initial[name])]))
    return chosen


def _find(parts: Iterable[Part], key: str) -> Part | None:
    return next((each for each in parts if str(each.pk) == key), None)


def _since(
    visit: Visit, page: DraftPage, part: Clause | Section | None, revision: int | None
) -> Since | None:
    """Return what others saved since the form was read. One query if it has a revision."""
    if part is None or revision is None:
        return None
    return changes_since(visit.club, page.draft, revision)


def _text_url(visit: Visit, page: DraftPage) -> str:
    return reverse("league:draft-clauses", args=[visit.club.slug, page.in_club.slug, page.draft.pk])
