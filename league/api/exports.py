"""Files to take away: tables, workbooks, calendars, texts; large ones are prepared by a worker."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal
from urllib.parse import urlencode
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseBase, QueryDict
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from pydantic import Field, Strict
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated, Throttled
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

import league.archive.document  # noqa: F401 - registers the archive as a kind of file
from league.api.base import ClubView, error_body
from league.api.lists import requested_choice, requested_day, requested_league
from league.api.operations import FROM, TO, Answer, Query, among, one_of, operation
from league.api.rankings import PERIOD, requested_period
from league.api.requests import Body, Text, read_shape
from league.core.access import Visit
from league.core.days import PERIOD_WORDS, calendar_of
from league.core.errors import EntryError, LeagueError
from league.core.jobs import nobody
from league.core.permissions import Action, Role
from league.core.throttles import count_call, turn_to_compute
from league.exports.calendars import calendar_file
from league.exports.download_views import (
    FileThrottle,
    LargeFileThrottle,
    file_of,
    find_download,
    progress,
    whole,
)
from league.exports.files import XLSX
from league.exports.prepared import (
    AT_ONCE,
    KEPT,
    LONGEST_QUERY,
    TooManyError,
    kind_of,
    prepare,
)
from league.exports.views import (
    members_table,
    ranking_address,
    ranking_table,
    ranking_taken,
    ranking_text,
    session_address,
    session_text,
    with_link,
)
from league.games.evening import session_sheets
from league.games.evening_views import find_session
from league.models import Download, Job

_CSV, _TEXT, _CALENDAR, _JSON = "text/csv", "text/plain", "text/calendar", "application/json"
_KINDS = Literal["games", "ranking", "archive"]
#: seconds after which a reader whose club has many files waiting may ask again
_LATER = 60


class LargeFileError(LeagueError):
    """A file that takes a worker; ``POST downloads`` asks for it."""

    code = "large-file"


class DownloadRequest(Body):
    """A kind of file, and what the file's own call would be asked for after its question mark."""

    kind: _KINDS
    query: Annotated[
        dict[Annotated[str, Strict(), Field(pattern=r"^[a-z]{1,20}$")], Text],
        Field(max_length=12),
    ] = Field(default_factory=dict)


class DownloadAnswer(Answer):
    """``file`` is its address once it is ready; ``before`` counts others that come first."""

    key: UUID
    kind: str
    state: Annotated[str, among(Download.State.values)]
    created_at: datetime
    until: datetime
    before: int
    done: int
    total: int
    size: int
    file: str | None


class Downloads(Answer):
    downloads: list[DownloadAnswer]


class _AsItIs(DefaultContentNegotiation):
    """A file is of its own kind, whatever a program says it accepts."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)


class FileView(ClubView):
    content_negotiation_class = _AsItIs

    def file(self, key: str, query: QueryDict) -> HttpResponseBase:
        """A file that is made while the caller waits.

        Raises:
            Http404: there is no such league or season.
            LargeFileError: it has too many games for that.
            Throttled: the caller has had many within the minute, or others are being made.
        """
        kind = kind_of(key)
        if kind.games(self.visit, query) > AT_ONCE:
            words = _(
                "This file is large. Have it prepared: POST downloads with “kind”: “%(kind)s”."
            )
            raise LargeFileError(words % {"kind": key})
        with turn_to_compute() as busy:
            if busy:
                raise Throttled(busy)
            count_call(self.request, FileThrottle)
            return whole(kind.answer(self.visit, query, nobody))


class GamesFileView(FileView):
    @operation(
        answers={200: None},
        query=(
            Query("league", "The address of a league."),
            FROM,
            TO,
            Query("form", "seats: a row for each seat.", one_of("games", "seats")),
            Query("voided", "1: those that no longer count too.", one_of("0", "1")),
        ),
        errors=(422, 429),
        media=(_CSV,),
    )
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Return the club's games as CSV, a row for each."""
        for name in ("from", "to"):
            requested_day(request, name)
        requested_league(request, self.visit)
        requested_choice(request, "form", ("games", "seats"), "games")
        requested_choice(request, "voided", ("0", "1"), "0")
        return self.file("games", request._request.GET)


class MembersFileView(FileView):
    action_for: ClassVar = dict.fromkeys(("GET", "HEAD"), Action.MANAGE_MEMBERS)

    @operation(answers={200: None}, media=(_CSV,))
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Return the club's list of people as CSV, for organizers."""
        return members_table(self.visit.club)


class CalendarFileView(FileView):
    @operation(answers={200: None}, media=(_CALENDAR,))
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Return the club's evenings as iCalendar."""
        return calendar_file(request._request, self.visit.club)


class ArchiveFileView(FileView):
    action_for: ClassVar = dict.fromkeys(("GET", "HEAD"), Action.MANAGE_CLUB)

    @operation(answers={200: None}, errors=(422, 429), media=(_JSON,), by_token=False)
    def get(self, request: Request, club_slug: str) -> HttpResponseBase:
        """Return the whole club as one file. Only an owner who is logged in may, no token."""
        return self.file("archive", QueryDict())


class EveningTextView(FileView):
    @operation(answers={200: None}, media=(_TEXT,))
    def get(self, request: Request, club_slug: str, session_id: int) -> HttpResponseBase:
        """Return an evening's results as text for a chat."""
        session = find_session(self.visit, session_id)
        text = session_text(self.visit.club, session, session_sheets(session))
        return _text(with_link(text, session_address(request._request, session)))


