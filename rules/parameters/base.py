"""What all sections of parameters share, and the sections that every family has."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SerializerFunctionWrapHandler,
    Strict,
    model_serializer,
    model_validator,
)
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


#: kinds of penalties that have names in every language; others are words of the club's own
PENALTY_KINDS = ("chombo", "referee", "red_card", "yellow_card")
Kind = Annotated[str, Strict(), Field(min_length=1, max_length=40)]


class PenaltyRule(Value):
    """What one kind of offence costs in the league, after uma."""

    kind: Kind
    """One of ``PENALTY_KINDS``, or a word of the club's own."""
    amount: Amount
    """Paid to each other player; with ``nobody`` the points simply lost, once."""
    paid_to: Literal["others", "nobody"] = "others"
    """Who receives it."""
    amount_to: Amount | None = None
    """The referee names an amount from ``amount`` up to this; none: it is ``amount``."""
    step: Annotated[int, Strict(), Field(ge=100, le=LIMIT, multiple_of=100)] | None = None
    """What the named amounts are multiples of, counted from ``amount``; none: 100."""
    becomes: Kind | None = None
    """The penalty of this table that several of this kind on one day bring as well (cards)."""
    after: Annotated[int, Strict(), Field(ge=2, le=9)] | None = None
    """How many of this kind bring it; none: two."""

    @property
    def named_step(self) -> int:
        """What named amounts rise by, in points."""
        return self.step or 100

    @property
    def turns_after(self) -> int:
        """How many cards on one day bring the next penalty."""
        return self.after or 2

    @model_serializer(mode="wrap")
    def _what_is_said(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Leave out what is not said, so that a table stored before those columns stays equal."""
        return {name: value for name, value in dump(self).items() if value is not None}


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

    @model_validator(mode="after")
    def _amounts_and_cards_are_sound(self) -> Self:
        prices = {rule.kind: rule for rule in self.penalty_table}
        for rule in self.penalty_table:
            for reason in _unsound(rule, prices):
                raise contradiction("penalty_table", reason, kind=shown(rule.kind))
        return self


def _unsound(rule: PenaltyRule, prices: Mapping[str, PenaltyRule]) -> Iterator[str]:
    """Say why a penalty cannot stand in its table.

    A chombo of a game kept hand by hand is charged without a referee, so its amount is fixed; a
    penalty that cards bring is charged likewise, and brings no other.
    """
    if rule.amount_to is not None:
        yield from _unsound_range(rule, rule.amount_to)
    elif rule.step is not None:
        yield "penalty-step"
    if rule.becomes is not None:
        yield from _unsound_cards(rule, prices.get(rule.becomes))
    elif rule.after is not None:
        yield "penalty-after"


def _unsound_range(rule: PenaltyRule, most: int) -> Iterator[str]:
    if rule.kind == "chombo":
        yield "penalty-chombo"
    elif most <= rule.amount:
        yield "penalty-range"
    elif (most - rule.amount) % rule.named_step:
        yield "penalty-steps"


def _unsound_cards(rule: PenaltyRule, brought: PenaltyRule | None) -> Iterator[str]:
    if brought is None or brought is rule:
        yield "penalty-becomes"
    elif brought.amount_to is not None or brought.becomes is not None:
        yield "penalty-brought"


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
        has_limit = self.time_limit_minutes is not None
        has_limit = has_limit or "time_limit_minutes" in self.open_options
        if self.time_limit_more_hands and not has_limit:
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
