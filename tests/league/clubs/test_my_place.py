"""What the home page says to whoever reads it: their place, what separates them, tonight."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from league.games.evening import open_session
from league.models import Club, League, Member
from league.rankings.write import give_adjustment
from tests.factories import ADMIN, EVENING, league_of, logged_in, make_members, make_user, record
from tests.league.evenings import NINE_PM, english
from tests.pages import parsed

pytestmark = pytest.mark.django_db

HOME = "/c/tonan/"


@pytest.fixture(autouse=True)
def _tonight() -> Iterator[None]:
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def people(club: Club) -> list[Member]:
    """佐藤, 鈴木, 高橋, 田中 after one game of tonight: +41, +5, ▲11, ▲35."""
    four = make_members(club)
    record(league_of(club), four)
    return four


def reader(member: Member) -> Client:
    """Whoever is logged in as this member, in English."""
    Member.objects.for_club(member.club_id).filter(pk=member.pk).update(
        user=make_user(f"login-{member.pk}")
    )
    return english(logged_in(Member.objects.for_club(member.club_id).get(pk=member.pk).user))  # type: ignore[arg-type]


def mine(client: Client, address: str = HOME) -> str:
    """What the page says to them, on one line."""
    return parsed(client.get(address)).one("section", css="mine").words


@pytest.mark.parametrize(
    ("seat", "place", "gap"),
    [
        pytest.param(0, "Place 1 of 4", "36 ahead of 鈴木", id="leads"),
        pytest.param(1, "Place 2 of 4", "36 behind 佐藤", id="second"),
        pytest.param(3, "Place 4 of 4", "24 behind 高橋", id="last"),
    ],
)
def test_a_member_reads_their_place_and_what_separates_them_from_the_next(
    people: list[Member], seat: int, place: str, gap: str
) -> None:
    said = mine(reader(people[seat]))

    assert place in said
    assert gap in said


def test_adjustments_count_as_they_do_in_the_ranking(club: Club, people: list[Member]) -> None:
    give_adjustment(
        league=league_of(club),
        member=people[1],
        day=EVENING,
        points=36_000,
        reason="遅刻の取り消し",
        actor=ADMIN,
    )

    said = mine(reader(people[1]))

    assert "Place 1 of 4, shared" in said
    assert "52 ahead of 高橋" in said


def test_below_the_minimum_the_missing_games_are_named(club: Club, people: list[Member]) -> None:
    League.objects.for_club(club).update(minimum_games=3)

    assert "Not ranked yet: 2 more games this month." in mine(reader(people[0]))


def test_the_next_evening_that_is_planned_is_named(club: Club, people: list[Member]) -> None:
    client = reader(people[0])
    assert "Next evening" not in mine(client)

    open_session(club=club, day=EVENING + timedelta(days=7), title="例会", actor=ADMIN)

    assert "例会" in mine(client)


def test_tonights_totals_are_on_the_page_the_best_first(club: Club, people: list[Member]) -> None:
    record(league_of(club), people[::-1], number=2)

    page = parsed(reader(people[0]).get(HOME))

    totals = page.one("ul", css="tonight__totals").all("li")
    assert [each.words.split()[0] for each in totals] == ["佐藤", "田中", "鈴木", "高橋"]


def test_each_league_is_a_tab_and_the_reader_s_own_comes_first(
    club: Club, people: list[Member]
) -> None:
    other = League.objects.create(
        club=club, rule_set=league_of(club).rule_set, slug="b", name="Bリーグ", position=9
    )
    others = [
        Member.objects.create(club=club, display_name=name, joined_on=EVENING)
        for name in ("伊藤", "渡辺", "山本", "中村")
    ]
    record(other, others, table=2)
    client = reader(others[0])

    assert "Bリーグ" in mine(client)
    assert "Bリーグ" not in mine(client, f"{HOME}?league=main")


def test_a_visitor_has_no_place(club: Club, people: list[Member]) -> None:
    Club.objects.filter(pk=club.pk).update(visibility=Club.Visibility.PUBLIC)

    assert not parsed(Client().get(HOME)).all("section", css="mine")


def test_the_menu_leads_to_my_page(people: list[Member]) -> None:
    links = parsed(reader(people[2]).get(HOME)).links

    assert links["My page"] == f"/c/tonan/members/{people[2].pk}/"
