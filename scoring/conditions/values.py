"""What a player needs to end a game in some place, as values. Seats count from the first East."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

#: a place, meaning it or a better one; Boo: the top with such a maru or a better one, or afloat
Goal: TypeAlias = int | Literal["maru_a", "maru_b", "maru_c", "afloat"]
#: what a player does until the hand is drawn; ``riichi``: declared, its stick stays on the table
Own: TypeAlias = Literal["noten", "tenpai", "riichi"]


class Worth(NamedTuple):
    """A win as it is paid, honba and sticks apart; several hands may be paid alike."""

    han: int
    fu: int | None
    yakuman: int
    dora: int  # Boo: paid beside the hand, in the amounts
    worth: int  # Zung Jung
    limit: str | None  # as the ``value`` format names it
    total: int  # what the winner gets
    each: int  # what the discarder pays, or on a tsumo each other player but a dealer
    dealer: int | None = None  # what the dealer pays on a child's tsumo
    others: int = 0  # Zung Jung: what each of the others pays on a ron


class Range(NamedTuple):
    """Wins next to each other in the rising order of what they bring."""

    least: Worth
    most: Worth | None  # None: and all above


class Way(NamedTuple):
    """Wins on one discard, or by one's own draw, that reach a goal."""

    discarder: int | None  # None: by tsumo
    reached: tuple[Range, ...]  # rising; empty: no win does
    missed: tuple[Range, ...]  # wins above the cheapest that do not
    is_any: bool  # whether every win does
    goes_on: tuple[Range, ...]  # of those that do: after which the game is not over
    shared: tuple[Range, ...]  # of those that do: the place is shared
    barred: tuple[Range, ...]  # Boo: wins that the points forbid


class Case(NamedTuple):
    """A draw by who is tenpai and who is not; nothing hangs on the others."""

    tenpai: tuple[int, ...] = ()
    noten: tuple[int, ...] = ()


#: however the others are
ALWAYS = Case()


class Draw(NamedTuple):
    """Draws that reach a goal, by what the player does oneself."""

    own: Own
    reached: tuple[Case, ...]  # any of them will do; empty: none does
    goes_on: tuple[Case, ...]  # of those: after which the game is not over

    @property
    def is_always(self) -> bool:
        """Whether it is reached however the others are."""
        return self.reached == (ALWAYS,)


class Needed(NamedTuple):
    """All that reaches one goal."""

    goal: Goal
    is_held: bool  # whether it would be reached if the game were over now
    tsumo: Way
    ron: tuple[Way, ...]  # by discarder, in turn order after the player
    draws: tuple[Draw, ...]
    #: Boo: tsumo and ron after one's own riichi, where that makes a difference
    after_riichi: tuple[Way, ...] = ()

    @property
    def is_sure(self) -> bool:
        """Whether nobody's win is needed: every draw will do."""
        return all(draw.is_always for draw in self.draws)

    @property
    def is_out(self) -> bool:
        """Whether this hand cannot bring it."""
        ways = (self.tsumo, *self.ron, *self.after_riichi)
        return not any(way.reached for way in ways) and not any(draw.reached for draw in self.draws)


class PlayerNeeds(NamedTuple):
    """What one player needs for each goal, the best first."""

    seat: int
    place: int  # at which the player stands now
    has_riichi: bool  # declared in this hand
    may_riichi: bool
    goals: tuple[Needed, ...]


class Conditions(NamedTuple):
    """What everybody needs."""

    is_last_hand: bool  # but for overtime, or of overtime
    only_with_yaku: bool  # Boo: a hand without a yaku takes no honba, and is left out
    #: Boo: a child's tsumo is one without dora, each of which brings this more from everybody
    dora_left_out: int
    players: tuple[PlayerNeeds, ...]  # by seat
