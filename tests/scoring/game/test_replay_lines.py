"""The ``replay`` format: what goes in, what comes out, and what is said of a wrong line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from rules.errors import RuleError
from scoring.errors import ScoringError
from scoring.game.lines import replay_lines, replay_request

TODAY = date(2026, 11, 21)
EXAMPLE: dict[str, Any] = {
    "rule": "nekohouse-4a",
    "hands": [
        {"riichi": [0, 2], "result": "ron", "wins": [{"winner": 0, "from": 1, "han": 3, "fu": 40}]},
        {"result": "tsumo", "wins": [{"winner": 2, "han": 5}]},
        {"riichi": [3], "result": "draw", "tenpai": [0, 3]},
        {"result": "abort", "kind": "kyuushu"},
        {"result": "nagashi", "by": [1], "tenpai": [1]},
        {"result": "chombo", "by": 3},
    ],
}
#: a pinfu of 1000 by ron, 断么九 called
TILES = {"hand": "23m567m678p22s", "win": "4m", "melds": ["chi:345s"]}
CLOSED = {"hand": "23m567m678p22s345s", "win": "4m"}


def replayed(*hands: Mapping[str, Any], rule: str = "nekohouse-4a", **more: Any) -> dict[str, Any]:
    return replay_request({"rule": rule, "hands": list(hands), **more}, today=TODAY)


def ron(**win: Any) -> dict[str, Any]:
    return {"result": "ron", "wins": [{"winner": 1, "from": 0, **win}]}


def test_the_example_of_the_format() -> None:
    (line, is_done), *rest = replay_lines([json.dumps(EXAMPLE)], today=TODAY)

    assert (is_done, rest) == (True, [])
    assert json.loads(line) == {
        "hands": [
            {
                "at": "E1",
                "honba": 0,
                "sticks": 0,
                "dealer": 0,
                "deltas": [8_700, -7_700, -1_000, 0],
                "points": [33_700, 17_300, 24_000, 25_000],
            },
            {
                "at": "E1",
                "honba": 1,
                "sticks": 0,
                "dealer": 0,
                "deltas": [-4_100, -2_100, 8_300, -2_100],
                "points": [29_600, 15_200, 32_300, 22_900],
            },
            {
                "at": "E2",
                "honba": 0,
                "sticks": 0,
                "dealer": 1,
                "deltas": [1_500, -1_500, -1_500, 500 + 1_000 - 1_000],
                "points": [31_100, 13_700, 30_800, 23_400],
            },
            {
                "at": "E3",
                "honba": 1,
                "sticks": 1_000,
                "dealer": 2,
                "deltas": [0, 0, 0, 0],
                "points": [31_100, 13_700, 30_800, 23_400],
            },
            {
                "at": "E3",
                "honba": 2,
                "sticks": 1_000,
                "dealer": 2,
                "deltas": [-2_000, 8_000, -4_000, -2_000],
                "points": [29_100, 21_700, 26_800, 21_400],
            },
            {
                "at": "E4",
                "honba": 3,
                "sticks": 1_000,
                "dealer": 3,
                "deltas": [3_000, 3_000, 3_000, -9_000],
                "points": [32_100, 24_700, 29_800, 12_400],
            },
        ],
        "over": False,
        "why": None,
        "points": [32_100, 24_700, 29_800, 12_400],
        "places": None,
        "scores": None,
    }


def test_a_finished_game_has_places_and_scores() -> None:
    answer = replayed(ron(yakuman=1), rule="kinyoukai")

    assert (answer["over"], answer["why"]) == (True, "bust")
    assert answer["points"] == [-7_000, 57_000, 25_000, 25_000]
    assert answer["places"] == [4, 1, 2, 3]
    assert answer["scores"] == [-47_000, 57_000, 0, -10_000]
    assert sum(answer["scores"]) == 0


def test_a_game_of_nothing_is_a_table_before_its_first_hand() -> None:
    assert replayed()["points"] == [25_000] * 4


def test_chips_are_counted_where_they_move() -> None:
    answer = replayed(ron(han=3, fu=30, chips={"ippatsu": 1, "ura": 1}), ron(han=1, fu=30))

    assert answer["hands"][0]["chips"] == answer["chips"] == [-2, 2, 0, 0]
    assert "chips" not in answer["hands"][1]


def test_a_game_of_boo_says_what_the_top_made() -> None:
    win = {"result": "tsumo", "wins": [{"winner": 0, "han": 5, "dora": 2}]}

    answer = replayed(win, rule="nekohouse-boo", dabu_ken=0)

    assert answer["hands"][0]["deltas"] == [15_000, -5_000, -5_000, -5_000]
    assert (answer["why"], answer["result"]) == ("cap", "double_maru_a")
    assert answer["victory_points"] == [18, -6, -6, -6]


@pytest.mark.parametrize(
    ("pao", "deltas"),
    [
        pytest.param(2, [-48_000, 64_000, -16_000, 0], id="a seat: for one yakuman"),
        pytest.param([2, 3], [-32_000, 64_000, -16_000, -16_000], id="two seats"),
        pytest.param(None, [-64_000, 64_000, 0, 0], id="null: nobody"),
        pytest.param(
            {"seat": 2, "times": 2}, [-32_000, 64_000, -32_000, 0], id="a seat and how many"
        ),
        pytest.param(
            [{"seat": 2}, {"seat": 3}],
            [-32_000, 64_000, -16_000, -16_000],
            id="several, the first completed first",
        ),
    ],
)
def test_who_answers_for_a_yakuman(pao: object, deltas: list[int]) -> None:
    assert replayed(ron(yakuman=2, pao=pao), rule="kinyoukai")["hands"][0]["deltas"] == deltas


@pytest.mark.parametrize(
    ("win", "deltas"),
    [
        pytest.param({"worth": 70}, [-150, 210, -30, -30], id="the discarder"),
        pytest.param({"worth": 70, "responsible": True}, [-150, 210, -30, -30], id="true"),
        pytest.param({"worth": 70, "responsible": 3}, [-30, 210, -30, -150], id="another"),
        pytest.param({"worth": 70, "responsible": None}, [-70, 210, -70, -70], id="null"),
        pytest.param({"worth": 70, "responsible": False}, [-70, 210, -70, -70], id="false"),
        pytest.param(
            {"value": {**CLOSED, "flags": ["houtei"]}}, [-25, 75, -25, -25], id="by its tiles"
        ),
        pytest.param(
            {"value": {"hand": "234678m2345567m", "win": "2m", "responsible": False}},
            [-105, 315, -105, -105],
            id="the tiles say that nobody answers",
        ),
    ],
)
def test_zung_jung_says_worth_and_who_answers(win: dict[str, Any], deltas: list[int]) -> None:
    assert replayed(ron(**win), rule="zung-jung")["hands"][0]["deltas"] == deltas


@pytest.mark.parametrize(
    ("rule", "hand", "deltas"),
    [
        pytest.param("nekohouse-4a", ron(value=TILES), [-1_000, 1_000, 0, 0], id="an open hand"),
        pytest.param(
            "nekohouse-4a",
            {**ron(value={**CLOSED, "flags": ["riichi", "ippatsu"]}), "riichi": [1]},
            [-7_700 - 300, 7_700 + 300 + 1_000 - 1_000, 0, 0],
            id="riichi, and nothing but tiles said",
        ),
        pytest.param(
            "nekohouse-4b",
            {"result": "tsumo", "wins": [{"winner": 0, "value": CLOSED}]},
            [6_000, -2_000, -2_000, -2_000],
            id="the dealer by tsumo, without fu",
        ),
        pytest.param(
            "nekohouse-boo",
            ron(value={**TILES, "dora_indicators": "1s"}),
            [-700 - 3_000, 3_700, 0, 0],
            id="dora beside the hand",
        ),
        pytest.param(
            "kinyoukai",
            ron(value={"hand": "19m19p19s1234567z", "win": "1m"}),
            [-64_000, 64_000, 0, 0],
            id="a double yakuman",
        ),
    ],
)
def test_a_win_may_be_told_by_its_tiles(rule: str, hand: dict[str, Any], deltas: list[int]) -> None:
    assert replayed(hand, rule=rule)["hands"][0]["deltas"] == deltas


def test_the_table_fills_in_winds_honba_and_sticks() -> None:
    draw = {"result": "draw", "tenpai": [0, 1], "riichi": [0]}
    value = {**TILES, "how": "ron", "seat": "S", "round": "E", "honba": 1, "sticks": 1_000}
    heading = {"rule": "nekohouse-4a"}

    answer = replayed(draw, ron(value={**value, **heading}))

    assert answer["hands"][1]["deltas"] == [-1_300, 2_300, 0, 0]


def test_of_several_winners_one_may_take_neither_honba_nor_sticks() -> None:
    wins = [
        {"winner": 1, "from": 0, "value": {**TILES, "honba": 1}},
        {"winner": 2, "from": 0, "value": {**TILES, "honba": 0}},
    ]

    answer = replayed({"result": "draw", "tenpai": [0]}, {"result": "ron", "wins": wins})

    assert answer["hands"][1]["deltas"] == [-2_300, 1_300, 1_000, 0]


@pytest.mark.parametrize(
    ("result", "discarder", "refused"),
    [
        pytest.param("ron", 0, False, id="the dealer's discard"),
        pytest.param("ron", 2, True, id="another's discard"),
        pytest.param("tsumo", None, True, id="one's own draw"),
    ],
)
def test_blessing_of_earth_is_won_on_the_dealers_discard_alone(
    result: str, discarder: int | None, refused: bool
) -> None:
    value = {"hand": "23m567m678p22s345s", "win": "4m", "flags": ["chiihou"]}
    win = {"winner": 1, "value": value} | ({} if discarder is None else {"from": discarder})
    hand = {"result": result, "wins": [win]}

    if refused:
        with pytest.raises(ScoringError) as wrong:
            replayed(hand, rule="zung-jung")
        assert wrong.value.field == "flags"
    else:
        assert replayed(hand, rule="zung-jung")["hands"][0]["deltas"][1] > 3 * 155


def test_chips_follow_from_the_tiles() -> None:
    value = {
        "hand": "23m567m678p22s340s",
        "win": "4m",
        "flags": ["riichi", "ippatsu"],
        "ura_indicators": "1s",
    }

    answer = replayed({**ron(value=value), "riichi": [1]})

    assert answer["chips"] == [-4, 4, 0, 0]


def test_a_yakumans_chips_come_on_top_of_those_of_its_tiles() -> None:
    value = {"hand": "19m19p19s1234567z", "win": "1m", "flags": ["riichi", "ippatsu"]}

    answer = replayed({**ron(value=value), "riichi": [1]})

    assert answer["chips"] == [-11, 11, 0, 0]


def under(changes: Mapping[str, Any], *hands: Mapping[str, Any]) -> dict[str, Any]:
    """Replay under changed parameters."""
    request = {"rule": "nekohouse-4a", "with": dict(changes), "hands": list(hands)}
    return replay_request(request, today=TODAY)


#: of the red fives of man one of two is gold, of those of sou the only one
GOLD = {"red_man": 2, "gold_man": 1, "gold_sou": 1, "chip_gold": 5}


@pytest.mark.parametrize(
    ("value", "rule", "chips"),
    [
        pytest.param({"hand": "23067m678p22s345s"}, {}, 1, id="a red five"),
        pytest.param({"hand": "23067m678p22s345s", "gold": 1}, {}, 5, id="a gold five"),
        pytest.param({"hand": "23567m678p22s340s"}, {}, 5, id="one that cannot but be gold"),
        pytest.param(
            {"hand": "23067m678p22s", "melds": ["chi:345s"], "gold": 1}, {}, 5, id="open too"
        ),
        pytest.param(
            {"hand": "23067m678p22s", "melds": ["chi:345s"], "gold": 1},
            {"chip_closed_only": True},
            0,
            id="none for an open hand",
        ),
        pytest.param(
            {"hand": "23067m678p22s345s", "gold": 1},
            {"chip_closed_only": True},
            5,
            id="a closed hand as ever",
        ),
    ],
)
def test_chips_for_red_and_gold_fives_follow_from_the_tiles(
    value: dict[str, Any], rule: dict[str, Any], chips: int
) -> None:
    answer = under({**GOLD, **rule}, ron(value={"win": "4m", **value}))

    assert answer.get("chips", [0, 0, 0, 0]) == [-chips, chips, 0, 0]


def test_an_open_yakuman_has_its_chips_and_no_others() -> None:
    value = {"hand": "06p22s", "win": "7p", "melds": ["pon:555z", "pon:666z", "pon:777z"]}

    answers = [under({"chip_closed_only": closed}, ron(value=value)) for closed in (False, True)]

    assert [answer["chips"][1] for answer in answers] == [11, 10]


def test_gold_fives_are_said_among_the_red_ones() -> None:
    due = {"red": 2, "gold": 1}
    answer = under(GOLD, ron(han=5, chips=due))

    assert answer["chips"] == [-6, 6, 0, 0]
    with pytest.raises(ScoringError, match="more gold fives than red fives") as refused:
        under(GOLD, ron(han=5, chips={"gold": 1}))
    assert refused.value.field == "wins.0.chips.gold"


def test_a_pocchi_brings_a_chip() -> None:
    value = {**CLOSED, "win": "0z", "flags": ["riichi"]}
    hand = {"result": "tsumo", "riichi": [1], "wins": [{"winner": 1, "value": value}]}

    assert replayed(hand, rule="nekohouse-4b")["chips"] == [-1, 3, -1, -1]


@pytest.mark.parametrize(
    ("hand", "code", "message"),
    [
        pytest.param(7, "bad-value", "hands[1]: ", id="no object"),
        pytest.param({}, "missing-key", "hands[1]: result: Field required", id="no result"),
        pytest.param(
            {"result": "draw", "colour": 1}, "unknown-key", "hands[1]: colour: Extra", id="unknown"
        ),
        pytest.param(ron(han=True), "bad-value", "hands[1]: wins.0.han: ", id="true for a number"),
        pytest.param(ron(worth=5), "unknown-key", "hands[1]: wins.0.worth: ", id="worth"),
        pytest.param(ron(dora=5), "unknown-key", "hands[1]: wins.0.dora: ", id="dora"),
        pytest.param(
            ron(), "missing-key", "hands[1]: wins.0.han: Specify “han”, “yakuman”", id="nothing"
        ),
        pytest.param(
            ron(fu=30),
            "missing-key",
            "hands[1]: wins.0.han: Specify “han”, “yakuman”",
            id="fu alone",
        ),
        pytest.param(
            ron(han=2),
            "fu-needed",
            "hands[1]: wins.0.fu: Fu is required for hands below mangan",
            id="no fu",
        ),
        pytest.param(
            ron(han=2, fu=30, yakuman=1),
            "bad-game-hand",
            "hands[1]: wins.0: Specify only one of “han”",
            id="two ways",
        ),
        pytest.param(
            ron(value=TILES, yakuman=1), "bad-game-hand", "Specify only one of", id="two others"
        ),
        pytest.param(
            ron(value=TILES, chips={"ura": 1}),
            "bad-game-hand",
            "hands[1]: wins.0.chips: This is determined by the tiles",
            id="chips beside tiles",
        ),
        pytest.param(
            ron(value={**TILES, "win": "9m"}),
            "not-a-win",
            "hands[1]: wins.0.value: hand: The tiles do not form a winning hand",
            id="no win",
        ),
        pytest.param(
            ron(value={**TILES, "win": "1m"}),
            "no-yaku",
            "hands[1]: wins.0.value: hand: The hand has no yaku",
            id="no yaku",
        ),
        pytest.param(
            ron(value={"win": "1m"}),
            "missing-key",
            "hands[1]: wins.0.value: hand: Field required",
            id="no tiles",
        ),
        pytest.param(
            ron(value={**TILES, "seat": "W"}),
            "contradiction",
            "hands[1]: wins.0.value: seat: It says “W”, but the table has “S”",
            id="another wind",
        ),
        pytest.param(
            ron(value={**TILES, "honba": 2}),
            "contradiction",
            "hands[1]: wins.0.value: honba: It says “2”, but the table has “1”",
            id="other honba",
        ),
        pytest.param(
            {**ron(value={**TILES, "sticks": 2_000}), "riichi": [0]},
            "contradiction",
            "hands[1]: wins.0.value: sticks: It says “2000”, but the table has “1000”",
            id="other sticks",
        ),
        pytest.param(
            ron(value={**TILES, "honba": True}),
            "bad-value",
            "hands[1]: wins.0.value: honba: Input should be a valid integer",
            id="true for one honba",
        ),
        pytest.param(
            ron(value={**TILES, "seat": ["S"]}),
            "bad-value",
            "hands[1]: wins.0.value: seat: Input should be",
            id="a list for a wind",
        ),
        pytest.param(
            ron(value={**TILES, "with": {"start_points": 20_000}}),
            "contradiction",
            "hands[1]: wins.0.value: with: It says “",
            id="other parameters",
        ),
        pytest.param(
            ron(value={**TILES, "how": "tsumo"}), "contradiction", "how: It says “tsumo”", id="how"
        ),
        pytest.param(
            ron(value={**TILES, "rule": "kinyoukai"}),
            "contradiction",
            "rule: It says “kinyoukai”, but the table has “nekohouse-4a”",
            id="another rule",
        ),
        pytest.param(
            {**ron(value={**CLOSED, "flags": ["riichi"]}), "riichi": [0]},
            "contradiction",
            "flags: The hand has riichi, but seat 1 has not declared it",
            id="riichi not declared",
        ),
        pytest.param(
            {**ron(value={**CLOSED, "flags": []}), "riichi": [1]},
            "contradiction",
            "flags: The hand has no riichi, but seat 1 has declared it",
            id="riichi not said",
        ),
        pytest.param(
            {**ron(value=TILES), "riichi": [1]},
            "bad-hand",
            "hands[1]: wins.0.value: flags: ",
            id="riichi with an open hand",
        ),
        pytest.param(
            {"result": "abort", "kind": "suurii", "riichi": [0, 1, 2]},
            "bad-game-hand",
            "hands[1]: riichi: Four riichi must include all 4 players",
            id="four riichi of three",
        ),
        pytest.param(
            ron(yakuman=0), "missing-key", "hands[1]: wins.0.han: Specify “han”", id="no yakuman"
        ),
        pytest.param(
            ron(yakuman=1, pao="x"), "bad-value", "hands[1]: wins.0.pao.0: ", id="pao of a word"
        ),
        pytest.param(
            {"result": "ron", "wins": [{"winner": 8, "from": 0, "value": TILES}]},
            "bad-game-hand",
            "hands[1]: wins: There is no seat 8",
            id="tiles of nobody",
        ),
        pytest.param(
            {"result": "chombo", "by": [1, 2]},
            "bad-game-hand",
            "hands[1]: by: 2 players are listed",
            id="two",
        ),
        pytest.param(
            {"result": "draw", "stop": True}, "dealer-choice", "hands[1]: stop: ", id="stop"
        ),
        pytest.param(
            {"result": "draw", "stop": 1}, "bad-value", "hands[1]: stop: ", id="1 for true"
        ),
    ],
)
def test_what_is_wrong_with_a_hand_is_said_with_its_place(
    hand: object, code: str, message: str
) -> None:
    asked = {"rule": "nekohouse-4a", "hands": [{"result": "draw", "tenpai": [0]}, hand]}

    ((line, is_done),) = replay_lines([json.dumps(asked)], today=TODAY)

    error = json.loads(line)["error"]
    assert not is_done
    assert error["code"] == code
    assert error["message"].startswith("hands[1]: ")
    assert message in error["message"]


@pytest.mark.parametrize(
    ("hand", "code", "message"),
    [
        pytest.param(ron(), "missing-key", "wins.0.worth: Specify what the hand", id="no worth"),
        pytest.param(
            ron(worth=5, value=CLOSED),
            "bad-game-hand",
            "wins.0.worth: This is determined",
            id="both",
        ),
        pytest.param(ron(han=1), "unknown-key", "wins.0.han", id="han"),
        pytest.param(
            ron(worth=5, responsible=1),
            "bad-game-hand",
            "cannot pay itself",
            id="self",
        ),
    ],
)
def test_what_is_wrong_with_a_hand_of_zung_jung(
    hand: dict[str, Any], code: str, message: str
) -> None:
    with pytest.raises(ScoringError) as wrong:
        replayed(hand, rule="zung-jung")

    assert wrong.value.code == code
    assert message in str(wrong.value)


def test_dora_beside_tiles_are_refused_in_boo() -> None:
    with pytest.raises(ScoringError, match=r"wins\.0\.dora: This is determined by the tiles"):
        replayed(ron(value=TILES, dora=1), rule="nekohouse-boo")


def test_a_hand_after_the_end_says_where_the_game_ended() -> None:
    with pytest.raises(ScoringError) as wrong:
        replayed(ron(yakuman=1), {"result": "draw"}, rule="kinyoukai")

    assert wrong.value.code == "game-over"
    assert str(wrong.value) == "hands[1]: The game ended after 1 hands, at E1."


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        pytest.param([], "bad-value", id="no object"),
        pytest.param({"rule": "kinyoukai"}, "missing-key", id="no hands"),
        pytest.param({"rule": "kinyoukai", "hands": {}}, "bad-value", id="no list"),
        pytest.param(
            {"rule": "kinyoukai", "hands": [{"result": "draw"}] * 201}, "bad-value", id="201 hands"
        ),
        pytest.param({"rule": "nowhere", "hands": []}, "unknown-rule", id="no such rule"),
        pytest.param({"rule": "kinyoukai", "hands": [], "dabu_ken": 1}, "unknown-key", id="no Boo"),
        pytest.param(
            {"rule": "nekohouse-boo", "hands": [], "dabu_ken": 4}, "bad-value", id="no such seat"
        ),
        pytest.param(
            {"rule": "kinyoukai", "hands": [], "with": {"umaa": 1}},
            "unknown-parameter",
            id="no such parameter",
        ),
        pytest.param(
            {
                "rule": "yakyu-3p-tonpu",
                "on": "2008-02-24",
                "hands": [{"result": "tsumo", "wins": [{"winner": 0, "yakuman": 3}]}],
            },
            "not-stated",
            id="an uma that is not handed down",
        ),
    ],
)
def test_a_request_that_cannot_be_replayed(asked: object, code: str) -> None:
    with pytest.raises((RuleError, ScoringError)) as wrong:
        replay_request(asked, today=TODAY)

    assert isinstance(wrong.value, RuleError | ScoringError)
    assert wrong.value.code == code


def test_parameters_may_be_changed_for_a_game() -> None:
    answer = replayed(ron(han=1, fu=30), rule="kinyoukai", **{"with": {"start_points": 20_000}})

    assert answer["points"] == [19_000, 21_000, 20_000, 20_000]
