"""What gives fu under a version, and hands counted step by step; all of it by the evaluator."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.hands.answers import Answer, answer_hand
from league.rulebook.guide import GuideVersion, ShownHand, hand_of, known_to, shown_hand
from league.wording.hands import fu_reason, limit_name
from rules.parameters import (
    BooParameters,
    Parameters,
    RiichiParameters,
    YakuRule,
    ZungJungParameters,
    override,
)
from rules.words.files import Example
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand
from scoring.hands.lines import AnyEvaluator, evaluator_of
from scoring.hands.points_tables import points_tables

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_SPECIAL: Final = ("pinfu_tsumo", "open_20_fu", "double_wind_pair_fu", "rinshan_tsumo_fu")
_PAID: Final = ("raised_mangan", "highest_hand", "yakuman_at_most", "counted_yakuman", "tsumo_loss")
_WORTH: Final = ("worth_cap", "worth_chicken_hand", "payment_base", "immunity")
#: reasons as the evaluator gives them, by where the page shows them
_ALWAYS: Final = ("base", "closed ron", "tsumo")
_PAIR: Final = "pair of a value tile"
_WAITS: Final = ("closed wait", "edge wait", "single wait")
_SEVEN_PAIRS: Final = "seven pairs"
_YAOCHUU: Final = " of terminals or honours"


class Lesson(NamedTuple):
    key: str
    title: StrPromise
    example: Example


#: shown where the version's tiles and calls allow the hand
LESSONS: Final[tuple[Lesson, ...]] = (
    Lesson(
        "flat-tsumo",
        gettext_lazy("Four sequences by tsumo"),
        Example(hand="123p456p99p45s789s", win="6s", how="tsumo"),
    ),
    Lesson(
        "flat-ron", gettext_lazy("The same by ron"), Example(hand="123p456p99p45s789s", win="6s")
    ),
    Lesson(
        "open",
        gettext_lazy("An open hand of sequences"),
        Example(hand="567p88p345s67s", win="8s", melds=("chi:234m",)),
    ),
    Lesson(
        "value",
        gettext_lazy("A call, a pair of dragons, a closed wait"),
        Example(hand="345p678p24s77z", win="3s", melds=("pon:111z",)),
    ),
    Lesson("pairs", gettext_lazy("Seven pairs"), Example(hand="11p33p99p22s55s1z77z", win="1z")),
    Lesson(
        "double-wind",
        gettext_lazy("The dealer's pair of East in the East round"),
        Example(hand="123p567p345s89s11z", win="7s", how="tsumo", seat="E", flags=("riichi",)),
    ),
    Lesson(
        "kan",
        gettext_lazy("A closed kan, won on its replacement tile"),
        Example(
            hand="345p678p99p23s", win="4s", how="tsumo", melds=("ankan:1111p",), flags=("rinshan",)
        ),
    ),
    Lesson(
        "four-han",
        gettext_lazy("Four han at 30 fu"),
        Example(hand="223344p88p345s67s", win="8s", flags=("riichi",)),
    ),
)

#: the same for Zung Jung, where patterns add up
PATTERN_LESSONS: Final[tuple[Lesson, ...]] = (
    Lesson(
        "chicken",
        gettext_lazy("A hand without a pattern"),
        Example(hand="11m456s78s", win="9s", melds=("chi:123m", "pon:777p")),
    ),
    Lesson(
        "small",
        gettext_lazy("Small patterns add up"),
        Example(hand="234p567p22p345s67s", win="8s", how="tsumo"),
    ),
    Lesson(
        "honours",
        gettext_lazy("Each set of honours counts"),
        Example(hand="345p23s666z77z", win="4s", melds=("pon:555z",)),
    ),
    Lesson(
        "similar",
        gettext_lazy("The discarder pays more"),
        Example(hand="234m234p23s55s789s", win="4s"),
    ),
    Lesson(
        "triplets",
        gettext_lazy("On a tsumo, everyone pays the same"),
        Example(hand="111p444p33s888s77z", win="3s", how="tsumo"),
    ),
    Lesson(
        "capped",
        gettext_lazy("More than the cap"),
        Example(hand="99p11p777z", win="9p", melds=("pon:555z", "pon:666z")),
    ),
    Lesson(
        "alone",
        gettext_lazy("One pattern above the cap counts alone"),
        Example(hand="1112345678999p", win="5p"),
    ),
)

#: a yaku whatever the rule; beside it what is asked for
_HAKU: Final = "pon:555z"
#: hands that have between them everything that gives fu, each with a reason of its own
PROBES: Final[tuple[Example, ...]] = (
    Example(hand="78s345s99p", win="9s", melds=("pon:222p", _HAKU)),
    Example(hand="222p345s66s78s777z", win="9s", how="tsumo"),
    Example(hand="345s78s99p", win="9s", melds=("minkan:2222p", "minkan:5555z")),
    Example(hand="345s78s99p", win="9s", melds=("ankan:2222p", "ankan:5555z")),
    Example(hand="24p345s678s77z", win="3p", melds=(_HAKU,)),
    Example(hand="345p678p33s89s", win="7s", melds=(_HAKU,)),
    Example(hand="345p678p234s3z", win="3z", melds=(_HAKU,)),
    Example(hand="11p33p99p22s55s1z77z", win="1z"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedHand:
    key: str
    title: str
    hand: ShownHand
    answer: Answer
    formula: str  # from fu and han to the basic points; empty from mangan on


def fu_guide(guide: GuideVersion, rule: Parameters) -> dict[str, Any]:
    """The guide of a version, for its page. No query."""
    hands = list(_worked(rule))
    if isinstance(rule, ZungJungParameters):
        return {"counts": "patterns", "hands": hands, "paid": guide.lines(_WORTH)}
    counted = {
        "hands": hands,
        "paid": guide.lines(_PAID),
        "is_boo": isinstance(rule, BooParameters),
    }
    if rule.hand.counting == "table":
        return {**counted, "counts": "han", "rows": list(_rows(rule))}
    fu = fu_of(rule)
    pair, *waits = _steps(fu, (_PAIR, *_WAITS))
    reason = fu_reason("pair of seat and round wind")
    return {
        **counted,
        "counts": "fu",
        "always": _steps(fu, _ALWAYS),
        "triplets": list(_triplets(fu)),
        "others": [pair, {"reason": reason, "adds": rule.hand.double_wind_pair_fu or 0}, *waits],
        "fixed": _steps(fu, (_SEVEN_PAIRS,)),
        "special": guide.lines(_SPECIAL),
    }


def fu_of(rule: RiichiParameters | BooParameters) -> Mapping[str, int]:
    """Return the fu of each reason, as the evaluator counts them in sample hands."""
    # a hand without a yaku has fu all the same
    evaluator = Evaluator(override(rule, {"minimum_han": 0, "two_han_from_honba": None}))
    found: dict[str, int] = {}
    for probe in PROBES:
        hand = known_to(rule, probe)
        value = evaluator.value(hand or hand_of(probe))
        found |= {part.reason: part.fu for part in value.fu_parts}
    return found


def _steps(fu: Mapping[str, int], reasons: tuple[str, ...]) -> list[dict[str, Any]]:
    """Describe reasons in words, except those that the version's yaku rule out."""
    return [{"reason": fu_reason(each), "adds": fu[each]} for each in reasons if each in fu]


