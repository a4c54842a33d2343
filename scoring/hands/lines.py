"""JSON in, JSON out: the ``value`` format of scripts, the command and the API."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from typing import Any, Final, TypeAlias

from rules.parameters import Parameters, ZungJungParameters
from scoring.hands.checks import check, with_reds
from scoring.hands.evaluator import Evaluator, is_wild, wild_value
from scoring.hands.fu import ROUNDED_UP
from scoring.hands.hand import Hand
from scoring.hands.requests import HandRequest, ZungJungRequest, hand_of
from scoring.hands.worths import Value
from scoring.json_lines import answer_lines
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
    lines: Iterable[str], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Value a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the hand has a value.
    """
    answering = partial(value_request, today=today, club_version=club_version)
    return answer_lines(lines, answering)


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
        "fu_parts": [
            [f"{why} to {value.fu}" if why == ROUNDED_UP else why, fu] for why, fu in value.fu_parts
        ],
        "limit": value.limit,
        "total": value.total,
        "payment": {who: points for who, points in value.payment._asdict().items() if points},
    }
    if value.dora_beside:
        answer["dora"] = value.dora_beside
    return answer


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
