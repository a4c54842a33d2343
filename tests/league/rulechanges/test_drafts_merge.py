"""Two organizers in one draft: the second sees what the first changed, and nothing is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from league.models import Club, Member
from rules.models import RuleVersion
from tests.factories import make_login
from tests.league.evenings import english
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import page_of, save, stored

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

#: the section of the settlement as it was read by both: of the draft's fixture
READ = {"p__tie": "seat", "p__rounding": "go_sha_roku_nyu", "p__chip_value": "0"}
NAMES = ["tie", "rounding", "chip_value"]


@pytest.fixture
def other(club: Club) -> Client:
    """A second organizer."""
    return english(make_login(club, "幹事二", Member.Role.ORGANIZER))


def sent_on(page: Any) -> dict[str, Any]:
    """The fields with which the comparison brings the second one's values along."""
    fields: dict[str, Any] = {"revision": page.context["draft"].draft_revision}
    for name, value in page.context["fields"]:
        fields.setdefault(name, []).append(value)
    return fields


def test_the_second_sees_both_sides_and_nothing_is_stored_yet(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})

    page = save(other, draft, 0, shown=NAMES, **{**READ, "p__chip_value": "2000"})

    assert page.status_code == 409
    words = text(page)
    assert "organizer saved this draft at 2026-11-20 21:00, after you opened it." in words
    assert [side["name"] for side in page.context["theirs"]] == ["tie"]
    assert [side["name"] for side in page.context["mine"]] == ["chip_value"]
    assert stored(draft, "settlement", "tie") == "share_uma"
    assert stored(draft, "settlement", "chip_value") == 0


def test_what_the_other_did_not_touch_is_saved_when_the_second_confirms(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})
    page = save(other, draft, 0, shown=NAMES, **{**READ, "p__chip_value": "2000"})

    other.post(page_of(draft, "save/"), sent_on(page))

    assert stored(draft, "settlement", "tie") == "share_uma"
    assert stored(draft, "settlement", "chip_value") == 2_000
    assert draft.draft_revision == 2


@pytest.mark.parametrize(("take", "tie"), [("theirs", "share_uma"), ("mine", "share_uma_and_oka")])
def test_where_both_changed_one_value_the_second_is_asked(
    organizer: Client, other: Client, draft: RuleVersion, take: str, tie: str
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})
    mine = {**READ, "p__tie": "share_uma_and_oka", "p__chip_value": "2000"}
    page = save(other, draft, 0, shown=NAMES, **mine)

    assert "You both changed this. Which one do you want to keep?" in text(page)
    other.post(page_of(draft, "save/"), {**sent_on(page), "take-tie": take})

    assert stored(draft, "settlement", "tie") == tie
    assert stored(draft, "settlement", "chip_value") == 2_000


def test_values_of_several_fields_are_brought_along_whole(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=["tie"], p__tie="share_uma")
    row = {f"p__uma__{at}": text for at, text in enumerate(("20,000", "0", "0", "▲20000"))}
    page = save(other, draft, 0, shown=["uma"], **row)

    other.post(page_of(draft, "save/"), sent_on(page))

    assert stored(draft, "settlement", "uma") == [20_000, 0, 0, -20_000]


def test_a_third_who_saves_meanwhile_is_seen_too(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=["tie"], p__tie="share_uma")
    page = save(other, draft, 0, shown=["chip_value"], p__chip_value="2000")
    save(organizer, draft, 1, shown=["rounding"], p__rounding="up")

    again = other.post(page_of(draft, "save/"), sent_on(page))

    assert again.status_code == 409
    assert [side["name"] for side in again.context["theirs"]] == ["rounding"]
    other.post(page_of(draft, "save/"), sent_on(again))
    assert stored(draft, "settlement", "chip_value") == 2_000
    assert stored(draft, "settlement", "rounding") == "up"


def test_a_title_and_a_day_are_merged_like_values(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    empty = {"about": "1", "title": "", "effective_from": "", "changes_ja": "", "changes_en": ""}
    save(organizer, draft, 0, shown=[], **{**empty, "title": "甲案"})

    page = save(other, draft, 0, shown=[], **{**empty, "effective_from": "2027-04-01"})
    other.post(page_of(draft, "save/"), sent_on(page))

    draft.refresh_from_db()
    assert draft.title == "甲案"
    assert str(draft.effective_from) == "2027-04-01"


def test_who_typed_nothing_is_shown_the_draft_as_it_is(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})

    answer = save(other, draft, 0, shown=NAMES, **READ)

    assert answer.status_code == 302
    assert stored(draft, "settlement", "tie") == "share_uma"


def test_a_page_that_saves_itself_is_told_and_keeps_what_was_typed(
    organizer: Client, other: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=["tie"], p__tie="share_uma")
    form = {"shown": ["chip_value"], "p-chip_value": "2000", "revision": "0"}

    answer = other.post(page_of(draft, "save/"), form, headers={"HX-Request": "true"})

    assert answer.status_code == 409
    assert 'id="draft-conflict"' in answer.content.decode()
    assert "organizer saved this draft at 21:00" in text(answer)
    assert "<html" not in answer.content.decode()


def test_what_one_saved_oneself_is_told_as_of_another_window(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})
    form = {"shown": ["chip_value"], "p-chip_value": "2000", "revision": "0"}

    answer = organizer.post(page_of(draft, "save/"), form, headers={"HX-Request": "true"})
    page = save(organizer, draft, 0, shown=NAMES, **{**READ, "p__chip_value": "2000"})
    again = save(organizer, draft, 0, shown=NAMES, **READ)

    assert "You saved this draft in another window at 21:00" in text(answer)
    assert "You saved this draft at 2026-11-20 21:00 in another window" in text(page)
    assert "What you changed in the other window" in text(page)
    assert "Keep what the other window saved" in text(page)
    assert "Edited by two people" not in text(page)
    assert [str(each) for each in get_messages(again.wsgi_request)] == [
        ("You saved this draft in another window in the meantime. This is its current state.")
    ]


def test_what_one_changed_in_both_windows_is_asked_about_by_the_window(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma"})

    page = text(save(organizer, draft, 0, shown=NAMES, **{**READ, "p__tie": "share_uma_and_oka"}))

    assert "You changed this in both windows. Which one do you want to keep?" in page
    assert "other window: the place and its uma are shared" in page
    assert " this window: the place, its uma and oka are shared" in page
    assert "theirs:" not in page


def test_a_page_that_saves_itself_gets_its_new_revision(
    organizer: Client, draft: RuleVersion
) -> None:
    form = {"shown": ["chip_value"], "p-chip_value": "2050", "revision": "0"}

    answer = organizer.post(page_of(draft, "save/"), form, headers={"HX-Request": "true"})

    assert 'name="revision" value="1"' in answer.content.decode()
    assert "Saved 2026-11-20 21:00:00 by organizer" in text(answer)
    assert "Must be a multiple of 100." in text(answer)


@pytest.mark.parametrize("revision", ["", "-1", "１", "one", "1" * 40])
def test_a_form_without_a_revision_is_none_of_ours(
    organizer: Client, draft: RuleVersion, revision: str
) -> None:
    form = {"shown": ["tie"], "p-tie": "share_uma", "revision": revision}

    assert organizer.post(page_of(draft, "save/"), form).status_code == 400
    assert stored(draft, "settlement", "tie") == "seat"
