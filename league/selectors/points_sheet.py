"""What a version's hands cost, as the sheet on a club's wall has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.hand_words import limit_name
from league.rule_wording import Line
from league.selectors.rule_guide import GuideVersion
from league.table_machine import Setting, machine_setting
from rules.parameters import ZungJungParameters, parameter_values
from scoring.hands.points_tables import Cell, Grid, HanRow, points_tables
from scoring.zung_jung.payment import ZungJungPayment, payment_of

#: what changes a printed figure, or comes on top of it
_BESIDE: Final = (
    *("minimum_han", "raised_mangan", "open_20_fu", "pinfu_tsumo", "tsumo_loss"),
    *("highest_hand", "counted_yakuman", "yakuman_ends_game", "honba_ron", "honba_tsumo_each"),
    *("yakuless_takes_honba", "dora_payment_ron", "dora_payment_tsumo_each"),
    *("payment_base", "worth_cap", "immunity"),
)
#: not worth a line on the wall
_USUAL: Final[Mapping[str, object]] = {
    **{"minimum_han": 1, "pinfu_tsumo": True, "tsumo_loss": False},
    **dict.fromkeys(("dora_payment_ron", "dora_payment_tsumo_each"), 0),
}
#: from here on every tenth worth is enough
_FINE_TO: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHan:
    """Hands whose han alone decide, in words."""

    name: str  # mangan and above; empty below
    han: str
    child: Cell
    dealer: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class ByWorth:
    """A hand of Zung Jung: what each pays when nobody answers for it, and when somebody does."""

    worth: int
    free: ZungJungPayment
    charged: ZungJungPayment


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsSheet:
    """The tables of one version."""

    grids: tuple[Grid, ...]
    by_han: tuple[ByHan, ...]
    by_worth: tuple[ByWorth, ...]
    lines: tuple[Line, ...]  # what the tables take for granted, and what comes on top
    setting: Setting | None  # of the automatic table


def points_sheet(guide: GuideVersion) -> PointsSheet | None:
    """The sheet of a version; None where its values contradict each other: a draft's can."""
    rule = guide.parameters
    if rule is None:
        return None
    values = parameter_values(rule)
    said = [name for name in _BESIDE if name not in _USUAL or values.get(name) != _USUAL[name]]
    lines, setting = guide.lines(said), machine_setting(rule)
    if isinstance(rule, ZungJungParameters):
        rows = tuple(_by_worth(rule))
        return PointsSheet(grids=(), by_han=(), by_worth=rows, lines=lines, setting=setting)
    tables = points_tables(rule)
    return PointsSheet(
        grids=tables.grids,
        by_han=tuple(_by_han(tables.by_han)),
        by_worth=(),
        lines=lines,
        setting=setting,
    )


def _by_han(rows: Iterable[HanRow]) -> Iterator[ByHan]:
    for row in rows:
        yield ByHan(name=limit_name(row.limit), han=_han(row), child=row.child, dealer=row.dealer)


def _han(row: HanRow) -> str:
    """How many han make it; nothing where a yakuman alone does."""
    if row.first_han is None:
        return ""
    facts = {"first": row.first_han, "last": row.last_han}
    if row.last_han is None:
        return _("%(first)s han and above") % facts
    if row.first_han == row.last_han:
        return _("%(first)s han") % facts
    return _("%(first)s–%(last)s han") % facts


def _by_worth(rule: ZungJungParameters) -> Iterator[ByWorth]:
    base = rule.settlement.payment_base
    for worth in _worths(rule):
        yield ByWorth(
            worth=worth,
            free=payment_of(worth, base=base, is_charged=False),
            charged=payment_of(worth, base=base, is_charged=True),
        )


def _worths(rule: ZungJungParameters) -> list[int]:
    """The chicken hand, sums up to the cap, and the patterns that alone are worth more."""
    cap, patterns = rule.settlement.worth_cap, rule.patterns
    sums = [*range(5, _FINE_TO, 5), *range(_FINE_TO, cap, 10), cap]
    single = [worth for worth in patterns.worth_table.values() if worth > cap]
    below = [patterns.worth_chicken_hand, rule.settlement.payment_base, *sums]
    return sorted({*(worth for worth in below if worth <= cap), *single})
