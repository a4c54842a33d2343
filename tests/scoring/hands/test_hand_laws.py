"""What holds for every hand under every shipped rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from rules.presets import shipped_keys
from scoring.hands.checks import problem
from scoring.hands.errors import NoYakuError
from scoring.hands.hand import Hand, Meld
from scoring.hands.tiles import HONOURS, KIND_OF, KINDS, RED_MAN, Tile
from scoring.hands.worths import Value, next_kind

from .makers import Maker
from .recipes import RECIPES, anything, crowded, either
from .written import evaluator

SETS = [key for key in shipped_keys() if not key.startswith("zung-jung")]
FOUR = [key for key in SETS if "3" not in key]
HANDS = 150
SORTS = either(anything, crowded, *RECIPES.values())


@cache
def _hands(rule: str) -> list[Hand]:
    maker = Maker(evaluator(rule).rule, rule)
    open_suits = evaluator(rule).rule.tiles.removed_tiles == "none"
    sorts = SORTS if open_suits else either(*(RECIPES[key] for key in SANMA))
    return [maker.hand(sorts) for _hand in range(HANDS)]


#: what can be made with 1 and 9 of man only
SANMA = ("toitoi", "chiitoitsu", "honroutou", "chinitsu", "honitsu", "chanta", "kokushi", "pinfu")


def _value(rule: str, hand: Hand) -> Value | None:
    try:
        return evaluator(rule).value(hand)
    except NoYakuError:
        return None


def _points(rule: str, hand: Hand) -> int:
    found = _value(rule, hand)
    return found.total if found else 0


def _worth(found: Value | None) -> object:
    """All of a value but the order of its parts, where several sum to as much."""
    if found is None:
        return None
    fu = sum(fu for name, fu in found.fu_parts if not name.startswith("rounded"))
    return found.yaku, found.han, found.fu, fu, found.limit, found.payment, found.total


def _is_green(found: Value | None) -> bool:
    """緑一色 is the one yakuman that knows a tile by its colour."""
    return found is not None and "ryuuiisou" in found.yaku


def _with_tiles(hand: Hand, other: Callable[[Tile], Tile]) -> Hand:
    """The same win with every tile turned into another."""
    return hand._replace(
        concealed=tuple(map(other, hand.concealed)),
        win=other(hand.win),
        melds=tuple(Meld(meld.kind, tuple(map(other, meld.tiles))) for meld in hand.melds),
        dora_indicators=tuple(map(other, hand.dora_indicators)),
        ura_indicators=tuple(map(other, hand.ura_indicators)),
    )


@pytest.mark.parametrize("rule", SETS)
def test_every_hand_of_a_real_wall_passes_the_checks(rule: str) -> None:
    assert [problem(hand, evaluator(rule).rule) for hand in _hands(rule)] == [None] * HANDS


@pytest.mark.parametrize("rule", SETS)
def test_the_total_is_what_the_others_pay_and_the_sticks(rule: str) -> None:
    players = evaluator(rule).rule.game.players
    for hand in _hands(rule):
        found = _value(rule, hand)
        if found is None:
            continue
        discarder, dealer, others, each = found.payment
        shares = discarder + dealer + others * (players - 2) + each * (players - 1)
        assert found.total == shares + hand.sticks
        assert bool(discarder) is not hand.tsumo
        assert bool(each) is (hand.tsumo and hand.is_dealer)
        assert bool(dealer) is bool(others) is (hand.tsumo and not hand.is_dealer)
        assert all(amount % 100 == 0 for amount in found.payment)


@pytest.mark.parametrize("rule", SETS)
def test_han_and_fu_are_the_sums_of_their_parts(rule: str) -> None:
    for hand in _hands(rule):
        found = _value(rule, hand)
        if found is None:
            continue
        assert found.han == sum(found.yaku.values())
        assert (found.fu or 0) == sum(fu for _name, fu in found.fu_parts)
        assert bool(found.yakuman) is (found.limit or "").startswith("yakuman")


@pytest.mark.parametrize("rule", SETS)
def test_the_order_of_tiles_and_calls_changes_nothing(rule: str) -> None:
    rng = Random(rule)
    for hand in _hands(rule):
        melds = [Meld(meld.kind, tuple(_mixed(rng, meld.tiles))) for meld in hand.melds]
        other = hand._replace(
            concealed=tuple(_mixed(rng, hand.concealed)),
            melds=tuple(rng.sample(melds, len(melds))),
            dora_indicators=tuple(_mixed(rng, hand.dora_indicators)),
        )
        assert _value(rule, other) == _value(rule, hand)


def _mixed(rng: Random, tiles: tuple[Tile, ...]) -> list[Tile]:
    return rng.sample(tiles, len(tiles))


def _next_suit(tile: Tile) -> Tile:
    """Man to pin, pin to sou, sou to man; red fives too."""
    if tile >= RED_MAN:
        return RED_MAN + (tile - RED_MAN + 1) % 3
    return tile if tile >= HONOURS else (tile + 9) % 27


@pytest.mark.parametrize("rule", [key for key in FOUR if key != "nekohouse-boo"])
def test_the_three_suits_are_worth_the_same(rule: str) -> None:
    for hand in _hands(rule):
        usual, other = _value(rule, hand), _value(rule, _with_tiles(hand, _next_suit))
        assert _worth(other) == _worth(usual) or _is_green(usual) or _is_green(other)


def _mirrored(tile: Tile) -> Tile:
    """1 to 9, 2 to 8; a red five stays."""
    if tile >= HONOURS:
        return tile
    return tile // 9 * 9 + 8 - tile % 9


@pytest.mark.parametrize("rule", FOUR)
def test_low_tiles_are_worth_what_high_ones_are(rule: str) -> None:
    for hand in _hands(rule):
        plain = hand._replace(dora_indicators=(), ura_indicators=())
        usual, other = _value(rule, plain), _value(rule, _with_tiles(plain, _mirrored))
        assert _worth(other) == _worth(usual) or _is_green(usual) or _is_green(other)


@pytest.mark.parametrize("rule", SETS)
def test_a_dora_more_never_pays_less(rule: str) -> None:
    jumps = evaluator(rule).rule.dora.dora_after_man_1 == "man_9"
    to = {next_kind(kind, man_1_to_9=jumps): kind for kind in range(KINDS)}
    for hand in _hands(rule):
        plain = hand._replace(dora_indicators=())
        more = plain._replace(dora_indicators=(to[KIND_OF[hand.win]],))
        assert _points(rule, more) >= _points(rule, plain)
        if _points(rule, plain) == 0:
            assert _points(rule, more) == 0


@pytest.mark.parametrize("rule", SETS)
def test_a_honba_more_is_paid_by_all_or_by_one(rule: str) -> None:
    play, players = evaluator(rule).rule.play, evaluator(rule).rule.game.players
    for hand in _hands(rule):
        before = _value(rule, hand)
        after = _value(rule, hand._replace(honba=hand.honba + 1))
        if before is None or after is None:
            continue
        takes = before.yaku or rule != "nekohouse-boo"
        more = play.honba_tsumo_each * (players - 1) if hand.tsumo else play.honba_ron
        assert after.total - before.total == (more if takes else 0)
