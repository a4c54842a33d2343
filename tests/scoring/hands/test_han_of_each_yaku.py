"""Each yaku counts the han that the rule gives it, closed and open, or nothing."""

from __future__ import annotations

import pytest

from rules.parameters import RiichiParameters
from scoring.hands.errors import NoYakuError
from scoring.hands.hand import Hand
from scoring.hands.yaku import SHAPE_YAKU, SHAPE_YAKUMAN

from .examples import CLOSED, OPEN, YAKUMAN
from .written import Table, value

#: han closed and open, as most of Japan plays
HAN = {
    **dict.fromkeys(("riichi", "ippatsu", "menzen_tsumo", "pinfu", "iipeikou"), (1, 0)),
    **dict.fromkeys(("double_riichi", "chiitoitsu"), (2, 0)),
    **dict.fromkeys(("tanyao", "seat_wind", "round_wind", "haku", "hatsu", "chun"), (1, 1)),
    **dict.fromkeys(("rinshan", "chankan", "haitei", "houtei"), (1, 1)),
    **dict.fromkeys(("sanshoku", "ittsu", "chanta"), (2, 1)),
    **dict.fromkeys(("toitoi", "sanankou", "shousangen", "honroutou"), (2, 2)),
    **dict.fromkeys(("sanshoku_doukou", "sankantsu"), (2, 2)),
    **dict.fromkeys(("honitsu", "junchan"), (3, 2)),
    "ryanpeikou": (3, 0),
    "chinitsu": (6, 5),
}
FIRST_TURN = {"tenhou", "chiihou", "renhou"}


def _by_key(hands: dict[str, Hand]) -> Table:
    return [pytest.param(key, hand, id=key) for key, hand in hands.items()]


def test_there_is_an_example_of_every_yaku_and_yakuman() -> None:
    played = RiichiParameters().yaku.han_table
    assert set(CLOSED) == set(HAN) == set(played)
    assert set(CLOSED) > {yaku.key for yaku in SHAPE_YAKU if yaku.key in played}
    assert set(YAKUMAN) == {yakuman.key for yakuman in SHAPE_YAKUMAN} | FIRST_TURN
    assert {key for key, (_closed, opened) in HAN.items() if opened} == set(OPEN)


@pytest.mark.parametrize(("key", "hand"), _by_key(CLOSED))
def test_a_closed_hand_counts_the_closed_han(key: str, hand: Hand) -> None:
    assert hand.is_closed
    assert value(hand).yaku[key] == HAN[key][0]


@pytest.mark.parametrize(("key", "hand"), _by_key(OPEN))
def test_an_open_hand_counts_the_open_han(key: str, hand: Hand) -> None:
    assert not hand.is_closed
    assert value(hand).yaku[key] == HAN[key][1]


@pytest.mark.parametrize(("key", "hand"), _by_key(CLOSED))
def test_a_rule_may_say_other_han_for_a_closed_hand(key: str, hand: Hand) -> None:
    usual, more = value(hand), HAN[key][0] + 2
    found = value(hand, **{f"han_{key}": (more, 0), "open_tanyao": False})

    assert found.yaku == {**usual.yaku, key: more}
    assert found.han == usual.han + 2


@pytest.mark.parametrize(("key", "hand"), _by_key(OPEN))
def test_a_rule_may_say_other_han_for_an_open_hand(key: str, hand: Hand) -> None:
    usual, more = value(hand), HAN[key][1] + 1
    found = value(hand, **{f"han_{key}": (more, more)})

    assert found.yaku == {**usual.yaku, key: more}
    assert found.han == usual.han + 1


@pytest.mark.parametrize(("key", "hand"), _by_key(CLOSED))
def test_a_yaku_of_no_han_is_not_played(key: str, hand: Hand) -> None:
    found = value(hand, minimum_han=0, **{f"han_{key}": (0, 0), "open_tanyao": False})

    assert key not in found.yaku


@pytest.mark.parametrize(
    ("key", "hand"), [each for each in _by_key(OPEN) if each.values[0] != "tanyao"]
)
def test_a_yaku_may_be_for_closed_hands_only(key: str, hand: Hand) -> None:
    found = value(hand, minimum_han=0, **{f"han_{key}": (HAN[key][0], 0)})

    assert key not in found.yaku


def test_open_tanyao_is_a_yaku_where_the_rule_has_it() -> None:
    assert value(OPEN["tanyao"]).yaku == {"tanyao": 1}
    with pytest.raises(NoYakuError):
        value(OPEN["tanyao"], open_tanyao=False)
    assert value(CLOSED["tanyao"], open_tanyao=False).yaku["tanyao"] == 1
