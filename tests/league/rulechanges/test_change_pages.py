"""The pages by which organizers publish, correct, move and withdraw versions, in two steps."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.models import League, Member, MonthClose, RuleChange
from rules.models import RuleVersion
from tests.factories import EVENING, make_draft, record
from tests.league.evenings import writes_of
from tests.league.rulechanges.changes import (
    BIGGER,
    EARLIER,
    RULES,
    carry_out,
    publishing,
    statuses,
    text,
    two_steps,
    typed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


def test_a_look_shows_what_would_change_and_writes_nothing(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    record(league, four)
    before = statuses(league)

    page = organizer.post(publishing(draft), {**typed(), "do": "preview", "reason": ""})

    assert page.status_code == 200
    assert page.context["preview"].altered == 1
    assert "2026-11-20 and later" in text(page)
    assert statuses(league) == before
    assert not RuleChange.objects.for_club(league.club).exists()


def test_what_was_seen_is_done_and_leads_to_its_progress(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    record(league, four)

    done = two_steps(organizer, publishing(draft), **typed())

    change = RuleChange.objects.for_club(league.club).get()
    assert done.status_code == 302
    assert done["Location"] == f"{RULES}changes/{change.pk}/"
    assert (change.kind, change.reason, change.created_by_name) == (
        RuleChange.Kind.PUBLISH, "総会で決定", "organizer",
    )  # fmt: skip
    assert carry_out(league).state == RuleChange.State.APPLIED
    assert statuses(league)["2026-11-20"] == "published"


def test_a_deed_without_a_look_is_shown_first(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    page = organizer.post(publishing(draft), {**typed(), "do": "go"})

    assert page.status_code == 409
    assert "preview" in page.context
    assert not RuleChange.objects.for_club(league.club).exists()


def test_a_look_that_a_new_game_has_overtaken_is_shown_again_with_what_was_typed(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    url = publishing(draft)
    mark = organizer.post(url, {**typed(), "do": "preview"}).context["mark"]
    record(league, four)

    page = organizer.post(url, {**typed(), "do": "go", "seen": mark})

    assert page.status_code == 409
    assert "Something has changed since the preview" in text(page)
    assert page.context["preview"].altered == 1
    assert page.context["form"]["reason"].value() == "総会で決定"
    assert not RuleChange.objects.for_club(league.club).exists()


def test_another_day_than_the_one_looked_at_is_shown_first(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    url = publishing(draft)
    mark = organizer.post(url, {**typed(), "do": "preview"}).context["mark"]

    page = organizer.post(url, {**typed(EARLIER), "do": "go", "seen": mark})

    assert page.status_code == 409
    assert not RuleChange.objects.for_club(league.club).exists()


def test_a_draft_saved_since_the_look_is_shown_again(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    url = publishing(draft)
    mark = organizer.post(url, {**typed(), "do": "preview"}).context["mark"]
    RuleVersion.objects.filter(pk=draft.pk).update(draft_revision=1)

    assert organizer.post(url, {**typed(), "do": "go", "seen": mark}).status_code == 409
    assert statuses(league)[draft.label] == "draft"


@pytest.mark.parametrize(
    ("parameters", "day", "words"),
    [
        pytest.param({}, EVENING, "This changes only text", id="words alone"),
        pytest.param({"uma": BIGGER}, date(2027, 1, 1), "No games have been played", id="to come"),
        pytest.param({"yakitori": 3_000}, EVENING, "all scores are the same", id="no score"),
    ],
)
def test_that_no_score_changes_is_said_kindly(
    league: League,
    organizer: Client,
    four: list[Member],
    parameters: dict[str, Any],
    day: date,
    words: str,
) -> None:
    record(league, four)
    record(league, four)
    draft = make_draft(league, day=None, **parameters)

    assert words in text(organizer.post(publishing(draft), {**typed(day), "do": "preview"}))


def test_a_closed_month_is_named_with_the_word_that_its_ranking_stays(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    record(league, four)
    MonthClose.objects.create(league=league, month=date(2026, 11, 1), rows=[], games=1)

    page = text(organizer.post(publishing(draft), {**typed(), "do": "preview"}))

    assert "Closed months stay as they are" in page
    assert "closed: the ranking stays" in page


def test_a_correction_replaces_the_version_of_its_day(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    two_steps(organizer, publishing(draft), **typed(date(2015, 4, 10), "correct", "誤記"))

    assert statuses(league)["2015-04-10"] == "superseded"
    assert statuses(league)["2015-04-10.2"] == "published"


def test_a_version_is_moved_in_two_steps(league: League, organizer: Client) -> None:
    url = f"{RULES}2015-04-10/move/"

    assert organizer.post(url, {"day": "2015-04-01", "do": "preview"}).status_code == 422
    assert organizer.post(url, {"day": "2015-04-10", "do": "preview"}).status_code == 422
    done = two_steps(organizer, url, day="2015-05-01", reason="延期")

    assert done.status_code == 302
    assert statuses(league) == {
        "2015-04-01": "published", "2015-04-10": "withdrawn", "2015-05-01": "published",
    }  # fmt: skip


def test_a_version_is_withdrawn_in_two_steps_and_with_a_reason(
    league: League, organizer: Client
) -> None:
    url = f"{RULES}2015-04-10/withdraw/"

    mark = organizer.post(url, {"do": "preview"}).context["mark"]
    assert organizer.post(url, {"do": "go", "seen": mark}).status_code == 422
    done = organizer.post(url, {"do": "go", "seen": mark, "reason": "撤回"})

    assert done.status_code == 302
    assert statuses(league)["2015-04-10"] == "withdrawn"
    change = RuleChange.objects.for_club(league.club).get(kind=RuleChange.Kind.WITHDRAW)
    answer = text(organizer.get(f"{RULES}changes/{change.pk}/"))
    assert "The version was withdrawn" in answer
    assert "The change is in force" not in answer


@pytest.mark.parametrize("path", ["changes/", "2015-04-10/move/", "2015-04-10/withdraw/"])
def test_looking_writes_nothing(league: League, organizer: Client, path: str) -> None:
    assert writes_of(organizer, RULES + path) == []
