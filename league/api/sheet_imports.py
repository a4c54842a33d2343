"""``/api/v1/clubs/<club>/sheet-imports``: result sheets, previewed, stored and undone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Any, ClassVar

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.urls import reverse
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.hanchan import WarningAnswer
from league.api.imports import (
    FileBytes,
    ImportView,
    NameAnswer,
    NameChoices,
    choices_now,
    names_json,
)
from league.api.lists import Page, requested_choice, requested_slice
from league.api.operations import PAGE, PAGE_SIZE, Answer, Query, among, one_of, operation
from league.api.preconditions import created, tagged
from league.api.requests import Body, Day, EmptyRequest, Text, checked, named_as, read_shape
from league.api.rule_base import organizers
from league.core.throttles import UploadThrottle, count_call
from league.games.closings import after_saving, before_saving
from league.imports.name_forms import MOST_NAMES
from league.imports.people import Others
from league.imports.spreadsheets.dry_run import PlannedGame, SheetRun, dry_run
from league.imports.spreadsheets.forms import MOST_PASTED, LayoutForm, UploadForm
from league.imports.spreadsheets.grid import MOST_COLUMNS, MOST_ROWS
from league.imports.spreadsheets.layout import (
    Figures,
    ImportSettings,
    Kind,
    Unit,
    grids_of,
    heads_of,
    settings_of,
)
from league.imports.spreadsheets.views import (
    closings_touched,
    days_of,
    find_import,
    latest_imports,
    leagues_offered,
    names_of,
)
from league.imports.spreadsheets.write import (
    change_import,
    drop_import,
    is_done,
    keep_import,
    read_table,
    same_stored,
    store_import,
    undo_import,
)
from league.models import Hanchan, League, MonthClose, SheetImport

Lines = Annotated[
    tuple[Annotated[int, Strict(), Field(ge=1, le=10_000_000)], ...], Field(max_length=MOST_ROWS)
]
_Flag = Annotated[bool, Strict()]
_Count = Annotated[int, Strict(), Field(ge=0, le=10_000_000)]
#: lines that hold no game are named up to so many
_MOST_LINES = 200


class SheetImportRequest(Body):
    """A table: pasted as ``text``, or a file in ``base64`` with its ``name``."""

    league: Text
    text: Annotated[str, Strict(), Field(max_length=MOST_PASTED)] = ""
    name: Text = ""
    base64: FileBytes | None = None


class SheetSettingsRequest(Body):
    """What the cells mean and who people are; what is left out stays.

    Another ``sheet``, ``kind`` or ``header`` lets the columns be guessed anew.
    """

    league: Text | None = None
    sheet: _Count | None = None
    kind: Kind | None = None
    header: _Count | None = None
    columns: Annotated[tuple[Text, ...], Field(max_length=MOST_COLUMNS)] | None = None
    figures: Figures | None = None
    unit: Unit | None = None
    year: _Count | None = None
    day: Day | None = None
    others: Others | None = None
    names: NameChoices = Field(default_factory=dict)
    left_out: Lines | None = None
    leave_out_wrong: _Flag = False


class UndoRequest(Body):
    """Why; and whether games that somebody has corrected since are voided as well."""

    reason: Text
    also_corrected: _Flag = False


class ListedSheet(Answer):
    id: int
    url: str
    league: str
    name: str
    state: Annotated[str, among(SheetImport.State.values)]
    created_at: datetime
    created_by: str
    stored_at: datetime | None
    games: int


class SheetImports(Answer):
    imports: list[ListedSheet]


class LayoutAnswer(Answer):
    """``columns`` say what each column is, ``heads`` what stands at its head."""

    sheet: int
    kind: Annotated[str, among(Kind.values)]
    header: int
    columns: list[str]
    figures: Annotated[str, among(Figures.values)]
    unit: Annotated[str, among(Unit.values)]
    year: int | None
    day: date | None
    sheets: list[str]
    heads: list[str]


class SheetPreview(Answer):
    """What would be stored now: ``ready`` games, and none while lines are ``blocking``."""

    layout: LayoutAnswer
    others: Annotated[str, among(Others.values)]
    left_out: list[int]
    ready: int
    blocking: int
    differing: int
    sums: list[int]
    no_games: list[int]
    names: list[NameAnswer]
    more_names: int
    same_as: int | None
    warnings: list[WarningAnswer]


class ImportedDay(Answer):
    day: date
    session: int
    games: int
    voided: int


class SheetResult(Answer):
    """What was stored; ``corrected`` are the games that somebody has changed since."""

    days: list[ImportedDay]
    corrected: list[int]
    undone_at: datetime | None
    undone_by: str
    undo_reason: str
    warnings: list[WarningAnswer]


class SheetAnswer(ListedSheet):
    preview: SheetPreview | None
    result: SheetResult | None


class LineProblem(Answer):
    """``at`` is a cell or a line, ``hanchan`` the stored game that stands in the way."""

    at: str
    message: str
    hanchan: int | None


class PlannedSeat(Answer):
    """``member`` is null for somebody new; ``score_read`` is the one in the table."""

    name: str
    member: int | None
    points: int | None
    score: int | None
    score_read: int | None


class SheetLine(Answer):
    """A game of the table, or what is wrong with it; ``line`` is its first."""

    line: int
    day: date | None
    table: int | None
    number: int | None
    version: str | None
    seats: list[PlannedSeat]
    left_out: bool
    differs: bool
    notes: list[str]
    problems: list[LineProblem]


class SheetLines(Page):
    games: list[SheetLine]


class _SheetView(ImportView[SheetImport]):
    imports = SheetImport

    def find(self, import_id: int) -> SheetImport | None:
        return find_import(self.visit.club, import_id)

    def described(self, batch: SheetImport) -> dict[str, Any]:
        return _sheet_json(batch)


class SheetImportsView(ClubView):
    action_for: ClassVar = organizers("GET", "POST")
    #: of a POST: the packed tables
    table: bytes = b""

    def _do_once(self, request: Request) -> None:
        # takes seconds: read before the key is claimed, for whoever holds a claim may lock others
        if request.method == "POST":
            payload = read_shape(SheetImportRequest, request.data)
            self.table = _read(request, payload)
        super()._do_once(request)

    @operation(answers={200: SheetImports})
    def get(self, request: Request, club_slug: str) -> Response:
        """List the latest ten imports of result sheets, and all that are open."""
        found = latest_imports(self.visit.club)
        return Response({"imports": [_listed_json(each) for each in found]})

    @operation(answers={201: SheetAnswer}, body=SheetImportRequest, errors=(429,), tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Read a table for review: 201 with the preview. Nothing of it is stored yet."""
        payload = read_shape(SheetImportRequest, request.data)
        form = _upload_form(payload, leagues_offered(self.visit))
        checked(form, upload="base64")
        batch = keep_import(
            club=self.visit.club,
            league=form.chosen_league,
            name=_name(payload),
            read=self.table,
            actor=self.visit.actor,
        )
        address = reverse("api:sheet-import", args=[club_slug, batch.pk])
        body = _sheet_json(batch)
        return created(body, address)


