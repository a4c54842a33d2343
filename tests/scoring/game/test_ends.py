"""When a game is over, and why."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.presets import shipped_keys
from scoring.game import GameState, TableHand, WonHand
from scoring.game.errors import DealerChoiceError, GameOverError
from tests.scoring.game.tables import (
    abort,
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


def after(key: str, state: GameState, hand: TableHand, **changes: object) -> str:
    return follows(game(key, **changes).play(state, hand))


S4_TOP = state_at("S4", 240, 240, 220, 300)  # the dealer is top at 30,000 …
S4_BELOW = state_at("S4", 250, 250, 230, 270)  # … or below it
S4_SECOND = state_at("S4", 400, 200, 150, 250)  # somebody else is far ahead
S3_TOP = state_at("S3", 300, 300, 450)
S3_SECOND = state_at("S3", 500, 250, 300)
E4_TOP = state_at("E4", 240, 240, 220, 300)
E4_SECOND = state_at("E4", 400, 200, 150, 250)
DEALER_WINS = by_ron(ron(3, 2, 1))
THIRD_WINS = by_ron(ron(2, 0, 1))


@pytest.mark.parametrize(
    ("key", "state", "hand", "end"),
    [
        # the last hand is over when the dealer leaves it
        pytest.param("nekohouse-4a", S4_SECOND, draw(0), "last_hand", id="4a"),
        pytest.param("nekohouse-4b", S4_BELOW, draw(), "last_hand", id="4b has no overtime"),
        pytest.param("nekohouse-3a", S3_SECOND, draw(0), "last_hand", id="3a"),
        pytest.param("nekohouse-3b", state_at("S3", 350, 350, 350), draw(), "last_hand", id="3b"),
        pytest.param("kinyoukai", S4_BELOW, by_tsumo(1), "last_hand", id="kinyoukai"),
        pytest.param("super-tonpu", E4_TOP, by_tsumo(1), "last_hand", id="super-tonpu"),
        pytest.param("yakyu-4p-tonnan", S4_SECOND, draw(0), "last_hand", id="yakyu tonnan"),
        pytest.param("yakyu-4p-tonpu", E4_SECOND, draw(0), "last_hand", id="yakyu tonpu"),
        pytest.param("yakyu-3p-tonnan", S3_SECOND, draw(0), "last_hand", id="yakyu 3p"),
        pytest.param("tenhou-4p-tonpu", E4_SECOND, draw(0), "last_hand", id="tenhou"),
        # … or goes into overtime while nobody is at the target
        pytest.param(
            "nekohouse-4a",
            state_at("S4", 270, 250, 230, 250),
            draw(0),
            "last_hand",
            id="4a: the target reached by a noten payment",
        ),
        pytest.param("nekohouse-4a", S4_BELOW, draw(), "W1.1", id="4a: West after a draw"),
        pytest.param("nekohouse-4a", S4_BELOW, by_ron(ron(0, 3, 1)), "W1.0", id="4a: after a win"),
        pytest.param(
            "nekohouse-3a", state_at("S3", 350, 350, 350), draw(), "W1.1", id="3a: to West"
        ),
        pytest.param("yakyu-4p-tonnan", S4_BELOW, draw(), "W1.1", id="yakyu tonnan: West"),
        pytest.param(
            "yakyu-4p-tonpu", state_at("E4", 250, 250, 230, 270), draw(), "S1.1", id="South"
        ),
        pytest.param(
            "tenhou-3p-tonpu", state_at("E3", 350, 350, 350), draw(), "S1.1", id="tenhou 3p: South"
        ),
        # the last dealer who is top, by force
        pytest.param("nekohouse-4a", S4_TOP, DEALER_WINS, "dealer_stopped", id="4a: top, a win"),
        pytest.param("nekohouse-4a", S4_TOP, draw(3), "dealer_stopped", id="4a: top, tenpai"),
        pytest.param("nekohouse-4b", S4_BELOW, draw(3), "dealer_stopped", id="4b: whatever held"),
        pytest.param("nekohouse-3a", S3_TOP, by_tsumo(2), "dealer_stopped", id="3a"),
        pytest.param("nekohouse-3b", S3_TOP, draw(2), "dealer_stopped", id="3b"),
        pytest.param("nekohouse-4a", S4_SECOND, DEALER_WINS, "S4.1", id="4a: not top, plays on"),
        pytest.param("nekohouse-4a", S4_SECOND, draw(3), "S4.1", id="4a: not top, tenpai"),
        pytest.param("nekohouse-4a", S4_TOP, abort("kyuushu"), "S4.1", id="4a: not by an abort"),
        pytest.param("nekohouse-4a", S4_TOP, chombo(1), "S4.0", id="4a: not by a chombo"),
        # … and West follows while nobody is at the target
        pytest.param(
            "nekohouse-4a",
            state_at("S4", 250, 250, 240, 260, honba=3),
            by_ron(ron(3, 2, 1, 30)),
            "W1.0",
            id="4a: stopped by a win below the target",
        ),
        pytest.param(
            "nekohouse-4a",
            state_at("S4", 250, 250, 220, 260, honba=3, sticks=2_000),
            draw(3, 2),
            "W1.4",
            id="4a: stopped by tenpai below the target",
        ),
        # yakyu stops a top dealer at the return points, after a win only
        pytest.param("yakyu-4p-tonnan", S4_TOP, DEALER_WINS, "dealer_stopped", id="yakyu: a win"),
        pytest.param("yakyu-4p-tonnan", S4_TOP, draw(3), "S4.1", id="yakyu: never on tenpai"),
        pytest.param(
            "yakyu-4p-tonnan",
            state_at("S4", 250, 250, 230, 270),
            by_ron(ron(3, 2, 1)),
            "S4.1",
            id="yakyu: below the return points",
        ),
        pytest.param("yakyu-4p-tonnan", S4_SECOND, DEALER_WINS, "S4.1", id="yakyu: not top"),
        pytest.param("tenhou-3p-tonnan", S3_TOP, by_tsumo(2), "dealer_stopped", id="tenhou 3p"),
        # a level dealer is behind by seat
        pytest.param(
            "nekohouse-4b", state_at("S4", 300, 200, 200, 300), draw(3, 0), "S4.1", id="level"
        ),
        # dealers who may stop and do not
        pytest.param("kinyoukai", S4_TOP, DEALER_WINS, "S4.1", id="kinyoukai: may play on"),
        pytest.param("super-tonpu", E4_TOP, draw(3), "E4.1", id="super-tonpu: may play on"),
        pytest.param(
            "nekohouse-boo",
            state_at("S4", 80, 80, 80, 80),
            by_ron(ron(3, 0, 1)),
            "S4.1",
            id="boo: plays on after a win",
        ),
        pytest.param(
            "nekohouse-boo", state_at("S4", 80, 80, 90, 70), draw(3), "last_hand", id="boo: a draw"
        ),
        # busts and caps
        pytest.param(
            "kinyoukai", state_at("E1", 250, 10, 490, 250), by_ron(ron(2, 1, 1)), "E2.0", id="at 0"
        ),
        pytest.param(
            "kinyoukai", state_at("E1", 250, 9, 491, 250), by_ron(ron(2, 1, 1)), "bust", id="below"
        ),
        pytest.param("super-tonpu", state_at("E1", 5, 250, 495, 250), draw(2), "bust", id="noten"),
        pytest.param(
            "nekohouse-4b", state_at("E1", 570, 130, 150, 150), draw(0), "cap", id="4b: 60,000"
        ),
        pytest.param(
            "nekohouse-4b", state_at("E1", 569, 131, 150, 150), draw(0), "E1.1", id="4b: 59,900"
        ),
        pytest.param(
            "super-tonpu", state_at("E1", 620, 130, 150, 100), draw(0), "cap", id="65,000"
        ),
        pytest.param(
            "nekohouse-4a", state_at("E1", 620, 130, 150, 100), draw(0), "E1.1", id="4a has none"
        ),
        pytest.param(
            "nekohouse-boo",
            state_at("E1", 80, 80, 80, 80),
            by_tsumo(2, 5),
            "cap",
            id="boo: 16,000",
        ),
        pytest.param(
            "nekohouse-4b",
            state_at("E1", 595, 5, 200, 200),
            by_ron(ron(0, 1, 5)),
            "bust",
            id="a bust is named before a cap",
        ),
    ],
)
def test_what_a_hand_leads_to(key: str, state: GameState, hand: TableHand, end: str) -> None:
    assert after(key, state, hand) == end


@pytest.mark.parametrize(
    ("key", "state", "hand", "end"),
    [
        pytest.param("nekohouse-4a", "W2", draw(0), "target", id="sudden death"),
        pytest.param("nekohouse-4a", "W2", draw(1), "target", id="though the dealer stays"),
        pytest.param("nekohouse-4a", "W2", draw(), "W3.1", id="nobody yet"),
        pytest.param("nekohouse-4a", "W4", draw(), "overtime_end", id="West 4 is the end"),
        pytest.param("nekohouse-4a", "W1", chombo(1), "target", id="a chombo brings it"),
        pytest.param("yakyu-4p-tonnan", "W2", draw(1), "W2.1", id="yakyu: tenpai is no win"),
        pytest.param(
            "yakyu-4p-tonnan", "W2", by_tsumo(1), "target", id="yakyu: a top dealer's win"
        ),
        pytest.param("yakyu-4p-tonnan", "W2", draw(0), "target", id="yakyu: the dealer leaves"),
        pytest.param("yakyu-4p-tonpu", "S4", draw(), "overtime_end", id="yakyu tonpu: South 4"),
        pytest.param("tenhou-4p-tonnan", "W4", draw(3), "W4.1", id="tenhou: plays on in West 4"),
    ],
)
def test_overtime(key: str, state: str, hand: TableHand, end: str) -> None:
    assert after(key, state_at(state, 270, 275, 225, 230), hand) == end


def test_a_dealer_who_wins_in_overtime_and_is_not_top_plays_on_in_yakyu() -> None:
    state = state_at("W2", 290, 220, 270, 220)

    assert after("yakyu-4p-tonnan", state, by_ron(ron(1, 2, 2))) == "W2.1"
    assert after("yakyu-4p-tonnan", state, by_ron(ron(1, 2, 4))) == "target"


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        pytest.param({}, "W1.1", id="sticks do not help"),
        pytest.param({"overtime_sticks": "to_the_top"}, "last_hand", id="sticks help the top"),
    ],
)
def test_sticks_on_the_table_and_the_target(changes: dict[str, object], end: str) -> None:
    state = state_at("S4", 290, 250, 250, 200, sticks=1_000)

    assert after("yakyu-4p-tonnan", state, draw(), **changes) == end


def test_a_top_dealer_is_stopped_in_the_last_hand_of_west_too() -> None:
    state = state_at("W4", 250, 250, 230, 260, sticks=1_000)

    assert after("nekohouse-4a", state, draw(3, 0)) == "dealer_stopped"
    assert after("nekohouse-4a", state_at("W4", 290, 250, 250, 210), draw(3, 1)) == "W4.1"


def test_overtime_may_last_for_more_rounds() -> None:
    state = state_at("W4", 250, 250, 250, 250)

    assert after("nekohouse-4a", state, draw(), overtime_rounds=2) == "N1.1"
    north = state_at("N4", 250, 250, 250, 250)
    assert after("nekohouse-4a", north, draw(), overtime_rounds=3) == "E1.1"


def test_a_stop_by_force_may_leave_no_overtime() -> None:
    state = state_at("S4", 250, 250, 230, 260, sticks=1_000)

    changes = {"last_dealer_stop_overtime": False}
    assert after("nekohouse-4a", state, draw(3, 0), **changes) == "dealer_stopped"


@pytest.mark.parametrize(
    ("key", "state", "hand"),
    [
        pytest.param("kinyoukai", S4_SECOND, by_ron(ron(3, 2), stop=True), id="whatever the place"),
        pytest.param("super-tonpu", E4_SECOND, draw(3, stop=True), id="super-tonpu: tenpai"),
        pytest.param("super-tonpu", E4_TOP, by_tsumo(3, stop=True), id="super-tonpu: a win"),
        pytest.param("nekohouse-4a", S4_TOP, draw(3, stop=True), id="said of a stop by force"),
        pytest.param("kinyoukai", S4_TOP, nagashi(3, stop=True), id="nagashi counts as a win"),
    ],
)
def test_the_last_dealer_may_stop(key: str, state: GameState, hand: TableHand) -> None:
    assert after(key, state, hand) == "dealer_stopped"


@pytest.mark.parametrize(
    ("key", "state", "hand", "says"),
    [
        pytest.param("kinyoukai", S4_TOP, draw(3, stop=True), "only after", id="not by tenpai"),
        pytest.param("kinyoukai", S4_TOP, by_tsumo(1, stop=True), "only after", id="a child won"),
        pytest.param(
            "kinyoukai", state_at("S3", *[250] * 4), by_tsumo(2, stop=True), "S3", id="not the last"
        ),
        pytest.param(
            "nekohouse-boo", S4_TOP, by_tsumo(3, stop=True), "do not let the dealer stop", id="boo"
        ),
        pytest.param(
            "zung-jung", S4_TOP, draw(stop=True), "do not let the dealer stop", id="zung jung"
        ),
        pytest.param(
            "nekohouse-4a",
            S4_SECOND,
            draw(3, stop=True),
            "does not meet the rules' conditions",
            id="not top",
        ),
        pytest.param(
            "yakyu-4p-tonnan",
            S4_BELOW,
            by_ron(ron(3, 2, 1), stop=True),
            "does not meet the rules' conditions",
            id="below the return points",
        ),
    ],
)
def test_a_dealer_who_may_not_stop(key: str, state: GameState, hand: TableHand, says: str) -> None:
    with pytest.raises(DealerChoiceError, match=says):
        after(key, state, hand)


@pytest.mark.parametrize(
    ("key", "hand", "says"),
    [
        pytest.param(
            "kinyoukai", by_tsumo(0, give_up=True), "do not let the dealer pass", id="not there"
        ),
        pytest.param("zung-jung", draw(give_up=True), "do not let the dealer pass", id="zung jung"),
        pytest.param("super-tonpu", by_tsumo(1, give_up=True), "does not stay", id="a child won"),
        pytest.param("super-tonpu", chombo(1, give_up=True), "does not stay", id="replayed"),
    ],
)
def test_a_dealer_who_may_not_pass_the_seat_on(key: str, hand: TableHand, says: str) -> None:
    table = game(key)

    with pytest.raises(DealerChoiceError, match=says):
        table.play(table.start(), hand)


def test_passing_the_seat_on_in_the_last_hand_ends_the_game() -> None:
    assert after("super-tonpu", E4_TOP, by_tsumo(3, give_up=True)) == "last_hand"


@pytest.mark.parametrize("key", shipped_keys())
def test_any_table_may_play_by_the_clock(key: str) -> None:
    table = game(key)

    assert follows(table.play(table.start(), draw(time_up=True))) == "time"


def test_what_the_points_end_comes_before_the_clock() -> None:
    state = state_at("E1", 250, 9, 491, 250)
    hand = by_ron(ron(2, 1, 1), time_up=True)

    assert after("kinyoukai", state, hand) == "bust"


def test_the_clock_comes_before_the_course_of_the_game() -> None:
    assert after("nekohouse-4a", S4_TOP, draw(3, time_up=True)) == "time"


@pytest.mark.parametrize(
    ("changes", "end"),
    [
        pytest.param({"bust_at_zero": True}, "bust", id="0 may end it too"),
        pytest.param({"bust_ends_game": False}, "E2.0", id="below 0 play may go on"),
    ],
)
def test_a_club_has_its_own_line_for_busts(changes: dict[str, object], end: str) -> None:
    held = 10 if "bust_at_zero" in changes else 5
    state = state_at("E1", 250, held, 500 - held, 250)

    assert after("kinyoukai", state, by_ron(ron(2, 1, 1)), **changes) == end


def test_zung_jung_may_stop_below_zero() -> None:
    table = game("zung-jung", below_zero_allowed=False)
    hand = TableHand(result="tsumo", wins=(WonHand(winner=1, worth=10),))

    assert follows(table.play(table.start(), hand)) == "bust"


def test_nothing_follows_the_end() -> None:
    table = game("kinyoukai")
    end = table.play(state_at("S4", 400, 200, 200, 200)._replace(played=9), draw(0)).after

    with pytest.raises(GameOverError, match="The game ended after 10 hands, at S4"):
        table.play(end, draw(0))


def test_whose_points_were_taken_by_whom() -> None:
    table = game("nekohouse-4a")
    state = state_at("E1", 5, 5, 490, 500)

    by_draw = table.play(state, draw(2, 3)).after
    tsumo = table.play(state, by_tsumo(3, 5)).after
    double = table.play(state, by_ron(ron(3, 1, 2), ron(2, 1, 2))).after

    assert [(bust.seat, bust.by) for bust in by_draw.busts] == [(0, None), (1, None)]
    assert [(bust.seat, bust.by) for bust in tsumo.busts] == [(0, 3), (1, 3)]
    assert [(bust.seat, bust.by) for bust in double.busts] == [(1, 2)]


@pytest.mark.parametrize(
    ("key", "at", "is_last"),
    [
        pytest.param("nekohouse-4a", "S4", True, id="South 4"),
        pytest.param("nekohouse-4a", "S3", False, id="South 3"),
        pytest.param("nekohouse-4a", "W4", True, id="the end of overtime"),
        pytest.param("super-tonpu", "E4", True, id="East 4"),
        pytest.param("zung-jung", "N4", True, id="North 4"),
    ],
)
def test_the_last_hand_is_known_before_it(key: str, at: str, is_last: bool) -> None:
    assert game(key).is_last_hand(state_at(at, *[250] * 4)) is is_last


@pytest.mark.parametrize(
    ("changes", "points", "end"),
    [
        pytest.param({}, -1, "bust", id="below 0, as usual"),
        pytest.param({"bust_below": -20_000}, -200, "E3.0", id="at a line far below 0"),
        pytest.param({"bust_below": -20_000}, -201, "bust", id="below that line"),
        pytest.param(
            {"bust_below": -20_000, "bust_at_zero": True}, -200, "bust", id="exactly at it"
        ),
        pytest.param({"bust_below": 10_000}, 99, "bust", id="a line above 0"),
    ],
)
def test_a_rule_says_below_which_line_one_is_busted(
    changes: dict[str, object], points: int, end: str
) -> None:
    state = state_at("E2", points + 10, 990 - points, 0, 0, honba=0)._replace(
        points=(100 * points + 1_000, 100_000 - 100 * points - 61_000, 30_000, 30_000)
    )

    assert after("kinyoukai", state, by_ron(ron(1 + 1, 0, 1, 30)), **changes) == end


@pytest.mark.parametrize(
    ("stop", "state", "end"),
    [
        pytest.param("when_top_at_target", S4_TOP, "dealer_stopped", id="top at the target"),
        pytest.param("when_top_at_target", S4_BELOW, "S4.1", id="top below the target"),
        pytest.param("when_top_at_target", S4_SECOND, "S4.1", id="not top"),
    ],
)
def test_a_stop_by_force_may_go_by_the_target_of_overtime(
    stop: str, state: GameState, end: str
) -> None:
    changes = {"last_dealer_stop": stop, "return_points": 25_000, "overtime_target": 30_000}

    assert after("nekohouse-4a", state, DEALER_WINS, **changes) == end


@pytest.mark.parametrize(
    ("state", "stops"),
    [pytest.param(S4_TOP, True, id="top"), pytest.param(S4_SECOND, False, id="not top")],
)
def test_the_choice_to_stop_may_be_the_tops_alone(state: GameState, stops: bool) -> None:
    table = game("kinyoukai", last_dealer_stop="may_when_top")

    assert follows(table.play(state, DEALER_WINS)) == "S4.1", "nobody is forced"
    if stops:
        assert follows(table.play(state, replace(DEALER_WINS, stop=True))) == "dealer_stopped"
    else:
        with pytest.raises(DealerChoiceError):
            table.play(state, replace(DEALER_WINS, stop=True))


@pytest.mark.parametrize(
    ("stays", "hand", "end"),
    [
        pytest.param("win_or_tenpai", draw(0), "S3.1", id="noten: the seat moves on"),
        pytest.param("win_or_draw", draw(0), "S2.1", id="noten: stays all the same"),
        pytest.param("win_or_draw", draw(1), "S2.1", id="tenpai: stays"),
    ],
)
def test_a_noten_dealer_may_stay(stays: str, hand: TableHand, end: str) -> None:
    state = state_at("S2", 250, 250, 250, 250)

    assert after("kinyoukai", state, hand, dealer_stays_after_east=stays) == end
