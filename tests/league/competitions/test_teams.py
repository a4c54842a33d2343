"""Teams: who plays for which on what day, and the teams that stand in names."""

from __future__ import annotations

import time
from datetime import date, timedelta
from typing import Any

import pytest
from django.test import Client

from league.clubs.write import create_league
from league.core.errors import LeagueError
from league.members.teams import (
    TeamBook,
    change_membership,
    create_team,
    join_by_name,
    join_team,
    memberships_of,
    remove_membership,
    remove_team,
    rename_team,
    take_teams_from_names,
    team_in,
)
from league.models import AuditEvent, League, Member, Team, TeamMembership
from tests.factories import ADMIN, EVENING, make_club, make_login, make_members, record
from tests.league.at_once import HANDS, at_once
from tests.league.evenings import english

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def east(league: League) -> Team:
    return create_team(league=league, name="東雲", actor=ADMIN)


@pytest.fixture
def west(league: League) -> Team:
    return create_team(league=league, name="西風", actor=ADMIN)


@pytest.fixture
def organizer(league: League) -> Client:
    return english(make_login(league.club, "organizer", Member.Role.ORGANIZER))


def join(team: Team, member: Member, day: date = EVENING, **values: Any) -> TeamMembership:
    return join_team(team=team, member=member, joined_on=day, actor=ADMIN, **values)


def spans(league: League, member: Member) -> list[tuple[str, date, date | None]]:
    rows = memberships_of(league).filter(member=member).select_related("team")
    return [(each.team.name, each.joined_on, each.left_on) for each in rows]


@pytest.mark.parametrize(
    ("name", "team"),
    [
        pytest.param("foo@bar", "bar", id="name and team"),
        pytest.param("foo＠bar", "bar", id="full width"),
        pytest.param("a@b@Tigers", "Tigers", id="the last @"),
        pytest.param("みる＠声優", "声優", id="Japanese"),
        pytest.param(">_0@杏杏軍團", "杏杏軍團", id="a face"),
        pytest.param("@TTgo", "", id="no name before it"),
        pytest.param("群青日和＠", "", id="no team after it"),
        pytest.param("@", "", id="an @ alone"),
        pytest.param("foo@ ", "", id="a blank"),
        pytest.param("foo@\u3164", "", id="a letter that shows nothing"),
        pytest.param("foo", "", id="no @"),
        pytest.param("NoName", "", id="nobody"),
        pytest.param("", "", id="empty"),
    ],
)
def test_which_team_a_name_tells(name: str, team: str) -> None:
    assert team_in(name) == team


def test_a_member_plays_for_one_team_at_a_time(
    league: League, east: Team, west: Team, four: list[Member]
) -> None:
    join(east, four[0], EVENING, left_on=EVENING + 9 * DAY)

    for day, until, field in [
        (EVENING, None, "joined_on"),
        (EVENING + 9 * DAY, None, "joined_on"),
        (EVENING - DAY, None, "left_on"),
        (EVENING - DAY, EVENING, "left_on"),
        (EVENING + DAY, EVENING + DAY, "joined_on"),
    ]:
        with pytest.raises(LeagueError) as refused:
            join(west, four[0], day, left_on=until)
        assert refused.value.field == field

    join(west, four[0], EVENING + 10 * DAY)
    join(west, four[0], EVENING - DAY, left_on=EVENING - DAY)
    join(west, four[1], EVENING)
    assert len(spans(league, four[0])) == 3


def test_teams_of_another_league_do_not_matter(league: League, four: list[Member]) -> None:
    cup = create_league(
        club=league.club, rule_set=league.rule_set, slug="cup", name="杯", actor=ADMIN
    )
    for each in (league, cup):
        join(create_team(league=each, name="東雲", actor=ADMIN), four[0])

    assert [len(spans(each, four[0])) for each in (league, cup)] == [1, 1]


def test_changing_teams_ends_the_old_one_the_day_before(
    league: League, east: Team, west: Team, four: list[Member]
) -> None:
    join(east, four[0], EVENING)

    with pytest.raises(LeagueError):
        join(west, four[0], EVENING, leaves_other=True)
    join(west, four[0], EVENING + 7 * DAY, leaves_other=True)
    join(west, four[1], EVENING, leaves_other=True)

    assert spans(league, four[0]) == [
        ("東雲", EVENING, EVENING + 6 * DAY),
        ("西風", EVENING + 7 * DAY, None),
    ]
    book = TeamBook(memberships_of(league))
    assert [book.team(four[0].pk, EVENING + n * DAY) for n in (-1, 0, 6, 7, 99)] == [
        None,
        east.pk,
        east.pk,
        west.pk,
        west.pk,
    ]


