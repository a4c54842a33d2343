"""What may be inside the JSON fields of an archive: the fields themselves take anything.

Pages read these values without looking at each again, so a document from outside is held to the
shape that this release writes, or an earlier one wrote.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Annotated, Any, Final, Literal

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from league.models import Hanchan, Member, MonthClose, Season, Session
from league.rulebook.files import ClauseEntry
from league.rulebook.typed import lenient, typed_values
from rules.models import Clause, RuleVersion
from scoring.standings import Record

_Name = Annotated[str, Field(max_length=80)]
_Names = Annotated[list[_Name], Field(max_length=200)]
_Options = Annotated[dict[_Name, Any], Field(max_length=200)]
_Count = Annotated[int, Field(ge=0, le=1_000_000)]
_Points = Annotated[int, Field(ge=-(10**12), le=10**12)]


class _Exact(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Line(_Exact):
    """A line of a ranking as it was frozen; what has a default, earlier releases did not write."""

    group: Literal["ranked", "short", "guests"]
    member: int
    name: _Name
    full_name: _Name
    romaji: _Name = ""
    reading: _Name
    guest: bool
    rank: _Count | None
    tied: bool
    missing: _Count
    adjusted: _Points = 0
    record: Record


class _Prize(_Exact):
    position: _Count = 0
    name: _Name
    measure: _Name
    minimum_games: _Count


_SHAPES: Final[dict[type[Model], dict[str, Any]]] = {
    Member: {"aliases": _Names, "tenhou_names": _Names},
    Season: {"options": _Options},
    Session: {"options": _Options},
    Hanchan: {"options": _Options},
    MonthClose: {"rows": list[_Line], "versions": _Names, "prizes": list[_Prize] | None},
    RuleVersion: {
        "parameters": Annotated[dict[str, Any], Field(max_length=50)],
        "stated_by": Annotated[
            dict[_Name, Annotated[str, Field(max_length=24)]], Field(max_length=500)
        ],
    },
    Clause: {
        name: ClauseEntry.model_fields[name].rebuild_annotation()
        for name in ("states", "written_for", "written_for_en")
    },
}


@cache
def _adapters(model: type[Model]) -> dict[str, TypeAdapter[Any]]:
    return {name: TypeAdapter(shape) for name, shape in _SHAPES.get(model, {}).items()}


def check_shapes(row: Model) -> None:
    """Hold the JSON fields of a row to their shapes.

    Raises:
        ValidationError: a value of another shape; says in which field.
    """
    for name, adapter in _adapters(type(row)).items():
        try:
            # read as JSON: a list is as good as a tuple, but a text is no number
            adapter.validate_json(json.dumps(getattr(row, name)), strict=True)
        except (TypeError, ValueError) as error:  # pydantic's own is a ValueError
            words = _("“%(name)s” has a shape that this release does not know.") % {"name": name}
            raise ValidationError(words) from error


def check_parameters(version: RuleVersion) -> None:
    """See that a version's parameters can be read, a draft's for display at least.

    Raises:
        RuleError: they cannot, or are of another family than the set.
    """
    family = version.rule_set.family
    if version.status == RuleVersion.Status.DRAFT:
        lenient(family, typed_values(family, version.parameters))
    elif version.value.family != family:
        raise ValidationError(
            _("“%(name)s” has a shape that this release does not know.") % {"name": "family"}
        )
