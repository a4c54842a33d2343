"""``manage.py replay``: games hand by hand, no database but for a club's own rules."""

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
from django.core.management import call_command

from tests.config.processes import ROOT, surroundings
from tests.factories import make_club

GAME: dict[str, Any] = {
    "rule": "kinyoukai",
    "hands": [{"result": "tsumo", "wins": [{"winner": 0, "yakuman": 1}]}] * 2,
}

Command = Callable[..., tuple[list[Any], int]]


@pytest.fixture
def replay(monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run the command on some lines; its answers and its exit status."""

    def run(*games: object) -> tuple[list[Any], int]:
        raw = "".join(json.dumps(game) + "\n" for game in games).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(raw)))
        out, status = StringIO(), 0
        try:
            call_command("replay", stdout=out)
        except SystemExit as end:
            status = int(str(end.code))
        return [json.loads(line) for line in out.getvalue().splitlines()], status

    return run


def test_a_game_is_answered_with_its_hands_and_its_end(replay: Command) -> None:
    answers, status = replay(GAME)

    assert status == 0
    assert [hand["at"] for hand in answers[0]["hands"]] == ["E1", "E1"]
    assert (answers[0]["over"], answers[0]["why"]) == (True, "bust")
    assert answers[0]["points"] == [121_300, -7_100, -7_100, -7_100]
    assert answers[0]["places"] == [1, 2, 3, 4]
    assert answers[0]["scores"] == [121_000, -32_000, -42_000, -47_000]


def test_a_bad_game_stops_nothing_and_the_status_says_so(replay: Command) -> None:
    bad = GAME | {"hands": [*GAME["hands"], {"result": "draw"}]}

    answers, status = replay(GAME, bad, GAME)

    assert status == 1
    assert [answer.get("why") for answer in answers] == ["bust", None, "bust"]
    assert answers[1]["error"] == {
        "code": "game-over",
        "message": "hands[2]: The game ended after 2 hands, at E1.",
    }


def test_a_clubs_own_version_of_the_day_is_used(replay: Command, db: None) -> None:
    make_club()

    answers, status = replay(GAME | {"rule": "tonan/kinyoukai", "on": "2015-04-11"})

    assert status == 0
    assert answers[0]["why"] == "bust"


def test_no_database_is_needed_for_shipped_rules(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "replay"],
        input=json.dumps(GAME) + "\n",
        capture_output=True,
        encoding="utf-8",
        env=surroundings(DATABASE_URL=f"sqlite:///{tmp_path}/none/of/that.db"),
        check=True,
    )

    assert json.loads(done.stdout)["why"] == "bust"
