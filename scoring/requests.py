"""The shape of a settle request, as it comes from a script or the API."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, ValidationError
from pydantic_core import PydanticCustomError

from rules.errors import shown
from scoring.errors import ScoringError
from scoring.results import Bust, GameResult, Penalty, YakumanWin

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_MOST_MESSAGES = 5


class BadValueError(ScoringError):
    """A value of the wrong kind."""

    code = "bad-value"


class UnknownKeyError(ScoringError):
    """A key that a request does not have."""

    code = "unknown-key"


class MissingKeyError(ScoringError):
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


class _Bust(_Entry):
    seat: Seat
    by: Seat | None = None


class _Yakuman(_Entry):
    winner: Seat
    discarder: Seat | None = None


class SettleRequest(_Entry):
    """One game to settle: a rule, a day, and what the table handed in."""

    rule: Text
    on: Annotated[date | None, BeforeValidator(_day)] = None
    changes: dict[str, Any] = Field(default_factory=dict, alias="with")
    points: tuple[Whole, ...]
    sticks: Whole = 0
    chips: tuple[Whole, ...] = ()
    penalties: tuple[_Penalty, ...] = ()
    busts: tuple[_Bust, ...] = ()
    yakitori: tuple[Seat, ...] = ()
    yakuman: tuple[_Yakuman, ...] = ()

    def result(self) -> GameResult:
        """What the table handed in, as the engine takes it."""
        return GameResult(
            points=self.points,
            sticks=self.sticks,
            chips=self.chips if "chips" in self.model_fields_set else None,
            penalties=tuple(
                Penalty(seat=entry.seat, kind=entry.kind, count=entry.count)
                for entry in self.penalties
            ),
            busts=tuple(Bust(seat=entry.seat, by=entry.by) for entry in self.busts),
            yakitori=self.yakitori,
            yakuman=tuple(
                YakumanWin(winner=entry.winner, discarder=entry.discarder) for entry in self.yakuman
            ),
        )


def read_request(data: object) -> SettleRequest:
    """Read a request from what JSON gave.

    Raises:
        BadValueError: it is no object, or a value is of the wrong kind.
        UnknownKeyError: it has a key that is not known.
        MissingKeyError: the rule or the points are missing.
    """
    if not isinstance(data, dict):
        raise BadValueError("a request must be a JSON object")
    try:
        return SettleRequest.model_validate(data)
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
    return path if re.fullmatch(r"[a-z]\w*(\.\w+)*", path, re.ASCII) else shown(path)
