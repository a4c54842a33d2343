"""The page of the API: every call and every code, in both languages, open to everybody."""

from __future__ import annotations

import pytest
from django.test import Client

from league.api.description import error_codes
from league.api.schema import openapi

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "heading"), [("ja", "エラー"), ("en", "Errors")])
def test_every_call_and_every_code_is_on_the_page(
    client: Client, language: str, heading: str
) -> None:
    page = client.get("/api/v1/docs", headers={"Accept-Language": language}).content.decode()

    assert f"<h2>{heading}</h2>" in page
    calls = [found for methods in openapi()["paths"].values() for found in methods.values()]
    missing = [each["operationId"] for each in calls if f'id="{each["operationId"]}"' not in page]
    assert (len(calls) > 60, missing) == (True, [])
    assert [code for code in error_codes() if f'<li id="{code}">' not in page] == []


def test_the_calls_are_drawn_once_for_all_readers_of_a_language(client: Client) -> None:
    first, second = client.get("/api/v1/docs"), client.get("/api/v1/docs")

    assert "league/api/_call.html" not in [each.name for each in second.templates]
    assert first.content.count(b"api-call__body") == second.content.count(b"api-call__body") > 60


def test_the_codes_are_those_of_refusals_of_rules_of_results_and_of_the_door() -> None:
    known = {"bad-entry", "unknown-rule", "unbalanced-table", "no-yaku", "login-needed", "not-now"}

    assert known <= set(error_codes())
