"""What all sections of parameters share: frozen, nothing unknown, whole points."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict
from pydantic_core import PydanticCustomError

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

    @property
    def is_from_before(self) -> bool:
        """Whether it holds what is refused today; only what was stored before may."""
        return False


@cache
def sections_of(family: type[FamilyParameters]) -> dict[str, str]:
    """Say for each parameter of a family in which section it stands, in order."""
    return {
        name: section
        for section, field in family.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, Value)
        for name in field.annotation.model_fields
    }


#: the context in which what was stored before is read, with what is refused today
STORED = {"stored": True}

#: a victory point of Boo, in points of score
VICTORY_POINT = 1_000
