"""Files that are too large to be made while somebody waits: a worker prepares them.

A kind of file is the function that answers at once where it is small. The worker calls the same
one and stores what it answers, so that both give the same bytes (adr/0026).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from datetime import timedelta
from tempfile import TemporaryFile
from typing import IO, Any, Final, NamedTuple, cast

from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError, transaction
from django.http import Http404, HttpResponseBase, QueryDict
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from league.core.access import Visit
from league.core.audit import system
from league.core.errors import LeagueError
from league.core.jobs import OvertakenError, Stopped, Tell, job, request_job, teller
from league.core.permissions import Action, Role
from league.core.revisions import revision_of
from league.models import Club, Download, DownloadPart, Job, User

logger = logging.getLogger(__name__)

#: games of a file that is made while somebody waits: less than a second
AT_ONCE: Final = 2_000
KEPT: Final = timedelta(days=1)
#: files that wait to be prepared for one club
MOST_WAITING: Final = 5
LONGEST_QUERY: Final = 500
_PART: Final = 512 << 10  # bytes
_HEADERS: Final = ("Content-Type", "Content-Disposition")

#: answers with the file, for a visit, what its address asks for, and who hears of each game
Answer = Callable[[Visit, QueryDict, Tell], HttpResponseBase]


class Kind(NamedTuple):
    action: Action
    answer: Answer
    #: how many games are in it
    games: Callable[[Visit, QueryDict], int]
    #: what it is called, in the reader's language
    name: Callable[[], str]


_kinds: dict[str, Kind] = {}


def register(key: str, kind: Kind) -> None:
    _kinds[key] = kind


def kind_of(key: str) -> Kind:
    """Return a registered kind.

    Raises:
        Http404: there is none of that key.
    """
    if key not in _kinds:
        raise Http404
    return _kinds[key]


class TooManyError(LeagueError):
    """The reader or the club has files waiting already."""

    code = "too-many-downloads"


def prepare(*, club: Club, kind: str, query: str, language: str, reader: User | None) -> Download:
    """Owe a file, or find the one that is there already: of the same state of the club.

    Raises:
        TooManyError: another one is being prepared for the reader, or several for the club.
    """
    revision = revision_of(club.slug)
    downloads = Download.objects.for_club(club)
    wanted = {"kind": kind, "query": query, "language": language, "reader": reader}
    same = downloads.filter(**wanted, created_at__gt=timezone.now() - KEPT)
    for found in same.exclude(state=Download.State.FAILED).order_by("-pk"):
        if found.state == Download.State.WAITING:
            request_job(club=club, kind=Job.Kind.EXPORT)
            return found
        if found.revision == revision:
            return found
    waiting = downloads.filter(state=Download.State.WAITING)
    try:
        with transaction.atomic():
            if waiting.count() >= MOST_WAITING:
                raise TooManyError(
                    _("Several files are being prepared for this club. Please try again later.")
                )
            made = Download.objects.create(club=club, **wanted, revision=revision)
            request_job(club=club, kind=Job.Kind.EXPORT)
            return made
    except IntegrityError as error:
        raise TooManyError(
            _("Another file is being prepared for you. Please wait until it is ready.")
        ) from error


def clear_downloads() -> None:
    Download.objects.across_clubs().filter(created_at__lt=timezone.now() - KEPT).delete()


def _waiting(club: Club) -> Download | None:
    downloads = Download.objects.for_club(club).filter(state=Download.State.WAITING)
    return downloads.order_by("pk").first()


@job(Job.Kind.EXPORT, reports=True, again=lambda club: _waiting(club) is not None)
def carry_out_downloads(job: Job) -> dict[str, Any]:
    """Prepare the club's files, one after the other.

    Returns:
        ``{"files": …}``: how many were prepared.

    Raises:
        Stopped: somebody asked for it.
        OvertakenError: another worker has the job.
    """
    tell, files = teller(job), 0
    while download := _waiting(job.club):
        _prepare(job, download, tell)
        files += 1
    return {"files": files}


def _prepare(job: Job, download: Download, tell: Tell) -> None:
    rows = Download.objects.for_club(job.club).filter(pk=download.pk, state=Download.State.WAITING)
    try:
        with TemporaryFile() as file:
            headers = _written(job, download, file, tell)
            size = _store(download, file, tell)
    except (OvertakenError, Stopped):
        raise
    except (Http404, LeagueError, ObjectDoesNotExist):
        rows.update(state=Download.State.FAILED)  # what was asked for is no longer there
    except Exception:
        logger.exception("A file of the kind %s cannot be prepared", download.kind)
        rows.update(state=Download.State.FAILED)
    else:
        rows.update(state=Download.State.DONE, headers=headers, size=size)


def _written(job: Job, download: Download, file: IO[bytes], tell: Tell) -> dict[str, str]:
    """Write the answer to a file; return its headers."""
    kind, visit = kind_of(download.kind), visit_of_nobody(job.club)
    query = QueryDict(download.query)
    with translation.override(download.language):
        total = kind.games(visit, query)
        Job.objects.for_club(job.club).filter(pk=job.pk).update(done=0, total=total)
        answer = kind.answer(visit, query, tell)
        for piece in cast("Iterator[bytes]", answer.streaming_content):  # type: ignore[attr-defined]
            file.write(piece)
        # not closed, which would end the connection as if a request were over
    return {name: answer.headers[name] for name in _HEADERS}


def visit_of_nobody(club: Club) -> Visit:
    """Return the visit that a worker makes: a file is the same for all who may have it."""
    return Visit(
        club=club, role=Role.VISITOR, member=None, evening_pass=None, actor=system("export")
    )


def _store(download: Download, file: IO[bytes], tell: Tell) -> int:
    """Store the file in pieces, instead of those that a lost worker has left; return its size."""
    parts = DownloadPart.objects.for_club(download.club_id).filter(download=download)
    parts.delete()
    file.seek(0)
    number = size = 0
    while piece := file.read(_PART):
        try:
            DownloadPart.objects.create(download=download, number=number, data=piece)
        except IntegrityError as error:
            raise OvertakenError from error
        number, size = number + 1, size + len(piece)
        tell(0)
    return size


def pieces_of(download: Download) -> Iterator[bytes]:
    """Yield the prepared file. One query a piece."""
    parts = DownloadPart.objects.for_club(download.club_id).filter(download=download)
    number = 0
    while (piece := parts.filter(number=number).values_list("data", flat=True).first()) is not None:
        yield bytes(piece)
        number += 1
