"""Two or three ron on one discard."""

from __future__ import annotations

import pytest

from scoring.payments import Cashier, OnTable, Win, in_turn_order, ron_winners
from tests.scoring.payments.till import cashier, rule

THREE_CALL = (0, 1, 2)


@pytest.mark.parametrize(
    ("discarder", "order"),
    [(0, (1, 2, 3)), (1, (2, 3, 0)), (2, (3, 0, 1)), (3, (0, 1, 2))],
)
def test_the_turn_after_the_discarders_comes_first(discarder: int, order: tuple[int, ...]) -> None:
    assert in_turn_order(reversed(order), discarder, 4) == order


@pytest.mark.parametrize(
    ("key", "callers", "winners"),
    [
        pytest.param("nekohouse-4a", (0, 2), (0, 2), id="both win"),
        pytest.param("nekohouse-4a", THREE_CALL, (0, 1, 2), id="all three win"),
        pytest.param("kinyoukai", (0, 2), (0, 2), id="kinyoukai: both win"),
        pytest.param("kinyoukai", THREE_CALL, (), id="kinyoukai: three abort"),
        pytest.param("tenhou-4p-tonnan", THREE_CALL, (), id="tenhou: three abort"),
        pytest.param("super-tonpu", (1, 2), (1,), id="super-tonpu: the first only"),
        pytest.param("super-tonpu", THREE_CALL, (0,), id="super-tonpu: of three too"),
        pytest.param("nekohouse-boo", (2, 1), (1,), id="boo: the first only"),
        pytest.param("super-tonpu", (2,), (2,), id="one alone wins anywhere"),
    ],
)
def test_the_rule_says_who_of_several_wins(
    key: str, callers: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert ron_winners(rule(key), 3, callers) == winners


def test_where_two_may_win_three_can_still_be_one() -> None:
    one_of_three = rule("kinyoukai", triple_ron="first_only")

    assert ron_winners(one_of_three, 1, (0, 2, 3)) == (2,)
    assert ron_winners(one_of_three, 1, (0, 3)) == (3, 0)


TWO_WIN = [Win(1, han=2, fu=30), Win(3, han=5)]


@pytest.mark.parametrize(
    ("till", "points"),
    [
        pytest.param(cashier("tenhou-4p-tonnan"), (0, 2_000, -10_600, 8_600), id="first"),
        pytest.param(
            cashier("tenhou-4p-tonnan", several_ron_honba="each"),
            (0, 2_600, -11_200, 8_600),
            id="each",
        ),
    ],
)
def test_honba_go_to_the_first_after_the_discarder_or_to_each(
    till: Cashier, points: tuple[int, ...]
) -> None:
    assert till.ron(TWO_WIN, 2, OnTable(dealer=0, honba=2)).points == points


@pytest.mark.parametrize("discarder", [0, 2])
def test_the_sticks_go_to_the_first_after_the_discarder_alone(discarder: int) -> None:
    paid = cashier("tenhou-4p-tonnan").ron(TWO_WIN, discarder, OnTable(0, sticks=3_000))

    first = {0: 1, 2: 3}[discarder]
    prices = {1: 2_000, 3: 8_000}
    assert paid.winners[0] == first
    assert paid.points[first] == prices[first] + 3_000
    assert paid.points[4 - first] == prices[4 - first]
    assert sum(paid.points) == 3_000


def test_with_the_head_bump_the_others_get_nothing() -> None:
    paid = cashier("super-tonpu").ron(TWO_WIN, 2, OnTable(0, honba=1, sticks=1_000))

    assert paid.winners == (3,)
    assert paid.points == (0, 0, -9_500, 10_500)


def test_three_ron_that_abort_the_hand_move_nothing() -> None:
    paid = cashier("kinyoukai").ron(
        [Win(0, han=5), Win(1, han=5), Win(2, han=5)], 3, OnTable(0, honba=3, sticks=3_000)
    )

    assert paid == ((), (0, 0, 0, 0), (0, 0, 0, 0), ())


def test_two_of_three_players_may_win_together() -> None:
    paid = cashier("nekohouse-3b").ron([Win(2, han=1), Win(0, han=3)], 1, OnTable(0, honba=1))

    assert paid.points == (6_000, -8_000, 2_000)
