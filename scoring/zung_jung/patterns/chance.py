"""9, 偶然類: how the hand was won. What is said of the win must fit the win."""

from __future__ import annotations

from rules.parameters.zung_jung_patterns import ZungJungPatterns
from scoring.hands.hand import CHANKAN, CHIIHOU, HAITEI, HOUTEI, RINSHAN, TENHOU
from scoring.zung_jung.patterns.base import PatternKind
from scoring.zung_jung.reading import Reading

KIND = PatternKind()


@KIND.pattern("final_draw", "9.1.1")
def final_draw(hand: Reading, rule: ZungJungPatterns) -> bool:
    """The last tile of the wall was drawn.

    It goes with 嶺上開花, when it was drawn for a kan, where the rule says so.
    """
    is_for_a_kong = hand.says(RINSHAN) and not rule.final_draw_with_kong
    return hand.tsumo and hand.says(HAITEI) and not is_for_a_kong


@KIND.pattern("final_discard", "9.1.2")
def final_discard(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The last discard, by whoever drew the last tile."""
    return not hand.tsumo and hand.says(HOUTEI)


@KIND.pattern("win_on_kong", "9.2")
def win_on_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The tile that was drawn for a kan."""
    return hand.tsumo and hand.says(RINSHAN)


@KIND.pattern("robbing_a_kong", "9.3")
def robbing_a_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The tile that another added to a pon; of a closed kan there is none."""
    return not hand.tsumo and hand.says(CHANKAN)


@KIND.pattern("blessing_of_heaven", "9.4.1")
def blessing_of_heaven(hand: Reading, rule: ZungJungPatterns) -> bool:
    """The dealer's fourteen tiles as they were dealt.

    After a closed kan of the dealer it stands where the rule says so.
    """
    is_first = not hand.melded or rule.blessings_after_dealers_kong
    return hand.dealer and hand.tsumo and is_first and hand.says(TENHOU)


@KIND.pattern("blessing_of_earth", "9.4.2")
def blessing_of_earth(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Another's thirteen tiles as they were dealt, and the dealer's first discard."""
    is_first = not hand.melded and not hand.dealer
    return is_first and not hand.tsumo and hand.says(CHIIHOU)
