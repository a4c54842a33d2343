"""Whoever reads the documents alone values every hand as the product does.

``make test-slow`` deals a tenth of the hands, ``make promises`` (JANCHO_FULL=1) 25,000.
"""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest

from rules.parameters import parameter_values
from rules.presets import load, shipped_keys
from scoring.hands.errors import NoYakuError
from scoring.hands.lines import value_request
from tests.referee.deal import dealt
from tests.referee.facts import FACTS, Facts, filled
from tests.referee.judge import Win, verdicts

PROMISED = 25_000
COUNT = (PROMISED if os.environ.get("JANCHO_FULL") else PROMISED // 10) // len(FACTS) + 1
TODAY = date(2026, 11, 1)


def facts_of(name: str) -> Facts:
    """A set's facts; where its document is silent, the product's own clause."""
    facts = FACTS[name]
    version = load(name.split()[0]).version_on(date.fromisoformat(facts.day))
    return filled(facts, parameter_values(version.parameters))


def difference(line: dict[str, Any], wins: list[Win], facts: Facts) -> str | None:
    """Say how the product and the referee differ on a hand, if they do."""
    own = [verdict for win in wins for verdict in verdicts(win, facts)]
    try:
        answer = value_request(line, today=TODAY)
    except NoYakuError:
        return None if not own else f"no yaku, the referee: {own}"
    if not own:
        return f"{answer}, the referee: no yaku"
    most = max(one.total for one in own)
    best = [one for one in own if one.total == most]
    found = answer["total"], answer["han"], answer["fu"], answer["payment"]
    if any(_equal(found, one) for one in best):
        return None
    return f"{answer}, the referee: {best}"


def _equal(found: tuple[int, int, int | None, dict[str, int]], one: tuple[Any, ...]) -> bool:
    total, han, fu, pays = one
    same_han = found[1] == han or (han >= 13 and found[1] >= 13)
    return found[0] == total and found[3] == pays and same_han and (fu is None or found[2] == fu)


def differences(name: str, facts: Facts, count: int) -> list[str]:
    rng = Random(f"referee {name}")
    found = []
    for _hand in range(count):
        line, wins = dealt(rng, facts, name)
        if said := difference(line, wins, facts):
            found.append(f"{line}: {said}")
    return found


def test_the_referee_knows_every_riichi_set() -> None:
    known = {name.split()[0] for name in FACTS}

    assert known == {key for key in shipped_keys() if not key.startswith("zung-jung")}


@pytest.mark.slow
@pytest.mark.parametrize("name", FACTS)
def test_the_referee_finds_no_difference(name: str) -> None:
    assert differences(name, facts_of(name), COUNT)[:3] == []


@pytest.mark.parametrize("name", FACTS)
def test_the_referee_finds_no_difference_in_a_few_hands(name: str) -> None:
    assert differences(name, facts_of(name), 20)[:3] == []


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        pytest.param("kinyoukai", {"open_tanyao": False}, id="open tanyao"),
        pytest.param("m-league", {"raised": False}, id="raised mangan"),
        pytest.param("super-tonpu", {"double_wind_fu": 4}, id="double wind"),
        pytest.param("nekohouse-3b", {"north_counts": False}, id="north"),
        pytest.param("nekohouse-3a", {"several": "all"}, id="several yakuman"),
    ],
)
def test_a_referee_with_one_wrong_fact_finds_differences(name: str, wrong: dict[str, Any]) -> None:
    assert differences(name, replace(facts_of(name), **wrong), 1_500)
