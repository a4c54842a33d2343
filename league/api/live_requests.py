"""The bodies of calls to live tables: their shape is checked here, their truth by the services."""

from __future__ import annotations

import uuid
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from league.api.requests import Day, Key, Small, Text
from league.api.shapes import Place, first_key, read_shape
from league.entry import SeatEntry


def _text(value: object) -> object:
    if isinstance(value, str):
        return value
    raise PydanticCustomError("text", "no text")


_Uuid = Annotated[uuid.UUID, BeforeValidator(_text)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Chair(_Part):
    member: Key | None = None
    guest: Text = ""

    @model_validator(mode="after")
    def _one_person(self) -> Self:
        if (self.member is None) == (not self.guest.strip()):
            raise PydanticCustomError("person", "A seat has either a member or a guest")
        return self


class LiveRequest(_Part):
    """A table to be opened."""

    key: _Uuid
    league: Text
    day: Day | None = None
    session: Key | None = None
    table: Small = 1
    number: Small
    seats: Annotated[tuple[_Chair, ...], Field(max_length=8)]

    def seat_entries(self) -> tuple[SeatEntry, ...]:
        """The chairs as the service takes them."""
        return tuple(SeatEntry(member_id=seat.member, guest=seat.guest) for seat in self.seats)


class ChangeRequest(_Part):
    """A change: made where it was tapped (key), for what was seen there (seen)."""

    key: _Uuid
    seen: Annotated[int, Strict(), Field(ge=0, le=2**31 - 1)]
    action: Literal[
        "hand", "undo", "redo", "riichi", "correct", "insert", "drop", "finish", "give_up"
    ]
    told: dict[str, Any] = Field(default_factory=dict)


def read_live(data: object) -> LiveRequest:
    """Read the body of a new table.

    Raises:
        BadRequestError: keys that are missing or unknown, values of the wrong kind.
    """
    return read_shape(LiveRequest, data, _field)


def read_change(data: object) -> ChangeRequest:
    """Read the body of a change.

    Raises:
        BadRequestError: as :func:`read_live`.
    """
    return read_shape(ChangeRequest, data, first_key)


def _field(place: Place) -> str:
    match place:
        case ("seats", int(index), *_):
            return f"seat-{index}"
    return first_key(place)
