"""A win told by its tiles: what the table knows already is filled in, and the hand is valued."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from rules.errors import shown
from rules.parameters import Parameters
from scoring.game.errors import ContradictionError
from scoring.hands.evaluator import Evaluator, Value
from scoring.hands.hand import ANY_RIICHI, FLAGS, IPPATSU, Hand, flags_of
from scoring.hands.lines import AnyEvaluator, evaluator_of, value_of
from scoring.hands.pocchi import is_wild
from scoring.hands.requests import HandRequest, ZungJungRequest, hand_of
from scoring.payments import ChipReasons
from scoring.requests import read_as
from scoring.zung_jung.checks import check as zung_jung_check
from scoring.zung_jung.evaluator import ZungJungEvaluator

_WINDS: Final = "ESWN"
#: what says under which rule a hand is valued, and what it is left out for; a win needs none of it
_HEADING: Final[Mapping[str, object]] = MappingProxyType({"rule": None, "on": None, "with": {}})


class AtTable(NamedTuple):
    """What the table knows of a win."""

    heading: Mapping[str, Any]  # of the request: rule, on, with
    winner: int
    tsumo: bool
    seat: int  # wind
    round: int  # wind
    honba: int
    sticks: int  # in points, those of this hand too
    sticks_before: int  # as the hand began
    riichi: bool


class Valued(NamedTuple):
    """A hand that is worth something."""

    han: int = 0
    fu: int | None = None
    yakuman: int = 0
    dora: int = 0
    worth: int = 0
    is_charged: bool = True  # Zung Jung: False when the hand says that nobody answers for it
    chips: ChipReasons = ChipReasons()


class TilesTold:
    """Values the hands of a game under one rule."""

    def __init__(self, rule: Parameters) -> None:
        self._rule = rule

    @cached_property
    def _evaluator(self) -> AnyEvaluator:
        return evaluator_of(self._rule)  # made only where a game tells tiles

    def valued(self, told: Mapping[str, Any], table: AtTable) -> Valued:
        """Value a hand.

        Args:
            told: a ``value`` request; what the table knows may be left out.
            table: what it knows.

        Raises:
            ContradictionError: the request says otherwise than the table.
            ScoringError: it is no such request, or the hand has no value.
        """
        known = _known(told, table)
        evaluator = self._evaluator
        if isinstance(evaluator, ZungJungEvaluator):
            asked = read_as(ZungJungRequest, known)
            hand = hand_of(asked)
            zung_jung_check(hand)
            worth = evaluator.value(hand, responsible=asked.responsible).worth
            return Valued(worth=worth, is_charged=asked.responsible)
        if table.riichi:
            known = {"flags": ["riichi"], **known}
        hand = hand_of(read_as(HandRequest, known))
        if bool(evaluator.known[hand.flags] & ANY_RIICHI) != table.riichi:
            reason = "riichi-not-said" if table.riichi else "riichi-not-declared"
            raise ContradictionError(reason, field="flags", seat=table.winner)
        return _valued(evaluator, hand, value_of(evaluator, hand))

    def has_riichi(self, told: Mapping[str, Any]) -> bool:
        """Whether the flags of a request name a riichi that the rule knows; it may be anything."""
        flags, evaluator = told.get("flags"), self._evaluator
        if isinstance(evaluator, ZungJungEvaluator) or not isinstance(flags, list):
            return False
        named = flags_of(flag for flag in flags if isinstance(flag, str) and flag in FLAGS)
        return bool(evaluator.known[named] & ANY_RIICHI)


def _known(told: Mapping[str, Any], table: AtTable) -> dict[str, Any]:
    """The request with what the table knows, once they agree.

    No honba and no sticks are what a request has that leaves them out, so they contradict nothing:
    the table pays them anyway. What is of the wrong kind is left for the reader to refuse.
    """
    for name, left_out in _HEADING.items():
        has = table.heading.get(name, left_out)
        if told.get(name, has) != has:
            raise _contradiction(name, told[name], has)
    knows: dict[str, tuple[object, ...]] = {
        "how": ("tsumo" if table.tsumo else "ron",),
        "seat": (_WINDS[table.seat],),
        "round": (_WINDS[table.round],),
        "honba": (table.honba, 0),
        "sticks": (table.sticks, table.sticks_before, 0),
    }
    known = {**told, "rule": ""}
    for name, allowed in knows.items():
        said = told.get(name, allowed[0])
        if type(said) is type(allowed[0]):
            if said not in allowed:
                raise _contradiction(name, said, allowed[0])
            known[name] = allowed[0]
    return known


def _contradiction(name: str, said: object, has: object) -> ContradictionError:
    return ContradictionError(
        "contradicts", field=name, said=shown(str(said)), table=shown(str(has))
    )


def _valued(evaluator: Evaluator, hand: Hand, value: Value) -> Valued:
    bonus = value.bonus.named  # a yakuman's too, for which chips are due as well
    chips = ChipReasons(
        ippatsu=int(bool(evaluator.known[hand.flags] & IPPATSU)),
        ura=bonus.get("ura_dora", 0),
        red=bonus.get("aka_dora", 0),
        pocchi=int(is_wild(hand)),
    )
    if value.yakuman:
        return Valued(yakuman=value.yakuman, chips=chips)
    return Valued(han=value.han, fu=value.fu, dora=value.dora_beside, chips=chips)
