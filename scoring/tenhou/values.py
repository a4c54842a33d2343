"""A game as its record tells it: what happened, and apart from that what the record says it made.

Seats count from the first dealer, 0. Points are whole points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple, TypeAlias

from rules.parameters.play import Draws
from scoring.hands.hand import Hand, Meld
from scoring.hands.tiles import Tile

Length: TypeAlias = Literal["tonpu", "tonnan"]
AbortKind: TypeAlias = Literal["kyuushu", "suufon", "suukan", "suurii", "sanchahou"]
Site: TypeAlias = Literal["tenhou", "mahjong_soul"]
#: how a hand without a win ended: "" when the wall was used up
DrawKind: TypeAlias = Literal["", "nagashi"] | AbortKind
Points: TypeAlias = tuple[int, ...]

ABORTS: tuple[AbortKind, ...] = ("kyuushu", "suufon", "suukan", "suurii", "sanchahou")
_ROUNDS = "ESWN"


class Room(NamedTuple):
    """What a record says of its room."""

    red_fives: bool
    open_tanyao: bool
    fast: bool = False
    #: ippan joukyuu tokujou houou, waka gin kohaku kujaku, ginousen; empty: not recorded
    name: str = ""
    lobby: str = ""
    chips: bool = False
    custom: str = ""  # a lobby's own rules, as the record writes them
    site: Site = "tenhou"  # where the game was played
    unread: str = ""  # what the room's name says of rules that the record does not tell


class Answer(NamedTuple):
    """A player who gave the tile that completed what somebody may have to answer for (包)."""

    yakuman: str  # daisangen daisuushii suukantsu
    seat: int
    by_kan: bool  # the tile was taken for an open kan, not for a pon


class ShownHand(NamedTuple):
    """A winning hand as the record shows it, beside the events."""

    concealed: tuple[Tile, ...]  # sorted, without the winning tile
    win: Tile
    melds: tuple[Meld, ...]  # sorted; norths set aside are none
    nuki: int
    dora_indicators: tuple[Tile, ...]


class RecordedMovement(NamedTuple):
    """Points before and after, by seat; ``before`` is None where the record does not tell."""

    deltas: Points
    before: Points | None = None  # riichi sticks are paid already
    chips: Points | None = None  # what moved
    table: tuple[int, int] | None = None  # honba, and points of sticks


class RecordedWin(NamedTuple):
    """What a record says of a win."""

    yaku: Mapping[str, int]  # as ``notation`` has them; 13 han for a yakuman
    fu: int | None
    points: int | None  # without honba and sticks
    limit: str | None  # mangan haneman baiman sanbaiman yakuman
    moved: RecordedMovement
    pao: int | None = None
    tells_pao: bool = False
    shown: ShownHand | None = None


class RecordedDraw(NamedTuple):
    """What a record says of a hand without a win."""

    kind: DrawKind
    moved: RecordedMovement
    tenpai: tuple[int, ...] | None = None  # seats; None: not recorded


class RecordedEnd(NamedTuple):
    """What a record says of the end of the game, by seat."""

    points: Points  # sticks on the table are in them
    scores: Points  # +42.3 is 42_300
    chips: Points | None = None


class Win(NamedTuple):
    """A win as the events have it, and what the record says of it."""

    winner: int
    discarder: int | None
    hand: Hand
    answers: tuple[Answer, ...]  # the first completed stands first
    open_kan_from: int | None  # who gave the tile of the kan whose replacement won
    recorded: RecordedWin


class Wait(NamedTuple):
    """What a player waits for as the wall runs out."""

    is_tenpai: bool  # by shape, be it for a fifth tile
    holds_all: bool  # all of the winning tiles, in hand and melds
    conceals_all: bool  # all of them, in hand alone


class Draw(NamedTuple):
    """A hand without a win as the events have it, and what the record says of it."""

    left: int  # tiles in the wall
    waits: tuple[Wait, ...]  # by seat; empty where the wall has not run out
    nagashi: tuple[int, ...]  # who discarded terminals and honours only, none of them called
    possible: tuple[AbortKind, ...]  # what the hand could have been aborted for
    last_discarder: int | None  # whose discard ended the hand; None: nobody's
    recorded: RecordedDraw

    def tenpai(self, rule: Draws) -> tuple[int, ...]:
        """Who is tenpai under a rule.

        Source: ``fifth_tile_tenpai``, ``fifth_tile_where``.
        """
        return tuple(seat for seat, wait in enumerate(self.waits) if _counts(wait, rule))


def _counts(wait: Wait, rule: Draws) -> bool:
    is_dead = wait.holds_all if rule.fifth_tile_where == "anywhere" else wait.conceals_all
    return wait.is_tenpai and (rule.fifth_tile_tenpai or not is_dead)


class RecordedRiichi(NamedTuple):
    """A riichi stick as the record lays it on the table."""

    seat: int
    points: Points | None  # held after it; None: not recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class Kyoku:
    """One hand: either it has wins, or it has a draw."""

    number: int  # 0 East 1 … 4 South 1 …, four to a round also where three play
    honba: int
    sticks: int  # points on the table as it begins
    points: Points
    riichi: tuple[int, ...]  # whose sticks were paid, in order
    called: tuple[int, ...] = ()  # who claimed a discard; closed kans and norths are no calls
    recorded_riichi: tuple[RecordedRiichi, ...] | None = None  # None: not recorded
    wins: tuple[Win, ...] = ()
    draw: Draw | None = None

    @property
    def round(self) -> int:
        """0 East to 3 North."""
        return self.number // 4

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self.number % 4

    @property
    def name(self) -> str:
        """``E1.0``: East 1, no honba."""
        return kyoku_name(self.number, self.honba)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A game, or a part of one."""

    players: int
    length: Length
    room: Room
    names: tuple[str, ...]
    kyoku: tuple[Kyoku, ...]
    end: RecordedEnd | None  # None: not recorded
    must_end: bool  # whether a record of this kind always tells the end
    log_id: str = ""
    day: date | None = None


def kyoku_name(number: int, honba: int) -> str:
    """``E1.0``: East 1, no honba."""
    return f"{_ROUNDS[number // 4 % 4]}{number % 4 + 1}.{honba}"
