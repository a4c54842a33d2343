"""For each pattern hands that just miss it. West wins (3z), by ron."""

from __future__ import annotations

from scoring.hands.hand import Hand

from .having import KOKUSHI
from .written import drawn, won

HAS_NOT: dict[str, dict[str, Hand]] = {
    "all_sequences": {
        "a triplet": won("23567m333p345s55z", "4m"),
        "a kan": won("23567m345s55z", "4m", melds="ankan:3333p"),
        "seven pairs": won("2233m5577p449s66s", "9s"),
    },
    "concealed_hand": {
        "chi": won("567m678p55z34s", "2s", melds="chi:123m"),
        "pon": won("567m678p55z34s", "2s", melds="pon:111m"),
        "an open kan": won("567m678p55z34s", "2s", melds="minkan:1111m"),
        "an added kan": won("567m678p55z34s", "2s", melds="kakan:1111m"),
        "a closed kan beside a chi": won("678p55z34s", "2s", melds="ankan:1111m chi:567m"),
        "seven pairs": won("2233m5577p449s66s", "9s"),
        "十三么九": won(KOKUSHI, "1m"),
    },
    "no_terminals": {
        "a terminal": won("23m567m678p22s", "1m", melds="chi:345s"),
        "an honour": won("23m567m678p55z", "4m", melds="chi:345s"),
        "a kan of terminals": won("23m678p22s345s", "4m", melds="ankan:9999m"),
        "a terminal pair of seven": won("2233m5577p449s66s", "9s"),
        "十三么九": won(KOKUSHI, "1m"),
    },
    "mixed_one_suit": {
        "two suits": won("12345678m11s222z", "9m"),
        "another suit in a meld": won("1234588m222z", "6m", melds="chi:123p"),
        "no honours": won("1233455677899m", "6m"),
        "honours only": won("11122255566z77z", "7z"),
        "pairs of two suits": won("2233m557799p11z2z", "2z"),
    },
    "pure_one_suit": {
        "an honour": won("12345688899m44z", "9m"),
        "a called honour": won("3455677899m", "6m", melds="pon:111z"),
        "two suits": won("12345688899m44p", "9m"),
        "honours only": won("11122255566z77z", "7z"),
    },
    "nine_gates": {
        "the tiles, waiting for fewer": won("1112345567899p", "9p"),
        "the tiles, a ninth waited for": won("1111234567899p", "9p"),
        "an honour": won("11123456789p33z", "3z"),
        "another suit": won("11123456789p33s", "3s"),
        "天和, of which nobody knows": drawn("1112345678999p", "5p", seat="E", flags="tenhou"),
        "called": won("1112345678p", "9p", melds="pon:999p"),
        "no gates at all": won("1233455677899m", "6m"),
    },
    "value_honor": {
        "the round's wind": won("23567m678p22s111z", "4m"),
        "another's wind": won("23567m678p22s444z", "4m"),
        "a pair of dragons": won("23567m678p345s55z", "4m"),
        "pairs of seven": won("2233m5577p5566z3z", "3z"),
    },
    "small_three_dragons": {
        "two sets, another pair": won("23m456p55566611z", "4m"),
        "one set and a pair": won("23m456789p55566z", "4m"),
        "pairs": won("2233m99p5566774z", "4z"),
    },
    "big_three_dragons": {
        "two sets and the pair": won("23m456p55566677z", "4m"),
    },
    "small_three_winds": {
        "two sets, another pair": won("23m456p11122255z", "4m"),
        "one set and a pair": won("23m456789p11122z", "4m"),
        "pairs": won("2233m99p1122334z", "4z"),
    },
    "big_three_winds": {
        "two sets and a pair": won("23m456p11122233z", "4m"),
    },
    "small_four_winds": {
        "three sets, another pair": won("23m55p111222444z", "4m"),
        "two sets and a pair": won("23m456p11122233z", "4m"),
    },
    "big_four_winds": {
        "three sets and the pair": won("23m11122233344z", "4m"),
    },
    "all_honors": {
        "a pair of terminals": won("11122255577z99m", "7z"),
        "十三么九": won(KOKUSHI, "1m"),
    },
    "all_triplets": {
        "a sequence": won("222m555p77799m23s", "4s"),
        "seven pairs": won("2233m5577p449s66s", "9s"),
    },
    "two_concealed_triplets": {
        "one, and one by ron": won("222m55p234678s99m", "5p"),
        "one, and one called": won("222m23678s99m", "4s", melds="pon:555p"),
        "one, and an open kan": won("222m23678s99m", "4s", melds="minkan:5555p"),
    },
    "three_concealed_triplets": {
        "two, and one by ron": won("222m555p88s99m678p", "8s"),
    },
    "four_concealed_triplets": {
        "three, and one by ron": won("222m555p88899s11z", "1z"),
        "three, and one called": won("222m555p888s9m", "9m", melds="pon:111z"),
    },
    "one_kong": {
        "four alike, no kan": won("333345m22p34599s", "2p"),
        "a pon": won("23567m22p345s", "4m", melds="pon:999p"),
    },
    "two_kong": {
        "one": won("23567m22p345s", "4m", melds="minkan:9999p"),
    },
    "three_kong": {
        "two": won("23567m22p", "4m", melds="minkan:9999p ankan:1111z"),
    },
    "four_kong": {
        "three": won("23m22p", "4m", melds="minkan:9999p ankan:1111z kakan:3333s"),
    },
    "two_identical_sequences": {
        "the same ranks of two suits": won("345m345p678p22s23s", "4s"),
        "shifted by one": won("345456m678p22s23s", "4s"),
    },
    "two_identical_sequences_twice": {
        "once": won("334455m678p22s23s", "4s"),
        "three equal": won("345345m678p2s", "2s", melds="chi:345m"),
    },
    "three_identical_sequences": {
        "two": won("334455m678p22s23s", "4s"),
    },
    "four_identical_sequences": {
        "three": won("345345m678p2s", "2s", melds="chi:345m"),
    },
    "three_similar_sequences": {
        "two suits": won("345m345p34s11199m", "2s"),
        "triplets": won("444m444p444s23m99p", "1m"),
    },
    "small_three_similar_triplets": {
        "another pair": won("444m444p55s23678m", "1m"),
        "a triplet and two pairs of seven": won("4444m44p446699s2z", "2z"),
        "a sequence in place of the pair": won("444m444p34s12399m", "5s"),
    },
    "three_similar_triplets": {
        "the third is the pair": won("444m444p44s23678m", "1m"),
    },
    "nine_tile_straight": {
        "of two suits": won("123456m78p23455s", "9p"),
        "a step missing": won("123678m34p23455s", "5p"),
    },
    "three_consecutive_triplets": {
        "two": won("333444m23678p99s", "4p"),
        "a gap": won("333444666m23p99s", "4p"),
        "of two suits": won("333444m555p23p99s", "4p"),
        "round the corner": won("23p99s", "4p", melds="pon:888m pon:999m pon:111p"),
        "honours are in no row": won("23p99s", "4p", melds="pon:111z pon:222z pon:555z"),
    },
    "four_consecutive_triplets": {
        "three": won("333444555m23p99s", "4p"),
        "three and one apart": won("333444555777m9s", "9s"),
    },
    "mixed_lesser_terminals": {
        "a simple set": won("234m111789p11z78s", "9s"),
        "a simple pair": won("123m111789p55m78s", "9s"),
        "terminals only in some of seven pairs": won("1199m1199p11s22z3z", "3z"),
    },
    "pure_lesser_terminals": {
        "an honour": won("123m111789p11z78s", "9s"),
    },
    "mixed_greater_terminals": {
        "a sequence": won("123m999p11199s11z", "1z"),
        "十三么九": won(KOKUSHI, "1m"),
        "one simple pair of seven": won("1199m1155p11s22z3z", "3z"),
    },
    "pure_greater_terminals": {
        "an honour": won("111m999p11199s11z", "1z"),
        "an honour pair of seven": won("111199m1199p9s44z", "9s"),
    },
    "final_draw": {
        "the last discard": won("23567m678p345s55z", "4m", flags="houtei"),
        "nothing said": drawn("23567m678p345s55z", "4m"),
    },
    "final_discard": {
        "the last draw": drawn("23567m678p345s55z", "4m", flags="haitei"),
    },
    "win_on_kong": {
        "a kan, another draw": drawn("23567m22p345s", "4m", melds="ankan:9999p"),
    },
    "robbing_a_kong": {
        "an ordinary ron": won("23567m678p345s55z", "4m"),
    },
    "blessing_of_heaven": {
        "after a closed kan of the dealer": drawn(
            "23567m22p345s", "4m", seat="E", melds="ankan:9999p", flags="tenhou rinshan"
        ),
        "a later draw": drawn("23567m678p345s55z", "4m", seat="E"),
    },
    "blessing_of_earth": {
        "a later discard": won("23567m678p345s55z", "4m"),
        "人和 is not played": won("23567m678p345s55z", "4m", flags="renhou"),
    },
    "thirteen_terminals": {
        "seven pairs of terminals and honours": won("1199m1199p11s22z3z", "3z"),
    },
    "seven_pairs": {
        "worth more as two times two sequences": won("334455m667788p2s", "2s"),
    },
    "chicken_hand": {
        "a closed hand": won("23567m22p345s999p", "4m"),
        "a kan": won("23567m22p345s", "4m", melds="minkan:9999p"),
    },
}
