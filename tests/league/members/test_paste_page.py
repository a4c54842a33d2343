"""Many people put on the list at once: looked through first, stored when ticked."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import AuditEvent, Club, Member
from tests.factories import make_login
from tests.league.members.twelve import TWELVE

pytestmark = pytest.mark.django_db

PAGE = "/c/tonan/members/paste/"


def send(
    client: Client, text: str, *, numbers: list[int] | None = None, kind: str = "members"
) -> Any:
    typed: dict[str, Any] = {"text": text, "kind": kind}
    if numbers is not None:
        typed |= {"do": "add", "number": numbers}
    return client.post(PAGE, typed)


def names(club: Club, **which: Any) -> list[str]:
    people = Member.objects.for_club(club).filter(user=None, **which)
    return list(people.order_by("pk").values_list("display_name", flat=True))


def ticks(answer: Any) -> dict[str, bool]:
    return {row.who.display_name: is_ticked for row, is_ticked in answer.context["rows"]}


def test_a_list_is_shown_before_anybody_is_stored(club: Club, organizer: Client) -> None:
    answer = send(organizer, TWELVE)

    assert answer.status_code == 200
    assert list(ticks(answer).values()) == [True] * 12
    assert "あおき いちろう" in answer.text
    assert names(club) == []


def test_twelve_people_are_added_by_one_click(club: Club, organizer: Client) -> None:
    answer = send(organizer, TWELVE, numbers=list(range(1, 13)))

    assert answer.headers["Location"] == "/c/tonan/members/"
    assert len(names(club, is_guest=False)) == 12
    assert Member.objects.for_club(club).get(display_name="青木 一郎").kana == "あおき いちろう"
    assert AuditEvent.objects.for_club(club).filter(type="member.added").count() == 12
    page = organizer.get("/c/tonan/members/").text
    assert "12 people were added." in page


def test_only_those_who_are_ticked_are_added(club: Club, organizer: Client) -> None:
    send(organizer, TWELVE, numbers=[2, 3])

    assert names(club) == ["石井 二葉", "上野 三郎"]


def test_they_may_be_guests(club: Club, organizer: Client) -> None:
    answer = send(organizer, "森 花", numbers=[1], kind="guests")

    assert answer.headers["Location"] == "/c/tonan/members/?group=guests"
    assert names(club, is_guest=True) == ["森 花"]


def test_whoever_may_be_on_the_list_is_not_ticked_and_asked_about(
    club: Club, organizer: Client
) -> None:
    Member.objects.create(club=club, display_name="森")

    answer = send(organizer, "森\n森 花\n遠山 桜\n遠山 桜")

    assert [is_ticked for _row, is_ticked in answer.context["rows"]] == [False, False, True, False]
    assert "Already on the list" in answer.text
    assert "Is this 森, who is on the list?" in answer.text
    assert "The same name as number 3" in answer.text


def test_somebody_who_only_looks_the_same_can_be_added(club: Club, organizer: Client) -> None:
    Member.objects.create(club=club, display_name="森")

    send(organizer, "森 花", numbers=[1])

    assert names(club) == ["森", "森 花"]


def test_a_double_tap_adds_nobody_twice(club: Club, organizer: Client) -> None:
    for _tap in range(2):
        answer = send(organizer, TWELVE, numbers=list(range(1, 13)))

    assert answer.status_code == 409
    assert "Tick at least one person to add." in answer.text
    assert len(names(club)) == 12


def test_a_line_that_cannot_be_added_is_not_though_it_is_sent(
    club: Club, organizer: Client
) -> None:
    send(organizer, f"{'長' * 41}\n森 花", numbers=[1, 2])

    assert names(club) == ["森 花"]


def test_200_lines_with_blanks_doubles_and_heads_are_looked_through_by_as_many_queries(
    club: Club, organizer: Client
) -> None:
    lines = ["名前\tかな", *(f"会員{number}\t\r\n" for number in range(190)), "", "会員7", "森 花"]

    send(organizer, "森 花")  # the door knows the browser from here on
    with CaptureQueriesContext(connection) as few:
        send(organizer, "森 花")
    with CaptureQueriesContext(connection) as many:
        answer = send(organizer, "\n".join(lines))

    assert len(answer.context["rows"]) == 192
    assert len(many) == len(few)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("", "This field is required.", id="nothing"),
        pytest.param(" \n\t", "There are no names in this list.", id="blanks"),
        pytest.param("名前,かな", "There are no names in this list.", id="heads alone"),
        pytest.param(
            "\n".join(f"会員{number}" for number in range(301)), "301 lines", id="too many"
        ),
        pytest.param("雀" * 40_001, "40000", id="too long"),
    ],
)
def test_a_list_that_cannot_be_read_comes_back_with_the_reason(
    club: Club, organizer: Client, text: str, words: str
) -> None:
    answer = send(organizer, text)

    assert answer.status_code == 422
    assert words in answer.text.replace(",", "")
    assert answer.context["form"]["text"].value() == text
    assert names(club) == []


def test_a_hostile_name_is_shown_as_text(organizer: Client) -> None:
    answer = send(organizer, "<script>alert(1)</script>\n</textarea><b>森")

    assert "<script>alert" not in answer.text
    assert "<b>森" not in answer.text


def test_members_do_not_paste(club: Club) -> None:
    assert make_login(club, "reader").get(PAGE).status_code == 403


def test_an_empty_list_leads_organizers_to_the_page(club: Club, organizer: Client) -> None:
    Member.objects.for_club(club).update(is_guest=True)

    assert PAGE in organizer.get("/c/tonan/members/").text
    assert PAGE in organizer.get("/c/tonan/members/new/").text


def test_adding_one_may_lead_to_the_next(club: Club, organizer: Client) -> None:
    answer = organizer.post("/c/tonan/members/new/", {"display_name": "森 花", "do": "another"})

    assert answer.headers["Location"] == "/c/tonan/members/new/"
    assert "森 花 was added to the list." in organizer.get("/c/tonan/members/new/").text


def test_of_a_list_that_is_too_long_the_lines_are_counted_and_none_is_read(
    club: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.members.views.read_pasted", None)
    text = "\n".join(f"会員 {number}" for number in range(1, 40_001))

    answer = send(organizer, text)

    assert answer.status_code == 422
    words = (
        "This list has 40,000 lines. Paste at most 300 at a time, and the rest as a second list."
    )
    assert answer.context["form"].errors == {"text": [words]}
    assert "会員 1\n" in answer.text
    assert "会員 40000" in answer.text


def test_so_are_its_characters_which_no_browser_cuts(
    club: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.members.views.read_pasted", None)

    answer = send(organizer, "佐藤 " * 20_000)

    words = (
        "This list has 60,000 characters. Paste at most 40,000 at a time, and the rest as a "
        "second list."
    )
    assert answer.context["form"].errors == {"text": [words]}
    assert "maxlength" not in answer.text


def test_several_on_a_line_are_counted_too(club: Club, organizer: Client) -> None:
    answer = send(organizer, "、".join(["佐藤", "鈴木"] * 200))

    assert "These are 400 people. Paste at most 300 at a time" in answer.text


def test_three_hundred_lines_and_blank_ones_between_are_read(club: Club, organizer: Client) -> None:
    answer = send(organizer, "\n\n".join(f"会員{number}" for number in range(300)))

    assert len(answer.context["rows"]) == 300