class SheetImportView(_SheetView):
    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    @operation(answers={200: SheetAnswer}, tag="whole")
    def get(self, request: Request, club_slug: str, sheet_import_id: int) -> HttpResponseBase:
        """Return an import: the preview while nothing is stored, then what was."""
        return tagged(request, _sheet_json(self.found(sheet_import_id)))

    @operation(answers={200: SheetAnswer}, body=SheetSettingsRequest, tag="whole")
    @transaction.atomic
    def patch(self, request: Request, club_slug: str, sheet_import_id: int) -> HttpResponseBase:
        """Say what the cells mean, who people are, and which lines to leave out."""
        batch = self.locked(request, sheet_import_id)
        payload = read_shape(SheetSettingsRequest, request.data)
        if batch.state != SheetImport.State.OPEN:
            raise is_done()
        league, settings = _settings_now(batch, payload, leagues_offered(self.visit, batch.league))
        change_import(
            batch=batch,
            league=league,
            settings=settings,
            leaves_out_wrong=payload.leave_out_wrong,
        )
        return tagged(request, _sheet_json(self.found(sheet_import_id)))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(self, request: Request, club_slug: str, sheet_import_id: int) -> HttpResponseBase:
        """Discard an import of which nothing is stored: 204."""
        drop_import(batch=self.locked(request, sheet_import_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


_SHOW = ("all", "ready", "wrong")


class SheetLinesView(_SheetView):
    action_for: ClassVar = organizers("GET")

    @operation(
        answers={200: SheetLines},
        query=(PAGE, PAGE_SIZE, Query("show", "Which games.", one_of(*_SHOW))),
    )
    def get(self, request: Request, club_slug: str, sheet_import_id: int) -> Response:
        """List the games of an import that is not stored, with what is wrong by line."""
        batch = self.found(sheet_import_id)
        if batch.state != SheetImport.State.OPEN:
            raise Http404
        show = requested_choice(request, "show", _SHOW, "all")
        wanted = requested_slice(request)
        run = _run_of(batch)
        games = {"all": list(run.games), "ready": run.good, "wrong": run.wrong}[show]
        rows, head = wanted.of(games)
        return Response({**head, "games": [_line_json(each) for each in rows]})


class SheetStoreView(_SheetView):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: SheetAnswer}, body=EmptyRequest, tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, sheet_import_id: int) -> HttpResponseBase:
        """Store all games that are not left out, or none."""
        batch = self.locked(request, sheet_import_id)
        read_shape(EmptyRequest, request.data)
        store_import(batch=batch, actor=self.visit.actor)
        return tagged(request, _sheet_json(self.found(sheet_import_id)))


