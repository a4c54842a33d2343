"""``manage.py value``: hands in, values out, no database but for a club's own rules."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.config.processes import ROOT, surroundings
from tests.factories import make_club

HAND = {
    "rule": "nekohouse-4a",
    "hand": "23m567m678p22s",
    "win": "4m",
    "how": "ron",
    "melds": ["chi:345s"],
    "seat": "S",
    "round": "E",
    "flags": [],
    "dora_indicators": "",
    "ura_indicators": "",
    "honba": 0,
    "sticks": 0,
}

Command = Callable[..., tuple[list[Any], int]]


@pytest.fixture
def value(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command on some lines; its answers and its exit status."""

    def run(*hands: object) -> tuple[list[Any], int]:
        raw = "".join(json.dumps(hand) + "\n" for hand in hands).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        out, status = StringIO(), 0
        try:
            call_command("value", stdout=out)
        except SystemExit as end:
            status = int(str(end.code))
        return [json.loads(line) for line in out.getvalue().splitlines()], status

    return run


def test_a_hand_is_answered_with_yaku_fu_and_payment(value: Command) -> None:
    answers, status = value(HAND)

    assert status == 0
    assert answers == [
        {
            "yaku": {"tanyao": 1},
            "han": 1,
            "fu": 30,
            "fu_parts": [["base", 20], ["open hand raised to 30", 10]],
            "limit": None,
            "total": 1000,
            "payment": {"discarder": 1000},
        }
    ]


def test_a_bad_line_stops_nothing_and_the_status_says_so(value: Command) -> None:
    answers, status = value(HAND, HAND | {"win": "9m"}, HAND)

    assert status == 1
    assert [answer.get("total") for answer in answers] == [1000, None, 1000]
    assert answers[1]["error"]["code"] == "not-a-win"


def test_parameters_can_be_changed_for_a_line(value: Command) -> None:
    changed = HAND | {"with": {"open_20_fu": "20"}}

    answers, _status = value(HAND, changed, HAND)

    assert [answer["total"] for answer in answers] == [1000, 700, 1000]


def test_honba_and_sticks_are_in_the_total_and_honba_in_the_payment(value: Command) -> None:
    answers, _status = value(HAND | {"honba": 2, "sticks": 1000})

    assert answers[0]["total"] == 1000 + 600 + 1000
    assert answers[0]["payment"] == {"discarder": 1600}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        pytest.param({"win": "1m"}, "no-yaku", id="no yaku"),
        pytest.param({"win": "9m"}, "not-a-win", id="no win"),
        pytest.param({"win": "44m"}, "bad-hand", id="two winning tiles"),
        pytest.param({"melds": ["chi:346s"]}, "bad-hand", id="impossible chi"),
        pytest.param({"melds": ["345s"]}, "bad-hand", id="a call without its kind"),
        pytest.param({"melds": ["pon:111z"] * 10_000}, "bad-hand", id="many calls"),
        pytest.param({"flags": ["riichi"] * 10_000}, "bad-hand", id="many flags"),
        pytest.param({"flags": ["luck"]}, "bad-hand", id="no such flag"),
        pytest.param({"flags": ["rinshan"]}, "bad-hand", id="rinshan without a kan"),
        pytest.param({"hand": "23m567m678p22" * 8}, "bad-hand", id="very long"),
        pytest.param({"hand": "23m" * 100_000}, "bad-hand", id="far too long"),
        pytest.param({"hand": 23}, "bad-value", id="a number"),
        pytest.param({"seat": "X"}, "bad-value", id="no seat"),
        pytest.param({"how": "luck"}, "bad-value", id="neither ron nor tsumo"),
        pytest.param({"honba": 10**30}, "bad-value", id="absurd honba"),
        pytest.param({"hand": "２３m567m678p22s"}, "bad-hand", id="full-width digits"),
        pytest.param({"hand": "\ud800\0"}, "bad-hand", id="half a character"),
        pytest.param({"luck": 1}, "unknown-key", id="unknown key"),
        pytest.param({"rule": "nowhere"}, "unknown-rule", id="unknown rule"),
    ],
)
def test_whatever_is_wrong_with_a_hand_is_named(
    value: Command, change: dict[str, Any], code: str
) -> None:
    answers, status = value(HAND | change)

    assert status == 1
    assert answers[0]["error"]["code"] == code


def test_a_pocchi_becomes_the_tile_that_pays_most(value: Command) -> None:
    drawn = HAND | {"rule": "nekohouse-4b", "hand": "23m567m678p22s345s", "melds": []}
    wild = drawn | {"win": "0z", "how": "tsumo", "flags": ["riichi"]}

    answers, _status = value(wild, wild | {"flags": []}, wild | {"hand": "19m19p19s1234567z"})

    # 1 man and 4 man both complete it, 4 man with 断么九
    assert set(answers[0]["yaku"]) == {"riichi", "menzen_tsumo", "pinfu", "tanyao"}
    assert answers[1]["error"]["code"] == "not-a-win"
    assert answers[2]["limit"] == "yakuman"


def test_a_pocchi_that_helps_to_no_yaku_says_what_is_missing(value: Command) -> None:
    noten = HAND | {"rule": "nekohouse-4b", "melds": [], "hand": "147m147p147s1234z"}
    poor = {"hand": "23m567m678p22s345s", "with": {"minimum_han": 9}}
    wild = {"win": "0z", "how": "tsumo", "flags": ["riichi"]}

    answers, _status = value(noten | wild, noten | wild | poor)

    assert [answer["error"]["code"] for answer in answers] == ["not-a-win", "no-yaku"]


def test_zung_jung_has_patterns_and_answers_who_is_responsible(value: Command) -> None:
    hand = {"rule": "zung-jung", "hand": "2345678m345m22m11m", "win": "9m", "how": "ron"}
    big = hand | {"hand": "234567m234678m2m", "win": "2m", "seat": "S"}

    answers, status = value(big, big | {"responsible": False}, big | {"melds": ["pon:222z"]})

    assert status == 1
    assert answers[0]["worth"] == sum(answers[0]["patterns"].values()) > 30
    assert answers[0]["payment"]["others"] == 30
    assert answers[1]["payment"] == {"each": answers[1]["worth"]}
    assert answers[0]["total"] == answers[1]["total"] == 3 * answers[0]["worth"]
    assert answers[2]["error"]["code"] == "bad-hand"


def test_a_clubs_own_version_of_the_day_is_used(value: Command, db: None) -> None:
    make_club()

    answers, status = value(HAND | {"rule": "tonan/kinyoukai", "on": "2015-04-11"})

    assert status == 0
    assert answers[0]["yaku"] == {"tanyao": 1}


def test_no_database_is_needed_for_shipped_rules(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "value"],
        input=json.dumps(HAND) + "\n",
        capture_output=True,
        encoding="utf-8",
        env=surroundings(DATABASE_URL=f"sqlite:///{tmp_path}/none/of/that.db"),
        check=True,
    )

    assert json.loads(done.stdout)["total"] == 1000
