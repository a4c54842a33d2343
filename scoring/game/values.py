"""A hand as the table tells it, the state of a game, and what a hand makes of it.

Seats count from the first East, 0; points, sticks and chips are by seat and whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from scoring.payments import NO_CHIPS, ChipReasons, Liability, Transfer
from scoring.results import Bust, Penalty, YakumanWin

HandResult: TypeAlias = Literal["ron", "tsumo", "draw", "abort", "nagashi", "chombo"]
AbortKind: TypeAlias = Literal["kyuushu", "suufon", "suukan", "suurii", "sanchahou"]
PenaltyKind: TypeAlias = Literal["stick", "forfeit"]
#: why a game is over
Why: TypeAlias = Literal[
    "last_hand", "bust", "cap", "dealer_stopped", "target", "overtime_end", "yakuman", "time"
]

#: letters of the rounds, which come again after the North
ROUNDS = "ESWN"


@dataclass(frozen=True, slots=True, kw_only=True)
class WonHand:
    """What one player has won with; worth and who answers are asked of Zung Jung only."""

    winner: int
    discarder: int | None = None  # None: by tsumo
    han: int = 0  # with dora, unless they are paid beside the hand; 0: no yaku, or a yakuman
    fu: int | None = None  # None where none are counted, for a mangan and above
    yakuman: int = 0  # how many it counts
    liable: tuple[Liability, ...] = ()  # who answers for it (包), the first completed first
    dora: int = 0  # Boo: dora that are paid beside the hand
    worth: int = 0  # Zung Jung: the sum of its patterns
    responsible: int | None = None  # Zung Jung: the seat that answers for it; None: nobody
    chips: ChipReasons | None = NO_CHIPS  # what chips are due for, where the rule has chips


@dataclass(frozen=True, slots=True, kw_only=True)
class TablePenalty:
    """A lesser offence: a stick is deposited, or the player may not win this hand any more."""

    seat: int
    kind: PenaltyKind


@dataclass(frozen=True, slots=True, kw_only=True)
class YakumanTenpai:
    """A player whom a chombo has kept from a yakuman."""

    seat: int
    value: int  # the most that the hand could have brought, in points


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHand:
    """A hand (局) as the table tells it."""

    result: HandResult
    riichi: tuple[int, ...] = ()  # riichi that stand: their sticks are deposited
    wins: tuple[WonHand, ...] = ()  # ron and tsumo: everybody who called, in any order
    tenpai: tuple[int, ...] = ()  # draw and nagashi: who showed a waiting hand
    kind: AbortKind | None = None  # abort
    by: tuple[int, ...] = ()  # nagashi, 九種九牌: who; chombo: one seat; 三家和: who called ron
    penalties: tuple[TablePenalty, ...] = ()
    yakuman_tenpai: tuple[YakumanTenpai, ...] = ()  # chombo
    stop: bool = False  # the last dealer chooses to stop
    give_up: bool = False  # a dealer who stays passes the seat on (親流し)
    time_up: bool = False  # the game ends with this hand by the clock


class GameState(NamedTuple):
    """A game between two hands; small, immutable, and easily made up to ask what would be."""

    round: int  # 0 East, 1 South …; after the North the East again
    dealer: int  # also the number of the hand in its round, from 0
    honba: int
    sticks: int  # points that lie on the table
    points: tuple[int, ...]  # held, by seat
    played: int = 0  # hands so far, replayed ones too
    why: Why | None = None  # set once the game is over
    chips: tuple[int, ...] = ()  # won and lost so far, by seat; empty: none
    yakuman: YakumanWin | None = None  # Boo: the one that ended the game
    yakuman_wins: tuple[YakumanWin, ...] = ()  # all yakuman of the game, in order
    winners: tuple[int, ...] = ()  # seats that have won a hand, in order
    busts: tuple[Bust, ...] = ()  # who went below the line when that ended the game
    penalties: tuple[Penalty, ...] = ()  # what only the settlement charges

    @property
    def at(self) -> str:
        """The hand that comes next, or came last: E1, S3."""
        return f"{ROUNDS[self.round % 4]}{self.dealer + 1}"

    @property
    def is_over(self) -> bool:
        """Whether no hand may follow."""
        return self.why is not None


class HandPlayed(NamedTuple):
    """What a hand has done."""

    at: str  # E1 …
    honba: int  # as the hand began, like sticks and dealer
    sticks: int  # points
    dealer: int
    deltas: tuple[int, ...]  # by seat: everything that moved, sticks that were put down in it
    chips: tuple[int, ...]  # by seat
    transfers: tuple[Transfer, ...]  # how the points of wins come about
    after: GameState
