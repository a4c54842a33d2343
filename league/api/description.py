"""``GET /api/v1/schema``: the API about itself."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponseBase
from rest_framework.request import Request

from league.api.base import JsonView
from league.api.operations import Answer, operation
from league.api.preconditions import tagged


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
