"""Ratings: computed as a whole by a job, and shown with the day that they stand for."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from league.models.club import Member
from league.models.competition import League
from league.models.scoped import ClubManager


class RatingRun(models.Model):
    """One computation of a league's ratings from all its games."""

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="rating_runs")
    #: the league's revision whose games it saw
    revision = models.PositiveBigIntegerField()
    games = models.PositiveIntegerField()
    #: the last club day with a game in it
    last_day = models.DateField(null=True)
    finished_at = models.DateTimeField()
    is_current = models.BooleanField(default=False)

    objects = ClubManager()

    class Meta:
        """One is shown."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["league"], condition=Q(is_current=True), name="one_rating_run_is_shown"
            )
        ]

    def __str__(self) -> str:
        return f"{self.league_id} at {self.revision}"


class RatingPoint(models.Model):
    """A member's rating after a club day's games, in thousandths."""

    club_path = "run__league__club"

    run = models.ForeignKey(
        RatingRun, on_delete=models.CASCADE, related_name="points", db_index=False
    )
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="ratings")
    day = models.DateField()
    #: games so far
    games = models.PositiveIntegerField()
    mean = models.IntegerField()
    deviation = models.IntegerField()

    objects = ClubManager()

    class Meta:
        """One a day."""

        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "member", "day"], name="rating_once_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.day.isoformat()} {self.mean}"
