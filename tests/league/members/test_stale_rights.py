"""What somebody may, and who somebody is, is asked of what is stored when it is written."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client

from league.clubs.deletion import delete_login
from league.clubs.invitations import (
    State,
    invitation_by_secret,
    invite,
    open_invitations,
    state_of,
)
from league.core.audit import Actor
from league.core.errors import LeagueError
from league.core.people import add_member
from league.members.write import change_member, issue_password_link, set_role
from league.models import AuditEvent, Club, Member
from tests.factories import ADMIN, actor_of, make_club, make_members, make_user

pytestmark = pytest.mark.django_db

ROLE = Member.Role


@pytest.fixture
def club() -> Club:
    return make_club()


def someone(club: Club, name: str, role: Member.Role) -> Member:
    member = add_member(club=club, values={"display_name": name}, actor=ADMIN)
    member.user, member.role = make_user(name), role
    member.save()
    return now(member)


def now(member: Member) -> Member:
    return Member.objects.for_club(member.club_id).select_related("club", "user").get(pk=member.pk)


@pytest.mark.parametrize(
    "typed", [{"is_guest": True}, {"kana": "あべ"}], ids=["another kind", "another reading"]
)
def test_a_page_opened_before_gives_no_role_back(club: Club, typed: dict[str, object]) -> None:
    opened_before = someone(club, "阿部", ROLE.ORGANIZER)
    set_role(member=now(opened_before), role=ROLE.MEMBER, actor=ADMIN)

    change_member(member=opened_before, values=typed, actor=ADMIN)

    assert now(opened_before).role == ROLE.MEMBER


def test_a_page_opened_before_lets_nobody_who_left_come_back(club: Club) -> None:
    (opened_before,) = make_members(club, 1)
    change_member(member=now(opened_before), values={"left_on": date(2026, 11, 1)}, actor=ADMIN)

    change_member(member=opened_before, values={"left_on": None, "is_guest": True}, actor=ADMIN)

    assert now(opened_before).left_on == date(2026, 11, 1)
    assert now(opened_before).is_guest


def test_what_is_there_already_leaves_no_trace(club: Club) -> None:
    (opened_before,) = make_members(club, 1)
    change_member(member=now(opened_before), values={"is_guest": True}, actor=ADMIN)
    events = AuditEvent.objects.for_club(club).count()

    change_member(member=opened_before, values={"is_guest": True}, actor=ADMIN)

    assert AuditEvent.objects.for_club(club).count() == events


def test_whoever_is_no_owner_any_more_makes_nobody_an_owner(club: Club) -> None:
    owner = someone(club, "阿部", ROLE.OWNER)
    asked_before: Actor = actor_of(owner)
    set_role(member=owner, role=ROLE.MEMBER, actor=ADMIN)

    with pytest.raises(LeagueError):
        set_role(member=owner, role=ROLE.OWNER, actor=asked_before)

    assert now(owner).role == ROLE.MEMBER


def test_whoever_has_left_ends_no_membership_any_more(club: Club) -> None:
    organizer = someone(club, "阿部", ROLE.ORGANIZER)
    asked_before = actor_of(organizer)
    other = someone(club, "石川", ROLE.ORGANIZER)
    change_member(member=now(organizer), values={"left_on": date(2026, 11, 1)}, actor=ADMIN)

    with pytest.raises(LeagueError):
        change_member(member=other, values={"left_on": date(2026, 11, 2)}, actor=asked_before)

    assert now(other).left_on is None


def test_of_two_owners_who_leave_at_once_one_stays(club: Club) -> None:
    first = Member.objects.for_club(club).get(role=ROLE.OWNER)
    second = someone(club, "阿部", ROLE.OWNER)
    pages = [now(first), now(second)]

    change_member(member=pages[0], values={"left_on": date(2026, 11, 1)}, actor=ADMIN)
    with pytest.raises(LeagueError, match=r"needs an owner|代表が必要"):
        change_member(member=pages[1], values={"left_on": date(2026, 11, 1)}, actor=ADMIN)


@pytest.mark.parametrize("loss", ["role", "leaving", "deletion"])
def test_what_an_organizer_gave_out_ends_with_their_right_to_do_so(club: Club, loss: str) -> None:
    organizer = someone(club, "阿部", ROLE.ORGANIZER)
    account, (nobody, other) = someone(club, "石川", ROLE.MEMBER), make_members(club, 2)
    ((_member, secret),) = invite(club=club, people=[nobody], days=7, actor=actor_of(organizer))
    invite(club=club, people=[other], days=7, actor=ADMIN)
    link = issue_password_link(member=account, actor=actor_of(organizer))
    assert Client().get(link).status_code == 200

    if loss == "role":
        set_role(member=organizer, role=ROLE.SCORER, actor=ADMIN)
    elif loss == "deletion":
        assert organizer.user
        delete_login(user=organizer.user)
    else:
        change_member(member=organizer, values={"left_on": date(2026, 11, 1)}, actor=ADMIN)

    ended = invitation_by_secret(secret)
    assert ended is not None
    assert state_of(ended) is State.REVOKED
    assert [each.member for each in open_invitations(club)] == [other]
    assert Client().get(link).status_code == 404


def test_no_link_is_made_for_somebody_who_became_an_owner_meanwhile(
    club: Club,
) -> None:
    organizer = someone(club, "阿部", ROLE.ORGANIZER)
    opened_before = someone(club, "石川", ROLE.MEMBER)
    set_role(member=now(opened_before), role=ROLE.OWNER, actor=ADMIN)

    with pytest.raises(LeagueError):
        issue_password_link(member=opened_before, actor=actor_of(organizer))

    opened_before.user.refresh_from_db()  # type: ignore[union-attr]
    assert opened_before.user.links_made == 0  # type: ignore[union-attr]
    link = issue_password_link(member=someone(club, "上田", ROLE.MEMBER), actor=actor_of(organizer))
    assert link.startswith("/accounts/password/link/")
