"""Does the ranking page cost the same after 100,000 games as after 1,000?

``python -m benchmarks.history_independence [--small 1000 --large 100000]``

Two databases with the same members and the same month; only what was played before differs. Both
pages are read through Django in this process by turns, and their CPU times compared. On PostgreSQL
(``DATABASE_URL``) the server's own CPU is not in it.
"""

from __future__ import annotations

import argparse
import os
import sys
from datetime import date

import django
from django.db.backends.base.base import BaseDatabaseWrapper

NAME = "ranking page, long history / short history"
MONTH = date(2026, 11, 1)
PAGE = "/c/bench/ranking/main/?month=2026-11"


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round lies beyond the limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.test.utils import setup_test_environment

    from benchmarks.common import compare
    from benchmarks.databases import scratch_databases

    setup_test_environment()
    in_month = min(options.month_games, options.small)
    with scratch_databases("short", "long") as databases:
        sizes = (options.small, options.large)
        subjects = [
            Reader(database, games=size, in_month=in_month, members=options.members)
            for database, size in zip(databases, sizes, strict=True)
        ]
        if subjects[0].page() != subjects[1].page():
            print("the two databases show different rankings", file=sys.stderr)
            return 2
        limit = options.limit or None
        ratios = compare(*subjects, rounds=options.rounds, calls=options.calls)
    print(f"{options.large:,} games against {options.small:,}, {in_month:,} in the month read")
    print(ratios.line(NAME, limit))
    return int(ratios.beyond(limit))


class Reader:
    """Reads the ranking out of one database, as its owner."""

    def __init__(
        self, database: BaseDatabaseWrapper, *, games: int, in_month: int, members: int
    ) -> None:
        from django.contrib.auth.models import User
        from django.test import Client

        from benchmarks.databases import use
        from benchmarks.make_games import make_club, make_history

        use(database)
        self.database = database
        _club, league, people = make_club(members=members)
        make_history(league, people, month=MONTH, in_month=in_month, before=games - in_month)
        self.client = Client()
        owner = User.objects.get(username="owner")
        self.client.force_login(
            owner, backend="allauth.account.auth_backends.AuthenticationBackend"
        )

    def __call__(self) -> bytes:
        """Read the page once."""
        from benchmarks.databases import use

        use(self.database)
        return self.client.get(PAGE).content

    def page(self) -> str:
        """The ranking's table, the same in both databases if the comparison is fair."""
        text = self().decode()
        return text[text.index('<table class="table') : text.index("</table>")]


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", type=int, default=1_000, help="games of the short history")
    parser.add_argument("--large", type=int, default=100_000, help="games of the long one")
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--month-games", type=int, default=500, help="games in the month read")
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--calls", type=int, default=10, help="reads of each page in a round")
    parser.add_argument("--limit", type=float, default=1.10, help="0: measure only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
