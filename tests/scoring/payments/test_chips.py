"""Chips that change hands beside the points (祝儀)."""

from __future__ import annotations

import pytest

from scoring.payments import Cashier, ChipReasons, Liability, OnTable, Win
from tests.scoring.payments.till import cashier

TABLE = OnTable(dealer=0, honba=1, sticks=1_000)
FOUR = ChipReasons(ippatsu=1, ura=2, red=1)


@pytest.mark.parametrize(
    ("key", "win", "tsumo", "chips"),
    [
        pytest.param("nekohouse-4a", Win(1, han=5), False, (0, 0, 0, 0), id="for nothing, none"),
        pytest.param("nekohouse-4a", Win(1, han=5, chips=FOUR), False, (0, 4, 0, -4), id="ron"),
        pytest.param("nekohouse-4a", Win(1, han=5, chips=FOUR), True, (-4, 12, -4, -4), id="tsumo"),
        pytest.param(
            "nekohouse-3b",
            Win(1, han=5, chips=ChipReasons(red=3, pocchi=1)),
            True,
            (-1, 2, -1),
            id="3b pays the pocchi, and nothing for its reds",
        ),
        pytest.param(
            "nekohouse-3a",
            Win(1, han=5, chips=ChipReasons(red=2)),
            True,
            (-2, 4, -2),
            id="3a pays its reds",
        ),
        pytest.param("nekohouse-4a", Win(1, yakuman=1), False, (0, 10, 0, -10), id="yakuman ron"),
        pytest.param("nekohouse-4a", Win(1, yakuman=1), True, (-5, 15, -5, -5), id="and tsumo"),
        pytest.param("nekohouse-3a", Win(1, yakuman=1), True, (-5, 10, -5), id="with three"),
        pytest.param("nekohouse-4a", Win(1, han=13), False, (0, 6, 0, -6), id="counted yakuman"),
        pytest.param("nekohouse-4b", Win(1, han=14), True, (-3, 9, -3, -3), id="and its tsumo"),
        pytest.param("nekohouse-4a", Win(1, yakuman=3), False, (0, 10, 0, -10), id="once a hand"),
        pytest.param(
            "nekohouse-4a",
            Win(1, yakuman=1, chips=FOUR),
            False,
            (0, 14, 0, -14),
            id="a yakuman's on top",
        ),
        pytest.param("kinyoukai", Win(1, han=5, chips=FOUR), False, (0, 0, 0, 0), id="no chips"),
        pytest.param("nekohouse-boo", Win(1, han=5, chips=FOUR), True, (0, 0, 0, 0), id="boo"),
        pytest.param("nekohouse-3b", Win(1, yakuman=1, chips=None), True, (0, 0, 0), id="nagashi"),
    ],
)
def test_chips_go_from_the_discarder_or_from_everybody(
    key: str, win: Win, tsumo: bool, chips: tuple[int, ...]
) -> None:
    till = cashier(key)

    paid = till.tsumo(win, TABLE) if tsumo else till.ron([win], 3, TABLE)

    assert paid.chips == chips


def test_where_thirteen_han_are_no_yakuman_they_bring_no_chips() -> None:
    till = cashier("nekohouse-4a", counted_yakuman=False)

    assert till.ron([Win(1, han=13)], 3, TABLE).chips == (0, 0, 0, 0)


def test_a_yakumans_chips_may_stand_in_place_of_the_others() -> None:
    till = cashier("nekohouse-4a", chip_yakuman_on_top=False)

    assert till.ron([Win(1, yakuman=1, chips=FOUR)], 3, TABLE).chips == (0, 10, 0, -10)
    assert till.ron([Win(1, han=13, chips=FOUR)], 3, TABLE).chips == (0, 6, 0, -6)
    assert till.ron([Win(1, han=5, chips=FOUR)], 3, TABLE).chips == (0, 4, 0, -4)


