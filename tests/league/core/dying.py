"""Processes that die between a commit and the queue: ``python -m tests.league.core.dying``.

Takes ``first`` or ``later`` (the control: the row is written after the commit) and the clubs' keys;
for each club one process commits and dies. The database is that of DATABASE_URL.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import django

#: how a process ends that came as far as the commit
DIED = 77


def main(how: str, clubs: list[int]) -> None:
    """Let one process after the other die.

    Raises:
        SystemExit: one of them ended elsewhere.
    """
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from django.db import transaction

    from league.core import jobs
    from league.models import Club, Job

    def die(*_given: object) -> None:
        os._exit(DIED)

    def owe(club: Club) -> None:
        jobs.request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)

    setattr(jobs, jobs.tell_worker.__name__, die)

    def first(club: Club) -> None:
        with transaction.atomic():
            Club.objects.filter(pk=club.pk).update(name="改名")  # the job's cause
            owe(club)

    def later(club: Club) -> None:
        with transaction.atomic():
            transaction.on_commit(die)
            transaction.on_commit(lambda: owe(club))
            Club.objects.filter(pk=club.pk).update(name="改名")

    work = {"first": first, "later": later}[how]
    for pk in clubs:
        if _ended(work, pk) != DIED:
            raise SystemExit(1)


def _ended(work: Callable[..., None], pk: int) -> int:
    from league.models import Club

    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    try:
        work(Club.objects.get(pk=pk))
    finally:
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], list(map(int, sys.argv[2:])))
