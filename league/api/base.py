"""What every call shares: strict JSON, authentication, and the club in the address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, ParseError, PermissionDenied
from rest_framework.parsers import JSONParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.errors import CsrfError, answer_error
from league.core.access import Visit, enter_club
from league.core.permissions import Action


class StrictJSONParser(JSONParser):
    """Reads a whole body of UTF-8 JSON; whatever is wrong with it is the sender's mistake."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The value in the body.

        Raises:
            ParseError: it is no JSON, not UTF-8, or nested beyond reason.
        """
        try:
            return json.loads(self._read(stream).decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(_why_no_json(error)) from error

    def _read(self, stream: Any) -> bytes:
        return bytes(stream.read())


class SmallJSONParser(StrictJSONParser):
    """For calculations that are open to strangers: a body has no more than one of them needs."""

    most_bytes = 32_000

    def _read(self, stream: Any) -> bytes:
        body = bytes(stream.read(self.most_bytes + 1))
        if len(body) > self.most_bytes:
            words = _("The body is too long: at most %(most)s bytes.")
            raise ParseError(words % {"most": f"{self.most_bytes:,}"})
        return body


class _NoConstantError(ValueError):
    """NaN or Infinity, which Python would read and JSON does not have."""


def _no_constant(name: str) -> NoReturn:
    raise _NoConstantError(name)


def _why_no_json(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        facts = {"line": error.lineno, "column": error.colno}
        return _("The body is no JSON: see line %(line)s, character %(column)s.") % facts
    if isinstance(error, UnicodeDecodeError):
        return _("The body is not written in UTF-8.")
    if isinstance(error, RecursionError):
        return _("The body is nested too deeply.")
    if isinstance(error, _NoConstantError):
        return _("JSON has no number “%(name)s”.") % {"name": error}
    return _("A number in the body is too long to be read.")


class SessionLogin(SessionAuthentication):
    """Whoever the session says; a write without the CSRF token is told so in our own words."""

    def enforce_csrf(self, request: Request) -> None:
        """See that the header has what the cookie has.

        Raises:
            PermissionDenied: it has not.
        """
        try:
            super().enforce_csrf(request)
        except PermissionDenied as error:
            words = _("Send the CSRF token in the header X-CSRFToken, as the cookie has it.")
            raise CsrfError(words) from error


class JsonView(APIView):
    """A call that takes and gives nothing but JSON."""

    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    authentication_classes = (SessionLogin,)
    metadata_class = None

    def get_exception_handler(self) -> Any:
        """Answer every error in our own shape."""
        return answer_error

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the body within Django's limit, which the parser alone would not keep."""
        super().initial(request, *args, **kwargs)
        _ = request._request.body

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Keep what one caller may read out of every cache that others share."""
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer


class MissingView(JsonView):
    """Stands behind every address that the API does not have."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Say that nothing is here, whatever was asked.

        Raises:
            Http404: always.
        """
        raise Http404


class ClubView(JsonView):
    """A call to a club: ``self.visit`` says who comes, with the same rights as on the pages."""

    action_for: ClassVar[dict[str, Action]] = {}
    visit: Visit

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let in whoever may.

        Raises:
            NotAuthenticated: nobody is logged in, and the club is not public.
            PermissionDenied: no leave for this, or a write without the CSRF token.
            Http404: no such club, or one of others.
        """
        super().initial(request, *args, **kwargs)
        action = self.action_for.get(str(request.method), Action.READ)
        visit = enter_club(request._request, kwargs["club_slug"], action)
        if isinstance(visit, HttpResponse):
            raise NotAuthenticated
        if request.method not in SAFE_METHODS:
            # an evening pass is a cookie as well, and nobody is logged in then
            SessionLogin().enforce_csrf(request)
        self.visit = visit
