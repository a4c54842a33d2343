"""What does settling every game again cost, against one plain UPDATE of as many rows?

``python -m benchmarks.rescore [--games 1000000]``, on SQLite or on what ``DATABASE_URL`` names.

By turns and on the wall clock: the UPDATE, a re-score of every game by the real service, one of a
single month of sixty, one that alters no score. Then games are entered at a steady rate by a
second process, while nothing else happens and while every game is settled again. Ends with 1 when
the whole spread of a ratio is beyond its limit.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from benchmarks.common import Ratios
    from benchmarks.rescore_club import RescoredClub

MONTHS = 60
WHOLE = "re-score of all games / one UPDATE"
MONTH = "re-score of a month / its share of all"
IDLE = "change that alters no score / re-score"
ENTRY = "p95 of an entry while all is settled anew / at rest"


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; 1 when a limit is missed in every round."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from django.db import connection

    from benchmarks.databases import scratch_databases
    from benchmarks.entering import entries_beside
    from benchmarks.rescore_club import RescoredClub

    with scratch_databases("rescore"):
        club = RescoredClub(games=options.games, members=options.members)
        print(f"{options.games:,} games, {connection.vendor}")
        found, written = _rescored(club, options.rounds)
        flips = sorted(1000 * flip for flip in club.flips)
        if options.entry_seconds:
            found[ENTRY] = entries_beside(
                club, seconds=options.entry_seconds, rounds=options.rounds
            )
    limits = _limits(options, connection.vendor)
    for name, ratios in found.items():
        print(ratios.line(name, limits[name]))
    print(f"settlements written by the changes that alter no score: {written}")
    print(f"a prepared change comes to count within {flips[0]:.1f} to {flips[-1]:.1f} ms")
    missed = [name for name, ratios in found.items() if ratios.beyond(limits[name])]
    return int(bool(missed) or written > 0)


def _rescored(club: RescoredClub, rounds: int) -> tuple[dict[str, Ratios], int]:
    """The ratios of all that is settled by turns, and how many settlements should not be there."""
    from benchmarks.common import ratios_of

    plain, whole, month, idle, written = [], [], [], [], 0
    for _round in range(rounds):
        plain.append(club.yardstick())
        whole.append(club.rescore_all())
        month.append(club.rescore_last_month())
        took, rows = club.preview_all()
        idle.append(took)
        written += rows
        club.tidy()
    return {
        WHOLE: ratios_of(plain, whole, clock="wall"),
        MONTH: ratios_of([took / MONTHS for took in whole], month, clock="wall"),
        IDLE: ratios_of(whole, idle, clock="wall"),
    }, written


def _limits(options: argparse.Namespace, vendor: str) -> dict[str, float | None]:
    measure_only = options.limit == 0
    whole = options.limit or (4.0 if vendor == "postgresql" else 10.0)
    limits = {
        WHOLE: whole,
        MONTH: 1.5,
        IDLE: 1.0,
        ENTRY: 2.0,
    }
    return {name: None if measure_only else limit for name, limit in limits.items()}


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--entry-seconds", type=float, default=10, help="of entries in each window; 0: none"
    )
    parser.add_argument("--limit", type=float, default=None, help="0: measure only")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
