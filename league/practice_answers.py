"""What is asked about a practice hand under a rule, what is right, and whether a guess is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.lines import AnyEvaluator, value_of
from scoring.hands.named import YAKUMAN_HAN
from scoring.hands.values import Value
from scoring.zung_jung.evaluator import ZungJungEvaluator

#: what the form asks for, by the key of its field: payments by who pays
PAYERS = ("discarder", "dealer", "others", "each")


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of a hand, in the order of the form, and what is right."""

    right: Mapping[str, int | None]  # None: fu of a limit, which nobody needs
    also_right: Mapping[str, int]  # where one may as well say something else

    @property
    def asks(self) -> tuple[str, ...]:
        """The keys of the fields."""
        return tuple(self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One guess beside what is right."""

    name: str
    guess: int | None
    right: int | None  # None where it is not needed
    is_right: bool
    is_points: bool


def question_of(evaluator: AnyEvaluator, hand: Hand) -> Question:
    """What is asked of a sound hand that wins under the rule."""
    if isinstance(evaluator, ZungJungEvaluator):
        right: dict[str, int | None] = {"worth": evaluator.value(hand).worth}
        return Question(right=right, also_right={})
    value = value_of(evaluator, hand)
    right = {"han": value.han}
    if counts_fu(evaluator):
        right["fu"] = None if value.limit else value.fu
    paid = value.payment._asdict()
    right |= {who: paid[who] for who in _who_pays(hand)}
    return Question(right=right, also_right=_also_right(value))


def counts_fu(evaluator: Evaluator) -> bool:
    """Whether the rule counts fu at all."""
    return evaluator.rule.hand.counting == "fu"


def _who_pays(hand: Hand) -> tuple[str, ...]:
    if not hand.tsumo:
        return PAYERS[:1]
    return PAYERS[3:] if hand.is_dealer else PAYERS[1:3]


def _also_right(value: Value) -> dict[str, int]:
    """Several yakuman of which the rule pays fewer may be counted as those that are paid."""
    return {"han": YAKUMAN_HAN * value.yakuman} if value.yakuman else {}


def verdicts_of(question: Question, guess: Mapping[str, int | None]) -> tuple[Verdict, ...]:
    """Say of each guess whether it is right.

    Args:
        question: what was asked.
        guess: the fields of the form; empty fu are None.
    """
    names = field_names()
    return tuple(
        Verdict(
            name=names[key],
            guess=guess[key],
            right=right,
            is_right=right is None
            or guess[key] == right
            or guess[key] == question.also_right.get(key, right),
            is_points=key in PAYERS,
        )
        for key, right in question.right.items()
    )


def field_names() -> dict[str, str]:
    """What each field of the form is called."""
    return {
        "han": _("Han"),
        "fu": _("Fu"),
        "discarder": _("The discarder pays"),
        "dealer": _("The dealer pays"),
        "others": _("Each non-dealer pays"),
        "each": _("Each player pays"),
        "worth": _("Points of the hand"),
    }
