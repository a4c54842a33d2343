"""What every call shares: strict JSON, authentication, and the club in the address."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from math import ceil
from typing import Any, ClassVar, NoReturn

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.parsers import JSONParser
from rest_framework.permissions import SAFE_METHODS
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.idempotency import HEADER, done_once, key_of
from league.api.operations import operation_of
from league.core.access import Visit, enter_club
from league.core.errors import EntryError, KeyReusedError, LeagueError, StaleRevisionError
from league.core.inputs import MOST_ENTRIES, has_too_many_entries
from league.core.outages import AWAY_FOR, is_outage
from league.core.permissions import SCOPES, Action
from league.core.problems import PROBLEM_JSON, problem
from league.core.tokens import visit_by_secret
from league.wording.errors import printable

logger = logging.getLogger(__name__)

Fields = Mapping[str, list[str]]

_CODES = {
    "parse_error": "bad-json",
    "unsupported_media_type": "json-only",
    "not_acceptable": "json-only",
    "not_authenticated": "login-needed",
    "authentication_failed": "login-needed",
    "permission_denied": "forbidden",
    "not_found": "not-found",
    "method_not_allowed": "method-not-allowed",
    "throttled": "too-many-requests",
}


#: what an error may be called beside the classes of refusals
ANSWERED_CODES = frozenset(
    (
        *_CODES.values(),
        *("bad-token", "changed-meanwhile", "revision-needed", "too-big", "length-needed"),
        *("answer-lost", "unavailable", "published-already", "not-in-force", "not-now"),
    )
)


class CsrfError(exceptions.PermissionDenied):
    """A write without the CSRF token; says what to send."""


class ScopeError(exceptions.PermissionDenied):
    """A call that the token's scopes do not open; says which one it takes."""


class TokenError(exceptions.APIException):
    """A token that opens nothing, or nothing here."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "bad-token"


class BadRequestError(LeagueError):
    """A body or query of the wrong shape; the problems are keyed by field."""

    code = "bad-request"

    def __init__(self, fields: Fields) -> None:
        super().__init__(_("This request cannot be read."))
        self.fields = fields


def picked(thing: object, *names: str) -> dict[str, Any]:
    """Attributes of a thing under their own names."""
    return {name: getattr(thing, name) for name in names}


def error_body(code: str, message: str, fields: Fields | None = None) -> dict[str, Any]:
    error: dict[str, Any] = {"code": code, "message": message}
    if fields:
        error["fields"] = {name: list(messages) for name, messages in fields.items()}
    return {"error": error}


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn what a view raised into an answer; None lets our own mistakes crash."""
    if isinstance(error, LeagueError):
        return _league_error(error, context)
    if isinstance(error, RequestDataTooBig):
        message = _("The request is too large.")
        return Response(error_body("too-big", message), status.HTTP_413_REQUEST_ENTITY_TOO_LARGE)
    if is_outage(error):
        logger.warning("Refused for want of: %s", str(error).strip())
        message = _("This cannot be done right now. Nothing has been changed; send it again later.")
        body = error_body("unavailable", message)
        return Response(
            body, status.HTTP_503_SERVICE_UNAVAILABLE, headers={"Retry-After": str(AWAY_FOR)}
        )
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _api_error(error, context)
    return None


def late_status(context: Mapping[str, Any]) -> int:
    """The status of a change made from an older state: 412 where ``If-Match`` named that state."""
    if "If-Match" in context["request"].headers:
        return status.HTTP_412_PRECONDITION_FAILED
    return status.HTTP_409_CONFLICT


def _league_error(error: LeagueError, context: Mapping[str, Any]) -> Response:
    if isinstance(error, BadRequestError):
        body = error_body(error.code, error.message, error.fields)
        return Response(body, status.HTTP_400_BAD_REQUEST)
    if isinstance(error, KeyReusedError):
        body = error_body(error.code, error.message)
        body["error"]["hanchan"] = error.hanchan.pk
        return Response(body, status.HTTP_409_CONFLICT)
    if isinstance(error, StaleRevisionError):
        body = error_body(error.code, error.message)
        body["error"]["revision"] = error.hanchan.revision
        return Response(body, late_status(context))
    body = error_body(error.code, error.message, _fields_of(error))
    if isinstance(error, EntryError) and error.taken_by is not None:
        body["error"]["hanchan"] = error.taken_by.pk
    return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)


def _fields_of(error: LeagueError) -> Fields:
    """List problems by field; those of no field are left out, as the message has them."""
    problems = error.problems if isinstance(error, EntryError) else {error.field: [error.message]}
    return {
        name: messages
        for name, messages in problems.items()
        if name or any(message not in error.message for message in messages)
    }


