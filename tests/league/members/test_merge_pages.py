"""The pages on which an organizer merges, parts, removes and turns guests into members."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.clubs.verification import verify_club
from league.core.days import Period
from league.games.write import void_hanchan
from league.models import Adjustment, Club, League, Member, Session
from league.rankings.table import ranking_of
from tests import factories as make
from tests.factories import ADMIN, EVENING
from tests.league.people import person, url
from tests.pages import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(club: Club) -> list[Member]:
    return [*make.make_members(club, 4), person(club, "サトー", is_guest=True)]


@pytest.fixture
def organizer(club: Club) -> Client:
    return make.make_login(club, "organizer", Member.Role.ORGANIZER)


def again(member: Member) -> Member:
    return Member.objects.for_club(member.club_id).get(pk=member.pk)


def sent_to(client: Client, page: str, action: str) -> dict[str, str]:
    for form in parsed(client.get(page)).all("form", method="post"):
        if form.attributes["action"] == action:
            return form.sent
    raise AssertionError(f"no form to {action}")


def test_an_organizer_sees_what_a_merge_does_merges_and_undoes_it(
    league: League, people: list[Member], organizer: Client
) -> None:
    kept, *three, gone = people
    make.record(league, [kept, *three])
    make.record(league, [gone, *three])
    page = url(kept, f"merge/?other={gone.pk}")

    text = organizer.get(page).text
    assert "サトー" in text
    assert again(gone).merged_into is None

    answer = organizer.post(url(kept, "merge/"), sent_to(organizer, page, url(kept, "merge/")))
    assert answer.status_code == 302
    assert again(gone).merged_into == kept
    assert verify_club(league.club)["differences"] == 0
    moved = organizer.get(url(gone))
    assert (moved.status_code, moved["Location"]) == (302, url(kept))
    undo = url(gone, "unmerge/")
    assert undo in organizer.get(url(kept)).text

    assert organizer.post(undo, sent_to(organizer, undo, undo)).status_code == 302
    assert again(gone).merged_into is None
    assert verify_club(league.club)["differences"] == 0


def test_a_guest_is_rather_part_of_a_member_than_the_other_way_round(
    people: list[Member], organizer: Client
) -> None:
    kept, guest = people[0], people[4]

    turned = organizer.get(url(guest, f"merge/?other={kept.pk}"))

    assert turned["Location"] == url(kept, f"merge/?other={guest.pk}&keep=1")
    asked = organizer.get(url(guest, f"merge/?other={kept.pk}&keep=1"))
    assert asked.status_code == 200


def test_a_merge_that_cannot_be_says_why_and_has_no_button(
    league: League, people: list[Member], organizer: Client
) -> None:
    game = make.record(league, [*people[:3], people[4]])
    page = organizer.get(url(people[0], f"merge/?other={people[4].pk}&keep=1"))

    assert "同じ対局" in page.text
    named = f"{game.table}卓 第{game.number}回戦"
    assert page.text.count(named) == 1
    assert reverse("league:game", args=[league.club.slug, game.pk]) in page.text
    assert "1人にまとめる" not in page.text
    answer = organizer.post(url(people[0], "merge/"), {"other": people[4].pk})
    assert answer.status_code == 409


def test_what_changed_since_it_was_shown_is_shown_again(
    league: League, people: list[Member], organizer: Client
) -> None:
    kept, *three, gone = people
    form = sent_to(organizer, url(kept, f"merge/?other={gone.pk}"), url(kept, "merge/"))
    make.record(league, [gone, *three])

    assert organizer.post(url(kept, "merge/"), form).status_code == 409
    assert again(gone).merged_into is None


def test_whoever_was_never_merged_has_nothing_to_undo(
    people: list[Member], organizer: Client
) -> None:
    assert "統合されていません" in organizer.get(url(people[0], "unmerge/")).text
    assert organizer.post(url(people[0], "unmerge/")).status_code == 409


def test_a_guest_who_becomes_a_member_is_ranked_with_all_their_games_and_back(
    league: League, people: list[Member], organizer: Client
) -> None:
    guest = people[4]
    make.record(league, [*people[:3], guest])
    period = Period(first=EVENING.replace(day=1), last=EVENING, minimum_games=0)
    assert "2026-11-20" in organizer.get(url(guest)).text

    organizer.post(url(guest, "kind/"), sent_to(organizer, url(guest), url(guest, "kind/")))

    ranked = ranking_of(league.club, league, period).ranked
    assert guest.pk in [line.member_id for line in ranked]
    organizer.post(url(guest, "kind/"), sent_to(organizer, url(guest), url(guest, "kind/")))
    guests = ranking_of(league.club, league, period).guests
    assert [line.member_id for line in guests] == [guest.pk]


def test_who_has_left_comes_back_with_one_button(people: list[Member], organizer: Client) -> None:
    there = url(people[0], "presence/")

    organizer.post(there, sent_to(organizer, url(people[0]), there))
    assert again(people[0]).left_on is not None
    organizer.post(there, sent_to(organizer, url(people[0]), there))
    assert again(people[0]).left_on is None


def test_who_has_no_game_can_be_removed_though_they_came_to_an_evening(
    club: Club, people: list[Member], organizer: Client
) -> None:
    Session.objects.create(club=club, day=EVENING).attendants.add(people[4])
    there = url(people[4], "remove/")

    answer = organizer.post(there, sent_to(organizer, url(people[4]), there))

    assert answer.status_code == 302
    assert not Member.objects.for_club(club).filter(pk=people[4].pk).exists()


def _game(league: League, people: list[Member]) -> None:
    make.record(league, [*people[:3], people[4]])


def _voided(league: League, people: list[Member]) -> None:
    game = make.record(league, [*people[:3], people[4]])
    void_hanchan(hanchan=game, revision=1, reason="二重", actor=ADMIN)


def _points(league: League, people: list[Member]) -> None:
    Adjustment.objects.create(league=league, member=people[4], day=EVENING, points=1, reason="賞")


def _account(_league: League, people: list[Member]) -> None:
    people[4].user = make.make_user("sato")
    people[4].save()


def _another(_league: League, people: list[Member]) -> None:
    Member.objects.create(club=people[4].club, display_name="サトウ", merged_into=people[4])


@pytest.mark.parametrize("holds", [_game, _voided, _points, _account, _another])
def test_who_has_anything_to_their_name_stays(
    holds: Any, league: League, people: list[Member], organizer: Client
) -> None:
    holds(league, people)

    assert "名簿から消す" not in organizer.get(url(people[4])).text
    organizer.post(url(people[4], "remove/"))
    assert again(people[4])


def test_a_member_sees_none_of_it(league: League, people: list[Member]) -> None:
    member = make.make_login(league.club, "member")

    assert "1人にまとめる" not in member.get(url(people[0])).text
    assert member.get(url(people[0], "merge/")).status_code == 403
