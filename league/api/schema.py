"""The API as OpenAPI 3.1, drawn by drf-spectacular from what the views declare."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from inspect import getdoc
from typing import Any, Final

from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.drainage import warn
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from pydantic.json_schema import model_json_schema
from rest_framework.permissions import SAFE_METHODS

from league.api.examples import Example, examples, laid_out
from league.api.operations import (
    Operation,
    Problem,
    Query,
    operation_of,
    problem_statuses,
)
from league.core.numbers import LARGEST_KEY
from league.core.problems import PROBLEM_JSON

Json = dict[str, Any]

PREFIX: Final = "/api/v1/"
_DRAWING: Final = threading.Lock()
_JSON: Final = "application/json"
_IN_ADDRESSES: Final[dict[str, Json]] = {
    "key": {"type": "integer", "minimum": 1, "maximum": LARGEST_KEY},
    "uuid": {"type": "string", "format": "uuid"},
    "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "str": {"type": "string", "pattern": "^[^/]+$"},
}
_PLACE: Final = re.compile(r"<(\w+):(\w+)>")
_NAMED: Final = re.compile(r"\{(\w+)\}")
_SECURITY: Final = {
    "token": {"type": "http", "scheme": "bearer"},
    "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
}


class ModelExtension(PydanticExtension):
    """Describe models as they are read: a key with a default may be absent."""

    priority = 1

    def map_serializer(self, auto_schema: Any, direction: str) -> Json:
        """Put the models inside this one among the components, each under its own name."""
        template = "#/components/schemas/{model}"
        found: Json = model_json_schema(self.target, ref_template=template)
        for name, inner in found.pop("$defs", {}).items():
            component = ResolvedComponent(
                name=name, type=ResolvedComponent.SCHEMA, schema=inner, object=name
            )
            if component not in auto_schema.registry:
                auto_schema.registry.register(component)
            elif auto_schema.registry[component].schema != inner:
                warn(f"two models are named {name}")
        return found


class OperationSchema(AutoSchema):
    """One method of one address, as its view declares it."""

    def get_operation(
        self, path: str, path_regex: str, path_prefix: str, method: str, registry: Any
    ) -> Json | None:
        """Describe the operation; None for a method that declares nothing."""
        self.registry, self.path, self.method = registry, path, method
        declared = operation_of(self.view, method)
        if declared is None:
            warn(f"{method} {path} declares no operation")
            return None
        words = getdoc(getattr(type(self.view), method.lower())) or ""
        key = method.lower() + type(self.view).__name__.removesuffix("View")
        example = examples().get(key)
        found = {
            "operationId": key,
            "summary": words.partition("\n")[0].replace("``", ""),
            "tags": [_tag_of(path)],
            "parameters": [
                *_in_address(path_regex),
                *_in_query(declared),
                *_in_header(declared, method, path),
            ],
            "responses": self._responses(declared, example),
            "security": _security(declared, path, method),
        }
        if declared.body:
            content = {_JSON: {"schema": self._named(declared.body)}}
            if example and example.body is not None:
                content[_JSON]["example"] = example.body
            needed = any(each.is_required() for each in declared.body.model_fields.values())
            found["requestBody"] = {"required": needed, "content": content}
        return found

    def _named(self, model: Any) -> Json:
        reference: Json = self.resolve_serializer(model, "request").ref
        return reference

    def _responses(self, declared: Operation, example: Example | None) -> Json:
        found: Json = {}
        for status, model in declared.answers.items():
            found[str(status)] = {"description": HTTPStatus(status).phrase}
            if model:
                content: Json = {"schema": self._named(model)}
                if example and example.status == status:
                    content["example"] = example.answer
                found[str(status)]["content"] = {_JSON: content}
            elif declared.media and status == HTTPStatus.OK:
                found[str(status)]["content"] = {kind: {"schema": {}} for kind in declared.media}
            is_tagged = declared.tag != "created" or status == HTTPStatus.CREATED
            if declared.tag and is_tagged and status != HTTPStatus.NO_CONTENT:
                found[str(status)]["headers"] = {"ETag": {"schema": {"type": "string"}}}
        if declared.tag and self.method == "GET":
            found["304"] = {"description": HTTPStatus.NOT_MODIFIED.phrase}
        problem = {PROBLEM_JSON: {"schema": self._named(Problem)}}
        for status in problem_statuses(self.view, self.method, self.path, declared):
            phrase = HTTPStatus(status).phrase
            found[str(status)] = {"description": phrase, "content": problem}
        return found


def _tag_of(path: str) -> str:
    """The collection that an address lies in: what follows the club, or stands alone."""
    parts = path.removeprefix(PREFIX).split("/")
    return parts[2] if parts[0] == "clubs" else parts[0]


def _in_address(path_regex: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": _IN_ADDRESSES[kind]}
        for kind, name in _PLACE.findall(path_regex)
    ]


def _in_query(declared: Operation) -> list[Json]:
    return [_parameter(query, "query") for query in declared.query]


def _parameter(query: Query, place: str) -> Json:
    return {
        "name": query.name,
        "in": place,
        "description": query.words,
        "schema": dict(query.schema),
    }


def _in_header(declared: Operation, method: str, path: str) -> list[Json]:
    found = []
    if "{club_slug}" in path and method not in SAFE_METHODS:
        words = "Made by you, once for each write: sent again, it is not done again."
        schema = {"type": "string", "pattern": '^"?[A-Za-z0-9_-]{8,64}"?$'}
        found.append(Query("Idempotency-Key", words, schema))
    if declared.tag and method in SAFE_METHODS:
        words = "The tag of an answer that you have: 304 while nothing has changed."
        found.append(Query("If-None-Match", words, {"type": "string"}))
    elif declared.tag in ("whole", "revision"):
        found.append(Query("If-Match", "The tag of the answer that you read.", {"type": "string"}))
    return [_parameter(each, "header") for each in found]


def _security(declared: Operation, path: str, method: str) -> list[Json]:
    """Nobody has to log in outside a club, nor to read one that is open to all."""
    if "{club_slug}" not in path:
        return [{}]
    known: list[Json] = [{name: []} for name in _SECURITY if declared.by_token or name != "token"]
    return [{}, *known] if method in SAFE_METHODS else known


def openapi() -> Json:
    """The whole description; drawn once a process, in about a second."""
    with _DRAWING:  # drf-spectacular breaks when two threads begin to draw at once
        return drawn()


@cache
def drawn() -> Json:
    """Draw the description; call ``openapi``."""
    found: Json = SchemaGenerator(urlconf="config.urls").get_schema(public=True)
    found["components"]["securitySchemes"] = _SECURITY
    _link(found)
    return found


def _link(description: Json) -> None:
    """Say of every answer by which something is made how it is named in the addresses below."""
    paths, models = description["paths"], description["components"]["schemas"]
    for path, methods in paths.items():
        made = methods.get("post", {}).get("responses", {}).get("201")
        if made is None or "content" not in made:
            continue
        model = made["content"][_JSON]["schema"]["$ref"].rpartition("/")[2]
        links = {
            call["operationId"]: {
                "operationId": call["operationId"],
                "parameters": {
                    **{name: f"$request.path.{name}" for name in _NAMED.findall(path)},
                    place: f"$response.body#/{key}",
                },
            }
            for below, place in _one_below(path, paths)
            if (key := _key_of(place, models[model])) is not None
            for call in paths[below].values()
        }
        if links:
            made["links"] = links


def _one_below(path: str, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Addresses below that name one thing more, and what stands there: ``member_id``."""
    for below in paths:
        names = _NAMED.findall(below.removeprefix(path)) if below.startswith(f"{path}/{{") else []
        if len(names) == 1:
            yield below, names[0]


