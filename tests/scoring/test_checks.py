"""What does not add up is told all at once, with the seat to blame."""

from __future__ import annotations

from typing import Any

import pytest

from rules.parameters import RiichiParameters, override
from rules.presets import load
from scoring.checks import checker, problems
from scoring.errors import (
    ScoringError,
    UnbalancedTableError,
    UnknownPenaltyError,
)
from scoring.results import Bust, GameResult, Penalty, YakumanWin
from scoring.settlement import settle

RULE = override(RiichiParameters(), {"penalty_table": [{"kind": "chombo", "amount": 3_000}]})
SOUND = (41_000, 34_000, 26_000, -1_000)
BOO = load("nekohouse-boo").versions[-1].value
EVEN = (8_000, 8_000, 8_000, 8_000)


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        pytest.param({"points": (50_000, 30_000, 20_000)}, [("wrong-seat-count", ())], id="three"),
        pytest.param({"points": (25_000, 25_000, 25_000, 24_900)}, [("unbalanced-table", ())]),
        pytest.param(
            {"points": (25_050, 24_950, 25_000, 25_000)},
            [("not-a-hundred", (0,)), ("not-a-hundred", (1,))],
        ),
        pytest.param(
            {"points": (1_000_100, -950_100, 25_000, 25_050)},
            [("points-out-of-range", (0,)), ("not-a-hundred", (3,))],
        ),
        pytest.param(
            {"points": (-1_000_100, 1_050_100, 25_000, 25_000)},
            [("points-out-of-range", (0,)), ("points-out-of-range", (1,))],
        ),
        pytest.param({"points": SOUND, "sticks": 1_000}, [("unbalanced-table", ())]),
        pytest.param({"points": SOUND, "sticks": -1_000}, [("bad-sticks", ())]),
        pytest.param({"points": SOUND, "sticks": 950}, [("bad-sticks", ())]),
        pytest.param({"points": (0, 0, 0, 0), "sticks": 100_100}, [("bad-sticks", ())]),
        pytest.param({"points": SOUND, "chips": (1, -1)}, [("wrong-seat-count", ())]),
        pytest.param({"points": SOUND, "chips": (1, 0, 0, 0)}, [("chips-unbalanced", ())]),
        pytest.param(
            {"points": SOUND, "chips": (10_001, -10_001, 0, 0)},
            [("chips-out-of-range", (0,)), ("chips-out-of-range", (1,))],
        ),
        pytest.param(
            {"points": SOUND, "penalties": (Penalty(seat=4, kind="rudeness", count=0),)},
            [("bad-seat", (4,)), ("unknown-penalty", (4,)), ("bad-penalty-count", (4,))],
        ),
        pytest.param(
            {"points": SOUND, "busts": (Bust(seat=3, by=-1), Bust(seat=3, by=3))},
            [("bad-seat", (3,)), ("bad-seat", (-1,)), ("bad-seat", (3,))],
        ),
        pytest.param(
            {"points": SOUND, "busts": (Bust(seat=0), Bust(seat=9))},
            [("bad-seat", (9,)), ("not-busted", (0,))],
        ),
        pytest.param(
            {"points": SOUND, "yakitori": (1, 1, 5)}, [("bad-seat", (1,)), ("bad-seat", (5,))]
        ),
        pytest.param(
            {
                "points": SOUND,
                "yakuman": (YakumanWin(winner=7), YakumanWin(winner=1, discarder=1)),
            },
            [("bad-seat", (7,)), ("bad-seat", (1,))],
        ),
        pytest.param(
            {"points": (25_000, 25_000, 25_000, 24_000), "chips": (1, 0, 0, 0)},
            [("unbalanced-table", ()), ("chips-unbalanced", ())],
            id="two things at once",
        ),
        pytest.param({"points": (1, 2), "busts": (Bust(seat=3),)}, [("wrong-seat-count", ())]),
    ],
)
def test_everything_wrong_is_told_at_once(
    carried: dict[str, Any], expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    result = GameResult(**carried)
    found = problems(result, RULE)

    assert [(error.code, error.seats) for error in found] == expected
    with pytest.raises(ScoringError) as caught:
        settle(result, RULE)
    assert str(caught.value) == str(found[0])


def test_a_sound_result_has_no_problem() -> None:
    result = GameResult(
        points=(40_000, 34_000, 26_000, -1_000),
        sticks=1_000,
        chips=(2, 0, -1, -1),
        penalties=(Penalty(seat=2, kind="chombo"),),
        busts=(Bust(seat=3, by=0),),
        yakitori=(3,),
        yakuman=(YakumanWin(winner=0, discarder=3),),
    )

    assert problems(result, RULE) == ()


@pytest.mark.parametrize(
    "points",
    [
        pytest.param(SOUND, id="sound"),
        pytest.param((25_000, 25_000, 25_000, 24_900), id="100 short"),
        pytest.param((25_050, 24_950, 25_000, 25_000), id="no hundreds"),
        pytest.param((50_000, 30_000, 20_000), id="three at a table of four"),
    ],
)
def test_a_rule_made_ready_finds_what_is_found_at_a_single_table(points: tuple[int, ...]) -> None:
    result = GameResult(points=points)

    found, wanted = checker(RULE)(result), problems(result, RULE)
    assert [(each.code, each.seats, str(each)) for each in found] == [
        (each.code, each.seats, str(each)) for each in wanted
    ]


@pytest.mark.parametrize(
    ("points", "difference", "says"),
    [
        ((25_000, 25_000, 25_000, 24_900), -100, "The points add up to 99,900, 100 short of the"),
        ((25_000, 25_000, 25_000, 26_000), 1_000, "The points add up to 101,000, 1,000 more than"),
    ],
)
def test_an_unbalanced_table_is_told_the_difference(
    points: tuple[int, ...], difference: int, says: str
) -> None:
    with pytest.raises(UnbalancedTableError, match=says) as caught:
        settle(GameResult(points=points), RULE)

    assert caught.value.difference == difference
    assert (caught.value.total, caught.value.expected) == (100_000 + difference, 100_000)


@pytest.mark.parametrize(("rule", "known"), [(RULE, ("chombo",)), (RiichiParameters(), ())])
def test_an_unknown_penalty_is_told_the_known_ones(
    rule: RiichiParameters, known: tuple[str, ...]
) -> None:
    result = GameResult(points=SOUND, penalties=(Penalty(seat=0, kind="遅刻"),))

    with pytest.raises(UnknownPenaltyError, match="遅刻") as caught:
        settle(result, rule)

    assert caught.value.known == known


@pytest.mark.parametrize("points", [SOUND, (1,), (10**9,) * 4])
def test_what_the_rule_cannot_settle_comes_before_what_the_table_did(
    points: tuple[int, ...],
) -> None:
    result = GameResult(points=points)

    not_stated = problems(result, load("yakyu-3p-tonnan").versions[0].value)

    assert [error.code for error in not_stated] == ["not-stated"]


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        pytest.param({"points": (16_000, 16_000, 0)}, [("wrong-seat-count", ())], id="three"),
        pytest.param({"points": (25_000,) * 4}, [("unbalanced-table", ())], id="riichi stacks"),
        pytest.param({"points": EVEN, "sticks": 100}, [("unbalanced-table", ())], id="a stick"),
        pytest.param({"points": EVEN, "sticks": 32_100}, [("bad-sticks", ())], id="all sticks"),
        pytest.param(
            {"points": (8_050, 7_950, 8_000, 8_000)},
            [("not-a-hundred", (0,)), ("not-a-hundred", (1,))],
            id="halves of a stick",
        ),
        pytest.param({"points": EVEN, "dabu_ken": 4}, [("bad-seat", (4,))], id="no such holder"),
        pytest.param({"points": EVEN, "dabu_ken": -1}, [("bad-seat", (-1,))], id="below East"),
        pytest.param(
            {"points": EVEN, "yakuman": (YakumanWin(winner=4, pao=5),)},
            [("bad-seat", (4,)), ("bad-seat", (5,))],
            id="a winner and a payer who do not sit there",
        ),
        pytest.param(
            {"points": EVEN, "yakuman": (YakumanWin(winner=2, pao=2),)},
            [("bad-seat", (2,))],
            id="the winner's own pao",
        ),
        pytest.param(
            {"points": EVEN, "yakuman": (YakumanWin(winner=2), YakumanWin(winner=0))},
            [("several-yakuman", (2, 0))],
            id="a second yakuman after the end",
        ),
        pytest.param(
            {"points": EVEN, "penalties": (Penalty(seat=1, kind="late"),)},
            [("unknown-penalty", (1,))],
            id="a penalty without a price",
        ),
        pytest.param({"points": EVEN, "chips": (1, 0, 0, 0)}, [("chips-unbalanced", ())]),
    ],
)
def test_everything_wrong_with_a_boo_game_is_told(
    carried: dict[str, Any], expected: list[tuple[str, tuple[int, ...]]]
) -> None:
    result = GameResult(**carried)
    found = problems(result, BOO)

    assert [(error.code, error.seats) for error in found] == expected
    with pytest.raises(ScoringError) as caught:
        settle(result, BOO)
    assert str(caught.value) == str(found[0])


