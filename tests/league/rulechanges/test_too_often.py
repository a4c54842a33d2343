"""Whoever has games settled again and again is asked to wait, and loses nothing that was typed."""

from __future__ import annotations

import json
import re

import pytest
from django.test import Client

from league.core.throttles import WorkingOutThrottle, turn_to_compute
from league.models import League
from rules.models import RuleVersion
from tests.league.api.calls import get
from tests.league.rulechanges.changes import publishing, text, typed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

WHAT_IF = "/c/tonan/ranking/main/what-if/?month=2026-11&version=2015-04-10"


@pytest.fixture(autouse=True)
def _one_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WorkingOutThrottle, "rate", "1/min")


def test_an_imagined_ranking_too_many_is_not_worked_out_and_what_was_chosen_stays(
    league: League, organizer: Client
) -> None:
    api = "clubs/tonan/leagues/main/what-if?month=2026-11&version=2015-04-10"
    assert get(organizer, api).status_code == 200

    page = organizer.get(WHAT_IF)

    assert (page.status_code, int(page["Retry-After"]) > 0) == (429, True)
    assert "Too many calculations at once" in text(page)
    assert 'value="2015-04-10" selected' in page.text
    assert "table" not in page.context
    assert organizer.get(WHAT_IF.partition("&")[0]).status_code == 200


def test_a_table_that_is_sorted_too_often_says_how_long_to_wait(
    league: League, organizer: Client
) -> None:
    assert organizer.get(WHAT_IF).status_code == 200

    part = organizer.get(f"{WHAT_IF}&sort=average", headers={"HX-Request": "true"})

    assert part.status_code == 429
    notice = json.loads(part["HX-Trigger"])["toast"]
    assert notice["kind"] == "error"
    assert re.fullmatch("Too many requests\\. Please wait \\d+ seconds?\\.", notice["text"])
    assert part["Retry-After"] in notice["text"]


def test_who_waits_for_others_reads_of_no_minute_and_waits_as_long_as_it_says(
    league: League, organizer: Client
) -> None:
    with turn_to_compute(), turn_to_compute():
        whole = organizer.get(WHAT_IF)
        part = organizer.get(f"{WHAT_IF}&sort=average", headers={"HX-Request": "true"})

    for page in (whole, part):
        assert (page.status_code, page["Retry-After"]) == (429, "5")
        assert json.loads(page["HX-Trigger"])["toast"]["text"] == (
            "Too many requests. Please wait 5 seconds."
        )
    assert "Too many calculations at once" in text(whole)
    assert "Please wait 5 seconds" in text(whole)


@pytest.mark.parametrize("do", ["preview", "go"])
def test_a_preview_too_many_keeps_the_day_and_the_reason(
    league: League, organizer: Client, draft: RuleVersion, do: str
) -> None:
    assert organizer.get(WHAT_IF).status_code == 200

    page = organizer.post(publishing(draft), {**typed(), "do": do})

    assert (page.status_code, int(page["Retry-After"]) > 0) == (429, True)
    assert "Too many calculations at once" in text(page)
    assert 'value="2026-11-20"' in page.text
    assert 'name="reason" value="総会で決定"' in page.text
    draft.refresh_from_db()
    assert draft.status == "draft"


def test_a_form_that_is_refused_uses_nothing_up(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    refused = {**typed(), "day": "2026-02-30", "do": "preview"}
    assert [organizer.post(publishing(draft), refused).status_code for _ in range(3)] == [422] * 3

    assert organizer.post(publishing(draft), {**typed(), "do": "preview"}).status_code == 200
