"""Makes the demo club whole: people, logins, rules, leagues, a year of evenings, and tonight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random
from typing import Any, Final

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from league.actors import Actor, system
from league.demo.calendar import ARCHIVE_DAYS, change_day, fridays, seasons
from league.demo.evenings import Contest, Players, play_evening, who_comes
from league.demo.people import GUESTS, LOGINS, PEOPLE
from league.demo.rules import MAIN_SET, THREE_PLAYER_SET, publish_bigger_uma
from league.errors import LeagueError
from league.models import Club, ClubRuleSet, League, Member, Session
from league.permissions import Role
from league.services.bulk import FinishedGame, store_games
from league.services.clubs import create_club, create_league, update_league
from league.services.hanchan import edit_hanchan, void_hanchan
from league.services.members import add_member, change_member
from league.services.rule_sets import adopt_rule_set
from league.services.seasons import open_season
from league.services.sessions import open_session, set_attendance
from rules.parameters import RiichiParameters
from rules.presets import load

SLUG: Final = "demo"
SEED: Final = 20_150_410
_JOINED: Final = date(2015, 4, 1)
_PLACE: Final = "中央公民館 和室"
_ARCHIVE_NOTE: Final = "2015年版ルールの二つの版をまたぐ三夜(架空の記録)。"
_WRONG: Final = (  # which game from the end was typed wrong first, and why it was corrected
    (9, "東家と南家の点棒を取り違えて入力していた"),
    (57, "1,000点棒の数え間違い"),
    (140, "写真と照合して訂正"),
)
_VOIDED: Final = ((23, "同じ対局の二重入力"), (98, "途中で中断したため無効とした"))


@dataclass(frozen=True, slots=True, kw_only=True)
class _House:
    """What the evenings are played in."""

    club: Club
    actor: Actor
    scorer: Actor
    players: Players
    main: Contest
    three: Contest
    archive: Contest


@transaction.atomic
def load_demo(*, today: date, seed: int = SEED) -> Club:
    """Make the demo club as it stands on the club day ``today``; the same seed gives the same club.

    Raises:
        LeagueError: there is a demo club, or one of its logins' names is taken.
    """
    if Club.objects.filter(slug=SLUG).exists():
        raise LeagueError(_("There is a demo club already."))
    names = [login.username for login in LOGINS]
    if User.objects.filter(username__in=names).exists():
        raise LeagueError(
            _("The names of the demo logins are taken: %(names)s.") % {"names": ", ".join(names)}
        )
    rng = Random(seed)
    house = _found(today)
    games: list[FinishedGame] = []
    for session in _open_sessions(house, ARCHIVE_DAYS, note=_ARCHIVE_NOTE):
        here = rng.sample(list(house.players.members), 8)
        games += play_evening(rng, session, here, house.players, house.archive, house.three)
    for session in _open_sessions(house, fridays(today)):
        here = who_comes(rng, house.players)
        games += play_evening(rng, session, here, house.players, house.main, house.three)
    _store(house, games)
    tonight = open_session(club=house.club, day=today, actor=house.actor, place=_PLACE)
    here = [one for one in who_comes(rng, house.players) if not one.is_guest]
    set_attendance(session=tonight, members=here, actor=house.scorer)
    return house.club


def _found(today: date) -> _House:
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
    scorer = members[2]
    return _House(
        club=club,
        actor=actor,
        scorer=Actor(name=scorer.display_name, role=Role.SCORER, user=scorer.user, member=scorer),
        players=Players(
            members=members[: len(PEOPLE)],
            guests=members[len(PEOPLE) :],
            skill={m.pk: person.skill for m, person in zip(members, people, strict=True)},
        ),
        main=_main_league(club, today, actor),
        three=_three_player_league(club, actor),
        archive=_archive_league(club, in_club, actor),
    )


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
    return Contest(league=league, rule=_rule(MAIN_SET))


def _three_player_league(club: Club, actor: Actor) -> Contest:
    in_club = adopt_rule_set(club=club, key=THREE_PLAYER_SET, actor=actor)
    league = create_league(
        club=club, rule_set=in_club, slug="sanma", name="三人打ちリーグ", actor=actor, position=1
    )
    return Contest(league=league, rule=_rule(THREE_PLAYER_SET))


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


def _rule(key: str) -> RiichiParameters:
    parameters = load(key).versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)
    return parameters


def _open_sessions(house: _House, days: Sequence[date], note: str = "") -> list[Session]:
    return [
        open_session(club=house.club, day=day, actor=house.actor, place=_PLACE, note=note)
        for day in days
    ]


def _store(house: _House, games: list[FinishedGame]) -> None:
    """Store all games; some were typed wrong first and corrected, some are voided."""
    right = {len(games) - back: reason for back, reason in _WRONG}
    typed = [_mistyped(game) if at in right else game for at, game in enumerate(games)]
    stored = store_games(club=house.club, games=typed, actor=house.scorer)
    for at, reason in right.items():
        edit_hanchan(
            hanchan=stored[at], entry=games[at].entry, revision=1, reason=reason, actor=house.scorer
        )
    for back, reason in _VOIDED:
        game = stored[len(games) - back]
        void_hanchan(hanchan=game, revision=1, reason=reason, actor=house.scorer)


def _mistyped(game: FinishedGame) -> FinishedGame:
    """The same game with a stick of 1,000 counted for the wrong player."""
    first, second, *others = game.entry.seats
    assert first.points is not None
    assert second.points is not None
    first, second = (
        replace(first, points=first.points - 1000),
        replace(second, points=second.points + 1000),
    )
    return replace(game, entry=replace(game.entry, seats=(first, second, *others)))
