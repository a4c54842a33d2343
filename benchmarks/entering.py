"""Games entered at a steady rate by a process of its own, beside whatever this one does.

An open loop: each entry has its moment, and what it takes is counted from then on, also the time
that it waits because the one before was slow.
"""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
import uuid
from datetime import date
from pathlib import Path
from typing import IO, TYPE_CHECKING

import django
from django.db import connection

if TYPE_CHECKING:
    from benchmarks.common import Ratios
    from benchmarks.rescore_club import RescoredClub

#: entries a second
RATE = 10
DAY = date(2025, 12, 30)


def entries_beside(club: RescoredClub, *, seconds: float, rounds: int) -> Ratios:
    """The 95th percentile of an entry while all is settled again, against that at rest."""
    from benchmarks.common import ratios_of

    rest, busy = [], []
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.entering"],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "DATABASE_URL": _url()},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        _ask(process.stdin, 2)  # the first entries fill caches
        _answer(process.stdout)
        for _round in range(rounds):
            _ask(process.stdin, seconds)
            rest.append(_answer(process.stdout))
            _ask(process.stdin, seconds)
            until = time.perf_counter() + seconds
            while time.perf_counter() < until:
                club.rescore_all()
            busy.append(_answer(process.stdout))
        process.stdin.close()
    return ratios_of(rest, busy, clock="wall")


def _ask(stdin: IO[str], seconds: float) -> None:
    print(seconds, file=stdin, flush=True)


def _answer(stdout: IO[str]) -> float:
    """The 95th percentile in seconds."""
    taken: list[float] = json.loads(stdout.readline())
    return statistics.quantiles(taken, n=20)[-1]


def _url() -> str:
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    host = f"{at['HOST'] or '127.0.0.1'}:{at['PORT'] or 5432}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{host}/{at['NAME']}"


class Enterer:
    """Somebody who enters a game again and again."""

    def __init__(self) -> None:
        from league.models import League, Member

        leagues = League.objects.across_clubs().select_related("rule_set__rule_set", "club")
        self.league = leagues.get()
        members = Member.objects.for_club(self.league.club).filter(user=None)
        self.members = list(members.values_list("pk", flat=True))
        self.chance, self.entered = random.Random(4), 0

    def __call__(self) -> None:
        """Enter one game by the real service."""
        from league.core.audit import system
        from league.games.entry import HanchanEntry, SeatEntry
        from league.games.write import record_hanchan
        from league.models import Hanchan

        four = self.chance.sample(self.members, 4)
        seats = tuple(
            SeatEntry(member_id=member, points=points)
            for member, points in zip(four, (41_400, 30_000, 23_800, 4_800), strict=True)
        )
        entry = HanchanEntry(
            league=self.league,
            day=DAY,
            seats=seats,
            table=2 + self.entered // 90,
            number=1 + self.entered % 90,
        )
        self.entered += 1
        record_hanchan(
            club=self.league.club,
            entry=entry,
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=system("benchmark"),
        )

    def steadily(self, seconds: float) -> list[float]:
        """Enter games for so long: what each took from its moment on, in seconds."""
        taken = []
        began = time.perf_counter()
        for number in range(int(seconds * RATE)):
            due = began + number / RATE
            time.sleep(max(due - time.perf_counter(), 0))
            self()
            taken.append(time.perf_counter() - due)
        return taken


def main() -> None:
    """Enter games for as many seconds as each line of the input says, and answer with a list."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    enter = Enterer()
    for line in sys.stdin:
        print(json.dumps(enter.steadily(float(line))), flush=True)


if __name__ == "__main__":
    main()
