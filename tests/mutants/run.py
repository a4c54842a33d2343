"""Mutants drawn by a seed, each tried by the tests of its subject in a process of its own."""

from __future__ import annotations

import ast
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

from tests.mutants.mutate import mutated, places

ROOT = Path(__file__).parents[2]
#: the suite's own: another seed draws other mutants
SEED = 27
#: seconds after which the tests of a subject hang where no single one of them is seen to
LONGEST = 40 * 60


@dataclass(frozen=True, slots=True)
class Subject:
    """Modules that are changed, tests that have to notice, and of how many in a hundred."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    goal: int


@dataclass(frozen=True, slots=True)
class Mutant:
    module: str
    number: int

    @property
    def words(self) -> str:
        """Where it is, and what was changed."""
        _tree, line, change = mutated(_source(self.module), self.number)
        return f"{self.module}:{line} (number {self.number}): {change}"


def _source(module: str) -> str:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).read_text(encoding="utf-8")


def drawn(subject: Subject, count: int) -> list[Mutant]:
    """Draw so many of all that could be made; the same seed and sources draw the same."""
    all_of_them = [
        Mutant(module, number)
        for module in subject.modules
        for number in range(len(places(ast.parse(_source(module)))))
    ]
    return random.Random(SEED).sample(all_of_them, min(count, len(all_of_them)))


@dataclass(frozen=True, slots=True)
class Ran:
    """How tests ended, and which failed first: empty where none did, or none was begun."""

    code: int
    failed: str


def _run(tests: Sequence[str], mutant: str) -> Ran:
    """Run tests as the suite does, none left out as passed before, until one fails.

    Raises:
        subprocess.TimeoutExpired: they took longer than all tests of a subject ever do.
    """
    ours = ("PYTEST", "JANCHO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutants.plugin", "-n0", "-x", "-q"]
    with NamedTemporaryFile(mode="r", encoding="utf-8") as noticed:
        code = subprocess.run(
            [*command, "-p", "no:cacheprovider", *tests],
            cwd=ROOT,
            env={**kept, "JANCHO_MUTANT": mutant, "JANCHO_NOTICED": noticed.name},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=LONGEST,
            check=False,
        ).returncode
        return Ran(code, noticed.read())


@cache
def _passes(*test: str) -> bool:
    """Whether it does without any mutant, alone; of several, whether they can be collected."""
    return _run([*test], "").code == 0


def is_noticed(mutant: Mutant, tests: Sequence[str]) -> bool:
    """Whether a test fails on it that passes without it.

    A mutant that hangs or cannot be imported is noticed too.
    """
    try:
        ran = _run(tests, f"{mutant.module}:{mutant.number}")
    except subprocess.TimeoutExpired:
        return True
    assert ran.code != pytest.ExitCode.NO_TESTS_COLLECTED
    if ran.code == 0:
        return False
    by = [ran.failed] if ran.failed else ["--collect-only", *tests]
    assert _passes(*by), by
    return True


def survivors(
    mutants: Sequence[Mutant], tests: Sequence[str], book: Path | None = None
) -> list[Mutant]:
    """Try them, two at a time, and return those that no test noticed.

    Given a book, what stands in it is not tried again.
    """
    noticed = _written(book, tests) if book else {}

    def try_out(mutant: Mutant) -> None:
        noticed[mutant] = is_noticed(mutant, tests)
        if book:
            with book.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps([*astuple(mutant), noticed[mutant], *tests])}\n")

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(try_out, [mutant for mutant in mutants if mutant not in noticed]))
    return [mutant for mutant in mutants if not noticed[mutant]]


def _written(book: Path, tests: Sequence[str]) -> dict[Mutant, bool]:
    """What these tests were found to notice. A line that was cut off says nothing."""
    found = {}
    for line in book.read_text(encoding="utf-8").splitlines() if book.exists() else ():
        try:
            module, number, noticed, *by = json.loads(line)
        except ValueError:
            continue
        if by == list(tests):
            found[Mutant(module, number)] = noticed
    return found
