"""Web processes are replaced without a request that fails, and the new ones run the new code.

``make test-slow`` restarts once amid 1,000 requests, ``make promises`` (JANCHO_FULL=1) ten times
amid 10,000; every tenth enters a game.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import sqlite3
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from tests.config.processes import ROOT, manage, until
from tests.config.proxied import Site, proxied
from tests.crashes.site import results

pytestmark = [pytest.mark.slow, pytest.mark.servers]

RESTARTS = 10 if os.environ.get("JANCHO_FULL") else 1
#: requests amid each
REQUESTS = 1_000
HANDS = 4
#: kills after which a request must have been met on its way
ENOUGH = 30


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with proxied(tmp_path_factory.mktemp("proxy")) as site:
        yield site


class Callers:
    """Four who read pages and enter games all the while."""

    def __init__(self, site: Site, seed: int) -> None:
        self.site, self.over = site, threading.Event()
        self.asked, self.entered, self.failed = list[int](), list[str](), list[str]()
        self.hands = [
            threading.Thread(target=self.call, args=(table + 1, seed + table))
            for table in range(HANDS)
        ]

    def __enter__(self) -> Callers:
        for hand in self.hands:
            hand.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.over.set()
        for hand in self.hands:
            hand.join()

    def call(self, table: int, seed: int) -> None:
        games = results(self.site.club["people"], table, seed)
        for turn in itertools.count():
            if self.over.is_set():
                return
            try:
                if turn % 10 == 9:
                    self.enter(next(games))
                else:
                    self.expect(200, "/rules/")
            except (OSError, HTTPException) as error:
                self.failed.append(repr(error))
            self.asked.append(1)

    def enter(self, game: dict[str, object]) -> None:
        club = self.site.club
        headers = {"Authorization": f"Bearer {club['secret']}", "Content-Type": "application/json"}
        path = f"/api/v1/clubs/{club['slug']}/hanchan"
        if self.expect(201, path, json.dumps(game).encode(), headers):
            self.entered.append(str(game["key"]).replace("-", ""))

    def expect(
        self, code: int, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> bool:
        found = self.site.ask(path, body, headers)[0]
        if found != code:
            self.failed.append(f"{path}: {found}")
        return found == code


def are_others(site: Site, before: set[int]) -> bool:
    workers = site.workers()
    return len(workers) == 2 and not workers & before


def restart(site: Site) -> None:
    """Let gunicorn replace its web processes, as docs/running.md has it."""
    before = site.workers()
    os.kill(site.web.pid, signal.SIGHUP)
    until(partial(are_others, site, before), 120)


def stored(site: Site) -> list[str]:
    with sqlite3.connect(site.folder / "jancho.sqlite3") as connection:
        return [key for (key,) in connection.execute("SELECT key FROM league_hanchan")]


def test_a_rolling_restart_fails_no_request_and_loses_no_game(
    site: Site, record_property: Callable[[str, object], None]
) -> None:
    with Callers(site, seed=50) as callers:
        for number in range(1, RESTARTS + 1):
            until(lambda: len(callers.asked) >= (number - 0.5) * REQUESTS, 300)  # noqa: B023
            restart(site)
            until(lambda: len(callers.asked) >= number * REQUESTS, 300)  # noqa: B023

    assert callers.failed == []
    assert sorted(callers.entered) == sorted(stored(site))
    assert manage("verify_standings", **site.env).returncode == 0
    record_property("measured", f"0 of {len(callers.asked)} failed in {RESTARTS} restarts")


def test_control_web_processes_that_are_killed_fail_requests(site: Site) -> None:
    with Callers(site, seed=900) as callers:
        for _kill in range(ENOUGH):
            before, asked = site.workers(), len(callers.asked)
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            until(partial(are_others, site, before), 120)
            until(lambda: len(callers.asked) >= asked + HANDS, 120)  # noqa: B023
            if callers.failed:
                break

    assert callers.failed


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A checkout of its own, to be brought to another release."""
    folder = tmp_path / "release"
    folder.mkdir()
    for each in ROOT.iterdir():
        if each.name in ("config", "league"):
            shutil.copytree(each, folder / each.name)
        elif not each.name.startswith("."):
            (folder / each.name).symlink_to(each)
    return folder


NEW = "of-the-new-release"


def upgrade(release: Path) -> None:
    """Change how requests are named and lines written: gunicorn's first process has loaded both."""
    for name, now, then in (
        ("league/core/request_ids.py", "return said if said", f'return "{NEW}" if said'),
        ("config/logs.py", '"level": record', f'"release": "{NEW}", "level": record'),
    ):
        file = release / name
        text = file.read_text("utf-8")
        assert now in text
        file.write_text(text.replace(now, then), encoding="utf-8")


def release_of(site: Site) -> str:
    return site.ask("/rules/")[1]["X-Request-ID"]


def test_after_an_upgrade_a_rolling_restart_serves_all_of_the_new_code(
    release: Path, tmp_path: Path
) -> None:
    with proxied(tmp_path, release) as site:
        assert release_of(site) != NEW
        upgrade(release)
        with Callers(site, seed=1) as callers:
            restart(site)
            until(lambda: len(callers.asked) >= REQUESTS / 10, 120)

        assert callers.failed == []
        assert {release_of(site) for _again in range(8)} == {NEW}
    lines = (tmp_path / "web.log").read_text("utf-8").splitlines()
    assert json.loads([line for line in lines if "gunicorn.access" in line][-1])["release"] == NEW


def test_control_a_fork_that_keeps_what_was_loaded_serves_the_old_code(
    release: Path, tmp_path: Path
) -> None:
    hooks = tmp_path / "hooks.py"
    hooks.write_text("from config.gunicorn import *\ndel post_fork\n", encoding="utf-8")
    with proxied(tmp_path, release, str(hooks)) as site:
        upgrade(release)
        restart(site)

        assert release_of(site) != NEW
