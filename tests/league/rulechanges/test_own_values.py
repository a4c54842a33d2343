"""A value that the club chose itself is its own decision, and no assumption."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from league.models import Club, ClubRuleSet, League
from league.rulebook.write import adopt_rule_set
from league.rulechanges.draft_write import begin_draft, marked, save_draft
from league.wording.errors import words_for
from rules.models import RuleVersion
from rules.presets import load
from scoring.errors import BadSticksError
from tests.factories import ADMIN, make_members, record
from tests.league.rulechanges.changes import text

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

SET = "/c/tonan/rules/nekohouse-4a/"
POINTS = {"points-0": "41400", "points-1": "30000", "points-2": "23800", "points-3": "4800"}


@pytest.fixture
def neko(club: Club) -> ClubRuleSet:
    """Nekohouse 4A, whose document says nothing of rounding."""
    return adopt_rule_set(club=club, key="nekohouse-4a", actor=ADMIN)


@pytest.fixture
def copied(neko: ClubRuleSet) -> RuleVersion:
    """A draft that is the adopted version still."""
    return begin_draft(
        in_club=neko, source=neko.rule_set.versions.get(), title="案", day=None, actor=ADMIN
    )


def change(neko: ClubRuleSet, draft: RuleVersion, **values: Any) -> RuleVersion:
    draft.refresh_from_db()
    return save_draft(
        in_club=neko,
        draft=draft,
        revision=draft.draft_revision,
        values=values,
        about={},
        actor=ADMIN,
    )


def put_in_force(draft: RuleVersion) -> RuleVersion:
    draft.status, draft.effective_from, draft.number = "published", date(2026, 11, 1), 1
    draft.save()
    return draft


def test_what_no_clause_states_and_the_club_changes_is_its_decision(
    neko: ClubRuleSet, copied: RuleVersion
) -> None:
    assert copied.stated_by["rounding"] == "assumed"

    changed = change(neko, copied, rounding="go_sha_roku_nyu", uma=[20000, 10000, -10000, -20000])

    assert changed.stated_by["rounding"] == "club"
    assert changed.stated_by["uma"] == copied.stated_by["uma"]
    others = {name: by for name, by in changed.stated_by.items() if name != "rounding"}
    assert others.items() <= copied.stated_by.items()


def test_what_is_set_back_to_the_document_is_assumed_again(
    neko: ClubRuleSet, copied: RuleVersion
) -> None:
    before = copied.parameters["settlement"]["rounding"]
    change(neko, copied, rounding="go_sha_roku_nyu")

    assert change(neko, copied, rounding=before).stated_by["rounding"] == "assumed"


def test_a_decision_stays_one_in_the_versions_that_are_made_of_it(
    neko: ClubRuleSet, copied: RuleVersion
) -> None:
    source = put_in_force(change(neko, copied, rounding="go_sha_roku_nyu"))
    later = begin_draft(in_club=neko, source=source, title="", day=None, actor=ADMIN)

    assert later.stated_by["rounding"] == "club"
    change(neko, later, rounding="up")
    assert change(neko, later, rounding="go_sha_roku_nyu").stated_by["rounding"] == "club"


def test_what_a_clause_of_the_document_stated_is_the_club_s_once_no_clause_does(
    neko: ClubRuleSet, copied: RuleVersion
) -> None:
    copied.stated_by["uma"] = "assumed"

    values = {"uma": [20_000, 10_000, -10_000, -20_000]}

    assert marked(copied, values)["uma"] == "club"


def test_a_set_of_the_club_s_own_is_measured_by_the_version_before_if_it_can_be_read(
    neko: ClubRuleSet, copied: RuleVersion
) -> None:
    copied.rule_set.adopted_from = ""
    before = copied.parameters["settlement"]["rounding"]

    assert marked(copied, {"rounding": before})["rounding"] == "assumed"
    assert copied.based_on is not None
    copied.based_on = RuleVersion(parameters={"family": "riichi", "game": {"players": 9}})
    assert marked(copied, {"rounding": before})["rounding"] == "club"
    copied.based_on = None
    assert marked(copied, {"rounding": before})["rounding"] == "club"


def test_the_game_page_and_the_rulebook_say_that_the_club_decided(
    neko: ClubRuleSet, copied: RuleVersion, league: League, organizer: Client
) -> None:
    version = put_in_force(change(neko, copied, rounding="go_sha_roku_nyu"))
    league.rule_set = neko
    league.save()
    game = record(league, make_members(league.club))

    page = text(organizer.get(f"/c/tonan/games/{game.pk}/"))
    book = text(organizer.get(f"{SET}{version.label}/"))

    assert "the club's decision (2026-11-01)" in page.replace("&#x27;", "'")
    assert "The club's decisions" in book
    assert "the club's decision" in book.replace("&#x27;", "'")


def test_trying_a_draft_says_which_value_the_club_decided(
    neko: ClubRuleSet, copied: RuleVersion, organizer: Client
) -> None:
    draft = change(neko, copied, rounding="go_sha_roku_nyu")

    page = text(organizer.get(f"{SET}drafts/{draft.pk}/try/", POINTS)).replace("&#x27;", "'")

    assert "the club's decision (案)" in page
    form = text(organizer.get(f"{SET}drafts/{draft.pk}/?section=settlement"))
    assert "the club's decision" in form.replace("&#x27;", "'")


def test_the_api_lists_a_decision_apart_from_what_is_left_open(
    neko: ClubRuleSet, copied: RuleVersion, organizer: Client
) -> None:
    version = put_in_force(change(neko, copied, rounding="go_sha_roku_nyu"))
    at = f"/api/v1/clubs/tonan/rule-sets/nekohouse-4a/versions/{version.label}"

    book = organizer.get(f"{at}/rulebook").json()
    departures = organizer.get(f"{at}/departures").json()

    assert [line["parameter"] for part in book["decided"] for line in part["lines"]] == ["rounding"]
    decided = book["decided"][0]["lines"][0]
    assert (decided["assumed"], decided["club"]) == (False, True)
    left = {line["parameter"] for part in book["left_open"] for line in part["lines"]}
    assert left
    assert "rounding" not in left
    row = next(row for row in departures["differences"] if row["parameter"] == "rounding")
    assert (row["here"]["assumed"], row["here"]["club"]) == (False, True)
    assert (row["there"]["assumed"], row["there"]["club"]) == (True, False)


def test_a_file_with_a_decision_becomes_a_draft_with_it(
    neko: ClubRuleSet, copied: RuleVersion, organizer: Client
) -> None:
    at = "/api/v1/clubs/tonan/rule-sets/nekohouse-4a"
    version = put_in_force(change(neko, copied, rounding="go_sha_roku_nyu"))
    file = organizer.get(f"{at}/versions/{version.label}").json()

    made = organizer.post(f"{at}/drafts", file, content_type="application/json")

    assert made.status_code == 201
    assert made.json()["rules"]["stated_by"]["rounding"] == "club"


def test_sticks_are_said_to_be_points() -> None:
    with override("en"):
        found = words_for(BadSticksError(most=32_000))

    assert found == (
        "sticks",
        "Riichi sticks are entered in points: a multiple of 100, from 0 to 32,000.",
    )


def test_shipped_sets_know_no_decision_of_a_club() -> None:
    assert "club" not in load("nekohouse-4a").versions[-1].stated_by.values()
