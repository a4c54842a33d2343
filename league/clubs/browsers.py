"""Where somebody is logged in: their browsers in words, and how to end them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import Final

from django.contrib.auth import HASH_SESSION_KEY
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from league.models import BrowserSession, User

#: the first that stands in what a browser says of itself; many name others beside their own
_PROGRAMS: Final = (
    *(
        ("Line/", "LINE"),
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser", "Samsung Internet"),
    ),
    *(("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome")),
    *(("HeadlessChrome", "Chrome"), ("Chrome", "Chrome")),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "Chromebook")),
    *(("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux")),
)


@dataclass(frozen=True, slots=True)
class Browser:
    """One of somebody's sessions that is in force."""

    key: str  # names it among its owner's, and opens nothing
    words: str
    last_used_on: date | None
    is_this: bool


def browsers_of(user: User, this_session: str | None) -> list[Browser]:
    """List a login's sessions in force, this one first, then the last used. One query."""
    own = user.get_session_auth_hash()
    found = [
        Browser(
            key=_key(session),
            words=browser_words(session.browser),
            last_used_on=session.last_used_on,
            is_this=session.session_key == this_session,
        )
        for session in _sessions(user).order_by("-last_used_on", "session_key")
        # a session opened by an earlier password opens nothing any more
        if constant_time_compare(session.get_decoded().get(HASH_SESSION_KEY, ""), own)
    ]
    return sorted(found, key=lambda browser: not browser.is_this)


def end_browser(user: User, key: str) -> bool:
    """End one of a login's sessions; whether there was one. It holds at its next request."""
    ended = [each.session_key for each in _sessions(user) if _key(each) == key]
    BrowserSession.objects.filter(session_key__in=ended).delete()
    return bool(ended)


def end_others(user: User, this_session: str | None) -> None:
    """End all of a login's sessions but this one. It holds at their next request."""
    BrowserSession.objects.filter(user=user).exclude(session_key=this_session).delete()


def _sessions(user: User) -> QuerySet[BrowserSession]:
    return BrowserSession.objects.filter(user=user, expire_date__gt=timezone.now())


def _key(session: BrowserSession) -> str:
    return sha256(f"jancho.browser:{session.session_key}".encode()).hexdigest()[:16]


def browser_words(said: str) -> str:
    """Name a device and its browser, from what the browser says of itself."""
    system = next((name for sign, name in _SYSTEMS if sign in said), "")
    program = next((name for sign, name in _PROGRAMS if re.search(rf"\b{sign}", said)), "")
    return " · ".join(filter(None, (system, program))) or _("Unknown device")
