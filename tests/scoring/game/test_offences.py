"""Chombo, penalty sticks and forfeited wins."""

from __future__ import annotations

import pytest

from scoring.game import TableHand, TablePenalty, YakumanTenpai
from scoring.game.errors import ForfeitedError, GameError, NotPlayedError
from scoring.results import Penalty
from scoring.settlement import settle
from tests.scoring.game.tables import (
    by_ron,
    by_tsumo,
    chombo,
    draw,
    follows,
    game,
    nagashi,
    ron,
    state_at,
)

EVEN = (250, 250, 250, 250)


def stick(seat: int) -> TablePenalty:
    return TablePenalty(seat=seat, kind="stick")


def forfeit(seat: int) -> TablePenalty:
    return TablePenalty(seat=seat, kind="forfeit")


@pytest.mark.parametrize(
    ("key", "deltas"),
    [
        pytest.param("nekohouse-4a", (3_000, -9_000, 3_000, 3_000), id="4a"),
        pytest.param("nekohouse-4b", (3_000, -9_000, 3_000, 3_000), id="4b"),
        pytest.param("nekohouse-3a", (6_000, -12_000, 6_000), id="3a"),
        pytest.param("nekohouse-3b", (6_000, -12_000, 6_000), id="3b"),
        pytest.param("kinyoukai", (3_000, -9_000, 3_000, 3_000), id="kinyoukai"),
        pytest.param("super-tonpu", (2_000, -6_000, 2_000, 2_000), id="super-tonpu"),
        pytest.param("nekohouse-boo", (0, 0, 0, 0), id="boo: in victory points, not at the table"),
    ],
)
def test_a_chombo_is_paid_and_the_hand_replayed(key: str, deltas: tuple[int, ...]) -> None:
    table = game(key)
    state = table.start()._replace(dealer=1, honba=2, sticks=1_000)

    played = table.play(state, chombo(1, riichi=(0, 1)))

    assert played.deltas == deltas
    assert played.after.sticks == 1_000, "the sticks of the hand went back"
    assert follows(played) == "E2.2"


@pytest.mark.parametrize("key", ["yakyu-4p-tonnan", "tenhou-3p-tonpu", "zung-jung"])
def test_where_there_is_no_chombo_it_is_refused(key: str) -> None:
    with pytest.raises(NotPlayedError, match="do not set a penalty for a chombo"):
        game(key).play(game(key).start(), chombo(1))


def test_a_missed_yakuman_is_worth_half_of_it_at_kinyoukai() -> None:
    hand = chombo(1, yakuman_tenpai=(YakumanTenpai(seat=2, value=48_000),))

    played = game("kinyoukai").play(state_at("E2", 250, 400, 250, 100), hand)

    assert played.deltas == (3_000, -30_000, 24_000, 3_000)


@pytest.mark.parametrize(
    ("key", "missed", "says"),
    [
        pytest.param("nekohouse-4a", (2, 32_000), "pay no compensation", id="not there"),
        pytest.param("kinyoukai", (1, 32_000), "cannot pay itself", id="one's own chombo"),
        pytest.param("kinyoukai", (2, 32_100), "multiple of 200", id="no half of it"),
        pytest.param("kinyoukai", (2, 0), "multiple of 200", id="nothing"),
    ],
)
def test_a_missed_yakuman_that_cannot_be(key: str, missed: tuple[int, int], says: str) -> None:
    hand = chombo(1, yakuman_tenpai=(YakumanTenpai(seat=missed[0], value=missed[1]),))

    with pytest.raises(GameError, match=says):
        game(key).play(game(key).start(), hand)


def test_zung_jung_pays_no_missed_yakuman_either() -> None:
    table = game("zung-jung", penalty_table=[{"kind": "chombo", "amount": 10_000}])
    hand = chombo(1, yakuman_tenpai=(YakumanTenpai(seat=2, value=400),))

    with pytest.raises(NotPlayedError, match="pay no compensation"):
        table.play(table.start(), hand)


def test_a_chombo_that_takes_a_player_below_zero_ends_the_game() -> None:
    table = game("nekohouse-4a")

    played = table.play(state_at("E2", 450, 80, 250, 220), chombo(1))

    assert (played.after.why, played.after.points[1]) == ("bust", -1_000)
    assert [(bust.seat, bust.by) for bust in played.after.busts] == [(1, None)]


