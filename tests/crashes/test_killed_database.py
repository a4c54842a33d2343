"""What was answered is stored, whenever PostgreSQL is killed; what was not is whole or not there.

``make test-slow`` kills it twice, ``make promises`` (JANCHO_FULL=1) twenty times.
"""

from __future__ import annotations

import json
import os
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from tests.config.processes import status
from tests.crashes.site import WHOLE, Place, PostgresServer, Web, pause, results, web

pytestmark = [pytest.mark.slow, pytest.mark.servers]

FULL = bool(os.environ.get("JANCHO_FULL"))
KILLS = 20 if FULL else 2
HANDS = 4
#: seconds that it is away
AWAY = 30 if FULL else 3
#: kills after which a server that does not wait for its disk must have lost something
ENOUGH = 10


class Callers:
    """People who enter games all the while, each sending one again until it is answered."""

    def __init__(self, site: Web) -> None:
        self.site, self.over = site, threading.Event()
        self.stored: list[str] = []
        self.answers = Counter[int | None]()

    def enter(self, hand: int) -> None:
        for game in results(self.site.place.people, hand + 1, hand):
            answer = None
            while not answer or answer[0] >= 400:
                if self.over.is_set():
                    return
                answer = self.site.send("hanchan", game)
                self.answers[answer[0] if answer else None] += 1
                if not answer or answer[0] >= 400:
                    pause(0.05)
            self.stored.append(game["key"].replace("-", ""))


@contextmanager
def entering(site: Web) -> Iterator[Callers]:
    callers = Callers(site)
    with ThreadPoolExecutor(HANDS) as pool:
        works = [pool.submit(callers.enter, hand) for hand in range(HANDS)]
        try:
            yield callers
        finally:
            callers.over.set()
        for work in works:
            work.result()


def crash(server: PostgresServer, chance: random.Random) -> None:
    """Let it work for a moment, and end it in one of the two ways."""
    pause(chance.uniform(0.3, 1.2))
    chance.choice((server.kill, server.stop_at_once))()


def test_every_game_that_was_answered_is_there_however_often_postgresql_is_killed(
    on_postgres: Place, server: PostgresServer, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(19)
    with web(on_postgres) as site, entering(site) as callers:
        for _kill in range(KILLS):
            crash(server, chance)
            answered = set(callers.stored)
            server.start()

            assert answered <= set(on_postgres.pieces())
        before = len(callers.stored)
        pause(2)
        assert len(callers.stored) > before  # the same processes go on

    pieces = on_postgres.pieces()
    assert set(callers.stored) <= set(pieces)
    assert set(pieces.values()) == {WHOLE}
    assert set(callers.answers) <= {201, 200, 503}
    assert callers.answers[503]
    assert on_postgres.differences() == ""
    record_property("measured", f"0 of {len(callers.stored)} lost in {KILLS} kills")


def test_while_it_is_away_all_is_refused_in_words_health_is_red_and_then_it_goes_on(
    on_postgres: Place, server: PostgresServer
) -> None:
    with web(on_postgres) as site:
        game = next(results(on_postgres.people, 1, 1))
        server.stop_at_once()
        end = time.monotonic() + AWAY
        while time.monotonic() < end:
            answer = site.send("hanchan", game)
            assert answer
            assert (answer[0], json.loads(answer[1])["error"]["code"]) == (503, "unavailable")
            assert [status(site.url(path)) for path in ("c/tonan/", "readyz")] == [503, 503]
            assert status(site.url("healthz")) == 200  # it is not this process that is at fault
        server.start()

        answer = site.send("hanchan", game)
        assert answer
        assert answer[0] == 201
        assert [status(site.url(path)) for path in ("c/tonan/", "readyz")] == [200, 200]
    assert list(on_postgres.pieces().values()) == [WHOLE]


def test_control_a_server_that_does_not_wait_for_its_disk_loses_games_that_were_answered(
    on_postgres: Place, server: PostgresServer
) -> None:
    server.options = {"synchronous_commit": "off", "wal_writer_delay": "10s"}
    server.restart()
    lost: set[str] = set()
    with web(on_postgres) as site, entering(site) as callers:
        for kill in range(ENOUGH):
            crash(server, random.Random(kill))
            answered = set(callers.stored)
            server.start()
            lost = answered - set(on_postgres.pieces())
            if lost:
                break

    assert lost
