"""Chips (祝儀) that a hand brings beside points."""

from __future__ import annotations

from collections.abc import Sequence

from rules.parameters import RiichiParameters, YakuRule
from rules.parameters.pao import Chips
from scoring.payments.values import ChipReasons, Win


def chips_of(
    rule: YakuRule,
    win: Win,
    *,
    payers: Sequence[int],
    tsumo: bool,
    is_counted: bool,
    responsible: int | None,
) -> list[tuple[int, int]]:
    """Say who gives the winner how many chips; a player may stand there twice.

    Args:
        rule: the version; Boo has no chips.
        win: the hand, and what chips are due for.
        payers: the discarder, or everybody else on a tsumo.
        tsumo: whether it was one.
        is_counted: whether the hand is a counted yakuman.
        responsible: who answers for a yakuman of the hand.
    """
    if not isinstance(rule, RiichiParameters) or win.chips is None:
        return []
    given = rule.chips
    beside = _for_reasons(given, win.chips)
    of_yakuman = _for_yakuman(given, win, tsumo=tsumo, is_counted=is_counted)
    if of_yakuman and not given.chip_yakuman_on_top:
        beside = 0
    if responsible is None or not win.yakuman or given.chip_pao == "as_always":
        return [(payer, beside + of_yakuman) for payer in payers]
    return [*((payer, beside) for payer in payers), (responsible, of_yakuman * len(payers))]


def _for_reasons(given: Chips, due: ChipReasons) -> int:
    return (
        due.ippatsu * given.chip_ippatsu
        + due.ura * given.chip_ura
        + due.red * given.chip_red
        + due.pocchi * given.chip_pocchi
    )


def _for_yakuman(given: Chips, win: Win, *, tsumo: bool, is_counted: bool) -> int:
    """Once a hand, however many yakuman it has."""
    if win.yakuman:
        return given.chip_yakuman_tsumo if tsumo else given.chip_yakuman_ron
    if is_counted:
        return given.chip_counted_tsumo if tsumo else given.chip_counted_ron
    return 0
