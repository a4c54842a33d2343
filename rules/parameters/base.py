"""What all sections of parameters share, and the sections that every family has."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict, model_validator
from pydantic_core import PydanticCustomError

from rules.errors import shown
from rules.parameters.contradictions import contradiction

#: no stack and no amount goes beyond this, in points
LIMIT = 1_000_000

#: whole points, a multiple of 100, of either sign
Points = Annotated[int, Strict(), Field(ge=-LIMIT, le=LIMIT, multiple_of=100)]
#: whole points, a multiple of 100, at least 0
Amount = Annotated[int, Strict(), Field(ge=0, le=LIMIT, multiple_of=100)]
#: yes or no, never 1 or "yes"
Flag = Annotated[bool, Strict()]


def _whole(value: object) -> object:
    """Refuse True and 3.0, which equal a whole number and would pass for one of a choice."""
    if isinstance(value, bool | float):
        raise PydanticCustomError("whole_number", "Input should be a whole number")
    return value


#: goes beside a choice among whole numbers
WHOLE = BeforeValidator(_whole)


class Value(BaseModel):
    """A frozen value that refuses what it does not know; its attributes' docstrings describe it."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class FamilyParameters(Value):
    """All parameters of one version, in sections; a name stands in one section only.

    Every field has a default and keeps it: a version that was stored before a parameter existed
    must mean the same ever after.
    """


@cache
def sections_of(family: type[FamilyParameters]) -> dict[str, str]:
    """Say for each parameter of a family in which section it stands, in order."""
    return {
        name: section
        for section, field in family.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Value)
        for name in field.annotation.model_fields
    }


#: a victory point of Boo, in points of score
VICTORY_POINT = 1_000


Kind = Annotated[str, Strict(), Field(min_length=1, max_length=40)]


class PenaltyRule(Value):
    """What one kind of offence costs in the league, after uma."""

    kind: Kind
    """``chombo``, or a word of the club's own."""
    amount: Amount
    """Paid to each other player; with ``nobody`` the points simply lost, once."""
    paid_to: Literal["others", "nobody"] = "others"
    """Who receives it."""


class Penalties(Value):
    """Offences that an entered result may carry."""

    penalty_table: tuple[PenaltyRule, ...] = ()
    """Each kind of penalty and its price."""

    @model_validator(mode="after")
    def _each_kind_once(self) -> Self:
        kinds = [rule.kind for rule in self.penalty_table]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise contradiction("penalty_table", "twice")
        return self


class Event(Value):
    """What is settled for each event separately, or on the clock."""

    open_options: tuple[Annotated[str, Strict(), Field(max_length=60)], ...] = ()
    """Names of the parameters that an event may choose for itself; the values here hold if not."""
    time_limit_minutes: Annotated[int, Strict(), Field(ge=10, le=600)] | None = None
    """Minutes after which no new hand begins; none without a limit."""
    time_limit_more_hands: Annotated[int, Strict(), Field(ge=0, le=4)] = 0
    """Hands that are still played after the one in which the time runs out."""

    time_limit_chombo_ends: Flag = True
    """Whether a chombo after the time ran out ends the game; else that hand is replayed."""

    @model_validator(mode="after")
    def _limit_and_options_are_sound(self) -> Self:
        if self.time_limit_more_hands and self.time_limit_minutes is None:
            raise contradiction("time_limit_more_hands", "needs", other="time_limit_minutes")
        if len(set(self.open_options)) != len(self.open_options):
            raise contradiction("open_options", "twice")
        return self


def check_open_options(options: Iterable[str], names: Container[str]) -> None:
    """Refuse an open option that is no parameter of its family, or a rule on rules."""
    for name in options:
        if name not in names or name == "open_options":
            raise contradiction("open_options", "not-left-open", name=shown(name))


ScoreName = Annotated[str, Strict(), Field(min_length=1, max_length=12)]
Decimals = Annotated[Literal[0, 1], WHOLE]


class Ranking(Value):
    """How scores are named and who is ranked."""

    minimum_games: Annotated[int, Strict(), Field(ge=0, le=10_000)] = 0
    """Games that a member needs to be ranked (規定打数)."""
    guests_ranked: Flag = False
    """Whether guests stand in the table too."""
    score_name: ScoreName = "pt"
    """What a score is called: pt, 勝利点, 点."""
    score_decimals: Decimals = 1
    """Decimals of a score when it is shown in thousands of points."""
