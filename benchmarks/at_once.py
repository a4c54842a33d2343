"""How often is a page made when 64 people look at it at once, just after a game was stored?

``python -m benchmarks.at_once [--readers 64] [--rounds 10]``

No ratio but a count: each round stores a game, which makes every kept page one of the past, and
lets all readers ask at the same moment, each in a thread. The worst round counts.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any
from unittest.mock import patch

import django

PAGE = "/c/bench/ranking/main/?month=2026-11"
MONTH = date(2026, 11, 1)


def main(arguments: list[str] | None = None) -> int:
    """Count, print, and say 1 when a round made the page more often than the limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from benchmarks.databases import scratch_databases, use

    with scratch_databases("readers") as [database]:
        use(database)
        made = _made(options, str(database.settings_dict["NAME"]))
    print(
        f"{options.readers} readers at once, {options.rounds} rounds: the page was made"
        f" {min(made)} to {max(made)} times, limit {options.limit}"
    )
    return int(max(made) > options.limit)


def _made(options: argparse.Namespace, name: str) -> list[int]:
    """How often the page was made in each round."""
    from django.db import connections
    from django.test import Client

    from benchmarks.make_games import make_club, make_history
    from league.core import kept_pages as caching
    from league.games.tallies import raise_revision
    from league.models import Club

    _club, league, people = make_club(members=options.members)
    make_history(league, people, month=MONTH, in_month=200, before=0)
    Club.objects.update(visibility=Club.Visibility.PUBLIC)
    # the readers' threads open connections of their own
    connections.settings["default"]["NAME"] = name
    counts: list[int] = []
    make = caching._PageVisit._made
    browsers = [Client() for _reader in range(options.readers)]
    for _round in range(options.rounds):
        raise_revision(league)
        barrier, made = threading.Barrier(options.readers), list[int]()

        def counted(self: Any, view: Callable[[], Any], made: list[int] = made) -> Any:
            made.append(1)
            return make(self, view)

        def read(client: Client, barrier: threading.Barrier = barrier) -> None:
            barrier.wait()
            try:
                assert client.get(PAGE).status_code == 200
            finally:
                connections.close_all()

        with (
            patch.object(caching._PageVisit, "_made", counted),
            ThreadPoolExecutor(options.readers) as pool,
        ):
            list(pool.map(read, browsers))
        counts.append(len(made))
    return counts


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=64)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--limit", type=int, default=2)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