def test_what_is_said_of_a_membership_is_checked_too(
    league: League, east: Team, west: Team, four: list[Member]
) -> None:
    first = join(east, four[0], EVENING)
    change_membership(membership=first, joined_on=EVENING, left_on=EVENING + DAY, actor=ADMIN)
    change_membership(membership=first, joined_on=EVENING, left_on=EVENING + DAY, actor=ADMIN)
    join(west, four[0], EVENING + 2 * DAY)

    with pytest.raises(LeagueError) as overlapping:
        change_membership(membership=first, joined_on=EVENING, left_on=None, actor=ADMIN)
    with pytest.raises(LeagueError) as turned:
        change_membership(membership=first, joined_on=EVENING, left_on=EVENING - DAY, actor=ADMIN)
    with pytest.raises(LeagueError) as far:
        change_membership(membership=first, joined_on=date(1900, 1, 1), left_on=None, actor=ADMIN)

    fields = (overlapping.value.field, turned.value.field, far.value.field)
    assert fields == ("left_on", "left_on", "joined_on")
    changes = AuditEvent.objects.for_club(league.club).filter(type="team.membership_changed")
    assert changes.count() == 1


def test_a_mistake_is_taken_out_while_nothing_was_played_by_it(
    league: League, east: Team, four: list[Member]
) -> None:
    by_mistake = join(east, four[0], EVENING + DAY)
    played = join(east, four[1], EVENING)
    record(league, four)

    remove_membership(membership=by_mistake, actor=ADMIN)
    with pytest.raises(LeagueError):
        remove_membership(membership=played, actor=ADMIN)

    assert memberships_of(league).count() == 1


def test_somebody_of_another_club_does_not_join(east: Team) -> None:
    other = make_members(make_club("seihoku", owner="other"), 1)[0]

    with pytest.raises(LeagueError) as refused:
        join(east, other)

    assert refused.value.field == "member"


@pytest.mark.parametrize("name", ["東雲", " 東 雲", "\u3164", "x" * 61])
def test_a_team_has_a_name_of_its_own_that_one_can_read(
    league: League, east: Team, west: Team, name: str
) -> None:
    with pytest.raises(LeagueError) as made:
        create_team(league=league, name=name, actor=ADMIN)
    with pytest.raises(LeagueError) as renamed:
        rename_team(team=west, name=name, actor=ADMIN)

    assert made.value.field == renamed.value.field == "name"


def test_teams_are_renamed_and_removed_while_nobody_was_in_them(
    league: League, east: Team, west: Team, four: list[Member]
) -> None:
    join(east, four[0])
    rename_team(team=east, name="東雲会", actor=ADMIN)
    rename_team(team=east, name="東雲会", actor=ADMIN)

    remove_team(team=west, actor=ADMIN)
    with pytest.raises(LeagueError):
        remove_team(team=east, actor=ADMIN)

    assert [each.name for each in Team.objects.for_club(league.club)] == ["東雲会"]
    trail = AuditEvent.objects.for_club(league.club)
    assert trail.filter(type="team.renamed").count() == 1


class TestNames:
    """``foo@bar`` plays for the team ``bar``."""

    def by_name(
        self, league: League, member: Member, name: str, day: date
    ) -> TeamMembership | None:
        return join_by_name(league=league, member=member, name=name, day=day, actor=ADMIN)

    def test_the_first_game_makes_the_team_and_later_ones_find_it(
        self, league: League, four: list[Member]
    ) -> None:
        self.by_name(league, four[0], "a@Tigers", EVENING)
        self.by_name(league, four[0], "a@Tigers", EVENING + DAY)
        self.by_name(league, four[1], "b＠Ｔｉｇｅｒｓ", EVENING + DAY)
        self.by_name(league, four[2], "c", EVENING)

        assert [team.name for team in Team.objects.for_club(league.club)] == ["Tigers"]
        assert spans(league, four[0]) == [("Tigers", EVENING, None)]
        assert spans(league, four[1]) == [("Tigers", EVENING + DAY, None)]
        assert spans(league, four[2]) == []

    def test_whoever_plays_for_a_team_stays_there_whatever_the_name_says(
        self, league: League, east: Team, four: list[Member]
    ) -> None:
        join(east, four[0], EVENING)

        self.by_name(league, four[0], "a@Tigers", EVENING + DAY)

        assert spans(league, four[0]) == [("東雲", EVENING, None)]

    def test_an_older_game_brings_the_same_team_forward(
        self, league: League, four: list[Member]
    ) -> None:
        self.by_name(league, four[0], "a@Tigers", EVENING)
        self.by_name(league, four[0], "a@tigers", EVENING - 9 * DAY)

        assert spans(league, four[0]) == [("Tigers", EVENING - 9 * DAY, None)]

    def test_before_another_team_it_lasts_until_the_day_before(
        self, league: League, east: Team, four: list[Member]
    ) -> None:
        join(east, four[0], EVENING)

        self.by_name(league, four[0], "a@Tigers", EVENING - 9 * DAY)

        assert spans(league, four[0]) == [
            ("Tigers", EVENING - 9 * DAY, EVENING - DAY),
            ("東雲", EVENING, None),
        ]

    def test_stored_members_join_from_their_first_game(
        self, league: League, four: list[Member]
    ) -> None:
        names: list[tuple[str, list[str]]] = [
            ("みる＠声優", []),
            ("鈴木", ["suzu@声優"]),
            ("@TTgo", ["a@東", "b@西"]),
            ("群青日和＠", []),
        ]
        for member, (shown, noted) in zip(four, names, strict=True):
            member.display_name, member.tenhou_names = shown, noted
            member.save()
        record(league, four, day=EVENING - 30 * DAY)
        record(league, four)

        taken = take_teams_from_names(league=league, actor=ADMIN)
        again = take_teams_from_names(league=league, actor=ADMIN)

        assert (taken.joined, taken.unclear) == (2, (four[2],))
        assert again.joined == 0
        assert spans(league, four[0]) == [("声優", EVENING - 30 * DAY, None)]
        assert spans(league, four[1]) == [("声優", EVENING - 30 * DAY, None)]
        assert spans(league, four[3]) == []


