"""Conditions that players work out in their heads, with the sums in the comments."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.conditions import ALWAYS, Asker, Case, Draw, Goal, Needed, Range, Way
from scoring.game import GameError, GameState
from tests.scoring.game.tables import rule, state_at


def needs(
    key: str,
    state: GameState,
    seat: int,
    goal: Goal = 1,
    riichi: tuple[int, ...] = (),
    **changes: Any,
) -> Needed:
    """What a player needs for a goal."""
    players = Asker(rule(key, **changes)).conditions(state, riichi).players
    return next(needed for needed in players[seat].goals if needed.goal == goal)


def called(ranges: tuple[Range, ...]) -> list[str]:
    """Wins as they are called out: 2000+, 1000/2000-1300/2600, 2600 all+."""
    return [_from(each) for each in ranges]


def _from(wins: Range) -> str:
    least, most = wins
    if most is None:
        return f"{_one(least)}+"
    return _one(least) if least == most else f"{_one(least)}-{_one(most)}"


def _one(win: Any) -> str:
    if win.worth:
        return str(win.worth)
    if win.total == win.each:
        return str(win.each)
    return f"{win.each} all" if win.dealer is None else f"{win.each}/{win.dealer}"


def ron(needed: Needed, discarder: int) -> Way:
    return next(way for way in needed.ron if way.discarder == discarder)


def drawn(needed: Needed, own: str) -> Draw:
    return next(draw for draw in needed.draws if draw.own == own)


# --- swings --------------------------------------------------------------------------------------

#: South 4; seat 1 is 4,100 behind seat 0, both children; no overtime
BEHIND = state_at("S4", 300, 259, 221, 220)


def test_4100_behind_takes_2300_from_the_top_4500_from_others_or_900_1800() -> None:
    needed = needs("nekohouse-4a", BEHIND, 1, overtime="none", raised_mangan=False)

    assert not needed.is_held
    assert called(ron(needed, 0).reached) == ["2300+"]  # 2,300 twice; 2,000 is 100 short
    assert called(ron(needed, 2).reached) == ["4500+"]
    assert called(ron(needed, 3).reached) == ["4500+"]
    assert called(needed.tsumo.reached) == ["900/1800+"]  # 3,600 + 900; 800/1600: 3,200 + 800
    assert not needed.tsumo.goes_on
    assert drawn(needed, "tenpai").reached == ()  # at most 4,000: 3,000 and 1,000


def test_who_is_behind_the_dealer_gains_more_by_tsumo() -> None:
    needed = needs("kinyoukai", state_at("S4", 221, 259, 220, 300), 1)

    # the dealer pays twice: 700/1300 is 2,700 + 1,300, 100 short; 800/1500 is 3,100 + 1,500
    assert called(needed.tsumo.reached) == ["800/1500+"]


def test_the_dealer_counts_in_dealers_hands() -> None:
    needed = needs("nekohouse-4a", state_at("S4", 300, 220, 221, 259), 3, overtime="none")

    assert called(ron(needed, 0).reached) == ["2400+"]
    assert called(ron(needed, 1).reached) == ["4400+"]
    # 1000 all: 3,000 + 1,000; 1100 does not exist; 1200 all: 3,600 + 1,200
    assert called(needed.tsumo.reached) == ["1200 all+"]


@pytest.mark.parametrize(
    ("state", "direct"),
    [
        pytest.param(state_at("S4", 260, 300, 220, 220), "2000+", id="nearer East: level will do"),
        pytest.param(state_at("S4", 300, 260, 220, 220), "2300+", id="farther: one more step"),
    ],
)
def test_ties_go_by_seat(state: GameState, direct: str) -> None:
    behind = 0 if state.points[0] == 26_000 else 1

    assert called(ron(needs("kinyoukai", state, behind), 1 - behind).reached) == [direct]


def test_a_shared_place_is_reached_and_said_to_be_shared() -> None:
    state = state_at("S4", 300, 260, 220, 220)

    direct = ron(needs("kinyoukai", state, 1, tie="share_uma"), 0)

    assert called(direct.reached) == ["2000+"]
    assert called(direct.shared) == ["2000"]


# --- what lies on the table ----------------------------------------------------------------------


def test_honba_count_for_the_winner_and_against_the_payer() -> None:
    two = state_at("S4", 300, 259, 221, 220, honba=2)

    needed = needs("kinyoukai", two, 1)

    assert called(ron(needed, 0).reached) == ["1600+"]  # 1,600 and 600, twice: 4,400
    assert called(needed.tsumo.reached) == ["700/1300+"]  # 2,700 + 600, and 700 + 200: 4,200


def test_honba_of_1500_make_any_win_enough() -> None:
    needed = needs("nekohouse-4b", state_at("S4", 300, 259, 221, 220, honba=1), 1)

    assert ron(needed, 0).is_any  # 1,000 and 1,500, twice: 5,000
    assert called(ron(needed, 2).reached) == ["4000+"]
    assert called(needed.tsumo.reached) == ["500/1000+"]  # 2,000 + 1,500 and 500 + 500: 4,500


def test_a_stick_on_the_table_helps_whoever_wins() -> None:
    state = state_at("S4", 300, 249, 221, 220, sticks=1_000)

    needed = needs("kinyoukai", state, 1)

    assert called(ron(needed, 0).reached) == ["2300+"]  # 1,000 + 4,600 against 5,100
    assert called(ron(needed, 2).reached) == ["4500+"]


def test_the_tops_own_riichi_counts_double() -> None:
    needed = needs("kinyoukai", BEHIND, 1, riichi=(0,))

    assert called(ron(needed, 0).reached) == ["1300+"]  # 1,000 each way, then 2,600
    assert called(ron(needed, 2).reached) == ["2300+"]


def test_ones_own_riichi_comes_back_with_the_win() -> None:
    with_riichi, without = needs("kinyoukai", BEHIND, 1, riichi=(1,)), needs("kinyoukai", BEHIND, 1)

    assert (with_riichi.tsumo, with_riichi.ron) == (without.tsumo, without.ron)
    assert [draw.own for draw in with_riichi.draws] == ["riichi"]


# --- draws ---------------------------------------------------------------------------------------


def test_3900_behind_takes_one_tenpai_against_three_or_the_top_alone_noten() -> None:
    state = state_at("S4", 300, 261, 219, 220)

    needed = needs("kinyoukai", state, 1)

    # 3,000 and 1,000 either way; a riichi costs a stick more
    assert set(drawn(needed, "tenpai").reached) == {
        Case(noten=(0, 2, 3)),
        Case(tenpai=(2, 3), noten=(0,)),
    }
    assert drawn(needed, "riichi").reached == ()
    assert drawn(needed, "noten").reached == ()


def test_the_top_by_little_needs_the_second_to_be_noten_too() -> None:
    state = state_at("S4", 300, 290, 210, 200)

    needed = needs("kinyoukai", state, 0)

    assert drawn(needed, "tenpai").is_always
    assert drawn(needed, "noten").reached == (Case(noten=(1,)),)
    assert not needed.is_sure


def test_far_ahead_nothing_is_needed() -> None:
    needed = needs("kinyoukai", state_at("S4", 400, 250, 180, 170), 0)

    assert needed.is_sure
    assert all(draw.reached == (ALWAYS,) for draw in needed.draws)


def test_too_far_behind_nothing_is_enough() -> None:
    # a dealer's yakuman: 48,000 from the top, 38,000 against 82,000; 24,000 from each: less
    needed = needs("nekohouse-3b", state_at("S3", 1300, -150, -100), 2)

    assert needed.is_out


def test_an_asker_answers_again_and_for_other_honba() -> None:
    asker = Asker(rule("kinyoukai"))

    first = asker.conditions(BEHIND)

    assert asker.conditions(BEHIND._replace(honba=2)) != first
    assert asker.conditions(BEHIND) == first


def test_who_has_declared_is_tenpai() -> None:
    state = state_at("S4", 300, 290, 210, 200)

    needed = needs("kinyoukai", state, 0, riichi=(1,))

    # seat 1 has 28,000 left; alone in tenpai 31,000, with all others 29,000 against 27,000
    assert drawn(needed, "noten").reached == ()
    assert drawn(needed, "tenpai").is_always


# --- whether the game ends -----------------------------------------------------------------------

#: nobody is at 30,000
LOW = state_at("S4", 291, 280, 220, 209)


def test_a_win_below_the_target_leads_into_the_west() -> None:
    needed = needs("tenhou-4p-tonnan", LOW, 1)

    direct = ron(needed, 0)

    assert called(direct.reached) == ["1000+"]
    assert called(direct.goes_on) == ["1000-1600"]  # 28,000 and 2,000 are the target


def test_without_overtime_the_same_win_ends_the_game() -> None:
    assert ron(needs("nekohouse-4b", LOW, 1), 0).goes_on == ()


def test_a_dealer_who_is_not_top_plays_on_and_a_top_dealer_is_stopped() -> None:
    state = state_at("S4", 300, 240, 220, 240)

    needed = needs("nekohouse-4b", state, 3, goal=2)

    assert ron(needed, 0).is_any
    # 3,000 from the top leaves both at 27,000, where the dealer stands behind
    assert called(ron(needed, 0).goes_on) == ["1500-3000"]
    assert called(ron(needed, 1).goes_on) == ["1500-6000"]  # 30,000 is level with the top


def test_a_dealer_who_may_stop_does_when_asked_about() -> None:
    state = state_at("S4", 300, 240, 220, 240)

    needed = needs("kinyoukai", state, 3, goal=2)

    assert ron(needed, 0).goes_on == ()
    assert drawn(needed, "tenpai").goes_on == (ALWAYS,)  # never after tenpai


def test_a_bust_ends_an_early_hand() -> None:
    conditions = Asker(rule("kinyoukai")).conditions(state_at("E2", 300, 250, 430, 20))

    direct = ron(conditions.players[0].goals[1], 3)

    assert not conditions.is_last_hand
    assert called(direct.goes_on) == ["1000-2000"]  # 0 plays on


def test_a_top_dealer_below_the_return_points_plays_on_where_the_rule_says_so() -> None:
    state = state_at("S4", 280, 240, 230, 250)

    needed = needs("yakyu-4p-tonnan", state, 3, overtime="none", return_points=31_000)

    # 3,400 make 28,400 and the top; 5,800 make 30,800, 6,800 more than 31,000
    assert called(ron(needed, 1).reached) == ["3400+"]
    assert called(ron(needed, 1).goes_on) == ["3400-5800"]


def test_a_cap_ends_an_early_hand() -> None:
    needed = needs("nekohouse-4b", state_at("E2", 520, 200, 180, 100), 0)

    assert called(ron(needed, 1).goes_on) == ["1000-4000"]  # a mangan makes 60,000


# --- other tables --------------------------------------------------------------------------------


def test_without_fu_there_are_few_wins() -> None:
    needed = needs("nekohouse-4b", BEHIND, 1)

    assert called(ron(needed, 0).reached) == ["4000+"]
    assert called(needed.tsumo.reached) == ["1000/2000+"]


def test_three_players_lose_the_missing_share() -> None:
    state = state_at("S3", 400, 350, 300)

    needed = needs("nekohouse-3a", state, 1)

    # seat 1 is a child and 5,000 behind a child: a mangan brings 6,000 and costs him 2,000
    assert called(needed.tsumo.reached) == ["1300/2600+"]  # 3,900 + 1,300: 5,200
    assert called(ron(needed, 0).reached) == ["2600+"]


def test_zung_jung_counts_single_points() -> None:
    state = GameState(3, 3, 0, 0, (100, 40, -20, -120))

    needed = needs("zung-jung", state, 1)

    # 3W + W must pass 60; a charged discarder pays 3W - 60 of more than 30
    assert called(needed.tsumo.reached) == ["20+"]
    assert called(ron(needed, 0).reached) == ["20+"]
    assert drawn(needed, "noten").reached == ()


# --- Boo -----------------------------------------------------------------------------------------


def test_a_sunk_player_may_not_end_a_game_of_boo_and_stay_sunk() -> None:
    # seat 2 stands at 1,000 with the last hand on; a win that leaves him below 8,000 is a chombo
    state = state_at("S4", 120, 110, 10, 80)

    needed = needs("nekohouse-boo", state, 2, goal="afloat")

    direct = ron(needed, 0)
    # the last hand: whatever wins ends the game
    assert called(direct.barred)[0].startswith("500-")
    assert called(direct.reached)[0] == "7000+"


def test_a_win_that_fixes_ones_own_maru_c_is_forbidden_but_in_the_last_hand() -> None:
    early, last = state_at("E2", 150, 90, 80, 0), state_at("S4", 150, 90, 80, 0)

    before = ron(needs("nekohouse-boo", early, 0, goal="maru_c"), 1)
    at_last = ron(needs("nekohouse-boo", last, 0, goal="maru_c"), 1)

    # 1,000 reach the cap and leave seat 3 alone sunk; 1,200 sink seat 1 as well
    assert called(before.reached) == ["500-800", "1200+"]
    assert called(before.missed) == called(before.barred) == ["1000"]
    assert at_last.is_any


def test_a_floating_player_who_cannot_become_top_may_not_win_the_last_hand() -> None:
    state = state_at("S4", 80, 230, 5, 5)

    needed = needs(
        "nekohouse-boo", state, 0, goal="maru_c", yakuman_ends_game=False, cap_points=60_000
    )

    # a mangan and four dora bring 14,000: 22,000 against 23,000
    assert called(ron(needed, 2).barred) == ["500+"]
    assert not needed.ron[0].is_any


def test_a_yakuman_ends_a_game_of_boo_as_maru_a() -> None:
    state = state_at("E2", 150, 90, 80, 0)

    needed = needs("nekohouse-boo", state, 3, goal="maru_a")

    assert [each.least.limit for each in ron(needed, 1).reached] == ["yakuman"]


def test_a_floating_player_who_is_not_top_may_win_once_a_riichi_has_sunk_him() -> None:
    state = state_at("S4", 80, 150, 60, 30)

    needed = needs("nekohouse-boo", state, 0, goal="afloat")

    # floating he must be top: 3,500 from the top, twice, are level with it and go by seat
    assert called(ron(needed, 1).barred) == ["500-3300"]
    # at 7,900 he is sunk, and every win lifts him to 8,000 again
    assert all(way.is_any for way in needed.after_riichi)


# --- what cannot be asked ------------------------------------------------------------------------


def test_a_game_that_is_over_has_no_conditions() -> None:
    with pytest.raises(GameError, match="The game ended after"):
        Asker(rule("kinyoukai")).conditions(BEHIND._replace(why="last_hand"))


def test_a_riichi_without_the_points_for_it_is_refused() -> None:
    state = state_at("S4", 520, 259, 221, 0)

    with pytest.raises(GameError, match="riichi"):
        Asker(rule("kinyoukai")).conditions(state, (3,))
