"""How the tables of a rule count, as far as a form has to know: units, sticks, what is asked."""

from __future__ import annotations

from dataclasses import dataclass

from rules.parameters import BooParameters, Parameters, RiichiParameters, ZungJungParameters
from rules.parameters.zung_jung_patterns import ZungJungPatterns

_HUNDRED = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting:
    """What the tables of one rule hand in. Amounts are points."""

    dealt: int  # what all players begin with together
    most: int  # whoever holds more has slipped a digit
    unit: int = _HUNDRED  # what is typed comes in whole units
    stick: int = 1_000  # of riichi; 0: there are none on this table
    most_sticks: int = 20
    chips: bool = False
    yakitori: bool = False
    busts: bool = False
    #: Boo: at or above this one floats
    floating_line: int | None = None
    #: Boo: whether a maru-A doubles the next one at the table (ダブ権)
    has_right: bool = False
    #: Boo: whether the last game's top deals first in the next
    top_deals_first: bool = False
    #: Boo: whether a yakuman ends the game, which is why somebody may answer for it (包)
    yakuman_ends_game: bool = False
    #: names of yakuman that are none here
    no_yakuman: frozenset[str] = frozenset()
    #: whether yakuman are noted at all
    notes_yakuman: bool = True

    @property
    def is_typed_short(self) -> bool:
        """Whether points are called out and typed in hundreds."""
        return self.unit == _HUNDRED


def counting_of(parameters: Parameters) -> Counting:
    """Say how the tables of a rule count."""
    game = parameters.game
    dealt = game.players * game.start_points
    if isinstance(parameters, RiichiParameters):
        rule = parameters.settlement
        return Counting(
            dealt=dealt,
            most=dealt,
            chips=bool(rule.chip_value),
            yakitori=bool(rule.yakitori),
            busts=bool(rule.bust_bonus),
        )
    if isinstance(parameters, BooParameters):
        return _of_boo(parameters, dealt)
    return _of_zung_jung(parameters)


def _of_boo(parameters: BooParameters, dealt: int) -> Counting:
    ends = parameters.game.yakuman_ends_game
    counted = parameters.hand.counted_yakuman
    return Counting(
        dealt=dealt,
        most=dealt,
        stick=parameters.play.riichi_stick,
        most_sticks=80,
        floating_line=parameters.settlement.floating_line,
        has_right=parameters.settlement.double_right,
        top_deals_first=parameters.game.next_first_dealer == "top",
        yakuman_ends_game=ends,
        no_yakuman=frozenset() if counted else frozenset({"counted_yakuman"}),
    )


def _of_zung_jung(parameters: ZungJungParameters) -> Counting:
    """Totals from 0, in single points; nobody wins more than the dearest pattern every hand."""
    return Counting(
        dealt=0,
        most=parameters.game.hands * 3 * _dearest(parameters.patterns),
        unit=1,
        stick=0,
        notes_yakuman=False,
    )


def _dearest(patterns: ZungJungPatterns) -> int:
    worths = patterns.model_dump().values()
    return max(worth for worth in worths if type(worth) is int)


#: before there are any rules
UNKNOWN = Counting(dealt=0, most=0)