def test_a_boo_game_may_see_two_yakuman_where_they_do_not_end_it() -> None:
    wins = (YakumanWin(winner=2), YakumanWin(winner=0, discarder=1, pao=3))
    agreed = override(BOO, {"yakuman_ends_game": False})

    assert problems(GameResult(points=EVEN, yakuman=wins), agreed) == ()


@pytest.mark.parametrize(("count", "sound"), [(0, False), (1, True), (100, True), (101, False)])
def test_a_penalty_counts_from_one_to_a_hundred(count: int, sound: bool) -> None:
    result = GameResult(points=SOUND, penalties=(Penalty(seat=0, kind="chombo", count=count),))

    assert (problems(result, RULE) == ()) == sound


def test_a_million_points_and_ten_thousand_chips_are_the_limit() -> None:
    result = GameResult(
        points=(1_000_000, -1_000_000, 50_000, 50_000), chips=(10_000, -10_000, 0, 0)
    )

    assert problems(result, RULE) == ()


def test_a_player_at_exactly_zero_may_be_named_as_busted() -> None:
    result = GameResult(points=(60_000, 30_000, 10_000, 0), busts=(Bust(seat=3),))

    assert problems(result, RULE) == ()


@pytest.mark.parametrize(
    ("line", "held", "is_refused"),
    [
        pytest.param(0, 100, True, id="who still has points"),
        pytest.param(0, 0, False, id="exactly at 0"),
        pytest.param(5_000, 4_900, False, id="below a line above 0"),
        pytest.param(-20_000, -19_900, True, id="above a line below 0"),
    ],
)
def test_busted_is_who_is_not_above_the_line(line: int, held: int, is_refused: bool) -> None:
    rule = override(RULE, {"bust_below": line})
    points = (41_000, 34_000, 25_000 - held, held)

    found = problems(GameResult(points=points, busts=(Bust(seat=3),)), rule)

    assert [problem.code for problem in found] == (["not-busted"] if is_refused else [])
