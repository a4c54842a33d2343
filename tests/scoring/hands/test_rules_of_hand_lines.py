"""Under which rule a line has its hand valued, and what the families of rules answer."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from rules.errors import NoVersionError
from rules.parameters import Parameters, RiichiParameters, override
from scoring.hands import lines
from scoring.hands.lines import MOST_RULES, evaluator_of
from scoring.versions import VersionLike

from .asking import HAND, asked, error


@pytest.mark.parametrize(("on", "code"), [("2007-02-28", "no-yaku"), ("2007-03-01", None)])
def test_the_version_of_the_day_counts(on: str, code: str | None) -> None:
    """二翻縛り from 5 honba was given up on 1 March 2007."""
    one_han = {"hand": "23m678p22345s", "melds": ["chi:567m"], "honba": 5}
    line = {**HAND, **one_han, "rule": "yakyu-4p-tonnan", "on": on}

    assert asked(line).get("error", {}).get("code") == code


class Own:
    """A club's version; like the database it makes its parameters anew whenever it is asked."""

    label = "2026-01-01"
    stated_by: Mapping[str, str] = {"minimum_han": "第2条"}

    def __init__(self, minimum: int) -> None:
        self.value: Parameters = override(RiichiParameters(), {"minimum_han": minimum})


def club_version(club: str, name: str, day: date) -> VersionLike | None:
    if club != "sakura":
        return None
    if day < date(2026, 1, 1):
        raise NoVersionError(day=day, first=date(2026, 1, 1))
    return Own(int(name.removeprefix("han-")))


@pytest.mark.parametrize(
    ("rule", "on", "code"),
    [
        ("sakura/han-2", "2026-01-01", None),
        ("sakura/han-3", "2026-01-01", "no-yaku"),
        ("sakura/han-2", "2025-12-31", "no-version"),
        ("ume/han-2", "2026-01-01", "unknown-rule"),
        ("sakura/二翻", "2026-01-01", "unknown-rule"),
        ("/", "2026-01-01", "unknown-rule"),
    ],
)
def test_a_hand_may_be_valued_under_a_club_s_own_rules(
    rule: str, on: str, code: str | None
) -> None:
    answer = asked({**HAND, "rule": rule, "on": on}, club_version=club_version)

    assert answer.get("error", {}).get("code") == code


def test_without_clubs_only_shipped_rules_are_known() -> None:
    assert error({**HAND, "rule": "sakura/han-2"})["code"] == "unknown-rule"


def test_a_change_holds_for_its_own_line_alone() -> None:
    strict, lax = {"minimum_han": 3}, {"minimum_han": 2}
    codes = [
        asked({**HAND, "with": changes}).get("error", {}).get("code")
        for changes in ({}, strict, {}, lax, strict, lax)
    ]

    assert codes == [None, "no-yaku", None, None, "no-yaku", None]


def test_two_rules_are_never_taken_for_each_other_however_often_they_take_turns() -> None:
    """A club's parameters are gone after each line: the next may lie where they lay."""
    minimums = [1 + at * 7 % 5 for at in range(4 * MOST_RULES)]
    answers = [
        asked({**HAND, "rule": f"sakura/han-{minimum}"}, club_version=club_version)
        for minimum in minimums
    ]

    assert ["error" in answer for answer in answers] == [minimum > 2 for minimum in minimums]


def test_no_more_than_so_many_rules_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Parameters] = []

    def counted(parameters: Parameters) -> lines.AnyEvaluator:
        made.append(parameters)
        return evaluator_of(parameters)

    monkeypatch.setattr(lines, "_EVALUATORS", lines._Evaluators())
    monkeypatch.setattr(lines, "evaluator_of", counted)
    rules = [{**HAND, "with": {"honba_ron": 300 + 100 * at}} for at in range(MOST_RULES)]

    first = [asked(line) for line in rules * 2]
    assert len(made) == MOST_RULES
    asked({**HAND, "with": {"honba_ron": 0}})
    assert len(made) == MOST_RULES + 1
    assert [asked(line) for line in rules * 2] == first
    assert len(made) > MOST_RULES + 1
    assert len(lines._EVALUATORS._kept) == MOST_RULES


def test_dora_of_boo_stand_beside_the_yaku() -> None:
    """Pinfu at 1 han 30 fu, and 1,500 for each of two dora."""
    boo = {"rule": "nekohouse-boo", "hand": "123m567m678p22s34s", "win": "5s"}
    answer = asked({**HAND, **boo, "dora_indicators": "1s"})

    assert (answer["yaku"], answer["dora"], answer["total"]) == ({"pinfu": 1}, 2, 4_000)
    assert "dora" not in asked({**HAND, **boo})


