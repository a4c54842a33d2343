"""Boo games to play in the tests, and how they came out."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

from league.clubs.verification import verify_club
from league.games.tallies import record_of_tally, tallies_of, with_settlements
from league.models import Club, Hanchan, League, Member
from league.rulebook.write import adopt_rule_set
from tests.factories import ADMIN, make_club, make_entry, record

#: points from the first East on, by what the top (the first East) makes of them
POINTS = {
    "A": (17_000, 7_000, 5_000, 3_000),
    "B": (12_000, 8_100, 7_900, 4_000),
    "C": (9_000, 8_000, 8_000, 7_000),
    "-": (8_000, 8_000, 8_000, 8_000),
}


def around(top: Member, seats: Sequence[Member]) -> list[Member]:
    """The same people with ``top`` as the first East."""
    at = list(seats).index(top)
    return [*seats[at:], *seats[:at]]


def play(
    league: League, top: Member, maru: str, seats: Sequence[Member], **changes: Any
) -> Hanchan:
    """Store a game that ``top``, the first East, won so."""
    return record(league, around(top, seats), POINTS[maru], **changes)


def entry(league: League, top: Member, maru: str, seats: Sequence[Member], **changes: Any) -> Any:
    """The same as an entry, for a correction."""
    return make_entry(league, around(top, seats), POINTS[maru], **changes)


class Ended(NamedTuple):
    """How a game came out."""

    result: str
    victory_points: tuple[int, ...]


def evening(league: League, table: int = 1) -> list[Ended]:
    """The live games of a table in the order of play, each as it counts now."""
    games = Hanchan.objects.for_club(league.club_id).filter(
        league=league, table=table, voided_at=None
    )
    return [
        Ended(game.settlement.result, tuple(score // 1_000 for score in game.settlement.scores))
        for game in with_settlements(games.order_by("day", "number"))
        if game.settlement
    ]


def results(league: League, table: int = 1) -> list[str]:
    """What the tops of a table made, in the order of play."""
    return [ended.result for ended in evening(league, table)]


def is_proven(club: Club) -> bool:
    """Whether every settlement and tally is what the games give."""
    return bool(verify_club(club)["differences"] == 0)


def standings(league: League) -> dict[str, Any]:
    """Everybody's record of each stretch, by name."""
    rows = tallies_of(league).select_related("member")
    return {
        f"{row.member.display_name} {row.span} {row.start}": record_of_tally(row) for row in rows
    }


def played_from_scratch(league: League) -> dict[str, Any]:
    """The standings of a fresh club in which only the live games were ever entered, in order."""
    club = make_club(f"fresh-{uuid.uuid4().hex[:8]}", rule="nekohouse-boo")
    fresh = League.objects.for_club(club).select_related("rule_set__rule_set").get()
    names: dict[int, Member] = {}
    games = Hanchan.objects.for_club(league.club_id).filter(league=league, voided_at=None)
    for game in games.order_by("day", "table", "number").prefetch_related("seats__member"):
        seats = list(game.seats.all())
        for seat in seats:
            if seat.member_id not in names:
                names[seat.member_id] = Member.objects.create(
                    club=club, display_name=seat.member.display_name
                )
        record(
            fresh,
            [names[seat.member_id] for seat in seats],
            [seat.points for seat in seats],
            day=game.day,
            table=game.table,
            number=game.number,
            sticks=game.sticks,
        )
    return standings(fresh)


def second_league(club: Club) -> League:
    """Another Boo league of the club, under a rule set of its own."""
    in_club = adopt_rule_set(club=club, key="nekohouse-boo", actor=ADMIN, slug="boo-2")
    return League.objects.create(club=club, rule_set=in_club, slug="second", name="第二リーグ")
