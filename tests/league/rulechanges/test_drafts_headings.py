"""The headings of a draft: added, named anew, put elsewhere, taken out; clauses come along."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import AuditEvent, League
from league.rulechanges.draft_write import begin_draft
from rules.models import RuleVersion, Section
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
    form = {"code": "Z", "title_ja": "観戦", "level": "1", "after": "A", "revision": revision}
    return client.post(page_of(draft, "headings/"), {**form, **typed})


def codes(draft: RuleVersion) -> list[str]:
    return list(draft.sections.values_list("code", flat=True))


def heading(draft: RuleVersion, code: str) -> Section:
    return draft.sections.get(code=code)


def clauses_under(draft: RuleVersion, code: str) -> list[str]:
    return list(draft.clauses.filter(section=code).values_list("code", flat=True))


def test_a_club_adds_a_heading_where_it_belongs_and_a_clause_under_it(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    before = codes(draft)

    answer = write(organizer, draft, title_en="Watching", level="2")
    clause = {"code": "Z-1", "section": "Z", "title_ja": "静粛", "text_ja": "静かに。"}
    organizer.post(page_of(draft, "clauses/"), {**clause, "revision": 1})

    added = heading(draft, "Z")
    assert answer["Location"].endswith(f"clauses/#heading-{added.pk}")
    assert (added.title_ja, added.title_en, added.level) == ("観戦", "Watching", 2)
    at = before.index("A") + 1
    assert codes(draft) == [*before[:at], "Z", *before[at:]]
    in_order = list(draft.clauses.values_list("code", flat=True))
    place = in_order.index("Z-1")
    assert in_order[place - 1] == clauses_under(draft, "A")[-1]
    event = AuditEvent.objects.for_club(league.club).get(type="rule_draft.heading_written")
    assert event.after == {
        "revision": 1,
        "heading": {"code": "Z", "level": 2, "title_ja": "観戦", "title_en": "Watching"},
    }


def test_where_one_language_is_missing_the_other_is_shown(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft)

    added = heading(draft, "Z")
    assert added.title_en == "観戦"
    form = organizer.get(page_of(draft, f"headings/?edit={added.pk}")).context["form"]
    assert form["title_en"].value() == ""
    assert form["after"].value() == "A"


def test_a_heading_that_is_named_anew_keeps_its_clauses_and_its_place(
    organizer: Client, draft: RuleVersion
) -> None:
    before, under = codes(draft), clauses_under(draft, "B")
    form = organizer.get(page_of(draft, f"headings/?edit={heading(draft, 'B').pk}")).context["form"]

    write(organizer, draft, heading=heading(draft, "B").pk, code="第二章", title_ja="打ち方",
          after=form["after"].value())  # fmt: skip

    assert codes(draft) == ["第二章" if code == "B" else code for code in before]
    assert clauses_under(draft, "第二章") == under
    assert heading(draft, "第二章").title == "打ち方"


def test_a_heading_moves_with_its_clauses(organizer: Client, draft: RuleVersion) -> None:
    last = codes(draft)[-1]
    moved = heading(draft, last)
    under = clauses_under(draft, last)

    write(organizer, draft, heading=moved.pk, code=last, title_ja=moved.title_ja, after="")

    assert codes(draft)[0] == last
    first = list(draft.clauses.exclude(section="").values_list("code", flat=True))
    assert first[: len(under)] == under


def test_a_heading_that_goes_leaves_its_clauses_to_the_one_before(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    first, second = codes(draft)[:2]
    both = clauses_under(draft, first) + clauses_under(draft, second)
    gone = {"revision": "0", "heading": heading(draft, second).pk, "remove": "1"}

    page = organizer.post(page_of(draft, "headings/"), gone, follow=True)
    alone = {"revision": "1", "heading": heading(draft, first).pk, "remove": "1"}

    assert clauses_under(draft, first) == both
    assert f"Its clauses are now under {first}." in text(page)
    page = organizer.post(page_of(draft, "headings/"), alone, follow=True)
    assert "Its clauses are now at the beginning." in text(page)
    assert clauses_under(draft, "")[: len(both)] == both
    assert not {first, second} & set(codes(draft))
    event = AuditEvent.objects.for_club(league.club).latest("pk")
    assert (event.type, event.after) == (
        "rule_draft.heading_removed",
        {"revision": 2, "heading": None},
    )


def test_a_heading_without_clauses_just_goes(organizer: Client, draft: RuleVersion) -> None:
    write(organizer, draft)
    gone = {"revision": "1", "heading": heading(draft, "Z").pk, "remove": "1"}

    page = text(organizer.post(page_of(draft, "headings/"), gone, follow=True))

    assert "Heading Z was removed." in page
    assert "Its clauses are" not in page
    assert "Z" not in codes(draft)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        pytest.param({"code": "B"}, "Another heading already has this code.", id="code taken"),
        pytest.param({"code": ""}, "This field is required.", id="no code"),
        pytest.param({"title_ja": " "}, "Please enter a title.", id="no title"),
        pytest.param({"level": "9"}, "Select a valid choice.", id="no such level"),
        pytest.param({"after": "Q"}, "Select a valid choice.", id="after none"),
    ],
)
def test_a_heading_that_cannot_stand_is_refused_and_stays_in_the_form(
    organizer: Client, draft: RuleVersion, typed: dict[str, str], says: str
) -> None:
    page = write(organizer, draft, **typed)

    assert page.status_code == 422
    assert says in text(page)
    draft.refresh_from_db()
    assert draft.draft_revision == 0


def test_a_heading_saved_over_somebody_elses_change_is_asked_again(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["tie"], p__tie="share_uma")

    page = write(organizer, draft, 0)
    gone = {"revision": "0", "heading": heading(draft, "B").pk, "remove": "1"}
    kept = organizer.post(page_of(draft, "headings/"), gone, follow=True)

    assert page.status_code == 422
    assert "This draft was saved a moment ago, in another window" in text(page)
    assert 'name="revision" value="1"' in page.content.decode()
    assert "This draft was saved a moment ago, in another window" in text(kept)
    assert "Z" not in codes(draft)
    assert "B" in codes(draft)


def test_who_saves_values_meanwhile_is_told_of_the_heading(
    organizer: Client, draft: RuleVersion
) -> None:
    write(organizer, draft)

    page = save(organizer, draft, 0, shown=["tie"], p__tie="share_uma")

    assert page.status_code == 409
    assert "The text of Z" in text(page)


def test_a_heading_of_another_version_is_not_there(
    league: League, organizer: Client, draft: RuleVersion
) -> None:
    versions = league.rule_set.rule_set.versions.exclude(pk=draft.pk)
    foreign = Section.objects.filter(version__in=versions)[0]

    for key in (foreign.pk, "9" * 30, "one", "１"):
        assert organizer.get(page_of(draft, f"headings/?edit={key}")).status_code == 404
        assert write(organizer, draft, heading=key).status_code == 404
