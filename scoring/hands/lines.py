"""JSON in, JSON out: the ``value`` format of scripts, the command and the API."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache, partial
from typing import Any, Final, TypeAlias

from rules.errors import RuleError
from rules.parameters import Parameters, ZungJungParameters
from scoring.errors import ScoringError
from scoring.hands.checks import check, with_reds
from scoring.hands.evaluator import Evaluator, is_wild, wild_value
from scoring.hands.fu import FU_BITS, ROUNDED_UP, FuPart, fu_parts
from scoring.hands.hand import Hand
from scoring.hands.prices import Payment
from scoring.hands.requests import HandRequest, ZungJungRequest, hand_of, plain_hand
from scoring.hands.worths import Value
from scoring.json_lines import Lines, answer_lines, written
from scoring.requests import Heading, read_as, read_heading
from scoring.versions import ClubVersion, VersionLike, changed, version_of
from scoring.zung_jung.checks import check as zung_jung_check
from scoring.zung_jung.evaluator import ZungJungEvaluator
from scoring.zung_jung.value import answer as zung_jung_answer

AnyEvaluator: TypeAlias = Evaluator | ZungJungEvaluator

#: rules whose tables are kept at hand
MOST_RULES: Final = 32


class HandHeading(Heading):
    """Under which rule a hand is to be valued."""

    hand: Any  # read with the rest, but missed at once


def value_lines(
    lines: Iterable[Lines], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Value a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the hand has a value.
    """
    answering = partial(value_request, today=today, club_version=club_version)
    return answer_lines(lines, answering, _Quick(today, club_version).answers)


class _Quick:
    """Values lines that are plainly as they should be, under rules that were asked for before."""

    def __init__(self, today: date, club_version: ClubVersion | None) -> None:
        self._today, self._club_version = today, club_version
        self._ready: dict[tuple[str, str | None], Evaluator] = {}

    def answers(self, objs: Sequence[object]) -> Sequence[str | None]:
        """What :func:`value_request` answers, as text; None where that has to look itself."""
        values = [*map(self._value, [*map(self._asked, objs)])]
        return [None if value is None else text_of(value) for value in values]

    def _asked(self, obj: object) -> tuple[Evaluator, Hand] | None:
        if type(obj) is not dict:
            return None
        rule, on = obj.get("rule"), obj.get("on")
        if type(rule) is not str or (type(on) is not str and "on" in obj):
            return None
        key = rule, on
        evaluator = self._ready.get(key) or self._made_ready(obj, key)
        if evaluator is None:
            return None
        hand = plain_hand(obj)
        return None if hand is None else (evaluator, hand)

    @staticmethod
    def _value(asked: tuple[Evaluator, Hand] | None) -> Value | None:
        try:
            return None if asked is None else value_of(*asked)
        except ScoringError:
            return None

    def _made_ready(self, obj: object, key: tuple[str, str | None]) -> Evaluator | None:
        try:
            heading = read_heading(obj, HandHeading)
            version = version_of(heading, today=self._today, club_version=self._club_version)
            found = None if heading.changes else _EVALUATORS.of(version, heading)
        except (RuleError, ScoringError):
            return None
        if heading.changes or not isinstance(found, Evaluator):
            return None
        if len(self._ready) >= MOST_RULES:
            self._ready.clear()
        self._ready[key] = found
        return found


