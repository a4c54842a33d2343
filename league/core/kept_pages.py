"""Pages that are kept until something that they show changes (docs/adr/0016)."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, wraps
from pathlib import Path
from types import MappingProxyType
from typing import Concatenate, Final, NamedTuple, ParamSpec, TypeVar, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.core.cache import caches
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseNotModified,
    QueryDict,
)
from django.middleware.csrf import get_token
from django.template.response import TemplateResponse
from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags
from django.utils.translation import get_language
from django.views.decorators.http import require_http_methods

from league.core.access import ClubView, HtmxRequest, Visit, enter_club
from league.core.database import snapshot
from league.core.days import club_day
from league.core.outages import AwayError
from league.core.permissions import Action
from league.core.revisions import revision_of

T = TypeVar("T")

#: seconds that a page is kept at most, asked for or not
LIFETIME = 60 * 60
#: seconds to wait for another process that makes the page, and how often to look
PATIENCE, POLL = 2.0, 0.02
#: bytes of the largest page that is kept
LARGEST = 1_000_000
#: one at a time makes a page; different pages share a lock now and then, which does no harm
_TURNS = [threading.Lock() for _number in range(64)]


#: what an address of a league or rule set can be
SLUG: Final = "[-A-Za-z0-9_]{1,40}"
#: how many pages are kept for each reader of a club, and for all its visitors together
PLACES = 64


class Kept(NamedTuple):
    parts: tuple[bytes, ...]
    headers: dict[str, str]


class PageName(NamedTuple):
    """Everything that a page depends on, and whose of the places it is kept in."""

    digest: str
    reader: str

    @property
    def place(self) -> str:
        return f"{self.reader}.{int(self.digest, 16) % PLACES}"


def kept_page(name: PageName) -> Kept | None:
    with suppress(AwayError):
        digest, page = caches["pages"].get(name.place) or ("", None)
        return page if digest == name.digest else None
    return None


def keep_page(name: PageName, page: Kept) -> None:
    if sum(map(len, page.parts)) <= LARGEST:
        with suppress(AwayError):
            caches["pages"].set(name.place, (name.digest, page), LIFETIME)


def made_once(name: PageName, from_kept: Callable[[Kept], T], make: Callable[[], T]) -> T:
    """Return the kept page, made by only one of several simultaneous callers.

    Nobody waits for long: a caller that times out waiting for another process makes it as well.

    Args:
        name: identifies everything that the page depends on.
        from_kept: answers with the kept page.
        make: makes the page, keeps it and answers.
    """
    with _TURNS[hash(name) % len(_TURNS)]:
        if (page := kept_page(name)) is not None or (page := _awaited(name)) is not None:
            return from_kept(page)
        try:
            return make()
        finally:
            with suppress(AwayError):
                caches["pages"].delete(f"{name.digest}.turn")


def _awaited(name: PageName) -> Kept | None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        if _takes_turn(name.digest):
            return kept_page(name)
        time.sleep(POLL)
        if (page := kept_page(name)) is not None:
            return page
    return None


def _takes_turn(digest: str) -> bool:
    with suppress(AwayError):
        return bool(caches["pages"].add(f"{digest}.turn", 1, PATIENCE))
    return True


P = ParamSpec("P")

#: what comes back with a kept page
_HEADERS = ("Content-Type", "Cache-Control", "Vary")
#: a view that shows what raises no revision says so under this key of its context
NOT_KEPT = "is_not_kept"
#: what a release is made of: no release shows a page of another
_RELEASE = (
    *("config", "league", "rules", "scoring", "templates", "static", "locale", "requirements"),
)


def kept_club_page(
    action: Action, parameters: Mapping[str, str] = MappingProxyType({})
) -> Callable[[ClubView[P]], Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]]:
    """Make a view of a club's page as ``club_page`` does, and cache its answers.

    ``parameters`` are all that the view reads of its address, each with a regular expression of
    what it can mean. The view sees no other. A page of any other value is made but not kept.

    The club's revision is read first, and a page kept under it is sent. Otherwise the page is made
    of one moment of the database, whatever is stored meanwhile, and kept if the revision was still
    the same at that moment. Else all is asked anew as of one moment. At most two more queries.
    """

    def decorate(
        view: ClubView[P],
    ) -> Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]:
        @require_http_methods(("GET", "HEAD"))
        @wraps(view)
        def inner(
            request: HtmxRequest, club_slug: str, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            means = _reduce_query(request, parameters)

            def attempt() -> HttpResponseBase | None:
                revision = revision_of(club_slug)
                visit = enter_club(request, club_slug, action)
                if isinstance(visit, HttpResponse):
                    return visit
                page_visit = _PageVisit(request, visit, revision, means=means)
                return page_visit.answer(lambda: view(request, visit, *args, **kwargs))

            if (answer := attempt()) is not None:
                return answer
            with snapshot():
                answer = attempt()
            assert answer is not None  # nothing could change in between
            return answer

        return cast("Callable[Concatenate[HtmxRequest, str, P], HttpResponseBase]", inner)

    return decorate


def _reduce_query(request: HtmxRequest, parameters: Mapping[str, str]) -> bool:
    """Leave of the query what a view reads; return whether all of it can mean something.

    What is left stands in one order, each parameter once, and nothing that is empty.
    """
    read = {name: request.GET[name] for name in parameters if request.GET.get(name)}
    request.META["QUERY_STRING"] = query = urlencode(read)
    request.GET = QueryDict(query)
    return all(re.fullmatch(parameters[name], value) for name, value in read.items())


class _PageVisit:
    def __init__(
        self, request: HtmxRequest, visit: Visit, revision: str, *, means: bool = True
    ) -> None:
        self.request = request
        self.club = visit.club
        self.revision = revision
        #: messages are shown once: a page with one is nobody else's, nor the same a moment later
        self.is_kept = means and not len(messages.get_messages(request))
        self.name = _name(request, visit, revision)

    def answer(self, make: Callable[[], HttpResponseBase]) -> HttpResponseBase | None:
        """Return the page, kept or made; None if the club has changed since its revision."""
        if not self.is_kept:
            return self._made(make)
        if self._is_known():
            return self._headed(HttpResponseNotModified(), {})
        if (page := kept_page(self.name)) is not None:
            return self._from_kept(page)
        return made_once(self.name, self._from_kept, lambda: self._made(make))

    def _from_kept(self, page: Kept) -> HttpResponseBase | None:
        return self._headed(HttpResponse(_filled(self.request, page.parts)), page.headers)

    def _made(self, make: Callable[[], HttpResponseBase]) -> HttpResponseBase | None:
        with snapshot():
            if revision_of(self.club.slug) != self.revision:
                return None
            response = make()
            if not isinstance(response, TemplateResponse) or response.is_rendered:
                return response
            context = response.context_data or {}
            response.context_data = {**context, "csrf_token": _place_of_token()}
            response.render()
        page = Kept(
            tuple(response.content.split(_place_of_token().encode())),
            {name: response[name] for name in _HEADERS if name in response},
        )
        is_kept = self.is_kept and _may_be_kept(self.request, response)
        if is_kept:
            keep_page(self.name, page)
        response.content = _filled(self.request, page.parts)
        return self._headed(response, {}) if is_kept else response

    def _headed(self, response: HttpResponse, headers: dict[str, str]) -> HttpResponse:
        for name, value in headers.items():
            response[name] = value
        response.setdefault("Cache-Control", "private, no-cache")
        response.setdefault("Vary", "HX-Request, Cookie")
        response["ETag"] = self._etag()
        return response

    def _is_known(self) -> bool:
        known = self.request.META.get("HTTP_IF_NONE_MATCH", "")
        return bool(known) and (known == (etag := self._etag()) or etag in parse_etags(known))

    def _etag(self) -> str:
        """Compute the ETag with the CSRF token: another token makes another page.

        A reader without a token gets one with the page, so this is computed when it is sent.
        """
        secret = self.request.META.get("CSRF_COOKIE", "")
        return f'W/"{_digest(self.name.digest, secret)}"'


def _may_be_kept(request: HttpRequest, response: TemplateResponse) -> bool:
    shown = messages.get_messages(request)
    return (
        response.status_code == 200
        and not (response.context_data or {}).get(NOT_KEPT)
        and not response.cookies
        and "no-store" not in response.get("Cache-Control", "")
        # somebody wrote the reader's own token into it, not into the place for it
        and not request.META.get("CSRF_COOKIE_NEEDS_UPDATE")
        and not getattr(shown, "added_new", False)
    )


def _name(request: HtmxRequest, visit: Visit, revision: str) -> PageName:
    """Name everything that a page depends on: view, state, form, time, and reader."""
    htmx = request.htmx
    reader = f"{visit.club.pk}.{request.user.pk or ''}"
    digest = _digest(
        *(release(), revision, request.scheme, request.get_host(), request.get_full_path()),
        *(get_language(), club_day(visit.club), visit.role),
        *(visit.member and visit.member.pk, visit.evening_pass and visit.evening_pass.pk),
        *(request.user.pk, request.user),
        *(bool(htmx), htmx.boosted, htmx.history_restore_request),
    )
    return PageName(digest, reader)


def _digest(*parts: object) -> str:
    text = repr([str(part) for part in parts]).encode()
    key = settings.SECRET_KEY.encode()[:64]
    return hashlib.blake2b(text, key=key, digest_size=20).hexdigest()


def _filled(request: HttpRequest, parts: tuple[bytes, ...]) -> bytes:
    return parts[0] if len(parts) == 1 else get_token(request).encode().join(parts)


@cache
def _place_of_token() -> str:
    """Return the placeholder for the CSRF token; no member can have it as a name."""
    return salted_hmac("jancho.kept-page", "csrf", algorithm="sha256").hexdigest()


@cache
def release() -> str:
    """Fingerprint all code, texts and styles; computed once per process."""
    digest = hashlib.blake2b(digest_size=10)
    for folder in _RELEASE:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*.*")):
            if path.is_file() and path.suffix != ".pyc":
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()
