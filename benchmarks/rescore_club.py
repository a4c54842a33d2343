"""The club whose games are settled again: what is done to it, each as the service does it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from unittest.mock import patch

from django.db import connection, models

from benchmarks.make_games import make_club, make_evenings
from league.core.audit import system
from league.core.jobs import perform_job
from league.models import Job, RuleChange, Settlement
from league.rulechanges import rescoring
from league.rulechanges import write as rule_changes
from league.rulechanges.rescoring import apply_change
from league.rulechanges.write import publish_draft, withdraw_version
from rules.models import RuleVersion
from rules.parameters import override

FIRST, LAST_MONTH = date(2021, 1, 1), date(2025, 12, 1)
UMAS = ((30_000, 10_000, -10_000, -30_000), (20_000, 10_000, -10_000, -20_000))
ACTOR = system("benchmark")

#: what every settlement's row is written for: the scores and places of two seats by turns
_SWAP = {
    "score_0": models.F("score_1"),
    "score_1": models.F("score_0"),
    "score_2": models.F("score_3"),
    "score_3": models.F("score_2"),
    "place_0": models.F("place_1"),
    "place_1": models.F("place_0"),
    "place_2": models.F("place_3"),
    "place_3": models.F("place_2"),
}


class RescoredClub:
    """Sixty months of games under one rule, which is corrected again and again."""

    def __init__(self, *, games: int, members: int) -> None:
        self.club, self.league, people = make_club(members=members)
        make_evenings(self.league, people, first=FIRST, games=games)
        self.people = people
        self.games = games
        self.settlements = Settlement.objects.for_club(self.club)
        self.corrected = 0
        self.flips: list[float] = []  # seconds in which a prepared change came to count
        self.tidy()

    def tidy(self) -> None:
        """Let PostgreSQL clean up between measurements, not in one."""
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")

    def yardstick(self) -> float:
        """One plain UPDATE of as many settlements, and the one that undoes it: seconds of one."""
        latest = self.settlements.order_by("-pk").values_list("pk", flat=True)
        rows = Settlement.objects.across_clubs().filter(
            pk__gte=latest[self.games - 1], pk__lte=latest[0]
        )
        began = time.perf_counter()
        for _there_and_back in range(2):
            assert rows.update(**_SWAP) == self.games
        return (time.perf_counter() - began) / 2

    def rescore_all(self) -> float:
        """Correct the rule: every game gets another uma. Seconds, from publishing to the flip."""
        self.corrected += 1
        return self._published(self._oldest(), uma=UMAS[self.corrected % 2])

    def rescore_last_month(self) -> float:
        """Give the last month rules of its own, and take them away again: seconds of one."""
        there = self._published(None, uma=UMAS[(self.corrected + 1) % 2])
        version = self._versions().get(effective_from=LAST_MONTH)
        began = time.perf_counter()
        with _job_at_hand() as jobs:
            change = withdraw_version(
                in_club=self.league.rule_set, version=version, reason="計測", actor=ACTOR
            )
            self._carry_out(change, jobs)
        return (there + time.perf_counter() - began) / 2

    def preview_all(self) -> tuple[float, int]:
        """Correct the rule so that no score is another: seconds, and settlements written."""
        before = self.settlements.count()
        oldest = self._oldest()
        length = "tonnan" if oldest.parameters["game"]["length"] == "tonpu" else "tonpu"
        took = self._published(oldest, length=length)
        return took, self.settlements.count() - before

    def _published(self, corrects: RuleVersion | None, **changes: object) -> float:
        rules = self.league.rule_set
        base = corrects or self._oldest()
        draft = RuleVersion.objects.create(
            rule_set=base.rule_set,
            effective_from=None,
            number=0,
            status=RuleVersion.Status.DRAFT,
            parameters=override(base.value, changes).model_dump(mode="json"),
            stated_by=base.stated_by,
        )
        began = time.perf_counter()
        with _job_at_hand() as jobs:
            change = publish_draft(
                in_club=rules,
                draft=draft,
                draft_revision=draft.draft_revision,
                day=base.first_day if corrects else LAST_MONTH,
                corrects=corrects,
                reason="計測",
                actor=ACTOR,
            )
            self._carry_out(change, jobs)
        return time.perf_counter() - began

    def _carry_out(self, change: RuleChange, jobs: list[int]) -> None:
        with self._flip_timed():
            for job in jobs:
                perform_job(job)
        change.refresh_from_db()
        assert change.state == RuleChange.State.APPLIED, Job.objects.for_club(self.club).first()

    @contextmanager
    def _flip_timed(self) -> Iterator[None]:
        flip = apply_change

        def timed(*arguments: object) -> bool:
            began = time.perf_counter()
            try:
                return flip(*arguments)  # type: ignore[arg-type]
            finally:
                self.flips.append(time.perf_counter() - began)

        with patch.object(rescoring, "apply_change", timed):
            yield

    def _versions(self) -> models.QuerySet[RuleVersion, RuleVersion]:
        published = RuleVersion.Status.PUBLISHED
        return self.league.rule_set.rule_set.versions.filter(status=published)

    def _oldest(self) -> RuleVersion:
        """The version under which all games were played."""
        return self._versions().filter(effective_from__lte=FIRST).latest("effective_from")


@contextmanager
def _job_at_hand() -> Iterator[list[int]]:
    """Take the job off the queue, to be carried out here."""
    jobs: list[int] = []
    with patch.object(rule_changes, "tell_worker", jobs.append):
        yield jobs
