"""``manage.py settle``: lines in, lines out, no database but for a club's own rules."""

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
import time_machine
from django.core.management import CommandError, call_command

from tests.config.processes import ROOT, manage, surroundings
from tests.factories import make_club

GAME = {"rule": "kinyoukai", "on": "2015-04-11", "points": [41400, 30000, 23800, 4800], "sticks": 0}
SCORES = [41_000, 5_000, -11_000, -35_000]

Settle = Callable[[str | bytes], tuple[list[Any], int]]


@pytest.fixture
def settle(monkeypatch: pytest.MonkeyPatch) -> Settle:
    """Run the command on a text; its answers and its exit status."""

    def run(text: str | bytes) -> tuple[list[Any], int]:
        raw = text.encode() if isinstance(text, str) else text
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        out, status = StringIO(), 0
        try:
            call_command("settle", stdout=out)
        except SystemExit as end:
            status = int(str(end.code))
        return [json.loads(line) for line in out.getvalue().splitlines()], status

    return run


def lines(*objects: object) -> str:
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)


def test_a_line_is_settled_with_its_version_and_parts(settle: Settle) -> None:
    answers, status = settle(lines(GAME))

    assert status == 0
    assert answers[0]["scores"] == SCORES
    assert answers[0]["places"] == [1, 2, 3, 4]
    assert answers[0]["version"] == "2015-04-10"
    assert [part["part"] for part in answers[0]["parts"][1]] == ["base", "uma"]


def test_answers_come_in_order_and_a_bad_line_stops_nothing(settle: Settle) -> None:
    answers, status = settle(lines(GAME, {"rule": "nowhere", "points": [1]}, GAME))

    assert [answer.get("scores") for answer in answers] == [SCORES, None, SCORES]
    assert answers[1]["error"]["code"] == "unknown-rule"
    assert status == 1


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        pytest.param(b"\xff\xfe\x00\n", "bad-encoding", id="not UTF-8"),
        pytest.param('{"rule": "金曜会"}'.encode("shift_jis"), "bad-encoding", id="Shift JIS"),
        pytest.param(b"{", "bad-json", id="half a line"),
        pytest.param(b"[" * 100_000, "bad-json", id="nested without end"),
        pytest.param(b"[1, 2]", "bad-value", id="a list"),
        pytest.param(b'{"points": [25000]}', "missing-key", id="no rule"),
        pytest.param(b'{"rule": "\\ud800", "points": [1]}', "unknown-rule", id="half a character"),
    ],
)
def test_what_cannot_be_read_is_an_error_in_its_place(
    settle: Settle, raw: bytes, code: str
) -> None:
    answers, status = settle(raw + b"\n" + lines(GAME).encode())

    assert answers[0]["error"]["code"] == code
    assert answers[1]["scores"] == SCORES
    assert status == 1


def test_blank_lines_and_a_byte_order_mark_are_skipped(settle: Settle) -> None:
    answers, status = settle("\ufeff" + lines(GAME) + "\n\n" + lines(GAME).rstrip())

    assert [answer["scores"] for answer in answers] == [SCORES, SCORES]
    assert status == 0


def test_nothing_in_gives_nothing_out(settle: Settle) -> None:
    assert settle("") == ([], 0)


@pytest.mark.parametrize(
    ("moment", "version"),
    [
        pytest.param("2015-04-09T14:59:00Z", "2015-04-01", id="the 9th in Tokyo"),
        pytest.param("2015-04-09T15:01:00Z", "2015-04-10", id="the 10th in Tokyo"),
    ],
)
def test_a_line_without_a_day_is_played_today_in_japan(
    settle: Settle, moment: str, version: str
) -> None:
    undated = {name: value for name, value in GAME.items() if name != "on"}
    with time_machine.travel(moment, tick=False):
        answers, _ = settle(lines(undated))

    assert answers[0]["version"] == version


def test_files_are_read_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(lines(GAME), encoding="utf-8")
    second.write_text(lines(GAME | {"on": "2015-04-02"}), encoding="utf-8")

    call_command("settle", str(first), str(second))

    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["version"] for answer in answers] == ["2015-04-10", "2015-04-01"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"missing\.jsonl cannot be read"):
        call_command("settle", str(tmp_path / "missing.jsonl"))


@pytest.mark.django_db
def test_a_clubs_own_rules_are_read_from_the_database(settle: Settle) -> None:
    make_club("tonan")
    own = GAME | {"rule": "tonan/kinyoukai"}
    answers, status = settle(lines(own, own | {"rule": "tonan/other"}, own | {"on": "2001-01-01"}))

    assert answers[0]["scores"] == SCORES
    assert [answer["error"]["code"] for answer in answers[1:]] == ["unknown-rule", "no-version"]
    assert status == 1


def test_shipped_rules_need_no_database(settle: Settle) -> None:
    # without the django_db mark any query fails the test
    answers, status = settle(lines(GAME, GAME | {"rule": "super-tonpu"}))

    assert status == 0
    assert len(answers) == 2


def test_it_runs_before_any_migration_and_without_a_folder_of_its_own(tmp_path: Path) -> None:
    var = tmp_path / "var"
    file = tmp_path / "games.jsonl"
    file.write_text(lines(GAME, GAME | {"rule": "tonan/kinyoukai"}), encoding="utf-8")
    result = manage(
        "settle", str(file), JANCHO_VAR=str(var), DJANGO_SETTINGS_MODULE="config.settings.local"
    )

    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert answers[0]["scores"] == SCORES
    assert answers[1]["error"]["code"] == "no-database"
    assert result.returncode == 1
    assert result.stderr == ""


def test_each_answer_is_given_before_the_next_line_comes(tmp_path: Path) -> None:
    env = surroundings(JANCHO_VAR=str(tmp_path / "var"), LC_ALL="C", PYTHONIOENCODING="ascii")
    command = [sys.executable, "manage.py", "settle"]
    with subprocess.Popen(
        command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for rule in ("kinyoukai", "金曜会"):
            process.stdin.write(lines(GAME | {"rule": rule}).encode())
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
        process.stdin.close()
        status = process.wait(30)

    assert answer["error"]["message"] == "There is no rule set “金曜会”."
    assert status == 1
