"""For each pattern hands that have it. West wins (3z), by ron."""

from __future__ import annotations

from scoring.hands.hand import Hand

from .written import drawn, won

KOKUSHI = "19m19p19s1234567z"
#: by pattern, then by what is told about the hand
HAS: dict[str, dict[str, Hand]] = {
    "all_sequences": {
        "closed, on two open ends": won("23567m678p34522s", "4m"),
        "called": won("23m567m678p22s", "4m", melds="chi:345s"),
        "with a pair of dragons": won("23567m678p345s55z", "4m"),
        "waiting for the pair": won("234567m678p345s5z", "5z"),
        "waiting for the middle": won("24567m678p345s11z", "3m"),
    },
    "concealed_hand": {
        "by ron": won("23567m678p345s55z", "4m"),
        "by tsumo": drawn("23567m678p345s55z", "4m"),
        "with a closed kan": won("567m678p55z34s", "2s", melds="ankan:1111m"),
    },
    "no_terminals": {
        "called": won("23m567m678p22s", "4m", melds="chi:345s"),
        "with a kan": won("23m678p22s345s", "4m", melds="ankan:5555m"),
        "in seven pairs": won("2233m5577p448s66s", "8s"),
    },
    "mixed_one_suit": {
        "sequences and an honour triplet": won("12345678m11122z", "9m"),
        "an honour pair is enough": won("12345688899m44z", "9m"),
        "called, with a kan of honours": won("1234588m", "6m", melds="kakan:6666z pon:777m"),
        "in seven pairs": won("2233m557799m11z2z", "2z"),
    },
    "pure_one_suit": {
        "closed": won("1233455677899m", "6m"),
        "called": won("3455677899m", "6m", melds="chi:123m"),
        "in seven pairs": won("1133557799s224s", "4s"),
    },
    "nine_gates": {
        "waiting for nine, by ron": won("1112345678999p", "5p"),
        "on an end": won("1112345678999p", "1p"),
        "by tsumo": drawn("1112345678999p", "9p"),
        "on the dealer's first discard": won("1112345678999p", "9p", flags="chiihou"),
    },
    "value_honor": {
        "one's own wind": won("23567m678p22s333z", "4m"),
        "a dragon": won("23567m678p22s555z", "4m"),
        "called": won("23567m678p22s", "4m", melds="pon:777z"),
        "a kan": won("23567m678p22s", "4m", melds="minkan:6666z"),
    },
    "small_three_dragons": {
        "closed": won("23m456p55566677z", "4m"),
        "called, completing the pair": won("234m456p7z", "7z", melds="pon:555z ankan:6666z"),
    },
    "big_three_dragons": {
        "closed": won("22m456p55566677z", "7z"),
        "called": won("22m45p", "6p", melds="pon:555z minkan:6666z pon:777z"),
    },
    "small_three_winds": {
        "two sets and the pair": won("23m456p11122233z", "4m"),
        "called": won("23m456p44z", "4m", melds="pon:111z kakan:2222z"),
    },
    "big_three_winds": {
        "without one's own": won("23m55p111222444z", "4m"),
        "called": won("23m55p", "4m", melds="pon:111z pon:333z ankan:4444z"),
    },
    "small_four_winds": {
        "closed": won("23m11122233344z", "4m"),
        "called": won("23m44z", "4m", melds="pon:111z pon:222z minkan:3333z"),
    },
    "big_four_winds": {
        "closed": won("11122233344z55p", "4z"),
        "called": won("5p", "5p", melds="pon:111z pon:222z pon:333z pon:444z"),
    },
    "all_honors": {
        "triplets": won("11122255566z77z", "7z"),
        "in seven pairs": won("1122334455667z", "7z"),
    },
    "all_triplets": {
        "closed": won("222m555p77788s99m", "9m"),
        "with kans": won("2m", "2m", melds="pon:555p kakan:7777s minkan:8888s pon:999m"),
    },
    "two_concealed_triplets": {
        "beside two sequences": won("222m555p23678s99m", "4s"),
        "a closed kan is one": won("555p678s99m23s", "4s", melds="ankan:2222m"),
        "the tile of a ron went elsewhere": won("222m555p67p34599m", "5p"),
        "in a called hand": won("222m555p2s", "2s", melds="chi:678p chi:678s"),
    },
    "three_concealed_triplets": {
        "closed": won("222m555p888s9967m", "5m"),
        "completed by one's own draw": drawn("222m555p88s99m678p", "8s"),
        "of four, the last by ron": won("222m555p88899s11z", "1z"),
    },
    "four_concealed_triplets": {
        "by tsumo": drawn("222m555p88899s11z", "1z"),
        "by ron on the pair": won("222m555p888s111z9m", "9m"),
        "with closed kans": won("222m555p9m", "9m", melds="ankan:8888s ankan:1111z"),
    },
    "one_kong": {
        "open": won("23567m22p345s", "4m", melds="minkan:9999p"),
        "closed": won("23567m22p345s", "4m", melds="ankan:9999p"),
        "added": won("23567m22p345s", "4m", melds="kakan:9999p"),
    },
    "two_kong": {
        "open and closed": won("23567m22p", "4m", melds="minkan:9999p ankan:1111z"),
    },
    "three_kong": {
        "of all sorts": won("23m22p", "4m", melds="minkan:9999p ankan:1111z kakan:3333s"),
    },
    "four_kong": {
        "and the pair": won("2p", "2p", melds="minkan:9999p ankan:1111z kakan:3333s ankan:5555m"),
    },
    "two_identical_sequences": {
        "closed": won("334455m678p22s23s", "4s"),
        "called": won("34522m678p23s", "4s", melds="chi:345m"),
        "both called": won("22m678p23s", "1s", melds="chi:345m chi:345m"),
    },
    "two_identical_sequences_twice": {
        "closed": won("334455m667788p2s", "2s"),
        "called": won("345m667788p2s", "2s", melds="chi:345m"),
    },
    "three_identical_sequences": {
        "called": won("345345m678p2s", "2s", melds="chi:345m"),
        "two of them called, with a triplet": won("345m999p2s", "2s", melds="chi:345m chi:345m"),
    },
    "four_identical_sequences": {
        "closed": won("333344445555m2s", "2s"),
        "called": won("345345m2s", "2s", melds="chi:345m chi:345m"),
    },
    "three_similar_sequences": {
        "closed": won("345m345p34s11199m", "5s"),
        "called": won("11199m34s", "5s", melds="chi:345m chi:345p"),
    },
    "small_three_similar_triplets": {
        "the pair in sou": won("444m444p44s23678m", "1m"),
        "with a kan": won("444m44s23678p", "1p", melds="minkan:4444p"),
    },
    "three_similar_triplets": {
        "closed": won("444m444p444s23m99p", "1m"),
        "with kans": won("23m99p", "1m", melds="ankan:4444m pon:444p kakan:4444s"),
    },
    "nine_tile_straight": {
        "closed": won("12345678m234p55s", "9m"),
        "called": won("12378m234p55s", "9m", melds="chi:456m"),
    },
    "three_consecutive_triplets": {
        "closed": won("333444555m23p99s", "4p"),
        "with a kan": won("333m23p99s", "4p", melds="kakan:4444m pon:555m"),
        "at the end of a suit": won("23p99s", "4p", melds="pon:777m pon:888m pon:999m"),
    },
    "four_consecutive_triplets": {
        "closed": won("333444555666m9s", "9s"),
        "called": won("9s", "9s", melds="pon:333m pon:444m kakan:5555m pon:666m"),
    },
    "mixed_lesser_terminals": {
        "closed": won("123m111789p11z78s", "9s"),
        "called": won("11199p78s", "9s", melds="chi:123m pon:444z"),
    },
    "pure_lesser_terminals": {
        "closed": won("123m111789p99m78s", "9s"),
        "called": won("11199p78s", "9s", melds="chi:123m kakan:9999m"),
    },
    "mixed_greater_terminals": {
        "triplets": won("111m999p11199s11z", "1z"),
        "called": won("9s", "9s", melds="pon:111m kakan:9999p pon:111z pon:666z"),
        "in seven pairs": won("1199m1199p11s22z3z", "3z"),
    },
    "pure_greater_terminals": {
        "triplets": won("111999m11199p11s", "1s"),
        "called": won("9s", "9s", melds="pon:111m pon:999m pon:111p kakan:9999p"),
        "in seven pairs, four alike": won("111199m1199p9s11s", "9s"),
    },
    "final_draw": {
        "drawn": drawn("23567m678p345s55z", "4m", flags="haitei"),
        "with seven pairs": drawn("2233m5577p449s66s", "9s", flags="haitei"),
        "with 十三么九": drawn(KOKUSHI, "1m", flags="haitei"),
    },
    "final_discard": {
        "by ron": won("23567m678p345s55z", "4m", flags="houtei"),
    },
    "win_on_kong": {
        "drawn for a kan": drawn("23567m22p345s", "4m", melds="ankan:9999p", flags="rinshan"),
    },
    "robbing_a_kong": {
        "by ron": won("23567m678p345s55z", "4m", flags="chankan"),
        "with 十三么九": won("19m19p19s1123456z", "7z", flags="chankan"),
    },
    "blessing_of_heaven": {
        "as dealt to the dealer": drawn("23567m678p345s55z", "4m", seat="E", flags="tenhou"),
        "with 十三么九": drawn(KOKUSHI, "1m", seat="E", flags="tenhou"),
    },
    "blessing_of_earth": {
        "on the dealer's first discard": won("23567m678p345s55z", "4m", flags="chiihou"),
        "with seven pairs": won("2233m5577p449s66s", "9s", seat="N", flags="chiihou"),
    },
    "thirteen_terminals": {
        "waiting for thirteen": won(KOKUSHI, "1m"),
        "waiting for one": won("19m19p19s1123456z", "7z"),
        "by tsumo": drawn(KOKUSHI, "7z"),
    },
    "seven_pairs": {
        "seven different": won("2233m5577p449s66s", "9s"),
        "four alike are two pairs": won("22223m5577p4466s", "3m"),
        "twice four alike": won("22225555m99p44s6z", "6z"),
    },
    "chicken_hand": {
        "nothing at all": won("23567m22p345s", "4m", melds="pon:999p"),
        "the round's wind is none": won("23567m22p345s", "4m", melds="pon:111z"),
    },
}
