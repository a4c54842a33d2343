"""Chips, busts, yakitori, yakuman prizes and penalties, apart from points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from rules.parameters import RiichiParameters, override
from scoring.errors import ScoringError
from scoring.results import Bust, GameResult, Penalty, YakumanWin
from scoring.settlement import settle

POINTS = (41_000, 34_000, 26_000, -1_000)
PLAIN = override(RiichiParameters(), {"uma": [20_000, 10_000, -10_000, -20_000]})
PENALTIES = [
    {"kind": "chombo", "amount": 3_000},
    {"kind": "遅刻", "amount": 5_000, "paid_to": "nobody"},
]


REFEREE = [{"kind": "referee", "amount": 100, "amount_to": 20_000, "paid_to": "nobody"}]
CARDS = [
    {"kind": "yellow_card", "amount": 0, "paid_to": "nobody", "becomes": "red_card"},
    {"kind": "red_card", "amount": 20_000, "paid_to": "nobody"},
]


def moved(carried: Mapping[str, Any], agreed: Mapping[str, object]) -> list[int]:
    """What the game's scores change by what it carries beside its points."""
    rule = override(PLAIN, agreed)
    before = settle(GameResult(points=POINTS), rule).scores
    after = settle(GameResult(points=POINTS, **carried), rule).scores
    return [late - early for late, early in zip(after, before, strict=True)]


@pytest.mark.parametrize(
    ("carried", "agreed", "expected"),
    [
        pytest.param(
            {"chips": (3, 0, -1, -2)},
            {"chip_value": 2_000},
            [6_000, 0, -2_000, -4_000],
            id="a chip has its worth",
        ),
        pytest.param({"chips": (3, 0, -1, -2)}, {}, [0, 0, 0, 0], id="chips are only counted"),
        pytest.param(
            {"busts": (Bust(seat=3, by=1),)},
            {"bust_bonus": 10_000},
            [0, 10_000, 0, -10_000],
            id="who busted somebody is paid",
        ),
        pytest.param(
            {"busts": (Bust(seat=3),)},
            {"bust_bonus": 10_000},
            [10_000, 0, 0, -10_000],
            id="by nobody in particular: the top is paid",
        ),
        pytest.param(
            {"busts": (Bust(seat=3),)},
            {"bust_bonus": 10_000, "bust_bonus_without_winner": "none"},
            [0, 0, 0, 0],
            id="by nobody in particular: nobody is paid",
        ),
        pytest.param(
            {"busts": (Bust(seat=3, by=1),)},
            {"bust_bonus": 10_000, "bust_bonus_without_winner": "none"},
            [0, 10_000, 0, -10_000],
            id="by somebody: paid all the same",
        ),
        pytest.param({"busts": (Bust(seat=3),)}, {}, [0, 0, 0, 0], id="no bonus for busting"),
        pytest.param(
            {"yakitori": (2,)},
            {"yakitori": 10_000},
            [3_400, 3_300, -10_000, 3_300],
            id="one without a win pays the three others",
        ),
        pytest.param(
            {"yakitori": (0, 3)},
            {"yakitori": 10_000},
            [-10_000, 10_000, 10_000, -10_000],
            id="two without a win",
        ),
        pytest.param(
            {"yakitori": (0, 1, 2, 3)}, {"yakitori": 10_000}, [0, 0, 0, 0], id="nobody won a hand"
        ),
        pytest.param({"yakitori": (1,)}, {}, [0, 0, 0, 0], id="no yakitori"),
        pytest.param(
            {"yakuman": (YakumanWin(winner=1, discarder=2),)},
            {"yakuman_ron": 10_000, "yakuman_tsumo": 5_000},
            [0, 10_000, -10_000, 0],
            id="a yakuman by ron",
        ),
        pytest.param(
            {"yakuman": (YakumanWin(winner=1),)},
            {"yakuman_ron": 10_000, "yakuman_tsumo": 5_000},
            [-5_000, 15_000, -5_000, -5_000],
            id="a yakuman by tsumo",
        ),
        pytest.param({"yakuman": (YakumanWin(winner=1),)}, {}, [0, 0, 0, 0], id="no prize"),
        pytest.param(
            {"penalties": (Penalty(seat=0, kind="chombo"),)},
            {"penalty_table": PENALTIES},
            [-9_000, 3_000, 3_000, 3_000],
            id="a chombo is paid to the others",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=0, kind="chombo", count=2), Penalty(seat=1, kind="遅刻"))},
            {"penalty_table": PENALTIES},
            [-18_000, 1_000, 6_000, 6_000],
            id="two chombo, and somebody came late",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=1, kind="referee", amount=4_500),)},
            {"penalty_table": REFEREE},
            [0, -4_500, 0, 0],
            id="what the referee names",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=1, kind="referee", count=2, amount=40_000),)},
            {"penalty_table": REFEREE},
            [0, -40_000, 0, 0],
            id="twice, together twice the highest",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=2, kind="yellow_card"),)},
            {"penalty_table": CARDS},
            [0, 0, 0, 0],
            id="a first yellow card warns",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=2, kind="yellow_card", held=1),)},
            {"penalty_table": CARDS},
            [0, 0, -20_000, 0],
            id="the second on a day is a red one as well",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=2, kind="yellow_card", count=3, held=1),)},
            {"penalty_table": CARDS},
            [0, 0, -40_000, 0],
            id="the fourth is the second red one",
        ),
        pytest.param(
            {"penalties": (Penalty(seat=2, kind="yellow_card", held=2),)},
            {"penalty_table": CARDS},
            [0, 0, 0, 0],
            id="a third begins anew",
        ),
        pytest.param({"substitutes": (1,)}, {}, [0, 0, 0, 0], id="a substitute counts as anybody"),
        pytest.param(
            {"substitutes": (1,)},
            {"substitute_score": -30_000},
            [0, -44_000, 0, 0],
            id="a substitute's game counts what is fixed, 14.0 or not",
        ),
        pytest.param(
            {"substitutes": (3,), "penalties": (Penalty(seat=3, kind="遅刻"),)},
            {"substitute_score": 0, "penalty_table": PENALTIES},
            [0, 0, 0, 46_000],
            id="a penalty comes on top",
        ),
    ],
)
def test_what_a_game_carries_moves_scores_as_agreed(
    carried: Mapping[str, Any], agreed: Mapping[str, object], expected: list[int]
) -> None:
    assert moved(carried, agreed) == expected


