"""Request bodies: their shape is checked here, their content by the services."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Annotated, Any, Self, TypeVar

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from league.api.base import BadRequestError
from league.core.days import EARLIEST, LATEST
from league.core.errors import EntryError, LeagueError
from league.core.inputs import MOST_GAMES
from league.games.entry import PenaltyEntry, SeatEntry, YakumanEntry
from league.wording.errors import Place, printable, shape_problems
from rules.parameters.base import LIMIT
from scoring.hands.yaku import YAKUMAN

S = TypeVar("S", bound=BaseModel)


def first_key(place: Place) -> str:
    return printable(str(place[0])) if place else ""


def read_shape(shape: type[S], data: object, field_of: Callable[[Place], str] = first_key) -> S:
    """Read a body.

    Args:
        shape: the model that the body must match.
        data: the parsed body.
        field_of: names the field in the answer for the place of a value.

    Raises:
        BadRequestError: keys are missing or unknown, or values of the wrong kind.
    """
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        fields: dict[str, list[str]] = {}
        for place, words in shape_problems(error):
            fields.setdefault(field_of(place), []).append(words)
        raise BadRequestError(fields) from error


def checked(form: forms.BaseForm, **names: str) -> dict[str, Any]:
    """What a page's form makes of values that a body gave.

    Args:
        form: bound to them.
        names: field of the form -> its name in the body, where they differ.

    Raises:
        EntryError: they cannot stand, in the words of the page.
    """
    if not form.is_valid():
        problems = {
            "" if field == NON_FIELD_ERRORS else names.get(field, field): [*map(str, errors)]
            for field, errors in form.errors.items()
        }
        raise EntryError(problems)
    return form.cleaned_data


def keys_of(shape: type[BaseModel]) -> dict[str, str]:
    """Field of a model -> its key in the body, where they differ."""
    return {name: info.alias for name, info in shape.model_fields.items() if info.alias}


@contextmanager
def named_as(keys: Mapping[str, str]) -> Iterator[None]:
    """Let a service's refusal name the key of the body that is to blame.

    Args:
        keys: the service's name of a field -> its key in the body, where they differ.
    """
    try:
        yield
    except LeagueError as error:
        error.field = keys.get(error.field, error.field)
        raise


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOST = 2**63 - 1  # what a key of the database can be


def text_only(value: object) -> object:
    """Refuse what is no text."""
    if isinstance(value, str):
        return value
    raise PydanticCustomError("text", "no text")


def printable_only(value: str) -> str:
    """Refuse control characters in a one-line text."""
    if any(ord(letter) < ord(" ") or letter == "\x7f" for letter in value):
        raise PydanticCustomError("printable", "control characters")
    return value


def _sane_year(value: date) -> date:
    if not EARLIEST.year <= value.year <= LATEST.year:
        raise PydanticCustomError("year", "a year beyond reason")
    return value


def _plain_day(value: object) -> object:
    if isinstance(value, str) and _DAY.fullmatch(value):
        return value
    raise PydanticCustomError("day", "no day")


def _with_offset(value: datetime) -> datetime:
    if value.tzinfo is None:
        raise PydanticCustomError("offset", "no offset")
    return value


def _known_yakuman(value: str) -> str:
    if value in YAKUMAN:
        return value
    raise PydanticCustomError("yakuman", "no yakuman")


Whole = Annotated[int, Strict(), Field(ge=-_MOST, le=_MOST)]
Key = Annotated[int, Strict(), Field(ge=1, le=_MOST)]
#: as the column holds it
Revision = Annotated[int, Strict(), Field(ge=0, le=2**31 - 1)]
Chair = Annotated[int, Strict(), Field(ge=0, le=3)]
Small = Annotated[int, Strict(), Field(ge=-30_000, le=30_000)]
#: a number of games that a setting names
Games = Annotated[int, Strict(), Field(ge=0, le=MOST_GAMES)]
Text = Annotated[str, Strict(), Field(max_length=200), AfterValidator(printable_only)]
Day = Annotated[date, BeforeValidator(_plain_day), AfterValidator(_sane_year)]
Moment = Annotated[
    datetime,
    BeforeValidator(text_only),
    AfterValidator(_with_offset),
    AfterValidator(_sane_year),
]


class Body(BaseModel):
    """A body or a part of one; a key that it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class EmptyRequest(Body):
    """Nothing but the address."""


