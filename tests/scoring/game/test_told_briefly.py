"""What a line of ``replay`` may leave out, or say in another place, because it is clear anyway."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.game.lines import replay_request

TILES = {"hand": "23m567m678p22s", "win": "4m", "melds": ["chi:345s"]}
CLOSED = {"hand": "23m567m678p22s345s", "win": "4m"}
DRAW = {"result": "draw", "tenpai": [0]}
THREE = [{"winner": seat, "from": 3} for seat in (0, 1, 2)]


def replayed(*hands: Mapping[str, Any], rule: str = "nekohouse-4a") -> list[dict[str, Any]]:
    asked = {"rule": rule, "hands": list(hands)}
    answer: list[dict[str, Any]] = replay_request(asked, today=date(2026, 11, 21))["hands"]
    return answer


def ron(**win: Any) -> dict[str, Any]:
    return {"result": "ron", "wins": [{"winner": 1, "from": 0, **win}]}


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"honba": 0, "sticks": 0}, id="none of them"),
        pytest.param({"honba": 1, "sticks": 1_000}, id="as the hand began"),
        pytest.param({"honba": 1, "sticks": 2_000}, id="with the riichi of the hand"),
        pytest.param({"with": {}, "rule": "nekohouse-4a"}, id="the rule, and nothing changed"),
    ],
)
def test_a_value_may_be_told_with_or_without_what_lies_on_the_table(value: dict[str, Any]) -> None:
    before = {**DRAW, "riichi": [0]}

    hand = replayed(before, {**ron(value={**TILES, **value}), "riichi": [2]})[1]

    assert hand["deltas"] == [-1_300, 1_300 + 2_000, -1_000, 0]


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param({**ron(value={**CLOSED, "flags": ["riichi"]}), "riichi": [1]}, id="both"),
        pytest.param({**ron(value=CLOSED), "riichi": [1]}, id="on the hand only"),
        pytest.param(ron(value={**CLOSED, "flags": ["riichi"]}), id="among the flags only"),
    ],
)
def test_a_winners_riichi_may_be_said_in_one_place(hand: dict[str, Any]) -> None:
    assert replayed(hand)[0]["deltas"] == [-3_900, 3_900 + 1_000 - 1_000, 0, 0]


def test_a_second_winner_by_riichi_has_put_a_stick_down() -> None:
    wins = [
        {"winner": 1, "from": 0, "value": TILES},
        {"winner": 2, "from": 0, "value": {**CLOSED, "flags": ["double_riichi"]}},
    ]

    hand = replayed({"result": "ron", "wins": wins})[0]

    assert hand["deltas"] == [-1_000 - 8_000, 1_000 + 1_000, 8_000 - 1_000, 0]


@pytest.mark.parametrize(
    "flags",
    [
        pytest.param("riichi", id="a word"),
        pytest.param([["riichi"]], id="a list in it"),
        pytest.param(["luck"], id="no flag"),
    ],
)
def test_flags_that_cannot_be_read_are_refused_as_ever(flags: object) -> None:
    with pytest.raises(ScoringError, match=r"^hands\[0\]: wins\.0\.value: flags"):
        replayed(ron(value={**CLOSED, "flags": flags}))


def test_flags_of_zung_jung_declare_no_riichi() -> None:
    hand = replayed(ron(value={**CLOSED, "flags": ["riichi"]}), rule="zung-jung")[0]

    assert hand["deltas"] == [-15, 45, -15, -15]


def test_four_riichi_need_not_be_named() -> None:
    first, second = replayed({"result": "abort", "kind": "suurii"}, DRAW)

    assert first["deltas"] == [-1_000] * 4
    assert (second["at"], second["honba"], second["sticks"]) == ("E1", 1, 4_000)


def test_who_has_declared_nine_kinds_may_be_named() -> None:
    assert replayed({"result": "abort", "kind": "kyuushu", "by": 2})[0]["deltas"] == [0] * 4


@pytest.mark.parametrize(
    ("expected", "next_hand"),
    [
        pytest.param({"by": [0, 1, 2]}, "E1", id="by their seats"),
        pytest.param({"wins": THREE}, "E1", id="by wins of no price"),
        pytest.param({"by": [1, 2, 3]}, "E2", id="without the dealer"),
    ],
)
def test_three_who_called_ron_need_no_price(expected: dict[str, Any], next_hand: str) -> None:
    abort = {"result": "abort", "kind": "sanchahou", **expected}

    assert replayed(abort, DRAW, rule="kinyoukai")[1]["at"] == next_hand


@pytest.mark.parametrize("by", [1, [0, 1], [0, 1, 2, 3]])
def test_three_ron_are_three_players(by: object) -> None:
    abort = {"result": "abort", "kind": "sanchahou", "by": by}

    with pytest.raises(
        ScoringError, match="by: Specify who called ron: it decides whether the dealer stays"
    ):
        replayed(abort, rule="kinyoukai")


@pytest.mark.parametrize(
    ("hand", "deltas"),
    [
        pytest.param({**ron(han=0, fu=30), "dora": 2}, [-3_500, 3_500, 0, 0], id="of the hand"),
        pytest.param(ron(han=0, fu=30, dora=2), [-3_500, 3_500, 0, 0], id="of the win"),
        pytest.param({**ron(han=0, fu=30, dora=2), "dora": 2}, [-3_500, 3_500, 0, 0], id="of both"),
        pytest.param({"result": "draw", "dora": 0}, [0, 0, 0, 0], id="none at a draw"),
    ],
)
def test_dora_of_boo_may_stand_beside_the_wins(hand: dict[str, Any], deltas: list[int]) -> None:
    assert replayed(hand, rule="nekohouse-boo")[0]["deltas"] == deltas


@pytest.mark.parametrize(
    ("rule", "hand", "says"),
    [
        pytest.param(
            "nekohouse-boo",
            {**ron(han=0, fu=30, dora=1), "dora": 2},
            "It says “1”, but the table has “2”",
            id="other dora of the win",
        ),
        pytest.param(
            "nekohouse-boo",
            {**DRAW, "dora": 2},
            "This is not allowed with the result “draw”",
            id="draw",
        ),
        pytest.param(
            "nekohouse-boo",
            {**ron(value=TILES), "dora": 2},
            "This is determined by the tiles and cannot",
            id="tiles",
        ),
        pytest.param(
            "kinyoukai", {**ron(han=5), "dora": 2}, "dora: Extra inputs", id="another rule"
        ),
    ],
)
def test_dora_that_cannot_stand_there(rule: str, hand: dict[str, Any], says: str) -> None:
    with pytest.raises(ScoringError, match=says):
        replayed(hand, rule=rule)


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param({"result": "draw", "tenpai": None, "riichi": None, "by": None}, id="draw"),
        pytest.param({"result": "draw", "stop": None, "time_up": None, "wins": None}, id="flags"),
    ],
)
def test_null_is_as_good_as_left_out(hand: dict[str, Any]) -> None:
    assert replayed(hand)[0]["deltas"] == [0, 0, 0, 0]


def test_no_yakuman_may_be_said() -> None:
    win = {"han": 3, "fu": 40, "yakuman": 0, "pao": None}

    assert replayed(ron(**win))[0]["deltas"] == [-5_200, 5_200, 0, 0]
