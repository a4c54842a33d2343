"""``GET /api/v1/schema``: the API about itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from league.api.base import ANSWERED_CODES, JsonView
from league.api.operations import Answer, operation
from league.api.preconditions import tagged
from league.core.errors import LeagueError
from rules.errors import RuleError
from scoring.errors import ScoringError


class Description(Answer):
    openapi: str
    info: dict[str, Any]
    paths: dict[str, Any]
    components: dict[str, Any]


class SchemaView(JsonView):
    """Open to everybody."""

    @operation(answers={200: Description}, tag="whole")
    def get(self, request: Request) -> HttpResponseBase:
        """Describe every call in the terms of OpenAPI 3.1."""
        # what draws it takes a quarter of a second to import: let nobody wait for that at the start
        from league.api.schema import openapi

        return tagged(request, openapi())


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Show every call, drawn from the description; open to everybody."""
    from league.api.schema import calls_by_tag

    shown = {"groups": calls_by_tag(), "drawn": _calls(get_language()), "codes": error_codes()}
    return render(request, "league/api/docs.html", shown)


@cache
def _calls(_language: str) -> SafeString:
    """Draw the calls in the reader's language: a tenth of a second, once a process."""
    from league.api.schema import calls_by_tag

    return render_to_string("league/api/_calls.html", {"groups": calls_by_tag()})


def error_codes() -> list[str]:
    """Every ``code`` that an error may have, by the alphabet."""
    found = {*ANSWERED_CODES, *(each.code for each in _kinds(LeagueError))}
    found |= {each.code for family in (RuleError, ScoringError) for each in _kinds(family)}
    return sorted(found)


def _kinds(error: type[Any]) -> Iterator[type[Any]]:
    yield error
    for kind in error.__subclasses__():
        yield from _kinds(kind)
