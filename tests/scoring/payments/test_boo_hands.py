"""Boo-mahjong: dora and honba are paid beside the hand, a hand without a yaku takes no honba."""

from __future__ import annotations

import pytest

from scoring.payments import Liability, OnTable, Win
from tests.scoring.payments.till import cashier

TWO_HONBA = OnTable(dealer=0, honba=2, sticks=100)


@pytest.mark.parametrize(
    ("win", "drawn", "discarded"),
    [
        pytest.param(
            Win(1, han=1, fu=30, dora_beside=2),
            (-2_500, 7_200, -2_300, -2_300),
            (0, 7_100, 0, -7_000),
            id="a yaku, two dora",
        ),
        pytest.param(
            Win(1, fu=30, dora_beside=1),
            (-800, 2_300, -700, -700),
            (0, 2_100, 0, -2_000),
            id="no yaku, no honba",
        ),
        pytest.param(
            Win(1, han=9),
            (-5_000, 11_100, -3_000, -3_000),
            (0, 11_100, 0, -11_000),
            id="nothing above a mangan",
        ),
        pytest.param(
            Win(1, yakuman=1),
            (-5_000, 11_100, -3_000, -3_000),
            (0, 11_100, 0, -11_000),
            id="a yakuman has a yaku",
        ),
    ],
)
def test_dora_and_honba_are_paid_beside_the_hand(
    win: Win, drawn: tuple[int, ...], discarded: tuple[int, ...]
) -> None:
    assert cashier("nekohouse-boo").tsumo(win, TWO_HONBA).points == drawn
    assert cashier("nekohouse-boo").ron([win], 3, TWO_HONBA).points == discarded


def test_a_house_may_give_a_hand_without_a_yaku_its_honba() -> None:
    till = cashier("nekohouse-boo", yakuless_takes_honba=True)

    assert till.ron([Win(1, fu=30)], 3, OnTable(0, honba=2)).points == (0, 3_500, 0, -3_500)


def test_a_responsible_player_pays_victory_points_not_points_at_the_table() -> None:
    answered = Win(1, yakuman=1, liable=(Liability(2),))

    paid = cashier("nekohouse-boo").ron([answered], 3, OnTable(0))

    assert paid.points == (0, 8_000, 0, -8_000)


def test_dora_beside_a_hand_that_somebody_answers_for_are_paid_like_the_honba_of_a_tsumo() -> None:
    till = cashier("kinyoukai", dora_payment_ron=1_500, dora_payment_tsumo_each=500)
    win = Win(1, yakuman=1, dora_beside=2, liable=(Liability(2),))

    assert till.tsumo(win, OnTable(0)).points == (0, 35_000, -35_000, 0)
    assert till.ron([win], 3, OnTable(0)).points == (0, 35_000, -16_000, -19_000)
