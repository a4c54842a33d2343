"""Does entering a game cost the same in a month of 16,700 games as in an empty one?

``python -m benchmarks.entry_cost [--games 16700]``

One club, the same people and the same kind of evening; only how much the rest of the month holds
differs. Games are entered by the real service by turns, and their CPU times compared.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import uuid
from collections.abc import Callable
from datetime import date

import django

FULL, EMPTY = date(2026, 10, 31), date(2026, 11, 30)
NUMBERS = 90


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round is beyond the limit."""
    options = _options(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    from benchmarks.common import compare
    from benchmarks.databases import scratch_databases, use

    with scratch_databases("entries") as [database]:
        use(database)
        enter = _enterer(games=options.games, members=options.members)
        ratios = compare(
            lambda: enter(EMPTY), lambda: enter(FULL), rounds=options.rounds, calls=options.calls
        )
    print(
        ratios.line(f"entry in a month of {options.games:,} games / in an empty one", options.limit)
    )
    return int(ratios.beyond(options.limit))


def _enterer(*, games: int, members: int) -> Callable[[date], None]:
    from benchmarks.make_games import make_club, make_month
    from league.core.audit import system
    from league.games.entry import HanchanEntry, SeatEntry
    from league.games.write import record_hanchan
    from league.models import Hanchan

    club, league, people = make_club(members=members)
    make_month(league, people, first=FULL.replace(day=1), last=FULL.replace(day=30), games=games)
    chance, entered = random.Random(5), dict.fromkeys((FULL, EMPTY), 0)

    def enter(day: date) -> None:
        # Always four of the same eight: as the evenings go on, both have as much to count.
        four = chance.sample(people[:8], 4)
        table, number = divmod(entered[day], NUMBERS)
        entered[day] += 1
        seats = zip(four, (41_400, 30_000, 23_800, 4_800), strict=True)
        record_hanchan(
            club=club,
            entry=HanchanEntry(
                league=league,
                day=day,
                seats=tuple(SeatEntry(member_id=one.pk, points=held) for one, held in seats),
                table=1 + table,
                number=1 + number,
            ),
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=system("benchmark"),
        )

    return enter


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=16_700, help="games of the full month")
    parser.add_argument("--members", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--calls", type=int, default=10, help="entries in a round, of each month")
    parser.add_argument("--limit", type=float, default=1.10)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
