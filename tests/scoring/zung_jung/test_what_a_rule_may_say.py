"""What a rule may say otherwise about patterns, and how the two editions differ."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NotAWinError

from .written import drawn, value, won


def test_four_alike_are_two_pairs_where_the_rule_says_so() -> None:
    hand = won("22223m5577p4466s", "3m")

    assert value(hand, seven_pairs_four_alike=True).worth == 35
    with pytest.raises(NotAWinError):
        value(hand, seven_pairs_four_alike=False)
    assert value(won("2233m5577p449s66s", "9s"), seven_pairs_four_alike=False).worth == 30


def test_a_kan_is_never_two_pairs() -> None:
    with pytest.raises(NotAWinError):
        value(won("33m5577p4466s", "8s", melds="ankan:2222m"))


def test_the_last_tile_drawn_for_a_kan_may_count_once() -> None:
    hand = drawn("23567m22p345s", "4m", melds="minkan:9999p", flags="rinshan haitei")
    last = drawn("23567m22p345s", "4m", melds="minkan:9999p", flags="haitei")

    assert value(hand, final_draw_with_kong=False).patterns == {"one_kong": 5, "win_on_kong": 10}
    assert value(last, final_draw_with_kong=False).patterns == {"one_kong": 5, "final_draw": 10}


def test_heaven_may_stand_after_a_closed_kan() -> None:
    hand = drawn("23567m22p345s", "4m", seat="E", melds="ankan:9999p", flags="tenhou")

    assert "blessing_of_heaven" not in value(hand).patterns
    assert value(hand, blessings_after_dealers_kong=True).patterns["blessing_of_heaven"] == 155


@pytest.mark.parametrize("last", ["5p", "9p"])
def test_heaven_with_the_tiles_of_nine_gates_may_count_as_its_wait(last: str) -> None:
    tiles = {"5p": "1112345678999p", "9p": "1112345567899p"}[last]
    hand = drawn(tiles, last, seat="E", flags="tenhou")

    assert value(hand).patterns["blessing_of_heaven"] == 155
    assert value(hand, heaven_waits_on_nine=True).patterns == {"nine_gates": 480}


def test_heaven_in_one_suit_without_nine_gates_is_no_such_wait() -> None:
    hand = drawn("1233455677899m", "6m", seat="E", flags="tenhou")

    assert value(hand, heaven_waits_on_nine=True) == value(hand)


def test_the_editions_differ_in_the_worth_of_one_suit() -> None:
    hand = won("3455677899m", "6m", melds="chi:123m")

    assert value(hand, "zung-jung").patterns == {"all_sequences": 5, "pure_one_suit": 90}
    assert value(hand, "zung-jung-v33").patterns == {"all_sequences": 5, "pure_one_suit": 80}
