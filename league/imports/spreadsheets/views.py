"""Pages of a spreadsheet import: upload, preview, import, undo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.db.models import Count, Q
from django.forms import BoundField
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.days import month_start
from league.core.errors import EntryError, LeagueError
from league.core.permissions import Action
from league.core.throttles import (
    UploadThrottle,
    ask_to_wait,
    in_turn,
    seconds_to_wait,
    wait_words,
)
from league.games.closings import after_saving, before_saving
from league.imports.name_forms import MOST_NAMES, NamesForm, name_rows
from league.imports.open_imports import latest_and_open
from league.imports.people import (
    AskedName,
    How,
    Meant,
    NameBook,
    import_or_404,
    people_to_choose,
)
from league.imports.spreadsheets.dry_run import PlannedGame, SheetRun, dry_run
from league.imports.spreadsheets.forms import LayoutForm, UploadForm, left_out_of
from league.imports.spreadsheets.grid import letters
from league.imports.spreadsheets.layout import (
    ImportSettings,
    grids_of,
    heads_of,
    settings_of,
)
from league.imports.spreadsheets.write import (
    CorrectedSinceError,
    change_import,
    drop_import,
    open_import,
    same_stored,
    store_import,
    undo_import,
)
from league.models import Club, Hanchan, League, Member, MonthClose, SheetImport
from league.rankings.closings import closed_months

#: the order in which names want to be looked at
_ORDER = (
    *(How.SEVERAL, How.TAKEN, How.NEW, How.CHOSEN),
    *(How.TEAM, How.FOLDED, How.LISTED, How.TENHOU),
)


def find_import(club: Club, key: int) -> SheetImport | None:
    """Find an import of the club. One query."""
    imports = SheetImport.objects.for_club(club).select_related(
        "club", "league__club", "league__rule_set__rule_set", "created_by"
    )
    return imports.filter(pk=key).first()


def latest_imports(club: Club) -> list[SheetImport]:
    """Return the club's latest imports and all open ones, without their cells. One query."""
    imports = SheetImport.objects.for_club(club).select_related("league")
    return latest_and_open(
        imports.defer("data", "layout", "choices"), Q(state=SheetImport.State.OPEN)
    )


def names_of(run: SheetRun) -> list[AskedName]:
    """Return the names of a dry run with their matches, those needing a choice first."""
    meant: dict[str, Meant] = {}
    times: Counter[str] = Counter()
    for planned in run.games:
        for name, each in zip(planned.names, planned.seats, strict=False):
            times[name] += 1
            if name not in meant or each.how in (How.TAKEN, How.SEVERAL):
                meant[name] = each
    found = [
        AskedName(name, each, times[name], asks=_asks(name, each, run.chosen))
        for name, each in meant.items()
        if each.how in _ORDER
    ]
    return sorted(
        found, key=lambda one: (not one.asks, _ORDER.index(one.meant.how), -one.games, one.name)
    )


def _asks(name: str, meant: Meant, chosen: frozenset[str]) -> bool:
    return meant.member is None and (meant.how is not How.NEW or name not in chosen)


def days_of(batch: SheetImport) -> list[dict[str, Any]]:
    """Return the days of a stored import. One query."""
    games = Hanchan.objects.for_club(batch.club_id).filter(from_sheet=batch)
    days = games.order_by("day", "session").values("day", "session")
    voided = Count("pk", filter=Q(voided_at__isnull=False))
    return [dict(row) for row in days.annotate(games=Count("pk"), voided=voided)]


def closings_touched(league: League, days: Iterable[date]) -> Sequence[MonthClose]:
    """Return the closed months of a league among some days. One query."""
    months = {month_start(day) for day in days}
    closes = closed_months([league])
    found = [close for (_league, month), close in sorted(closes.items()) if month in months]
    for close in found:
        close.league = league
    return found


#: games that are shown, lines with something wrong, lines of the table itself, days of a result
MOST_GAMES = 50
MOST_WRONG = 200
_MOST_LINES = 6
_MOST_DAYS = 200
_MOST_CORRECTED = 100


