"""A finished game as it is entered, and what settling makes of it."""

from __future__ import annotations

from dataclasses import dataclass

from rules.parameters.base import VICTORY_POINT


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """An offence entered with the final result."""

    seat: int  # 0 = the first East
    kind: str  # a kind of the rule's penalty table
    count: int = 1
    amount: int | None = None  # of all of them, where the referee names it; in points of score
    held: int = 0  # how many of the kind the player had on that day before


@dataclass(frozen=True, slots=True, kw_only=True)
class Bust:
    """A player who fell below 0 and ended the game."""

    seat: int
    by: int | None = None  # who took the last points; None: the bonus goes to the top


@dataclass(frozen=True, slots=True, kw_only=True)
class YakumanWin:
    """A yakuman that the rule rewards, or that ends a Boo game."""

    winner: int
    discarder: int | None = None  # None: by tsumo
    pao: int | None = None  # the responsible seat; only Boo asks for it


# not frozen, though nobody changes one: that would make making them three times as dear
@dataclass(slots=True, kw_only=True, unsafe_hash=True)
class GameResult:
    """What the table hands in. Seats are counted from the first East."""

    points: tuple[int, ...]  # held at the end, by seat
    sticks: int = 0  # riichi sticks still on the table, in points
    chips: tuple[int, ...] | None = None  # by seat; None: not counted
    penalties: tuple[Penalty, ...] = ()
    busts: tuple[Bust, ...] = ()
    yakitori: tuple[int, ...] = ()  # seats that won no hand
    yakuman: tuple[YakumanWin, ...] = ()
    substitutes: tuple[int, ...] = ()  # seats of those who sat in for somebody absent
    dabu_ken: int | None = None  # Boo: the seat that holds the right to double as the game begins
    #: final scores by seat, in points, that came with the game and are kept as they are
    given: tuple[int, ...] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether points and sticks are all that there is."""
        return not (
            self.chips
            or self.penalties
            or self.busts
            or self.yakitori
            or self.yakuman
            or self.substitutes
            or self.dabu_ken is not None
            or self.given is not None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One step from the points of a seat to its score."""

    #: riichi: base below_zero rounding sticks uma oka chips bust yakitori yakuman
    #: substitute; Boo: maru
    #: dabu_ken pao; Zung Jung: points; all of them: penalty; scores that came with the game: given
    kind: str
    points: int
    clause: str  # the clause that says so, ``assumed``, or empty when the caller gave none


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatScore:
    """What a seat takes home."""

    place: int  # 1 for the top; players who share places show the best of them
    place_halves: int  # twice the mean of the places taken: 1 1 3 4 gives 3, 3, 6, 8
    score: int  # in points: +42.3 pt is 42_300
    parts: tuple[Part, ...]  # they sum to the score


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """The settlement of one game, by seat."""

    seats: tuple[SeatScore, ...]
    result: str | None = None  # Boo: double_maru_a maru_a maru_b maru_c none
    dabu_ken: int | None = None  # Boo: the seat that holds the right to double after the game

    @property
    def places(self) -> tuple[int, ...]:
        """Places by seat."""
        return tuple(seat.place for seat in self.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by seat, in points."""
        return tuple(seat.score for seat in self.seats)

    @property
    def victory_points(self) -> tuple[int, ...]:
        """Scores of a Boo game by seat in victory points (勝利点), penalties in them."""
        return tuple(score // VICTORY_POINT for score in self.scores)
