"""Pages of a Tenhou import: upload, preview, import, result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_htmx.http import HttpResponseClientRedirect

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.errors import LeagueError
from league.core.numbers import number_in
from league.core.permissions import Action
from league.core.throttles import (
    UploadThrottle,
    ask_to_wait,
    in_turn,
    seconds_to_wait,
    wait_words,
)
from league.imports.name_forms import MOST_NAMES, NamesForm, match_words, name_rows
from league.imports.people import (
    NEW_GUEST,
    NEW_MEMBER,
    SOMEBODY_ELSE,
    AskedName,
    How,
    Meant,
    NameBook,
    import_or_404,
    people_to_choose,
)
from league.imports.tenhou.dry_run import (
    ALL_OTHERS,
    PAGE,
    DryRun,
    Line,
    Planned,
    dry_run,
    find_import,
    job_of,
    latest_imports,
    result_of,
)
from league.imports.tenhou.forms import PreviewForm, UploadForm, wanted_of
from league.imports.tenhou.reading import Found, found_again
from league.imports.tenhou.write import (
    UnansweredError,
    change_import,
    drop_import,
    open_import,
    resume_import,
    store_import,
    wanted_by,
)
from league.models import Job, League, Member, TenhouImport
from league.wording.errors import stored_words

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_MOST_PAGES = 999
#: a job that waits for longer than this has probably no worker
_WAITS_LONG = timedelta(minutes=1)
#: names understood in a way that somebody should look at
_UNSURE = (How.TAKEN, How.NEW, How.CHOSEN, How.TEAM, How.FOLDED)
_NEW_WORDS: dict[int | None, StrPromise] = {
    NEW_MEMBER: gettext_lazy("new member"),
    NEW_GUEST: gettext_lazy("new guest"),
    SOMEBODY_ELSE: gettext_lazy("new guest"),
}


def requested_page(request: HttpRequest, statuses: Sequence[str]) -> tuple[str, int]:
    only, page = request.GET.get("show", ""), request.GET.get("page", "")
    return (only if only in statuses else ""), number_in(page, most=_MOST_PAGES) or 1


def progress_context(batch: TenhouImport, job: Job | None) -> dict[str, Any]:
    is_waiting = job is not None and job.state == Job.State.WAITING
    waits_long = is_waiting and job is not None and timezone.now() - job.created_at > _WAITS_LONG
    return {
        "batch": batch,
        "job": job,
        "failed": job is not None and job.state == Job.State.FAILED,
        "lost": job is None,
        "waits_long": waits_long,
    }


def dry_run_context(
    batch: TenhouImport,
    run: DryRun,
    form: PreviewForm,
    names: NamesForm | None,
    *,
    only: str,
    page: int,
) -> dict[str, Any]:
    labels = {"new": _("New"), "known": _("Already stored"), "cannot": _("Cannot be stored")}
    groups: dict[str, list[dict[str, Any]]] = {"asking": [], "unsure": [], "sure": []}
    for each in name_rows(run.names[:MOST_NAMES], names, batch.choices, _new_words):
        groups[_group(each)].append(each)
    return {
        "batch": batch,
        "run": run,
        "form": form,
        "lines": [_shown(line) for line in run.lines],
        **groups,
        "more_names": max(len(run.names) - MOST_NAMES, 0),
        "people": people_to_choose(batch.club),
        "statuses": labels,
        **_pages(batch, labels, run.counts, only=only, page=page, shown=run.shown),
    }


def result_context(batch: TenhouImport, *, only: str, page: int) -> dict[str, Any]:
    result = result_of(batch, only=only, page=page)
    labels = {"stored": _("Stored"), "known": _("Already stored"), "refused": _("Not stored")}
    lines = [
        {
            "game": game,
            "where": _where(game.file, game.line),
            "label": labels.get(game.outcome, game.outcome),
            "hanchan": hanchan,
            "found": found_again(game.found) if game.found else None,
            "why": game.said or stored_words(game.error),
        }
        for game, hanchan in result["games"]
    ]
    pages = _pages(batch, labels, result["counts"], only=only, page=page, shown=result["shown"])
    return {"batch": batch, "result": result, "lines": lines, **pages}


def _pages(
    batch: TenhouImport,
    labels: dict[str, str],
    counts: dict[str, int],
    *,
    only: str,
    page: int,
    shown: int,
) -> dict[str, Any]:
    def address(**asked: object) -> str:
        return "?" + urlencode({"import": batch.pk, **{k: v for k, v in asked.items() if v}})

    total = sum(counts.get(status, 0) for status in labels)
    every = _("All")
    tabs = [{"url": address(), "label": f"{every} {total:,}", "current": not only}]
    tabs += [
        {
            "url": address(show=status),
            "label": f"{label} {counts.get(status, 0):,}",
            "current": only == status,
        }
        for status, label in labels.items()
    ]
    last = max((shown + PAGE - 1) // PAGE, 1)
    return {
        "tabs": tabs,
        "here": address(show=only, page=page if page > 1 else ""),
        "page_now": f"{min(page, last)} / {last}" if last > 1 else "",
        "page_before": address(show=only, page=page - 1) if page > 1 else "",
        "page_after": address(show=only, page=page + 1) if page < last else "",
    }


def _shown(line: Line) -> dict[str, Any]:
    """A game of an import on the page."""
    game, planned = line.game, line.planned
    found = planned.found if planned else None
    return {
        "where": _where(game.file, game.line),
        "time": found.time if found else "",
        "rule": _rule(found) if found else "",
        "status": line.status.value,
        "why": planned.why if planned else stored_words(game.error),
        "planned": planned,
        "found": found,
        "seats": list(_seats(planned)) if planned else [],
        "notes": planned.notes if planned else (),
        "differences": game.differences,
    }


def _where(file: str, line: int | None) -> str:
    name = file or _("pasted")
    return _("%(file)s, line %(line)s") % {"file": name, "line": line} if line else name


def _rule(found: Found) -> str:
    lengths = {"tonpu": _("East only"), "tonnan": _("East and South")}
    parts = [
        _("%(players)s players") % {"players": found.players},
        lengths.get(found.length or "", ""),
        _("open tanyao") if found.open_tanyao else _("no open tanyao"),
        _("red fives") if found.red_fives else _("no red fives"),
        _("lobby %(lobby)s") % {"lobby": found.lobby} if found.lobby not in ("", "0") else "",
    ]
    return " · ".join(filter(None, parts))


def _seats(planned: Planned) -> Iterator[dict[str, Any]]:
    """The players of a game: the name as it came, who that is, the score."""
    found = planned.found
    meant = planned.seats or (Meant(How.LISTED),) * found.players
    points = found.points or (None,) * found.players
    for name, each, score, held in zip(found.names, meant, found.scores, points, strict=True):
        who = each.member.display_name if each.member else ""
        mark = how_words(each, planned.new.get(name))  # empty: a member, without doubt
        yield {"name": name, "who": who, "mark": mark, "score": score, "points": held}


def how_words(meant: Meant, new: int | None) -> str:
    """Describe how a name was matched, or what somebody new is; empty where that is plain."""
    return match_words(meant.how) or {
        How.NEW: str(_NEW_WORDS.get(new, _("who is it?"))),
        How.TWICE: _("new guest: the name appears twice"),
        How.NAMELESS: _("new guest"),
        How.TAKEN: _("new guest: that member is in another seat"),
        How.SEVERAL: _("who is it?"),
    }.get(meant.how, "")


def _new_words(line: AskedName) -> str:
    return "" if line.asks else how_words(line.meant, line.new)


def _group(shown: dict[str, Any]) -> str:
    if shown["asks"] or shown["error"]:
        return "asking"
    return "unsure" if shown["line"].meant.how in _UNSURE else "sure"


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def tenhou(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Import games; ``?import=`` shows an import: its progress, dry run or result.

    Raises:
        Http404: the club has no such import.
    """
    if request.method == "POST":
        return _posted(request, visit)
    key = request.GET.get("import", "")
    if not key:
        return _upload_page(request, visit, UploadForm(leagues=leagues_offered(visit)))
    return _import_page(request, visit, import_or_404(find_import, visit.club, key))


