"""The 44 patterns, in the order of the document; what each is worth is for the rule to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rules.parameters.zung_jung import ZungJungPatterns
from scoring.hands.hand import CHANKAN, CHIIHOU, HAITEI, HOUTEI, RINSHAN, TENHOU
from scoring.zung_jung.reading import Reading

#: how often a reading has it: once or not at all, but 翻牌
Condition: TypeAlias = Callable[[Reading, ZungJungPatterns], int]


class Pattern(NamedTuple):
    """One of the 44 (役)."""

    key: str  # as in ``worth_…`` of the parameters
    source: str  # its number in the document: kind, series, and its place in the series
    holds: Condition

    @property
    def series(self) -> str:
        """The series (系列), of which only one pattern counts."""
        kind, series, *_place = self.source.split(".")
        return f"{kind}.{series}"


class PatternList(list[Pattern]):
    """Patterns in the order in which they are defined."""

    def pattern(self, key: str, source: str) -> Callable[[Condition], Condition]:
        """Enter the condition below under this key."""

        def entered(holds: Condition) -> Condition:
            self.append(Pattern(key, source, holds))
            return holds

        return entered


#: in the order of the document, which is the order of an answer
PATTERNS = PatternList()


# 1, 門断平: the small patterns of everyday hands. Each is a series of its own.


@PATTERNS.pattern("all_sequences", "1.1")
def all_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four sequences, with any pair and any wait, open too."""
    return hand.sequences == 4


