"""Boo: the race to 16,000, wins that the points forbid, yakuless wins, yakuman."""

from __future__ import annotations

import pytest

from scoring.game import GameState, TableHand, WonHand
from scoring.game.engine import Barred
from scoring.game.errors import BarredWinError
from scoring.payments import Liability
from scoring.settlement import settle
from tests.scoring.game.tables import by_ron, by_tsumo, chombo, draw, follows, game, ron, state_at

BOO = game("nekohouse-boo")
EVEN = (80, 80, 80, 80)


def won_by(win: WonHand) -> TableHand:
    return TableHand(result="tsumo" if win.discarder is None else "ron", wins=(win,))


@pytest.mark.parametrize(
    ("win", "deltas"),
    [
        pytest.param(ron(1, 0, 1, 30), (-1_000 - 1_500, 1_000 + 1_500, 0, 0), id="honba 1500"),
        pytest.param(ron(1, 0, 0, 30), (-500, 500, 0, 0), id="no honba without a yaku"),
        pytest.param(
            ron(1, 0, 0, 30, dora=2), (-500 - 3_000, 500 + 3_000, 0, 0), id="dora 1500 each"
        ),
        pytest.param(
            WonHand(winner=1, han=1, fu=30, dora=1),
            (-500 - 500 - 500, 300 * 2 + 500 + 500 * 6, -300 - 1_000, -300 - 1_000),
            id="by tsumo dora and honba 500 from each",
        ),
    ],
)
def test_dora_and_honba_are_paid_beside_the_hand(win: WonHand, deltas: tuple[int, ...]) -> None:
    played = BOO.play(state_at("E1", *EVEN, honba=1), won_by(win))

    assert played.deltas == deltas


@pytest.mark.parametrize(
    ("hand", "changes", "next_hand"),
    [
        pytest.param(by_ron(ron(2, 0, 0)), {}, "E3.3", id="a child without yaku: one more"),
        pytest.param(by_ron(ron(2, 0, 1)), {}, "E3.0", id="a child with one: none"),
        pytest.param(by_ron(ron(1, 0, 0)), {}, "E2.3", id="the dealer without yaku"),
        pytest.param(
            by_ron(ron(2, 0, 0)),
            {"yakuless_child_win": "honba_reset"},
            "E3.0",
            id="where it counts as any win",
        ),
    ],
)
def test_a_win_without_yaku_and_the_honba(
    hand: TableHand, changes: dict[str, object], next_hand: str
) -> None:
    table = game("nekohouse-boo", **changes)

    assert follows(table.play(state_at("E2", *EVEN, honba=2), hand)) == next_hand


@pytest.mark.parametrize(
    ("state", "hand", "reason"),
    [
        pytest.param(
            state_at("E2", 155, 85, 45, 35),
            by_ron(ron(3, 1, 5)),
            None,
            id="sunk, and rises to the third place, but the game goes on",
        ),
        pytest.param(
            state_at("E2", 140, 8, 100, 72),
            by_ron(ron(3, 1, 1, 30)),
            None,
            id="sunk, and floats with a bust",
        ),
        pytest.param(
            state_at("E2", 140, 8, 110, 62),
            by_ron(ron(3, 1, 1, 30)),
            "stays_sunk",
            id="sunk, and stays so with a bust",
        ),
        pytest.param(
            state_at("E2", 140, 8, 92, 80),
            by_ron(ron(3, 1, 1, 30)),
            "not_top",
            id="floating, and not top",
        ),
        pytest.param(
            state_at("E2", 100, 100, 95, 25),
            by_ron(ron(0, 3, 4, 40)),
            "own_maru_c",
            id="floating, and one's own maru-C",
        ),
        pytest.param(
            state_at("S4", 100, 100, 95, 25),
            by_ron(ron(0, 3, 4, 40)),
            None,
            id="one's own maru-C in the last hand",
        ),
        pytest.param(
            state_at("E2", 79, 100, 100, 41),
            by_ron(ron(0, 3, 5)),
            None,
            id="sunk, and rises to maru-C",
        ),
        pytest.param(
            state_at("E2", 80, 100, 100, 40),
            by_ron(ron(0, 3, 5), riichi=(0,)),
            None,
            id="the riichi stick has sunk the winner",
        ),
        pytest.param(
            state_at("E2", 100, 100, 70, 50),
            by_ron(ron(0, 3, 5)),
            None,
            id="floating, and maru-B",
        ),
        pytest.param(
            state_at("E2", 100, 100, 95, 25),
            by_ron(WonHand(winner=2, discarder=3, yakuman=1)),
            None,
            id="a yakuman may always be won",
        ),
        pytest.param(state_at("E2", *EVEN), draw(1), None, id="a draw is no win"),
    ],
)
def test_wins_that_the_points_forbid(
    state: GameState, hand: TableHand, reason: Barred | None
) -> None:
    assert BOO.forbidden(state, hand) == reason

    if reason is None:
        assert BOO.play(state, hand)
    else:
        with pytest.raises(BarredWinError, match="a chombo") as refused:
            BOO.play(state, hand)
        assert refused.value.reason == reason