def _key_of(place: str, model: Json) -> str | None:
    """The key of an answer that has what stands in an address: ``id`` or ``slug``, or ``team``."""
    thing, _line, kind = place.rpartition("_")
    return next((key for key in (kind, thing) if key in model["properties"]), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A body or answer by the names of its keys, each with the kind of its value."""

    name: str
    keys: tuple[tuple[str, str, bool], ...]  # name, kind, whether it has to be there
    example: str  # as JSON; empty: none


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a call is answered with when all is well."""

    title: str
    shape: Shape | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One operation as the page shows it."""

    key: str
    method: str
    path: str
    words: str
    query: tuple[Json, ...]
    headers: tuple[Json, ...]
    body: Shape | None
    answers: tuple[Answered, ...]


@cache
def calls_by_tag() -> list[tuple[str, list[Call]]]:
    """Every call, by the collection that it belongs to; drawn once a process."""
    shown: dict[str, list[Call]] = {}
    for path, methods in openapi()["paths"].items():
        for method, found in methods.items():
            shown.setdefault(found["tags"][0], []).append(_call(path, method, found))
    return list(shown.items())


def _call(path: str, method: str, found: Json) -> Call:
    body = found.get("requestBody")
    return Call(
        key=found["operationId"],
        method=method.upper(),
        path=path,
        words=found["summary"],
        query=tuple(each for each in found["parameters"] if each["in"] == "query"),
        headers=tuple(each for each in found["parameters"] if each["in"] == "header"),
        body=_shape(body) if body else None,
        answers=tuple(
            Answered(
                title=f"{status} {answer['description']}{_file_words(answer)}",
                shape=_shape(answer) if _is_named(answer) else None,
            )
            for status, answer in found["responses"].items()
            if status < "400"
        ),
    )


def _is_named(answer: Json) -> bool:
    """Whether an answer is of a model, and no file."""
    return "$ref" in answer.get("content", {}).get(_JSON, {}).get("schema", {})


def _file_words(answer: Json) -> str:
    """What kind of file an answer is, as an addition to its title."""
    kinds = [] if _is_named(answer) else answer.get("content", ())
    return "".join(f": {kind}" for kind in kinds)


def _shape(holder: Json) -> Shape:
    content = holder["content"][_JSON]
    name = content["schema"]["$ref"].rpartition("/")[2]
    model = openapi()["components"]["schemas"][name]
    needed = model.get("required", ())
    keys = model.get("properties", {}).items()
    return Shape(
        name=name,
        keys=tuple((key, _kind(schema), key in needed) for key, schema in keys),
        example=laid_out(content["example"]) if "example" in content else "",
    )


def _kind(schema: Json) -> str:
    """The kind of a value in a word or two: ``integer``, ``list of Seat``, ``date or null``."""
    if "anyOf" in schema:
        return " or ".join(_kind(each) for each in schema["anyOf"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    kind = str(schema.get("format") or schema.get("type", "any"))
    return f"list of {_kind(schema.get('items', {}))}" if kind == "array" else kind
