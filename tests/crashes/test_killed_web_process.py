"""A web process that is killed amid an entry has stored the whole game or nothing of it.

``make test-slow`` kills ten on each database, ``make promises`` (JANCHO_FULL=1) a hundred.
"""

from __future__ import annotations

import os
import random
import signal
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.config.processes import until
from tests.crashes.site import NOTHING, WHOLE, Place, Web, pause, results, web

pytestmark = [pytest.mark.slow, pytest.mark.servers]

FULL = bool(os.environ.get("JANCHO_FULL"))
KILLS = 100 if FULL else 10
#: kills after which a site without transactions must have left something half-written
ENOUGH = 60


def usual_time(site: Web, games: Iterator[dict[str, Any]]) -> float:
    """Seconds that an entry takes in a process that has just begun."""
    taken = []
    for _turn in range(3):
        os.kill(site.worker(), signal.SIGKILL)
        until(site.up)
        began = time.monotonic()
        answer = site.send("hanchan", next(games))
        taken.append(time.monotonic() - began)
        assert answer
        assert answer[0] == 201
    return statistics.median(taken)


def kill_amid(site: Web, game: dict[str, Any], later: float) -> int | None:
    """Enter a game, and kill the process that takes it so many seconds later."""
    worker = site.worker()
    with ThreadPoolExecutor(1) as hand:
        sent = hand.submit(site.send, "hanchan", game)
        pause(later)
        os.kill(worker, signal.SIGKILL)
        answer = sent.result()
    until(site.up)
    return answer[0] if answer else None


def test_of_an_entry_whose_process_is_killed_all_is_there_or_nothing_and_sent_again_it_is_one(
    place: Place, record_property: Callable[[str, object], None]
) -> None:
    chance, met = random.Random(18), Counter[str]()
    with web(place) as site:
        games = results(place.people, 1, 1)
        usual = usual_time(site, games)
        for _kill in range(KILLS):
            game = next(games)
            key = game["key"].replace("-", "")

            answered = kill_amid(site, game, chance.uniform(0, 1.2 * usual))

            parts = place.pieces().get(key, NOTHING)
            assert parts in ((WHOLE,) if answered == 201 else (WHOLE, NOTHING))
            again = site.send("hanchan", game)
            assert again is not None
            assert again[0] == (200 if parts == WHOLE else 201)
            assert place.pieces()[key] == WHOLE
            met["answered" if answered else "stored" if parts == WHOLE else "not stored"] += 1
    assert place.differences() == ""
    assert set(place.pieces().values()) == {WHOLE}
    assert met["not stored"]  # it was killed in time
    record_property("measured", f"{KILLS} of {KILLS} kills whole or nothing")


def test_control_without_transactions_a_kill_leaves_half_a_game(place: Place) -> None:
    chance = random.Random(18)
    with web(place, application="tests.crashes.half_written") as site:
        games = results(place.people, 1, 1)
        usual = usual_time(site, games)
        for _kill in range(ENOUGH):
            kill_amid(site, next(games), chance.uniform(0.3, 1) * usual)
            if set(place.pieces().values()) - {WHOLE}:
                break

    assert set(place.pieces().values()) - {WHOLE} or place.differences()
