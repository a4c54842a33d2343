"""Zung Jung: who pays for a hand, sixteen hands, the dealer always moving on."""

from __future__ import annotations

import pytest

from scoring.game import TableHand, WonHand
from scoring.game.errors import GameError, NotPlayedError
from scoring.results import Penalty
from scoring.settlement import settle
from tests.scoring.game.tables import chombo, draw, follows, game, ron, state_at

TABLE = game("zung-jung")


def by_worth(winner: int, discarder: int | None, worth: int, *, answers: int | None) -> TableHand:
    win = WonHand(winner=winner, discarder=discarder, worth=worth, responsible=answers)
    return TableHand(result="tsumo" if discarder is None else "ron", wins=(win,))


@pytest.mark.parametrize(
    ("key", "hand", "deltas"),
    [
        pytest.param(
            "zung-jung", by_worth(1, None, 70, answers=None), (-70, 210, -70, -70), id="tsumo"
        ),
        pytest.param(
            "zung-jung", by_worth(1, 0, 30, answers=0), (-30, 90, -30, -30), id="worth 30: W each"
        ),
        pytest.param(
            "zung-jung", by_worth(1, 0, 70, answers=0), (-150, 210, -30, -30), id="the discarder"
        ),
        pytest.param(
            "zung-jung", by_worth(1, 0, 70, answers=3), (-30, 210, -30, -150), id="another answers"
        ),
        pytest.param(
            "zung-jung", by_worth(1, 0, 70, answers=None), (-70, 210, -70, -70), id="nobody answers"
        ),
        pytest.param(
            "zung-jung-v33", by_worth(1, 0, 70, answers=0), (-160, 210, -25, -25), id="v3.3"
        ),
    ],
)
def test_a_hand_is_paid_three_times_its_worth(
    key: str, hand: TableHand, deltas: tuple[int, ...]
) -> None:
    table = game(key)
    played = table.play(table.start(), hand)

    assert played.deltas == deltas
    assert sum(each.points for each in played.transfers) == max(deltas)


def test_the_first_in_turn_order_wins_alone() -> None:
    wins = (
        WonHand(winner=0, discarder=1, worth=100, responsible=1),
        WonHand(winner=3, discarder=1, worth=10, responsible=1),
    )

    played = TABLE.play(TABLE.start(), TableHand(result="ron", wins=wins))

    assert played.deltas == (-10, -10, -10, 30)
    assert played.after.winners == (3,)


@pytest.mark.parametrize(
    ("at", "next_hand"),
    [
        pytest.param("E1", "E2.0", id="the dealer moves on"),
        pytest.param("E4", "S1.0", id="to the South"),
        pytest.param("W4", "N1.0", id="to the North"),
        pytest.param("N4", "last_hand", id="sixteen hands"),
    ],
)
def test_the_dealer_always_moves_on(at: str, next_hand: str) -> None:
    dealer = state_at(at, 0, 0, 0, 0).dealer

    for hand in (draw(), by_worth(dealer, None, 10, answers=None)):
        assert follows(TABLE.play(state_at(at, 0, 0, 0, 0), hand)) == next_hand


def test_a_club_may_play_fewer_hands_or_more() -> None:
    short, long = game("zung-jung", hands=8), game("zung-jung", hands=20)

    assert follows(short.play(state_at("S4", 0, 0, 0, 0), draw())) == "last_hand"
    assert follows(long.play(state_at("N4", 0, 0, 0, 0), draw())) == "E1.0"


def test_a_session_is_the_sum_of_its_hands() -> None:
    table = game("zung-jung", hands=2)
    first = table.play(table.start(), by_worth(1, 0, 70, answers=0)).after
    end = table.play(first, by_worth(2, None, 5, answers=None)).after

    assert end.points == (-155, 205, -15, -35)
    assert settle(table.result(end), table.rule).scores == (-155_000, 205_000, -15_000, -35_000)


def test_a_club_may_charge_chombo_in_the_end() -> None:
    table = game("zung-jung", penalty_table=[{"kind": "chombo", "amount": 10_000}])

    played = table.play(table.start(), chombo(2))

    assert follows(played) == "E1.0"
    assert table.result(played.after).penalties == (Penalty(seat=2, kind="chombo"),)


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        pytest.param(
            TableHand(result="draw", riichi=(1,)),
            "riichi.0: These rules have no riichi",
            id="riichi",
        ),
        pytest.param(
            TableHand(result="ron", wins=(ron(1, 0, 3),)),
            "specify what the hand is worth",
            id="han",
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(WonHand(winner=1),)),
            "wins.0.worth: A hand must be worth at least 1",
            id="no worth",
        ),
        pytest.param(
            TableHand(result="tsumo", wins=(WonHand(winner=1, worth=5, responsible=0),)),
            "wins.0.responsible: A tsumo has no discarder",
            id="nobody answers for a tsumo",
        ),
    ],
)
def test_what_zung_jung_does_not_play(hand: TableHand, says: str) -> None:
    with pytest.raises(GameError, match=says):
        TABLE.play(TABLE.start(), hand)


def test_worth_is_for_zung_jung_only() -> None:
    table = game("kinyoukai")

    with pytest.raises(NotPlayedError, match=r"wins\.0\.worth: This is only for Zung Jung"):
        table.play(table.start(), TableHand(result="ron", wins=(ron(1, 0, 1, worth=5),)))
