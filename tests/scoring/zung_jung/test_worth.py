"""How patterns add up: the document's own examples, series, the cap, the best reading."""

from __future__ import annotations

import pytest

from scoring.hands.hand import TENHOU, Hand, flags_of
from scoring.zung_jung import ZungJungEvaluator

from .written import drawn, rule, value, won

CLOSED, SEQUENCES = {"concealed_hand": 5}, {"all_sequences": 5}


@pytest.mark.parametrize(
    ("hand", "patterns"),
    [
        pytest.param(
            drawn("222m555p88899s11z", "1z"),
            {**CLOSED, "all_triplets": 30, "four_concealed_triplets": 125},
            id="R-4: 四暗刻 is at least 160",
        ),
        pytest.param(
            won("234m456p7z", "7z", melds="pon:555z pon:666z"),
            {"value_honor": 20, "small_three_dragons": 40},
            id="3.2.1: 小三元 is at least 60",
        ),
        pytest.param(
            won("22m45p", "6p", melds="pon:555z pon:666z pon:777z"),
            {"value_honor": 30, "big_three_dragons": 130},
            id="3.2.2: 大三元 is at least 160",
        ),
        pytest.param(
            won("12399m789p777z11s", "1s"),
            {**CLOSED, "value_honor": 10, "mixed_lesser_terminals": 40},
            id="8.1.1: 111s 123m 789p 777z 99m",
        ),
        pytest.param(
            drawn("123s111m789m999p1s", "1s"),
            {**CLOSED, "two_concealed_triplets": 5, "pure_lesser_terminals": 50},
            id="8.1.2: 123s 111m 789m 999p 11s",
        ),
        pytest.param(
            won("999s111m333z1p", "1p", melds="pon:666z"),
            {
                "value_honor": 20,
                "all_triplets": 30,
                "three_concealed_triplets": 30,
                "mixed_greater_terminals": 100,
            },
            id="8.1.3: 999s 111m 333z 666z 11p",
        ),
        pytest.param(
            won("111s999m111p99p99s", "9p"),
            {"pure_greater_terminals": 400},
            id="8.1.4: 111s 999m 111p 999p 99s",
        ),
        pytest.param(
            won("22s66m11p77p55z33z4z", "4z"), {"seven_pairs": 30}, id="10.2: seven pairs"
        ),
        pytest.param(
            won("345p345p789m789m1z", "1z"),
            {**SEQUENCES, **CLOSED, "two_identical_sequences_twice": 60},
            id="5.1.2: 345p 345p 789m 789m",
        ),
        pytest.param(
            drawn("23567m22p345s", "4m", melds="ankan:9999p", flags="rinshan haitei"),
            {**CLOSED, "one_kong": 5, "final_draw": 10, "win_on_kong": 10},
            id="9.2: the last tile, drawn for a kan, counts as both",
        ),
    ],
)
def test_the_documents_own_examples_come_out(hand: Hand, patterns: dict[str, int]) -> None:
    found = value(hand)

    assert found.patterns == patterns
    assert found.worth == min(sum(patterns.values()), max(320, *patterns.values()))


@pytest.mark.parametrize(
    ("hand", "counts", "counts_not"),
    [
        pytest.param(
            won("222m555p88899s11z", "1z"),
            "three_concealed_triplets",
            "two_concealed_triplets",
            id="4.2",
        ),
        pytest.param(
            won("23m22p", "4m", melds="minkan:9999p ankan:1111z kakan:3333s"),
            "three_kong",
            "two_kong",
            id="4.3",
        ),
        pytest.param(
            won("333444555666m9s", "9s"),
            "four_consecutive_triplets",
            "three_consecutive_triplets",
            id="7.2",
        ),
        pytest.param(
            won("111m999p11199s11z", "1z"),
            "mixed_greater_terminals",
            "mixed_lesser_terminals",
            id="8.1",
        ),
        pytest.param(
            won("345345m678p2s", "2s", melds="chi:345m"),
            "three_identical_sequences",
            "two_identical_sequences",
            id="5.1",
        ),
    ],
)
def test_of_a_series_only_the_highest_counts(hand: Hand, counts: str, counts_not: str) -> None:
    found = value(hand)

    assert counts in found.patterns
    assert counts_not not in found.patterns


def test_what_is_highest_in_a_series_is_for_the_rule_to_say() -> None:
    hand = won("23m22p", "4m", melds="minkan:9999p ankan:1111z kakan:3333s")

    assert value(hand, worth_two_kong=125).patterns == {"two_kong": 125}
    assert value(hand, worth_two_kong=120).patterns == {"three_kong": 120}


def test_one_suit_without_honours_is_never_mixed() -> None:
    hand = won("3455677899m", "6m", melds="chi:123m")

    assert value(hand, worth_pure_one_suit=10).patterns == {
        "all_sequences": 5,
        "pure_one_suit": 10,
    }


def test_each_set_of_value_honours_counts() -> None:
    hand = won("22m45p", "6p", melds="pon:555z pon:666z pon:333z")

    assert value(hand).patterns == {"value_honor": 30}


