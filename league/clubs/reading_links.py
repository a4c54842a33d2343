"""Reading links: made, found by their secret, ended."""

from __future__ import annotations

import re
import secrets
from contextlib import suppress
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import LeagueError
from league.models import Club, ReadingLink

#: bytes of chance in a secret: as many as an evening pass has
_BYTES = 16
_LONGEST = 64
_ODD = re.compile(r"[@\s]")
_HOST = re.compile(r"[a-z0-9]([-a-z0-9.]{0,180}[a-z0-9])?")


@transaction.atomic
def make_reading_link(
    *, club: Club, name: str, shows: str, frame_site: str, shows_pass: bool, actor: Actor
) -> tuple[ReadingLink, str]:
    """Make a link, and its secret, which can be shown this once.

    Args:
        club: whose page it opens.
        name: where it is used.
        shows: which page, of ``ReadingLink.Shows``.
        frame_site: of a ranking, the site that may frame it; empty for any.
        shows_pass: of a wall, whether it shows tonight's evening pass.
        actor: who makes it.

    Raises:
        LeagueError: ``frame_site`` is no address of a site.
    """
    secret = secrets.token_urlsafe(_BYTES)
    link = ReadingLink.objects.create(
        club=club,
        name=name,
        shows=shows,
        frame_site=site_of(frame_site) if shows == ReadingLink.Shows.RANKING else "",
        shows_pass=shows_pass and shows == ReadingLink.Shows.WALL,
        digest=_digest(secret),
        created_by=actor.user,
        created_by_name=actor.name[:80],
    )
    record_event("reading_link.made", club=club, object_id=link.pk, actor=actor, after=_plain(link))
    return link, secret


@transaction.atomic
def end_reading_link(*, link: ReadingLink, actor: Actor) -> None:
    """End a link: it opens nothing from now on. Repeating it changes nothing."""
    links = ReadingLink.objects.for_club(link.club_id)
    if links.filter(pk=link.pk, ended_at=None).update(ended_at=timezone.now()):
        record_event(
            "reading_link.ended",
            club=link.club,
            object_id=link.pk,
            actor=actor,
            before=_plain(link),
        )


def reading_links(club: Club) -> QuerySet[ReadingLink, ReadingLink]:
    """Return the links that open something, newest first."""
    return ReadingLink.objects.for_club(club).filter(ended_at=None)


def link_by_secret(secret: str) -> ReadingLink | None:
    """Find a link, ended or not, with its club. One query."""
    if len(secret) > _LONGEST:
        return None
    links = ReadingLink.objects.across_clubs().select_related("club")
    return links.filter(digest=_digest(secret)).first()


def site_of(address: str) -> str:
    """Return scheme and host of a site's address, as a browser compares them; empty for none.

    Raises:
        LeagueError: it is no address of a site.
    """
    text = address.strip()
    if not text:
        return ""
    with suppress(ValueError):  # a port that is no number, or a name that cannot be one
        parts = urlsplit(text if "://" in text else f"https://{text}")
        host = (parts.hostname or "").encode("idna").decode()
        port = f":{parts.port}" if parts.port else ""
        is_site = parts.scheme in ("http", "https") and _HOST.fullmatch(host)
        if is_site and not _ODD.search(text):
            return f"{parts.scheme}://{host}{port}"
    words = _("Enter the site's address, for example https://www.example.com.")
    raise LeagueError(words, field="frame_site")


def _plain(link: ReadingLink) -> dict[str, Any]:
    return {
        "name": link.name,
        "shows": link.shows,
        "frame_site": link.frame_site,
        "shows_pass": link.shows_pass,
    }


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