def _posted(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    key = request.POST.get("import", "")
    if not key:
        return _upload(request, visit)
    batch = import_or_404(find_import, visit.club, key)
    action = request.POST.get("do", "")
    try:
        if action == "drop":
            drop_import(batch=batch)
            messages.success(request, _("The import has been discarded. Nothing was stored."))
            return redirect("league:tenhou", visit.club.slug)
        if action == "resume":
            resume_import(batch=batch)
        else:
            return in_turn(lambda: _confirm(request, visit, batch, stores=action == "store"))
    except LeagueError as error:
        messages.warning(request, error.message)
    return redirect(_address(visit, batch))


def _upload(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    form = UploadForm(request.POST, request.FILES, leagues=leagues_offered(visit))
    if not form.is_valid():
        return _upload_page(request, visit, form)
    if seconds := seconds_to_wait(request, UploadThrottle):
        form.add_error("upload", wait_words(seconds))
        response = _upload_page(request, visit, form)
        ask_to_wait(response, seconds)
        return response
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


def _confirm(
    request: HtmxRequest, visit: Visit, batch: TenhouImport, *, stores: bool
) -> HttpResponseBase:
    form = PreviewForm(request.POST, leagues=leagues_offered(visit))
    names = NamesForm(request.POST, NameBook(Member.objects.for_club(visit.club)))
    if "names" in request.POST:  # else the page had no names, and so no box
        batch.remembers = request.POST.get("remembers") == "on"
    if not form.is_valid() or names.errors:
        return _ready_page(request, visit, batch, form, names)
    change_import(
        batch=batch,
        league=form.chosen_league,
        day=form.cleaned_data["day"],
        lobby=form.cleaned_data["lobby"],
        choices=_choices(batch, form, names),
        remembers=batch.remembers,
    )
    try:
        if stores:
            store_import(batch=batch)
    except UnansweredError as error:
        names.errors |= error.names
        return _ready_page(request, visit, batch, form, names)
    return redirect(_address(visit, batch))


def _choices(batch: TenhouImport, form: PreviewForm, names: NamesForm) -> dict[str, int]:
    """Return what was chosen now, and before for names that the page did not show."""
    answered = {ALL_OTHERS, *names.typed}
    kept = {name: key for name, key in batch.choices.items() if name not in answered}
    return kept | names.choices | form.choice_for_others


def _import_page(request: HtmxRequest, visit: Visit, batch: TenhouImport) -> HttpResponseBase:
    """Show an import; a page waiting for it polls with ``part``."""
    if "part" in request.GET:
        if batch.state in (TenhouImport.State.READY, TenhouImport.State.DONE):
            return HttpResponseClientRedirect(_address(visit, batch))
        return _page(request, visit, "_progress", progress_context(batch, job_of(batch)))
    if batch.state == TenhouImport.State.READY:
        form = PreviewForm(initial=PreviewForm.initial_of(batch), leagues=leagues_offered(visit))
        return in_turn(lambda: _ready_page(request, visit, batch, form, None))
    if batch.state == TenhouImport.State.DONE:
        only, page = requested_page(request, ("stored", "known", "refused"))
        return _page(request, visit, "result", result_context(batch, only=only, page=page))
    return _page(request, visit, "progress", progress_context(batch, job_of(batch)))


def _ready_page(
    request: HtmxRequest,
    visit: Visit,
    batch: TenhouImport,
    form: PreviewForm,
    names: NamesForm | None,
) -> HttpResponse:
    if batch.state != TenhouImport.State.READY:
        return redirect(_address(visit, batch))
    only, page = requested_page(request, ("new", "known", "cannot"))
    is_sent = names is not None
    wanted = wanted_by(batch)
    if names is not None and form.is_valid():
        wanted = wanted_of(form, _choices(batch, form, names))
    run = dry_run(batch, wanted, only=only, page=page)
    if names and any(line.name in names.errors for line in run.names[MOST_NAMES:]):
        words = _("Some names have no line on this page: choose here what they become.")
        form.add_error("others", words)
    context = dry_run_context(batch, run, form, names, only=only, page=page)
    context["names_are_wrong"] = bool(names and names.errors)
    return _page(request, visit, "dry_run", context, status=422 if is_sent else 200)


def _upload_page(request: HtmxRequest, visit: Visit, form: UploadForm) -> HttpResponse:
    context = {"form": form, "latest": latest_imports(visit.club)}
    return _page(request, visit, "upload", context, status=422 if form.is_bound else 200)


def _page(
    request: HtmxRequest, visit: Visit, name: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    template = f"league/imports/tenhou/{name}.html"
    return render_club(request, visit, template, context, nav="settings", status=status)


def leagues_offered(visit: Visit) -> list[League]:
    return list(League.objects.for_club(visit.club).filter(is_active=True))


def _address(visit: Visit, batch: TenhouImport) -> str:
    return f"{reverse('league:tenhou', args=[visit.club.slug])}?import={batch.pk}"
