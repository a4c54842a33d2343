"""Whatever a line holds, it has one answer, and the parts of the answer agree.

``make test-slow`` tries a fifth of the promised inputs, ``make promises`` (JANCHO_FULL=1) all.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from rules.parameters import Parameters, RiichiParameters, override, parameter_values
from rules.presets import load, shipped_keys
from scoring.hands import fu, prices, readings
from scoring.hands.lines import value_lines, value_request
from scoring.json_lines import answer_or_error, error_answer
from scoring.versions import VersionLike
from scoring.zung_jung import evaluator as zung_jung

from .fuzzer import Fault, Fuzz, forget
from .mutations import Mutator

NORMAL, PROMISED = 3_000, 100_000
COUNT = PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 5
TODAY = date(2026, 1, 1)
DOCUMENTED = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")

#: little out of the ordinary: what is rare has to be found
SEEDS: list[dict[str, Any]] = [
    {"rule": "kinyoukai", "hand": "23m567m678p22s345s", "win": "4m", "how": "ron"},
    {"rule": "nekohouse-4a", "hand": "23m567m678p22s", "melds": ["chi:345s"], "win": "4m"},
    {
        **{"rule": "nekohouse-4b", "hand": "123m067m678p22s34s", "win": "0z", "how": "tsumo"},
        **{"dora_indicators": "1s", "flags": ["riichi"]},
    },
    {
        **{"rule": "tenhou-4p-tonnan", "hand": "567m678p22s34s", "win": "5s", "how": "tsumo"},
        **{"melds": ["ankan:1111m"], "flags": ["rinshan"]},
    },
    {"rule": "nekohouse-3a", "hand": "123p567p678p22s34s", "win": "5s", "nuki": 1},
    {"rule": "nekohouse-boo", "hand": "123m567m678p22s34s", "win": "5s", "flags": ["riichi"]},
    {"rule": "zung-jung", "hand": "123m567m678p22s34s", "win": "5s", "how": "tsumo"},
    {"rule": "sakura/getsurei", "hand": "567m678p11s333z24s", "win": "3s", "honba": 2},
]


class ClubVersion:
    """A club's own version, as the database would hand it out."""

    label = "2026-01-01"
    stated_by: Mapping[str, str] = {}
    value: Parameters = override(RiichiParameters(), {"minimum_han": 0, "raised_mangan": True})


OWN = ClubVersion()


def club_version(club: str, name: str, _day: date) -> VersionLike | None:
    return OWN if (club, name) == ("sakura", "getsurei") else None


def mutator(seed: int) -> Mutator:
    """Change rules and parameters too, within what shipped sets say and a little beyond."""
    values: dict[str, list[Any]] = {}
    for key in shipped_keys():
        text = parameter_values(load(key).version_on(TODAY).parameters)
        for name, value in text.items():
            values.setdefault(name, [None, 0, 4, True, False])
            if value not in values[name]:
                values[name].append(value)
    rules = [*shipped_keys(), "sakura/getsurei", "sakura/no-such"]
    return Mutator(Random(seed), rules=rules, parameters=values)


@pytest.fixture
def fuzz() -> Callable[..., Fuzz]:
    """Start anew, whatever other tests have made the product remember."""
    forget()
    seeds = [json.dumps({"how": "ron", "seat": "S", "round": "E", **seed}) for seed in SEEDS]

    def make(seed: int = 0, *, keeps: bool = True) -> Fuzz:
        return Fuzz(seeds, broken_law, mutator(seed), keeps=keeps)

    return make


def broken_law(line: str) -> str | None:
    """Say which law the answer to a line breaks, if any."""
    answers = list(value_lines([line], today=TODAY, club_version=club_version))
    text = line.lstrip("\ufeff").strip()
    if len(answers) != bool(text):
        return f"{len(answers)} answers"
    if not text:
        return None
    [(written, ok)] = answers
    written.encode()
    answer = json.loads(written)
    if written != _step_by_step(text):
        return "another answer than one worked out step by step"
    if "\n" in written or ok is ("error" in answer):
        return "no answer of one line that says whether it is one"
    if not ok:
        return _wrong_error(answer)
    asked = json.loads(text)
    return _wrong_patterns(answer) if "patterns" in answer else _wrong_value(answer, asked)


def _step_by_step(text: str) -> str:
    """The answer of those who look at everything, whatever lines are answered quickly."""
    answering = partial(value_request, today=TODAY, club_version=club_version)
    try:
        obj = json.loads(text)
    except (ValueError, RecursionError) as error:
        answer = error_answer("bad-json", f"this line is no JSON: {error}")
    else:
        answer = answer_or_error(obj, answering)
    return json.dumps(answer, ensure_ascii=False)