@PATTERNS.pattern("concealed_hand", "1.2")
def concealed_hand(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Nothing was called, and it is no special shape (10). Ron and closed kans are allowed."""
    return hand.concealed_hand and hand.form == "sets"


@PATTERNS.pattern("no_terminals", "1.3")
def no_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """No terminals and no honours, open too."""
    return hand.ends == 0


# 2, 一色類: hands of one suit.


@PATTERNS.pattern("mixed_one_suit", "2.1.1")
def mixed_one_suit(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """One suit and honours."""
    return hand.one_suit and 0 < hand.honours < hand.groups


@PATTERNS.pattern("pure_one_suit", "2.1.2")
def pure_one_suit(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """One suit and nothing else."""
    return hand.one_suit and hand.honours == 0


@PATTERNS.pattern("nine_gates", "2.2")
def nine_gates(hand: Reading, rule: ZungJungPatterns) -> bool:
    """1112345678999 of a suit that waited for all nine tiles of it.

    Which tile came last is not said of 天和: the rule says whether that is such a wait (assumed).
    """
    if hand.says(TENHOU):
        return hand.gates and rule.heaven_waits_on_nine
    return hand.gates_waited


# 3, 字牌類: winds and dragons. A set is a triplet or a kan.


@PATTERNS.pattern("value_honor", "3.1")
def value_honor(hand: Reading, _rule: ZungJungPatterns) -> int:
    """Sets of dragons and of one's own wind, each of which counts; the round's wind is none."""
    return hand.values


@PATTERNS.pattern("small_three_dragons", "3.2.1")
def small_three_dragons(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two sets and the pair of dragons."""
    return hand.dragon_sets == 2 and hand.dragon_pair


@PATTERNS.pattern("big_three_dragons", "3.2.2")
def big_three_dragons(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of all three dragons."""
    return hand.dragon_sets == 3


@PATTERNS.pattern("small_three_winds", "3.3.1")
def small_three_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two sets and a pair of winds."""
    return hand.wind_sets == 2 and hand.wind_pair


@PATTERNS.pattern("big_three_winds", "3.3.2")
def big_three_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of three winds."""
    return hand.wind_sets == 3


@PATTERNS.pattern("small_four_winds", "3.3.3")
def small_four_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of three winds and the pair of the fourth."""
    return hand.wind_sets == 3 and hand.wind_pair


@PATTERNS.pattern("big_four_winds", "3.3.4")
def big_four_winds(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Sets of all four winds."""
    return hand.wind_sets == 4


@PATTERNS.pattern("all_honors", "3.4")
def all_honors(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Honours only; seven pairs of them too."""
    return hand.honours == hand.groups


# 4, 刻槓類: triplets and kans.


@PATTERNS.pattern("all_triplets", "4.1")
def all_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four triplets or kans."""
    return hand.triplets == 4


@PATTERNS.pattern("two_concealed_triplets", "4.2.1")
def two_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two concealed triplets or closed kans; one that a ron completed is none."""
    return hand.concealed_triplets >= 2


@PATTERNS.pattern("three_concealed_triplets", "4.2.2")
def three_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three of them."""
    return hand.concealed_triplets >= 3


@PATTERNS.pattern("four_concealed_triplets", "4.2.3")
def four_concealed_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four of them."""
    return hand.concealed_triplets == 4


@PATTERNS.pattern("one_kong", "4.3.1")
def one_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """A kan, open or closed."""
    return hand.kongs >= 1


@PATTERNS.pattern("two_kong", "4.3.2")
def two_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two kans."""
    return hand.kongs >= 2


@PATTERNS.pattern("three_kong", "4.3.3")
def three_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three kans."""
    return hand.kongs >= 3


@PATTERNS.pattern("four_kong", "4.3.4")
def four_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four kans."""
    return hand.kongs == 4


# 5, 一色同順類: equal sequences of one suit. None asks for a concealed hand.


@PATTERNS.pattern("two_identical_sequences", "5.1.1")
def two_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two equal sequences."""
    return hand.twins >= 1


@PATTERNS.pattern("two_identical_sequences_twice", "5.1.2")
def two_identical_sequences_twice(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Two equal sequences, twice."""
    return hand.twins == 2


@PATTERNS.pattern("three_identical_sequences", "5.1.3")
def three_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Three equal sequences."""
    return hand.three_equal


@PATTERNS.pattern("four_identical_sequences", "5.1.4")
def four_identical_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Four equal sequences."""
    return hand.four_equal


# 6, 三色類: the same in three suits. All three are needed.


@PATTERNS.pattern("three_similar_sequences", "6.1")
def three_similar_sequences(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same sequence in man, pin and sou."""
    return hand.similar_sequences


@PATTERNS.pattern("small_three_similar_triplets", "6.2.1")
def small_three_similar_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same rank as triplets or kans in two suits and as the pair in the third."""
    return hand.small_similar_triplets


@PATTERNS.pattern("three_similar_triplets", "6.2.2")
def three_similar_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The same triplet or kan in man, pin and sou."""
    return hand.similar_triplets


# 7, 連続類: sets of one suit in a row.


@PATTERNS.pattern("nine_tile_straight", "7.1")
def nine_tile_straight(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """123, 456 and 789 of a suit."""
    return hand.straight


@PATTERNS.pattern("three_consecutive_triplets", "7.2.1")
def three_consecutive_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Triplets or kans of three ranks in a row."""
    return hand.three_steps


@PATTERNS.pattern("four_consecutive_triplets", "7.2.2")
def four_consecutive_triplets(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Triplets or kans of four ranks in a row."""
    return hand.four_steps


# 8, 么九類: terminals and honours.


@PATTERNS.pattern("mixed_lesser_terminals", "8.1.1")
def mixed_lesser_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """A terminal or an honour in each of four sets and the pair."""
    return hand.form == "sets" and hand.ends == hand.groups


@PATTERNS.pattern("pure_lesser_terminals", "8.1.2")
def pure_lesser_terminals(hand: Reading, rule: ZungJungPatterns) -> bool:
    """A terminal in each of four sets and the pair."""
    return hand.honours == 0 and bool(mixed_lesser_terminals(hand, rule))


@PATTERNS.pattern("mixed_greater_terminals", "8.1.3")
def mixed_greater_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Terminals and honours only, as four triplets and the pair or as seven pairs."""
    is_shape = hand.triplets == 4 or hand.form == "pairs"
    return is_shape and hand.ends == hand.groups


@PATTERNS.pattern("pure_greater_terminals", "8.1.4")
def pure_greater_terminals(hand: Reading, rule: ZungJungPatterns) -> bool:
    """Terminals only; seven pairs of them too."""
    return hand.honours == 0 and bool(mixed_greater_terminals(hand, rule))


# 9, 偶然類: how the hand was won. What is said of the win must fit the win.


@PATTERNS.pattern("final_draw", "9.1.1")
def final_draw(hand: Reading, rule: ZungJungPatterns) -> bool:
    """The last tile of the wall was drawn.

    It goes with 嶺上開花, when it was drawn for a kan, where the rule says so.
    """
    is_for_a_kong = hand.says(RINSHAN) and not rule.final_draw_with_kong
    return hand.tsumo and hand.says(HAITEI) and not is_for_a_kong


@PATTERNS.pattern("final_discard", "9.1.2")
def final_discard(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The last discard, by whoever drew the last tile."""
    return not hand.tsumo and hand.says(HOUTEI)


@PATTERNS.pattern("win_on_kong", "9.2")
def win_on_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The tile that was drawn for a kan."""
    return hand.tsumo and hand.says(RINSHAN)


@PATTERNS.pattern("robbing_a_kong", "9.3")
def robbing_a_kong(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """The tile that another added to a pon; of a closed kan there is none."""
    return not hand.tsumo and hand.says(CHANKAN)


@PATTERNS.pattern("blessing_of_heaven", "9.4.1")
def blessing_of_heaven(hand: Reading, rule: ZungJungPatterns) -> bool:
    """The dealer's fourteen tiles as they were dealt.

    After a closed kan of the dealer it stands where the rule says so.
    """
    is_first = not hand.melded or rule.blessings_after_dealers_kong
    return hand.dealer and hand.tsumo and is_first and hand.says(TENHOU)


@PATTERNS.pattern("blessing_of_earth", "9.4.2")
def blessing_of_earth(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Another's thirteen tiles as they were dealt, and the dealer's first discard."""
    is_first = not hand.melded and not hand.dealer
    return is_first and not hand.tsumo and hand.says(CHIIHOU)


# 10, 特殊和了形: shapes other than four sets and a pair.


@PATTERNS.pattern("thirteen_terminals", "10.1")
def thirteen_terminals(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Each terminal and honour, one of them twice. Only what luck adds (9) goes with it."""
    return hand.form == "orphans"


@PATTERNS.pattern("seven_pairs", "10.2")
def seven_pairs(hand: Reading, _rule: ZungJungPatterns) -> bool:
    """Seven pairs. Whether four alike are two of them was asked when they were read."""
    return hand.form == "pairs"
