"""The same hands under the same rules come out as the `mahjong` package has them.

The normal run takes 3,000 hands and 60 for each yaku, closed and open; ``make test-slow`` 20,000
and 200.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from rules.parameters import RiichiParameters, override
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import Hand

from .examples import OPEN
from .makers import Maker
from .oracle import ours, theirs
from .recipes import RECIPES, anything, crowded, either, seven_pairs

HANDS, ALL_HANDS = 3_000, 20_000
OF_EACH, ALL_OF_EACH = 60, 200
DOUBLED = ("kokushi13", "suuankou_tanki", "daisuushii", "chuuren_pure")
YAKUMAN_OPEN = (
    "daisangen",
    "shousuushii",
    "daisuushii",
    "tsuuiisou",
    "chinroutou",
    "ryuuiisou",
    "suukantsu",
)
OF_THE_WIN = ("riichi", "double_riichi", "ippatsu", "menzen_tsumo", "haitei", "houtei")
CLOSED_CASES = [*RECIPES, *OF_THE_WIN, "tenhou", "chiihou", "renhou"]
OPEN_CASES = [*OPEN, *YAKUMAN_OPEN]
#: every combination of the options that both have
OPTIONS = list(product((True, False), repeat=6))


@cache
def evaluator(at: int, players: int = 4) -> Evaluator:
    """Under one combination of options."""
    return Evaluator(rule_with(at, players))


@cache
def rule_with(at: int, players: int = 4) -> RiichiParameters:
    """One combination of options."""
    open_tanyao, raised, doubled, counted, reds, renhou = OPTIONS[at]
    changes: dict[str, object] = {
        "open_tanyao": open_tanyao,
        "raised_mangan": raised,
        "counted_yakuman": counted,
        "red_fives": reds,
        "yakuman_renhou": int(renhou),
        "open_20_fu": "20" if at % 3 else "30",
        "first_indicators": 2,
        "first_ura_indicators": 2,
        **{f"yakuman_{key}": 2 if doubled else 1 for key in DOUBLED},
    }
    if players == 3:
        changes |= {
            "players": 3,
            "start_points": 35_000,
            "return_points": 40_000,
            "uma": (20_000, 0, -20_000),
            "noten_payment": 2_000,
            "honba_ron": 200,
            "removed_tiles": "man_2_to_8",
            "red_man": 0,
            "bonus_tiles": "norths",
            "dora_after_man_1": "man_9",
            "chi": False,
            "tsumo_loss": True,
        }
    return override(RiichiParameters(), changes)


def _agree(at: int, hand: Hand, players: int = 4) -> None:
    mine, other = ours(evaluator(at, players), hand), theirs(rule_with(at, players), hand)

    assert mine == other, hand


def _any_hands(count: int) -> None:
    recipe = either(anything, crowded)
    makers = [Maker(rule_with(at), f"any {at}") for at in range(len(OPTIONS))]
    for number in range(count):
        at = number % len(OPTIONS)
        _agree(at, makers[at].hand(recipe))


def test_any_hand_comes_out_as_mahjong_has_it() -> None:
    _any_hands(HANDS)


@pytest.mark.slow
def test_of_twenty_thousand_hands_none_differs() -> None:
    _any_hands(ALL_HANDS)


def _hands_of(key: str, count: int, *, is_open: bool) -> None:
    """Compare so many hands that have the yaku, and what was made beside them."""
    found, number = 0, 0
    seed = f"{key} {is_open}"
    makers = [Maker(rule_with(at), f"{seed} {at}", fond_of=key) for at in range(len(OPTIONS))]
    while found < count:
        at = number % len(OPTIONS)
        number += 1
        assert number < 100 * count, f"{key} is hardly ever made"
        hand = makers[at].hand(RECIPES.get(key, anything), is_open=is_open)
        _agree(at, hand)
        mine = ours(evaluator(at), hand)
        found += mine is not None and key in mine.yaku


@pytest.mark.parametrize("key", CLOSED_CASES)
def test_closed_hands_made_for_a_yaku_agree(key: str) -> None:
    _hands_of(key, OF_EACH, is_open=False)


@pytest.mark.parametrize("key", OPEN_CASES)
def test_open_hands_made_for_a_yaku_agree(key: str) -> None:
    _hands_of(key, OF_EACH, is_open=True)


@pytest.mark.slow
@pytest.mark.parametrize("key", CLOSED_CASES)
def test_two_hundred_closed_hands_of_each_yaku_agree(key: str) -> None:
    _hands_of(key, ALL_OF_EACH, is_open=False)


@pytest.mark.slow
@pytest.mark.parametrize("key", OPEN_CASES)
def test_two_hundred_open_hands_of_each_yaku_agree(key: str) -> None:
    _hands_of(key, ALL_OF_EACH, is_open=True)


def test_hands_of_three_players_agree() -> None:
    makers = [Maker(rule_with(at, 3), f"three {at}") for at in range(len(OPTIONS))]
    for number in range(HANDS // 3):
        at = number % len(OPTIONS)
        _agree(at, makers[at].hand(either(anything, seven_pairs())), 3)
