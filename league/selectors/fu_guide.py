"""What gives fu under a version, and hands counted step by step; all of it by the evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from league.fu_examples import LESSONS, PATTERN_LESSONS, PROBES, Lesson
from league.hand_answers import Answer, answer_hand
from league.hand_examples import known_to
from league.hand_words import fu_reason, limit_name
from league.rule_wording import Line
from league.selectors.rule_guide import GuideVersion, ShownHand, shown_hand
from rules.parameters import (
    BooParameters,
    Parameters,
    RiichiParameters,
    ZungJungParameters,
    override,
)
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.lines import AnyEvaluator, evaluator_of
from scoring.hands.points_tables import Cell, points_tables
from scoring.hands.yaku.base import YakuRule

_SPECIAL: Final = ("pinfu_tsumo", "open_20_fu", "double_wind_pair_fu", "rinshan_tsumo_fu")
_PAID: Final = ("raised_mangan", "highest_hand", "counted_yakuman", "tsumo_loss")
_WORTH: Final = ("worth_cap", "worth_chicken_hand", "payment_base", "immunity")
#: reasons as the evaluator gives them, by where the page shows them
_ALWAYS: Final = ("base", "closed ron", "tsumo")
_PAIR: Final = "pair of a value tile"
_WAITS: Final = ("closed wait", "edge wait", "single wait")
_SEVEN_PAIRS: Final = "seven pairs"
_YAOCHUU: Final = " of terminals or honours"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A reason, and the fu it adds."""

    reason: str
    adds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TripletRow:
    """What triplets, or kans, give: open and closed, of simples and of the others."""

    name: str
    fu: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedHand:
    """A hand counted step by step."""

    key: str
    title: str
    hand: ShownHand
    answer: Answer
    formula: str  # from fu and han to the basic points; empty from mangan on


@dataclass(frozen=True, slots=True, kw_only=True)
class HanRow:
    """What hands of so many han pay where no fu are counted."""

    han: str
    limit: str
    child: Cell
    dealer: Cell


@dataclass(frozen=True, slots=True, kw_only=True)
class FuGuide:
    """The guide of one version."""

    counts: str  # fu, han or patterns
    hands: tuple[WorkedHand, ...]
    paid: tuple[Line, ...]
    always: tuple[Step, ...] = ()  # base and how the hand was won
    triplets: tuple[TripletRow, ...] = ()
    others: tuple[Step, ...] = ()  # pairs and waits
    fixed: tuple[Step, ...] = ()  # hands whose fu are fixed
    special: tuple[Line, ...] = ()
    rows: tuple[HanRow, ...] = ()
    is_boo: bool = False


def fu_guide(guide: GuideVersion, rule: Parameters) -> FuGuide:
    """The guide of a version. No query."""
    hands = tuple(_worked(rule))
    if isinstance(rule, ZungJungParameters):
        return FuGuide(counts="patterns", hands=hands, paid=guide.lines(_WORTH))
    paid, is_boo = guide.lines(_PAID), isinstance(rule, BooParameters)
    if rule.hand.counting == "table":
        rows = tuple(_rows(rule))
        return FuGuide(counts="han", hands=hands, paid=paid, rows=rows, is_boo=is_boo)
    fu = fu_of(rule)
    waits = _steps(fu, (_PAIR, *_WAITS))
    double_wind = Step(
        reason=fu_reason("pair of seat and round wind"), adds=rule.hand.double_wind_pair_fu or 0
    )
    return FuGuide(
        counts="fu",
        hands=hands,
        paid=paid,
        always=_steps(fu, _ALWAYS),
        triplets=tuple(_triplets(fu)),
        others=(waits[0], double_wind, *waits[1:]),
        fixed=_steps(fu, (_SEVEN_PAIRS,)),
        special=guide.lines(_SPECIAL),
        is_boo=is_boo,
    )


def fu_of(rule: RiichiParameters | BooParameters) -> Mapping[str, int]:
    """What each reason gives, as the evaluator counts it in hands that have them all."""
    # a hand without a yaku has fu all the same
    evaluator = Evaluator(override(rule, {"minimum_han": 0, "two_han_from_honba": None}))
    found: dict[str, int] = {}
    for probe in PROBES:
        hand = known_to(rule, probe)
        value = evaluator.value(hand or probe.hand())
        found |= {part.reason: part.fu for part in value.fu_parts}
    return found


def _steps(fu: Mapping[str, int], reasons: tuple[str, ...]) -> tuple[Step, ...]:
    """Reasons in words; one that the version's yaku rule out is left out."""
    return tuple(Step(reason=fu_reason(each), adds=fu[each]) for each in reasons if each in fu)


def _triplets(fu: Mapping[str, int]) -> Iterator[TripletRow]:
    for name, what in ((_("Triplet"), "triplet"), (_("Kan"), "kan")):
        reasons = (f"{how} {what}{of}" for how in ("open", "closed") for of in ("", _YAOCHUU))
        yield TripletRow(name=name, fu=tuple(fu[each] for each in reasons))


def _rows(rule: YakuRule) -> Iterator[HanRow]:
    for row in points_tables(rule).by_han:
        yield HanRow(
            han=_range(row.first_han, row.last_han),
            limit=limit_name(row.limit),
            child=row.child,
            dealer=row.dealer,
        )


def _range(first: int | None, last: int | None) -> str:
    if first is None or first == last:
        return "" if first is None else str(first)
    return f"{first}–{'' if last is None else last}"


def _worked(rule: Parameters) -> Iterator[WorkedHand]:
    """The lessons that the rule's tiles, calls and minimum allow."""
    evaluator = evaluator_of(rule)
    lessons = PATTERN_LESSONS if isinstance(rule, ZungJungParameters) else LESSONS
    for lesson in lessons:
        hand = _hand(lesson, rule)
        answer = answer_hand(evaluator, hand) if hand else None
        if hand is not None and isinstance(answer, Answer):
            yield WorkedHand(
                key=lesson.key,
                title=str(lesson.title),
                hand=shown_hand(hand),
                answer=answer,
                formula=_formula(evaluator, hand),
            )


def _hand(lesson: Lesson, rule: Parameters) -> Hand | None:
    if isinstance(rule, ZungJungParameters):
        return lesson.example.hand()
    return known_to(rule, lesson.example)


def _formula(evaluator: AnyEvaluator, hand: Hand) -> str:
    if not isinstance(evaluator, Evaluator):
        return ""
    value = evaluator.value(hand)
    if value.limit or value.fu is None:
        return ""
    facts = {"fu": value.fu, "han": value.han, "basic": f"{value.fu << value.han + 2:,}"}
    return _("%(fu)s fu × 2 to the power of (%(han)s + 2) = %(basic)s") % facts
