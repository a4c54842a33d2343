"""``make promises``: every promise of ``promises.toml`` in its full count, and what came of it.

The full counts take longer than one sitting. What a test ended with is written down at once, under
``var/promises`` in a file for each state of the tree; run again after an interruption, only what
has not passed is run. A part, the tests of one promise, is ended after twenty minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "promises.md"
#: seconds that a part may take
A_PART = 20 * 60


@dataclass(frozen=True, slots=True)
class Promise:
    """What is promised, how much of it is tried, and the tests that prove it."""

    key: str
    says: str
    goal: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A test as it ended; ``passed`` is None from when it was chosen until then."""

    test: str
    passed: bool | None
    measured: str
    day: str


def promises() -> list[Promise]:
    """All of them, as the file has them."""
    with (ROOT / "tests" / "promises.toml").open("rb") as file:
        rows = tomllib.load(file)["promise"]
    return [Promise(row["key"], row["says"], row["goal"], tuple(row["tests"])) for row in rows]


def books() -> Path:
    """The folder of what was run."""
    folder = Path(os.environ.get("JANCHO_PROMISES", ROOT / "var" / "promises"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def book_of(state: str) -> Path:
    return books() / f"{state}.jsonl"


def ended_in(book: Path) -> dict[str, Ended]:
    """Each test as it ended last. A line that was cut off is none."""
    found = {}
    for line in book.read_text(encoding="utf-8").splitlines() if book.exists() else ():
        try:
            ended = Ended(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[ended.test] = ended
    return found


class Kept:
    """A pytest plugin that leaves out what has passed, and writes down how the rest ends."""

    def __init__(self, book: Path) -> None:
        self.book = book
        self.day = datetime.now(UTC).date().isoformat()  # here, as some tests travel

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out what has passed, and write down what is to be run: a part is seen as one."""
        known = ended_in(self.book)
        passed = {ended.test for ended in known.values() if ended.passed}
        for item in items:
            if item.nodeid not in known:
                self._write(item.nodeid, passed=None)
        kept = [item for item in items if item.nodeid in passed]
        if kept:
            config.hook.pytest_deselected(items=kept)
            items[:] = [item for item in items if item.nodeid not in passed]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down a test that was run, or could not be."""
        if report.when != "call" and not report.failed:
            return
        measured = dict(report.user_properties).get("measured", "")
        self._write(report.nodeid, passed=report.passed, measured=str(measured))

    def _write(self, test: str, *, passed: bool | None, measured: str = "") -> None:
        line = {"test": test, "passed": passed, "measured": measured, "day": self.day}
        with self.book.open("a", encoding="utf-8") as book:
            book.write(f"{json.dumps(line)}\n")


def state_of_the_tree() -> str:
    """The commit, and whether something in it is changed."""
    output = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=12"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return output.stdout.strip() or "unknown"


def pytest_configure(config: pytest.Config) -> None:
    """Keep a book when full counts are run."""
    if os.environ.get("JANCHO_FULL") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Kept(book_of(state_of_the_tree())))


def run_part(promise: Promise) -> bool:
    """Run what has not passed of a promise; whether it came to its end in time."""
    command = [sys.executable, "-m", "pytest", "-q", "-m", "slow or not slow", *promise.tests]
    try:
        subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "JANCHO_FULL": "1"},
            timeout=A_PART,
            check=False,
            stdout=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        return False
    return True


def of_promise(promise: Promise, ended: dict[str, Ended]) -> list[Ended]:
    """What was run of it."""
    return [
        each for each in ended.values() if any(_is_of(each.test, test) for test in promise.tests)
    ]


def _is_of(node: str, test: str) -> bool:
    return node == test or node.startswith((f"{test}::", f"{test}[", f"{test}/"))


def said_of(ended: Sequence[Ended]) -> str:
    """What was measured, in a few words."""
    broken = [each.test for each in ended if each.passed is False]
    if broken:
        return f"BROKEN: {broken[0]}" + (f" and {len(broken) - 1} more" if broken[1:] else "")
    passed = [each for each in ended if each.passed]
    if not passed:
        return "not run at this commit"
    measured = "; ".join(dict.fromkeys(each.measured for each in passed if each.measured))
    so_far = f"{len(passed)} of {len(ended)} tests"
    if len(passed) < len(ended):
        return f"{measured} ({so_far})" if measured else so_far
    return measured or so_far


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def rows(state: str) -> Iterator[tuple[Promise, list[Ended]]]:
    ended = ended_in(book_of(state))
    for promise in promises():
        yield promise, of_promise(promise, ended)


def show(state: str) -> bool:
    """Print the table; whether nothing is broken."""
    sound = True
    say(f"Promises at {state}")
    for promise, ended in rows(state):
        day = max((each.day for each in ended), default="")
        say(f"  {promise.key:24} {promise.goal:32} {said_of(ended)} {day}".rstrip())
        sound = sound and not any(each.passed is False for each in ended)
    return sound


def table(state: str, before: str) -> str:
    """The table of the document: what was measured at this state, else what it said before."""
    earlier = {
        says: measured for says, *_rest, measured in map(_cells, before.splitlines()) if measured
    }
    lines = ["| promise | in full | proven by | last measured |", "| --- | --- | --- | --- |"]
    for promise, ended in rows(state):
        tests = ", ".join(f"`{test}`" for test in promise.tests)
        day = max((each.day for each in ended), default="")
        measured = earlier.get(promise.says, "not yet")
        if any(each.passed is not None for each in ended):
            measured = f"{said_of(ended)} ({state}, {day})"
        lines.append(f"| {promise.says} | {promise.goal} | {tests} | {measured} |")
    return "\n".join(lines)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("| ").split(" | ")]


_BEGINS, _ENDS = "<!-- table -->\n", "\n<!-- end -->"


def write_document(state: str) -> None:
    """Put the table into docs/promises.md."""
    before, _mark, rest = DOCUMENT.read_text(encoding="utf-8").partition(_BEGINS)
    rows_before, _mark, after = rest.partition(_ENDS)
    text = f"{before}{_BEGINS}{table(state, rows_before)}{_ENDS}{after}"
    DOCUMENT.write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Run what is left, and print the table: ``--show`` runs nothing, ``--write`` writes it down.

    Further words are the keys of the promises to run.
    """
    state = state_of_the_tree()
    wanted = [word for word in arguments if not word.startswith("--")]
    if not {"--show", "--write"} & set(arguments):
        for promise in promises():
            if not wanted or promise.key in wanted:
                in_time = run_part(promise)
                words = said_of(of_promise(promise, ended_in(book_of(state))))
                say(f"{promise.key}: {words}{'' if in_time else ' (run again for the rest)'}")
    if "--write" in arguments:
        write_document(state)
    return 0 if show(state) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
