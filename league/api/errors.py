"""What went wrong, always in one shape: ``{"error": {"code", "message", "fields"?}}``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.response import Response

from league.core.errors import EntryError, KeyReusedError, LeagueError

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


class CsrfError(exceptions.PermissionDenied):
    """A write without the CSRF token; says what to send."""


class BadRequestError(LeagueError):
    """A body or query of the wrong shape: by field what is wrong with it."""

    code = "bad-request"

    def __init__(self, fields: Fields) -> None:
        super().__init__(_("This request cannot be read."))
        self.fields = fields


def error_body(code: str, message: str, fields: Fields | None = None) -> dict[str, Any]:
    """The one shape of an error."""
    error: dict[str, Any] = {"code": code, "message": message}
    if fields:
        error["fields"] = {name: list(messages) for name, messages in fields.items()}
    return {"error": error}


def answer_error(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """Turn what a view raised into an answer; None lets our own mistakes crash."""
    if isinstance(error, LeagueError):
        return _league_error(error)
    if isinstance(error, RequestDataTooBig):
        message = _("The request is too big.")
        return Response(error_body("too-big", message), status.HTTP_400_BAD_REQUEST)
    if isinstance(error, Http404):
        error = exceptions.NotFound()
    if isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied()
    if isinstance(error, exceptions.APIException):
        return _api_error(error, context)
    return None


def _league_error(error: LeagueError) -> Response:
    if isinstance(error, BadRequestError):
        body = error_body(error.code, error.message, error.fields)
        return Response(body, status.HTTP_400_BAD_REQUEST)
    if isinstance(error, KeyReusedError):
        body = error_body(error.code, error.message)
        body["error"]["hanchan"] = error.hanchan.pk
        return Response(body, status.HTTP_409_CONFLICT)
    body = error_body(error.code, error.message, _fields_of(error))
    return Response(body, status.HTTP_422_UNPROCESSABLE_ENTITY)


def _fields_of(error: LeagueError) -> Fields:
    """What is wrong, by field; what belongs to none is left out where the message says it."""
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
        headers["Retry-After"] = str(int(wait) + 1)
    # a browser may ask for a login only by a dialog of its own, so nobody gets a 401
    body = error_body(code, _words(error, code, context))
    return Response(body, error.status_code, headers=headers)


def _words(error: exceptions.APIException, code: str, context: Mapping[str, Any]) -> str:
    """Our own sentence: the framework's speak to programmers, and not every language."""
    if isinstance(error, exceptions.ParseError | CsrfError):  # raised by us
        return str(error.detail)
    if isinstance(error, exceptions.MethodNotAllowed):
        return _only_by(context)
    if isinstance(error, exceptions.NotAcceptable):
        return _("There are answers in application/json only.")
    return {
        "json-only": _("The body must be JSON, sent as application/json."),
        "login-needed": _("Please log in first."),
        "forbidden": _("You have no right to this."),
        "not-found": _("There is nothing at this address, or it is not open to you."),
        "too-many-requests": _("Too many requests. Please wait a little."),
    }.get(code, _("This request cannot be answered."))


def _only_by(context: Mapping[str, Any]) -> str:
    methods = [name for name in context["view"].allowed_methods if name != "OPTIONS"]
    facts = {"method": context["request"].method, "allowed": ", ".join(methods)}
    return _("%(method)s does nothing here; this address takes %(allowed)s.") % facts
