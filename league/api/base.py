"""What every call shares: strict JSON, one shape of errors, and the door of a club."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar, NoReturn

from django.http import Http404, HttpResponse
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import NotAuthenticated, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import Visit, enter_club
from league.api.errors import answer_error
from league.permissions import Action


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
            return json.loads(stream.read().decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"JSON parse error - {error}") from error


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


class JsonView(APIView):
    """A call that takes and gives nothing but JSON."""

    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    authentication_classes = (SessionAuthentication,)
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
            SessionAuthentication().enforce_csrf(request)
        self.visit = visit
