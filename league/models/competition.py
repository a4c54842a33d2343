"""Leagues: seasons, stages and teams, tallies and closed months, adjustments, prizes, ratings."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club, ClubRuleSet, Member
from league.models.names import ActorNameField
from league.models.scoped import ClubManager


class League(models.Model):
    class RecordScores(models.TextChoices):
        """Which score of an imported record counts if it also has points."""

        RULES = "rules", _("settled under this league's rules")
        RECORD = "record", _("as in the record")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="leagues")
    rule_set = models.ForeignKey(ClubRuleSet, on_delete=models.PROTECT, related_name="leagues")
    slug = models.SlugField(_("address"), max_length=40)
    name = models.CharField(_("name"), max_length=60)
    minimum_games = models.PositiveSmallIntegerField(_("minimum games a month"), default=0)
    guests_ranked = models.BooleanField(_("guests are ranked"), default=False)
    position = models.PositiveSmallIntegerField(default=0)
    is_active = models.BooleanField(_("in progress"), default=True)
    record_scores = models.CharField(
        _("scores of imported records"),
        max_length=6,
        choices=RecordScores.choices,
        default=RecordScores.RULES,
    )
    #: whether the part of a Tenhou name after @ is a team
    teams_from_names = models.BooleanField(_("teams from names (name@team)"), default=False)
    #: raised by every change that may move a ranking
    revision = models.PositiveBigIntegerField(default=0)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "league")
        verbose_name_plural = pgettext_lazy("table", "leagues")
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [
            takes_only("league", "record_scores", "rules", "record"),
            models.UniqueConstraint(fields=["club", "slug"], name="league_address_once_a_club"),
        ]

    def __str__(self) -> str:
        return self.name


class Counting(models.Model):
    """Which of a member's games count; all of them if every value is 0."""

    minimum_games = models.PositiveSmallIntegerField(_("minimum games"), default=0)
    #: later games of a member do not count
    maximum_games = models.PositiveSmallIntegerField(_("maximum games"), default=0)
    #: only the best count
    best_games = models.PositiveSmallIntegerField(_("only the best games"), default=0)
    #: the worst do not count
    worst_dropped = models.PositiveSmallIntegerField(_("worst games dropped"), default=0)

    class Meta:
        abstract = True


class Season(Counting):
    """Days that a league ranks as one, both ends included."""

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"))
    #: whether teams are ranked too
    has_teams = models.BooleanField(_("teams are ranked"), default=False)
    #: open options of the rules, as this competition chose them: parameter to value
    options = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "season")
        verbose_name_plural = pgettext_lazy("table", "seasons")
        ordering: ClassVar = ["-starts_on"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="season_ends_after_it_starts"
            ),
            models.UniqueConstraint(fields=["league", "name"], name="season_name_once_a_league"),
        ]

    def __str__(self) -> str:
        return self.name


class TallyPage(models.Model):
    """A month of a league's tallies. The current page is read; a rule change fills another.

    Switching pages is all that a change has to do to put new standings in force
    (docs/adr/0009).
    """

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="tally_pages")
    #: the first day of the month
    month = models.DateField()
    counts = models.BooleanField()
    #: the change that fills it, while it does not count
    change = models.ForeignKey(
        "RuleChange", on_delete=models.CASCADE, null=True, related_name="tally_pages"
    )
    #: whether its months are summed up, so that it may be turned to
    is_ready = models.BooleanField(default=False)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "page of tallies")
        verbose_name_plural = pgettext_lazy("table", "pages of tallies")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["league", "month"], condition=Q(counts=True), name="one_page_counts"
            ),
            models.UniqueConstraint(
                fields=["league", "month", "change"],
                condition=Q(counts=False),
                name="one_page_a_change",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.month:%Y-%m}"


