"""Hands to practise on: always a win that the rule pays, as difficult as was asked for."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from rules.parameters import RiichiParameters, ZungJungParameters, override
from rules.presets import load
from scoring.hands.checks import problem, reds_of
from scoring.hands.errors import HandError
from scoring.hands.evaluator import Evaluator
from scoring.hands.hand import (
    CHANKAN,
    FIRST_TURN,
    FURITEN,
    KANS,
    RINSHAN,
    Hand,
    flags_of,
)
from scoring.hands.lines import AnyEvaluator, evaluator_of, value_of
from scoring.hands.tiles import HAKU, NORTH, POCCHI, RED_MAN, Tile, kind_of, tile_names
from scoring.practice.hands import MOST_SEEDS, practice_hand
from scoring.practice.levels import LEVELS, Level, has_kan, has_triplet, is_seven_pairs
from scoring.practice.worth import Judge
from scoring.zung_jung.checks import problem as zung_jung_problem
from scoring.zung_jung.evaluator import ZungJungEvaluator
from tests.scoring.hands.written import DAY, won

SEEDS = range(1, 501)
YAKU_SETS = [
    *("kinyoukai", "super-tonpu", "tenhou-4p-tonnan", "tenhou-3p-tonpu"),
    *("nekohouse-3a", "nekohouse-3b", "nekohouse-4b", "nekohouse-boo"),
]
SETS = [*YAKU_SETS, "zung-jung"]

each_set = pytest.mark.parametrize("key", SETS)
each_set_of_yaku = pytest.mark.parametrize("key", YAKU_SETS)
each_level = pytest.mark.parametrize("level", LEVELS)


@cache
def rule_of(key: str) -> AnyEvaluator:
    return evaluator_of(load(key).version_on(DAY).parameters)


@cache
def hands_of(key: str, level: Level) -> list[Hand]:
    found = [practice_hand(rule_of(key), level, seed) for seed in SEEDS]
    hands = [hand for hand in found if hand is not None]
    assert len(hands) == len(SEEDS)
    return hands


def yaku_rule(key: str) -> Evaluator:
    rule = rule_of(key)
    assert isinstance(rule, Evaluator)
    return rule


def every_tile(hand: Hand) -> list[Tile]:
    called = [tile for meld in hand.melds for tile in meld.tiles]
    turned = [*hand.dora_indicators, *hand.ura_indicators]
    return [*hand.concealed, hand.win, *called, *turned]


def hand_of(key: str, level: Level, seed: int) -> Hand:
    hand = practice_hand(rule_of(key), level, seed)
    assert hand is not None
    return hand


# --- every hand wins -----------------------------------------------------------------------------


@each_level
@each_set_of_yaku
def test_every_hand_can_be_and_wins_with_a_yaku(key: str, level: Level) -> None:
    rule = yaku_rule(key)

    for hand in hands_of(key, level):
        assert problem(hand, rule.rule) is None
        value = value_of(rule, hand)
        assert value.counted.yaku
        assert value.total > 0


@each_level
def test_every_hand_of_zung_jung_can_be_and_has_a_worth(level: Level) -> None:
    rule = rule_of("zung-jung")
    assert isinstance(rule, ZungJungEvaluator)

    for hand in hands_of("zung-jung", level):
        assert zung_jung_problem(hand) is None
        assert rule.value(hand).worth >= 1
        assert not hand.dora_indicators
        assert hand.round == hand.honba == 0


@each_level
@each_set
def test_no_tile_is_there_more_often_than_in_the_wall(key: str, level: Level) -> None:
    rule = Judge(rule_of(key)).tiles
    reds, is_north = reds_of(rule), rule.tiles.bonus_tiles == "norths"

    for hand in hands_of(key, level):
        tiles = every_tile(hand)
        count = Counter(map(kind_of, tiles))
        count[NORTH] += hand.nuki * is_north
        assert max(count.values()) <= 4
        assert count[HAKU] <= 4 - rule.tiles.white_pocchi
        assert POCCHI not in tiles
        assert all(tiles.count(red) <= reds[red] for red in range(RED_MAN, RED_MAN + 3))


@each_level
@each_set_of_yaku
def test_as_many_indicators_are_turned_as_the_rule_turns(key: str, level: Level) -> None:
    dora = yaku_rule(key).rule.dora

    for hand in hands_of(key, level):
        kans = sum(meld.kind in KANS for meld in hand.melds) * dora.kan_dora
        late = hand.has(RINSHAN)  # the last kan may not have turned its own yet
        turned = len(hand.dora_indicators) - dora.first_indicators
        assert min(kans - late, dora.kan_dora_limit) <= turned <= min(kans, dora.kan_dora_limit)
        has_ura = dora.ura_dora and bool(hand.flags & flags_of(["riichi", "double_riichi"]))
        assert bool(hand.ura_indicators) is has_ura
        assert len(hand.ura_indicators) <= len(hand.dora_indicators)


@each_set
def test_nobody_practises_on_furiten_or_the_first_turn(key: str) -> None:
    assert not any(hand.has(FURITEN | FIRST_TURN) for hand in hands_of(key, "hard"))


@pytest.mark.parametrize("key", ["tenhou-3p-tonpu", "nekohouse-3a", "nekohouse-3b"])
def test_with_three_players_nobody_sits_north_and_nothing_is_a_chi(key: str) -> None:
    hands = [hand for level in LEVELS for hand in hands_of(key, level)]

    assert {hand.seat for hand in hands} == {0, 1, 2}
    assert not any(meld.kind == "chi" for hand in hands for meld in hand.melds)
    assert not any(kind_of(tile) in range(1, 8) for hand in hands for tile in every_tile(hand))
    assert {hand.nuki for hand in hands} >= {0, 1, 2}


def test_east_only_games_have_no_south_round() -> None:
    rounds = {key: {hand.round for hand in hands_of(key, "easy")} for key in YAKU_SETS}

    assert rounds["super-tonpu"] == {0}
    assert rounds["kinyoukai"] == {0, 1}


# --- as difficult as was asked for ---------------------------------------------------------------


@each_set
def test_an_easy_hand_is_closed_and_below_a_mangan(key: str) -> None:
    judge = Judge(rule_of(key))

    for hand in hands_of(key, "easy"):
        worth = judge.worth(hand)
        assert worth is not None
        assert not hand.melds
        assert worth.readings == 1
        assert not worth.is_high
        assert worth.fu in (None, 30, 40)
        assert hand.honba == 0


@each_set
def test_a_middling_hand_has_a_call_or_a_triplet_and_is_below_a_mangan(key: str) -> None:
    judge = Judge(rule_of(key))

    for hand in hands_of(key, "middle"):
        worth = judge.worth(hand)
        assert worth is not None
        assert hand.melds or has_triplet(hand)
        assert not has_kan(hand)
        assert not is_seven_pairs(hand)
        assert not worth.is_high


@each_set
def test_a_hard_hand_has_kans_pairs_a_limit_or_several_readings(key: str) -> None:
    judge = Judge(rule_of(key))

    for hand in hands_of(key, "hard"):
        worth = judge.worth(hand)
        assert worth is not None
        whole = has_kan(hand) or is_seven_pairs(hand)
        assert whole or worth.is_high or worth.readings > 1


@each_set_of_yaku
def test_hard_hands_are_of_every_hard_sort(key: str) -> None:
    rule, hands = yaku_rule(key), hands_of(key, "hard")
    yakuman = [hand for hand in hands if value_of(rule, hand).yakuman]

    assert len(yakuman) > 20
    assert sum(map(has_kan, hands)) > 50
    assert sum(map(is_seven_pairs, hands)) > 20
    assert any(hand.has(RINSHAN) for hand in hands)


def test_some_hard_hands_rob_a_kan() -> None:
    assert any(hand.has(CHANKAN) for key in YAKU_SETS for hand in hands_of(key, "hard"))


def test_middling_hands_have_many_sorts_of_fu_where_fu_are_counted() -> None:
    rule = yaku_rule("kinyoukai")
    fu = Counter(value_of(rule, hand).fu for hand in hands_of("kinyoukai", "middle"))

    assert {30, 40, 50} <= set(fu)
    assert fu[50] > 20


# --- decided by its number -----------------------------------------------------------------------


@each_level
@each_set
def test_the_same_number_is_the_same_hand(key: str, level: Level) -> None:
    again = evaluator_of(load(key).version_on(DAY).parameters)

    assert [practice_hand(again, level, seed) for seed in SEEDS[:40]] == hands_of(key, level)[:40]


@each_level
@each_set
def test_another_number_is_nearly_always_another_hand(key: str, level: Level) -> None:
    assert len(set(hands_of(key, level))) > len(SEEDS) - 10


@pytest.mark.parametrize(
    ("level", "tiles", "win"),
    [
        ("easy", "567m34456p345s11z", "2p"),
        ("middle", "333p4455z", "5z"),
        ("hard", "333444550m56s66z", "7s"),
    ],
    ids=LEVELS,
)
def test_a_shared_address_shows_the_same_hand_for_years(level: Level, tiles: str, win: str) -> None:
    hand = hand_of("kinyoukai", level, 1)

    assert (tile_names(hand.concealed), tile_names([hand.win])) == (tiles, win)


@pytest.mark.parametrize("seed", [0, -1, -(10**30), 10**30, MOST_SEEDS + 1])
def test_any_whole_number_is_a_hand(seed: int) -> None:
    hand = hand_of("kinyoukai", "hard", seed)

    assert value_of(yaku_rule("kinyoukai"), hand).total > 0


# --- rules that no club plays --------------------------------------------------------------------


def without_yaku() -> RiichiParameters:
    plain = RiichiParameters()
    none = {f"han_{key}": (0, 0) for key in plain.yaku.han_table}
    nothing = {f"yakuman_{key}": 0 for key in plain.yakuman.times_table}
    return override(plain, {**none, **nothing, "open_tanyao": False})


def test_under_rules_that_pay_no_hand_there_is_none() -> None:
    assert practice_hand(Evaluator(without_yaku()), "easy", 1) is None


@each_level
def test_where_no_hand_is_as_asked_for_it_is_any_that_the_rule_pays(level: Level) -> None:
    rule = Evaluator(override(RiichiParameters(), {"minimum_han": 6}))

    for seed in SEEDS[:20]:
        hand = practice_hand(rule, level, seed)
        assert hand is not None
        assert value_of(rule, hand).han_for_minimum >= 6


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"kan_dora": False, "kan_ura": False}, id="no kan dora"),
        pytest.param({"kan_ura": False}, id="no kan ura"),
        pytest.param({"kan_dora_limit": 0}, id="no indicator for a kan"),
        pytest.param({"ura_dora": False, "kan_ura": False}, id="no ura"),
        pytest.param({"first_indicators": 2}, id="two indicators"),
        pytest.param({"kan_dora_closed": "after_discard"}, id="every kan dora late"),
        pytest.param({"bonus_tiles": "norths"}, id="norths with four players"),
        pytest.param({"bonus_tiles": "norths", "bonus_may_stay": False}, id="all norths aside"),
        pytest.param({"bonus_tiles": "flowers"}, id="flowers with four players"),
        pytest.param({"chiitoi_four_alike": True}, id="four alike are two pairs"),
    ],
)
def test_hands_follow_what_a_rule_changes(changes: dict[str, object]) -> None:
    rule = Evaluator(override(RiichiParameters(), changes))

    for seed in SEEDS[:150]:
        hand = practice_hand(rule, "hard", seed)
        assert hand is not None
        assert problem(hand, rule.rule) is None
        assert value_of(rule, hand).total > 0
        if rule.rule.tiles.bonus_may_stay is False:
            assert NORTH not in map(kind_of, every_tile(hand))


def test_what_cannot_be_or_wins_nothing_is_worth_nothing() -> None:
    riichi, zung_jung = Judge(rule_of("kinyoukai")), Judge(evaluator_of(ZungJungParameters()))
    boo = Judge(rule_of("nekohouse-boo"))
    five_alike = won("11111m234p567s22z", "2z")
    no_yaku = won("23m567p888s99p", "4m", melds="chi:123s")

    with pytest.raises(HandError):
        value_of(yaku_rule("kinyoukai"), no_yaku)
    assert riichi.worth(no_yaku) is None
    assert boo.worth(no_yaku) is None  # Boo pays it, but there is nothing to find in it
    assert riichi.worth(five_alike) is None
    assert zung_jung.worth(five_alike) is None
