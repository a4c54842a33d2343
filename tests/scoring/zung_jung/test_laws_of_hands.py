"""What holds for every hand: it does not matter how it is written down or which suit is which."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hands.errors import NotAWinError
from scoring.hands.hand import Hand, Meld
from scoring.zung_jung import ZungJungEvaluator, ZungJungValue, evaluator, parts

from .made import wins
from .test_twice_over import hand_of
from .written import rule

JUDGE = ZungJungEvaluator(rule())
HANDS = st.integers(0, 1_000_000).map(lambda seed: hand_of(next(wins(seed, 1))))


def valued(hand: Hand, judge: ZungJungEvaluator = JUDGE) -> ZungJungValue | None:
    try:
        return judge.value(hand)
    except NotAWinError:
        return None


def moved(hand: Hand, suits: tuple[int, ...]) -> Hand:
    """The same with other suits."""
    to = [suits[tile // 9] * 9 + tile % 9 if tile < 27 else tile for tile in range(34)]
    return hand._replace(
        concealed=tuple(to[tile] for tile in hand.concealed),
        win=to[hand.win],
        melds=tuple(Meld(kind, tuple(to[tile] for tile in tiles)) for kind, tiles in hand.melds),
    )


def shuffled(hand: Hand, rng: Random) -> Hand:
    """The same, written in another order."""
    melds = [Meld(kind, tuple(rng.sample(tiles, len(tiles)))) for kind, tiles in hand.melds]
    return hand._replace(
        concealed=tuple(rng.sample(hand.concealed, len(hand.concealed))),
        melds=tuple(rng.sample(melds, len(melds))),
    )


@given(HANDS)
def test_it_does_not_matter_which_suit_is_which(hand: Hand) -> None:
    expected = valued(hand)

    assert all(valued(moved(hand, suits)) == expected for suits in permutations(range(3)))


@given(HANDS, st.randoms(use_true_random=False))
def test_it_does_not_matter_in_which_order_tiles_and_calls_are_written(
    hand: Hand, rng: Random
) -> None:
    assert valued(shuffled(hand, rng)) == valued(hand)


@given(HANDS)
def test_a_worth_is_the_sum_of_its_patterns_up_to_the_cap(hand: Hand) -> None:
    found = valued(hand)
    if found is None:
        return

    assert found.patterns
    assert found.total == 3 * found.worth
    if max(found.patterns.values()) >= 320:
        assert len(found.patterns) == 1
        assert found.worth == sum(found.patterns.values())
    else:
        assert found.worth == min(320, sum(found.patterns.values()))


@given(HANDS)
def test_a_drawn_tile_is_never_worth_less_than_the_same_by_ron(hand: Hand) -> None:
    plain = hand._replace(flags=0)
    drawn, won = valued(plain._replace(tsumo=True)), valued(plain._replace(tsumo=False))

    assert (drawn is None) == (won is None)
    if drawn and won:
        assert drawn.worth >= won.worth


def test_the_tables_are_emptied_before_they_grow_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [hand_of(win) for win in wins(seed=9, count=300)]
    expected = [valued(hand) for hand in hands]
    for module, name in (
        (parts, "MOST_PARTS"),
        (parts, "MOST_MELDS"),
        (evaluator, "MOST_COUNTED"),
    ):
        monkeypatch.setattr(module, name, 5)
    for table in (evaluator._SUITS, evaluator._MELDS, evaluator._SUIT_SENSES):
        table.clear()  # what is known is not looked up again
    judge = ZungJungEvaluator(rule())

    assert [valued(hand, judge) for hand in hands] == expected
    assert len(judge._counting) <= 5
    assert len(evaluator._SUITS) <= 5
    assert len(evaluator._MELDS) <= 5
    assert len(evaluator._SUIT_SENSES) <= 5