def test_a_rule_may_let_the_game_go_on_after_it() -> None:
    table = game("nekohouse-4a", chombo_bust_ends_game=False)

    assert follows(table.play(state_at("E2", 450, 80, 250, 220), chombo(1))) == "E2.0"


def test_a_rule_may_keep_the_sticks_and_not_replay() -> None:
    table = game("nekohouse-4a", chombo_hand="stands", chombo_returns_sticks=False)

    played = table.play(state_at("E2", *EVEN, honba=1), chombo(0, riichi=(2,)))

    assert played.deltas == (-9_000, 3_000, 3_000 - 1_000, 3_000)
    assert played.after.sticks == 1_000
    assert follows(played) == "E3.1"


def test_where_boo_keeps_no_totals_a_chombo_is_paid_at_the_table() -> None:
    table = game("nekohouse-boo", penalty_table=[])

    assert table.play(table.start(), chombo(3)).deltas == (1_500, 1_500, 1_500, -4_500)


def test_a_chombo_in_boo_costs_victory_points_in_the_end() -> None:
    table = game("nekohouse-boo")
    after = table.play(table.start(), chombo(3)).after
    end = table.play(after._replace(points=(150, 80, 50, 40)), draw()).after._replace(
        points=(15_000, 8_000, 5_000, 4_000)
    )

    settled = settle(table.result(end), table.rule)

    assert end.penalties == (Penalty(seat=3, kind="chombo"),)
    assert settled.victory_points == (4 + 1, 0 + 1, -2 + 1, -2 - 3)


def test_a_club_may_charge_a_chombo_in_the_end_only() -> None:
    table = game("nekohouse-4a", chombo_payment=None)

    played = table.play(table.start(), chombo(2))

    assert played.deltas == (0, 0, 0, 0)
    assert table.result(played.after).penalties == (Penalty(seat=2, kind="chombo"),)


@pytest.mark.parametrize(
    ("changes", "held", "deposit"),
    [
        pytest.param({}, 10, 1_000, id="a stick"),
        pytest.param({}, 4, 400, id="below it all one has"),
        pytest.param({}, 0, 0, id="nothing"),
        pytest.param({"penalty_below_stick": "nothing"}, 4, 0, id="below it nothing"),
    ],
)
def test_a_lesser_offence_costs_a_stick(
    changes: dict[str, object], held: int, deposit: int
) -> None:
    table = game("nekohouse-4a", **changes)

    played = table.play(state_at("E2", held, 300, 300, 300), draw(penalties=(stick(0),)))

    assert played.deltas == (-deposit, 0, 0, 0)
    assert played.after.sticks == deposit


def test_a_riichi_is_paid_before_a_penalty() -> None:
    hand = draw(0, 1, 2, 3, riichi=(0,), penalties=(stick(0),))

    played = game("kinyoukai").play(state_at("E2", 15, 300, 300, 300), hand)

    assert played.deltas == (-1_500, 0, 0, 0)


def test_the_winner_takes_the_stick_of_an_offence() -> None:
    played = game("kinyoukai").play(state_at("E2", *EVEN), by_tsumo(1, 5, penalties=(stick(3),)))

    assert played.deltas == (-4_000, 13_000, -4_000, -5_000)


@pytest.mark.parametrize(
    ("key", "hand"),
    [
        pytest.param("nekohouse-4a", by_ron(ron(1, 0), penalties=(forfeit(1),)), id="ron"),
        pytest.param("kinyoukai", by_tsumo(1, penalties=(forfeit(1),)), id="tsumo"),
        pytest.param("nekohouse-boo", by_tsumo(1, penalties=(forfeit(1),)), id="tsumo in boo"),
        pytest.param("super-tonpu", draw(1, penalties=(forfeit(1),)), id="tenpai"),
    ],
)
def test_who_has_forfeited_the_hand_cannot_win_it(key: str, hand: TableHand) -> None:
    with pytest.raises(ForfeitedError, match="Seat 1 has forfeited the win"):
        game(key).play(game(key).start(), hand)


def test_in_boo_a_forfeited_hand_may_be_shown_as_tenpai() -> None:
    table = game("nekohouse-boo")

    assert follows(table.play(table.start(), draw(1, penalties=(forfeit(1),)))) == "E2.1"


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(draw(0, riichi=(2,), penalties=(forfeit(2),)), id="draw"),
        pytest.param(nagashi(0, riichi=(2,), penalties=(forfeit(2),)), id="nagashi"),
    ],
)
def test_a_forfeited_riichi_stands_and_is_noten(hand: TableHand) -> None:
    table = game("kinyoukai", nagashi_form="draw", nagashi_takes_sticks=False)

    assert table.play(table.start(), hand).after.sticks == 1_000


