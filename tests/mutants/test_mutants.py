"""Whoever breaks the settlement, a payment, a hand's worth or a right by one sign is noticed."""

from __future__ import annotations

import ast
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import promises
from tests.mutants.mutate import mutated, places
from tests.mutants.run import Mutant, Subject, drawn, survivors

FULL = bool(os.environ.get("JANCHO_FULL"))
#: mutants of each subject; five subjects are 300
PROMISED = 60

_S = "tests/scoring"
SUBJECTS = {
    "settlement": Subject(
        modules=("scoring.settlement", "scoring.checks", "scoring.results"),
        tests=(
            *(f"{_S}/test_{name}.py" for name in ("settlement", "places", "rounding", "extras")),
            *(f"{_S}/test_{name}.py" for name in ("checks", "given", "lines", "laws")),
            *(
                f"{_S}/test_{name}.py"
                for name in ("published_results", "shipped_rules", "standings")
            ),
            *(f"{_S}/test_{name}.py" for name in ("boo", "zung_jung", "lines_of_families")),
        ),
        goal=90,
    ),
    "payments": Subject(
        modules=("scoring.payments", "scoring.zung_jung.payment"),
        tests=(f"{_S}/payments", f"{_S}/zung_jung", f"{_S}/game"),
        goal=90,
    ),
    "boo": Subject(
        modules=("scoring.boo", "scoring.hands.prices"),
        tests=(
            *(f"{_S}/test_{name}.py" for name in ("boo", "boo_chain", "boo_laws")),
            *(f"{_S}/payments/test_boo_hands.py", f"{_S}/hands/test_boo_hands.py"),
            *(f"{_S}/game/test_boo_games.py", f"{_S}/hands"),
        ),
        goal=90,
    ),
    "hand values": Subject(
        modules=(
            *("scoring.hands.readings", "scoring.hands.fu", "scoring.hands.worths"),
            *("scoring.hands.yaku", "scoring.hands.evaluator", "scoring.hands.shapes"),
        ),
        tests=(f"{_S}/hands",),
        goal=90,
    ),
    "permissions": Subject(
        modules=("league.core.permissions", "league.core.access", "league.core.tokens"),
        tests=(
            *("tests/league/clubs/test_tokens.py", "tests/league/clubs/test_passes_pages.py"),
            *("tests/league/core/test_passes_members_jobs.py", "tests/league/test_walls.py"),
            "tests/league/games/entry/test_sent_from_a_phone.py",
            # last, as they take longest
            *("tests/league/test_foreign_objects.py", "tests/league/test_rights.py"),
        ),
        goal=80,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_tests_notice_mistakes_made_on_purpose(
    name: str, record_property: Callable[[str, object], None]
) -> None:
    subject = SUBJECTS[name]
    mutants = drawn(subject, PROMISED if FULL else PROMISED // 10)
    # half an hour's work, which may be interrupted
    book = promises.books() / f"{promises.state_of_the_tree()}.mutants" if FULL else None
    lived = survivors(mutants, subject.tests, book)
    record_property("measured", f"{name}: {len(mutants) - len(lived)} of {len(mutants)}")

    # of a tenth one mutant alone is 17 in a hundred
    most = len(mutants) * (100 - subject.goal) // 100 if FULL else 1
    assert len(lived) <= most, "\n".join(mutant.words for mutant in lived)


def test_control_tests_that_look_elsewhere_notice_nothing() -> None:
    mutants = drawn(SUBJECTS["boo"], 2)

    assert survivors(mutants, ["tests/scoring/test_titles.py"]) == mutants


def test_tests_that_fail_by_themselves_are_not_taken_for_noticing(tmp_path: Path) -> None:
    broken = tmp_path / "test_broken.py"
    broken.write_text("def test_a() -> None:\n    raise AssertionError\n", encoding="utf-8")

    with pytest.raises(AssertionError, match="test_broken"):
        survivors(drawn(SUBJECTS["boo"], 1), [str(broken)])


def test_a_mutant_that_stands_in_the_book_is_not_tried_again(tmp_path: Path) -> None:
    book, mutants = tmp_path / "book", drawn(SUBJECTS["boo"], 2)
    tests = ["tests/scoring/test_titles.py"]
    lines = [json.dumps([each.module, each.number, True, *tests]) for each in mutants]
    book.write_text(f"{lines[0]}\n{lines[1][:-3]}\n", encoding="utf-8")

    assert survivors(mutants, tests, book) == mutants[1:]  # its line was cut off
    book.write_text(book.read_text(encoding="utf-8").replace("false", "true"), encoding="utf-8")
    assert survivors(mutants, tests, book) == []


SOURCE = '''
"""What a module is for: 3 things."""
from typing import cast
LIMIT: int = 3
def f(a: int) -> int:
    """Docstring with 4."""
    if a < 2 and not a:
        raise ValueError(1 + 1)
    return a + 1
'''


def test_a_mutant_differs_in_one_place_and_still_compiles() -> None:
    found = places(ast.parse(SOURCE))
    made = [ast.unparse(mutated(SOURCE, number)[0]) for number in range(len(found))]

    assert len(set(made)) == len(made)
    assert ast.unparse(ast.parse(SOURCE)) not in made
    for each in made:
        compile(each, "mutant", "exec")


def test_no_mutant_changes_what_an_error_or_a_docstring_says() -> None:
    words = {mutated(SOURCE, number)[2] for number in range(len(places(ast.parse(SOURCE))))}

    assert words == {
        "3 → 4",
        "if a < 2 and (not a): raise ValueError(… → if not (a < 2 and (not a)): raise Value…",
        "a < 2 and (not a) → a < 2 or not a",
        "a < 2 → a <= 2",
        "2 → 3",
        "not a → a",
        "return a + 1 → return",
        "a + 1 → a - 1",
        "1 → 2",
    }


def test_the_same_seed_draws_the_same_mutants() -> None:
    assert drawn(SUBJECTS["payments"], 5) == drawn(SUBJECTS["payments"], 5)


def test_drawn_mutants_can_be_made() -> None:
    for subject in SUBJECTS.values():
        for mutant in drawn(subject, 25):
            source = Path(f"{mutant.module.replace('.', '/')}.py").read_text(encoding="utf-8")
            compile(mutated(source, mutant.number)[0], mutant.module, "exec")


def test_a_mutant_says_where_it_is() -> None:
    assert Mutant("league.core.permissions", 0).words.startswith("league.core.permissions:")
