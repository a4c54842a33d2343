"""The text of a draft: its clauses listed, added, written anew and taken out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.rule_editor_book import ClauseForm
from league.forms.rule_editor_controls import names_control
from league.permissions import Action
from league.selectors.draft_history import changes_since
from league.selectors.drafts import DraftPage
from league.services.draft_clauses import ClauseText, remove_clause, write_clause
from league.views.draft_gone import of_a_draft
from league.views.draft_parts import page_of, revision_of
from league.views.draft_stale import (
    asked_languages,
    languages_of,
    stale_languages,
    stale_of,
)
from league.views.drafts import frame_of
from rules.models import Clause


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
@of_a_draft
def draft_clauses(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """Every clause by heading; with ``?edit=`` or ``?new=1`` the form for one.

    Raises:
        Http404: no such draft, or no such clause in it.
    """
    page = page_of(visit, set_slug, draft_id)
    if request.method == "POST":
        return _posted(request, visit, page)
    headings = page.draft.sections.all()
    if "edit" in request.GET:
        clause = _clause_or_404(page, request.GET["edit"])
        form = ClauseForm.of(clause, headings, asked_languages(page, clause))
        return _show_form(request, visit, page, form, clause, clause.states)
    if "new" in request.GET:
        form = ClauseForm(initial={"section": request.GET.get("section", "")}, sections=headings)
        return _show_form(request, visit, page, form, None, request.GET.getlist("states"))
    context = {**frame_of(visit, page, "text"), "chapters": _chapters(page)}
    return render_club(request, visit, "league/rules/draft_text.html", context, nav="rules")


def _posted(request: HtmxRequest, visit: Visit, page: DraftPage) -> HttpResponseBase:
    """A clause that was written, whose text is said to fit, or that is to go."""
    key, revision = request.POST.get("clause", ""), revision_of(request)
    clause = _clause(page, key) if key else None
    url = reverse("league:draft-clauses", args=[visit.club.slug, page.in_club.slug, page.draft.pk])
    given: dict[str, Any] = {
        "in_club": page.in_club,
        "draft": page.draft,
        "revision": revision,
        "clause": clause,
        "actor": visit.actor,
    }
    if key and clause is None:
        return _gone(request, visit, page, revision)
    if clause is None or not ({"remove", "fits"} & set(request.POST)):
        return _written(request, visit, page, given, url)
    try:
        if "remove" in request.POST:
            remove_clause(**given)
            words = _("%(code)s is taken out of the draft.")
        else:
            write_clause(**given, text=_as_it_stands(clause, request.POST["fits"]))
            words, url = _("%(code)s: the text holds for the values of now."), _at(url, clause)
    except LeagueError as error:
        page_of(visit, page.in_club.slug, page.draft.pk)  # raises where the draft is gone
        messages.error(request, error.message)
    else:
        messages.success(request, words % {"code": clause.code})
    return redirect(url)


def _as_it_stands(clause: Clause, fits: str) -> ClauseText:
    """A clause without a change, but that some of its texts fit."""
    names = ("code", "section", "title_ja", "title_en", "text_ja", "text_en")
    texts = {name: getattr(clause, name) for name in names}
    return ClauseText(**texts, states=clause.states, fits=fits.split())


def _written(
    request: HtmxRequest, visit: Visit, page: DraftPage, given: dict[str, Any], url: str
) -> HttpResponseBase:
    clause = given["clause"]
    stale = asked_languages(page, clause) if clause else ()
    states = [name for name in request.POST.getlist("p-states") if name in page.sections]
    form = ClauseForm(request.POST, sections=page.draft.sections.all(), stale=stale)
    if form.is_valid():
        try:
            written = write_clause(**given, text=form.clause_text(states))
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            messages.success(request, _("%(code)s is written.") % {"code": written.code})
            if left := languages_of(stale_languages(page, written)):
                words = _(
                    "%(code)s: the text in %(languages)s is as it was before the values changed. "
                    "Its readers are shown the values instead, until you write it anew or say "
                    "that it fits."
                )
                messages.warning(request, words % {"code": written.code, "languages": left})
            return redirect(_at(url, written))
    # what was typed stays, and is saved over the draft as it is now
    revision, now = given["revision"], page_of(visit, page.in_club.slug, page.draft.pk)
    if clause is not None:
        clause = now.draft.clauses.filter(pk=clause.pk).first()
        if clause is None:
            return _gone(request, visit, now, revision)
    return _show_form(request, visit, now, form, clause, states, revision=revision, status=422)


def _gone(request: HtmxRequest, visit: Visit, page: DraftPage, revision: int) -> HttpResponseBase:
    """A clause that somebody took out while it was written: what was typed becomes a new one.

    Raises:
        DraftGoneError: it went with the whole draft.
        Http404: there never was such a clause.
    """
    page = page_of(visit, page.in_club.slug, page.draft.pk)
    if not changes_since(visit.club, page.draft, revision).clauses:
        raise Http404
    if "code" not in request.POST:
        messages.info(request, _("Somebody else has taken this clause out already."))
        return redirect("league:draft-clauses", visit.club.slug, page.in_club.slug, page.draft.pk)
    form = ClauseForm(request.POST, sections=page.draft.sections.all())
    words = _("Somebody else has taken this clause out meanwhile. Saving adds it again.")
    form.add_error(None, words)
    states = request.POST.getlist("p-states")
    return _show_form(request, visit, page, form, None, states, status=422)


def _clause(page: DraftPage, key: str) -> Clause | None:
    if not (key.isascii() and key.isdigit() and len(key) <= 18):
        return None
    return page.draft.clauses.filter(pk=int(key)).first()


def _clause_or_404(page: DraftPage, key: str) -> Clause:
    clause = _clause(page, key)
    if clause is None:
        raise Http404
    return clause


def _at(url: str, clause: Clause) -> str:
    return f"{url}#clause-{clause.pk}"


def _show_form(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    form: ClauseForm,
    clause: Clause | None,
    states: list[str],
    *,
    revision: int | None = None,
    status: int = 200,
) -> HttpResponseBase:
    """The form of a clause; beside what was typed stands what somebody else wrote since."""
    control = names_control(
        page.family,
        "states",
        [name for name in states if name in page.sections],
        label=_("States the parameters"),
        about=_("The rulebook and the scores name this clause where these values are used."),
    )
    theirs = None
    if clause is not None and revision is not None:
        since = changes_since(visit.club, page.draft, revision)
        theirs = {"clause": clause, "who": since.who} if clause.code in since.clauses else None
    context = {
        **frame_of(visit, page, "text"),
        "form": form,
        "clause": clause,
        "control": control,
        "stale": stale_of(page, clause) if clause else [],
        "theirs": theirs,
    }
    return render_club(
        request, visit, "league/rules/draft_clause.html", context, nav="rules", status=status
    )


def _chapters(page: DraftPage) -> list[dict[str, Any]]:
    """The headings in order, each with its clauses; those under none come first. Two queries."""
    headings = list(page.draft.sections.all())
    known = {heading.code for heading in headings}
    under: dict[str, list[dict[str, Any]]] = {"": [], **{code: [] for code in known}}
    for clause in page.draft.clauses.all():
        code = clause.section if clause.section in known else ""
        under[code].append({"clause": clause, "stale": stale_of(page, clause)})
    first = [{"heading": None, "clauses": under[""]}] if under[""] or not headings else []
    return [*first, *({"heading": each, "clauses": under[each.code]} for each in headings)]
