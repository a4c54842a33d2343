"""Pages of files that a worker prepares: asking for one, how far it is, taking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import (
    FileResponse,
    Http404,
    HttpResponse,
    HttpResponseBase,
    QueryDict,
    StreamingHttpResponse,
)
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from league.core.access import HtmxRequest, Visit, club_page, render_club
from league.core.jobs import nobody
from league.core.permissions import Action, Role
from league.core.throttles import (
    CallerThrottle,
    come_again,
    seconds_to_wait,
    turn_to_compute,
    wait_words,
)
from league.exports.prepared import (
    AT_ONCE,
    KEPT,
    LONGEST_QUERY,
    Kind,
    TooManyError,
    kind_of,
    pieces_of,
    prepare,
)
from league.models import Download, Job, User


class FileThrottle(CallerThrottle):
    """Limits files made while somebody waits: each may take a second of a processor."""

    scope = "file"
    rate = "20/min"


class LargeFileThrottle(CallerThrottle):
    """Limits files that a worker prepares."""

    scope = "large-file"
    rate = "20/hour"


def file_or_offer(
    request: HtmxRequest, visit: Visit, key: str, query: QueryDict
) -> HttpResponseBase:
    """Answer with the file or, where it is large, lead to the page that has it prepared.

    Raises:
        Http404: no such league, season or day.
    """
    kind = kind_of(key)
    games = kind.games(visit, query)
    if games > AT_ONCE:
        asked = urlencode({"kind": key, "query": query.urlencode()})
        return redirect(f"{reverse('league:downloads', args=[visit.club.slug])}?{asked}")
    with turn_to_compute() as busy:
        if busy:
            words = _("Other files are being made just now. Please try again in a few seconds.")
            return come_again(words, busy)
        if seconds := seconds_to_wait(request, FileThrottle):
            return come_again(wait_words(seconds), seconds)
        return whole(kind.answer(visit, query, nobody))


def whole(response: HttpResponseBase) -> HttpResponseBase:
    """Make the lines of a small table now, not while they are sent, when nobody counts them."""
    if isinstance(response, StreamingHttpResponse) and not isinstance(response, FileResponse):
        lines = cast("Iterator[bytes]", response.streaming_content)
        response.streaming_content = [b"".join(lines)]
    return response


@club_page(Action.READ, "GET", "HEAD", "POST")
def downloads(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Offer to prepare a large file, and list the reader's own.

    Of a public club strangers take small files: what costs a worker is for the club's own people.
    """
    if request.method == "POST":
        if visit.role is not Role.VISITOR:
            return _ask(request, visit)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())
    key = request.GET.get("kind", "")
    if not key:
        return _page(request, visit, {})
    return _page(request, visit, _offer(visit, *_wanted(request.GET, visit)))


def _wanted(asked: QueryDict, visit: Visit) -> tuple[str, Kind, str]:
    key, query = asked.get("kind", ""), asked.get("query", "")
    kind = kind_of(key)
    if not visit.may(kind.action):
        raise PermissionDenied
    if len(query) > LONGEST_QUERY:
        raise Http404
    return key, kind, query


def _offer(visit: Visit, key: str, kind: Kind, query: str) -> dict[str, Any]:
    return {
        "offer": {
            "kind": key,
            "query": query,
            "name": kind.name(),
            "games": kind.games(visit, QueryDict(query)),
        }
    }


def _ask(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    if "kind" not in request.POST:
        return redirect("league:downloads", visit.club.slug)
    key, kind, query = _wanted(request.POST, visit)
    offer = _offer(visit, key, kind, query)
    if seconds := seconds_to_wait(request, LargeFileThrottle):
        response = _page(request, visit, offer | {"error": wait_words(seconds)}, status=429)
        response["Retry-After"] = str(seconds)
        return response
    reader = request.user if isinstance(request.user, User) else None
    try:
        download = prepare(
            club=visit.club, kind=key, query=query, language=get_language(), reader=reader
        )
    except TooManyError as error:
        response = _page(request, visit, offer | {"error": error.message}, status=429)
        response["Retry-After"] = "60"
        return response
    return redirect("league:download", visit.club.slug, download.key)


def _page(
    request: HtmxRequest, visit: Visit, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    reader = request.user if isinstance(request.user, User) else None
    mine = Download.objects.for_club(visit.club).filter(reader=reader) if reader else []
    is_stranger = visit.role is Role.VISITOR
    context = {"mine": [_shown(each) for each in mine], "is_stranger": is_stranger, **context}
    template = "league/exports/downloads.html"
    return render_club(request, visit, template, context, nav="", status=status)


def _shown(download: Download) -> dict[str, Any]:
    return {
        "download": download,
        "name": kind_of(download.kind).name(),
        "until": download.created_at + KEPT,
    }


def find_download(visit: Visit, key: UUID, user: object) -> Download:
    """Find a file that the visitor may have.

    Raises:
        Http404: there is none, it is another reader's, or the visitor may no longer read it.
    """
    download = Download.objects.for_club(visit.club).filter(key=key).first()
    if download is None or download.created_at < timezone.now() - KEPT:
        raise Http404
    if download.reader_id is not None and download.reader_id != getattr(user, "pk", None):
        raise Http404
    if not visit.may(kind_of(download.kind).action):
        raise Http404
    return download


@club_page(Action.READ)
def download_page(request: HtmxRequest, visit: Visit, download_key: UUID) -> HttpResponseBase:
    """Say how far a file is; a page waiting for it polls with ``part``."""
    download = find_download(visit, download_key, request.user)
    is_waiting = download.state == Download.State.WAITING
    if "part" in request.GET and not is_waiting:
        return HttpResponseClientRefresh()
    name = "_download" if "part" in request.GET else "download"
    context = {**_shown(download), **(progress(download) if is_waiting else {})}
    return render_club(request, visit, f"league/exports/{name}.html", context)


def progress(download: Download) -> dict[str, Any]:
    """Return the job that prepares the file, and how many others come before it. Two queries."""
    open_jobs = Job.objects.for_club(download.club_id).filter(
        kind=Job.Kind.EXPORT, state__in=[Job.State.WAITING, Job.State.RUNNING]
    )
    before = Download.objects.for_club(download.club_id).filter(
        state=Download.State.WAITING, pk__lt=download.pk
    )
    return {"job": open_jobs.first(), "before": before.count()}


@club_page(Action.READ)
def download_file(request: HtmxRequest, visit: Visit, download_key: UUID) -> HttpResponseBase:
    """Send a prepared file.

    Raises:
        Http404: it is not ready, or not this reader's.
    """
    return file_of(find_download(visit, download_key, request.user))


def file_of(download: Download) -> HttpResponseBase:
    """Answer with a prepared file.

    Raises:
        Http404: it is not ready.
    """
    if download.state != Download.State.DONE:
        raise Http404
    response = StreamingHttpResponse(pieces_of(download), headers=download.headers)
    response.headers["Content-Length"] = str(download.size)
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["Vary"] = "Cookie"
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response
