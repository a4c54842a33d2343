"""Do the pages cost the same after 1,000,000 games as after 1,000?

``python -m benchmarks.history_independence [--small 1000 --large 100000]``

Two databases with the same members and the same month; only what was played before differs. The
pages are made each time, none kept, and read through Django here by turns; their CPU times
are compared. On PostgreSQL (``DATABASE_URL``) the server's own CPU is not in it.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from contextlib import ExitStack
from datetime import UTC, date, datetime

import django
from django.db.backends.base.base import BaseDatabaseWrapper

MONTH = date(2026, 11, 1)
NOW = datetime(2026, 11, 27, 12, tzinfo=UTC)
#: what is read, and how many times the short history's cost it may be
PAGES = {
    "ranking of a month": ("/c/bench/ranking/main/?month=2026-11", 1.10),
    "record of a member": ("/c/bench/members/{member}/", 1.10),
    "ranking of any dates": ("/c/bench/ranking/main/?from=2026-10-16&to=2026-11-20", 1.50),
    "home": ("/c/bench/", 1.10),
    "ratings": ("/c/bench/ranking/main/rating/", 1.10),
}
NO_PAGES_KEPT = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "pages": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"},
}


_MOVES = re.compile(
    r'<span class="ranking-move[^>]*>.*?</span>(?:<span class="visually-hidden">.*?</span></span>)?'
)


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round of a page is beyond its limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    import time_machine
    from django.test.utils import override_settings, setup_test_environment

    from benchmarks.common import compare
    from benchmarks.databases import scratch_databases

    setup_test_environment()
    in_month = min(options.month_games, options.small)
    beyond = False
    with ExitStack() as stack:
        databases = stack.enter_context(scratch_databases("short", "long"))
        sizes = (options.small, options.large)
        short, long = (
            Reader(database, games=size, in_month=in_month, members=options.members)
            for database, size in zip(databases, sizes, strict=True)
        )
        stack.enter_context(override_settings(CACHES=NO_PAGES_KEPT))
        stack.enter_context(time_machine.travel(NOW, tick=True))
        print(f"{options.large:,} games against {options.small:,}, {in_month:,} in the month read")
        print(f"the long history was made in {long.seconds:.0f} s")
        if short.table() != long.table():
            print("the two databases show different rankings", file=sys.stderr)
            return 2
        for name, (page, limit) in PAGES.items():
            ratios = compare(
                lambda page=page: short.read(page),  # type: ignore[misc]
                lambda page=page: long.read(page),  # type: ignore[misc]
                rounds=options.rounds,
                calls=options.calls,
            )
            allowed = None if options.measure_only else limit
            print(ratios.line(f"{name}, long history / short history", allowed))
            beyond |= ratios.beyond(allowed)
    return int(beyond)


class Reader:
    """Reads pages out of one database, as its owner."""

    def __init__(
        self, database: BaseDatabaseWrapper, *, games: int, in_month: int, members: int
    ) -> None:
        from django.test import Client

        from benchmarks.databases import use
        from benchmarks.make_games import make_club, make_history, make_ratings
        from league.models import User

        use(database)
        self.database = database
        began = time.perf_counter()
        _club, league, people = make_club(members=members)
        make_history(league, people, month=MONTH, in_month=in_month, before=games - in_month)
        make_ratings(league, people)
        self.seconds = time.perf_counter() - began
        self.member = people[0].pk
        self.client = Client()
        owner = User.objects.get(username="owner")
        self.client.force_login(owner)

    def read(self, page: str) -> bytes:
        """Read a page once."""
        from benchmarks.databases import use

        use(self.database)
        answer = self.client.get(page.format(member=self.member))
        assert answer.status_code == 200, answer.status_code
        return answer.content

    def table(self) -> str:
        """The month's table, the same in both databases if the comparison is fair.

        Without what it says of the month before, which was another one.
        """
        text = self.read(PAGES["ranking of a month"][0]).decode()
        return _MOVES.sub("", text[text.index('<table class="table') : text.index("</table>")])


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=1_000, help="games of the short history")
    parser.add_argument("--large", type=int, default=1_000_000, help="games of the long one")
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--month-games", type=int, default=500, help="games in the month read")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--calls", type=int, default=5, help="reads of each page in a round")
    parser.add_argument("--measure-only", action="store_true", help="without limits")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