def test_an_organizer_keeps_teams_on_the_pages(
    league: League, four: list[Member], organizer: Client
) -> None:
    base = f"/c/{league.club.slug}/settings/leagues/main/teams/"
    made = organizer.post(base, {"name": "東雲"})
    team = Team.objects.for_club(league.club).get()
    page = f"{base}{team.pk}/"
    joined = organizer.post(f"{page}join/", {"member": four[0].pk, "joined_on": "2026-11-20"})
    twice = organizer.post(f"{page}join/", {"member": four[0].pk, "joined_on": "2026-11-21"})
    there = memberships_of(league).get()
    left = organizer.post(
        f"{base}members/{there.pk}/", {"joined_on": "2026-11-20", "left_on": "2026-11-20"}
    )
    bad = organizer.post(
        f"{base}members/{there.pk}/", {"joined_on": "2026-11-20", "left_on": "2026-11-19"}
    )

    assert made["Location"] == joined["Location"] == left["Location"] == page
    assert twice.status_code == bad.status_code == 422
    assert "Enter their last day there first" in twice.content.decode()
    assert "東雲" in organizer.get(base).content.decode()
    assert organizer.get(page).status_code == 200
    assert organizer.get(f"{base}members/{there.pk}/").status_code == 200
    assert organizer.post(page, {"name": "東雲会"})["Location"] == page
    assert organizer.post(base, {"name": "東雲会"}).status_code == 422
    assert organizer.post(page, {"name": "\u3164"}).status_code == 422
    assert organizer.post(f"{page}remove/")["Location"] == page
    assert organizer.post(f"{base}members/{there.pk}/remove/")["Location"] == page
    assert organizer.post(f"{page}remove/")["Location"] == base
    assert not Team.objects.for_club(league.club).exists()


def test_taking_teams_from_names_says_what_came_of_it(
    league: League, four: list[Member], organizer: Client
) -> None:
    four[0].tenhou_names = ["a@東", "b@西"]
    four[0].save()
    four[1].tenhou_names = ["c@東"]
    four[1].save()
    record(league, four)
    base = f"/c/{league.club.slug}/settings/leagues/main/teams/"

    page = organizer.post(f"{base}names/", follow=True).content.decode()
    mine = memberships_of(league).get()
    kept = organizer.post(f"{base}members/{mine.pk}/remove/", follow=True).content.decode()

    assert "1 member joined the team given in their name." in page
    assert "The names of these members point to more than one team: 佐藤 健一." in page
    assert "Change the dates instead" in kept


@pytest.mark.django_db(transaction=True)
def test_eight_organizers_put_a_member_into_one_team(league: League, four: list[Member]) -> None:
    teams = [create_team(league=league, name=f"第{n}", actor=ADMIN) for n in range(HANDS)]

    answers = at_once(lambda n: join(teams[n], four[0]))

    assert sum(isinstance(answer, TeamMembership) for answer in answers) == 1
    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1
    assert memberships_of(league).count() == 1


@pytest.mark.django_db(transaction=True)
def test_control_looking_first_and_joining_then_makes_several(
    league: League, four: list[Member]
) -> None:
    teams = [create_team(league=league, name=f"第{n}", actor=ADMIN) for n in range(HANDS)]

    def naive(number: int) -> None:
        if not memberships_of(league).filter(member=four[0]).exists():
            time.sleep(0.1)
            TeamMembership.objects.create(team=teams[number], member=four[0], joined_on=EVENING)

    at_once(naive)

    assert memberships_of(league).count() > 1