class SheetUndoView(_SheetView):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: SheetAnswer}, body=UndoRequest, tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, sheet_import_id: int) -> HttpResponseBase:
        """Void every game of a stored import, for a reason."""
        batch = self.locked(request, sheet_import_id)
        payload = read_shape(UndoRequest, request.data)
        undo_import(batch=batch, actor=self.visit.actor, **payload.model_dump())
        return tagged(request, _sheet_json(self.found(sheet_import_id)))


def _read(request: Request, payload: SheetImportRequest) -> bytes:
    """The packed tables of a body; empty where the form is going to refuse it."""
    has_text = bool(payload.text.strip())
    if has_text == (payload.base64 is not None):
        return b""
    count_call(request, UploadThrottle)
    with named_as({"upload": "base64"}):
        if payload.base64 is None:
            return read_table("", payload.text.encode("utf-8", "replace"))
        return read_table(_name(payload), payload.base64)


def _name(payload: SheetImportRequest) -> str:
    """What a file is called, only to be shown; pasted cells have no name."""
    return (payload.name or "table") if payload.base64 is not None else ""


def _upload_form(payload: SheetImportRequest, leagues: Iterable[League]) -> UploadForm:
    values = picked(payload, "league", "text")
    file = payload.base64
    files = {} if file is None else {"upload": SimpleUploadedFile("table", file)}
    return UploadForm(values, files, leagues=leagues)


def _settings_now(
    batch: SheetImport, payload: SheetSettingsRequest, leagues: list[League]
) -> tuple[League, ImportSettings]:
    """The league and settings that a body leads to.

    Raises:
        EntryError: a value cannot be chosen, or a number in ``names`` is nobody's.
    """
    before, grids = settings_of(batch), grids_of(batch)
    given = payload.model_dump(
        exclude_unset=True, exclude={"columns", "names", "left_out", "leave_out_wrong"}
    )
    choices = choices_now(batch.club, before.choices, payload.names)
    left_out = before.left_out if payload.left_out is None else payload.left_out
    typed = LayoutForm.initial_of(batch.league, before) | given
    form = LayoutForm(typed, grids=grids, settings=before, leagues=leagues)
    checked(form)
    league, settings = form.chosen_league, form.settings_now(choices, left_out)
    if payload.columns is None:
        return league, settings
    names = [f"column-{at}" for at in range(MOST_COLUMNS)]
    typed = {
        name: value
        for name, value in LayoutForm.initial_of(league, settings).items()
        if name not in names
    }
    typed |= dict(zip(names, payload.columns, strict=False))
    form = LayoutForm(typed, grids=grids, settings=settings, leagues=leagues)
    checked(form, **dict.fromkeys(names, "columns"))
    return league, form.settings_now(choices, left_out)


def _run_of(batch: SheetImport) -> SheetRun:
    settings = settings_of(batch)
    return dry_run(batch.league, grids_of(batch)[settings.sheet], settings)


def _listed_json(batch: SheetImport) -> dict[str, Any]:
    address = reverse("league:sheet-import", args=[batch.club.slug])
    return {
        "id": batch.pk,
        "url": f"{address}?import={batch.pk}",
        "league": batch.league.slug,
        "name": batch.name,
        "state": str(batch.state),
        "created_at": batch.created_at,
        "created_by": batch.created_by_name,
        **picked(batch, "stored_at", "games"),
    }


def _sheet_json(batch: SheetImport) -> dict[str, Any]:
    """Describe an import with its preview or result. Some ten queries, however many games."""
    is_open = batch.state == SheetImport.State.OPEN
    return {
        **_listed_json(batch),
        "preview": _preview_json(batch) if is_open else None,
        "result": None if is_open else _result_json(batch),
    }