def test_zung_jung_has_no_penalties_at_the_table() -> None:
    with pytest.raises(NotPlayedError, match="no penalties at the table"):
        game("zung-jung").play(game("zung-jung").start(), draw(penalties=(stick(1),)))


@pytest.mark.parametrize(
    ("key", "at", "offender", "deltas"),
    [
        pytest.param("kinyoukai", "E2", 0, (-8_000, 4_000, 2_000, 2_000), id="a child"),
        pytest.param("kinyoukai", "E2", 1, (4_000, -12_000, 4_000, 4_000), id="the dealer"),
        pytest.param("nekohouse-4b", "E2", 0, (-8_000, 4_000, 2_000, 2_000), id="without fu"),
        pytest.param("nekohouse-3a", "E2", 0, (-6_000, 4_000, 2_000), id="three, a child"),
        pytest.param("nekohouse-3a", "E2", 1, (4_000, -8_000, 4_000), id="three, the dealer"),
    ],
)
def test_a_chombo_may_be_a_mangan_in_reverse(
    key: str, at: str, offender: int, deltas: tuple[int, ...]
) -> None:
    table = game(key, chombo_payment=None, chombo_form="reverse_mangan", chombo_honba="grows")
    held = (250,) * len(deltas)

    played = table.play(state_at(at, *held, honba=2, sticks=1_000), chombo(offender, riichi=(1,)))

    assert played.deltas == deltas, "neither honba nor sticks are paid with it"
    assert (follows(played), played.after.sticks) == ("E2.3", 1_000)


@pytest.mark.parametrize(
    ("changes", "offender", "next_"),
    [
        pytest.param({}, 1, "E2.2", id="the dealer's own: played again"),
        pytest.param({"chombo_dealer": "moves"}, 1, "E3.2", id="the dealer's own: the seat moves"),
        pytest.param({"chombo_dealer": "moves"}, 2, "E2.2", id="another's: played again"),
        pytest.param({"chombo_honba": "grows"}, 2, "E2.3", id="a honba more"),
        pytest.param(
            {"chombo_dealer": "moves", "chombo_honba": "grows"}, 1, "E3.3", id="moved, one more"
        ),
        pytest.param({"chombo_hand": "stands"}, 2, "E3.2", id="a hand that stands"),
    ],
)
def test_a_rule_says_what_follows_a_chombo(
    changes: dict[str, object], offender: int, next_: str
) -> None:
    played = game("kinyoukai", **changes).play(state_at("E2", *EVEN, honba=2), chombo(offender))

    assert follows(played) == next_


@pytest.mark.parametrize(
    ("returned", "left", "deltas"),
    [
        pytest.param(True, 0, (3_000, -9_000, 3_000, 3_000), id="goes back"),
        pytest.param(False, 1_000, (2_000, -9_000, 3_000, 3_000), id="stays on the table"),
    ],
)
def test_what_g9_deposited_in_a_hand_with_a_chombo(
    returned: bool, left: int, deltas: tuple[int, ...]
) -> None:
    table = game("kinyoukai", chombo_returns_penalty_sticks=returned)

    played = table.play(state_at("E2", *EVEN), chombo(1, penalties=(stick(0),)))

    assert (played.after.sticks, played.deltas) == (left, deltas)


def test_g6_of_kinyoukai_gives_back_whatever_was_deposited_in_the_hand() -> None:
    hand = chombo(1, riichi=(2,), penalties=(stick(0),))

    played = game("kinyoukai").play(state_at("E2", *EVEN), hand)

    assert (played.after.sticks, played.deltas) == (0, (3_000, -9_000, 3_000, 3_000))


def test_boo_has_no_stick_as_a_penalty() -> None:
    table = game("nekohouse-boo")

    with pytest.raises(NotPlayedError):
        table.play(table.start(), draw(penalties=(stick(0),)))


@pytest.mark.parametrize(
    ("ends", "next_"),
    [
        pytest.param(True, "time", id="ends the game"),
        pytest.param(False, "E2.2", id="is replayed"),
    ],
)
def test_a_chombo_after_the_time_ran_out(ends: bool, next_: str) -> None:
    table = game("kinyoukai", time_limit_minutes=50, time_limit_chombo_ends=ends)

    played = table.play(state_at("E2", *EVEN, honba=2), chombo(1, time_up=True))

    assert follows(played) == next_
