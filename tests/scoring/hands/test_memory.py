"""What an evaluator remembers is bounded, and forgetting changes no value."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

import pytest

import scoring.hands
from scoring.hands import groups, hand, readings
from scoring.hands.evaluator import Evaluator
from scoring.hands.groups import SplitTable
from scoring.hands.hand import parse_meld
from scoring.hands.readings import MeldTable
from scoring.hands.tiles import tile_names
from scoring.hands.worths import Value

from .makers import Maker
from .recipes import RECIPES, anything, crowded, either
from .written import rule_of

#: bounds of what is asked, not of what is remembered
OF_REQUESTS = {
    "MOST_CHARACTERS",
    "MOST_MELDS_READ",
    "MOST_HONBA",
    "MOST_STICKS",
    "MOST_RULES",
}
MODULES = [
    importlib.import_module(f"scoring.hands.{module.name}")
    for module in pkgutil.iter_modules(scoring.hands.__path__)
]
BOUNDS = [
    pytest.param(module, name, id=name)
    for module in MODULES
    for name, bound in vars(module).items()
    if name.startswith("MOST_") and name not in OF_REQUESTS and isinstance(bound, int)
]
RULE = rule_of("plain", {"minimum_han": 0})
HANDS = 200


def _values(seed: str) -> list[Value]:
    """Hands that no other test has had valued: what they are made of is not known yet."""
    maker, evaluator = Maker(RULE, seed), Evaluator(RULE)
    sorts = either(anything, crowded, *RECIPES.values())
    return [evaluator.value(maker.hand(sorts)) for _hand in range(HANDS)]


def test_there_are_bounds() -> None:
    assert len(BOUNDS) > 3


@pytest.mark.parametrize(("module", "name"), BOUNDS)
@pytest.mark.parametrize("bound", [1, 7])
def test_a_table_that_is_full_is_emptied_and_no_value_changes(
    monkeypatch: pytest.MonkeyPatch, module: ModuleType, name: str, bound: int
) -> None:
    seed = f"memory {name} {bound}"
    monkeypatch.setattr(module, name, bound)
    forgetful = _values(seed)
    monkeypatch.undo()

    assert forgetful == _values(seed)


def test_calls_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = [parse_meld(f"pon:{rank * 3}p") for rank in "123456789"]
    expected = [MeldTable()[call] for call in calls]
    monkeypatch.setattr(readings, "MOST_MELDS", 4)
    table = MeldTable()

    assert [table[call] for call in calls * 2] == expected * 2
    assert len(table) <= 4


def test_splits_are_forgotten_when_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    triplets = [3 << 3 * rank for rank in range(9)]
    expected = [SplitTable(ranks=9, runs=True)[tiles] for tiles in triplets]
    monkeypatch.setattr(groups, "MOST_SPLITS", 4)
    table = SplitTable(ranks=9, runs=True)

    assert [table[tiles] for tiles in triplets * 2] == expected * 2
    assert len(table) <= 4


def test_written_calls_are_forgotten_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hand, "MOST_MELDS_READ", 4)
    written = [f"pon:{rank * 3}s" for rank in "123456789"]

    calls = [parse_meld(text) for text in written * 2]

    assert [tile_names(call.tiles) for call in calls] == [f"{r * 3}s" for r in "123456789"] * 2
    assert len(hand._MELDS_READ) <= 4
