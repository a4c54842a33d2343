"""The scheduler of ``celery -A config beat``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from celery.beat import PersistentScheduler


class Scheduler(PersistentScheduler):  # type: ignore[misc]  # Celery is not typed
    """Celery's own, with a folder that need not be there and a clock that may be set back.

    Celery's sleeps until the clock has caught up with what it has already done.
    """

    def setup_schedule(self) -> None:
        """Create the folder of the schedule's file, then open it."""
        Path(self.schedule_filename).parent.mkdir(parents=True, exist_ok=True)
        super().setup_schedule()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Take what was done in the future as done now, then send what is due."""
        now = self.app.now()
        ahead = [entry for entry in self.schedule.values() if entry.last_run_at > now]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            self._heap = None  # it is sorted by the hours of the former clock
        return float(super().tick(*args, **kwargs))
