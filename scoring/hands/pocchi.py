"""The white pocchi (白ポッチ): drawn after riichi it becomes whatever tile pays most."""

from __future__ import annotations

from collections.abc import Iterator

from rules.parameters import YakuRule
from scoring.hands.checks import reds_of
from scoring.hands.errors import HandError, NotAWinError
from scoring.hands.evaluator import Evaluator, Value
from scoring.hands.hand import ANY_RIICHI, Hand
from scoring.hands.tiles import KINDS, POCCHI, RED_OF, Tile


def is_wild(hand: Hand) -> bool:
    """Whether the winning tile is a pocchi that stands for any tile."""
    return hand.win == POCCHI and hand.tsumo and hand.has(ANY_RIICHI)


def wild_value(evaluator: Evaluator, hand: Hand) -> Value:
    """Value a hand whose last tile may be any; of equal ones the lowest tile.

    Source: Nekohouse 4b and 3b. It becomes a red five where ``pocchi_may_be_red`` says so, and a
    fifth of its kind is as good as any: assumed, since the wild tile is none of them.

    Raises:
        NotAWinError: no tile wins.
        NoYakuError: none with a yaku.
    """
    best: Value | None = None
    wrong: HandError = NotAWinError()
    for tile in _stands_for(evaluator.rule):
        try:
            found = evaluator.value(hand._replace(win=tile))
        except NotAWinError:
            continue
        except HandError as error:
            wrong = error
            continue
        if best is None or found.total > best.total:
            best = found
    if best is None:
        raise wrong
    return best


def _stands_for(rule: YakuRule) -> Iterator[Tile]:
    reds = reds_of(rule) if rule.tiles.pocchi_may_be_red else {}
    for kind in range(KINDS):
        if rule.tiles.removed_tiles == "man_2_to_8" and kind in range(1, 8):
            continue
        red = RED_OF.get(kind)
        yield red if red is not None and reds.get(red) else kind
