"""The shape of a ``replay`` request: hands as a script writes them down."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator

from scoring.game.values import AbortKind, HandResult, PenaltyKind
from scoring.requests import Heading, Request, Seat, read_as

#: more hands than any game has
MOST_HANDS = 200

#: far above what anybody means; it only keeps absurd numbers out of the arithmetic
Count = Annotated[int, Strict(), Field(ge=0, le=1_000)]
Points = Annotated[int, Strict(), Field(ge=0, le=1_000_000)]
Flag = Annotated[bool, Strict()]


def _several(value: object) -> object:
    """Take one seat for a list of one."""
    return (value,) if isinstance(value, int) else value


def _liable(value: object) -> object:
    """Take a seat for somebody who answers for one yakuman, and null for nobody."""
    if value is None:
        return ()
    several = value if isinstance(value, list) else [value]
    return [{"seat": each} if isinstance(each, int) else each for each in several]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


Seats: TypeAlias = Annotated[tuple[Seat, ...], Field(max_length=4)]
SeatOrSeats: TypeAlias = Annotated[Seats, BeforeValidator(_several)]


class PaoRequest(_Part):
    """Who answers for a yakuman, and for how many of them."""

    seat: Seat
    times: Annotated[int, Strict(), Field(ge=1, le=20)] = 1


class ChipsRequest(_Part):
    """For what chips are due; of a whole hand they follow from its tiles."""

    ippatsu: Count = 0
    ura: Count = 0
    red: Count = 0
    pocchi: Count = 0
    gold: Count = 0


class WinRequest(_Part):
    """What a win of any family says."""

    winner: Seat
    discarder: Seat | None = Field(default=None, alias="from")
    value: dict[str, Any] | None = None


class PricedRequest(WinRequest):
    """A win by han, by yakuman, or by its tiles."""

    han: Count | None = None
    fu: Count | None = None
    yakuman: Annotated[int, Strict(), Field(ge=0, le=20)] | None = None  # 0: none
    pao: Annotated[tuple[PaoRequest, ...], Field(max_length=4), BeforeValidator(_liable)] = ()


class RiichiWinRequest(PricedRequest):
    """A win of the riichi family."""

    chips: ChipsRequest | None = None


class BooWinRequest(PricedRequest):
    """A win of Boo, where dora are paid beside the hand."""

    dora: Count | None = None


class ZungJungWinRequest(WinRequest):
    """A win of Zung Jung; nothing said, the discarder answers for it."""

    worth: Points | None = None
    responsible: Flag | Seat | None = True


class PenaltyRequest(_Part):
    """A lesser offence."""

    seat: Seat
    kind: PenaltyKind


class YakumanTenpaiRequest(_Part):
    """Somebody whom a chombo has kept from a yakuman."""

    seat: Seat
    value: Points


W = TypeVar("W", bound=WinRequest)


class HandRequest(_Part, Generic[W]):
    """A hand of a game."""

    result: HandResult
    riichi: Seats = ()
    wins: Annotated[tuple[W, ...], Field(max_length=4)] = ()
    tenpai: Seats = ()
    kind: AbortKind | None = None
    by: SeatOrSeats = ()
    penalties: Annotated[tuple[PenaltyRequest, ...], Field(max_length=40)] = ()
    yakuman_tenpai: Annotated[tuple[YakumanTenpaiRequest, ...], Field(max_length=4)] = ()
    stop: Flag = False
    give_up: Flag = False
    time_up: Flag = False

    @model_validator(mode="before")
    @classmethod
    def _null_is_left_out(cls, data: object) -> object:
        if not isinstance(data, dict):
            return data
        return {key: value for key, value in data.items() if value is not None}


class BooHandRequest(HandRequest[BooWinRequest]):
    """A hand of Boo; its dora may be said of the hand instead of the win."""

    dora: Count | None = None


AnyHandRequest: TypeAlias = (
    HandRequest[RiichiWinRequest] | BooHandRequest | HandRequest[ZungJungWinRequest]
)


class ReplayHeading(Heading):
    """Under which rule a game is to be replayed."""

    hands: Any  # read with the rest, but missed at once


class ReplayRequest(Request):
    """A game; its hands are read one by one, each with a word of its own when it is wrong."""

    hands: Annotated[tuple[Any, ...], Field(max_length=MOST_HANDS)]


class BooReplayRequest(ReplayRequest):
    """A game of Boo, and the seat whose right could double it."""

    dabu_ken: Annotated[int, Strict(), Field(ge=0, le=3)] | None = None


Family: TypeAlias = Literal["riichi", "boo", "zung_jung"]
_HANDS: Mapping[str, type[AnyHandRequest]] = MappingProxyType(
    {
        "riichi": HandRequest[RiichiWinRequest],
        "boo": BooHandRequest,
        "zung_jung": HandRequest[ZungJungWinRequest],
    }
)


def read_game(data: object, family: Family) -> ReplayRequest:
    """Read a game, its hands not yet looked at.

    Raises:
        BadValueError, UnknownKeyError, MissingKeyError: as ``scoring.requests.read_as``.
    """
    return read_as(BooReplayRequest if family == "boo" else ReplayRequest, data)


def read_hand(data: object, family: Family) -> AnyHandRequest:
    """Read one hand, as a family of games has it.

    Raises:
        BadValueError, UnknownKeyError, MissingKeyError: as ``scoring.requests.read_as``.
    """
    return read_as(_HANDS[family], data)
