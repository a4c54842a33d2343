"""A rule version as a file: out, and in again by way of a dry run."""

from __future__ import annotations

import json
import re

from django.contrib import messages
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.days import club_day
from league.forms.rule_editor_draft import ImportForm
from league.models import ClubRuleSet
from league.permissions import Action
from league.rule_files import RuleFile, RuleFileError, dump_version, load_version
from league.selectors.drafts import DraftPage, draft_page, find_exported
from league.services.draft_origins import import_draft
from league.views.draft_words import differences
from league.views.drafts import set_or_404
from rules.models import RuleVersion


@club_page(Action.READ)
def rule_export(request: HtmxRequest, visit: Visit, set_slug: str, label: str) -> HttpResponseBase:
    """A version as a file to keep or to hand on.

    Raises:
        Http404: no such set or version; a draft, for those who do not organize.
    """
    in_club = set_or_404(visit, set_slug)
    version = find_exported(in_club, label, drafts=visit.may(Action.MANAGE_LEAGUES))
    if version is None:
        raise Http404
    text = json.dumps(dump_version(version), ensure_ascii=False, indent=2)
    response = HttpResponse(text + "\n", content_type="application/json; charset=utf-8")
    name = f"{in_club.slug}-{_part_of_a_name(version)}.json"
    response.headers["Content-Disposition"] = str(content_disposition_header(True, name))
    response.headers["Cache-Control"] = "private, no-cache"
    return response


def _part_of_a_name(version: RuleVersion) -> str:
    """What a file of a version is called: a draft by its title or its day, not by its number."""
    day = version.effective_from
    if version.number and day:
        return version.label
    title = re.sub(r"[^\w.-]+", "-", version.title).strip("-.")
    return title or (f"draft-{day.isoformat()}" if day else "draft")


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def rule_import(request: HtmxRequest, visit: Visit, set_slug: str) -> HttpResponseBase:
    """Show what a file would change and what is wrong with it; then make a draft of it.

    Raises:
        Http404: the club has no such set.
    """
    in_club = set_or_404(visit, set_slug)
    posted = request.method == "POST"
    form = ImportForm(request.POST, request.FILES) if posted else ImportForm()
    context = {"form": form, "in_club": in_club}
    if not posted or not form.is_valid():
        return _answer(request, visit, context, status=422 if posted else 200)
    content = form.content()
    if not content:
        form.add_error("file", _("Please choose a file, or paste its text."))
        return _answer(request, visit, context, status=422)
    try:
        file = load_version(content, family=in_club.rule_set.family)
    except RuleFileError as error:
        return _answer(request, visit, {**context, "problems": error.problems}, status=422)
    page = _beside(visit, in_club, file)
    if "confirm" in request.POST:
        draft = import_draft(
            in_club=in_club,
            file=file,
            title=form.cleaned_data["title"],
            based_on=page.in_force,
            actor=visit.actor,
        )
        messages.success(request, _("The file is a draft now. It counts for no game."))
        return redirect("league:draft", visit.club.slug, set_slug, draft.pk)
    text = content if isinstance(content, str) else content.decode("utf-8-sig")
    dry_run = {"file": file, "text": text, "page": page, "differences": differences(page)}
    return _answer(request, visit, {**context, **dry_run})


def _answer(
    request: HtmxRequest, visit: Visit, context: dict[str, object], *, status: int = 200
) -> HttpResponseBase:
    return render_club(
        request, visit, "league/rules/draft_import.html", context, nav="rules", status=status
    )


def _beside(visit: Visit, in_club: ClubRuleSet, file: RuleFile) -> DraftPage:
    """The file as a draft that is not stored, beside the version in force."""
    unsaved = RuleVersion(
        rule_set=in_club.rule_set, parameters=file.parameters.model_dump(mode="json")
    )
    return draft_page(in_club, unsaved, club_day(visit.club))
