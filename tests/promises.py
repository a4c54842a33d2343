"""``make promises`` in parts: what has passed at this state of the tree is not run again.

The full counts take longer than one sitting. What passed is written down under ``var/promises``,
a file for each commit; run again after an interruption, only the rest is run.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


class Kept:
    """A pytest plugin that remembers which tests have kept their promise."""

    def __init__(self, book: Path) -> None:
        self.book = book

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Leave out what has passed."""
        passed = set(self.book.read_text(encoding="utf-8").splitlines())
        kept = [item for item in items if item.nodeid in passed]
        if kept:
            config.hook.pytest_deselected(items=kept)
            items[:] = [item for item in items if item.nodeid not in passed]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write down what passes, at once."""
        if report.when == "call" and report.passed:
            with self.book.open("a", encoding="utf-8") as book:
                book.write(f"{report.nodeid}\n")


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
    """Keep a book when the full counts are run by ``make promises``."""
    if os.environ.get("JANCHO_FULL") and not hasattr(config, "workerinput"):
        folder = Path(os.environ.get("JANCHO_PROMISES", ROOT / "var" / "promises"))
        folder.mkdir(parents=True, exist_ok=True)
        book = folder / f"{state_of_the_tree()}.txt"
        book.touch()
        config.pluginmanager.register(Kept(book))
