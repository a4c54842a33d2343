"""What the page of a preview shows and keeps: before and after, what was typed, other hands."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest
from django.test import Client

from league.core.audit import system
from league.models import League, Member, RuleChange
from league.rulechanges import views as rule_changes
from league.rulechanges.draft_write import begin_draft, save_draft
from league.rulechanges.plan import intend_publishing
from league.rulechanges.preview import preview
from league.rulechanges.progress_views import month_tables
from rules.models import RuleVersion
from tests.factories import EVENING, make_draft, record
from tests.league.rulechanges.changes import (
    BIGGER,
    EARLIER,
    RULES,
    carry_out,
    publishing,
    text,
    typed,
)
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

ANOTHER = system("幹事二")
CORRECTION = typed(date(2015, 4, 10), "correct", "")


def type_into(draft: RuleVersion, **values: Any) -> None:
    """Save other values in a draft, as another organizer does."""
    draft.refresh_from_db()
    save_draft(
        in_club=draft.rule_set.in_club,
        draft=draft,
        revision=draft.draft_revision,
        values=values,
        about={},
        actor=ANOTHER,
    )


def preview_page(client: Client, draft: RuleVersion, **more: str) -> dict[str, str]:
    """Everything that the page of a preview would send with the deed."""
    page = client.post(publishing(draft), {**typed(), **more, "do": "preview"})
    assert page.status_code == 200
    seen = {name: value for name, value in parsed(page).sent.items() if name.startswith("seen")}
    return {**typed(), **more, **seen, "do": "go"}


def rows_of(page: Any, table: str) -> list[list[str]]:
    """The words of each row of a table's body, cell by cell, without what is only spoken."""
    return parsed(page).one(id=table).rows("tbody")


