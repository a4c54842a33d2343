"""Accounts for the whole club at once: names proposed, links to pass on, all of them or none."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.members.account_views import proposed_names
from league.models import AuditEvent, Club, Member, User
from tests.factories import make_login, make_user
from tests.league.logins import choose

pytestmark = pytest.mark.django_db

PAGE = "/c/tonan/members/accounts/"


@pytest.fixture
def people(club: Club) -> list[Member]:
    Member.objects.for_club(club).filter(user__isnull=False).update(kana="ん")
    return [
        Member.objects.create(club=club, display_name=name, kana=kana)
        for name, kana in [("青木", "あおき いちろう"), ("石井", "いしい"), ("上野", "")]
    ]


def typed(people: list[Member], *names: str) -> dict[str, Any]:
    rows: dict[str, Any] = {}
    for member, name in zip(people, names, strict=True):
        rows |= {f"m{member.pk}-wanted": "on", f"m{member.pk}-username": name}
    return rows


@pytest.mark.parametrize(
    ("person", "proposed"),
    [
        pytest.param({"romaji": "Sato Kenichi"}, "sato.kenichi", id="romaji"),
        pytest.param({"kana": "さとう けんいち"}, "satou.kenichi", id="kana"),
        pytest.param({"kana": "ルーシー"}, "rushi", id="long vowels"),
        pytest.param({"display_name": "みなみ"}, "minami", id="name in kana"),
        pytest.param({"display_name": "Alice"}, "alice", id="Latin name"),
        pytest.param({"display_name": "森"}, "", id="kanji alone"),
    ],
)
def test_a_login_name_is_proposed_from_how_the_name_is_read(
    club: Club, person: dict[str, str], proposed: str
) -> None:
    member = Member.objects.create(club=club, **{"display_name": "佐藤", **person})

    assert proposed_names([member]) == {member.pk: proposed}


def test_nobody_is_proposed_a_name_that_another_has(club: Club) -> None:
    make_user("Sato")
    three = [
        Member.objects.create(club=club, display_name=name, romaji="Sato")
        for name in ("佐藤", "左藤", "佐東")
    ]

    assert list(proposed_names(three).values()) == ["sato2", "sato3", "sato4"]


def test_those_without_an_account_are_listed_with_their_proposals(
    organizer: Client, people: list[Member], club: Club
) -> None:
    Member.objects.create(club=club, display_name="客", is_guest=True)

    page = organizer.get(PAGE)

    listed = [row.member.display_name for row in page.context["rows"]]
    assert listed == ["青木", "石井", "上野"]
    assert 'value="aoki.ichirou"' in page.text


def test_accounts_for_those_who_are_ticked_come_with_a_link_each(
    organizer: Client, people: list[Member], club: Club
) -> None:
    answer = organizer.post(PAGE, typed(people[:2], "aoki", "ishii"))

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    made = answer.context["made"]
    assert [one["username"] for one in made] == ["aoki", "ishii"]
    assert choose(Client(), made[0]["link"].removeprefix("http://testserver")) == 302
    assert AuditEvent.objects.for_club(club).filter(type="member.login_given").count() == 2
    people[2].refresh_from_db()
    assert people[2].user is None


@pytest.mark.parametrize(
    ("names", "words"),
    [
        pytest.param(("aoki", ""), "Choose a login name.", id="no name"),
        pytest.param(("aoki", "i@b"), "cannot contain @", id="like an e-mail address"),
        pytest.param(("aoki", "a b"), "A login name can have", id="blank"),
        pytest.param(("aoki", "TAKEN"), "is taken", id="somebody's"),
        pytest.param(("aoki", "Aoki"), "is taken", id="twice in the list"),
        pytest.param(("aoki", "x" * 151), "at most 150", id="too long"),
    ],
)
def test_if_one_cannot_be_none_is_made_and_what_was_typed_stays(
    organizer: Client, people: list[Member], names: tuple[str, str], words: str
) -> None:
    make_user("taken")
    users = User.objects.count()

    answer = organizer.post(PAGE, typed(people[:2], *names))

    assert answer.status_code == 422
    assert words in answer.text
    assert 'value="aoki"' in answer.text
    assert User.objects.count() == users


def test_whoever_ticks_nobody_is_told(organizer: Client, people: list[Member]) -> None:
    answer = organizer.post(PAGE, {})

    assert answer.status_code == 422
    assert "Tick at least one member." in answer.text


def test_a_second_tap_makes_no_second_account(organizer: Client, people: list[Member]) -> None:
    rows = typed(people[:1], "aoki")
    organizer.post(PAGE, rows)

    again = organizer.post(PAGE, rows)

    assert again.status_code == 422
    assert User.objects.filter(username__startswith="aoki").count() == 1


def test_members_make_no_accounts(club: Club) -> None:
    reader = make_login(club, "reader")

    assert (reader.get(PAGE).status_code, reader.post(PAGE, {}).status_code) == (403, 403)


def test_one_member_s_form_proposes_a_name_too(
    organizer: Client, people: list[Member], club: Club
) -> None:
    page = organizer.get(f"/c/tonan/members/{people[0].pk}/login/").text

    assert 'value="aoki.ichirou"' in page