def _wrong_error(answer: dict[str, Any]) -> str | None:
    text = answer["error"]
    if set(answer) != {"error"} or set(text) != {"code", "message"} or not text["message"]:
        return "an error of another shape"
    return None if f"`{text['code']}`" in DOCUMENTED else "a code that is not documented"


def _wrong_patterns(answer: dict[str, Any]) -> str | None:
    paid, worth = answer["payment"], answer["worth"]
    if set(paid) not in ({"each"}, {"discarder", "others"}):
        return "a payment of another shape"
    if answer["total"] != 3 * paid.get("each", 0) + paid.get("discarder", 0) + 2 * paid.get(
        "others", 0
    ):
        return "total and payment"
    if answer["total"] != 3 * worth or not 0 <= worth <= sum(answer["patterns"].values()):
        return "worth and patterns"
    return None


def _wrong_value(answer: dict[str, Any], asked: dict[str, Any]) -> str | None:
    paid = answer["payment"]
    if not any(paid.keys() <= who for who in ({"discarder"}, {"dealer", "others"}, {"each"})):
        return "a payment of another shape"
    seats = _players(asked) - 1
    received = paid.get("discarder", 0) + paid.get("dealer", 0)
    received += paid.get("others", 0) * (seats - 1) + paid.get("each", 0) * seats
    if answer["total"] != received + asked.get("sticks", 0):
        return "total and payment"
    if answer["han"] != sum(answer["yaku"].values()):
        return "han and yaku"
    if answer["fu"] != (sum(fu for _reason, fu in answer["fu_parts"]) or None):
        return "fu and their parts"
    return None


def _players(asked: dict[str, Any]) -> int:
    stated = 3 if "-3" in asked["rule"] else 4
    return int((asked.get("with") or {}).get("players", stated))


def test_whatever_a_line_becomes_it_has_one_answer_whose_parts_agree(
    fuzz: Callable[..., Fuzz],
) -> None:
    assert fuzz().hunt(NORMAL) is None


@pytest.mark.slow
def test_of_a_hundred_thousand_lines_none_breaks_a_law(fuzz: Callable[..., Fuzz]) -> None:
    assert fuzz(seed=1).hunt(COUNT) is None


def raising(*_asked: object, **_named: object) -> object:
    raise ZeroDivisionError("planted")


#: rarely reached, and by no seed
PLANTED = [
    pytest.param(readings, "_nine_gates", raising, "planted", id="closed, of one suit"),
    pytest.param(readings, "_seven_pairs", raising, "planted", id="seven pairs"),
    pytest.param(zung_jung, "_gates", raising, "planted", id="one suit in Zung Jung"),
    pytest.param(prices.Prices, "_yakuman", raising, "planted", id="a yakuman"),
    pytest.param(
        fu,
        "SEVEN_PAIRS",
        fu.FuPart("seven pairs", 20),
        "fu and their parts",
        id="fu that are not the sum of their parts",
    ),
]


@pytest.mark.parametrize(("where", "what", "planted", "why"), PLANTED)
def test_a_fault_planted_where_few_hands_lead_is_found_in_the_normal_count(
    fuzz: Callable[..., Fuzz],
    monkeypatch: pytest.MonkeyPatch,
    where: object,
    what: str,
    planted: object,
    why: str,
) -> None:
    monkeypatch.setattr(where, what, planted)

    assert fuzz().hunt(0) is None
    found = fuzz().hunt(NORMAL)
    assert found is not None
    assert why in found.why


class Letters:
    """Changes one letter of four."""

    rng = Random(0)

    def changed(self, text: str, _other: str) -> str:
        at = self.rng.randrange(4)
        return text[:at] + self.rng.choice("abcdefghijklmnopqrstuvwxyz") + text[at + 1 :]


def locked(word: str) -> str | None:
    """A door with four locks, one behind the other."""
    if word[0] != "t":
        return None
    if word[1] != "s":
        return None
    if word[2] != "u":
        return None
    if word[3] != "m":
        return None
    return "open"


def test_what_reaches_something_new_leads_further() -> None:
    led = Fuzz(["aaaa"], locked, Letters(), files=[__file__])
    blind = Fuzz(["aaaa"], locked, Letters(), files=[__file__], keeps=False)

    assert led.hunt(NORMAL) == Fault("tsum", "open")
    assert blind.hunt(NORMAL) is None


def test_whoever_traced_before_the_fuzz_goes_on_after_it() -> None:
    def other(_frame: FrameType, _event: str, _about: object) -> None:
        return None

    before = sys.gettrace()
    sys.settrace(other)
    try:
        Fuzz(["aaaa"], locked, Letters(), files=[__file__]).hunt(1)
        after = sys.gettrace()
    finally:
        sys.settrace(before)

    assert after is other
