"""The calls of the API that change something, each sent so that it does.

Most are sent the example of docs/api.md; where that would change nothing of the tests' club, what
is sent instead and what has to be so before stands here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from league.clubs.write import create_league
from league.models import Member, TeamMembership
from tests.factories import ADMIN, ClubWorld
from tests.league.addresses import member_pk
from tests.league.api.document import Call, bodies, described
from tests.league.api.prepared import Prepared
from tests.league.rulebook.test_options import leave_open

CHANGING = [key for key in described() if key[0] != "GET"]


@dataclass(frozen=True, slots=True)
class Ready:
    """A call that can be made: where, and what is sent."""

    call: Call
    where: str
    body: Any

    def sent(self, club: Prepared, **headers: str) -> Any:
        """What is answered."""
        return club.ask(self.call, self.where, self.body, **headers)


def made_ready(club: Prepared, key: tuple[str, str]) -> Ready:
    """Make ready what a call needs, and say how it is made."""
    if key in _BEFORE:
        _BEFORE[key](club.world)
    shown = [club.real(each.body) for each in bodies() if each.call.key == key]
    body = INSTEAD[key](club.world) if key in INSTEAD else shown[0] if shown else None
    call = Call(*key)
    return Ready(call, club.place(call), body)


def two_leagues(world: ClubWorld) -> None:
    create_league(
        club=world.club,
        rule_set=world.league.rule_set,
        slug="second",
        name="第二リーグ",
        position=1,
        actor=ADMIN,
    )


def named_after_a_team(world: ClubWorld) -> None:
    TeamMembership.objects.for_club(world.club).filter(pk=world.membership.pk).delete()
    Member.objects.for_club(world.club).filter(pk=world.player.pk).update(display_name="鈴@東雲")


_LEAGUE = "clubs/{}/leagues/{}"
INSTEAD: dict[tuple[str, str], Callable[[ClubWorld], Any]] = {
    ("PUT", "clubs/{}/sessions/{}/attendance"): lambda world: {
        "members": [member_pk(world, "scorer")]
    },
    ("PUT", "clubs/{}/sessions/{}/options"): lambda _world: {"options": {"open_tanyao": False}},
    ("POST", f"{_LEAGUE}/move"): lambda _world: {"to": "down"},
}


def _open_options(world: ClubWorld) -> None:
    leave_open(world.league, "open_tanyao", open_tanyao=True)


_BEFORE: dict[tuple[str, str], Callable[[ClubWorld], None]] = {
    ("POST", f"{_LEAGUE}/move"): two_leagues,
    ("POST", f"{_LEAGUE}/teams/from-names"): named_after_a_team,
    ("PUT", "clubs/{}/sessions/{}/options"): _open_options,
}
