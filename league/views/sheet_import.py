"""A club's old spreadsheet brought in: upload, dry run, storing as one, and undoing as one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import EntryError, LeagueError
from league.forms.sheet_import import LayoutForm, UploadForm
from league.forms.sheet_names import SheetNamesForm, left_out_of
from league.forms.tenhou import leagues_to_choose
from league.models import League, Member, SheetImport
from league.permissions import Action
from league.selectors.sheet_import import dry_run
from league.selectors.sheet_page import find_import, latest_imports
from league.services.sheet_import import change_import, drop_import, open_import
from league.services.sheet_storing import same_stored, store_import
from league.services.sheet_undo import CorrectedSinceError, undo_import
from league.sheet_store import Asked, asked_of, grids_of
from league.tenhou_names import NameBook
from league.views.imports import import_or_404
from league.views.sheet_import_parts import dry_run_context, result_context

_NAV = "settings"


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def sheet_import(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Bring a table in; ``?import=`` shows an import: its dry run, or what it stored.

    Raises:
        Http404: the club has no such import.
    """
    if request.method == "POST":
        return _posted(request, visit)
    key = request.GET.get("import", "")
    if not key:
        return _upload_page(request, visit, UploadForm(leagues=_leagues(visit)))
    batch = import_or_404(find_import, visit.club, key)
    if batch.state == SheetImport.State.OPEN:
        return _open_page(request, visit, batch)
    return _result_page(request, visit, batch)


def _posted(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    key = request.POST.get("import", "")
    if not key:
        return _upload(request, visit)
    batch = import_or_404(find_import, visit.club, key)
    deed = request.POST.get("do", "")
    try:
        if deed == "drop":
            drop_import(batch=batch)
            messages.success(request, _("The import is thrown away. Nothing was stored."))
            return redirect("league:sheet-import", visit.club.slug)
        if deed == "undo":
            return _undo(request, visit, batch)
        if batch.state == SheetImport.State.OPEN:
            return _asked(request, visit, batch, deed)
        messages.warning(request, _("This import is stored already, or thrown away."))
    except LeagueError as error:
        messages.warning(request, error.message)
    return redirect(_address(visit, batch))


def _upload(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    form = UploadForm(request.POST, request.FILES, leagues=_leagues(visit))
    if not form.is_valid():
        return _upload_page(request, visit, form)
    name, data = form.content()
    try:
        batch = open_import(
            club=visit.club, league=form.chosen_league, name=name, data=data, actor=visit.actor
        )
    except LeagueError as error:
        form.add_error(error.field or None, error.message)
        return _upload_page(request, visit, form)
    return redirect(_address(visit, batch))


def _asked(request: HtmxRequest, visit: Visit, batch: SheetImport, deed: str) -> HttpResponseBase:
    """What was asked of a dry run: look at it in another way, or store it so."""
    before, grids = asked_of(batch), grids_of(batch)
    form = LayoutForm(request.POST, grids=grids, asked=before, leagues=_leagues(visit))
    names = SheetNamesForm(request.POST, NameBook(Member.objects.for_club(visit.club)))
    left_out = left_out_of(request.POST, before.left_out)
    choices = {n: key for n, key in before.choices.items() if n not in names.typed} | names.choices
    if not form.is_valid() or names.errors:
        asked = form.asked_now(choices, left_out) if form.is_valid() else before
        return _open_page(request, visit, batch, form, names, asked)
    change_import(
        batch=batch,
        league=form.chosen_league,
        asked=form.asked_now(choices, left_out),
        leaves_out_wrong="leave-out-wrong" in request.POST,
    )
    if deed == "store":
        stored = store_import(batch=batch, actor=visit.actor)
        messages.success(request, _("Games stored: %(games)s.") % {"games": f"{len(stored):,}"})
    return redirect(_address(visit, batch))


def _undo(request: HtmxRequest, visit: Visit, batch: SheetImport) -> HttpResponseBase:
    reason = request.POST.get("reason", "")
    try:
        voided = undo_import(
            batch=batch,
            reason=reason,
            also_corrected="also-corrected" in request.POST,
            actor=visit.actor,
        )
    except (EntryError, CorrectedSinceError) as error:
        shown = {"reason": reason, "error": error.message}
        return _result_page(request, visit, batch, shown)
    messages.success(
        request, _("The import is undone. Games voided: %(games)s.") % {"games": f"{voided:,}"}
    )
    return redirect(_address(visit, batch))


def _open_page(
    request: HtmxRequest,
    visit: Visit,
    batch: SheetImport,
    form: LayoutForm | None = None,
    names: SheetNamesForm | None = None,
    asked: Asked | None = None,
) -> HttpResponse:
    """The dry run; of a form with mistakes as it was sent, planned as far as it can be read."""
    before, grids = asked_of(batch), grids_of(batch)
    asked = asked or before
    status = 200 if form is None else 422
    league = batch.league
    if form is None:
        initial = LayoutForm.initial_of(batch.league, before)
        form = LayoutForm(
            initial=initial, grids=grids, asked=before, leagues=_leagues(visit, batch.league)
        )
    elif form.is_valid():
        league = form.chosen_league
    run = dry_run(league, grids[asked.sheet], asked)
    context = dry_run_context(batch, run, form, names, asked)
    context["same"] = same_stored(batch)
    return render_club(
        request, visit, "league/sheet_import/dry_run.html", context, nav=_NAV, status=status
    )


def _result_page(
    request: HtmxRequest, visit: Visit, batch: SheetImport, shown: dict[str, Any] | None = None
) -> HttpResponse:
    context = result_context(batch) | (shown or {})
    status = 422 if shown else 200
    return render_club(
        request, visit, "league/sheet_import/result.html", context, nav=_NAV, status=status
    )


def _upload_page(request: HtmxRequest, visit: Visit, form: UploadForm) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "latest": latest_imports(visit.club)}
    status = 422 if form.is_bound else 200
    return render_club(
        request, visit, "league/sheet_import/upload.html", context, nav=_NAV, status=status
    )


def _leagues(visit: Visit, also: League | None = None) -> list[League]:
    leagues = League.objects.for_club(visit.club).select_related("club", "rule_set__rule_set")
    found = leagues_to_choose(list(leagues))
    return [*found, also] if also is not None and also not in found else found


def _address(visit: Visit, batch: SheetImport) -> str:
    return f"{reverse('league:sheet-import', args=[visit.club.slug])}?import={batch.pk}"
