"""Stages, teams, adjustments and prizes of seasons, and ratings."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.models.club import Member
from league.models.competition import Counting, League, Season
from league.models.scoped import ClubManager


class Stage(Counting):
    """A part of a season that is ranked by itself; points may be carried into it."""

    club_path = "season__league__club"

    class Carry(models.TextChoices):
        """What of the points up to here counts on."""

        NONE = "none", _("starts at zero")
        WHOLE = "whole", _("all points are carried over")
        HALF = "half", _("half of the points is carried over")

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="stages")
    position = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    carry = models.CharField(
        _("points so far"), max_length=5, choices=Carry.choices, default=Carry.NONE
    )

    objects = ClubManager()

    class Meta:
        """Stages follow each other."""

        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["season", "position"], name="stage_once_a_position"),
            models.UniqueConstraint(fields=["season", "name"], name="stage_name_once_a_season"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="stage_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team of a league."""

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=60)

    objects = ClubManager()

    class Meta:
        """A name tells one team of a league."""

        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["league", "name"], name="team_name_once_a_league")
        ]

    def __str__(self) -> str:
        return self.name


class TeamMembership(models.Model):
    """From when to when a member plays for a team, both days included."""

    club_path = "team__league__club"

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="memberships")
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="teams")
    joined_on = models.DateField(_("joins on"))
    left_on = models.DateField(_("last day"), null=True, blank=True)

    objects = ClubManager()

    class Meta:
        """Nobody joins a team twice on one day, or leaves before."""

        ordering: ClassVar = ["joined_on", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["team", "member", "joined_on"], name="joins_a_team_once_a_day"
            ),
            models.CheckConstraint(
                condition=Q(left_on__isnull=True) | Q(left_on__gte=F("joined_on")),
                name="leaves_a_team_after_joining",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} in {self.team_id}"


class Adjustment(models.Model):
    """Points given to a member or taken apart from any game, with the reason. Never deleted."""

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="adjustments")
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="adjustments")
    #: every stretch that has this day counts it
    day = models.DateField(_("day"))
    points = models.IntegerField(_("points"))
    reason = models.CharField(_("reason"), max_length=200)
    made_at = models.DateTimeField(auto_now_add=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    made_by_name = models.CharField(max_length=80, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by_name = models.CharField(max_length=80, blank=True)
    withdraw_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """It moves something, and says why."""

        ordering: ClassVar = ["-day", "-pk"]
        indexes: ClassVar = [models.Index(fields=["league", "day"], name="adjustments_by_day")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_moves_points"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.points:+} on {self.day.isoformat()}"


class Prize(models.Model):
    """A prize that a league gives for a month or season, by one figure and its own minimum."""

    club_path = "league__club"

    class Measure(models.TextChoices):
        """What it is given for."""

        TOTAL = "total", _("total")
        AVERAGE = "average", _("average score")
        TOP_RATE = "top", _("top rate")
        TOP_TWO_RATE = "top_two", _("top-two rate")
        LAST_AVOID_RATE = "last", _("last-avoid rate")
        AVERAGE_PLACE = "place", _("average place")
        BEST_GAME = "best", _("best game")
        GAMES = "games", _("most games")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(_("name"), max_length=40, blank=True)
    measure = models.CharField(_("given for"), max_length=8, choices=Measure.choices)
    minimum_games = models.PositiveSmallIntegerField(_("minimum games"), default=0)

    objects = ClubManager()

    class Meta:
        """In the order that the club chose."""

        ordering: ClassVar = ["position", "pk"]

    def __str__(self) -> str:
        return self.name or self.get_measure_display()


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