def test_norths_set_aside_are_dora() -> None:
    three = {"rule": "tenhou-3p-tonnan", "hand": "23567p678p22345s", "win": "4p"}

    assert asked({**HAND, **three, "nuki": 2})["yaku"] == {
        **{"pinfu": 1, "tanyao": 1, "nuki_dora": 2}
    }


@pytest.mark.parametrize(
    ("more", "blamed"),
    [
        ({"nuki": 4}, None),
        ({"nuki": 3, "dora_indicators": "1f"}, None),
        ({"nuki": 4, "dora_indicators": "1f"}, "nuki: "),
        (
            {"nuki": 3, "dora_indicators": "1f", "ura_indicators": "2f", "flags": ["riichi"]},
            "nuki: ",
        ),
        ({"hand": "23p678p22340s", "melds": ["pon:123f"]}, "melds: "),
        ({"hand": "23067p678p2234s1f"}, "hand: "),
    ],
)
def test_there_are_four_flowers_set_aside_or_turned_over(
    more: dict[str, Any], blamed: str | None
) -> None:
    flowers = {"rule": "nekohouse-3b", "hand": "23067p678p22340s", "win": "4p"}
    answer = asked({**HAND, **flowers, **more})

    if blamed is None:
        assert answer["yaku"]["nuki_dora"] == more["nuki"]
    else:
        assert answer["error"]["code"] == "bad-hand"
        assert answer["error"]["message"].startswith(blamed)


@pytest.mark.parametrize(
    ("rule", "total"),
    [
        *((key, 32_000) for key in ("nekohouse-4a", "kinyoukai", "super-tonpu")),
        *((key, None) for key in ("yakyu-4p-tonnan", "zung-jung")),
    ],
)
def test_a_kokushi_on_a_closed_kan_wins_where_the_rule_has_it(rule: str, total: int | None) -> None:
    kokushi = {"rule": rule, "hand": "19m19p19s1123456z", "win": "7z", "flags": ["chankan_closed"]}
    answer = asked({**HAND, **kokushi})

    if total is None:
        assert answer["error"]["code"] == "bad-hand"
    else:
        assert answer["total"] == total


def test_flowers_set_aside_leave_the_norths_in_play() -> None:
    flowers = {"rule": "nekohouse-3b", "hand": "67p44z234p678s111p", "win": "8p", "nuki": 3}

    answer = asked({**HAND, **flowers, "flags": ["riichi"]})

    assert (answer["yaku"], answer["total"]) == ({"riichi": 1, "nuki_dora": 3}, 8_000)


def test_the_pocchi_drawn_after_riichi_is_the_tile_that_pays_most() -> None:
    wild = {"rule": "nekohouse-4b", "win": "0z", "how": "tsumo"}

    assert asked({**HAND, **wild, "flags": ["riichi"]})["payment"] == {
        **{"dealer": 4_000, "others": 2_000}
    }
    assert error({**HAND, **wild})["code"] == "not-a-win"


#: 混一色 40, 一気通貫 40, 翻牌 10, 門前清 5
ZUNG_JUNG: dict[str, Any] = {
    **{"rule": "zung-jung", "hand": "12345679m11z555z", "win": "8m", "how": "ron", "seat": "S"},
}


@pytest.mark.parametrize(
    ("more", "payment"),
    [
        ({}, {"discarder": 225, "others": 30}),
        ({"responsible": True}, {"discarder": 225, "others": 30}),
        ({"responsible": False}, {"each": 95}),
        ({"how": "tsumo"}, {"each": 95}),
        ({"round": "N", "honba": 3, "sticks": 1_000}, {"discarder": 225, "others": 30}),
    ],
)
def test_zung_jung_answers_with_patterns_and_who_is_responsible(
    more: dict[str, Any], payment: dict[str, int]
) -> None:
    assert asked({**ZUNG_JUNG, **more}) == {
        "patterns": {
            **{"concealed_hand": 5, "mixed_one_suit": 40},
            **{"value_honor": 10, "nine_tile_straight": 40},
        },
        "worth": 95,
        "payment": payment,
        "total": 285,
    }


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"hand": "12345679m11z55z"}, "bad-hand"),
        ({"hand": "12345679m11z556z"}, "not-a-win"),
        ({"flags": ["chankan"], "how": "tsumo"}, "bad-hand"),
        ({"responsible": 1}, "bad-value"),
        ({"responsible": None}, "bad-value"),
        ({"with": {"worth_cap": -1}}, "bad-parameters"),
    ],
)
def test_what_is_wrong_in_zung_jung_has_the_same_codes(more: dict[str, Any], code: str) -> None:
    assert error({**ZUNG_JUNG, **more})["code"] == code
