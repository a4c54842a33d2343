"""Calling the API about a club's rules as a script would."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.core.door import forget_sessions
from tests.league.api.calls import get, post

SETS = "clubs/tonan/rule-sets"
SET = f"{SETS}/kinyoukai"
#: the version of the shipped set that the examples are about
SHIPPED = "rule-sets/kinyoukai/versions/2015-04-10"


def send(client: Client, method: str, path: str, body: Any) -> Any:
    """Send a body as JSON by any method; a string goes as it is."""
    data = body if isinstance(body, str) else json.dumps(body)
    return client.generic(method, f"/api/v1/{path}", data, content_type="application/json")


def read(client: Client, path: str) -> Any:
    """What is there; it has to be."""
    response = get(client, path)
    assert response.status_code == 200, response.content
    return response.json()


def shipped_file(client: Client, path: str = SHIPPED, **parameters: Any) -> Any:
    """A shipped version's file, with other values in it."""
    return changed(read(client, path), **parameters)


def changed(file: Any, **parameters: Any) -> Any:
    """A rule file with other values in it, wherever their sections are."""
    for values in file["parameters"].values():
        values.update({name: parameters[name] for name in set(values) & set(parameters)})
    return file


def parameter(file: Any, name: str) -> Any:
    """One value of a rule file."""
    return next(values[name] for values in file["parameters"].values() if name in values)


def new_draft(client: Client, path: str = SET, source: str = "2015-04-10", **more: Any) -> Any:
    """A draft copied from a version."""
    response = post(client, f"{path}/drafts", {"from": source, **more})
    assert response.status_code == 201, response.content
    return response.json()


def queries_of(client: Client, path: str) -> int:
    """How many queries it takes to read something."""
    forget_sessions()
    with CaptureQueriesContext(connection) as taken:
        read(client, path)
    return len(taken)


def case(body: Any, field: str, id: str) -> Any:
    """A body that is refused, and the field that is named."""
    return pytest.param(body, field, id=id)