@pytest.mark.parametrize(
    ("penalty", "words"),
    [
        pytest.param(
            Penalty(seat=0, kind="referee"), "Enter what the referee named for “referee”", id="none"
        ),
        pytest.param(
            Penalty(seat=0, kind="referee", amount=20_100), "costs 100 to 20,000", id="too much"
        ),
        pytest.param(
            Penalty(seat=0, kind="referee", amount=0), "costs 100 to 20,000", id="too little"
        ),
        pytest.param(
            Penalty(seat=0, kind="referee", amount=150), "in steps of 100", id="between two steps"
        ),
        pytest.param(
            Penalty(seat=0, kind="referee", count=2, amount=100), "costs 200 to 40,000", id="of two"
        ),
        pytest.param(
            Penalty(seat=0, kind="yellow_card", amount=100),
            "what “yellow_card” costs; no amount",
            id="of a fixed one",
        ),
        pytest.param(
            Penalty(seat=0, kind="yellow_card", held=-1), "1 to 100 times", id="less than none"
        ),
    ],
)
def test_an_amount_that_the_rule_does_not_leave_to_the_referee_is_refused(
    penalty: Penalty, words: str
) -> None:
    rule = override(PLAIN, {"penalty_table": REFEREE + CARDS})

    with pytest.raises(ScoringError, match=words):
        settle(GameResult(points=POINTS, penalties=(penalty,)), rule)


def test_what_cards_bring_is_a_part_of_its_own() -> None:
    result = GameResult(points=POINTS, penalties=(Penalty(seat=3, kind="yellow_card", count=2),))
    stated_by = {"penalty_table": "ML-19"}

    last = settle(result, override(PLAIN, {"penalty_table": CARDS}), stated_by).seats[3]

    assert [(part.kind, part.points, part.clause) for part in last.parts[2:]] == [
        ("cards", -20_000, "ML-19"),
    ]


def test_each_extra_is_a_part_with_its_own_clause() -> None:
    agreed = {
        "chip_value": 1_000,
        "bust_bonus": 10_000,
        "yakitori": 3_000,
        "yakuman_ron": 6_000,
        "penalty_table": PENALTIES,
    }
    result = GameResult(
        points=POINTS,
        chips=(1, 0, 0, -1),
        busts=(Bust(seat=3),),
        yakitori=(3,),
        yakuman=(YakumanWin(winner=0, discarder=3),),
        penalties=(Penalty(seat=3, kind="chombo"),),
    )
    stated_by = {name: f"clause of {name}" for name in agreed}

    last = settle(result, override(PLAIN, agreed), stated_by).seats[3]

    assert [(part.kind, part.points, part.clause) for part in last.parts[2:]] == [
        ("chips", -1_000, "clause of chip_value"),
        ("bust", -10_000, "clause of bust_bonus"),
        ("yakitori", -3_000, "clause of yakitori"),
        ("yakuman", -6_000, "clause of yakuman_ron"),
        ("penalty", -9_000, "clause of penalty_table"),
    ]
