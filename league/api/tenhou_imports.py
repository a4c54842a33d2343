"""``/api/v1/clubs/<club>/tenhou-imports``: games played at Tenhou, previewed and stored."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from typing import Annotated, Any, ClassVar, Literal

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import reverse
from django.utils.datastructures import MultiValueDict
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from league.api.base import ClubView, picked
from league.api.imports import (
    FileBytes,
    ImportView,
    NameAnswer,
    NameChoices,
    choices_now,
    names_json,
)
from league.api.lists import requested_choice, requested_slice
from league.api.operations import PAGE, Answer, Query, among, one_of, operation
from league.api.preconditions import created, tagged
from league.api.requests import Body, Day, EmptyRequest, Text, checked, named_as, read_shape
from league.api.rule_base import organizers
from league.core.revisions import hold_all
from league.core.throttles import UploadThrottle, count_call
from league.imports.name_forms import MOST_NAMES
from league.imports.people import NEW_KINDS, How, Others
from league.imports.tenhou.dry_run import (
    ALL_OTHERS,
    Line,
    Status,
    dry_run,
    find_import,
    job_of,
    latest_imports,
    result_of,
)
from league.imports.tenhou.dry_run import PAGE as GAMES_A_PAGE
from league.imports.tenhou.forms import MOST_PASTED, PreviewForm, UploadForm
from league.imports.tenhou.reading import Found, found_again
from league.imports.tenhou.views import leagues_offered
from league.imports.tenhou.write import (
    UnansweredError,
    change_import,
    drop_import,
    open_import,
    resume_import,
    store_import,
    wanted_by,
)
from league.models import Hanchan, Job, TenhouGame, TenhouImport
from league.wording.errors import stored_words

_Flag = Annotated[bool, Strict()]
_MOST_FILES = 1_000
_AT_WORK = (TenhouImport.State.READING, TenhouImport.State.STORING)


class TenhouFileRequest(Body):
    """A game record, a result list, or a zip or gzip of them; its name may tell the day."""

    name: Text = ""
    base64: FileBytes


class TenhouImportRequest(Body):
    """Files, lines of a result list as ``text``, or both; without ``league`` the one that fits."""

    text: Annotated[str, Strict(), Field(max_length=MOST_PASTED)] = ""
    files: Annotated[tuple[TenhouFileRequest, ...], Field(max_length=_MOST_FILES)] = ()
    league: Text | None = None
    day: Day | None = None
    lobby: Text = ""


class TenhouSettingsRequest(Body):
    """What is left out stays. ``remember`` notes the names with the people chosen for them."""

    league: Text | None = None
    day: Day | None = None
    lobby: Text | None = None
    others: Others | None = None
    names: NameChoices = Field(default_factory=dict)
    remember: _Flag | None = None


class ListedTenhou(Answer):
    id: int
    url: str
    league: str | None
    state: Annotated[str, among(TenhouImport.State.values)]
    created_at: datetime
    created_by: str


class TenhouImports(Answer):
    imports: list[ListedTenhou]


class TenhouJob(Answer):
    """What a worker has to do: to read the files, or to store the games."""

    state: Annotated[str, among(Job.State.values)]
    done: int
    total: int


class TenhouPreview(Answer):
    """``guests`` counts the seats of people without a name of their own."""

    new: int
    known: int
    cannot: int
    guests: int
    asks_for_day: bool
    names: list[NameAnswer]
    more_names: int


class TenhouResult(Answer):
    stored: int
    known: int
    refused: int


class TenhouAnswer(ListedTenhou):
    day: date | None
    lobby: str
    others: Annotated[str, among(Others.values)]
    remember: bool
    job: TenhouJob | None
    preview: TenhouPreview | None
    result: TenhouResult | None


class TenhouSeat(Answer):
    """``how`` the name was matched, and what is to be added for it, once it is planned."""

    name: str
    score: int
    points: int | None
    member: int | None = None
    how: Annotated[str, among(How)] = ""
    new: Literal["member", "guest"] | None = None


class TenhouLine(Answer):
    """A game, or what cannot be read; ``differences`` are hands that our rules count otherwise."""

    file: str
    line: int | None
    status: Annotated[str, among((*Status, *TenhouGame.Outcome.values))]
    why: str
    day: date | None
    time: str
    lobby: str
    league: str | None
    hanchan: int | None
    seats: list[TenhouSeat]
    notes: list[str]
    differences: list[str]


class TenhouLines(Answer):
    """A hundred of the games; ``more`` says whether others follow."""

    page: int
    more: bool
    games: list[TenhouLine]


class _TenhouView(ImportView[TenhouImport]):
    imports = TenhouImport

    def find(self, import_id: int) -> TenhouImport | None:
        return find_import(self.visit.club, import_id)

    def described(self, batch: TenhouImport) -> dict[str, Any]:
        return _tenhou_json(batch)


class TenhouImportsView(ClubView):
    action_for: ClassVar = organizers("GET", "POST")

    @operation(answers={200: TenhouImports})
    def get(self, request: Request, club_slug: str) -> Response:
        """List the latest ten imports of Tenhou games, and all that nothing is stored of."""
        found = latest_imports(self.visit.club)
        for each in found:
            each.club = self.visit.club
        return Response({"imports": [_listed_json(each) for each in found]})

    @operation(answers={201: TenhouAnswer}, body=TenhouImportRequest, errors=(429,), tag="created")
    def post(self, request: Request, club_slug: str) -> Response:
        """Take in files to be read: 201. What takes long is read by a worker."""
        payload = read_shape(TenhouImportRequest, request.data)
        form = UploadForm(
            {**picked(payload, "text", "lobby", "day"), "league": payload.league or ""},
            MultiValueDict({"upload": [_uploaded(each) for each in payload.files]}),
            leagues=leagues_offered(self.visit),
        )
        values = checked(form, upload="files")
        count_call(request, UploadThrottle)
        text = payload.text.encode("utf-8", "replace")
        files = [(each.name, each.base64) for each in payload.files]
        with named_as({"upload": "files"}):
            batch = open_import(
                club=self.visit.club,
                files=[*files, *([("", text)] if payload.text.strip() else [])],
                league=form.chosen_league,
                day=values["day"],
                lobby=values["lobby"],
                actor=self.visit.actor,
            )
        address = reverse("api:tenhou-import", args=[club_slug, batch.pk])
        body = _tenhou_json(batch)
        return created(body, address)


class TenhouImportView(_TenhouView):
    action_for: ClassVar = organizers("GET", "PATCH", "DELETE")

    @operation(answers={200: TenhouAnswer}, tag="whole")
    def get(self, request: Request, club_slug: str, tenhou_import_id: int) -> HttpResponseBase:
        """Return an import: how far it is, its preview, or what was stored."""
        return tagged(request, _tenhou_json(self.found(tenhou_import_id)))

    @operation(answers={200: TenhouAnswer}, body=TenhouSettingsRequest, tag="whole")
    @transaction.atomic
    def patch(self, request: Request, club_slug: str, tenhou_import_id: int) -> HttpResponseBase:
        """Say where games go, which are wanted, and who people are."""
        batch = self.locked(request, tenhou_import_id)
        payload = read_shape(TenhouSettingsRequest, request.data)
        given = payload.model_dump(exclude_unset=True, exclude={"names", "remember"})
        typed = PreviewForm.initial_of(batch) | given
        form = PreviewForm(typed, leagues=leagues_offered(self.visit))
        values = checked(form)
        before = {name: who for name, who in batch.choices.items() if name != ALL_OTHERS}
        choices = choices_now(self.visit.club, before, payload.names)
        change_import(
            batch=batch,
            league=form.chosen_league,
            day=values["day"],
            lobby=values["lobby"],
            choices=choices | form.choice_for_others,
            remembers=batch.remembers if payload.remember is None else payload.remember,
        )
        return tagged(request, _tenhou_json(self.found(tenhou_import_id)))

    @operation(answers={204: None}, tag="whole", errors=(422,))
    @transaction.atomic
    def delete(self, request: Request, club_slug: str, tenhou_import_id: int) -> HttpResponseBase:
        """Discard an import of which nothing is stored: 204."""
        drop_import(batch=self.locked(request, tenhou_import_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


_SHOW = ("all", *Status, "stored", "refused")


class TenhouLinesView(_TenhouView):
    action_for: ClassVar = organizers("GET")

    @operation(
        answers={200: TenhouLines},
        query=(PAGE, Query("show", "Which games.", one_of(*_SHOW))),
    )
    def get(self, request: Request, club_slug: str, tenhou_import_id: int) -> Response:
        """List the games of an import, a hundred a page: as planned, then as they were stored."""
        batch = self.found(tenhou_import_id)
        show = requested_choice(request, "show", _SHOW, "all")
        only, page = "" if show == "all" else show, requested_slice(request).page
        if batch.state == TenhouImport.State.READY:
            run = dry_run(batch, wanted_by(batch), only=only, page=page)
            games, shown = [_planned_json(each) for each in run.lines], run.shown
        else:
            result = result_of(batch, only=only, page=page)
            games = [_stored_json(*each) for each in result["games"]]
            shown = result["shown"]
        return Response({"page": page, "more": shown > page * GAMES_A_PAGE, "games": games})


class TenhouStoreView(_TenhouView):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: TenhouAnswer, 202: TenhouAnswer}, body=EmptyRequest, tag="whole")
    @transaction.atomic
    def post(self, request: Request, club_slug: str, tenhou_import_id: int) -> HttpResponseBase:
        """Store the new games: 200 when all is done, 202 when a worker goes on."""
        batch = self.locked(request, tenhou_import_id)
        read_shape(EmptyRequest, request.data)
        if batch.league_id is None:
            # Games lock their leagues one by one until this call commits, another import's in
            # another order.
            hold_all(self.visit.club)
        try:
            store_import(batch=batch)
        except UnansweredError as error:
            error.field = "names"
            raise
        return _under_way(request, self.found(tenhou_import_id))


class TenhouResumeView(_TenhouView):
    action_for: ClassVar = organizers("POST")

    @operation(answers={200: TenhouAnswer, 202: TenhouAnswer}, body=EmptyRequest)
    def post(self, request: Request, club_slug: str, tenhou_import_id: int) -> HttpResponseBase:
        """Let a worker go on with an import: 202; 200 where nothing has to be done."""
        batch = self.found(tenhou_import_id)
        read_shape(EmptyRequest, request.data)
        if batch.state in _AT_WORK:
            resume_import(batch=batch)
        return _under_way(request, batch)


def _under_way(request: Request, batch: TenhouImport) -> HttpResponseBase:
    """The import with its tag: 202 while a worker has to go on with it."""
    answer = tagged(request, _tenhou_json(batch))
    if batch.state in _AT_WORK:
        answer.status_code = status.HTTP_202_ACCEPTED
    return answer


def _uploaded(file: TenhouFileRequest) -> SimpleUploadedFile:
    return SimpleUploadedFile("record", file.base64)


def _listed_json(batch: TenhouImport) -> dict[str, Any]:
    address = reverse("league:tenhou", args=[batch.club.slug])
    return {
        "id": batch.pk,
        "url": f"{address}?import={batch.pk}",
        "league": batch.league.slug if batch.league else None,
        "state": str(batch.state),
        "created_at": batch.created_at,
        "created_by": batch.created_by_name,
    }


def _tenhou_json(batch: TenhouImport) -> dict[str, Any]:
    """Describe an import. Some ten queries for a preview, and one for each day of its games."""
    job = job_of(batch) if batch.state in _AT_WORK else None
    ready = batch.state == TenhouImport.State.READY
    done = batch.state == TenhouImport.State.DONE
    return {
        **_listed_json(batch),
        **picked(batch, "day", "lobby"),
        "others": PreviewForm.initial_of(batch)["others"],
        "remember": batch.remembers,
        "job": job and {"state": str(job.state), **picked(job, "done", "total")},
        "preview": _preview_json(batch) if ready else None,
        "result": _result_json(batch) if done else None,
    }


def _result_json(batch: TenhouImport) -> dict[str, int]:
    counts = result_of(batch)["counts"]
    return {name: counts[name] for name in TenhouResult.model_fields}


def _preview_json(batch: TenhouImport) -> dict[str, Any]:
    run = dry_run(batch, wanted_by(batch))
    return {
        **run.counts,
        **picked(run, "guests", "asks_for_day"),
        "names": names_json(run.names[:MOST_NAMES], {}),
        "more_names": max(len(run.names) - MOST_NAMES, 0),
    }


def _planned_json(line: Line) -> dict[str, Any]:
    game, planned = line.game, line.planned
    if planned is None:
        return _line_json(game, None, line.status.value, stored_words(game.error))
    found, seats = planned.found, []
    for at, seat in enumerate(_seats(found)):
        who = planned.seats[at] if planned.seats else None
        member = who.member.pk if who and who.member else None
        how = {"how": str(who.how)} if who else {}
        seats.append(
            seat | {"member": member, **how, "new": NEW_KINDS.get(planned.new.get(seat["name"]))}
        )
    return _line_json(game, found, line.status.value, planned.why) | {
        "day": planned.day,
        "league": planned.league.slug if planned.league else None,
        "hanchan": planned.hanchan,
        "seats": seats,
        "notes": list(planned.notes),
    }


def _stored_json(game: TenhouGame, hanchan: Hanchan | None) -> dict[str, Any]:
    found = found_again(game.found) if game.found else None
    why = game.said or stored_words(game.error)
    told = _line_json(game, found, str(game.outcome), why)
    if hanchan is None:
        return told
    return told | {"day": hanchan.day, "league": hanchan.league.slug, "hanchan": hanchan.pk}


def _line_json(game: TenhouGame, found: Found | None, status: str, why: str) -> dict[str, Any]:
    return {
        **picked(game, "file", "line"),
        "status": status,
        "why": why,
        "day": found.day if found else None,
        "time": found.time if found else "",
        "lobby": found.lobby if found else "",
        "league": None,
        "hanchan": None,
        "seats": list(_seats(found)) if found else [],
        "notes": [],
        "differences": list(game.differences),
    }


def _seats(found: Found) -> Iterator[dict[str, Any]]:
    points = found.points or (None,) * found.players
    for name, score, held in zip(found.names, found.scores, points, strict=True):
        yield {"name": name, "score": score, "points": held}
