"""A club's first page: tonight, the month's best of each league, the latest games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.clubs.views import club_home
from league.core.audit import system
from league.core.days import month_of
from league.games.write import void_hanchan
from league.models import Club, EveningPass, League, Member
from league.rankings.table import ranking_of
from tests.factories import (
    EVENING,
    league_of,
    make_club,
    make_login,
    make_members,
    make_world,
    pass_holder,
    record,
)
from tests.league.evenings import NINE_PM, english

pytestmark = pytest.mark.django_db


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


def best(board: dict[str, Any]) -> list[tuple[int, str, int]]:
    (top,) = board["tops"]
    return [(rank, member.display_name.split()[0], row.score) for rank, member, row in top["rows"]]


def test_the_months_best_stand_in_the_order_of_their_totals(
    club: Club, people: list[Member]
) -> None:
    record(league_of(club), people[::-1], day=date(2026, 10, 31))

    assert best(club_home(club, EVENING)) == [
        (1, "佐藤", 41_000),
        (2, "鈴木", 5_000),
        (3, "高橋", -11_000),
        (4, "田中", -35_000),
    ]


def test_only_five_are_shown() -> None:
    club = make_club("big")
    people = make_members(club, 8)
    record(league_of(club), people[:4])
    record(league_of(club), people[4:])

    assert len(best(club_home(club, EVENING))) == 5


def test_who_is_level_stands_as_in_the_ranking_with_kana_or_without(club: Club) -> None:
    tanaka, aoki, *others = make_members(club)
    tanaka.kana, tanaka.display_name = "", "ワタル"
    aoki.kana, aoki.display_name = "イトウ", "伊東"
    for member in (tanaka, aoki):
        member.save()
    for people in ([tanaka, aoki, *others], [aoki, tanaka, *others]):
        record(league_of(club), people)

    names = [name for _rank, name, _score in best(club_home(club, EVENING))]
    ranked = ranking_of(club, league_of(club), month_of(league_of(club), EVENING)).ranked

    assert names == [line.name.split()[0] for line in ranked]
    assert names[:2] == ["伊東", "ワタル"]


def test_equal_totals_share_a_rank(club: Club, people: list[Member]) -> None:
    record(league_of(club), people[::-1])

    assert [(rank, score) for rank, _, score in best(club_home(club, EVENING))] == [
        (1, 6_000),
        (1, 6_000),
        (3, -6_000),
        (3, -6_000),
    ]


def test_guests_and_whoever_played_too_little_are_not_among_the_best(
    club: Club, people: list[Member]
) -> None:
    Member.objects.for_club(club).filter(pk=people[0].pk).update(is_guest=True)
    assert [name for _, name, _ in best(club_home(club, EVENING))] == ["鈴木", "高橋", "田中"]

    League.objects.for_club(club).update(guests_ranked=True)
    assert best(club_home(club, EVENING))[0][1] == "佐藤"

    League.objects.for_club(club).update(minimum_games=2)
    assert best(club_home(club, EVENING)) == []


def test_a_league_out_of_play_is_not_on_the_first_page(club: Club, people: list[Member]) -> None:
    League.objects.for_club(club).update(is_active=False)

    assert club_home(club, EVENING)["tops"] == []


def test_a_league_that_the_club_does_not_have_is_not_answered_with_another(
    club: Club, people: list[Member]
) -> None:
    client = make_login(club, "member")
    page = f"/c/{club.slug}/"
    slug = League.objects.for_club(club).get().slug

    assert client.get(page, {"league": slug}).status_code == 200
    assert client.get(page, {"league": "no-such-league"}).status_code == 404

    League.objects.for_club(club).update(is_active=False)
    answer = client.get(page, {"league": slug})
    assert (answer.status_code, answer["Location"]) == (302, f"{page}ranking/{slug}/")


def test_a_voided_game_is_in_none_of_the_lists(club: Club, people: list[Member]) -> None:
    (latest,) = club_home(club, EVENING)["latest"]
    assert [(r["place"], r["score"]) for r in latest["results"]] == [
        (1, 41_000),
        (2, 5_000),
        (3, -11_000),
        (4, -35_000),
    ]

    void_hanchan(hanchan=latest["hanchan"], revision=1, reason="二重入力", actor=system("tests"))

    board = club_home(club, EVENING)
    assert (board["latest"], best(board)) == ([], [])


def test_a_member_finds_tonights_sheet_and_where_to_enter(club: Club, people: list[Member]) -> None:
    page = english(make_login(club, "member")).get("/c/tonan/").text

    assert f"/c/tonan/sessions/{league_of(club).hanchan.get().session_id}/" in page
    assert 'href="/c/tonan/enter/"' in page
    assert "Create tonight's session" not in page


def test_before_the_first_game_the_evening_can_be_opened(club: Club) -> None:
    page = english(make_login(club, "member")).get("/c/tonan/").text

    assert "No games have been entered tonight." in page
    assert 'href="/c/tonan/sessions/new/"' in page


def test_a_pass_holder_may_enter_and_a_visitor_of_an_open_club_may_only_read() -> None:
    world = make_world()
    Club.objects.filter(pk=world.club.pk).update(visibility=Club.Visibility.PUBLIC)
    held = EveningPass.objects.for_club(world.club).get()

    assert 'href="/c/tonan/enter/"' in pass_holder(held).get("/c/tonan/").text
    assert 'href="/c/tonan/enter/"' not in Client().get("/c/tonan/").text


def test_names_are_shown_as_the_club_shows_them(club: Club, people: list[Member]) -> None:
    Member.objects.for_club(club).filter(pk=people[0].pk).update(full_name="佐藤 本名")
    client = make_login(club, "member")
    assert "佐藤 本名" not in client.get("/c/tonan/").text

    Club.objects.filter(pk=club.pk).update(names_shown=Club.Names.FULL)

    assert client.get("/c/tonan/").text.count("佐藤 本名") == 3
