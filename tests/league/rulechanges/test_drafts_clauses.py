"""The text of a draft: clauses of the club's own, and texts that no longer fit their values."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import AuditEvent, League
from league.rulechanges.draft_write import begin_draft
from rules.models import Clause, RuleVersion
from tests.factories import ADMIN
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import page_of, save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


@pytest.fixture
def draft(league: League) -> RuleVersion:
    """A draft with the book of the newest version."""
    source = league.rule_set.rule_set.versions.get(effective_from="2015-04-10")
    return begin_draft(in_club=league.rule_set, source=source, title="", day=None, actor=ADMIN)


def write(client: Client, draft: RuleVersion, revision: int = 0, /, **typed: Any) -> Any:
    form = {"code": "Z-1", "title_ja": "観戦", "text_ja": "静かに。", "revision": revision, **typed}
    return client.post(page_of(draft, "clauses/"), form)


def clause_of(draft: RuleVersion, code: str) -> Clause:
    return draft.clauses.get(code=code)


def test_a_club_adds_a_clause_below_the_others_of_its_heading(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft, section="A", **{"p-states": ["machine_setting"]})

    added = clause_of(draft, "Z-1")
    codes = list(draft.clauses.values_list("code", flat=True))
    assert codes[codes.index("Z-1") - 1].startswith("A-")
    assert codes[codes.index("Z-1") + 1].startswith("B-")
    assert added.is_own
    assert added.states == ["machine_setting"]
    draft.refresh_from_db()
    assert draft.stated_by["machine_setting"] == "Z-1"
    assert draft.draft_revision == 1


def test_where_one_language_is_missing_the_other_is_shown(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft)

    added = clause_of(draft, "Z-1")
    assert (added.title_en, added.text_en) == ("観戦", "静かに。")
    form = organizer.get(page_of(draft, f"clauses/?edit={added.pk}")).context["form"]
    assert form["text_en"].value() == ""


def test_a_text_that_was_written_for_other_values_is_pointed_out(
    organizer: Client, draft: RuleVersion
) -> None:
    row = {f"p__uma__{at}": text for at, text in enumerate(("15000", "5000", "−5000", "−15000"))}
    save(organizer, draft, shown=["uma"], **row)

    page = text(organizer.get(page_of(draft, "clauses/")))

    assert (
        "The text was written for Uma by place: +10 / +5 / −5 / −10. Now it is +15 / +5 / −5 / −15."
        in page
    )


def test_a_clause_that_goes_leaves_its_values_assumed(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    clause = clause_of(draft, "A-3")

    organizer.post(
        page_of(draft, "clauses/"), {"revision": "0", "clause": clause.pk, "remove": "1"}
    )

    draft.refresh_from_db()
    assert not draft.clauses.filter(code="A-3").exists()
    assert draft.stated_by["uma"] == "assumed"
    event = AuditEvent.objects.for_club(league.club).latest("pk")
    assert event.type == "rule_draft.clause_removed"
    assert event.before is not None
    assert event.before["clause"]["code"] == "A-3"


def test_what_a_clause_no_longer_states_is_assumed_or_stated_by_another(
    organizer: Client, draft: RuleVersion
) -> None:
    clause = clause_of(draft, "A-3")
    kept = [name for name in clause.states if name != "uma"]

    write(organizer, draft, clause=clause.pk, code="A-3", **{"p-states": kept})

    draft.refresh_from_db()
    assert draft.stated_by["uma"] == "assumed"
    assert {draft.stated_by[name] for name in kept} == {"A-3"}


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        pytest.param({"code": "A-3"}, "Another clause already has this code.", id="code taken"),
        pytest.param({"code": "assumed"}, "Please choose another code.", id="code that means"),
        pytest.param({"code": ""}, "This field is required.", id="no code"),
        pytest.param({"title_ja": ""}, "Please enter a title.", id="no title"),
        pytest.param({"text_ja": " "}, "Please enter the text.", id="no text"),
        pytest.param({"section": "Q"}, "Select a valid choice.", id="no such heading"),
    ],
)
def test_a_clause_that_cannot_stand_is_refused_and_stays_in_the_form(
    organizer: Client, draft: RuleVersion, typed: dict[str, str], says: str
) -> None:
    page = write(organizer, draft, **{"title_en": "Watching", **typed} if "title_ja" not in typed
                 else typed)  # fmt: skip

    assert page.status_code == 422
    assert says in text(page)
    draft.refresh_from_db()
    assert draft.draft_revision == 0


def test_a_clause_saved_over_somebody_elses_change_is_asked_again(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["tie"], p__tie="share_uma")

    page = write(organizer, draft, 0, text_ja="静かに観戦。")

    assert page.status_code == 422
    assert "This draft was saved a moment ago, in another window" in text(page)
    assert "静かに観戦。" in page.content.decode()
    assert 'name="revision" value="1"' in page.content.decode()
    assert not draft.clauses.filter(code="Z-1").exists()


def test_what_somebody_else_made_of_the_clause_is_shown_beside_what_was_typed(
    organizer: Client, draft: RuleVersion
) -> None:
    clause = clause_of(draft, "A-3")
    form = {"clause": clause.pk, "code": "A-3", "section": "A", "p-states": clause.states}
    write(organizer, draft, **form, text_ja="先に書いた文。")

    page = write(organizer, draft, 0, **form, text_ja="後から書いた文。")

    assert page.status_code == 422
    assert "As saved by organizer" in text(page)
    assert "先に書いた文。" in text(page)
    assert page.context["form"]["text_ja"].value() == "後から書いた文。"
    write(organizer, draft, 1, **form, text_ja="後から書いた文。")
    assert clause_of(draft, "A-3").text_ja == "後から書いた文。"


def test_a_clause_that_somebody_takes_out_meanwhile_is_not_lost(
    organizer: Client, draft: RuleVersion
) -> None:
    clause = clause_of(draft, "A-3")
    gone = {"revision": "0", "clause": clause.pk, "remove": "1"}
    organizer.post(page_of(draft, "clauses/"), gone)

    page = write(organizer, draft, 0, clause=clause.pk, code="A-3", text_ja="書きかけの文。")
    again = organizer.post(page_of(draft, "clauses/"), gone, follow=True)

    assert page.status_code == 422
    assert "Saving adds it again." in text(page)
    assert page.context["form"]["text_ja"].value() == "書きかけの文。"
    assert "already removed this clause" in text(again)
    write(organizer, draft, 1, code="A-3", text_ja="書きかけの文。")
    assert clause_of(draft, "A-3").text_ja == "書きかけの文。"


def test_only_what_may_stay_empty_is_called_optional(organizer: Client, draft: RuleVersion) -> None:
    clause = clause_of(draft, "A-3")
    pages = {
        "clauses/?new=1": 0,
        f"clauses/?edit={clause.pk}": 0,
        "headings/": 0,
        "": 4,  # name, day, what changes in two languages
    }

    found = {
        page: organizer.get(page_of(draft, page)).content.decode().count("field__optional")
        for page in pages
    }

    assert found == pages


def test_a_clause_of_another_version_is_not_there(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    foreign = Clause.objects.exclude(version=draft).filter(
        version__rule_set=league.rule_set.rule_set
    )[0]

    for key in (foreign.pk, "9" * 30, "one", "１"):
        assert organizer.get(page_of(draft, f"clauses/?edit={key}")).status_code == 404
        assert write(organizer, draft, clause=key).status_code == 404
