"""``make promises``: what has passed at a commit is not run again there, and what broke is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import promises
from tests.promises import Promise

ROOT = Path(__file__).parents[2]
ONE = "tests/config/test_machine.py"


def run(folder: Path, *options: str) -> str:
    output = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options],
        cwd=ROOT,
        env={**os.environ, "JANCHO_FULL": "1", "JANCHO_PROMISES": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    return output.stdout


def test_what_has_passed_is_not_run_again(tmp_path: Path) -> None:
    first, again = run(tmp_path, ONE), run(tmp_path, ONE)

    assert " passed" in first
    assert " passed" not in again
    assert "deselected" in again


def test_another_state_of_the_tree_starts_anew(tmp_path: Path) -> None:
    run(tmp_path, ONE)
    (book,) = tmp_path.iterdir()
    book.rename(tmp_path / "another-commit.jsonl")

    assert " passed" in run(tmp_path, ONE)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The book of a state with two promises: of one file, and of one test in another."""
    monkeypatch.setenv("JANCHO_PROMISES", str(tmp_path))
    two = [
        Promise("games", "Games sum to zero", "10 games", ("tests/test_games.py",)),
        Promise("edits", "No edit is lost", "5 edits", ("tests/test_edits.py::test_one",)),
    ]
    monkeypatch.setattr(promises, "promises", lambda: two)
    return promises.book_of("abc")


def write(book: Path, test: str, *, passed: bool | None = True, measured: str = "") -> None:
    line = {"test": test, "passed": passed, "measured": measured, "day": "2026-11-24"}
    with book.open("a", encoding="utf-8") as file:
        file.write(f"{json.dumps(line)}\n")


def test_what_was_measured_is_shown_and_what_was_not_run_says_so(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(book, "tests/test_games.py::test_a[1]")
    write(book, "tests/test_games.py::test_b", measured="0 of 10")
    write(book, "tests/test_edits.py::test_one_more")

    assert promises.show("abc") is True

    games, edits = capsys.readouterr().out.splitlines()[1:]
    assert games.split() == ["games", "10", "games", "0", "of", "10", "2026-11-24"]
    assert "not run at this commit" in edits


def test_a_part_of_the_tests_is_not_taken_for_all_of_them(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for test in ("test_a", "test_b"):
        write(book, f"tests/test_games.py::{test}", passed=None)
    write(book, "tests/test_games.py::test_a", measured="10 games")

    assert promises.show("abc") is True

    assert "10 games (1 of 2 tests)" in capsys.readouterr().out


def test_the_document_keeps_what_was_measured_before(book: Path) -> None:
    write(book, "tests/test_games.py::test_a")
    before = promises.table("abc", "")
    assert "| 1 of 1 tests (abc, 2026-11-24) |" in before
    assert "| not yet |" in before

    write(promises.book_of("def"), "tests/test_edits.py::test_one")
    after = promises.table("def", before)

    assert "| 1 of 1 tests (abc, 2026-11-24) |" in after
    assert "| 1 of 1 tests (def, 2026-11-24) |" in after


def test_a_broken_promise_is_named_until_it_is_kept(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(book, "tests/test_edits.py::test_one", passed=False)
    assert promises.show("abc") is False
    assert "BROKEN: tests/test_edits.py::test_one" in capsys.readouterr().out

    write(book, "tests/test_edits.py::test_one")

    assert promises.show("abc") is True


def test_a_line_that_was_cut_off_counts_as_not_run(book: Path) -> None:
    write(book, "tests/test_edits.py::test_one")
    book.write_text(book.read_text(encoding="utf-8")[:-20], encoding="utf-8")

    assert promises.ended_in(book) == {}


def test_a_test_that_fails_is_written_down_as_failed(book: Path) -> None:
    where = ("tests/test_edits.py", 1, "test_one")
    report = pytest.TestReport(
        "tests/test_edits.py::test_one", where, {}, "failed", "3 lost", "call"
    )

    promises.Kept(book).pytest_runtest_logreport(report)

    assert [ended.passed for ended in promises.ended_in(book).values()] == [False]


def test_the_document_lists_every_promise_with_tests_that_there_are() -> None:
    text = promises.DOCUMENT.read_text(encoding="utf-8")

    assert promises.promises()
    for promise in promises.promises():
        tests = ", ".join(f"`{test}`" for test in promise.tests)
        assert f"| {promise.says} | {promise.goal} | {tests} |" in text
        for test in promise.tests:
            path, _colons, name = test.partition("::")
            assert (ROOT / path).exists(), test
            assert not name or f"def {name}(" in (ROOT / path).read_text(encoding="utf-8"), test


def test_no_test_with_a_big_count_stands_outside_a_promise() -> None:
    proven = {test.partition("::")[0] for each in promises.promises() for test in each.tests}
    big = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if "pytest.mark.slow" in path.read_text(encoding="utf-8") and path != Path(__file__)
    }

    left_out = {path for path in big if path not in proven and str(Path(path).parent) not in proven}
    assert left_out == set()
