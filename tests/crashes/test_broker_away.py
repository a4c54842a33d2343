"""While the broker is away every game is taken and counts; what it should carry is done afterwards.

``make test-slow`` enters a hundred games meanwhile, ``make promises`` (JANCHO_FULL=1) a thousand,
in a minute at least.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from tests.config.processes import BIN, running, until
from tests.crashes.site import WHOLE, Place, Web, pause, results, web
from tests.redis_server import RedisServer, redis_server

pytestmark = [pytest.mark.slow, pytest.mark.servers]

FULL = bool(os.environ.get("JANCHO_FULL"))
GAMES, AWAY = (1_000, 60) if FULL else (100, 5)
HANDS = 4
#: seconds within which the worker has found the broker again, and a sweeper what was not sent
DRAINED = 120
ALL = "leagues/main/ranking?all=1"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[RedisServer]:
    with redis_server(tmp_path) as server:
        yield server


@contextmanager
def working(place: Place, broker: RedisServer, *services: str) -> Iterator[Web]:
    """A site with its worker, and with beat where a test says so."""
    with ExitStack() as stack:
        for service in ("worker --concurrency 1", *services):
            env = place.surroundings(BROKER_URL=broker.url())
            command = [str(BIN / "celery"), "-A", "config", *service.split(), "--loglevel", "INFO"]
            log = place.folder / f"{service.split()[0]}.log"
            stack.enter_context(running(command, env, log))
        site = stack.enter_context(web(place, BROKER_URL=broker.url()))
        until(lambda: "ready." in (place.folder / "worker.log").read_text("utf-8"), 120)
        yield site


def enter(site: Web, hand: int) -> list[tuple[int, Any]]:
    """Enter a share of the games at one table; each answer."""
    answers = []
    for game in islice(results(site.place.people, hand + 1, hand), GAMES // HANDS):
        code, body = site.send("hanchan", game) or (0, b"null")
        answers.append((code, json.loads(body)))
    return answers


def scores(games: list[Any]) -> dict[int, int]:
    """What each member's scores in the answers add up to."""
    sums = Counter[int]()
    for game in games:
        for seat, score in zip(game["seats"], game["scores"], strict=True):
            sums[seat["member"]] += score
    return dict(sums)


def states(place: Place) -> set[str]:
    return {state for (state,) in place.rows("SELECT DISTINCT state FROM league_job")}


def is_drained(place: Place) -> bool:
    """Whether the check that was asked for is done, and the ratings know every game."""
    [(rated,)] = place.rows("SELECT max(games) FROM league_ratingrun")
    return rated == GAMES and states(place) == {"done"}


def test_while_the_broker_is_away_every_game_counts_at_once_and_all_that_waits_is_done_afterwards(
    place: Place, broker: RedisServer, record_property: Callable[[str, object], None]
) -> None:
    with working(place, broker, f"beat --schedule {place.folder / 'schedule'}") as site:
        broker.stop()
        back = time.monotonic() + AWAY
        with ThreadPoolExecutor(HANDS) as pool:
            works = [pool.submit(enter, site, hand) for hand in range(HANDS)]
            asked = site.send("standings-check", {})
            answers = [answer for work in works for answer in work.result()]
        ranking = site.read(ALL)
        waiting = states(place)
        pause(max(0, back - time.monotonic()))
        broker.start()

        assert Counter(code for code, _body in answers) == {201: GAMES}
        rows = ranking["ranked"] + ranking["below_minimum"]
        shown = {row["member"]: row["score"] for row in rows}
        assert shown == scores([body for _code, body in answers])
        assert asked
        assert asked[0] == 202
        assert waiting == {"waiting"}
        until(lambda: is_drained(place), DRAINED)
    assert set(place.pieces().values()) == {WHOLE}
    assert place.differences() == ""
    record_property("measured", f"{GAMES} of {GAMES} taken and counted, then all jobs done")


def test_control_without_a_sweeper_what_was_asked_for_meanwhile_is_never_done(
    place: Place, broker: RedisServer
) -> None:
    with working(place, broker) as site:
        broker.stop()
        asked = site.send("standings-check", {})
        broker.start()
        pause(40)  # a sweeper comes every 15 seconds

        assert asked
        assert asked[0] == 202
        assert states(place) == {"waiting"}