def _api_error(error: exceptions.APIException, context: Mapping[str, Any]) -> Response:
    code = _CODES.get(str(error.get_codes()), error.default_code)
    headers = {}
    wait: float | None = getattr(error, "wait", None)  # of Throttled alone
    if wait is not None:
        headers["Retry-After"] = str(ceil(wait))
    # a browser may ask for a login only by a dialog of its own, so people get no 401
    if isinstance(error, TokenError):
        headers["WWW-Authenticate"] = "Bearer"
    body = error_body(code, _words(error, code, context))
    return Response(body, error.status_code, headers=headers)


def _words(error: exceptions.APIException, code: str, context: Mapping[str, Any]) -> str:
    """Use our own sentence: the framework's addresses programmers and lacks some languages."""
    if isinstance(error, exceptions.ParseError | CsrfError | ScopeError):  # raised by us
        return str(error.detail)
    if isinstance(error, exceptions.MethodNotAllowed):
        return _only_by(context)
    if isinstance(error, exceptions.NotAcceptable):
        return _("Responses are only available as application/json.")
    return {
        "json-only": _("The request body must be JSON, sent as application/json."),
        "login-needed": _("Please log in first."),
        "forbidden": _("You don't have permission to do this."),
        "not-found": _("There is nothing at this address, or you don't have access to it."),
        "too-many-requests": _("Too many requests. Please wait a little."),
        "bad-token": _("This token is unknown, has ended, or belongs to another club."),
        "changed-meanwhile": _("Somebody changed this in the meantime. Read it again."),
        "key-reused": _("This key came with another request before. Make a new one."),
        "answer-lost": _(
            "This was done, but its answer can no longer be read. Read what is there."
        ),
        "revision-needed": _("Say in If-Match or in the body which state you have read."),
    }.get(code, _("This request could not be processed."))


def _only_by(context: Mapping[str, Any]) -> str:
    methods = [name for name in context["view"].allowed_methods if name != "OPTIONS"]
    facts = {"method": context["request"].method, "allowed": ", ".join(methods)}
    return _("This address does not accept %(method)s; use %(allowed)s.") % facts


class StrictJSONParser(JSONParser):
    """Read a whole body of UTF-8 JSON; anything wrong with it is the sender's mistake."""

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Parse the body.

        Raises:
            ParseError: the body is not JSON, not UTF-8, too deeply nested, or has too many
                entries.
        """
        try:
            data = json.loads(self._read(stream).decode("utf-8"), parse_constant=_no_constant)
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError(_why_no_json(error)) from error
        if has_too_many_entries(data):
            words = _("There are too many entries: at most %(most)s.")
            raise exceptions.ParseError(words % {"most": f"{MOST_ENTRIES:,}"})
        return data

    def _read(self, stream: Any) -> bytes:
        return bytes(stream.read())


class SmallJSONParser(StrictJSONParser):
    """Limit the body size for calculations that are open to strangers."""

    most_bytes = 32_000

    def _read(self, stream: Any) -> bytes:
        body = bytes(stream.read(self.most_bytes + 1))
        if len(body) > self.most_bytes:
            words = _("The request body is too long: at most %(most)s bytes.")
            raise exceptions.ParseError(words % {"most": f"{self.most_bytes:,}"})
        return body


class _NoConstantError(ValueError):
    """NaN or Infinity, which Python accepts and JSON does not have."""


def _no_constant(name: str) -> NoReturn:
    raise _NoConstantError(name)


def _why_no_json(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        facts = {"line": error.lineno, "column": error.colno}
        return (
            _("The request body is not valid JSON: see line %(line)s, character %(column)s.")
            % facts
        )
    if isinstance(error, UnicodeDecodeError):
        return _("The request body is not valid UTF-8.")
    if isinstance(error, RecursionError):
        return _("The request body is nested too deeply.")
    if isinstance(error, _NoConstantError):
        return _("“%(name)s” is not a valid JSON number.") % {"name": error}
    return _("The request body contains a number with too many digits.")


class SessionLogin(SessionAuthentication):
    """Session authentication whose CSRF refusal is in our own words; a token goes before it."""

    def authenticate(self, request: Request) -> Any:
        """Return the login of the session, unless a token was sent."""
        return super().authenticate(request) if _secret_of(request) is None else None

    def enforce_csrf(self, request: Request) -> None:
        """Check that the CSRF header matches the cookie.

        Raises:
            PermissionDenied: it does not.
        """
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as error:
            words = _("Send the CSRF token from the cookie in the X-CSRFToken header.")
            raise CsrfError(words) from error


class JsonView(APIView):
    parser_classes = (StrictJSONParser,)
    renderer_classes = (JSONRenderer,)
    authentication_classes = (SessionLogin,)
    metadata_class = None

    def get_exception_handler(self) -> Any:
        return answer_error

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Read the body here, so that Django's size limit applies; the parser alone ignores it."""
        super().initial(request, *args, **kwargs)
        _ = request._request.body
        self._check_words(request)

    def _check_words(self, request: Request) -> None:
        """Let no misspelt or empty filter pass for one that was not given.

        Raises:
            BadRequestError: the call takes words after the question mark, and not this one, or
                not without a value.
        """
        declared = operation_of(self, str(request.method))
        if declared is None or not declared.query:
            return
        known = {word.name for word in declared.query}
        words = _("This call does not know it; it takes: %(known)s")
        facts = {"known": ", ".join(sorted(known))}
        unknown = sorted(set(request.query_params) - known)
        if unknown:
            raise BadRequestError({printable(name): [words % facts] for name in unknown[:20]})
        empty = [name for name, text in request.query_params.items() if not text]
        if empty:
            words = _("This is empty: give it a value, or leave it out.")
            raise BadRequestError({name: [words] for name in empty})

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Give errors their form; keep answers that depend on the caller out of shared caches."""
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            response.data = problem(response.status_code, response.data["error"])
            response.content_type = PROBLEM_JSON
        answer: Response = super().finalize_response(request, response, *args, **kwargs)
        answer.headers.setdefault("Cache-Control", "private, no-cache")
        return answer

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Say which methods the address takes, as the header ``Allow`` does."""
        methods = [name for name in self.allowed_methods if name != "OPTIONS"]
        return Response({"methods": methods, "schema": reverse("api:schema")})


