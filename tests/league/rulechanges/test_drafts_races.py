"""Two hands save one draft at the same moment; beside the guard stands the form that must fail."""

from __future__ import annotations

import time
from typing import Any

import pytest

from league.core.errors import LeagueError
from league.models import AuditEvent, League
from league.rulechanges.draft_write import delete_draft, save_draft
from rules.models import RuleVersion
from tests.factories import ADMIN, league_of, make_club, make_draft
from tests.league.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)

HANDS = 6
#: one value for each hand
VALUES = ("chip_value", "bust_bonus", "yakitori", "yakuman_ron", "yakuman_tsumo", "floating_line")


@pytest.fixture
def league() -> League:
    return league_of(make_club())


@pytest.fixture
def draft(league: League) -> RuleVersion:
    return make_draft(league)


def test_of_six_saves_at_once_one_is_stored_and_five_are_told(
    league: League, draft: RuleVersion
) -> None:
    answers = at_once(
        lambda n: save_draft(
            in_club=league.rule_set,
            draft=draft,
            revision=0,
            values={VALUES[n]: 7_000},
            about={},
            actor=ADMIN,
        ),
        HANDS,
    )

    refused = [answer for answer in answers if isinstance(answer, LeagueError)]
    draft.refresh_from_db()
    kept = [name for name in VALUES if draft.parameters["settlement"][name] == 7_000]
    assert len(refused) == HANDS - 1
    assert {error.code for error in refused} == {"draft-changed"}
    assert len(kept) == 1
    assert draft.draft_revision == 1
    events = AuditEvent.objects.for_club(league.club).filter(type="rule_draft.changed")
    assert [list(event.after["values"]) for event in events if event.after] == [kept]


def test_control_saving_without_the_revision_loses_what_others_typed(draft: RuleVersion) -> None:
    def naive(number: int) -> None:
        read = RuleVersion.objects.get(pk=draft.pk)
        time.sleep(0.1)
        read.parameters["settlement"][VALUES[number]] = 7_000
        read.save(update_fields=["parameters"])

    at_once(naive, HANDS)

    draft.refresh_from_db()
    kept = [name for name in VALUES if draft.parameters["settlement"][name] == 7_000]
    assert len(kept) < HANDS


def test_a_draft_is_saved_or_thrown_away_but_not_both(league: League, draft: RuleVersion) -> None:
    given: dict[str, Any] = {
        "in_club": league.rule_set,
        "draft": draft,
        "revision": 0,
        "actor": ADMIN,
    }

    def work(number: int) -> str:
        if number % 2:
            delete_draft(**given)
            return "deleted"
        save_draft(**given, values={"chip_value": 7_000}, about={})
        return "saved"

    answers = [answer for answer in at_once(work) if isinstance(answer, str)]

    assert len(answers) == 1
    assert RuleVersion.objects.filter(pk=draft.pk).exists() == (answers == ["saved"])
