"""A member hides their name from those outside of the club, or an organizer does it for them."""

from __future__ import annotations

import pytest
from django.test import Client

from league.archive.document import dump_club, load_archive
from league.core.errors import LeagueError
from league.core.people import find_members
from league.core.revisions import revision_of
from league.members.merging import merge_members, undo_merge
from league.members.write import hide_name
from league.models import Club, League, Member, User
from league.models.names import each_reader_anew, read_outside
from tests.factories import (
    ADMIN,
    actor_of,
    logged_in,
    make_club,
    make_link,
    make_login,
    reading_secret,
    record,
)
from tests.league.evenings import english

pytestmark = pytest.mark.django_db

LOGIN = "nueno-login"


@pytest.fixture
def me(club: Club, four: list[Member]) -> Member:
    user = User.objects.create_user(LOGIN, password=LOGIN)
    Member.objects.for_club(club).filter(pk=four[0].pk).update(user=user)
    return Member.objects.for_club(club).select_related("user", "club").get(pk=four[0].pk)


def test_a_member_hides_their_name_and_shows_it_again(me: Member) -> None:
    client = english(logged_in(me.user))  # type: ignore[arg-type]
    page = f"/c/tonan/members/{me.pk}/"

    said = client.post(f"{page}name/", {"do": "hide"}, follow=True)

    assert f"called “Member {me.pk}”" in said.text
    me.refresh_from_db()
    assert me.hides_name
    client.post(f"{page}name/", {"do": "show"})
    me.refresh_from_db()
    assert not me.hides_name


def test_nobody_but_organizers_hides_the_name_of_another(
    me: Member, four: list[Member], organizer: Client
) -> None:
    url = f"/c/tonan/members/{four[1].pk}/name/"

    assert logged_in(me.user).post(url, {"do": "hide"}).status_code == 403  # type: ignore[arg-type]
    with pytest.raises(LeagueError):
        hide_name(member=four[1], hides=True, actor=actor_of(me))
    assert organizer.post(url, {"do": "hide"}).status_code == 302
    four[1].refresh_from_db()
    assert four[1].hides_name


def test_hiding_a_name_makes_kept_pages_anew(me: Member) -> None:
    before = revision_of("tonan")

    hide_name(member=me, hides=True, actor=actor_of(me))

    assert revision_of("tonan") != before


def test_somebody_outside_finds_nobody_by_a_hidden_name(me: Member) -> None:
    hide_name(member=me, hides=True, actor=actor_of(me))

    assert find_members(me.club, me.display_name) == [me]
    with each_reader_anew():
        read_outside(me.club_id)
        assert find_members(me.club, me.display_name) == []


def test_a_merged_entry_takes_its_wish_along_and_gives_it_back(
    me: Member, four: list[Member], club: Club
) -> None:
    other = Member.objects.create(club=club, display_name="サトー")
    hide_name(member=other, hides=True, actor=ADMIN)

    merge_members(kept=me, gone=other, actor=ADMIN)

    me.refresh_from_db()
    assert me.hides_name
    other = Member.objects.for_club(club).select_related("club", "merged_into").get(pk=other.pk)
    undo_merge(gone=other, actor=ADMIN)
    me.refresh_from_db()
    assert not me.hides_name


def test_an_archive_brings_the_wish_back(me: Member, league: League) -> None:
    hide_name(member=me, hides=True, actor=actor_of(me))

    again = load_archive(dump_club(league.club), slug="again")

    hidden = Member.objects.for_club(again).filter(hides_name=True)
    assert [each.display_name for each in hidden] == [me.display_name]


def test_a_reading_link_says_the_neutral_name_on_every_page(
    me: Member, league: League, four: list[Member]
) -> None:
    record(league, four)
    hide_name(member=me, hides=True, actor=actor_of(me))
    make_link(league.club, "ranking")

    text = Client().get(f"/look/{reading_secret(league.club, 'ranking')}/?period=2026-11").text
    frame = Client().get(f"/embed/{reading_secret(league.club, 'ranking')}/").text

    assert me.display_name not in text + frame


def test_a_member_of_another_club_is_outside(me: Member, league: League) -> None:
    Club.objects.filter(pk=me.club_id).update(visibility="public")
    hide_name(member=me, hides=True, actor=actor_of(me))
    stranger = make_login(make_club("seihoku", owner="elsewhere"), "stranger")

    assert me.display_name not in stranger.get("/c/tonan/members/").text