def value_request(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """Value one hand as it stands in a line of JSON.

    Raises:
        RuleError: no such rule, no version of that day, parameters that cannot stand.
        ScoringError: a request of the wrong shape, or a hand that has no value.
    """
    heading = read_heading(obj, HandHeading)
    version = version_of(heading, today=today, club_version=club_version)
    evaluator = _EVALUATORS.of(version, heading)
    if isinstance(evaluator, ZungJungEvaluator):
        asked = read_as(ZungJungRequest, obj)
        hand = hand_of(asked)
        zung_jung_check(hand)
        return zung_jung_answer(evaluator.value(hand, responsible=asked.responsible))
    return answer_of(value_of(evaluator, hand_of(read_as(HandRequest, obj))))


def evaluator_of(parameters: Parameters) -> AnyEvaluator:
    """Make a rule ready to value hands."""
    if isinstance(parameters, ZungJungParameters):
        return ZungJungEvaluator(parameters)
    return Evaluator(parameters)


def value_of(evaluator: Evaluator, hand: Hand) -> Value:
    """Value any hand that can be read.

    Raises:
        BadHandError: a hand that cannot be.
        NotAWinError: no winning hand.
        NoYakuError: fewer han than the rule asks for.
    """
    known = evaluator.known[hand.flags]
    if known != hand.flags:  # what the rule does not know is ignored, and so never wrong
        hand = hand._replace(flags=known)
    if not evaluator.glance.is_sound(hand):
        hand = with_reds(hand, evaluator.rule)
        check(hand, evaluator.rule)
    return wild_value(evaluator, hand) if is_wild(hand) else evaluator.value(hand)


def answer_of(value: Value) -> dict[str, Any]:
    """A value as JSON; Boo has its ``dora`` beside the yaku, since they are none."""
    answer: dict[str, Any] = {
        "yaku": dict(value.yaku),
        "han": value.han,
        "fu": value.fu,
        "fu_parts": [] if value.fu is None else _named(value.fu_parts, value.fu),
        "limit": value.limit,
        "total": value.total,
        "payment": _paid(value.payment),
    }
    if value.dora_beside:
        answer["dora"] = value.dora_beside
    return answer


def text_of(value: Value) -> str:
    """The same as JSON text, put together from what many hands have in common."""
    counted, price = value.counted, value.price
    yaku = ", ".join([f'"{name}": {han}' for name, han in value.yaku_of(counted).items()])
    fu = price.fu
    parts = "[]" if fu is None else _fu_parts_text(value.read & FU_BITS, counted.fu, fu)
    beside = f', "dora": {value.dora_beside}' if value.dora_beside else ""
    return (
        f'{{"yaku": {{{yaku}}}, "han": {value.han_of(counted)}, '
        f'"fu": {"null" if fu is None else fu}, "fu_parts": {parts}, '
        f'"limit": {_LIMIT_TEXTS[price.limit]}, "total": {value.total}, '
        f'"payment": {_payment_text(price.payment)}{beside}}}'
    )


#: sums of fu, and payments, whose texts are remembered
_MOST_TEXTS: Final = 5_000


@lru_cache(_MOST_TEXTS)
def _fu_parts_text(read: int, of_win: int, fu: int) -> str:
    return written(_named(fu_parts(read, of_win, fu), fu))


@lru_cache(_MOST_TEXTS)
def _payment_text(payment: Payment) -> str:
    return written(_paid(payment))


class _LimitTexts(dict[str | None, str]):
    def __missing__(self, limit: str | None) -> str:
        text = self[limit] = written(limit)
        return text


_LIMIT_TEXTS: Final = _LimitTexts()


def _named(parts: tuple[FuPart, ...], fu: int) -> list[list[object]]:
    return [[f"{why} to {fu}" if why == ROUNDED_UP else why, part] for why, part in parts]


def _paid(payment: Payment) -> dict[str, int]:
    return {who: points for who, points in payment._asdict().items() if points}


class _Evaluators:
    """Evaluators of the rules that were asked for last, so that lines share what they learn."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, str], tuple[Parameters, AnyEvaluator]] = OrderedDict()

    def of(self, version: VersionLike, heading: Heading) -> AnyEvaluator:
        # the version's parameters are kept too: so their id is nobody else's meanwhile
        own = version.value
        key = (id(own), json.dumps(heading.changes, sort_keys=True))
        found = self._kept.get(key)
        if found is None:
            made = evaluator_of(changed(version, heading).parameters)
            found = self._kept[key] = (own, made)
            if len(self._kept) > MOST_RULES:
                self._kept.popitem(last=False)
        return found[1]


_EVALUATORS = _Evaluators()
