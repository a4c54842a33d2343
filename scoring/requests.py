"""The shape of requests, as they come from a script or the API; those of ``settle`` whole."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError
from pydantic_core import PydanticCustomError

from rules.errors import gettext_noop, shown
from scoring.errors import ScoringError
from scoring.results import Bust, GameResult, Penalty, YakumanWin

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOST_MESSAGES = 5

S = TypeVar("S", bound=BaseModel)


class BadValueError(ScoringError):
    """A request of the wrong shape. The cause says more: what is wrong with which value."""

    code = "bad-value"
    sentences = MappingProxyType(
        {"bad-value": gettext_noop("The body must be a JSON object."), "shape": "%(said)s"}
    )

    def __init__(self, words: str = "") -> None:
        super().__init__("shape" if words else "", said=words)


class UnknownKeyError(BadValueError):
    """A key that a request does not have."""

    code = "unknown-key"


class MissingKeyError(BadValueError):
    """A key that a request must have."""

    code = "missing-key"


def _day(value: object) -> object:
    """Take 2015-04-11 and nothing else: numbers and week dates would be read as some day too."""
    if isinstance(value, str) and _DAY.fullmatch(value):
        return value
    raise PydanticCustomError("day", "Input should be a day such as 2015-04-11")


Text = Annotated[str, Strict()]
Whole = Annotated[int, Strict()]
# the table says which seats it has; the bounds only keep absurd numbers out of messages
Seat = Annotated[int, Strict(), Field(ge=-1_000, le=1_000)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _Penalty(_Entry):
    seat: Seat
    kind: Text
    count: Whole = 1
    amount: Whole | None = None
    held: Whole = 0


class _Bust(_Entry):
    seat: Seat
    by: Seat | None = None


class _Yakuman(_Entry):
    winner: Seat
    discarder: Seat | None = None


class _BooYakuman(_Yakuman):
    pao: Seat | None = None


class Heading(BaseModel):
    """Under which rule a request is to be read; what else it holds depends on that."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    rule: Text
    on: Annotated[date | None, BeforeValidator(_day)] = None
    changes: dict[str, Any] = Field(default_factory=dict, alias="with")


class _SettleHeading(Heading):
    points: Any  # read with the rest, but missed at once


class Request(BaseModel):
    """What every request holds beside what it is about."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    # the heading has looked at these
    rule: Any
    on: Any = None
    changes: Any = Field(default=None, alias="with")


class _Request(Request):
    """What a table of any family hands in."""

    points: tuple[Whole, ...]
    sticks: Whole = 0
    chips: tuple[Whole, ...] = ()
    penalties: tuple[_Penalty, ...] = ()

    def result(self) -> GameResult:
        """What the table handed in, as the engine takes it."""
        return GameResult(
            points=self.points,
            sticks=self.sticks,
            chips=self.chips if "chips" in self.model_fields_set else None,
            penalties=tuple(
                Penalty(
                    seat=entry.seat,
                    kind=entry.kind,
                    count=entry.count,
                    amount=entry.amount,
                    held=entry.held,
                )
                for entry in self.penalties
            ),
        )


class _RiichiRequest(_Request):
    busts: tuple[_Bust, ...] = ()
    yakitori: tuple[Seat, ...] = ()
    substitutes: tuple[Seat, ...] = ()
    yakuman: tuple[_Yakuman, ...] = ()

    def result(self) -> GameResult:
        return replace(
            super().result(),
            busts=tuple(Bust(seat=entry.seat, by=entry.by) for entry in self.busts),
            yakitori=self.yakitori,
            substitutes=self.substitutes,
            yakuman=tuple(
                YakumanWin(winner=entry.winner, discarder=entry.discarder) for entry in self.yakuman
            ),
        )


class _BooRequest(_Request):
    dabu_ken: Seat | None = None
    yakuman: _BooYakuman | None = None  # one at most: it ends the game

    def result(self) -> GameResult:
        won = self.yakuman
        ended_by = won and YakumanWin(winner=won.winner, discarder=won.discarder, pao=won.pao)
        return replace(
            super().result(),
            dabu_ken=self.dabu_ken,
            yakuman=(ended_by,) if ended_by else (),
        )


_REQUESTS: Mapping[str, type[_Request]] = MappingProxyType(
    {"riichi": _RiichiRequest, "boo": _BooRequest, "zung_jung": _Request}
)


def read_heading(data: object, shape: type[Heading] = _SettleHeading) -> Heading:
    """Read from what JSON gave which rule it names, and what it changes in it.

    Args:
        data: anything.
        shape: the heading, with what is missed at once.

    Raises:
        BadValueError: it is no object, or a value is of the wrong kind.
        MissingKeyError: the rule, or what the shape asks for, is missing.
    """
    if not isinstance(data, dict):
        raise BadValueError
    return read_as(shape, data)


def read_result(data: object, family: str) -> GameResult:
    """Read what the table handed in, as a family of games has it.

    Raises:
        BadValueError: a value is of the wrong kind.
        UnknownKeyError: it has a key that the family does not know.
        MissingKeyError: an entry lacks a key.
    """
    return read_as(_REQUESTS[family], data).result()


def read_as(shape: type[S], data: object) -> S:
    """Read data as a shape has it.

    Raises:
        BadValueError: a value is of the wrong kind.
        UnknownKeyError: it has a key that the shape does not know.
        MissingKeyError: it lacks a key.
    """
    try:
        return shape.model_validate(data)
    except ValidationError as error:
        raise _in_words(error) from error


def _in_words(error: ValidationError) -> ScoringError:
    found = error.errors(include_url=False, include_input=False)[:_MOST_MESSAGES]
    message = "; ".join(f"{_path(one['loc'])}: {one['msg']}" for one in found)
    if found[0]["type"] == "extra_forbidden":
        return UnknownKeyError(message)
    if found[0]["type"] == "missing":
        return MissingKeyError(message)
    return BadValueError(message)


def _path(place: tuple[int | str, ...]) -> str:
    """Write the way to a value; a key that somebody made up is quoted."""
    path = ".".join(map(str, place))
    return path if re.fullmatch(r"[a-z]\w*(\.\w+)*", path, re.ASCII) else f"“{shown(path)}”"
