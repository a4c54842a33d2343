"""A worker of its own process, to be killed: ``python -m tests.league.rulechanges.worker_process``.

Takes the number of a job and how many games a chunk has; the database is that of DATABASE_URL.
"""

from __future__ import annotations

import os
import sys
from unittest.mock import patch

import django


def main(job: int, chunk: int) -> None:
    """Carry one job out."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
    django.setup()
    from league.core.jobs import perform_job
    from league.rulechanges import rescoring

    with patch.object(rescoring, "chunk_size", lambda: chunk):
        perform_job(job)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
