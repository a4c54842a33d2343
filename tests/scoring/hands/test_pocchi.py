"""The white pocchi: wild on a draw after riichi, a white dragon otherwise."""

from __future__ import annotations

import pytest

from scoring.hands.errors import NotAWinError, NoYakuError
from scoring.hands.evaluator import is_wild, wild_value
from scoring.hands.hand import Hand
from scoring.hands.worths import Value

from .examples import NOTHING
from .written import Table, evaluator, value, won


def _wild(hand: Hand, rule: str = "nekohouse-4b") -> Value:
    assert is_wild(hand)
    return wild_value(evaluator(rule), hand)


WILD: Table = [
    pytest.param(won(NOTHING, "0z", "tsumo", flags="riichi"), True, id="drawn after riichi"),
    pytest.param(won(NOTHING, "0z", "tsumo", flags="double_riichi"), True, id="double riichi"),
    pytest.param(won(NOTHING, "0z", "tsumo", flags="open_riichi"), True, id="open riichi"),
    pytest.param(won(NOTHING, "0z", "tsumo"), False, id="drawn without riichi"),
    pytest.param(won(NOTHING, "0z", flags="riichi"), False, id="by ron"),
    pytest.param(won(NOTHING, "5z", "tsumo", flags="riichi"), False, id="another white dragon"),
]


@pytest.mark.parametrize(("hand", "wild"), WILD)
def test_it_is_wild_on_a_draw_after_riichi_only(hand: Hand, wild: bool) -> None:
    assert is_wild(hand) is wild


def test_it_becomes_the_tile_that_pays_most() -> None:
    """With 23567m 678p 22345s the 4 of man makes tanyao, the 1 of man does not."""
    found = _wild(won("23567m678p22345s", "0z", "tsumo", flags="riichi"))

    assert found.yaku == {"riichi": 1, "menzen_tsumo": 1, "pinfu": 1, "tanyao": 1}


def test_its_tile_is_chosen_after_the_ura_dora_are_turned() -> None:
    """Two ura dora on the 1 of man pay more than tanyao."""
    hand = won("23567m678p22345s", "0z", "tsumo", flags="riichi", ura="99m")
    found = _wild(hand)

    assert found.yaku == {"riichi": 1, "menzen_tsumo": 1, "pinfu": 1, "ura_dora": 2}


def test_it_never_counts_as_a_red_five_with_four_players() -> None:
    found = _wild(won("46567m678p22345s", "0z", "tsumo", flags="riichi"))

    assert "aka_dora" not in found.yaku


def test_in_3b_it_is_a_red_five_where_it_stands_for_a_five() -> None:
    hand = won("46p789p789s111z22z", "0z", "tsumo", flags="riichi")
    found = _wild(hand, "nekohouse-3b")

    assert found.yaku["aka_dora"] == 1


def test_with_three_players_it_stands_for_no_tile_that_is_out() -> None:
    hand = won("13m789p789s11122z", "0z", "tsumo", flags="riichi")

    with pytest.raises(NotAWinError):
        _wild(hand, "nekohouse-3b")
    assert _wild(hand, "nekohouse-4b").yaku["chanta"] == 2


def test_it_may_be_a_fifth_of_its_kind() -> None:
    hand = won("1111m234m567p678s", "0z", "tsumo", flags="riichi")

    assert _wild(hand).han == 2


def test_it_makes_nothing_of_tiles_that_wait_for_nothing() -> None:
    with pytest.raises(NotAWinError):
        _wild(won("147m258p369s1234z", "0z", "tsumo", flags="riichi"))


def test_it_gives_no_yaku_to_a_hand_that_needs_more() -> None:
    hand = won(NOTHING, "0z", "tsumo", flags="riichi")

    with pytest.raises(NoYakuError):
        wild_value(evaluator("nekohouse-4b", (("minimum_han", 4),)), hand)


def test_held_in_the_hand_it_is_a_white_dragon() -> None:
    found = value(won("567m678p1124s055z", "3s"), "nekohouse-4b")

    assert found.yaku == {"haku": 1}


def test_called_by_ron_it_is_a_white_dragon() -> None:
    found = value(won("567m678p11234s55z", "0z"), "nekohouse-4b")

    assert found.yaku == {"haku": 1}
