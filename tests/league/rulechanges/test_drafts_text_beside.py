"""Two organizers at one heading or clause: what the second typed stays, beside the first's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from league.models import League
from league.rulechanges import text_views as draft_text
from league.rulechanges.draft_write import begin_draft, delete_draft
from league.rulechanges.text_write import remove_clause, remove_heading
from rules.models import RuleVersion
from tests.factories import ADMIN
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

TYPED: dict[str, Any] = {"code": "B", "title_ja": "書きかけ", "revision": "0"}
HEADING: dict[str, Any] = {**TYPED, "level": "1", "after": "A"}
CLAUSE: dict[str, Any] = {**TYPED, "code": "B-1", "section": "", "text_ja": "書きかけの文。"}


@pytest.fixture
def draft(league: League) -> RuleVersion:
    """A draft with the book of the newest version."""
    source = league.rule_set.rule_set.versions.get(effective_from="2015-04-10")
    return begin_draft(in_club=league.rule_set, source=source, title="", day=None, actor=ADMIN)


def first_comes(
    monkeypatch: pytest.MonkeyPatch, module: Any, name: str, action: Callable[[], object]
) -> None:
    """Let another do something between the reading and the writing of the second."""
    own = getattr(module, name)

    def later(**given: Any) -> Any:
        action()
        return own(**given)

    monkeypatch.setattr(module, name, later)


@pytest.mark.parametrize("action", ["write", "remove"])
@pytest.mark.parametrize("kind", ["heading", "clause"])
def test_what_goes_with_the_whole_draft_at_that_moment_is_shown_once_more(
    monkeypatch: pytest.MonkeyPatch,
    league: League,
    organizer: Client,
    draft: RuleVersion,
    kind: str,
    action: str,
) -> None:
    parts: Any = draft.sections if kind == "heading" else draft.clauses
    typed = HEADING if kind == "heading" else CLAUSE
    form = {**typed, kind: parts.all()[1].pk, **({"remove": "1"} if action == "remove" else {})}
    first_comes(
        monkeypatch, draft_text, f"{action}_{kind}",
        lambda: delete_draft(in_club=league.rule_set, draft=draft, revision=0, actor=ADMIN),
    )  # fmt: skip

    page = organizer.post(page_of(draft, f"{kind}s/"), form)

    assert page.status_code == 409
    assert "This draft was deleted" in text(page)
    assert "書きかけ" in text(page)


@pytest.mark.parametrize("kind", ["heading", "clause"])
def test_what_somebody_takes_out_at_that_moment_is_kept_for_adding_it_again(
    monkeypatch: pytest.MonkeyPatch,
    league: League,
    organizer: Client,
    draft: RuleVersion,
    kind: str,
) -> None:
    given: dict[str, Any] = {
        "in_club": league.rule_set,
        "draft": draft,
        "revision": 0,
        "actor": ADMIN,
    }
    if kind == "heading":
        part: Any = draft.sections.get(code="B")
        first_comes(monkeypatch, draft_text, "write_heading",
                    lambda: remove_heading(**given, heading=part))  # fmt: skip
    else:
        part = draft.clauses.get(code="B-1")
        first_comes(monkeypatch, draft_text, "write_clause",
                    lambda: remove_clause(**given, clause=part))  # fmt: skip
    typed = HEADING if kind == "heading" else CLAUSE

    page = organizer.post(page_of(draft, f"{kind}s/"), {**typed, kind: part.pk})

    assert page.status_code == 422
    assert f"Someone else removed this {kind} in the meantime." in text(page)
    assert page.context["form"]["title_ja"].value() == "書きかけ"
    assert 'name="revision" value="1"' in page.content.decode()


def test_a_heading_that_somebody_took_out_is_added_again_by_saving(
    organizer: Client, draft: RuleVersion
) -> None:
    key = draft.sections.get(code="B").pk
    gone = {"revision": "0", "heading": key, "remove": "1"}
    organizer.post(page_of(draft, "headings/"), gone)

    page = organizer.post(page_of(draft, "headings/"), {**HEADING, "heading": key})
    again = organizer.post(page_of(draft, "headings/"), gone, follow=True)

    assert page.status_code == 422
    assert "Saving adds it again." in text(page)
    assert page.context["form"]["title_ja"].value() == "書きかけ"
    assert "already removed this heading" in text(again)
    organizer.post(page_of(draft, "headings/"), {**HEADING, "revision": "1"})
    assert draft.sections.get(code="B").title_ja == "書きかけ"


def test_what_somebody_else_made_of_the_heading_is_shown_beside_what_was_typed(
    organizer: Client, draft: RuleVersion
) -> None:
    form = {**HEADING, "heading": draft.sections.get(code="B").pk}
    first = {"title_ja": "先の見出し", "title_en": "Former title", "level": "2"}
    organizer.post(page_of(draft, "headings/"), {**form, **first})

    page = organizer.post(page_of(draft, "headings/"), form)
    other = organizer.post(page_of(draft, "headings/"), {**HEADING, "code": "Z"})

    assert page.status_code == 422
    words = text(page)
    assert "Heading as saved by organizer B 先の見出し Former title Level section" in words
    assert page.context["form"]["title_ja"].value() == "書きかけ"
    assert "as saved by" not in text(other)  # a new one is nobody else's
