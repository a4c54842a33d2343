"""Plays invented games hand by hand, so that ties, busts and sticks come out as in real ones."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from rules.parameters import RiichiParameters

#: by size of the hand: points of a child's ron and a dealer's, what a child and the dealer pay
_RON: Final = (1000, 1300, 2000, 2600, 3900, 5200, 8000, 12000, 16000, 32000)
_RON_DEALER: Final = (1500, 2000, 2900, 3900, 5800, 7700, 12000, 18000, 24000, 48000)
_TSUMO: Final = (300, 400, 500, 700, 1000, 1300, 2000, 3000, 4000, 8000)
_TSUMO_DEALER: Final = (500, 700, 1000, 1300, 2000, 2600, 4000, 6000, 8000, 16000)
#: how often a hand is of that size
_SIZES: Final = (1400, 1000, 1600, 1000, 1500, 850, 1300, 400, 90, 4)
_YAKUMAN: Final = len(_SIZES) - 1
YAKUMAN_NAMES: Final = ("kokushi", "daisangen", "suuankou", "tsuuiisou", "shousuushii")

_RIICHI: Final = 27  # percent of the players declare in a hand
_DRAW: Final = 16
_TSUMO_RATE: Final = 40
_CLOCK: Final = 3  # percent of the games are stopped by the clock
_CHOMBO: Final = 8  # games in a thousand see one


@dataclass(slots=True)
class Played:
    points: list[int]
    sticks: int = 0  # riichi sticks still on the table, in points
    ended_by_time: bool = False
    yakuman: list[tuple[int, int | None, str]] = field(default_factory=list)  # who, from whom, what
    chombo: int | None = None  # the seat, where it is settled after uma
    chips: tuple[int, ...] = ()


class _Table:
    def __init__(self, rng: Random, rule: RiichiParameters, skills: list[int]) -> None:
        self.rng, self.rule, self.skills = rng, rule, skills
        self.players = rule.game.players
        self.played = Played([rule.game.start_points] * self.players)
        self.dealer = self.honba = self.hands = 0

    def riichi(self) -> list[int]:
        """Choose who declares riichi in this hand; each pays a stick."""
        held = self.played.points
        able = [seat for seat in range(self.players) if held[seat] >= 1000]
        declared = [seat for seat in able if self.rng.randrange(100) < _RIICHI]
        for seat in declared:
            held[seat] -= 1000
            self.played.sticks += 1000
        return declared

    def draw(self, declared: list[int]) -> bool:
        """Play an exhaustive draw with noten payments; return whether the dealer stays."""
        ready = {s for s in range(self.players) if s in declared or self.rng.randrange(100) < 38}
        if 0 < len(ready) < self.players:
            pool = 3000 if self.players == 4 else 2000
            for seat in range(self.players):
                share = (
                    pool // len(ready) if seat in ready else -pool // (self.players - len(ready))
                )
                self.played.points[seat] += share
        return self.dealer in ready

    def win(self, declared: list[int]) -> bool:
        """Choose a winner and pay them; return whether the dealer stays."""
        seats = range(self.players)
        weights = [self.skills[seat] * (2 if seat in declared else 1) for seat in seats]
        winner = self.rng.choices(seats, weights)[0]
        size = self.rng.choices(range(len(_SIZES)), _SIZES)[0]
        others = [seat for seat in seats if seat != winner]
        by_tsumo = self.rng.randrange(100) < _TSUMO_RATE
        discarder = None
        if by_tsumo:
            self._pay_each(winner, others, size)
        else:
            careless = [10_000 // self.skills[seat] for seat in others]
            discarder = self.rng.choices(others, careless)[0]
            table = _RON_DEALER if winner == self.dealer else _RON
            self._pay(discarder, winner, table[size] + 100 * (self.players - 1) * self.honba)
        self.played.points[winner] += self.played.sticks
        self.played.sticks = 0
        if size == _YAKUMAN:
            name = self.rng.choice(YAKUMAN_NAMES)
            # four concealed triplets are won by drawing
            name = "kokushi" if name == "suuankou" and not by_tsumo else name
            self.played.yakuman.append((winner, discarder, name))
        return winner == self.dealer

    def _pay_each(self, winner: int, others: list[int], size: int) -> None:
        for seat in others:
            double = self.dealer in (winner, seat)
            self._pay(seat, winner, (_TSUMO_DEALER if double else _TSUMO)[size] + 100 * self.honba)

    def _pay(self, payer: int, winner: int, points: int) -> None:
        self.played.points[payer] -= points
        self.played.points[winner] += points

    def hand(self) -> None:
        declared = self.riichi()
        drawn = self.rng.randrange(100) < _DRAW
        stays = self.draw(declared) if drawn else self.win(declared)
        self.honba = self.honba + 1 if stays or drawn else 0
        if not stays:
            self.dealer = (self.dealer + 1) % self.players
            self.hands += 1

    def is_over(self) -> bool:
        if min(self.played.points) < 0:
            return True
        game = self.rule.game
        last = self.players * (2 if game.length == "tonnan" else 1)
        if game.overtime != "none" and max(self.played.points) < game.overtime_target:
            last += self.players * game.overtime_rounds
        return self.hands >= last


def play(rng: Random, rule: RiichiParameters, skills: list[int]) -> Played:
    """Play one game.

    Args:
        rng: the only source of chance.
        rule: the number of players, their points, and how the game ends.
        skills: by seat, 100 for somebody who wins as often as the others.

    Returns:
        The end of the game; points and sticks sum to what was dealt out.
    """
    table = _Table(rng, rule, skills)
    stop_after = rng.randint(8, 11) if rng.randrange(100) < _CLOCK else None
    while not table.is_over():
        table.hand()
        if stop_after is not None:
            stop_after -= 1
            if stop_after == 0 and not table.is_over():
                table.played.ended_by_time = True
                break
    if rng.randrange(1000) < _CHOMBO:
        table.played.chombo = rng.randrange(table.players)
    return table.played
