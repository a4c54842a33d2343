"""Tenhou records and result lists brought in: upload, dry run, storing, and what came of it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from league.access import HtmxRequest, Visit, club_page, render_club
from league.errors import LeagueError
from league.forms.tenhou import AskedForm, NamesForm, UploadForm, leagues_to_choose, wanted_of
from league.models import League, Member, TenhouImport
from league.permissions import Action
from league.selectors.tenhou_page import (
    dry_run,
    find_import,
    job_of,
    latest_imports,
    result_of,
)
from league.services.tenhou_import import (
    change_import,
    drop_import,
    open_import,
    resume_import,
    store_import,
)
from league.services.tenhou_work import wanted_by
from league.tenhou_names import NameBook
from league.views.imports import import_or_404
from league.views.tenhou_parts import dry_run_context, page_asked, progress_context, result_context

_NAV = "settings"


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def tenhou(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Bring games in; ``?import=`` shows an import: how far it is, its dry run or its result.

    Raises:
        Http404: the club has no such import.
    """
    if request.method == "POST":
        return _posted(request, visit)
    key = request.GET.get("import", "")
    if not key:
        return _upload_page(request, visit, UploadForm(leagues=_leagues(visit)))
    return _import_page(request, visit, import_or_404(find_import, visit.club, key))


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
            return redirect("league:tenhou", visit.club.slug)
        if deed == "resume":
            resume_import(batch=batch)
        else:
            return _asked(request, visit, batch, stores=deed == "store")
    except LeagueError as error:
        messages.warning(request, error.message)
    return redirect(_address(visit, batch))


def _upload(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    form = UploadForm(request.POST, request.FILES, leagues=_leagues(visit))
    if not form.is_valid():
        return _upload_page(request, visit, form)
    values = form.cleaned_data
    try:
        batch = open_import(
            club=visit.club,
            files=form.contents(),
            league=form.chosen_league,
            day=values["day"],
            lobby=values["lobby"],
            actor=visit.actor,
        )
    except LeagueError as error:
        form.add_error(error.field or None, error.message)
        return _upload_page(request, visit, form)
    return redirect(_address(visit, batch))


def _asked(
    request: HtmxRequest, visit: Visit, batch: TenhouImport, *, stores: bool
) -> HttpResponseBase:
    """What was asked of a dry run: look at it in another way, or store it so."""
    form = AskedForm(request.POST, leagues=_leagues(visit))
    names = NamesForm(request.POST, NameBook(Member.objects.for_club(visit.club)))
    if not form.is_valid() or names.errors:
        return _ready_page(request, visit, batch, form, names)
    listed = set(names.typed)
    kept = {name: key for name, key in batch.choices.items() if name not in listed}
    change_import(
        batch=batch,
        league=form.chosen_league,
        day=form.cleaned_data["day"],
        lobby=form.cleaned_data["lobby"],
        choices=kept | names.choices,
        remembers=_remembers(request, batch),
    )
    if stores:
        store_import(batch=batch)
    return redirect(_address(visit, batch))


def _remembers(request: HtmxRequest, batch: TenhouImport) -> bool:
    """What the box says; as before where the page had no names, and so no box."""
    if "names" not in request.POST:
        return batch.remembers
    return request.POST.get("remembers") == "on"


def _import_page(request: HtmxRequest, visit: Visit, batch: TenhouImport) -> HttpResponse:
    """An import as it is; a page that waits for it asks for ``part`` again and again."""
    if "part" in request.GET:
        if batch.state in (TenhouImport.State.READY, TenhouImport.State.DONE):
            return HttpResponseClientRedirect(_address(visit, batch))
        context = progress_context(batch, job_of(batch))
        return render_club(request, visit, "league/tenhou/_progress.html", context, nav=_NAV)
    if batch.state == TenhouImport.State.READY:
        form = AskedForm(initial=AskedForm.initial_of(batch), leagues=_leagues(visit))
        return _ready_page(request, visit, batch, form, None)
    if batch.state == TenhouImport.State.DONE:
        only, page = page_asked(request, ("stored", "known", "refused"))
        result = result_of(batch, only=only, page=page)
        context = result_context(batch, result, only=only, page=page)
        return render_club(request, visit, "league/tenhou/result.html", context, nav=_NAV)
    context = progress_context(batch, job_of(batch))
    return render_club(request, visit, "league/tenhou/progress.html", context, nav=_NAV)


def _ready_page(
    request: HtmxRequest,
    visit: Visit,
    batch: TenhouImport,
    form: AskedForm,
    names: NamesForm | None,
) -> HttpResponse:
    """The dry run; of a form with mistakes as it was sent, planned as far as it can be read."""
    if batch.state != TenhouImport.State.READY:
        return redirect(_address(visit, batch))
    only, page = page_asked(request, ("new", "known", "cannot"))
    is_sent = names is not None
    choices = batch.choices | (names.choices if names else {})
    wanted = wanted_by(batch)
    if is_sent and form.is_valid():
        wanted = wanted_of(form, choices)
    run = dry_run(batch, wanted, only=only, page=page)
    context = dry_run_context(batch, run, form, names, only=only, page=page)
    context["names_are_wrong"] = bool(names and names.errors)
    return render_club(
        request,
        visit,
        "league/tenhou/dry_run.html",
        context,
        nav=_NAV,
        status=422 if is_sent else 200,
    )


def _upload_page(request: HtmxRequest, visit: Visit, form: UploadForm) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "latest": latest_imports(visit.club)}
    return render_club(
        request,
        visit,
        "league/tenhou/upload.html",
        context,
        nav=_NAV,
        status=422 if form.is_bound else 200,
    )


def _leagues(visit: Visit) -> list[League]:
    return leagues_to_choose(list(League.objects.for_club(visit.club)))


def _address(visit: Visit, batch: TenhouImport) -> str:
    return f"{reverse('league:tenhou', args=[visit.club.slug])}?import={batch.pk}"
