"""What everybody needs is said as players say it."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from league.games.conditions import GoalWords, Seats, Speaker, amount, conditions_context
from rules.presets import shipped_keys
from scoring.conditions import Case, Draw, Needed, Way, Worth
from scoring.game import GameState
from tests.scoring.game.tables import rule, state_at

NAMES = ("Abe", "Baba", "Chiba", "Doi")
#: South 4; Baba is 4,100 behind Abe, both children
BEHIND = state_at("S4", 300, 259, 221, 220)


def goals_of(
    key: str,
    state: GameState,
    seat: int,
    riichi: tuple[int, ...] = (),
    names: tuple[str, ...] = NAMES,
    **changes: Any,
) -> tuple[GoalWords, ...]:
    """The goals of a player, as they are told in English."""
    with translation.override("en"):
        answer = conditions_context(rule(key, **changes), state, riichi, names)
    return answer["players"][seat]["goals"]  # type: ignore[no-any-return]


def lines(goal: GoalWords) -> dict[str, str]:
    return dict(goal.lines)


def test_the_second_hears_what_he_needs_from_whom() -> None:
    top, second, *_ = goals_of("nekohouse-4b", BEHIND, 1)

    assert top.goal == "Top"
    assert top.headline == (
        "1,000/2,000 tsumo, or mangan or more from Chiba on the right and Doi opposite,"
        " or 4,000 or more from Abe on the left"
    )
    assert second.headline == "any win, or a draw in tenpai"


def test_goals_beyond_a_sure_one_are_not_told() -> None:
    assert [goal.goal for goal in goals_of("kinyoukai", state_at("S4", 400, 220, 200, 180), 0)] == [
        "Top"
    ]


def test_places_are_called_as_players_call_them() -> None:
    assert [goal.goal for goal in goals_of("kinyoukai", state_at("S4", 400, 300, 200, 100), 3)] == [
        "Top",
        "Place 2 or better",
        "Not last (place 3)",
    ]


def test_without_names_the_others_are_where_they_sit() -> None:
    (top, *_) = goals_of("nekohouse-4b", BEHIND, 1, names=())

    assert "from the right and the seat opposite" in top.headline
    assert "from the left" in top.headline


def test_three_players_have_nobody_opposite() -> None:
    (top, *_) = goals_of("nekohouse-3b", state_at("S3", 400, 350, 300), 1, names=())

    assert (
        top.headline
        == "mangan tsumo, or mangan or more from the right, or 4,000 or more from the left"
    )


def test_what_leads_into_overtime_is_said_beside_it() -> None:
    (top, *_) = goals_of("tenhou-4p-tonnan", state_at("S4", 301, 280, 200, 219), 1)

    assert lines(top)["Ron from Abe on the left"] == (
        "1,300 or more (1,300 to 1,600: play continues)"
    )


def test_draws_are_told_by_what_oneself_and_the_others_hold() -> None:
    (top, *_) = goals_of("kinyoukai", state_at("S4", 300, 290, 210, 200), 0)

    assert lines(top)["Draw, noten"] == (
        "Baba on the right noten (Doi on the left tenpai: play continues)"
    )
    assert lines(top)["Draw, tenpai"] == "in any case (Doi on the left tenpai: play continues)"
    assert top.headline == "any win, or a draw in tenpai"


def test_draws_that_all_come_to_the_same_are_one_line() -> None:
    (top, *_) = goals_of("kinyoukai", BEHIND, 2)

    assert lines(top)["Draw"] == "out of reach"


def test_a_player_for_whom_any_draw_will_do_needs_nothing() -> None:
    (top,) = goals_of("kinyoukai", state_at("S4", 400, 220, 200, 180), 0)

    assert (top.state, top.headline) == ("sure", "no condition: a draw is enough too")
    assert lines(top)["Draw"] == "in any case (Doi on the left tenpai: play continues)"


def test_everybody_else_is_said_in_two_words() -> None:
    (top, *_) = goals_of("kinyoukai", state_at("S4", 300, 261, 219, 220), 1)

    assert "everybody else noten" in lines(top)["Draw, tenpai"]


def test_what_only_some_draws_bring_is_told_below() -> None:
    never = Way(None, (), (), is_any=False, goes_on=(), shared=(), barred=())
    draws = (Draw("noten", (Case(tenpai=(2,), noten=(3,)),), ()), Draw("tenpai", (), ()))
    ron = tuple(never._replace(discarder=seat) for seat in (1, 2, 3))
    needed = Needed(1, is_held=False, tsumo=never, ron=ron, draws=draws)

    with translation.override("en"):
        goal = Speaker(Seats(BEHIND, NAMES), 0, is_last_hand=True).goal(needed, last=3)

    assert goal.headline == "see the details below"
    assert lines(goal)["Draw, noten"] == "Chiba opposite tenpai, Doi on the left noten"
    assert lines(goal)["Draw, tenpai"] == "out of reach"


def test_a_shared_place_is_said() -> None:
    (top, *_) = goals_of("kinyoukai", state_at("S4", 300, 260, 220, 220), 1, tie="share_uma")

    assert lines(top)["Ron from Abe on the left"] == "2,000 or more (2,000: a shared place)"


def test_out_of_reach_is_said_without_lines() -> None:
    (top, *_) = goals_of("nekohouse-3b", state_at("S3", 1300, -150, -100), 2, names=())

    assert (top.state, top.headline, top.lines) == ("out", "out of reach in this hand", ())


def test_a_forbidden_win_of_boo_is_left_out_of_the_range() -> None:
    goals = goals_of("nekohouse-boo", state_at("E2", 150, 90, 80, 0), 0)

    line = lines(goals[-1] if len(goals) < 3 else goals[2])["Ron from Baba on the right"]
    assert line.startswith("500 or more, but not 1,000")
    assert "1,000: win not allowed" in line


def test_what_a_riichi_changes_in_boo_is_a_line_of_its_own() -> None:
    *_, afloat = goals_of("nekohouse-boo", state_at("S4", 80, 150, 60, 30), 0)

    assert lines(afloat)["After riichi"] == "any win"


def test_zung_jung_says_worths() -> None:
    (top, *_) = goals_of("zung-jung", GameState(3, 3, 0, 0, (100, 40, -20, -120)), 1)

    assert top.headline == "20 tsumo, or 20 or more from anybody"


@pytest.mark.parametrize(
    ("language", "expected"), [("ja", "2600"), ("en", "2,600")], ids=["Japanese", "English"]
)
def test_hands_are_called_without_commas_in_japanese(language: str, expected: str) -> None:
    with translation.override(language):
        assert amount(Worth(2, 40, 0, 0, 0, None, 2_600, 2_600)) == expected


@pytest.mark.parametrize(
    ("key", "state", "note"),
    [
        pytest.param(
            "kinyoukai", state_at("E1", 250, 250, 250, 250), "not the last hand", id="early"
        ),
        pytest.param(
            "nekohouse-boo",
            state_at("S4", 80, 80, 80, 80, honba=1),
            "does not collect honba",
            id="yakuless",
        ),
        pytest.param(
            "nekohouse-boo",
            state_at("S4", 80, 80, 80, 80),
            "without dora: each dora adds 500",
            id="dora",
        ),
    ],
)
def test_what_is_left_out_is_said(key: str, state: GameState, note: str) -> None:
    with translation.override("en"):
        notes = conditions_context(rule(key), state)["notes"]

    assert any(note in each for each in notes)


@pytest.mark.parametrize(
    ("state", "riichi", "why"),
    [
        pytest.param(
            state_at("S4", 520, 259, 221, 0),
            (3,),
            "Doi does not have enough points to have declared riichi.",
            id="no points for a riichi",
        ),
        pytest.param(
            BEHIND._replace(why="last_hand"),
            (),
            "These rules have no riichi, or the game is over.",
            id="over",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(
    state: GameState, riichi: tuple[int, ...], why: str
) -> None:
    with translation.override("en"):
        answer = conditions_context(rule("kinyoukai"), state, riichi, NAMES)

    assert answer == {"players": (), "notes": (), "refusal": why}


@pytest.mark.parametrize("key", shipped_keys())
def test_every_shipped_rule_has_words_for_everybody(key: str) -> None:
    of = rule(key)
    state = GameState(0, 0, 0, 0, (of.game.start_points,) * of.game.players)

    players = conditions_context(of, state)["players"]

    assert [player["seat"] for player in players] == list(range(of.game.players))
    assert all(goal.headline for player in players for goal in player["goals"])
