"""Tables made from a version's parameters: Boo's victory points, Zung Jung's patterns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from league.rule_wording import Line, line_of
from rules.parameters import BooParameters, Parameters, ZungJungParameters

#: what a top makes, and how many it leaves sunk; the right to double is about the first again
_MADE: Final = (("double_maru_a", 3), ("maru_a", 3), ("maru_b", 2), ("maru_c", 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class VictoryRow:
    """What a Boo game pays, in points of score (1,000 are a victory point)."""

    line: Line
    top: int
    floating: int
    sunk: int
    sunk_players: int


def victory_points(parameters: Parameters, stated_by: Mapping[str, str]) -> tuple[VictoryRow, ...]:
    """The victory points of each result, best first; nothing for other families."""
    if not isinstance(parameters, BooParameters):
        return ()
    rows = []
    for name, sunk in _MADE:
        amount: int = getattr(parameters.settlement, name)
        line = line_of(parameters, name, stated_by)
        rows.append(
            VictoryRow(line=line, top=sunk * amount, floating=0, sunk=-amount, sunk_players=sunk)
        )
    return tuple(rows)


def patterns(parameters: Parameters, stated_by: Mapping[str, str]) -> tuple[Line, ...]:
    """Every pattern with its worth, in the document's order; nothing for other families."""
    if not isinstance(parameters, ZungJungParameters):
        return ()
    names = (name for name in type(parameters.patterns).model_fields if name.startswith("worth_"))
    return tuple(line_of(parameters, name, stated_by) for name in names)
