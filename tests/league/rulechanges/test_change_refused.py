"""What organizers cannot do to the rules, and how they are told."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.models import League, Member, RuleChange
from rules.models import RuleVersion
from tests.factories import league_of, make_club, make_draft, record
from tests.league.rulechanges.changes import (
    BIGGER,
    EARLIER,
    RULES,
    publishing,
    statuses,
    text,
    typed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        pytest.param(typed(date(2015, 4, 10)), "Publish this as its correction", id="taken day"),
        pytest.param(
            typed(EARLIER, "correct"), "no version takes effect on that day", id="nothing there"
        ),
        pytest.param(
            typed(date(2015, 4, 10), "correct", ""),
            "Please give a reason",
            id="correction, no reason",
        ),
        pytest.param({**typed(), "day": "2026-02-30"}, "day", id="no such day"),
        pytest.param({**typed(), "day": "1066-10-14"}, "1950", id="before all clubs"),
        pytest.param({**typed(), "kind": "abolish"}, "abolish", id="no such kind"),
        pytest.param({**typed(), "reason": "長" * 201}, "200", id="a reason too long"),
    ],
)
def test_what_cannot_be_is_said_beside_what_was_typed(
    league: League, organizer: Client, draft: RuleVersion, sent: dict[str, str], words: str
) -> None:
    page = organizer.post(publishing(draft), {**sent, "do": "go", "seen": "x"})

    assert page.status_code == 422
    assert words in text(page)
    assert page.context["form"]["day"].value() == sent["day"]
    assert statuses(league)[draft.label] == "draft"


def test_games_that_cannot_stand_are_linked_and_there_is_no_way_to_go_on(
    league: League, organizer: Client, four: list[Member]
) -> None:
    game = record(league, four)
    draft = make_draft(league, day=None, start_points=26_000)
    url = publishing(draft)

    page = organizer.post(url, {**typed(), "do": "preview"})

    html = page.content.decode()
    assert f"/c/tonan/games/{game.pk}/" in html
    assert 'value="go"' not in html
    assert "1 recorded game cannot be scored" in text(page)
    forced = organizer.post(url, {**typed(), "do": "go", "seen": page.context["mark"]})
    assert forced.status_code == 422
    assert statuses(league)[draft.label] == "draft"


def test_a_draft_that_contradicts_itself_names_the_field_and_leads_to_it(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    draft.parameters["settlement"]["uma"] = [30_000, 10_000, -10_000, -20_000]
    RuleVersion.objects.filter(pk=draft.pk).update(parameters=draft.parameters)

    url = f"{RULES}drafts/{draft.pk}/?section=settlement#row-uma"

    page = organizer.post(publishing(draft), {**typed(), "do": "preview"})
    before = organizer.get(publishing(draft))

    assert (before.status_code, page.status_code) == (200, 422)
    for shown in (before, page):
        assert "These rules contradict themselves" in text(shown)
        assert f'<a href="{url}">Uma by place</a>: The values must add up' in shown.content.decode()
    assert "preview" not in page.context


def test_the_first_version_with_games_is_not_withdrawn(
    league: League, organizer: Client, four: list[Member]
) -> None:
    record(league, four, day=date(2015, 4, 3))
    url = f"{RULES}2015-04-01/withdraw/"

    page = organizer.post(url, {"do": "preview"})
    forced = organizer.post(url, {"do": "go", "seen": page.context["mark"], "reason": "撤回"})

    assert "no rules would be in force on that day" in text(page)
    assert forced.status_code == 422
    assert statuses(league)["2015-04-01"] == "published"


@pytest.mark.parametrize(
    "path",
    ["2015-04-11/move/", "2015-04-11/withdraw/", "drafts/999999/publish/", "changes/999999/"],
)
def test_what_is_not_there_is_not_found(league: League, organizer: Client, path: str) -> None:
    assert organizer.get(RULES + path).status_code == 404


def test_the_drafts_and_changes_of_another_club_are_not_found(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    elsewhere = league_of(make_club("seihoku", owner="elsewhere"))
    draft = make_draft(elsewhere, uma=BIGGER)
    change = RuleChange.objects.create(
        club=elsewhere.club,
        rule_set=elsewhere.rule_set,
        kind=RuleChange.Kind.WITHDRAW,
        leaving=elsewhere.rule_set.rule_set.versions.all()[0],
    )

    assert organizer.post(publishing(draft), {**typed(), "do": "go"}).status_code == 404
    for page in ("", "stop/", "resume/", "give-up/"):
        url = f"{RULES}changes/{change.pk}/{page}"
        answer = organizer.get(url) if not page else organizer.post(url)
        assert answer.status_code == 404


def test_whoever_comes_second_with_a_draft_is_led_to_what_the_first_one_did(
    league: League, organizer: Client, under_way: RuleChange, draft: RuleVersion
) -> None:
    page = organizer.post(publishing(draft), {**typed(), "do": "go", "seen": "x"}, follow=True)

    assert page.redirect_chain == [(f"{RULES}changes/{under_way.pk}/", 302)]
    assert "Someone has already published this draft." in text(page)
    assert RuleChange.objects.for_club(league.club).count() == 1


def test_while_a_change_is_under_way_the_next_is_told_to_wait(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    second = make_draft(league, day=None)

    page = organizer.post(publishing(second), {**typed(EARLIER), "do": "preview"})
    forced = organizer.post(
        publishing(second), {**typed(EARLIER), "do": "go", "seen": page.context["mark"]}
    )

    assert f"changes/{under_way.pk}/" in page.content.decode()
    assert 'value="go"' not in page.content.decode()
    assert forced.status_code == 422
    assert "Another change to these rules is in progress" in text(forced)
