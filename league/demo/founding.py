"""The demo club before its first evening: people, logins, rules and leagues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.contrib.auth.models import User

from league.actors import Actor, system
from league.demo.calendar import change_day, month_before, seasons
from league.demo.evenings import Contest, Players
from league.demo.people import GUESTS, LOGINS, PEOPLE
from league.demo.rules import MAIN_SET, THREE_PLAYER_SET, publish_bigger_uma
from league.models import Club, ClubRuleSet, League, Member
from league.permissions import Role
from league.services.clubs import create_club, create_league, update_league
from league.services.members import add_member, change_member
from league.services.rule_sets import adopt_rule_set
from league.services.seasons import open_season
from rules.parameters import RiichiParameters
from rules.presets import load

SLUG: Final = "demo"
_JOINED: Final = date(2015, 4, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What the evenings are played in."""

    club: Club
    actor: Actor
    organizer: Actor
    scorer: Actor
    players: Players
    main: Contest
    three: Contest
    archive: Contest


def found(today: date) -> House:
    """Found the club with everybody in it, its rules and its leagues for four and three."""
    users = [_user(at) for at in range(len(LOGINS))]
    club = create_club(
        slug=SLUG,
        name="雀帳デモクラブ",
        owner=users[0],
        rule_key=MAIN_SET,
        league_name="金曜リーグ",
        is_demo=True,
    )
    actor = system("load_demo")
    members = _add_people(club, users, actor)
    people = [*PEOPLE, *GUESTS]
    in_club = (
        ClubRuleSet.objects.for_club(club).select_related("club", "rule_set").get(slug=MAIN_SET)
    )
    publish_bigger_uma(in_club, change_day(today), actor)
    return House(
        club=club,
        actor=actor,
        organizer=_acting(members[1], Role.ORGANIZER),
        scorer=_acting(members[2], Role.SCORER),
        players=Players(
            members=members[: len(PEOPLE)],
            guests=members[len(PEOPLE) :],
            skill={m.pk: person.skill for m, person in zip(members, people, strict=True)},
        ),
        main=_main_league(club, today, actor),
        three=_three_player_league(club, today, actor),
        archive=_archive_league(club, in_club, actor),
    )


def _acting(member: Member, role: Role) -> Actor:
    return Actor(name=member.display_name, role=role, user=member.user, member=member)


def _user(at: int) -> User:
    login = LOGINS[at]
    name = PEOPLE[login.person].full_name
    return User.objects.create_user(
        username=login.username, password=login.password, first_name=name
    )


def _add_people(club: Club, users: Sequence[User], actor: Actor) -> list[Member]:
    """The list in the order of PEOPLE and GUESTS; the owner is on it since the club was founded."""
    founder = Member.objects.for_club(club).select_related("club").get(user=users[0])
    values = {**PEOPLE[0].values(), "joined_on": _JOINED}
    members = [change_member(member=founder, values=values, actor=actor)]
    for person in PEOPLE[1:]:
        values = {**person.values(), "joined_on": _JOINED}
        members.append(add_member(club=club, values=values, actor=actor))
    for guest in GUESTS:
        given: dict[str, Any] = {"display_name": guest.display_name, "is_guest": True}
        members.append(add_member(club=club, values=given, actor=actor))
    for login, user in list(zip(LOGINS, users, strict=True))[1:]:
        member = members[login.person]
        member.user, member.role = user, login.role
        member.save(update_fields=["user", "role", "search"])
    return members


def _main_league(club: Club, today: date, actor: Actor) -> Contest:
    league = (
        League.objects.for_club(club).select_related("club", "rule_set__rule_set").get(slug="main")
    )
    update_league(league=league, values={"minimum_games": 6}, actor=actor)
    for first, last in reversed(seasons(today)):
        open_season(
            league=league,
            name=f"{first.year}年{first.month}月〜{last.year}年{last.month}月",
            starts_on=first,
            ends_on=last,
            minimum_games=30,
            actor=actor,
        )
    return Contest(league=league, rule=_rule(MAIN_SET), keeps_hands_from=month_before(today, 1))


def _three_player_league(club: Club, today: date, actor: Actor) -> Contest:
    in_club = adopt_rule_set(club=club, key=THREE_PLAYER_SET, actor=actor)
    league = create_league(
        club=club, rule_set=in_club, slug="sanma", name="三人打ちリーグ", actor=actor, position=1
    )
    return Contest(
        league=league, rule=_rule(THREE_PLAYER_SET), keeps_hands_from=month_before(today, 1)
    )


def _archive_league(club: Club, in_club: ClubRuleSet, actor: Actor) -> Contest:
    league = create_league(
        club=club,
        rule_set=in_club,
        slug="archive-2015",
        name="2015年の記録",
        actor=actor,
        position=2,
    )
    update_league(league=league, values={"is_active": False}, actor=actor)
    return Contest(league=league, rule=_rule(MAIN_SET))


def league_of(club: Club, key: str, *, slug: str, name: str, position: int, actor: Actor) -> League:
    """A league under a shipped set that the club takes into use for it."""
    in_club = adopt_rule_set(club=club, key=key, actor=actor)
    return create_league(
        club=club, rule_set=in_club, slug=slug, name=name, actor=actor, position=position
    )


def _rule(key: str) -> RiichiParameters:
    parameters = load(key).versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)
    return parameters
