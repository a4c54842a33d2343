"""Who may do what: one small table, walked by the tests for every page."""

from __future__ import annotations

from enum import IntEnum, StrEnum


class Role(IntEnum):
    """A person's role in a club, weakest first; each may do what the earlier ones may."""

    VISITOR = 0  # no login, or a login without a membership here
    PASS = 1  # holds an evening pass: reads, and keeps that evening's games
    MEMBER = 2
    SCORER = 3
    ORGANIZER = 4
    OWNER = 5


class Action(StrEnum):
    READ = "read"
    READ_RANKING = "read_ranking"  # the rankings alone, which a club may open to all
    ENTER_TONIGHT = "enter_tonight"  # enter and correct games of the current club day
    ENTER_ANY_DAY = "enter_any_day"  # … and of any other day
    ISSUE_PASS = "issue_pass"  # noqa: S105 - a right, no secret
    MANAGE_MEMBERS = "manage_members"
    GIVE_LOGINS = "give_logins"  # make accounts, and links by which their password is set
    MANAGE_LEAGUES = "manage_leagues"
    CHECK_STANDINGS = "check_standings"
    MANAGE_CLUB = "manage_club"
    LEND_READING = "lend_reading"  # make links by which a screen or a site reads
    MARK_SEEN = "mark_seen"  # say which of the club's news one has seen
    HIDE_NAME = "hide_name"  # one's own, from those outside of the club
    HOLD_TOKENS = "hold_tokens"  # have API tokens of one's own


#: the weakest role that may
WEAKEST: dict[Action, Role] = {
    Action.READ: Role.PASS,  # a public club lets visitors read too
    Action.READ_RANKING: Role.PASS,  # so does one that shows its rankings
    Action.ENTER_TONIGHT: Role.PASS,
    Action.ENTER_ANY_DAY: Role.SCORER,
    Action.ISSUE_PASS: Role.SCORER,
    Action.MANAGE_MEMBERS: Role.ORGANIZER,
    Action.GIVE_LOGINS: Role.ORGANIZER,
    Action.MANAGE_LEAGUES: Role.ORGANIZER,
    Action.CHECK_STANDINGS: Role.ORGANIZER,
    Action.MANAGE_CLUB: Role.OWNER,
    Action.LEND_READING: Role.ORGANIZER,
    Action.MARK_SEEN: Role.MEMBER,
    Action.HIDE_NAME: Role.MEMBER,
    Action.HOLD_TOKENS: Role.MEMBER,
}


class Scope(StrEnum):
    """What an API token may do beside reading."""

    GAMES = "games"
    PEOPLE = "people"
    LEAGUES = "leagues"


#: what every token may
READING = frozenset({Action.READ, Action.READ_RANKING})
#: the scope that an action takes; those that are missing no token may do: with a link for a
#: password it would become a login, which has every scope and stays when the token has ended, and
#: a reading link would stay too
SCOPES: dict[Action, Scope] = {
    Action.ENTER_TONIGHT: Scope.GAMES,
    Action.ENTER_ANY_DAY: Scope.GAMES,
    Action.ISSUE_PASS: Scope.PEOPLE,
    Action.MANAGE_MEMBERS: Scope.PEOPLE,
    Action.MANAGE_LEAGUES: Scope.LEAGUES,
    Action.CHECK_STANDINGS: Scope.LEAGUES,
}


def may(role: Role, action: Action, *, open_to_all: frozenset[Action] = frozenset()) -> bool:
    return action in open_to_all or role >= WEAKEST[action]