def _preview_json(batch: SheetImport) -> dict[str, Any]:
    settings, run = settings_of(batch), _run_of(batch)
    listed, good = names_of(run), run.good
    days = {each.game.day for each in good if each.game.day}
    same = same_stored(batch)
    closed = closings_touched(batch.league, days)
    return {
        "layout": _layout_json(batch, settings),
        "others": settings.others.value,
        "left_out": sorted(each.game.line for each in run.wrong if each.is_left_out),
        "ready": len(good),
        "blocking": len(run.blocking),
        "differing": sum(each.differs for each in good),
        "sums": list(run.sums[:_MOST_LINES]),
        "no_games": list(run.others[:_MOST_LINES]),
        "names": names_json(listed[:MOST_NAMES], run.new),
        "more_names": max(len(listed) - MOST_NAMES, 0),
        "same_as": same and same.pk,
        "warnings": [_closed_json(close, before_saving(close)) for close in closed],
    }


def _layout_json(batch: SheetImport, settings: ImportSettings) -> dict[str, Any]:
    grids, layout = grids_of(batch), settings.layout
    return {
        "sheet": settings.sheet,
        "kind": layout.kind.value,
        "header": layout.header,
        "columns": list(layout.columns),
        "figures": layout.figures.value,
        "unit": layout.unit.value,
        **picked(layout, "year", "day"),
        "sheets": [grid.name for grid in grids],
        "heads": list(heads_of(grids[settings.sheet], layout.header)),
    }


def _result_json(batch: SheetImport) -> dict[str, Any]:
    days = days_of(batch)
    games = Hanchan.objects.for_club(batch.club_id).filter(from_sheet=batch, voided_at=None)
    corrected = games.filter(revision__gt=1).order_by("pk").values_list("pk", flat=True)
    closed = closings_touched(batch.league, [each["day"] for each in days])
    return {
        "days": days,
        "corrected": list(corrected),
        "undone_at": batch.undone_at,
        "undone_by": batch.undone_by_name,
        "undo_reason": batch.undo_reason,
        "warnings": [_closed_json(close, after_saving(close)) for close in closed],
    }


def _closed_json(close: MonthClose, message: str) -> dict[str, Any]:
    return {"code": "month-closed", "month": f"{close.month:%Y-%m}", "message": message}


def _line_json(planned: PlannedGame) -> dict[str, Any]:
    entry, game = planned.entry, planned.game
    return {
        "line": game.line,
        "day": game.day,
        "table": entry.table if entry else game.table,
        "number": entry.number if entry else game.number,
        "version": planned.version.label if planned.version else None,
        "seats": _planned_seats(planned) if entry else _read_seats(planned),
        "left_out": planned.is_left_out,
        "differs": planned.differs,
        "notes": list(planned.notes),
        "problems": [
            {"at": each.where, "message": each.words, "hanchan": each.game}
            for each in planned.problems
        ],
    }


def _planned_seats(planned: PlannedGame) -> list[dict[str, Any]]:
    """The seats of a game that can be stored, as it would be."""
    entry = planned.entry
    assert entry is not None  # the caller has looked
    read = dict(zip(planned.names, planned.game.seats, strict=True))
    names = {
        meant.member.pk: name
        for name, meant in zip(planned.names, planned.seats, strict=True)
        if meant.member
    }
    scores = planned.scores or (None,) * len(entry.seats)
    found = []
    for seat, score in zip(entry.seats, scores, strict=True):
        name = seat.guest if seat.member_id is None else names[seat.member_id]
        points = seat.points if entry.points_are_known else None
        found.append(_seat_json(name, seat.member_id, points, score, read[name].score))
    return found


def _read_seats(planned: PlannedGame) -> list[dict[str, Any]]:
    """The seats of a game with something wrong, as the table has them."""
    members = [meant.member.pk if meant.member else None for meant in planned.seats]
    members += [None] * (len(planned.names) - len(members))
    rows = zip(planned.names, planned.game.seats, members, strict=True)
    return [_seat_json(name, who, seat.points, None, seat.score) for name, seat, who in rows]


def _seat_json(
    name: str, member: int | None, points: int | None, score: int | None, score_read: int | None
) -> dict[str, Any]:
    return {
        "name": name,
        "member": member,
        "points": points,
        "score": score,
        "score_read": score_read,
    }
