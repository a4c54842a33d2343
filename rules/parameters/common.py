"""The sections that every family has: penalties, event and ranking."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Annotated, Literal, Self

from pydantic import Field, Strict, model_validator

from rules.errors import shown
from rules.parameters.base import WHOLE, Amount, Flag, Value
from rules.parameters.contradictions import contradiction

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
    """What is settled for each event anew, or on the clock."""

    open_options: tuple[Annotated[str, Strict(), Field(max_length=60)], ...] = ()
    """Names of the parameters that an event may choose for itself; the values here hold if not."""
    time_limit_minutes: Annotated[int, Strict(), Field(ge=10, le=600)] | None = None
    """Minutes after which no new hand begins; none without a limit."""
    time_limit_more_hands: Annotated[int, Strict(), Field(ge=0, le=4)] = 0
    """Hands that are still played after the one in which the time runs out."""

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
