"""Two organizers who put the same list on at once put nobody on it twice."""

from __future__ import annotations

import pytest

from league.core.errors import LeagueError
from league.members.pasted import read_pasted
from league.members.write import add_people, give_logins
from league.models import Club, Member, User
from tests.factories import ADMIN, make_club, make_members
from tests.league.at_once import HANDS, at_once
from tests.league.members.twelve import TWELVE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def club() -> Club:
    return make_club()


def test_of_eight_who_add_one_list_one_adds_it_whole(club: Club) -> None:
    people = read_pasted(TWELVE)

    results = at_once(lambda _n: add_people(club=club, people=people, is_guest=False, actor=ADMIN))

    assert results.count(12) == 1
    assert sum(isinstance(each, LeagueError) for each in results) == HANDS - 1
    assert Member.objects.for_club(club).filter(user=None).count() == 12


def test_of_eight_who_give_the_same_members_accounts_one_does(club: Club) -> None:
    four = make_members(club, 4)
    before = User.objects.count()

    def give(_number: int) -> int:
        people = Member.objects.for_club(club).select_related("club").in_bulk([m.pk for m in four])
        wanted = [(people[member.pk], f"login{member.pk}") for member in four]
        return len(give_logins(wanted=wanted, actor=ADMIN)[0])

    given = at_once(give)

    assert (given.count(4), given.count(0)) == (1, HANDS - 1)
    assert User.objects.count() == before + 4
