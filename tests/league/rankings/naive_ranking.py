"""The ranking reckoned by hand, straight from the games' settlements, without any stored sum.

Written from what each figure means and not from the code that the pages use: one list of games a
person, in the order of play, and everything counted over it again and again.
"""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Any

from league.games.entry import HanchanEntry, SeatEntry
from league.games.store import FinishedGame, store_games
from league.games.tallies import with_settlements
from league.models import Adjustment, Club, Hanchan, League, Member, Session
from tests.factories import ADMIN, NAMES, league_of, make_club

FIRST_DAY = date(2025, 11, 20)


@dataclass(frozen=True)
class Kind:
    """A family of rules: which set, how many play, and what a table may hold."""

    rule: str
    players: int
    deal: Callable[[random.Random, int, int], list[int]]  # by players and start points
    counts_busts: bool = True
    may_come_with_scores: bool = False


def _stacks(unit: int) -> Callable[[random.Random, int, int], list[int]]:
    def deal(chance: random.Random, players: int, start: int) -> list[int]:
        held = [chance.randrange(-30, 2 * start // unit) * unit for _ in range(players - 1)]
        return [*held, players * start - sum(held)]

    return deal


def _zero_sum(chance: random.Random, _players: int, _start: int) -> list[int]:
    held = [chance.randrange(-300, 300) for _ in range(3)]
    return [*held, -sum(held)]


KINDS = {
    "riichi": Kind("kinyoukai", 4, _stacks(100), may_come_with_scores=True),
    "sanma": Kind("yakyu-3p-tonnan", 3, _stacks(100)),
    "boo": Kind("nekohouse-boo", 4, _stacks(100)),
    "zung_jung": Kind("zung-jung", 4, _zero_sum, counts_busts=False),
}


def random_league(kind: Kind, seed: int, *, games: int, days: int) -> tuple[Club, League]:
    """A club whose people played at two tables, on some days several games."""
    chance = random.Random(seed)
    club = make_club(f"c-{uuid.uuid4().hex[:10]}", rule=kind.rule, owner=f"o{seed}")
    league = league_of(club)
    people = [
        Member.objects.create(
            club=club, display_name=NAMES[n], kana=f"{chance.random()}", is_guest=n == 7
        )
        for n in range(8)
    ]
    sessions: dict[date, Session] = {}
    taken: set[tuple[date, int, int]] = set()
    finished = []
    for _game in range(games):
        day = FIRST_DAY + timedelta(days=chance.randrange(days))
        # numbers are not entered in their order
        slot = day, chance.randint(1, 2), chance.randint(1, 9)
        if slot in taken:
            continue
        taken.add(slot)
        if day not in sessions:
            sessions[day] = Session.objects.create(club=club, day=day)
        entry = _entry(kind, chance, league, people, sessions[day], slot)
        finished.append(FinishedGame(key=uuid.uuid4(), entry=entry, source=Hanchan.Source.FORM))
    store_games(club=club, games=finished, actor=ADMIN)
    for _one in range(chance.randrange(4)):
        Adjustment.objects.create(
            league=league,
            member=chance.choice(people),
            day=FIRST_DAY + timedelta(days=chance.randrange(days)),
            points=chance.choice((-20_000, 5_000, 12_300)),
            reason="賞罰",
        )
    return club, league


def start_of(league: League) -> int:
    """What everybody holds at the start of a game."""
    return league.rule_set.rule_set.versions.all()[0].value.game.start_points


def _entry(
    kind: Kind,
    chance: random.Random,
    league: League,
    people: list[Member],
    session: Session,
    slot: tuple[date, int, int],
) -> HanchanEntry:
    points = kind.deal(chance, kind.players, start_of(league))
    chips = [0] * kind.players
    if kind.may_come_with_scores and chance.random() < 0.2:
        chips[0], chips[1] = 2, -2
    given: list[int | None] = [None] * kind.players
    score_alone = kind.may_come_with_scores and chance.random() < 0.2
    if score_alone:
        given = [42_000, 5_000, -12_000, -35_000]
        # whatever stands there says nothing
        points = [-700, 0, 0, 0]
    return HanchanEntry(
        league=league,
        day=slot[0],
        session=session,
        table=slot[1],
        number=slot[2],
        seats=tuple(
            SeatEntry(
                member_id=member.pk,
                points=points[seat],
                chips=0 if score_alone else chips[seat],
                given_score=given[seat],
            )
            for seat, member in enumerate(chance.sample(people, kind.players))
        ),
        scores_are_given=score_alone,
        points_are_known=not score_alone,
    )


@dataclass(frozen=True)
class One:
    """One game as it went for one person."""

    place: int
    shared_place: Fraction
    score: int
    points: int | None
    chips: int
    players: int
    result: str

    @property
    def is_last(self) -> bool:
        return self.place == self.players

    @property
    def floats(self) -> bool:
        """Boo: who is not sunk; at maru-A the top alone, at B two, at C three."""
        at_most = {"double_maru_a": 1, "maru_a": 1, "maru_b": 2, "maru_c": 3, "none": 4}
        return self.place <= at_most[self.result]


def played_by(league: League, first: date, last: date) -> dict[int, list[One]]:
    """Everybody's games, in the order of play."""
    games = with_settlements(
        Hanchan.objects.for_club(league.club_id)
        .filter(league=league, voided_at=None, day__gte=first, day__lte=last)
        .prefetch_related("seats")
    )
    found: dict[int, list[One]] = {}
    for game in sorted(games, key=lambda game: (game.day, game.number, game.table, game.pk)):
        settled = game.settlement
        assert settled is not None
        places = list(settled.places)
        for seat in game.seats.all():
            place = places[seat.seat]
            level = places.count(place)
            found.setdefault(seat.member_id, []).append(
                One(
                    place=place,
                    shared_place=Fraction(sum(range(place, place + level)), level),
                    score=settled.scores[seat.seat],
                    points=seat.points if game.points_are_known else None,
                    chips=seat.chips,
                    players=len(places),
                    result=settled.result,
                )
            )
    return found


def adjusted_by(league: League, first: date, last: date) -> dict[int, int]:
    """What was given or taken, by member."""
    found: dict[int, int] = {}
    for each in Adjustment.objects.for_club(league.club_id).filter(withdrawn_at=None):
        if each.league_id == league.pk and first <= each.day <= last:
            found[each.member_id] = found.get(each.member_id, 0) + each.points
    return found


def rounded(exact: Fraction) -> int:
    """Halves away from zero."""
    whole = int(abs(exact) + Fraction(1, 2))
    return -whole if exact < 0 else whole


def longest(games: list[One], holds: Callable[[One], bool]) -> int:
    """The most games in a row, found by looking at every stretch of them."""
    stretches = (
        games[first:last]
        for first in range(len(games))
        for last in range(first + 1, len(games) + 1)
    )
    return max((len(each) for each in stretches if all(map(holds, each))), default=0)


def figures(games: list[One], adjusted: int, kind: Kind, start: int) -> dict[str, Any]:
    """Every figure of a ranking's line, by its name in the address."""
    count = len(games)
    known = [game.points for game in games if game.points is not None]
    places = [game.place for game in games]
    won = sum(known) - start * len(known)

    def share(holds: Callable[[One], bool], each: int = 1_000) -> int | None:
        return rounded(Fraction(each * sum(map(holds, games)), count)) if count else None

    def made(result: str) -> int:
        return sum(game.place == 1 and game.result == result for game in games)

    return {
        "total": sum(game.score for game in games) + adjusted,
        "adjusted": adjusted,
        "games": count,
        "place": rounded(Fraction(100 * sum(g.shared_place for g in games)) / count)
        if count
        else None,
        "double_maru_a": made("double_maru_a"),
        "maru_a": made("maru_a"),
        "maru_b": made("maru_b"),
        "maru_c": made("maru_c"),
        "floating": share(lambda game: bool(game.result) and game.floats),
        "first": places.count(1),
        "second": places.count(2),
        "third": places.count(3),
        "fourth": places.count(4),
        "top": share(lambda game: game.place == 1),
        "top_two": share(lambda game: game.place <= 2),
        "last": share(lambda game: not game.is_last),
        "best": max((game.score for game in games), default=None),
        "worst": min((game.score for game in games), default=None),
        "average": rounded(Fraction(sum(g.score for g in games), count)) if count else None,
        "top_run": longest(games, lambda game: game.place == 1),
        "no_last_run": longest(games, lambda game: not game.is_last),
        "plus_run": longest(games, lambda game: game.score > 0),
        "busts": sum(points < 0 for points in known) if kind.counts_busts else 0,
        "chips": sum(game.chips for game in games),
        "table_points": won if known else None,
        "average_table_points": rounded(Fraction(won, len(known))) if known else None,
    }
