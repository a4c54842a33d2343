"""``manage.py tenhou_check``: records in, what differs out, no database but for a club's rules."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from league.management import terminal
from tests.config.processes import ROOT, surroundings
from tests.factories import make_club
from tests.scoring.tenhou.games import short_game

Command = Callable[..., tuple[list[Any], int]]

EQUAL = {
    "rule": "tenhou-4p-tonnan",
    "version": "2015-06-28",
    "day": "2021-06-01",
    "players": 4,
    "length": "tonnan",
    "wins": 2,
    "wins_equal": 2,
    "draws": 0,
    "draws_equal": 0,
    "end_equal": True,
    "points_equal": True,
    "scores_equal": True,
    "differences": [],
}


#: of the version that rounds
DAY = date(2021, 6, 1)
TENHOU_CHECK = (sys.executable, str(ROOT / "manage.py"), "tenhou_check")


@pytest.fixture
def check() -> Command:
    """Run the command; its lines and its exit status."""

    def run(*words: object) -> tuple[list[Any], int]:
        out, status = StringIO(), 0
        try:
            call_command("tenhou_check", *map(str, words), on=DAY, stdout=out)
        except SystemExit as end:
            status = int(str(end.code))
        return [json.loads(line) for line in out.getvalue().splitlines()], status

    return run


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.mjlog"
    path.write_bytes(short_game().xml())
    return path


@pytest.fixture
def altered(tmp_path: Path) -> Path:
    path = tmp_path / "altered.xml"
    path.write_bytes(short_game().xml().replace(b"131.0", b"132.0"))
    return path


def test_a_record_that_agrees_gives_a_line_and_the_sum(check: Command, record: Path) -> None:
    lines, status = check(record)

    assert status == 0
    assert lines == [
        {"file": str(record), **EQUAL},
        {"files": 1, "equal": 1, "wins": 2, "wins_equal": 2, "unreadable": 0},
    ]


def test_a_difference_is_told_and_the_status_says_so(
    check: Command, record: Path, altered: Path
) -> None:
    lines, status = check(altered, record)

    assert status == 1
    assert lines[0]["differences"] == [
        "end: scores 131,000 -27,000 -47,000 -57,000,"
        " the record says 132,000 -27,000 -47,000 -57,000"
    ]
    assert lines[0]["scores_equal"] is False
    assert lines[2] == {"files": 2, "equal": 1, "wins": 4, "wins_equal": 4, "unreadable": 0}


def test_what_cannot_be_read_is_told_and_counted(
    check: Command, record: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.xml"
    broken.write_bytes(short_game().xml()[:200])
    missing = tmp_path / "missing.xml"
    lines, status = check(broken, missing, record)

    assert status == 1
    assert lines[0]["error"]["code"] == "bad-record"
    assert lines[1] == {
        "file": str(missing),
        "error": {
            "code": "bad-record",
            "message": "The file cannot be read: No such file or directory.",
        },
    }
    assert lines[3] == {"files": 3, "equal": 1, "wins": 2, "wins_equal": 2, "unreadable": 2}


def test_a_zip_file_gives_a_line_for_each_record_in_it(check: Command, tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.xml", short_game().xml())
        archive.writestr("b.json", short_game().json())
        archive.writestr("c.txt", "hello")
    path = tmp_path / "games.zip"
    path.write_bytes(out.getvalue())
    lines, status = check(path)

    assert status == 1
    assert [line["file"] for line in lines[:3]] == [
        f"{path}: a.xml",
        f"{path}: b.json",
        f"{path}: c.txt",
    ]
    assert lines[3] == {"files": 3, "equal": 2, "wins": 4, "wins_equal": 4, "unreadable": 1}


def test_a_file_that_is_too_large_is_not_read_whole(
    check: Command, record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal, "_MOST_FILE", 100)
    lines, status = check(record)

    assert status == 1
    assert lines[0]["error"] == {
        "code": "too-large",
        "message": "This is too large for a record.",
    }


def test_parameters_can_be_changed(check: Command, record: Path) -> None:
    lines, status = check(record, "--with", '{"uma": [30000, 10000, -10000, -30000]}')

    assert status == 1
    assert lines[0]["differences"] == [
        "end: scores 141,000 -27,000 -47,000 -67,000,"
        " the record says 131,000 -27,000 -47,000 -57,000"
    ]


def test_another_rule_can_be_named(check: Command, record: Path) -> None:
    lines, status = check(record, "--rule", "yakyu-4p-tonnan")

    assert (status, lines[0]["differences"]) == (0, [])


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--rule", "tonpuu"], "unknown-rule"),
        (["--rule", "tenhou-3p-tonnan"], "wrong-rule"),
        (["--with", '{"umaa": 1}'], "unknown-parameter"),
    ],
)
def test_a_rule_that_cannot_be_is_told_in_the_records_place(
    check: Command, record: Path, words: list[str], code: str
) -> None:
    lines, status = check(record, *words)

    assert (status, lines[0]["error"]["code"]) == (1, code)


@pytest.mark.parametrize("text", ["{", "[]", "3", "[" * 100_000])
def test_changes_that_are_no_object_are_refused(check: Command, record: Path, text: str) -> None:
    with pytest.raises(CommandError, match="--with"):
        check(record, "--with", text)


@pytest.mark.django_db
def test_a_clubs_own_rule_can_be_named(check: Command, record: Path) -> None:
    club = make_club()
    lines, _status = check(record, "--rule", f"{club.slug}/nothing")

    assert lines[0]["error"]["code"] == "unknown-rule"


def test_no_database_is_needed_but_for_a_clubs_rules(tmp_path: Path, record: Path) -> None:
    def run(*words: str) -> list[Any]:
        done = subprocess.run(
            [*TENHOU_CHECK, str(record), "--on", str(DAY), *words],
            capture_output=True,
            encoding="utf-8",
            env=surroundings(DATABASE_URL=f"sqlite:///{tmp_path}/none/of/that.db"),
            check=False,
        )
        return [json.loads(line) for line in done.stdout.splitlines()]

    assert run()[0] == {"file": str(record), **EQUAL}
    assert run("--rule", "club/set")[0]["error"]["code"] == "no-database"


_NAMED = "2021060112gm-0009-0000-0a1b2c3d.xml"


@pytest.mark.parametrize(
    ("name", "words", "version", "day", "equal"),
    [
        pytest.param("game.xml", (), "2022-01-31", None, 0, id="the newest where nobody says"),
        pytest.param(
            "game.xml", ("--on", "2021-06-01"), "2015-06-28", "2021-06-01", 1, id="named: rounded"
        ),
        pytest.param(_NAMED, (), "2015-06-28", "2021-06-01", 1, id="told by the file"),
        pytest.param(
            _NAMED,
            ("--on", "2022-02-01"),
            "2022-01-31",
            "2022-02-01",
            0,
            id="named, whatever the file tells",
        ),
    ],
)
def test_a_record_is_checked_under_the_version_of_its_day(
    tmp_path: Path, name: str, words: tuple[str, ...], version: str, day: str | None, equal: int
) -> None:
    path, out = tmp_path / name, StringIO()
    path.write_bytes(short_game().xml())

    with suppress(SystemExit):
        call_command("tenhou_check", str(path), *words, stdout=out)

    first, sums = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first["version"], first["day"]) == (version, day)
    assert sums["equal"] == equal
    assert type(sums["equal"]) is int
