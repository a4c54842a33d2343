"""Names of Tenhou mean members: letter by letter, folded, or without the team; never two seats."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import pytest

from league.imports.people import NEW_GUEST, NEW_MEMBER, SOMEBODY_ELSE, How, NameBook
from league.models import Club, Member
from tests.league.imports.tenhou.imports import DAY, listed, tenhou_club

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return tenhou_club()


def meant(
    club: Club, *names: str, day: date = DAY, choices: Mapping[str, int] | None = None
) -> list[tuple[str, Member | None]]:
    book = NameBook(Member.objects.for_club(club))
    return [(each.how, each.member) for each in book.meant(names, day, choices or {})]


@pytest.mark.parametrize(
    ("name", "how"),
    [
        pytest.param("sagi_83", How.TENHOU, id="as noted as a Tenhou name"),
        pytest.param("鷺沢", How.LISTED, id="the display name"),
        pytest.param("さぎちゃん", How.LISTED, id="another name"),
        pytest.param("ＳＡＧＩ＿８３", How.FOLDED, id="full width and capitals"),
        pytest.param("サギちゃん", How.FOLDED, id="katakana"),
        pytest.param("sagi_83@虎", How.TEAM, id="with a team, half-width @"),
        pytest.param("鷺沢＠Tigers", How.TEAM, id="with a team, full-width @"),
        pytest.param("さぎちゃん@a@b", How.NEW, id="the last @ alone is the team's"),
        pytest.param("@鷺沢", How.NEW, id="an @ before the name is no team"),
        pytest.param("鷺", How.NEW, id="part of a name"),
    ],
)
def test_a_name_means_a_member(club: Club, name: str, how: How) -> None:
    values = {"aliases": ["さぎちゃん"], "tenhou_names": ["sagi_83"]}
    member = listed(club, "鷺沢", **values)

    assert meant(club, name) == [(how, None if how is How.NEW else member)]


def test_a_name_with_its_team_is_first_looked_for_as_it_stands(club: Club) -> None:
    listed(club, "よこ")
    whole = listed(club, "よこ@C")

    assert meant(club, "よこ@C") == [(How.LISTED, whole)]


def test_two_members_of_a_folded_name_ask_who_it_is(club: Club) -> None:
    listed(club, "Xul")
    listed(club, "XUL")

    assert meant(club, "xul") == [(How.SEVERAL, None)]
    assert meant(club, "XUL")[0][0] == How.LISTED


def test_equal_names_at_two_seats_are_two_guests(club: Club) -> None:
    listed(club, "鷺沢")

    assert meant(club, "鷺沢", "x", "鷺沢") == [
        (How.TWICE, None),
        (How.NEW, None),
        (How.TWICE, None),
    ]


def test_noname_is_nobody_even_if_somebody_is_called_so(club: Club) -> None:
    listed(club, "NoName")

    assert meant(club, "NoName", "NoName", "") == [(How.NAMELESS, None)] * 3


def test_of_two_names_of_one_member_the_surer_one_counts(club: Club) -> None:
    member = listed(club, "鷺沢", tenhou_names=["sagi"])

    assert meant(club, "sagi", "SAGI") == [(How.TENHOU, member), (How.TAKEN, None)]
    assert meant(club, "sagi@a", "sagi@b") == [(How.TAKEN, None), (How.TAKEN, None)]


def test_what_the_organizer_says_counts_before_everything(club: Club) -> None:
    member, other = listed(club, "鷺沢"), listed(club, "雉沼")

    assert meant(club, "鷺沢", choices={"鷺沢": other.pk}) == [(How.CHOSEN, other)]
    assert meant(club, "鷺沢", choices={"鷺沢": SOMEBODY_ELSE}) == [(How.NEW, None)]
    assert meant(club, "鷺沢", "b", choices={"b": member.pk}) == [
        (How.TAKEN, None),
        (How.CHOSEN, member),
    ]


@pytest.mark.parametrize("kind", [NEW_MEMBER, NEW_GUEST], ids=["member", "guest"])
def test_somebody_new_is_new_until_somebody_is_called_just_so(club: Club, kind: int) -> None:
    listed(club, "さぎ")
    assert meant(club, "サギ", "さぎ@虎", choices={"サギ": kind, "さぎ@虎": kind}) == [
        (How.NEW, None),
        (How.NEW, None),
    ]

    added = listed(club, "サギ")

    assert meant(club, "サギ", choices={"サギ": kind}) == [(How.LISTED, added)]


def test_who_had_left_by_the_day_is_not_meant(club: Club) -> None:
    member = listed(club, "鷺沢", left_on=date(2021, 11, 19))

    assert meant(club, "鷺沢") == [(How.NEW, None)]
    assert meant(club, "鷺沢", day=date(2021, 11, 19)) == [(How.LISTED, member)]


def test_who_was_merged_into_another_means_that_other(club: Club) -> None:
    member = listed(club, "鷺沢")
    listed(club, "sagi", merged_into=member, tenhou_names=["sagi_83"])

    assert meant(club, "sagi_83") == [(How.TENHOU, member)]


def test_a_new_name_offers_members_that_are_called_alike(club: Club) -> None:
    member = listed(club, "鷺沢 泉", kana="さぎさわ いずみ")
    listed(club, "雉沼")
    book = NameBook(Member.objects.for_club(club))

    [new] = book.meant(["鷺沢"], DAY, {})

    assert new.offered == (member,)