class MissingView(JsonView):
    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Answer 404, whatever was asked.

        Raises:
            Http404: always.
        """
        raise Http404


class ClubView(JsonView):
    """A call to a club; ``self.visit`` is the caller, with the same rights as on the pages.

    A call with a token is the token's alone: whoever else the browser has logged in does not count.
    """

    action_for: ClassVar[dict[str, Action]] = {}
    visit: Visit

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the caller's rights.

        Raises:
            NotAuthenticated: nobody is logged in, and the club is not public.
            TokenError: the token sent with it opens nothing here.
            PermissionDenied: the action is not allowed, or a write lacks the CSRF token.
            Http404: there is no such club, or the caller may not see it.
        """
        super().initial(request, *args, **kwargs)
        action = self.action_for.get(str(request.method), Action.READ)
        secret = _secret_of(request)
        if secret is not None:
            self.visit = _token_visit(secret, kwargs["club_slug"], action)
            self._do_once(request)
            return
        visit = enter_club(request._request, kwargs["club_slug"], action)
        if isinstance(visit, HttpResponse):
            raise exceptions.NotAuthenticated
        if request.method not in SAFE_METHODS:
            # an evening pass is a cookie as well, and nobody is logged in then
            SessionLogin().enforce_csrf(request)
        self.visit = visit
        self._do_once(request)

    def _do_once(self, request: Request) -> None:
        """Let a write that came with a key be answered again when it is sent again."""
        if request.method in SAFE_METHODS:
            return
        try:
            key = key_of(request)
        except ValueError as error:
            raise BadRequestError({HEADER: [str(error)]}) from error
        name = str(request.method).lower()
        method = getattr(self, name, None)
        if key is None or method is None:
            return
        caller = _caller(request, self.visit)

        @wraps(method)
        def once(request: Request, *args: Any, **kwargs: Any) -> Response:
            return done_once(
                lambda: method(request, *args, **kwargs),
                club=self.visit.club,
                caller=caller,
                key=key,
                request=request,
            )

        setattr(self, name, once)  # of this one call: a view serves no other


def _caller(request: Request, visit: Visit) -> str:
    """Whose keys a call uses: a token's, a login's or an evening pass's."""
    secret = _secret_of(request)
    if secret is not None:
        return f"token {sha256(secret.encode('utf-8', 'surrogatepass')).hexdigest()}"
    if visit.actor.user:
        return f"login {visit.actor.user.pk}"
    return f"pass {visit.evening_pass and visit.evening_pass.pk}"


def _secret_of(request: Request) -> str | None:
    scheme, _blank, secret = request.headers.get("Authorization", "").partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else None


def _token_visit(secret: str, slug: str, action: Action) -> Visit:
    visit = visit_by_secret(secret, slug)
    if visit is None:
        raise TokenError
    if not visit.may(action):
        scope = SCOPES.get(action)
        if scope is None:
            raise ScopeError(_("No token opens this call: log in for it."))
        if scope.value not in (visit.scopes or ()):
            words = _("This token lacks the scope “%(scope)s”.")
            raise ScopeError(words % {"scope": scope.value})
        raise PermissionDenied
    return visit
