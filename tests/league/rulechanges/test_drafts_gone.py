"""A draft that was published or deleted in another tab: kindly said, and nothing typed is lost."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.models import League, Member
from league.rulechanges.write import publish_draft
from rules.models import RuleVersion
from tests.factories import ADMIN, make_draft, make_login, record
from tests.league.rulechanges.changes import publish, text
from tests.league.rulechanges.draft_forms import SET, page_of, save

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

PAGES = ["", "?section=game", "try/", "clauses/", "clauses/?new=1", "headings/"]
FORMS = ["save/", "check/", "delete/", "clauses/", "headings/"]


@pytest.fixture
def published(league: League, draft: RuleVersion) -> RuleVersion:
    """The draft, in force from a day to come."""
    publish_draft(
        in_club=league.rule_set,
        draft=draft,
        draft_revision=0,
        day=date(2027, 1, 1),
        corrects=None,
        reason="",
        actor=ADMIN,
    )
    draft.refresh_from_db()
    return draft


@pytest.mark.parametrize("page", PAGES)
def test_a_second_tab_is_led_to_the_published_version(
    organizer: Client, published: RuleVersion, page: str
) -> None:
    answer = organizer.get(page_of(published, page))

    assert answer.status_code == 410
    assert "This draft is already published" in text(answer)
    assert f'href="{SET}2027-01-01/"' in answer.content.decode()
    assert f'href="{SET}drafts/new/?from=2027-01-01"' in answer.content.decode()


@pytest.mark.parametrize("page", FORMS)
def test_what_a_second_tab_sends_changes_nothing_and_is_answered(
    organizer: Client, published: RuleVersion, page: str
) -> None:
    before = RuleVersion.objects.filter(pk=published.pk).values().get()

    answer = organizer.post(page_of(published, page), {"revision": "0", "code": "Z"})

    assert answer.status_code == 409
    assert "This draft is already published" in text(answer)
    assert RuleVersion.objects.filter(pk=published.pk).values().get() == before


def test_what_was_typed_in_the_second_tab_is_shown_once_more(
    organizer: Client, published: RuleVersion
) -> None:
    row = {f"p__uma__{at}": value for at, value in enumerate(("20-10", "0", "0", "0"))}
    values = text(
        save(
            organizer, published, 0, shown=["uma", "tie", "start_points"],
            p__tie="seat", p__start_points="二万", section="settlement", **row,
        )
    )  # fmt: skip
    clause = {"revision": "0", "code": "Z-1", "title_ja": "観戦", "text_ja": "静かに見る。"}
    words = text(organizer.post(page_of(published, "clauses/"), clause))

    assert "Uma by place +20 / +10 / −10 / −20" in values
    assert "Starting points “二万”" in values
    assert "Equal points" not in values  # as it is in the version
    assert "Heading" not in values  # the section that the page showed
    assert "Text in Japanese 静かに見る。" in words


def test_a_page_that_saves_itself_is_told_where_the_version_is(
    organizer: Client, published: RuleVersion
) -> None:
    form = {"shown": ["chip_value"], "p-chip_value": "2000", "revision": "0"}

    answer = organizer.post(page_of(published, "save/"), form, headers={"HX-Request": "true"})

    assert answer.status_code == 409
    assert 'id="draft-conflict"' in answer.content.decode()
    assert f'href="{SET}2027-01-01/"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_while_it_is_being_published_the_way_leads_to_the_change(
    league: League, four: list[Member], organizer: Client, draft: RuleVersion
) -> None:
    record(league, four)
    change = publish(league, draft)

    answer = organizer.get(page_of(draft))

    assert "This draft is being published" in text(answer)
    assert f'href="{SET}changes/{change.pk}/"' in answer.content.decode()


def test_a_draft_that_was_deleted_says_by_whom(organizer: Client, draft: RuleVersion) -> None:
    organizer.post(page_of(draft, "delete/"), {"revision": "0"})

    page = organizer.get(page_of(draft))
    form = {"shown": ["chip_value"], "p-chip_value": "2000", "revision": "0"}
    saved = organizer.post(page_of(draft, "save/"), form)

    assert (page.status_code, saved.status_code) == (410, 409)
    assert "This draft was deleted" in text(page)
    assert "organizer · 2026-11-20 21:00" in text(page)
    assert "Worth of a chip 2 pt" in text(saved)
    assert f'href="{SET}"' in page.content.decode()


def test_what_never_was_a_draft_of_these_rules_is_not_there(
    league: League, organizer: Client, published: RuleVersion
) -> None:
    adopted = league.rule_set.rule_set.versions.get(effective_from="2015-04-10")
    outsider = make_login(league.club, "reader", Member.Role.MEMBER)

    assert organizer.get(page_of(adopted)).status_code == 404
    assert organizer.get(f"{SET}drafts/999999/").status_code == 404
    assert outsider.get(page_of(published)).status_code == 403


def test_a_draft_that_was_given_up_is_edited_again(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    other = make_draft(league, day=None)

    assert organizer.get(page_of(draft)).status_code == 200
    assert organizer.get(page_of(other)).status_code == 200
