"""A club's archive, for its owner."""

from __future__ import annotations

import io
from tempfile import TemporaryFile

from django.http import HttpResponseBase

from league.access import HtmxRequest, Visit, club_page
from league.archive import write_archive
from league.days import club_day
from league.exports.files import file_answer
from league.permissions import Action


@club_page(Action.MANAGE_CLUB)
def archive(request: HtmxRequest, visit: Visit) -> HttpResponseBase:
    """Everything of the club in one file; it is written whole before the first byte is sent."""
    file = TemporaryFile()  # noqa: SIM115 - closed once it is sent
    text = io.TextIOWrapper(file, encoding="utf-8", write_through=False)
    write_archive(visit.club, text.write)
    text.flush()
    text.detach()
    day = club_day(visit.club).isoformat()
    return file_answer(file, "application/json; charset=utf-8", visit.club.slug, day, ending="json")
