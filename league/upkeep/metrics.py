"""What monitoring is told of this server beside its requests: jobs, backups, what is away."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from league.models import Job
from league.upkeep.backups import backups_in
from league.upkeep.readiness import OK, Readiness

_RECENT: Final = timedelta(days=1)


class StateCollector(Collector):
    """Looks anew at each scrape: two queries, the backups' manifests, and what /readyz looks at."""

    def __init__(self) -> None:
        self.readiness = Readiness()

    def collect(self) -> Iterator[Metric]:
        """Return the figures; those of the database only while it answers."""
        states = self.readiness.states()
        parts = GaugeMetricFamily(
            "jancho_part_ok", "1: this part of /readyz is in order", labels=["part"]
        )
        for part, state in states.items():
            parts.add_metric([part], float(state == OK))
        yield parts
        yield from _backups()
        if states["database"] == states["migrations"] == OK:
            yield from _jobs()


def _jobs() -> Iterator[Metric]:
    now, jobs = timezone.now(), Job.objects.across_clubs()
    by_state = GaugeMetricFamily("jancho_jobs", "Jobs that wait or run", labels=["state"])
    is_open = jobs.filter(state__in=[Job.State.WAITING, Job.State.RUNNING])
    found = {
        row["state"]: row
        for row in is_open.values("state").annotate(count=Count("pk"), since=Min("created_at"))
    }
    for state in (Job.State.WAITING, Job.State.RUNNING):
        by_state.add_metric([state.value], found[state]["count"] if state in found else 0)
    yield by_state
    waiting = found.get(Job.State.WAITING)
    age = (now - waiting["since"]).total_seconds() if waiting else 0
    yield GaugeMetricFamily(
        "jancho_oldest_waiting_job_seconds", "How long the oldest job has waited", value=age
    )
    failed = jobs.filter(state=Job.State.FAILED, started_at__gt=now - _RECENT).count()
    yield GaugeMetricFamily("jancho_failed_jobs", "Jobs that failed within a day", value=failed)


def _backups() -> Iterator[Metric]:
    backups = backups_in(Path(settings.BACKUP_DIR))
    if backups:
        age = (timezone.now() - backups[0].made_at).total_seconds()
        yield GaugeMetricFamily(
            "jancho_newest_backup_age_seconds", "The age of the newest backup", value=age
        )
