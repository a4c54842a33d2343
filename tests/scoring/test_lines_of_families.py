"""The settle format of Boo and Zung Jung."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from tests.scoring.settling import settle_line

TODAY = date(2015, 4, 11)
BOO: dict[str, Any] = {"rule": "nekohouse-boo", "points": [7_000, 17_000, 5_000, 3_000]}
ZUNG_JUNG: dict[str, Any] = {"rule": "zung-jung", "points": [-30, 210, -150, -30]}


def code_of(line: object) -> str:
    answer = settle_line(line, today=TODAY)
    assert set(answer) == {"error"}
    return str(answer["error"]["code"])


@pytest.mark.parametrize(
    ("carried", "result", "victory_points"),
    [
        ({}, "maru_a", [-3, 9, -3, -3]),
        ({"dabu_ken": 1}, "double_maru_a", [-6, 18, -6, -6]),
        ({"dabu_ken": 0}, "maru_a", [-3, 9, -3, -3]),
        ({"dabu_ken": None, "yakuman": None}, "maru_a", [-3, 9, -3, -3]),
        ({"points": [7_900] * 4, "sticks": 400}, "maru_c", [1, 0, 0, -1]),
        ({"points": [8_000] * 4}, "none", [0, 0, 0, 0]),
        ({"yakuman": {"winner": 0}}, "double_maru_a", [18, -6, -6, -6]),
        (
            {"yakuman": {"winner": 1, "pao": 3, "discarder": None}},
            "double_maru_a",
            [0, 18, 0, -18],
        ),
        ({"yakuman": {"winner": 1, "pao": 3, "discarder": 0}}, "double_maru_a", [-9, 18, 0, -9]),
        ({"penalties": [{"seat": 1, "kind": "chombo"}]}, "maru_a", [-2, 6, -2, -2]),
        ({"chips": [0, 0, 0, 0]}, "maru_a", [-3, 9, -3, -3]),
        ({"with": {"maru_a": 4_000}}, "maru_a", [-4, 12, -4, -4]),
    ],
)
def test_a_boo_game_is_answered_in_victory_points_too(
    carried: dict[str, Any], result: str, victory_points: list[int]
) -> None:
    answer = settle_line({**BOO, **carried}, today=TODAY)

    assert list(answer) == ["places", "scores", "version", "parts", "result", "victory_points"]
    assert answer["result"] == result
    assert answer["victory_points"] == victory_points
    assert answer["scores"] == [points * 1_000 for points in victory_points]
    assert [sum(part["points"] for part in seat) for seat in answer["parts"]] == answer["scores"]


def test_the_steps_of_a_boo_game_carry_their_clauses() -> None:
    line = {**BOO, "dabu_ken": 1, "with": {"double_right": True}}

    assert settle_line(line, today=TODAY)["parts"][0] == [
        {"part": "maru", "points": -3_000, "clause": "BOO-16"},
        {"part": "dabu_ken", "points": -3_000, "clause": "with"},
    ]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"points": [25_000] * 4}, "unbalanced-table"),
        ({"points": [8_000, 8_000, 8_000]}, "wrong-seat-count"),
        ({"points": [8_050, 7_950, 8_000, 8_000]}, "not-a-hundred"),
        ({"dabu_ken": 4}, "bad-seat"),
        ({"dabu_ken": "1"}, "bad-value"),
        ({"dabu_ken": True}, "bad-value"),
        ({"dabu_ken": [1]}, "bad-value"),
        ({"dabu_ken": 10**5_000}, "bad-value"),
        ({"yakuman": [{"winner": 1}]}, "bad-value"),
        ({"yakuman": {}}, "missing-key"),
        ({"yakuman": {"pao": 1}}, "missing-key"),
        ({"yakuman": {"winner": None}}, "bad-value"),
        ({"yakuman": {"winner": 1, "from": 2}}, "unknown-key"),
        ({"yakuman": {"winner": 1, "pao": 1}}, "bad-seat"),
        ({"yakuman": {"winner": 1, "discarder": 1}}, "bad-seat"),
        ({"yakuman": {"winner": 4}}, "bad-seat"),
        ({"busts": []}, "unknown-key"),
        ({"yakitori": []}, "unknown-key"),
        ({"result": "maru_a"}, "unknown-key"),
        ({"penalties": [{"seat": 0, "kind": "late"}]}, "unknown-penalty"),
        ({"with": {"uma": [0, 0, 0, 0]}}, "unknown-parameter"),
        ({"with": {"maru_a": 2_500}}, "broken-victory-point"),
    ],
)
def test_what_is_wrong_with_a_boo_game_is_answered_with_a_code(
    changes: dict[str, Any], code: str
) -> None:
    assert code_of({**BOO, **changes}) == code


def test_totals_of_zung_jung_may_be_any_whole_numbers() -> None:
    line = {**ZUNG_JUNG, "points": [-31, 212, -151, -30], "sticks": 0}
    answer = settle_line(line, today=TODAY)

    assert list(answer) == ["places", "scores", "version", "parts"]
    assert answer["places"] == [3, 1, 4, 2]
    assert answer["scores"] == [-31_000, 212_000, -151_000, -30_000]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"points": [-30, 210, -150, -29]}, "unbalanced-table"),
        ({"points": [-30, 210, -180]}, "wrong-seat-count"),
        ({"points": [-30.0, 210, -150, -30]}, "bad-value"),
        ({"points": [10**5_000, 210, -150, -30]}, "points-out-of-range"),
        ({"sticks": 100}, "bad-sticks"),
        ({"dabu_ken": 0}, "unknown-key"),
        ({"yakuman": None}, "unknown-key"),
        ({"busts": []}, "unknown-key"),
        ({"yakitori": []}, "unknown-key"),
        ({"penalties": [{"seat": 0, "kind": "chombo"}]}, "unknown-penalty"),
    ],
)
def test_what_is_wrong_with_totals_is_answered_with_a_code(
    changes: dict[str, Any], code: str
) -> None:
    assert code_of({**ZUNG_JUNG, **changes}) == code
