"""What a finished game hands to the settlement."""

from __future__ import annotations

from scoring.game import TableHand, WonHand
from scoring.results import YakumanWin
from scoring.settlement import settle
from tests.scoring.game.tables import by_ron, by_tsumo, draw, game, ron, state_at


def test_places_and_scores_of_a_game_with_a_stick_left() -> None:
    table = game("kinyoukai")
    state = state_at("S4", 414, 290, 238, 48, sticks=1_000)

    end = table.play(state, draw()).after
    settled = settle(table.result(end), table.rule)

    assert settled.places == (1, 2, 3, 4)
    assert settled.scores == (42_000, 4_000, -11_000, -35_000)


def test_who_busted_whom_is_paid_for() -> None:
    table = game("kinyoukai", bust_bonus=10_000)

    end = table.play(state_at("E1", 450, 5, 295, 250), by_ron(ron(2, 1, 1))).after
    settled = settle(table.result(end), table.rule)

    assert {part.kind: part.points for part in settled.seats[2].parts}["bust"] == 10_000
    assert {part.kind: part.points for part in settled.seats[1].parts}["bust"] == -10_000


def test_who_has_won_no_hand_pays_yakitori() -> None:
    table = game("super-tonpu", yakitori=5_000)
    first = table.play(table.start(), by_tsumo(1, 5)).after
    end = table.play(first._replace(dealer=3, honba=0), by_ron(ron(2, 0, 1))).after

    assert table.result(end).yakitori == (0, 3)
    assert game("super-tonpu").result(end).yakitori == ()


def test_yakuman_are_rewarded_counted_ones_are_not() -> None:
    table = game("kinyoukai", yakuman_tsumo=5_000)
    hand = TableHand(result="tsumo", wins=(WonHand(winner=1, yakuman=1),))

    first = table.play(state_at("E1", *[400] * 4), hand).after
    second = table.play(first, by_tsumo(2, 13)).after

    assert table.result(second).yakuman == (YakumanWin(winner=1),)


def test_chips_of_the_game_are_worth_what_the_club_says() -> None:
    table = game("nekohouse-4b", chip_value=500)
    hand = TableHand(result="tsumo", wins=(WonHand(winner=1, yakuman=1),))

    end = table.play(state_at("E1", 90, 300, 300, 310), hand).after
    settled = settle(table.result(end), table.rule)

    assert end.why == "bust"
    assert {part.kind: part.points for part in settled.seats[1].parts}["chips"] == 7_500


def test_a_game_may_be_settled_where_it_was_stopped() -> None:
    table = game("nekohouse-4a")

    state = table.play(table.start(), by_tsumo(1, 5)).after

    assert not state.is_over
    assert settle(table.result(state), table.rule).places == (4, 1, 2, 3)
