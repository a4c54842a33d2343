"""What each call takes and answers: declared on the method, described, and held to in the tests.

A declaration costs a call nothing: the schema is drawn from it, the page of examples too, and the
tests compare every answer with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

F = TypeVar("F", bound=Callable[..., Any])


class Answer(BaseModel):
    """An answer or a part of one: keys in this order, those with a default perhaps absent."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


@dataclass(frozen=True, slots=True)
class Query:
    """A word of the address after the question mark."""

    name: str
    words: str
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string", "minLength": 1})


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address."""

    answers: Mapping[int, type[BaseModel] | None]
    body: type[BaseModel] | None = None
    query: tuple[Query, ...] = ()
    #: statuses beside those that follow from the address, the body and the tag
    errors: tuple[int, ...] = ()
    #: how ``If-Match`` is read: the whole tag if it is sent, or the revision that has to be said;
    #: ``created``: not at all, the answer has a tag because a read of what was made has one
    tag: Literal["", "whole", "revision", "created"] = ""
    #: whether a token may ever do it
    by_token: bool = True
    #: what kinds of file the answer 200 may be; none: JSON
    media: tuple[str, ...] = ()


def operation(
    *,
    answers: Mapping[int, type[BaseModel] | None],
    body: type[BaseModel] | None = None,
    query: tuple[Query, ...] = (),
    errors: tuple[int, ...] = (),
    tag: Literal["", "whole", "revision", "created"] = "",
    by_token: bool = True,
    media: tuple[str, ...] = (),
) -> Callable[[F], F]:
    """Declare what a method of a view takes and answers.

    Args:
        answers: status -> the model of its body; None where it has none.
        body: the model that the method gives to ``read_shape``.
        query: what it reads of the address after the question mark.
        errors: statuses beside those that follow from the address, the body and the tag.
        tag: ``whole`` or ``created`` if the answer has an ``ETag``, ``revision`` if a change has to
            name one.
        by_token: whether a token may ever do it.
        media: what kinds of file the answer 200 may be; none: JSON.
    """
    declared = Operation(
        answers=answers,
        body=body,
        query=query,
        errors=errors,
        tag=tag,
        by_token=by_token,
        media=media,
    )

    def declare(method: F) -> F:
        method.operation = declared  # type: ignore[attr-defined]
        return method

    return declare


def operation_of(view: object, method: str) -> Operation | None:
    """The declaration of a view's method; HEAD is answered as GET is."""
    name = "get" if method == "HEAD" else method.lower()
    found: Operation | None = getattr(getattr(view, name, None), "operation", None)
    return found


def problem_statuses(view: Any, method: str, path: str, declared: Operation) -> list[int]:
    """The errors that a call may be answered with."""
    found = {406, 503, *declared.errors}
    if "{club_slug}" in path:
        found |= {400, 401, 403, 404}
        if method not in ("GET", "HEAD"):
            found.add(409)
    elif "{" in path:
        found.add(404)
    if declared.query:
        found.add(400)
    if declared.body:
        found |= {400, 403, 411, 413, 415, 422}
    if method not in ("GET", "HEAD") and declared.tag in ("whole", "revision"):
        found |= {412} if declared.tag == "whole" else {400, 409, 412, 428}
    if view.throttle_classes:
        found.add(429)
    return sorted(found)


class Note(Answer):
    """What somebody entered, for people to read."""

    when: str
    who: str
    what: str


class Altered(Answer):
    """A value before and after."""

    was: Any
    now: Any


class ErrorBody(Answer):
    """What went wrong: ``code`` for programs, ``message`` for people, then what some codes add."""

    code: str
    message: str
    fields: dict[str, list[str]] = {}
    hanchan: int | None = None
    revision: int | None = None
    entered: list[Note] = []
    version: str | None = None
    change: int | None = None
    problems: list[dict[str, Any]] = []
    games: list[str] = []
    draft_revision: int | None = None
    by: list[str] = []
    at: str | None = None
    parameters: dict[str, Altered] = {}
    about: dict[str, Altered] = {}
    clauses: list[Any] = []


class Problem(Answer):
    """An error in the terms of RFC 9457, with our own ``error`` in it."""

    type: str
    title: str
    status: int
    detail: str
    error: ErrorBody


def one_of(*values: str) -> dict[str, Any]:
    """The schema of a word that is one of several."""
    return {"type": "string", "enum": list(values)}


def among(words: Iterable[str]) -> Any:
    """Say of a text in an answer which words it may be."""
    return Field(json_schema_extra={"enum": list(words)})


KEY = {"type": "integer", "minimum": 0, "maximum": 10**18 - 1}
PAGE = Query(
    "page", "Counted from 1.", {"type": "integer", "minimum": 1, "maximum": 1_000_000, "default": 1}
)
PAGE_SIZE = Query(
    "page_size", "Rows of a page.", {"type": "integer", "minimum": 1, "maximum": 200, "default": 50}
)
#: what an empty field of a form sends is read as not sent
EMPTY = {"type": "string", "maxLength": 0}
DAY = {"anyOf": [{"type": "string", "format": "date"}, EMPTY]}
FROM = Query("from", "The first day.", DAY)
TO = Query("to", "The last day.", DAY)
