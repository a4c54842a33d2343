"""Random clubs with games and hands, and slow figures of them by code of their own."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import Any

from league.games.points import counting_of
from league.games.tallies import rebuild_tallies
from league.games.write import void_hanchan
from league.models import Club, Hanchan, Kyoku, League, Member
from tests.factories import ADMIN, league_of, make_club, make_members, record

FIRST = date(2026, 3, 20)
YAKU = ("riichi", "tanyao", "pinfu", "haku", "dora", "toitoi")


@dataclass
class Sat:
    """A game as one person sat in it, read without the code under test."""

    game: Hanchan
    seat: int
    place: int
    halves: int  # twice the mean place of those who share it
    score: int
    held: int | None
    table: list[tuple[int, int, int, int]]  # member, place, halves, score of everybody


@dataclass
class RandomClub:
    """A club, and its live games in the order of play."""

    club: Club
    league: League
    people: list[Member]
    games: list[Hanchan] = field(default_factory=list)
    seats: list[tuple[int, Sat]] = field(default_factory=list)  # by member, in the order of play
    hands: dict[int, list[Kyoku]] = field(default_factory=dict)  # by game

    def read(self) -> None:
        """Read the games once, in the order of play, for everybody who computes from them."""
        self.games.sort(key=lambda game: (game.day, game.number, game.table, game.pk))
        self.seats = [sat for game in self.games for sat in _sat_in(game)]
        self.hands = {game.pk: list(game.kyoku.exclude(result="chombo")) for game in self.games}

    @property
    def players(self) -> int:
        """Seats at a table."""
        return len(self.seats[0][1].table)

    def within(self, first: date, last: date) -> RandomClub:
        """The same club as if it had played on these days alone."""
        seats = [(who, sat) for who, sat in self.seats if first <= sat.game.day <= last]
        games = [game for game in self.games if first <= game.day <= last]
        return replace(self, seats=seats, games=games)

    def sat(self, member: Member) -> list[Sat]:
        """The games of one person."""
        return [sat for who, sat in self.seats if who == member.pk]


def _sat_in(game: Hanchan) -> Iterator[tuple[int, Sat]]:
    settled = Hanchan.objects.across_clubs().get(pk=game.pk).settlement
    assert settled is not None
    places, scores = list(settled.places), list(settled.scores)
    seats = list(game.seats.order_by("seat"))
    table = [
        (seat.member_id, place, _halves(places, place), score)
        for seat, place, score in zip(seats, places, scores, strict=True)
    ]
    for seat, (member, place, halves, score) in zip(seats, table, strict=True):
        held = seat.points if game.points_are_known else None
        yield member, Sat(game, seat.seat, place, halves, score, held, table)


def _halves(places: Sequence[int], place: int) -> int:
    """Twice the mean of the places that those on ``place`` take together."""
    shared = [place + nth for nth in range(places.count(place))]
    return 2 * sum(shared) // len(shared)


def random_club(seed: int, rule: str, *, games: int = 30, people: int = 7) -> RandomClub:
    """A club with games on some evenings over three months, one voided, some from a lobby."""
    rng = random.Random(seed)
    club = make_club(rule=rule)
    league = league_of(club)
    made = RandomClub(club, league, make_members(club, people))
    version = league.rule_set.rule_set.versions.all()[0].value
    counting = counting_of(version)
    for nth in range(games):
        day = FIRST + timedelta(days=7 * (nth * 12 // games))
        at_table = rng.sample(made.people, version.game.players)
        points = _points(rng, version.game.players, counting.dealt, counting.unit)
        game = record(league, at_table, points, day=day)
        if version.family == "riichi":
            _keep_hands(rng, game, version.game.players)
        made.games.append(game)
    void_hanchan(hanchan=made.games.pop(3), revision=1, reason="二重入力", actor=ADMIN)
    for game in made.games[5:8]:
        lobby = Hanchan.objects.for_club(club).filter(pk=game.pk)
        lobby.update(source=Hanchan.Source.LOBBY, points_are_known=False, scores_are_given=True)
        game.refresh_from_db()
    rebuild_tallies(league)
    made.read()
    return made


def _points(rng: random.Random, players: int, dealt: int, unit: int) -> list[int]:
    share = dealt // players or 300
    held = [rng.randint(-share // 4, 2 * share) // unit * unit for _seat in range(players - 1)]
    return [*held, dealt - sum(held)]


def _keep_hands(rng: random.Random, game: Hanchan, players: int) -> None:
    everybody = range(players)
    for number in range(rng.randint(0, 9)):
        result = rng.choice(["ron", "ron", "tsumo", "draw", "abort", "nagashi", "chombo"])
        winners = _winners(rng, result, players)
        others = [seat for seat in everybody if seat not in winners]
        deltas = [rng.randint(-80, 80) * 100 for _seat in everybody]
        noted = rng.random() < 0.8
        Kyoku.objects.create(
            hanchan=game,
            number=number,
            round=0,
            dealer=number % players,
            result=result,
            winners=_bits(winners),
            discarder=rng.choice(others) if result == "ron" else None,
            riichi=_bits(seat for seat in everybody if rng.random() < 0.3),
            tenpai=_bits(seat for seat in everybody if result == "draw" and rng.random() < 0.5),
            called=_bits(seat for seat in everybody if rng.random() < 0.4) if noted else None,
            told={"result": result, "wins": [_win(rng, seat) for seat in winners]},
            **{f"delta_{seat}": deltas[seat] for seat in everybody},
        )


def _winners(rng: random.Random, result: str, players: int) -> list[int]:
    if result not in ("ron", "tsumo"):
        return []
    return rng.sample(range(players), rng.choice([1, 1, 2]) if result == "ron" else 1)


def _win(rng: random.Random, seat: int) -> dict[str, Any]:
    win: dict[str, Any] = {"winner": seat, "han": rng.randint(1, 14)}
    if win["han"] < 5:
        win["fu"] = rng.choice([20, 25, 30, 40, 60, 70, 110])
    if rng.random() < 0.8:
        win["yaku"] = dict.fromkeys(rng.sample(YAKU, rng.randint(1, 3)), 1)
    if rng.random() < 0.1:
        win["yakuman"] = 1
    elif rng.random() < 0.1:
        win["limit"] = rng.choice(["mangan", "haneman", "counted_yakuman", "yakuman_2"])
    return win


def _bits(seats: Any) -> int:
    return sum(1 << seat for seat in seats)


def naive_hands(made: RandomClub, member: Member) -> Counter[str]:
    """What somebody did in the hands that were kept, counted one by one."""
    found: Counter[str] = Counter()
    for chair in made.sat(member):
        for hand in made.hands[chair.game.pk]:
            mine = 1 << chair.seat
            won, riichi = bool(hand.winners & mine), bool(hand.riichi & mine)
            moved = hand.deltas[chair.seat]
            found["hands"] += 1
            found["riichi"] += riichi
            found["riichi_wins"] += riichi and won
            if won:
                found["wins"] += 1
                found["won"] += moved
                found["tsumo"] += hand.result == "tsumo"
            if hand.result == "ron" and hand.discarder == chair.seat:
                found["deal_ins"] += 1
                found["paid"] -= moved
            if hand.called is not None:
                found["noted"] += 1
                found["called"] += bool(hand.called & mine)
            if hand.result == "draw":
                found["draws"] += 1
                found["tenpai"] += bool(hand.tenpai & mine)
    return found


def own_wins(made: RandomClub, member: Member) -> list[dict[str, Any]]:
    """The wins of somebody as they were told."""
    return [
        win
        for chair in made.sat(member)
        for hand in made.hands[chair.game.pk]
        for win in hand.told["wins"]
        if win["winner"] == chair.seat
    ]


def longest(kind: Sequence[bool]) -> int:
    """The longest stretch of true values."""
    best = now = 0
    for each in kind:
        now = now + 1 if each else 0
        best = max(best, now)
    return best
