"""A won hand as the table settles it, and what it moves. Seats count from the first East, 0."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

#: what is paid for: the hand, the part that a responsible player takes over, dora beside the hand
Why: TypeAlias = Literal["hand", "pao", "dora", "honba", "sticks"]


class Liability(NamedTuple):
    """A player who answers for a yakuman (包)."""

    seat: int
    times: int = 1  # how many yakuman it counts; for 嶺上開花: as many as the hand has


class ChipReasons(NamedTuple):
    """For what chips are due beside a yakuman."""

    ippatsu: int = 0
    ura: int = 0
    red: int = 0
    pocchi: int = 0  # white pocchi drawn as a wild tile


NO_CHIPS: Final = ChipReasons()


class Win(NamedTuple):
    """What one player has won with; the hand is priced already, as ``Value`` has it."""

    winner: int
    han: int = 0  # with dora, unless they are paid beside; 0: no yaku
    fu: int | None = None  # none without fu, for a mangan and above, and for yakuman
    yakuman: int = 0  # how many it counts
    dora_beside: int = 0  # dora that are paid beside the hand
    liable: tuple[Liability, ...] = ()  # the first completed stands first
    chips: ChipReasons | None = NO_CHIPS  # None: no chips at all, as for nagashi


class OnTable(NamedTuple):
    """What lies on the table when a hand is won."""

    dealer: int
    honba: int = 0
    sticks: int = 0  # in points


class Transfer(NamedTuple):
    """Points that go to a winner."""

    payer: int | None  # None: from the table
    winner: int
    points: int
    why: Why


class Paid(NamedTuple):
    """All that moves for a hand."""

    winners: tuple[int, ...]  # in turn order from the discarder; none when three ron abort
    points: tuple[int, ...]  # by seat; they sum to the sticks that were taken
    chips: tuple[int, ...]  # by seat; they sum to 0
    transfers: tuple[Transfer, ...]  # how the points come about
