"""Who pays for a win, and how much: P-1 to P-3."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hands.hand import Hand
from scoring.zung_jung import ZungJungPayment, answer, movements, payment_of

from .written import drawn, value, won

#: 70, 30, 35 and 1
SEVENTY = won("2233m557799m11z2z", "2z")
THIRTY = won("2233m5577p449s66s", "9s")
THIRTY_FIVE = won("2233m5577p448s66s", "8s")
CHICKEN = won("23567m22p345s", "4m", melds="pon:999p")


@pytest.mark.parametrize(
    ("edition", "hand", "responsible", "paid"),
    [
        pytest.param("zung-jung", SEVENTY, None, (0, 150, 30), id="the document's example: 70"),
        pytest.param("zung-jung", SEVENTY, True, (0, 150, 30), id="the ordinary discarder"),
        pytest.param("zung-jung", SEVENTY, False, (70, 0, 0), id="nobody is responsible"),
        pytest.param("zung-jung", THIRTY, None, (30, 0, 0), id="30 is a small hand"),
        pytest.param("zung-jung", THIRTY_FIVE, None, (0, 45, 30), id="35 is a high one"),
        pytest.param("zung-jung", CHICKEN, None, (1, 0, 0), id="a chicken hand"),
        pytest.param("zung-jung-v33", SEVENTY, None, (0, 160, 25), id="later edition: 70"),
        pytest.param("zung-jung-v33", THIRTY, None, (0, 40, 25), id="later edition: 30 is high"),
        pytest.param("zung-jung-v33", SEVENTY, False, (70, 0, 0), id="later edition: nobody"),
    ],
)
def test_a_high_hand_is_paid_by_the_responsible_player(
    edition: str, hand: Hand, responsible: bool | None, paid: tuple[int, int, int]
) -> None:
    found = value(hand, edition, responsible=responsible)

    assert found.payment == ZungJungPayment(*paid)
    assert found.total == found.payment.total == 3 * found.worth


@pytest.mark.parametrize("responsible", [None, True, False])
def test_nobody_answers_for_a_tsumo(responsible: bool | None) -> None:
    hand = drawn("2233m557799m11z2z", "2z")

    assert value(hand, responsible=responsible).payment == ZungJungPayment(each=70)


@pytest.mark.parametrize(
    ("worth", "winner", "responsible", "moved"),
    [
        pytest.param(70, 1, 2, [-30, 210, -150, -30], id="70 by ron"),
        pytest.param(70, 3, 0, [-150, -30, -30, 210], id="70 by ron, other seats"),
        pytest.param(70, 1, None, [-70, 210, -70, -70], id="70, nobody responsible"),
        pytest.param(30, 0, 3, [90, -30, -30, -30], id="30 by ron"),
        pytest.param(1, 2, 3, [-1, -1, 3, -1], id="a chicken hand"),
        pytest.param(480, 0, 1, [1440, -1380, -30, -30], id="480 by ron"),
    ],
)
def test_points_move_between_the_seats(
    worth: int, winner: int, responsible: int | None, moved: list[int]
) -> None:
    assert movements(worth, base=30, winner=winner, responsible=responsible) == moved


def test_nobody_answers_for_their_own_win() -> None:
    with pytest.raises(AssertionError):
        movements(70, base=30, winner=1, responsible=1)


@given(
    st.integers(1, 1_000),
    st.integers(1, 400),
    st.permutations(range(4)),
    st.booleans(),
)
def test_the_winner_always_gets_three_times_the_worth(
    worth: int, base: int, seats: list[int], is_charged: bool
) -> None:
    winner, responsible, *others = seats
    moved = movements(
        worth, base=base, winner=winner, responsible=responsible if is_charged else None
    )

    assert sum(moved) == 0
    assert moved[winner] == 3 * worth
    assert payment_of(worth, base=base, is_charged=is_charged).total == 3 * worth
    assert all(-moved[seat] == (min(worth, base) if is_charged else worth) for seat in others)
    assert moved[responsible] <= moved[others[0]] < 0


@pytest.mark.parametrize(
    ("hand", "responsible", "expected"),
    [
        pytest.param(
            won("23m567m678p22s", "1m", melds="chi:345s"),
            None,
            {
                "patterns": {"all_sequences": 5},
                "worth": 5,
                "payment": {"each": 5},
                "total": 15,
            },
            id="everybody alike",
        ),
        pytest.param(
            SEVENTY,
            None,
            {
                "patterns": {"mixed_one_suit": 40, "seven_pairs": 30},
                "worth": 70,
                "payment": {"discarder": 150, "others": 30},
                "total": 210,
            },
            id="by the responsible player",
        ),
        pytest.param(
            SEVENTY,
            False,
            {
                "patterns": {"mixed_one_suit": 40, "seven_pairs": 30},
                "worth": 70,
                "payment": {"each": 70},
                "total": 210,
            },
            id="nobody responsible",
        ),
    ],
)
def test_an_answer_is_what_scripts_read(
    hand: Hand, responsible: bool | None, expected: dict[str, object]
) -> None:
    assert answer(value(hand, responsible=responsible)) == expected


def test_an_answer_is_the_askers_to_change() -> None:
    answer(value(THIRTY))["patterns"].clear()

    assert value(THIRTY).patterns == {"seven_pairs": 30}
