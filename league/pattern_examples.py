"""The patterns of Zung Jung in their series, each with its number and a hand."""

from __future__ import annotations

from typing import Final, NamedTuple

from league.hand_examples import Example, ron, tsumo

_REST: Final = "345p678p99p23s"
_NOTHING: Final = "234p678p99p567s24s"
_PLAIN: Final = "234p567p22p345s67s"


class Pattern(NamedTuple):
    """A pattern: its number in the document, its key, a hand that has it."""

    number: str
    key: str
    example: Example

    @property
    def series(self) -> int:
        """The series that it belongs to, 1 to 10."""
        return int(self.number.partition(".")[0])


_TILES: Final = (
    Pattern("1.1", "all_sequences", ron("567p34s789s77z", "5s", "chi:234m")),
    Pattern("1.2", "concealed_hand", ron("123m567p99p45s111z", "6s")),
    Pattern("1.3", "no_terminals", ron("67m555p345s88s", "8m", "chi:234m")),
    Pattern("2.1.1", "mixed_one_suit", ron("123p567p99p22z333z", "9p")),
    Pattern("2.1.2", "pure_one_suit", ron("1234555678999p", "3p")),
    Pattern("2.2", "nine_gates", ron("1112345678999p", "5p")),
    Pattern("3.1", "value_honor", ron(_REST, "4s", "pon:555z")),
    Pattern("3.2.1", "small_three_dragons", ron("345p23s666z77z", "4s", "pon:555z")),
    Pattern("3.2.2", "big_three_dragons", ron("34p99s777z", "5p", "pon:555z", "pon:666z")),
    Pattern("3.3.1", "small_three_winds", ron("345p23s22z333z", "4s", "pon:111z")),
    Pattern("3.3.2", "big_three_winds", ron("34p99s222z", "5p", "pon:111z", "pon:333z")),
    Pattern("3.3.3", "small_four_winds", ron("78s222z333z44z", "9s", "pon:111z")),
    Pattern("3.3.4", "big_four_winds", ron("99p33z444z", "3z", "pon:111z", "pon:222z")),
    Pattern("3.4", "all_honors", ron("22z33z666z", "3z", "pon:111z", "pon:555z")),
    Pattern("4.1", "all_triplets", ron("999p33s44s", "4s", "pon:222p", "pon:888s")),
    Pattern("4.2.1", "two_concealed_triplets", ron("67m222p888p345s99s", "8m")),
    Pattern("4.2.2", "three_concealed_triplets", ron("222p888p555s67s99s", "8s")),
    Pattern("4.2.3", "four_concealed_triplets", tsumo("111p444p33s888s77z", "3s")),
    Pattern("4.3.1", "one_kong", ron(_REST, "4s", "ankan:1111p")),
    Pattern("4.3.2", "two_kong", ron("345p66p23s", "4s", "ankan:1111p", "minkan:9999s")),
    Pattern(
        "4.3.3", "three_kong", ron("567s3z", "3z", "ankan:1111p", "minkan:2222s", "kakan:8888p")
    ),
    Pattern(
        "4.3.4",
        "four_kong",
        ron("5s", "5s", "ankan:1111p", "minkan:3333s", "kakan:7777p", "minkan:3333z"),
    ),
    Pattern("5.1.1", "two_identical_sequences", ron("223344p456s78s33z", "9s")),
    Pattern("5.1.2", "two_identical_sequences_twice", ron("223344p99p55667s", "7s")),
    Pattern("5.1.3", "three_identical_sequences", ron("223344p78s11z", "9s", "chi:234p")),
    Pattern("5.1.4", "four_identical_sequences", ron("223344p9s", "9s", "chi:234p", "chi:234p")),
    Pattern("6.1", "three_similar_sequences", ron("234m234p23s55s789s", "4s")),
    Pattern("6.2.1", "small_three_similar_triplets", ron("567m222p22s78s", "9s", "pon:222m")),
    Pattern("6.2.2", "three_similar_triplets", ron("999m55p34s999s", "5s", "pon:999p")),
    Pattern("7.1", "nine_tile_straight", ron("123456789p23s55s", "4s")),
    Pattern("7.2.1", "three_consecutive_triplets", ron("444p555p78s11z", "9s", "pon:333p")),
    Pattern("7.2.2", "four_consecutive_triplets", ron("555p66p99s", "6p", "pon:333p", "pon:444p")),
    Pattern("8.1.1", "mixed_lesser_terminals", ron("123p789p12s789s33z", "3s")),
    Pattern("8.1.2", "pure_lesser_terminals", ron("123p789p99p12s789s", "3s")),
    Pattern("8.1.3", "mixed_greater_terminals", ron("99p11s333z", "1s", "pon:111p", "pon:999s")),
    Pattern("8.1.4", "pure_greater_terminals", ron("999m11p11s", "1s", "pon:111m", "pon:999p")),
)
_CHANCE: Final = (
    Pattern("9.1.1", "final_draw", tsumo(_NOTHING, "3s", flags=("haitei",))),
    Pattern("9.1.2", "final_discard", ron(_NOTHING, "3s", flags=("houtei",))),
    Pattern("9.2", "win_on_kong", tsumo(_REST, "4s", "ankan:1111p", flags=("rinshan",))),
    Pattern("9.3", "robbing_a_kong", ron(_NOTHING, "3s", flags=("chankan",))),
    Pattern(
        "9.4.1",
        "blessing_of_heaven",
        Example(_PLAIN, "8s", tsumo=True, seat=0, flags=("tenhou",)),
    ),
    Pattern("9.4.2", "blessing_of_earth", ron(_PLAIN, "8s", flags=("chiihou",))),
)
_SHAPES: Final = (
    Pattern("10.1", "thirteen_terminals", ron("19m19p19s1223456z", "7z")),
    Pattern("10.2", "seven_pairs", ron("11p33p99p22s55s1z77z", "1z")),
)

#: all 44, in the document's order
PATTERNS: Final[tuple[Pattern, ...]] = (*_TILES, *_CHANCE, *_SHAPES)
#: worth something though it has no pattern
CHICKEN: Final = ron("11m456s78s", "9s", "chi:123m", "pon:777p")