def test_everybody_whose_total_changes_is_listed_and_those_of_another_rank_first(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    sato, suzuki, takahashi, tanaka = four
    record(league, [sato, suzuki, takahashi, tanaka], (40_000, 28_000, 22_000, 10_000))
    record(league, [tanaka, suzuki, takahashi, sato], (40_000, 28_000, 22_000, 10_000))

    page = organizer.post(publishing(draft), {**typed(), "do": "preview"})

    assert rows_of(page, "ranks-main-2026-11") == [
        ["鈴木 翔", "3 → 1", "+6 → +16"],
        ["佐藤 健一", "1 → 2", "+10"],
        ["田中 実", "1 → 2", "+10"],
        ["高橋 恵", "4", "−26 → −36"],
    ]
    assert "4 people affected · 3 ranks change" in text(page)


def test_who_played_too_little_is_listed_with_a_total_and_without_a_rank(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    League.objects.for_club(league.club).update(minimum_games=2)
    record(league, four)

    page = organizer.post(publishing(draft), {**typed(), "do": "preview"})

    assert ["佐藤 健一", "–", "+41 → +61"] in rows_of(page, "ranks-main-2026-11")
    assert "no rank changes" in text(page)


def test_each_score_stands_beside_the_one_that_it_becomes(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    record(league, four)

    page = organizer.post(publishing(draft), {**typed(), "do": "preview"})

    assert rows_of(page, "games-main-2026-11-20")[1:3] == [
        ["佐藤 健一", "1", "+41 → +61", "+20"],
        ["鈴木 翔", "2", "+5 → +10", "+5"],
    ]


def test_of_a_long_history_the_newest_months_list_their_people(
    league: League, four: list[Member]
) -> None:
    for day in (date(2026, 9, 4), date(2026, 10, 2), EVENING):
        record(league, four, day=day)
    draft = make_draft(league, uma=BIGGER)
    months = preview(intend_publishing(league.rule_set, draft, date(2026, 9, 1)).plan()).months

    def listed(most: int) -> list[bool]:
        return [table["rows"] is not None for table in month_tables(months, most=most)]

    assert listed(12) == [True, True, True]
    assert listed(8) == [False, True, True]
    assert listed(1) == [False, False, True]


@pytest.mark.parametrize("kind", ["publish", "correct"])
def test_a_reason_that_is_missing_is_asked_for_beside_its_field_under_the_same_preview(
    league: League, organizer: Client, draft: RuleVersion, kind: str
) -> None:
    sent = preview_page(organizer, draft, **{**CORRECTION, "kind": kind, "day": _day(kind)})

    page = organizer.post(publishing(draft), sent)

    html = page.content.decode()
    assert page.status_code == 422
    assert "preview" in page.context
    assert page.context["form"].errors.keys() == {"reason"}
    assert "Please give a reason" in html.split('id="answer"')[1].split("</table>")[0]
    assert not RuleChange.objects.for_club(league.club).exists()


def _day(kind: str) -> str:
    return "2015-04-10" if kind == "correct" else EVENING.isoformat()


def test_no_required_field_is_called_optional(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    pages = [
        organizer.post(publishing(draft), {**typed(), "do": "preview"}),
        organizer.post(f"{RULES}2015-04-10/withdraw/", {"do": "preview"}),
    ]

    for page in pages:
        assert 'name="reason"' in page.content.decode()
        assert "optional" not in text(page)


def test_a_reason_typed_before_a_wrong_day_is_kept(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    page = organizer.post(publishing(draft), {**typed(), "day": "2026-02-30", "do": "go"})

    assert page.status_code == 422
    assert 'name="reason" value="総会で決定"' in page.content.decode()


def test_a_draft_saved_since_the_look_says_who_changed_what_and_shows_the_new_preview(
    league: League, organizer: Client, draft: RuleVersion, four: list[Member]
) -> None:
    record(league, four)
    sent = preview_page(organizer, draft)
    type_into(draft, uma=[20_000, 10_000, -10_000, -20_000])

    page = organizer.post(publishing(draft), sent)

    words = text(page)
    assert page.status_code == 409
    assert "幹事二 changed this draft at 2026-11-20 21:00, after your preview" in words
    assert re.search(r"Uma by place: was: \+30 / .* now: \+20 /", words)
    assert page.context["preview"].games[0].after[0] == 51_000
    assert page.context["form"]["reason"].value() == "総会で決定"
    assert organizer.post(publishing(draft), preview_page(organizer, draft)).status_code == 302


def test_a_draft_that_contradicts_itself_since_the_look_says_who_did_that(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    sent = preview_page(organizer, draft)
    type_into(draft, uma=[20_000, 0, 0, 0])

    page = organizer.post(publishing(draft), sent)

    assert page.status_code == 422
    assert "幹事二 changed this draft" in text(page)
    assert "These rules contradict themselves" in text(page)


def test_another_day_than_the_one_looked_at_is_not_blamed_on_others(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    sent = preview_page(organizer, draft)

    page = organizer.post(publishing(draft), {**sent, "day": EARLIER.isoformat()})

    assert page.status_code == 409
    assert "You chose another day after the preview" in text(page)


@pytest.mark.parametrize("revision", ["", "x", "-1", "９", "9" * 40])
def test_an_odd_revision_sent_along_harms_nothing(
    league: League, organizer: Client, draft: RuleVersion, revision: str
) -> None:
    sent = preview_page(organizer, draft)

    page = organizer.post(publishing(draft), {**sent, "seen": "x", "seen_revision": revision})

    assert page.status_code == 409


def test_clauses_whose_text_was_written_for_other_values_are_listed_and_hinder_nothing(
    league: League, organizer: Client
) -> None:
    source = league.rule_set.rule_set.versions.get(effective_from=date(2015, 4, 10))
    draft = begin_draft(in_club=league.rule_set, source=source, title="", day=None, actor=ANOTHER)
    type_into(draft, uma=list(BIGGER))
    clause = draft.clauses.get(code="A-3")

    pages = [
        organizer.get(publishing(draft)),
        organizer.post(publishing(draft), {**typed(), "do": "preview"}),
    ]

    for page in pages:
        assert "The text of 1 clause needs rewriting" in text(page)
        assert f'href="{RULES}drafts/{draft.pk}/clauses/?edit={clause.pk}"' in page.content.decode()
        assert re.search(r"Uma by place: was: \+10 / .* now: \+30 /", text(page))
    assert organizer.post(publishing(draft), preview_page(organizer, draft)).status_code == 302


def test_a_preview_of_many_games_is_announced_with_their_number(
    league: League,
    organizer: Client,
    draft: RuleVersion,
    four: list[Member],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record(league, four)
    record(league, four)
    few = organizer.get(publishing(draft))
    monkeypatch.setattr(rule_changes, "MANY", 2)

    many = organizer.get(publishing(draft))

    assert 'data-busy="Working out 2 games …"' in many.content.decode()
    assert 'data-busy-day="2026-11-20"' in many.content.decode()
    assert "This re-scores 2 games" in text(many)
    assert "This re-scores" not in text(few)


def test_after_it_the_scores_are_said_in_the_rules_own_unit(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    carry_out(league)

    page = organizer.get(f"{RULES}changes/{under_way.pk}/")

    assert "Scores before and after (pt)" in text(page)
