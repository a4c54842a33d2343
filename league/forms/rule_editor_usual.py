"""The usual payments without fu, to be filled in at one go where a draft counts by a table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from league.forms.rule_editor_fields import listed, places_of
from league.typed_rules import Typed
from rules.parameters import parameter_values
from rules.presets import load

TABLE: Final = "points_table"
#: parameters about fu: a table leaves them empty
_OF_FU: Final = ("raised_mangan", "double_wind_pair_fu", "rinshan_tsumo_fu", "open_20_fu")
#: shipped sets that pay by the usual table, by their players
_USUAL: Final = {4: "nekohouse-4b", 3: "nekohouse-3b"}


def lacks_table(typed: Mapping[str, Any]) -> bool:
    """Whether values say that hands are paid by a table, and there is no row of one."""
    return typed.get("counting") == "table" and TABLE in typed and not listed(typed[TABLE])


def usual_table(players: int) -> list[dict[str, int]]:
    """The rows of the usual table, as a draft stores them: what 1 han pays, 2 han and so on.

    Args:
        players: three or four.
    """
    return [dict(row) for row in _rows(players)]


def with_usual(typed: Mapping[str, Any], values: Typed) -> Typed:
    """Posted values with the usual table for their players, where they lack one; fu are none then.

    Args:
        typed: the draft's values, for what the form did not show.
        values: as they were posted.
    """
    both = {**typed, **values}
    if not lacks_table(both):
        return values
    return {**values, **dict.fromkeys(_OF_FU), TABLE: usual_table(places_of(both))}


@cache
def _rows(players: int) -> list[dict[str, int]]:
    rows: list[dict[str, int]] = parameter_values(load(_USUAL[players]).versions[-1].parameters)[
        TABLE
    ]
    return rows
