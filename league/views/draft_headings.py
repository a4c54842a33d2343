"""The headings of a draft's text: added, named anew, put elsewhere and taken out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.rule_editor_book import HeadingForm
from league.permissions import Action
from league.selectors.draft_history import changes_since
from league.selectors.drafts import DraftPage
from league.services.draft_headings import remove_heading, write_heading
from league.views.draft_gone import of_a_draft
from league.views.draft_parts import page_of, revision_of
from league.views.drafts import frame_of
from rules.models import Section


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
@of_a_draft
def draft_headings(
    request: HtmxRequest, visit: Visit, set_slug: str, draft_id: int
) -> HttpResponseBase:
    """The form for a new heading; with ``?edit=`` for one that is there.

    Raises:
        Http404: no such draft, or no such heading in it.
    """
    page = page_of(visit, set_slug, draft_id)
    headings = list(page.draft.sections.all())
    if request.method == "POST":
        return _posted(request, visit, page, headings)
    if "edit" in request.GET:
        heading = _heading(headings, request.GET["edit"])
        if heading is None:
            raise Http404
        form = HeadingForm.of(heading, headings)
        return _show_form(request, visit, page, form, heading)
    last = headings[-1].code if headings else ""
    form = HeadingForm(initial={"after": request.GET.get("after", last)}, others=headings)
    return _show_form(request, visit, page, form, None)


def _posted(
    request: HtmxRequest, visit: Visit, page: DraftPage, headings: list[Section]
) -> HttpResponseBase:
    """A heading that was written or is to go."""
    key = request.POST.get("heading", "")
    heading, revision = _heading(headings, key), revision_of(request)
    if key and heading is None:
        return _gone(request, visit, page, revision)
    url = reverse("league:draft-clauses", args=[visit.club.slug, page.in_club.slug, page.draft.pk])
    given: dict[str, Any] = {
        "in_club": page.in_club,
        "draft": page.draft,
        "revision": revision,
        "heading": heading,
        "actor": visit.actor,
    }
    if "remove" in request.POST and heading is not None:
        return _removed(request, visit, page, given, url)
    others = [each for each in headings if heading is None or each.pk != heading.pk]
    level = heading.level if heading else 1
    form = HeadingForm(request.POST, others=others, level=level)
    if form.is_valid():
        try:
            written = write_heading(**given, text=form.heading_text())
        except LeagueError as error:
            form.add_error(error.field or None, error.message)
        else:
            words = _("The heading %(code)s is written.")
            messages.success(request, words % {"code": written.code})
            return redirect(f"{url}#heading-{written.pk}")
    # what was typed stays, and is saved over the draft as it is now
    now = page_of(visit, page.in_club.slug, page.draft.pk)
    heading = _heading(list(now.draft.sections.all()), key)
    if key and heading is None:
        return _gone(request, visit, now, revision)
    return _show_form(request, visit, now, form, heading, revision=revision, status=422)


def _gone(request: HtmxRequest, visit: Visit, page: DraftPage, revision: int) -> HttpResponseBase:
    """A heading that somebody took out while it was written: what was typed becomes a new one.

    Raises:
        DraftGoneError: it went with the whole draft.
        Http404: there never was such a heading.
    """
    page = page_of(visit, page.in_club.slug, page.draft.pk)
    if not changes_since(visit.club, page.draft, revision).headings:
        raise Http404
    if "code" not in request.POST:
        messages.info(request, _("Somebody else has taken this heading out already."))
        return redirect("league:draft-clauses", visit.club.slug, page.in_club.slug, page.draft.pk)
    form = HeadingForm(request.POST, others=list(page.draft.sections.all()))
    words = _("Somebody else has taken this heading out meanwhile. Saving adds it again.")
    form.add_error(None, words)
    return _show_form(request, visit, page, form, None, status=422)


def _removed(
    request: HtmxRequest, visit: Visit, page: DraftPage, given: dict[str, Any], url: str
) -> HttpResponseBase:
    code = given["heading"].code
    is_empty = not page.draft.clauses.filter(section=code).exists()
    try:
        under = remove_heading(**given)
    except LeagueError as error:
        page_of(visit, page.in_club.slug, page.draft.pk)  # raises where the draft is gone
        messages.error(request, error.message)
        return redirect(url)
    facts = {"code": code, "under": under}
    if is_empty:
        words = _("The heading %(code)s is taken out.")
    elif under:
        words = _("The heading %(code)s is taken out. Its clauses stand under %(under)s now.")
    else:
        words = _("The heading %(code)s is taken out. Its clauses stand at the beginning now.")
    messages.success(request, words % facts)
    return redirect(url)


def _heading(headings: list[Section], key: str) -> Section | None:
    return next((each for each in headings if str(each.pk) == key), None)


def _show_form(
    request: HtmxRequest,
    visit: Visit,
    page: DraftPage,
    form: HeadingForm,
    heading: Section | None,
    *,
    revision: int | None = None,
    status: int = 200,
) -> HttpResponseBase:
    """The form of a heading; beside what was typed stands what somebody else made of it since."""
    theirs = None
    if heading is not None and revision is not None:
        since = changes_since(visit.club, page.draft, revision)
        if heading.code in since.headings:
            theirs = _as_they_left_it(page, heading, since.who)
    context = {**frame_of(visit, page, "text"), "form": form, "heading": heading, "theirs": theirs}
    return render_club(
        request, visit, "league/rules/draft_heading.html", context, nav="rules", status=status
    )


def _as_they_left_it(page: DraftPage, heading: Section, who: tuple[str, ...]) -> dict[str, Any]:
    """A heading as it is stored, in the words of its form."""
    stored = HeadingForm.of(heading, list(page.draft.sections.all()))
    chosen = []
    for name in ("level", "after"):
        field: Any = stored.fields[name]
        words = {str(code): label for code, label in field.choices}
        chosen.append((field.label, words[str(stored.initial[name])]))
    return {"who": who, "chosen": chosen}