@pytest.mark.parametrize(
    ("state", "hand", "changes"),
    [
        pytest.param(
            state_at("E2", 140, 8, 110, 62),
            by_ron(ron(3, 1, 1, 30)),
            {"barred_stays_sunk": False},
            id="staying sunk",
        ),
        pytest.param(
            state_at("E2", 140, 8, 92, 80),
            by_ron(ron(3, 1, 1, 30)),
            {"barred_not_top": False},
            id="not being top",
        ),
        pytest.param(
            state_at("E2", 100, 100, 95, 25),
            by_ron(ron(0, 3, 4, 40)),
            {"barred_own_maru_c": False},
            id="one's own maru-C",
        ),
        pytest.param(
            state_at("E2", 140, 8, 92, 80),
            by_ron(ron(3, 1, 1, 30)),
            {"offence_barred_win": "stands"},
            id="what is barred stands all the same",
        ),
    ],
)
def test_a_table_may_allow_them(
    state: GameState, hand: TableHand, changes: dict[str, object]
) -> None:
    table = game("nekohouse-boo", **changes)

    assert table.forbidden(state, hand) is None
    assert table.play(state, hand).after.is_over


def test_the_last_hand_may_bar_ones_own_maru_c_too() -> None:
    table = game("nekohouse-boo", own_maru_c_in_last_hand=False)

    state = state_at("S4", 100, 100, 95, 25)

    assert table.forbidden(state, by_ron(ron(0, 3, 4, 40))) == "own_maru_c"


def test_a_win_does_not_end_a_game_that_the_clock_ends() -> None:
    table = game("nekohouse-boo", time_limit_minutes=60)
    hand = by_ron(ron(3, 1, 1, 30), time_up=True)

    played = table.play(state_at("E2", 140, 50, 50, 80), hand)

    assert played.after.why == "time"


def test_nothing_is_forbidden_under_other_rules() -> None:
    table = game("kinyoukai")

    assert table.forbidden(state_at("E1", 600, 5, 195, 200), by_ron(ron(2, 1, 1))) is None


@pytest.mark.parametrize(
    ("win", "victory_points"),
    [
        pytest.param(
            WonHand(winner=1, discarder=0, yakuman=1), (-6, 18, -6, -6), id="a double maru-A"
        ),
        pytest.param(
            WonHand(winner=1, discarder=0, yakuman=1, liable=(Liability(2),)),
            (-9, 18, -9, 0),
            id="pao and discarder pay nine each",
        ),
        pytest.param(
            WonHand(winner=1, yakuman=2, liable=(Liability(3),)),
            (0, 18, 0, -18),
            id="by tsumo pao pays it all",
        ),
    ],
)
def test_a_yakuman_ends_the_game(win: WonHand, victory_points: tuple[int, ...]) -> None:
    end = BOO.play(BOO.start(), won_by(win)).after

    assert end.why == "yakuman"
    assert settle(BOO.result(end), BOO.rule).victory_points == victory_points


def test_where_it_does_not_end_the_game_it_is_a_mangan() -> None:
    table = game("nekohouse-boo", yakuman_ends_game=False)
    hand = TableHand(result="tsumo", wins=(WonHand(winner=1, yakuman=1),))

    played = table.play(state_at("E1", 90, 70, 80, 80), hand)

    assert played.deltas == (-4_000, 8_000, -2_000, -2_000)
    assert (played.after.why, played.after.yakuman) == (None, None)
    assert table.result(played.after).yakuman == ()


def test_the_right_to_double_is_handed_into_the_settlement() -> None:
    end = BOO.play(state_at("E1", 82, 79, 79, 80), by_tsumo(0, 5)).after

    single = settle(BOO.result(end), BOO.rule)
    double = settle(BOO.result(end, dabu_ken=0), BOO.rule)

    assert (single.result, double.result) == ("maru_a", "double_maru_a")


def test_what_the_table_enters_instead_of_a_barred_win_is_a_chombo() -> None:
    state = state_at("E2", 140, 8, 92, 80)

    assert follows(BOO.play(state, chombo(3))) == "E2.0"