_FROZEN = Query("live", "1: a closed month as its games give it now.")


class _RankingFileView(FileView):
    def asked(self, request: Request, league_slug: str) -> QueryDict:
        """What the page of the same ranking would be asked for.

        Raises:
            Http404: there is no such league.
            BadRequestError: the period cannot be understood.
        """
        period = requested_period(request, calendar_of(self.visit.club, league_slug))
        query = request._request.GET.copy()
        query["league"] = league_slug
        if not any(name in query for name in PERIOD_WORDS):
            query["month"] = f"{period.first:%Y-%m}"
        return query


class RankingTableView(_RankingFileView):
    @operation(answers={200: None}, query=(*PERIOD, _FROZEN), media=(_CSV,))
    def get(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Return a ranking as CSV."""
        return ranking_table(self.visit, self.asked(request, league_slug), league_slug)


class RankingWorkbookView(_RankingFileView):
    @operation(answers={200: None}, query=(*PERIOD, _FROZEN), errors=(422, 429), media=(XLSX,))
    def get(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Return a ranking, its games and its months as an Excel workbook."""
        return self.file("ranking", self.asked(request, league_slug))


class RankingTextView(_RankingFileView):
    @operation(answers={200: None}, query=(*PERIOD, _FROZEN), media=(_TEXT,))
    def get(self, request: Request, club_slug: str, league_slug: str) -> HttpResponseBase:
        """Return a ranking as text for a chat."""
        league, ranking = ranking_taken(self.visit, self.asked(request, league_slug), league_slug)
        club = self.visit.club
        text = ranking_text(club, league, ranking, ranking.period.name)
        return _text(with_link(text, ranking_address(request._request, club, league, ranking)))


class DownloadsView(ClubView):
    @operation(answers={200: Downloads})
    def get(self, request: Request, club_slug: str) -> Response:
        """List the files that were prepared for the caller, for a day each."""
        reader = self.visit.actor.user
        mine = Download.objects.for_club(self.visit.club).filter(reader=reader) if reader else []
        return Response({"downloads": [_download_json(self.visit, each) for each in mine]})

    @operation(answers={202: DownloadAnswer}, body=DownloadRequest, errors=(429,))
    def post(self, request: Request, club_slug: str) -> Response:
        """Have a large file prepared: 202 with its address; the same again finds it."""
        self._check_no_stranger()
        payload = read_shape(DownloadRequest, request.data)
        kind, query = kind_of(payload.kind), urlencode(sorted(payload.query.items()))
        if not self.visit.may(kind.action):
            raise PermissionDenied
        try:
            if len(query) > LONGEST_QUERY:
                raise Http404
            kind.games(self.visit, QueryDict(query))
        except Http404 as error:
            words = _("There is no such file: no such league, or no such days.")
            raise EntryError({"query": [words]}) from error
        count_call(request, LargeFileThrottle)
        try:
            download = prepare(
                club=self.visit.club,
                kind=payload.kind,
                query=query,
                language=get_language(),
                reader=self.visit.actor.user,
            )
        except TooManyError as error:
            body = error_body(error.code, error.message)
            waits = {"Retry-After": str(_LATER)}
            return Response(body, status.HTTP_429_TOO_MANY_REQUESTS, headers=waits)
        body = _download_json(self.visit, download)
        address = reverse("api:download", args=[club_slug, download.key])
        return Response(body, status.HTTP_202_ACCEPTED, headers={"Location": address})

    def _check_no_stranger(self) -> None:
        """Let only the club's own people cost a worker's time.

        Raises:
            NotAuthenticated: nobody is logged in.
            PermissionDenied: a stranger to the club.
        """
        if self.visit.role is Role.VISITOR:
            raise PermissionDenied if self.visit.actor.user else NotAuthenticated


class DownloadView(ClubView):
    @operation(answers={200: DownloadAnswer})
    def get(self, request: Request, club_slug: str, download_key: UUID) -> Response:
        """Say how far a file is."""
        download = find_download(self.visit, download_key, self.visit.actor.user)
        return Response(_download_json(self.visit, download))


class DownloadFileView(FileView):
    @operation(answers={200: None}, media=(_CSV, XLSX, _JSON))
    def get(self, request: Request, club_slug: str, download_key: UUID) -> HttpResponseBase:
        """Return a prepared file; 404 until it is ready."""
        return file_of(find_download(self.visit, download_key, self.visit.actor.user))


def _download_json(visit: Visit, download: Download) -> dict[str, Any]:
    is_waiting = download.state == Download.State.WAITING
    is_ready = download.state == Download.State.DONE
    found: dict[str, Any] = progress(download) if is_waiting else {"job": None, "before": 0}
    job: Job | None = found["job"]
    return {
        "key": download.key,
        "kind": download.kind,
        "state": str(download.state),
        "created_at": download.created_at,
        "until": download.created_at + KEPT,
        "before": found["before"],
        "done": job.done if job else 0,
        "total": job.total if job else 0,
        "size": download.size,
        "file": reverse("api:download-file", args=[visit.club.slug, download.key])
        if is_ready
        else None,
    }


def _text(text: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["X-Content-Type-Options"] = "nosniff"
    return response