class Tally(models.Model):
    """Read model: what a member did in a league on a club day, or in a month (its first day)."""

    club_path = "page__league__club"

    class Span(models.TextChoices):
        DAY = "day", "day"
        MONTH = "month", "month"

    page = models.ForeignKey(
        TallyPage, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    member = models.ForeignKey(Member, on_delete=models.CASCADE, related_name="tallies")
    span = models.CharField(max_length=5, choices=Span.choices)
    start = models.DateField()
    games = models.PositiveIntegerField()
    first = models.PositiveIntegerField()
    second = models.PositiveIntegerField()
    third = models.PositiveIntegerField()
    fourth = models.PositiveIntegerField()
    #: sum over the games of twice the mean place taken (shared places count by their mean)
    place_halves = models.PositiveIntegerField()
    score = models.BigIntegerField()
    #: held at the end of the games whose points are known
    points = models.BigIntegerField()
    points_games = models.PositiveIntegerField(default=0)
    best = models.IntegerField()
    worst = models.IntegerField()
    busts = models.PositiveIntegerField()
    chips = models.IntegerField()
    #: games in a row: the longest run of the stretch, the one it begins with, the one it ends with
    top_run = models.PositiveIntegerField(default=0)
    top_run_leading = models.PositiveIntegerField(default=0)
    top_run_trailing = models.PositiveIntegerField(default=0)
    no_last_run = models.PositiveIntegerField(default=0)
    no_last_run_leading = models.PositiveIntegerField(default=0)
    no_last_run_trailing = models.PositiveIntegerField(default=0)
    plus_run = models.PositiveIntegerField(default=0)
    plus_run_leading = models.PositiveIntegerField(default=0)
    plus_run_trailing = models.PositiveIntegerField(default=0)
    #: Boo: tops by what they made, and games ended floating (浮き)
    double_maru_a = models.PositiveIntegerField(default=0)
    maru_a = models.PositiveIntegerField(default=0)
    maru_b = models.PositiveIntegerField(default=0)
    maru_c = models.PositiveIntegerField(default=0)
    floated = models.PositiveIntegerField(default=0)

    objects = ClubManager()

    class Meta:
        """One row per member and span; the constraint's index serves the ranking page."""

        verbose_name = pgettext_lazy("table", "tally")
        verbose_name_plural = pgettext_lazy("table", "tallies")
        constraints: ClassVar = [
            takes_only("tally", "span", "day", "month"),
            models.UniqueConstraint(
                fields=["page", "span", "start", "member"], name="tally_once_a_stretch"
            ),
            models.CheckConstraint(
                condition=Q(games=F("first") + F("second") + F("third") + F("fourth")),
                name="every_game_has_a_place",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.page_id}/{self.member_id} {self.span} {self.start}"


class MonthClose(models.Model):
    """A league's month as closed: its ranking, and what it was made of. Never deleted."""

    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="closes")
    #: the first day of the month
    month = models.DateField()
    #: the ranking's lines as they stood, best first
    rows = models.JSONField(encoder=DjangoJSONEncoder)
    #: labels of the rule versions that were in force
    versions = models.JSONField(default=list)
    #: the prizes as they were set then; None of a month that was closed before they were kept
    prizes = models.JSONField(null=True, blank=True)
    games = models.PositiveIntegerField()
    #: the latest game that is counted in it
    last_game = models.ForeignKey("Hanchan", on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(auto_now_add=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    closed_by_name = ActorNameField(max_length=80, blank=True)
    reopened_at = models.DateTimeField(null=True, blank=True)
    reopened_by_name = ActorNameField(max_length=80, blank=True)
    reopen_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "month’s close")
        verbose_name_plural = pgettext_lazy("table", "months’ closes")
        ordering: ClassVar = ["-month", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["league", "month"],
                condition=Q(reopened_at__isnull=True),
                name="a_month_is_closed_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.month:%Y-%m}"


class Stage(Counting):
    """A part of a season with its own ranking; points may be carried into it."""

    club_path = "season__league__club"

    class Carry(models.TextChoices):
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
        verbose_name = pgettext_lazy("table", "stage")
        verbose_name_plural = pgettext_lazy("table", "stages")
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            takes_only("stage", "carry", "none", "whole", "half"),
            models.UniqueConstraint(fields=["season", "position"], name="stage_once_a_position"),
            models.UniqueConstraint(fields=["season", "name"], name="stage_name_once_a_season"),
            models.CheckConstraint(
                condition=Q(ends_on__gte=F("starts_on")), name="stage_ends_after_it_starts"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    club_path = "league__club"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=60)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "team")
        verbose_name_plural = pgettext_lazy("table", "teams")
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
        verbose_name = pgettext_lazy("table", "team’s member")
        verbose_name_plural = pgettext_lazy("table", "teams’ members")
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
    """Points given or taken outside games, with the reason. Never deleted."""

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
    made_by_name = ActorNameField(max_length=80, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by_name = ActorNameField(max_length=80, blank=True)
    withdraw_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "adjustment")
        verbose_name_plural = pgettext_lazy("table", "adjustments")
        ordering: ClassVar = ["-day", "-pk"]
        indexes: ClassVar = [models.Index(fields=["league", "day"], name="adjustments_by_day")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(points=0), name="adjustment_moves_points"),
            models.CheckConstraint(condition=~Q(reason=""), name="adjustment_says_why"),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.points:+} on {self.day.isoformat()}"


class Prize(models.Model):
    club_path = "league__club"

    class Measure(models.TextChoices):
        TOTAL = "total", _("total")
        AVERAGE = "average", _("average score")
        TOP_RATE = "top", _("top rate")
        TOP_TWO_RATE = "top_two", _("top-two rate")
        LAST_AVOID_RATE = "last", _("last-place avoidance rate")
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
        verbose_name = pgettext_lazy("table", "prize")
        verbose_name_plural = pgettext_lazy("table", "prizes")
        ordering: ClassVar = ["position", "pk"]
        constraints: ClassVar = [
            takes_only(
                "prize",
                "measure",
                "total",
                "average",
                "top",
                "top_two",
                "last",
                "place",
                "best",
                "games",
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.get_measure_display()


class RatingRun(models.Model):
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
        verbose_name = pgettext_lazy("table", "rating run")
        verbose_name_plural = pgettext_lazy("table", "rating runs")
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
    #: whether it is the member's last one of this run, which the table shows
    is_latest = models.BooleanField(default=False)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "rating on a day")
        verbose_name_plural = pgettext_lazy("table", "ratings by day")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "member", "day"], name="rating_once_a_day"),
            models.UniqueConstraint(
                fields=["run", "member"], condition=Q(is_latest=True), name="one_latest_rating"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.member_id} {self.day.isoformat()} {self.mean}"