@pytest.mark.parametrize(
    ("due", "chips"),
    [
        pytest.param(ChipReasons(red=2), 2, id="two red fives"),
        pytest.param(ChipReasons(red=2, gold=1), 1 + 5, id="one of them gold"),
        pytest.param(ChipReasons(red=2, gold=2), 10, id="both gold"),
        pytest.param(ChipReasons(ippatsu=1, red=1, gold=1), 1 + 5, id="gold and ippatsu"),
    ],
)
def test_a_gold_five_pays_its_own_chips_in_place_of_a_red_ones(
    due: ChipReasons, chips: int
) -> None:
    till = cashier("nekohouse-4a", gold_man=1, gold_pin=1, chip_gold=5)

    assert till.ron([Win(1, han=5, chips=due)], 3, TABLE).chips == (0, chips, 0, -chips)


SEVERAL = {
    "highest_hand": "several_yakuman",
    "chip_times_yakuman": True,
    "yakuman_daisuushii": 2,
}


@pytest.mark.parametrize(
    ("rule", "win", "drawn", "discarded"),
    [
        pytest.param({}, Win(1, yakuman=1), (-5, 15, -5, -5), (0, 10, 0, -10), id="one"),
        pytest.param(
            {}, Win(1, yakuman=2), (-10, 30, -10, -10), (0, 20, 0, -20), id="a double one, or two"
        ),
        pytest.param(
            {},
            Win(1, yakuman=2, chips=FOUR),
            (-14, 42, -14, -14),
            (0, 24, 0, -24),
            id="the other chips come once",
        ),
        pytest.param(
            {"yakuman_at_most": 2},
            Win(1, yakuman=5),
            (-10, 30, -10, -10),
            (0, 20, 0, -20),
            id="as many as are paid",
        ),
        pytest.param(
            {"highest_hand": "yakuman", "yakuman_daisuushii": 1},
            Win(1, yakuman=3),
            (-5, 15, -5, -5),
            (0, 10, 0, -10),
            id="one where one is paid",
        ),
        pytest.param({}, Win(1, han=13), (-3, 9, -3, -3), (0, 6, 0, -6), id="a counted one"),
        pytest.param(
            {},
            Win(1, yakuman=3, liable=(Liability(2, 2),)),
            (-5, 45, -35, -5),
            (0, 30, -20, -10),
            id="who answers for two of three pays those of two",
        ),
        pytest.param(
            {"chip_pao": "as_always"},
            Win(1, yakuman=3, liable=(Liability(2, 2),)),
            (-15, 45, -15, -15),
            (0, 30, 0, -30),
            id="all of them as always",
        ),
    ],
)
def test_several_yakuman_pay_their_chips_as_often_as_they_are_paid(
    rule: dict[str, object], win: Win, drawn: tuple[int, ...], discarded: tuple[int, ...]
) -> None:
    till = cashier("nekohouse-4a", **{**SEVERAL, **rule})

    assert till.tsumo(win, TABLE).chips == drawn
    assert till.ron([win], 3, TABLE).chips == discarded


PAO = Win(1, yakuman=1, chips=FOUR, liable=(Liability(2),))


@pytest.mark.parametrize(
    ("till", "drawn", "discarded"),
    [
        pytest.param(
            cashier("nekohouse-4a"), (-4, 27, -19, -4), (0, 14, -10, -4), id="responsible player"
        ),
        pytest.param(
            cashier("nekohouse-4a", chip_pao="as_always"),
            (-9, 27, -9, -9),
            (0, 14, 0, -14),
            id="as always",
        ),
    ],
)
def test_who_answers_for_a_yakuman_pays_its_chips_and_no_others(
    till: Cashier, drawn: tuple[int, ...], discarded: tuple[int, ...]
) -> None:
    assert till.tsumo(PAO, TABLE).chips == drawn
    assert till.ron([PAO], 3, TABLE).chips == discarded


def test_a_hand_that_is_no_yakuman_has_its_chips_from_everybody_whoever_answers_for_it() -> None:
    till = cashier("nekohouse-4a", pao_rinshan=True)

    paid = till.tsumo(Win(1, han=13, chips=FOUR, liable=(Liability(2),)), TABLE)

    assert paid.chips == (-7, 21, -7, -7)


def test_every_winner_of_a_double_ron_has_chips() -> None:
    first, second = Win(0, han=5, chips=FOUR), Win(1, han=5, chips=ChipReasons(red=1))

    assert cashier("nekohouse-4a").ron([first, second], 3, TABLE).chips == (4, 1, 0, -5)