def dry_run_context(
    batch: SheetImport,
    run: SheetRun,
    form: LayoutForm,
    names: NamesForm | None,
    settings: ImportSettings,
) -> dict[str, Any]:
    listed = names_of(run)
    shown = list(name_rows(listed[:MOST_NAMES], names, settings.choices, _new_words))
    good, wrong, blocking = run.good, run.wrong, run.blocking
    days = {each.game.day for each in good if each.game.day}
    return {
        "batch": batch,
        "run": run,
        "form": form,
        "columns": list(_columns(form)),
        "lines": _lines(form),
        "good": len(good),
        "wrong": wrong[:MOST_WRONG],
        "more_wrong": max(len(wrong) - MOST_WRONG, 0),
        "blocking": len(blocking),
        "left_out": len(wrong) - len(blocking),
        "games": [(each, _seats(each)) for each in good[:MOST_GAMES]],
        "more_games": max(len(good) - MOST_GAMES, 0),
        "differing": sum(each.differs for each in good),
        "asking": [each for each in shown if each["line"].asks or each["error"]],
        "known": [each for each in shown if not (each["line"].asks or each["error"])],
        "more_names": max(len(listed) - MOST_NAMES, 0),
        "names_are_wrong": bool(names and names.errors),
        "people": people_to_choose(batch.club),
        "closed": [before_saving(close) for close in closings_touched(batch.league, days)],
    }


def result_context(batch: SheetImport) -> dict[str, Any]:
    days = days_of(batch)
    games = Hanchan.objects.for_club(batch.club_id).filter(from_sheet=batch, voided_at=None)
    corrected = list(games.filter(revision__gt=1))
    closed = closings_touched(batch.league, [each["day"] for each in days])
    return {
        "batch": batch,
        "days": days[:_MOST_DAYS],
        "more_days": max(len(days) - _MOST_DAYS, 0),
        "live": sum(each["games"] - each["voided"] for each in days),
        "corrected": corrected[:_MOST_CORRECTED],
        "more_corrected": max(len(corrected) - _MOST_CORRECTED, 0),
        "closed": [after_saving(close) for close in closed],
        "reason": "",
        "error": "",
    }


def _lines(form: LayoutForm) -> list[tuple[int, list[str]]]:
    below = [row for row in form.grid.rows if row.number > form.settings.layout.header]
    columns = range(form.grid.width)
    return [(row.number, [row.cell(at) for at in columns]) for row in below[:_MOST_LINES]]


def _columns(form: LayoutForm) -> Iterator[tuple[str, str, BoundField]]:
    """Each column: what it is called, its head, what it is."""
    heads = heads_of(form.grid, form.settings.layout.header)
    for at, head in enumerate(heads):
        yield letters(at), head, form[f"column-{at}"]


def _seats(planned: PlannedGame) -> list[dict[str, Any]]:
    entry = planned.entry
    assert entry is not None  # it is a good one
    by_key: dict[int, tuple[str, Member]] = {
        meant.member.pk: (name, meant.member)
        for name, meant in zip(planned.names, planned.seats, strict=True)
        if meant.member
    }
    scores = planned.scores or (None,) * len(entry.seats)
    shown = []
    for seat, score in zip(entry.seats, scores, strict=True):
        if seat.member_id is None:
            name, who = seat.guest, _("new person")
        else:
            name, member = by_key[seat.member_id]
            who = member.display_name if member.display_name != name else ""
        points = seat.points if entry.points_are_known else None
        shown.append({"name": name, "who": who, "points": points, "score": score})
    return shown


def _new_words(line: AskedName) -> str:
    return _("new person") if line.meant.how is How.NEW and not line.asks else ""


