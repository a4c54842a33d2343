"""Every answer of the API in every test is held to what its view declares."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from pydantic import BaseModel, RootModel
from rest_framework.renderers import JSONRenderer

from league.api.base import JsonView
from league.api.description import error_codes
from league.api.operations import Operation, Problem, operation_of, problem_statuses
from league.api.requests import Body


def misfits(view: Any, response: Any, read: list[type[Body]]) -> list[str]:
    """What an answer has that its view does not declare, or the other way round."""
    declared = operation_of(view, view.request.method)
    if declared is None:
        return []
    found = [f"reads a {each.__name__}" for each in read if each not in _bodies(declared)]
    status, path = response.status_code, view.request.resolver_match.route
    if status == 304 and declared.tag:
        return found
    if status >= 400:
        place = path.replace("<slug:club_slug>", "{club_slug}").replace("<", "{")
        known = problem_statuses(view, view.request.method, place, declared)
        if status not in known:
            found.append(f"{status} is not declared")
        if response.data["error"]["code"] not in error_codes():
            found.append(f"{response.data['error']['code']} is not on the page")
        return found + fits(Problem, response.data)
    if status not in declared.answers:
        return [*found, f"{status} is not declared"]
    kept = "Idempotency-Hit" in response  # a kept answer needs no body
    if declared.body and not read and not kept and issubclass(declared.body, Body):
        found.append(f"has not read a {declared.body.__name__}")
    return found + _body_misfits(declared, status, response)


def _bodies(declared: Operation) -> tuple[Any, ...]:
    """The models that the body may have: one, or several where the method tells them apart."""
    body = declared.body
    if body is not None and issubclass(body, RootModel):
        return get_args(body.model_fields["root"].annotation)
    return (body,)


def _body_misfits(declared: Operation, status: int, response: Any) -> list[str]:
    model = declared.answers[status]
    if declared.media and status == 200:
        kind = response["Content-Type"].partition(";")[0]
        return [] if kind in declared.media else [f"is {kind}"]
    if model is None:
        return [] if response.data is None else ["has a body"]
    return fits(model, response.data)


def fits(model: type[BaseModel], data: Any) -> list[str]:
    """Where data and a model differ, in what is there and in its order."""
    written = JSONRenderer().render(data)
    try:
        read = model.model_validate_json(written)
    except ValueError as error:
        return [str(error)]
    return list(_disorder(read, data, model.__name__))


def _disorder(read: Any, data: Any, place: str) -> Iterator[str]:
    """Where keys stand in another order than in the model."""
    if isinstance(read, RootModel):
        yield from _disorder(read.root, data, place)
    elif isinstance(read, BaseModel):
        names = {info.alias or name: name for name, info in type(read).model_fields.items()}
        there = [key for key in names if key in data]
        if list(data) != there:
            yield f"{place}: {list(data)}, not {there}"
        for key in there:
            yield from _disorder(getattr(read, names[key]), data[key], f"{place}.{key}")
    elif isinstance(read, list | tuple):
        for inner, each in zip(read, data, strict=True):
            yield from _disorder(inner, each, f"{place}[]")


@pytest.fixture(autouse=True, scope="session")
def _answers_are_held_to_their_models() -> Iterator[None]:
    """Let an answer that is not as declared fail the test that got it."""
    dispatch, validate = JsonView.dispatch, BaseModel.__dict__["model_validate"].__func__
    here = threading.local()  # some tests call from several threads at once

    def recorded(cls: type[Body], *given: Any, **more: Any) -> Any:
        here.read = [*getattr(here, "read", []), cls]
        return validate(cls, *given, **more)

    def held(self: JsonView, request: Any, *given: Any, **more: Any) -> Any:
        here.read = []
        response = dispatch(self, request, *given, **more)
        found = misfits(self, response, here.read)
        assert not found, f"{request.method} {request.path}: {found}"
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(JsonView, "dispatch", held)
        patch.setattr(Body, "model_validate", classmethod(recorded))
        yield
