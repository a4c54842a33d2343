"""A hand under a rule as the page shows it: its value with the reasons, or why it has none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from league.wording.errors import sentence_of
from league.wording.hands import (
    Name,
    fu_reason,
    limit_name,
    pattern_name,
    payers,
    tile_spoken,
    yaku_name,
)
from scoring.hands.errors import BadHandError, HandError, NotAWinError, NoYakuError
from scoring.hands.evaluator import Evaluator, is_wild
from scoring.hands.hand import ANY_RIICHI, RIICHI, Hand
from scoring.hands.lines import AnyEvaluator, value_of
from scoring.hands.named import YAKUMAN_HAN
from scoring.hands.tiles import KINDS, RED_OF, Tile, kind_of, tile_name
from scoring.hands.worths import Value
from scoring.zung_jung.checks import check as check_zung_jung
from scoring.zung_jung.evaluator import ZungJungEvaluator
from scoring.zung_jung.value import ZungJungValue

#: every tile that a wild one can stand for
_ANY = (*range(KINDS), *RED_OF.values())


@dataclass(frozen=True, slots=True)
class Line:
    name: Name
    counts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    headline: str  # 3 han 40 fu; 満貫
    limit: str  # empty below mangan
    lines: tuple[Line, ...]
    fu_parts: tuple[tuple[str, int], ...]
    fu: int | None
    payments: tuple[tuple[str, int], ...]  # who pays how much
    sticks: int
    total: int
    notes: tuple[str, ...]
    is_patterns: bool = False  # of Zung Jung: patterns instead of yaku


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    title: str
    text: str
    field: str = ""  # of the form, where one is at fault
    waits: str = ""  # tiles in their notation


def answer_hand(
    evaluator: AnyEvaluator, hand: Hand, *, responsible: bool = True
) -> Answer | Refusal:
    """Value a readable hand.

    Args:
        evaluator: of the version.
        hand: as it was typed.
        responsible: in Zung Jung, whether anybody pays alone for a ron.
    """
    try:
        if isinstance(evaluator, ZungJungEvaluator):
            check_zung_jung(hand)
            return _zung_jung(evaluator.value(hand, responsible=responsible))
        return _valued(evaluator, hand)
    except BadHandError as error:
        return Refusal(
            title=_("This hand is impossible"), text=sentence_of(error), field=error.field
        )
    except NoYakuError as error:
        return _without_yaku(evaluator, hand, error)
    except NotAWinError:
        return _no_win(evaluator, hand)


def _valued(evaluator: Evaluator, hand: Hand) -> Answer:
    value = value_of(evaluator, hand)
    limit = limit_name(value.limit)
    return Answer(
        headline=_headline(value),
        limit=limit,
        lines=tuple(
            Line(yaku_name(key), _counts(han, is_yakuman=value.yakuman > 0))
            for key, han in value.yaku.items()
        ),
        fu_parts=tuple((fu_reason(part.reason, value.fu), part.fu) for part in value.fu_parts),
        fu=value.fu,
        payments=tuple(payers(value.payment)),
        sticks=hand.sticks,
        total=value.total,
        notes=tuple(_notes(evaluator, hand, value)),
    )


def _headline(value: Value) -> str:
    if value.yakuman:
        return limit_name(value.limit)
    parts = [_("%(han)s han") % {"han": value.han}]
    if value.fu is not None:
        parts.append(_("%(fu)s fu") % {"fu": value.fu})
    return " ".join(parts)


def _counts(han: int, *, is_yakuman: bool) -> str:
    if is_yakuman:
        times = han // YAKUMAN_HAN
        return limit_name("yakuman" if times == 1 else f"yakuman_{times}")
    return _("%(han)s han") % {"han": han}


def _notes(evaluator: Evaluator, hand: Hand, value: Value) -> Iterator[str]:
    if is_wild(hand):
        tile = next(tile for tile in _ANY if _is_worth(evaluator, hand._replace(win=tile), value))
        yield _("The white pocchi stands for %(tile)s.") % {"tile": tile_spoken(tile)}
    if value.tiles.has_two_own_winds:
        yield _("North is always a yakuhai and counts in addition to the seat wind.")
    if not value.yaku:
        yield _("The hand has no yaku.")
    if value.dora_beside:
        yield ngettext(
            "%(count)s dora, paid separately from the hand.",
            "%(count)s dora, each paid separately from the hand.",
            value.dora_beside,
        ) % {"count": value.dora_beside}
    if hand.honba:
        yield ngettext(
            "The payments include %(count)s honba, if the rules count it.",
            "The payments include %(count)s honba, if the rules count them.",
            hand.honba,
        ) % {"count": hand.honba}


def _is_worth(evaluator: Evaluator, hand: Hand, value: Value) -> bool:
    try:
        return evaluator.value(hand) == value
    except HandError:
        return False


def _zung_jung(value: ZungJungValue) -> Answer:
    paid = value.payment
    payments = (
        (_("each player"), paid.each),
        (_("the responsible player"), paid.discarder),
        (_("each of the two others"), paid.others),
    )
    parts = sum(value.patterns.values())
    notes = []
    if parts != value.worth:
        facts = {"parts": f"{parts:,}", "worth": f"{value.worth:,}"}
        notes.append(_("The patterns add up to %(parts)s; the hand counts as %(worth)s.") % facts)
    return Answer(
        headline=_("worth %(worth)s") % {"worth": f"{value.worth:,}"},
        limit="",
        lines=tuple(Line(pattern_name(key), f"{worth:,}") for key, worth in value.patterns.items()),
        fu_parts=(),
        fu=None,
        payments=tuple((who, points) for who, points in payments if points),
        sticks=0,
        total=value.total,
        notes=tuple(notes),
        is_patterns=True,
    )


def _without_yaku(evaluator: AnyEvaluator, hand: Hand, error: NoYakuError) -> Refusal:
    """Refuse a complete hand without yaku; say whether riichi would have helped."""
    if error.needed == 1:
        title = _("No yaku")
        text = _("The tiles are complete, but a win needs a yaku, and dora are not yaku.")
    else:
        title = _("Too few han")
        facts = {"han": error.han, "needed": error.needed}
        text = _(
            "The hand has %(han)s han without dora; under these rules it needs %(needed)s here."
        )
        text %= facts
    if _wins_by_riichi(evaluator, hand):
        text += _(" With riichi it would win.")
    return Refusal(title=title, text=text, field="hand")


def _wins_by_riichi(evaluator: AnyEvaluator, hand: Hand) -> bool:
    if not isinstance(evaluator, Evaluator) or hand.has(ANY_RIICHI) or not hand.is_closed:
        return False
    try:
        value_of(evaluator, hand._replace(flags=hand.flags | RIICHI))
    except HandError:
        return False
    return True


def _no_win(evaluator: AnyEvaluator, hand: Hand) -> Refusal:
    """Refuse an incomplete hand; name its waits, if any."""
    title = _("Not a winning hand")
    waits = [tile for tile in range(KINDS) if _completes(evaluator, hand, tile)]
    if not waits:
        text = _(
            "These tiles are not four sets and a pair, or any other winning hand. Without "
            "the winning tile, the hand is not tenpai."
        )
        return Refusal(title=title, text=text, field="hand")
    text = _("%(tile)s does not complete this hand. It waits for:")
    text %= {"tile": tile_spoken(hand.win)}
    return Refusal(title=title, text=text, field="win", waits="".join(map(tile_name, waits)))


def _completes(evaluator: AnyEvaluator, hand: Hand, tile: Tile) -> bool:
    held = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    if sum(kind_of(one) == tile for one in held) == 4:
        return False
    try:
        evaluator.value(hand._replace(win=tile))
    except NotAWinError:
        return False
    except HandError:
        return True
    return True
