"""The value format line by line, as docs/commands.md describes it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.hands import lines as lines_of_hands
from scoring.hands.lines import value_lines, value_request

from .asking import HAND, TODAY, asked, error

COMMANDS = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
DOCS = COMMANDS.partition("## value")[2].partition("\n## ")[0]


def test_rules_without_end_are_answered_each_as_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines_of_hands, "MOST_RULES", 2)
    rules = ["kinyoukai", "m-league", "tenhou-4p-tonnan", "nekohouse-boo", "kinyoukai"]
    asked = [{**HAND, "rule": rule, "dora_indicators": "1m"} for rule in rules]

    answers = [json.loads(text) for text, _ok in value_lines(map(json.dumps, asked), today=TODAY)]

    assert answers == [value_request(one, today=TODAY) for one in asked]


def test_the_documented_hand_has_the_documented_answer() -> None:
    line, answer = re.findall(r"```json\n(.*)\n```", DOCS)

    assert list(value_lines([line], today=TODAY)) == [(answer, True)]


def test_an_answer_says_yaku_han_fu_their_parts_limit_total_and_payment() -> None:
    assert asked(HAND) == {
        "yaku": {"pinfu": 1, "tanyao": 1},
        "han": 2,
        "fu": 30,
        "fu_parts": [["base", 20], ["closed ron", 10]],
        "limit": None,
        "total": 2_000,
        "payment": {"discarder": 2_000},
    }


@pytest.mark.parametrize(
    ("more", "changed"),
    [
        pytest.param({"flags": ["riichi"]}, {"han": 3, "total": 3_900}, id="riichi"),
        pytest.param({"flags": ["riichi", "riichi"]}, {"han": 3}, id="a flag said twice"),
        pytest.param({"flags": ["open_riichi"]}, {"han": 2}, id="a flag the rule does not know"),
        pytest.param(
            {"flags": ["open_riichi"], "ura_indicators": "1s"},
            {"han": 2},
            id="nor what hangs on it",
        ),
        pytest.param({"dora_indicators": "1s"}, {"han": 4, "total": 7_700}, id="an indicator"),
        pytest.param({"ura_indicators": "1s"}, {"han": 2}, id="ura without riichi"),
        pytest.param(
            {"ura_indicators": "1s", "flags": ["riichi"]},
            {"han": 5, "limit": "mangan", "total": 8_000},
            id="ura after riichi",
        ),
        pytest.param(
            {"how": "tsumo"},
            {"fu": 20, "payment": {"dealer": 1_300, "others": 700}, "total": 2_700},
            id="a child's own draw",
        ),
        pytest.param(
            {"how": "tsumo", "seat": "E"},
            {"payment": {"each": 1_300}, "total": 3_900},
            id="the dealer's own draw",
        ),
        pytest.param({"seat": "E"}, {"payment": {"discarder": 2_900}}, id="the dealer's ron"),
        pytest.param(
            {"honba": 2}, {"payment": {"discarder": 2_600}, "total": 2_600}, id="honba are paid"
        ),
        pytest.param(
            {"honba": 2, "how": "tsumo"},
            {"payment": {"dealer": 1_500, "others": 900}, "total": 3_300},
            id="honba are paid by each",
        ),
        pytest.param(
            {"sticks": 2_000},
            {"payment": {"discarder": 2_000}, "total": 4_000},
            id="sticks are no payment",
        ),
        pytest.param(
            {"hand": "23m678p22345s", "melds": ["chi:567m"]},
            {"yaku": {"tanyao": 1}, "fu": 30, "total": 1_000},
            id="a chi",
        ),
        pytest.param(
            {"hand": "23m678p22345s", "melds": ["ankan:8888m"]},
            {"yaku": {"tanyao": 1}, "fu": 50, "total": 1_600},
            id="a closed kan: 20 + 10 + 16",
        ),
        pytest.param(
            {"hand": "23m678p22345s", "melds": ["kakan:8888m"]},
            {"yaku": {"tanyao": 1}, "fu": 30, "total": 1_000},
            id="an added kan: 20 + 8",
        ),
        pytest.param(
            {"hand": "23m678p11s222z", "melds": ["pon:777z"], "round": "S"},
            {"yaku": {"round_wind": 1, "chun": 1}, "fu": 40},
            id="the round's wind: 20 + 8 + 4",
        ),
        pytest.param(
            {"hand": "23067m678p22345s"},
            {"yaku": {"pinfu": 1, "tanyao": 1, "aka_dora": 1}},
            id="a red five",
        ),
        pytest.param(
            {"hand": "1112345678999m", "win": "5m"},
            {"yaku": {"chuuren_pure": 13}, "fu": None, "fu_parts": [], "limit": "yakuman"},
            id="a yakuman has no fu",
        ),
        pytest.param(
            {"hand": "5556677z", "win": "7z", "melds": ["pon:111z", "pon:222z"]},
            {"yaku": {"tsuuiisou": 13}, "han": 13, "total": 32_000},
            id="one yakuman",
        ),
        pytest.param(
            {"hand": "5556z", "win": "6z", "melds": ["pon:111z", "pon:222z", "pon:333z"]},
            {"yaku": {"tsuuiisou": 13}, "limit": "yakuman", "total": 32_000},
            id="one yakuman of four triplets",
        ),
        pytest.param(
            {"hand": "44z66z", "win": "4z", "melds": ["pon:111z", "pon:222z", "pon:333z"]},
            {"han": 26, "limit": "yakuman_2", "total": 64_000},
            id="several yakuman",
        ),
    ],
)
def test_each_key_changes_the_value_as_documented(
    more: dict[str, Any], changed: dict[str, Any]
) -> None:
    answer = asked({**HAND, **more})

    assert {key: answer.get(key) for key in changed} == changed


def test_the_limits_are_called_as_documented() -> None:
    names = {"mangan": 5, "haneman": 6, "baiman": 8, "sanbaiman": 11, "counted_yakuman": 13}
    values = {
        name: asked({**HAND, "with": {"han_tanyao": [han - 1, 1]}})["limit"]
        for name, han in names.items()
    }

    assert values == {name: name for name in names}
    assert all(f"`{name}`" in DOCS for name in (*names, "yakuman", "yakuman_2"))


def test_what_is_not_said_is_nothing() -> None:
    nothing = {
        **{"melds": [], "flags": [], "dora_indicators": "", "ura_indicators": ""},
        **{"nuki": 0, "honba": 0, "sticks": 0, "with": {}, "on": "2026-01-01"},
    }

    assert asked({**HAND, **nothing}) == asked(HAND)


@pytest.mark.parametrize(
    ("changes", "code", "blamed"),
    [
        ({"rule": "tenhou-5p"}, "unknown-rule", "tenhou-5p"),
        ({"rule": 4}, "bad-value", "rule"),
        ({"on": "1999-12-31"}, "no-version", ""),
        ({"on": "2026-02-30"}, "bad-value", "on"),
        ({"with": []}, "bad-value", "with"),
        ({"with": {"minimum": 2}}, "unknown-parameter", "minimum"),
        ({"with": {"minimum_han": 14}}, "bad-parameters", "minimum_han"),
        ({"with": {"minimum_han": 3}}, "no-yaku", ""),
        ({"hand": "23567m678p22345"}, "bad-hand", "hand: "),
        ({"hand": "23567m678p2234s"}, "bad-hand", "hand: "),
        ({"hand": ["2m"]}, "bad-value", "hand"),
        ({"hand": "23567m678p22347s"}, "not-a-win", ""),
        ({"hand": "13567m678p11345s", "win": "2m"}, "no-yaku", ""),
        ({"win": "4m5m"}, "bad-hand", "win: "),
        ({"win": ""}, "bad-hand", "win: "),
        ({"how": "chankan"}, "bad-value", "how"),
        ({"melds": "chi:567m"}, "bad-value", "melds"),
        ({"melds": ["kan:1111m"]}, "bad-hand", "melds: "),
        ({"melds": ["chi:124m"]}, "bad-hand", "melds: "),
        ({"melds": ["chi"]}, "bad-hand", "melds: "),
        ({"melds": ["chi:567m"] * 11}, "bad-hand", "melds: At most 4"),
        ({"flags": ["riichi"] * 31}, "bad-hand", "flags: A win can have at most 30"),
        ({"melds": 5}, "bad-value", "melds"),
        ({"seat": "T"}, "bad-value", "seat"),
        ({"round": 1}, "bad-value", "round"),
        ({"flags": ["ryanpeikou"]}, "bad-hand", "flags: "),
        ({"flags": ["ippatsu"]}, "bad-hand", "flags: ippatsu"),
        ({"dora_indicators": "1x"}, "bad-hand", "dora_indicators: "),
        ({"ura_indicators": "123456m"}, "bad-hand", "ura_indicators: "),
        ({"nuki": 1}, "bad-hand", "nuki: "),
        ({"nuki": 1.0}, "bad-value", "nuki"),
        ({"honba": 1_001}, "bad-hand", "honba: "),
        ({"honba": 10**12}, "bad-value", "honba"),
        ({"sticks": 50}, "bad-hand", "sticks: "),
        ({"sticks": True}, "bad-value", "sticks"),
        ({"responsible": False}, "unknown-key", "responsible"),
        ({"fu": 30}, "unknown-key", "fu"),
    ],
)
def test_what_is_wrong_is_answered_with_a_code_and_names_what_is_to_blame(
    changes: dict[str, Any], code: str, blamed: str
) -> None:
    refusal = error({**HAND, **changes})

    assert refusal["code"] == code
    if code == "bad-hand":
        assert refusal["message"].startswith(blamed)
    assert blamed.rstrip(": ") in refusal["message"]


@pytest.mark.parametrize("key", ["rule", "hand", "win", "how", "seat", "round"])
def test_what_a_riichi_hand_needs_is_asked_for_by_name(key: str) -> None:
    refusal = error({name: value for name, value in HAND.items() if name != key})

    assert refusal["code"] == "missing-key"
    assert key in refusal["message"]


@pytest.mark.parametrize("line", [None, [HAND], "hand", 7, True])
def test_a_line_that_is_no_object_is_an_error(line: object) -> None:
    assert error(line)["code"] == "bad-value"


def test_a_bad_line_does_not_stop_the_rest() -> None:
    good = json.dumps(HAND)
    answers = list(value_lines(["\ufeff" + good, "", "{", good], today=TODAY))

    assert [ok for _text, ok in answers] == [True, False, True]
    assert answers[0] == answers[2]


def test_japanese_stays_readable_in_the_answer() -> None:
    [(text, _ok)] = value_lines([json.dumps({**HAND, "hand": "東東"})], today=TODAY)

    assert "東東" in text


def test_from_python_a_hand_without_a_value_is_an_exception() -> None:
    with pytest.raises(ScoringError, match="do not form a winning hand"):
        value_request({**HAND, "win": "9m"}, today=TODAY)