@club_page(Action.MANAGE_LEAGUES, "GET", "HEAD", "POST")
def sheet_import(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Import a table; ``?import=`` shows an import: its dry run, or what it stored.

    Raises:
        Http404: the club has no such import.
    """
    if request.method == "POST":
        return _posted(request, visit)
    key = request.GET.get("import", "")
    if not key:
        return _upload_page(request, visit, UploadForm(leagues=leagues_offered(visit)))
    batch = import_or_404(find_import, visit.club, key)
    if batch.state != SheetImport.State.OPEN:
        return _result_page(request, visit, batch)
    return in_turn(lambda: _open_page(request, visit, batch))


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
            return redirect("league:sheet-import", visit.club.slug)
        if action == "undo":
            return _undo(request, visit, batch)
        if batch.state == SheetImport.State.OPEN:
            return in_turn(lambda: _confirm(request, visit, batch, action))
        messages.warning(request, _("This import has already been stored or discarded."))
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
    name, data = form.content()
    try:
        batch = open_import(
            club=visit.club, league=form.chosen_league, name=name, data=data, actor=visit.actor
        )
    except LeagueError as error:
        form.add_error(error.field or None, error.message)
        return _upload_page(request, visit, form)
    return redirect(_address(visit, batch))


def _confirm(
    request: HtmxRequest, visit: Visit, batch: SheetImport, action: str
) -> HttpResponseBase:
    before, grids = settings_of(batch), grids_of(batch)
    form = LayoutForm(request.POST, grids=grids, settings=before, leagues=leagues_offered(visit))
    names = NamesForm(request.POST, NameBook(Member.objects.for_club(visit.club)))
    left_out = left_out_of(request.POST, before.left_out)
    choices = {n: key for n, key in before.choices.items() if n not in names.typed} | names.choices
    if not form.is_valid() or names.errors:
        settings = form.settings_now(choices, left_out) if form.is_valid() else before
        return _open_page(request, visit, batch, form, names, settings)
    change_import(
        batch=batch,
        league=form.chosen_league,
        settings=form.settings_now(choices, left_out),
        leaves_out_wrong="leave-out-wrong" in request.POST,
    )
    if action == "store":
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
        request,
        _("The import has been undone. Games voided: %(games)s.") % {"games": f"{voided:,}"},
    )
    return redirect(_address(visit, batch))


def _open_page(
    request: HtmxRequest,
    visit: Visit,
    batch: SheetImport,
    form: LayoutForm | None = None,
    names: NamesForm | None = None,
    settings: ImportSettings | None = None,
) -> HttpResponse:
    before, grids = settings_of(batch), grids_of(batch)
    settings = settings or before
    status = 200 if form is None else 422
    league = batch.league
    if form is None:
        initial = LayoutForm.initial_of(batch.league, before)
        form = LayoutForm(
            initial=initial,
            grids=grids,
            settings=before,
            leagues=leagues_offered(visit, batch.league),
        )
    elif form.is_valid():
        league = form.chosen_league
    run = dry_run(league, grids[settings.sheet], settings)
    context = dry_run_context(batch, run, form, names, settings)
    context["same"] = same_stored(batch)
    return _page(request, visit, "dry_run", context, status=status)


def _result_page(
    request: HtmxRequest, visit: Visit, batch: SheetImport, shown: dict[str, Any] | None = None
) -> HttpResponse:
    context = result_context(batch) | (shown or {})
    return _page(request, visit, "result", context, status=422 if shown else 200)


def _upload_page(request: HtmxRequest, visit: Visit, form: UploadForm) -> HttpResponse:
    context: dict[str, Any] = {"form": form, "latest": latest_imports(visit.club)}
    return _page(request, visit, "upload", context, status=422 if form.is_bound else 200)


def _page(
    request: HtmxRequest, visit: Visit, name: str, context: dict[str, Any], *, status: int
) -> HttpResponse:
    template = f"league/imports/spreadsheets/{name}.html"
    return render_club(request, visit, template, context, nav="settings", status=status)


def leagues_offered(visit: Visit, also: League | None = None) -> list[League]:
    leagues = League.objects.for_club(visit.club).filter(is_active=True)
    found = list(leagues.select_related("club", "rule_set__rule_set"))
    return [*found, also] if also is not None and also not in found else found


def _address(visit: Visit, batch: SheetImport) -> str:
    return f"{reverse('league:sheet-import', args=[visit.club.slug])}?import={batch.pk}"