@pytest.mark.parametrize(
    ("seat", "worth"), [("E", 10), ("S", 1), ("W", 1), ("N", 1)], ids=lambda one: str(one)
)
def test_only_ones_own_wind_counts(seat: str, worth: int) -> None:
    assert value(won("23567m22p345s", "4m", melds="pon:111z", seat=seat)).worth == worth


def test_a_sum_above_320_is_320_and_lists_all_its_parts() -> None:
    found = value(won("333444555666m9s", "9s"))

    assert found.patterns == {
        "concealed_hand": 5,
        "all_triplets": 30,
        "four_concealed_triplets": 125,
        "four_consecutive_triplets": 200,
    }
    assert (found.worth, found.total) == (320, 960)


def test_a_sum_below_320_is_no_limit() -> None:
    found = value(drawn("19m19p19s1234567z", "1m", seat="E", flags="tenhou"))

    assert (found.worth, sum(found.patterns.values())) == (315, 315)


def test_a_pattern_of_320_or_more_counts_alone() -> None:
    assert value(drawn("23m44z", "4m", melds="ankan:1111z ankan:2222z pon:333z")).patterns == {
        "small_four_winds": 320
    }


@pytest.mark.parametrize(
    ("hand", "patterns"),
    [
        pytest.param(
            drawn("5z", "5z", melds="pon:111z pon:222z pon:333z pon:444z"),
            {"big_four_winds": 400},
            id="大四喜 400 above 字一色 320",
        ),
        pytest.param(
            won("5z", "5z", melds="ankan:1111z minkan:2222z kakan:3333z kakan:4444z"),
            {"four_kong": 480},
            id="四槓子 480 above 大四喜 400",
        ),
        pytest.param(
            won("44z55z", "5z", melds="pon:111z pon:222z pon:333z"),
            {"small_four_winds": 320},
            id="小四喜 and 字一色 alike: the first of the document",
        ),
    ],
)
def test_of_several_such_patterns_only_the_highest_counts(
    hand: Hand, patterns: dict[str, int]
) -> None:
    found = value(hand)

    assert found.patterns == patterns
    assert found.worth == sum(patterns.values())


def test_the_cap_is_for_the_rule_to_say() -> None:
    hand = won("22m456p55566677z", "7z")

    assert value(hand, worth_cap=100).patterns == {"big_three_dragons": 130}
    assert value(hand, worth_cap=150).worth == 150
    assert value(hand, worth_cap=170).worth == 170


@pytest.mark.parametrize(
    ("hand", "worth", "counts"),
    [
        pytest.param(
            won("333444555m678p2s", "2s"),
            140,
            {"no_terminals": 5, "three_concealed_triplets": 30, "three_consecutive_triplets": 100},
            id="triplets, above three equal sequences of 135",
        ),
        pytest.param(
            won("334455m678p2s", "2s", melds="chi:345m"),
            130,
            {"three_identical_sequences": 120},
            id="sequences, where one is called",
        ),
        pytest.param(
            won("334455m667788p2s", "2s"),
            75,
            {"two_identical_sequences_twice": 60},
            id="two times two sequences, above seven pairs",
        ),
        pytest.param(
            won("2233445566778m", "8m"),
            165,
            {"pure_one_suit": 90, "two_identical_sequences_twice": 60},
            id="the same in one suit",
        ),
        pytest.param(
            won("111222333m7899p", "9p"),
            180,
            {"three_identical_sequences": 120, "pure_lesser_terminals": 50},
            id="sequences with ends, above triplets of 135",
        ),
        pytest.param(
            won("234m2233445p234s", "5p"),
            60,
            {"three_similar_sequences": 35, "two_identical_sequences": 10},
            id="the pair at the end that leaves three colours",
        ),
    ],
)
def test_the_reading_of_the_highest_worth_counts(
    hand: Hand, worth: int, counts: dict[str, int]
) -> None:
    found = value(hand)

    assert found.worth == worth
    assert counts.items() <= found.patterns.items()


def test_seven_pairs_count_where_they_are_worth_more() -> None:
    hand = won("334455m667788p2s", "2s")

    assert value(hand, worth_seven_pairs=71).patterns == {"no_terminals": 5, "seven_pairs": 71}
    assert "seven_pairs" not in value(hand, worth_seven_pairs=69).patterns


def test_a_hand_without_a_pattern_is_worth_what_the_rule_says() -> None:
    hand = won("23567m22p345s", "4m", melds="pon:999p")

    assert value(hand).patterns == {"chicken_hand": 1}
    assert value(hand, worth_chicken_hand=3).worth == 3


def test_flags_of_riichi_count_nothing() -> None:
    riichi = "riichi double_riichi open_riichi ippatsu renhou furiten"

    assert value(won("23567m22999p345s", "4m", flags=riichi)).patterns == CLOSED


def test_what_is_said_against_the_win_counts_nothing() -> None:
    ron = won("23567m22999p345s", "4m", seat="E")
    by_draw, by_discard = flags_of(["haitei", "rinshan", "tenhou"]), flags_of(["houtei", "chankan"])
    earth = flags_of(["chiihou"])
    judge = ZungJungEvaluator(rule())

    assert judge.value(ron._replace(flags=by_draw | earth)).patterns == CLOSED
    tsumo = ron._replace(tsumo=True, seat=1)
    assert judge.value(tsumo._replace(flags=by_discard | earth | TENHOU)).patterns == CLOSED