def _triplets(fu: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """What triplets, and kans, give: open and closed, of simples and of the others."""
    for name, what in ((_("Triplet"), "triplet"), (_("Kan"), "kan")):
        reasons = (f"{how} {what}{of}" for how in ("open", "closed") for of in ("", _YAOCHUU))
        yield {"name": name, "fu": tuple(fu[each] for each in reasons)}


def _rows(rule: YakuRule) -> Iterator[dict[str, Any]]:
    """What hands of so many han pay where no fu are counted."""
    for row in points_tables(rule).by_han:
        first, last = row.first_han, row.last_han
        han = "" if first is None else str(first) if first == last else f"{first}–{last or ''}"
        limit = limit_name(row.limit)
        yield {"han": han, "limit": limit, "child": row.child, "dealer": row.dealer}


def _worked(rule: Parameters) -> Iterator[WorkedHand]:
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
        return hand_of(lesson.example)
    return known_to(rule, lesson.example)


def _formula(evaluator: AnyEvaluator, hand: Hand) -> str:
    if not isinstance(evaluator, Evaluator):
        return ""
    value = evaluator.value(hand)
    if value.limit or value.fu is None:
        return ""
    facts = {"fu": value.fu, "han": value.han, "basic": f"{value.fu << value.han + 2:,}"}
    return _("%(fu)s fu × 2 to the power of (%(han)s + 2) = %(basic)s") % facts
