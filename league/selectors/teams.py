"""Teams of a league, and who plays for which on a day."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from django.db.models import Min, Q, QuerySet

from league.models import League, Member, Seat, Team, TeamMembership


def teams_of(league: League) -> list[Team]:
    """The league's teams with who plays or played for them, by name. Three queries at most."""
    teams = Team.objects.for_club(league.club_id).filter(league=league)
    return list(teams.prefetch_related("memberships__member"))


def memberships_of(league: League) -> QuerySet[TeamMembership, TeamMembership]:
    """Who played for which team of the league from when to when, the first first."""
    return TeamMembership.objects.for_club(league.club_id).filter(team__league=league)


def overlapping(
    league: League, member: Member | int, first: date, last: date | None
) -> QuerySet[TeamMembership, TeamMembership]:
    """The member's memberships in the league that share a day with these; no ``last``: for good."""
    found = memberships_of(league).filter(member=member).select_related("team", "member")
    found = found.filter(Q(left_on=None) | Q(left_on__gte=first))
    return found if last is None else found.filter(joined_on__lte=last)


class TeamBook:
    """Which team a member plays for on a day."""

    def __init__(self, memberships: Iterable[TeamMembership]) -> None:
        self._spans: dict[int, list[tuple[date, date, int]]] = defaultdict(list)
        for each in memberships:
            span = (each.joined_on, each.left_on or date.max, each.team_id)
            self._spans[each.member_id].append(span)

    def team(self, member: int, day: date) -> int | None:
        """The key of the team; None for none."""
        spans = self._spans.get(member, ())
        return next((team for first, last, team in spans if first <= day <= last), None)


def team_key(name: str) -> str:
    """What two spellings of a team's name have in common: widths, case and spaces do not count."""
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def team_named(league: League, name: str) -> Team | None:
    """The league's team of that name, however it is spelt. One query."""
    key = team_key(name)
    teams = Team.objects.for_club(league.club_id).filter(league=league)
    return next((team for team in teams if team_key(team.name) == key), None)


def first_days(league: League) -> list[tuple[Member, date]]:
    """Everybody who played in the league, with the day of their first game. Two queries."""
    seats = Seat.objects.for_club(league.club_id).filter(
        hanchan__league=league, hanchan__voided_at=None
    )
    rows = seats.order_by().values("member").annotate(first=Min("hanchan__day"))
    first = {row["member"]: row["first"] for row in rows}
    people = Member.objects.for_club(league.club_id).in_bulk(first)
    return sorted(
        ((member, first[key]) for key, member in people.items()),
        key=lambda found: (found[1], found[0].pk),
    )
