"""A worker of its own process that gets into one job and no further, to be killed.

``python -m tests.league.own_worker JOB FILE``; the database is that of DATABASE_URL. It writes to
the file once it is at work, waits for ``FILE.go``, and writes once more before it ends.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connection

ROOT = Path(__file__).parents[2]


def database_url() -> str:
    """The address of the very database of this test."""
    at = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{at['NAME']}"
    host = f"{at['HOST'] or '127.0.0.1'}:{at['PORT'] or 5432}"
    return f"postgres://{at['USER']}:{at['PASSWORD']}@{host}/{at['NAME']}"


@contextmanager
def at_work(job: int, folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that is amid a job; it is killed in the end."""
    file = folder / "at_work"
    file.unlink(missing_ok=True)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.league.own_worker", str(job), str(file)],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url()},
    )
    try:
        until = time.monotonic() + 60
        while not file.exists():
            assert process.poll() is None, "the worker ended before it was at work"
            assert time.monotonic() < until
            time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.wait()


def main(job: int, file: Path) -> None:
    """Get into the job, and wait."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    import django

    django.setup()
    from league.core import jobs
    from league.models import Job

    def wait(_job: Job) -> object:
        file.write_text("at work", encoding="utf-8")
        while not file.with_suffix(".go").exists():
            time.sleep(0.02)
        return Job.objects.across_clubs().filter(pk=job).update(total=1)

    kind = Job.objects.across_clubs().get(pk=job).kind
    jobs.workers()[kind] = jobs.workers()[kind]._replace(do=wait)
    jobs.perform_job(job)


if __name__ == "__main__":
    main(int(sys.argv[1]), Path(sys.argv[2]))