class ChairRequest(Body):
    """Who sits on a chair: somebody on the list, or a new guest."""

    member: Key | None = None
    guest: Text = ""

    @model_validator(mode="after")
    def _one_person(self) -> Self:
        if (self.member is None) == (not self.guest.strip()):
            raise PydanticCustomError("person", "A seat has either a member or a guest")
        return self


class SeatRequest(ChairRequest):
    points: Whole
    chips: Whole = 0
    yakitori: Annotated[bool, Strict()] = False
    substitute: Annotated[bool, Strict()] = False
    busted_by: Chair | None = None


class PenaltyRequest(Body):
    seat: Chair
    kind: Annotated[str, Strict(), Field(max_length=20)]
    count: Annotated[int, Strict(), Field(ge=1, le=9)] = 1
    amount: Annotated[int, Strict(), Field(ge=0, le=9 * LIMIT)] | None = None
    reason: Text = ""


class YakumanRequest(Body):
    seat: Chair
    name: Annotated[str, Strict(), AfterValidator(_known_yakuman)]
    discarder: Chair | None = None
    pao: Chair | None = None

    @model_validator(mode="after")
    def _two_people(self) -> Self:
        if self.seat == self.discarder:
            raise PydanticCustomError("discarder", "Nobody deals into their own hand")
        if self.seat == self.pao:
            raise PydanticCustomError("pao", "Nobody answers for their own hand")
        return self


class ResultRequest(Body):
    """What a game ended with, and where it belongs."""

    league: Text
    table: Small = 1
    number: Small
    seats: Annotated[tuple[SeatRequest, ...], Field(max_length=8)]
    sticks: Whole = 0
    penalties: Annotated[tuple[PenaltyRequest, ...], Field(max_length=16)] = ()
    yakuman: Annotated[tuple[YakumanRequest, ...], Field(max_length=16)] = ()
    ended_by_time: Annotated[bool, Strict()] = False
    remark: Text = ""

    @model_validator(mode="after")
    def _once_a_seat(self) -> Self:
        kinds = [(penalty.seat, penalty.kind) for penalty in self.penalties]
        if len(set(kinds)) < len(kinds):
            raise PydanticCustomError("penalties", "A kind of penalty stands once a seat")
        return self

    def seat_entries(self) -> tuple[SeatEntry, ...]:
        return tuple(
            SeatEntry(
                member_id=seat.member,
                guest=seat.guest,
                points=seat.points,
                chips=seat.chips,
                is_yakitori=seat.yakitori,
                is_substitute=seat.substitute,
                busted_by=seat.busted_by,
            )
            for seat in self.seats
        )

    def penalty_entries(self) -> tuple[PenaltyEntry, ...]:
        return tuple(PenaltyEntry(**penalty.model_dump()) for penalty in self.penalties)

    def yakuman_entries(self) -> tuple[YakumanEntry, ...]:
        return tuple(YakumanEntry(**won.model_dump()) for won in self.yakuman)


class HanchanRequest(ResultRequest):
    key: Annotated[uuid.UUID, BeforeValidator(text_only)]
    day: Day | None = None
    played_at: Moment | None = None
    session: Key | None = None

    @model_validator(mode="after")
    def _one_moment(self) -> Self:
        if self.day is not None and self.played_at is not None:
            raise PydanticCustomError("when", "Say day or played_at, not both")
        return self


class ReasonRequest(Body):
    """Why something changes; the revision that was read stands here or in ``If-Match``."""

    reason: Text
    revision: Revision | None = None


class CorrectionRequest(ResultRequest, ReasonRequest):
    """A whole game as it should have been; its evening stays."""


_SEAT_FIELDS: dict[str, str] = {
    "member": "seat",
    "guest": "seat",
    "points": "points",
    "chips": "chips",
}


def field_of_game(place: Place) -> str:
    """The field by the name that the service's own errors use: points-2, seat-0."""
    match place:
        case ("seats", int(index), str(name), *_):
            return f"{_SEAT_FIELDS.get(name, 'seat')}-{index}"
        case ("seats", int(index)):
            return f"seat-{index}"
        case _:
            return first_key(place)
