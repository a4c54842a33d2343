"""Changes of a club's rules on their way into force, and rulings on single cases."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club, ClubRuleSet
from league.models.competition import League
from league.models.names import ActorNameField
from league.models.scoped import ClubManager
from league.models.session import Session
from rules.models import RuleVersion


class RuleChange(models.Model):
    """A version that comes into force, leaves, or replaces another.

    While it is open a job resettles the games beside what counts; when it is applied, all of that
    counts at once. If it is given up, no standing changes.
    """

    class Kind(models.TextChoices):
        PUBLISH = "publish", _("publication")
        CORRECT = "correct", _("correction")
        MOVE = "move", _("change of date")
        WITHDRAW = "withdraw", _("withdrawal")

    class State(models.TextChoices):
        OPEN = "open", _("under way")
        APPLIED = "applied", _("in force")
        GIVEN_UP = "given_up", _("abandoned")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rule_changes")
    rule_set = models.ForeignKey(ClubRuleSet, on_delete=models.PROTECT, related_name="changes")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    #: the version that comes into force
    arriving = models.ForeignKey(
        RuleVersion, on_delete=models.PROTECT, null=True, related_name="arrivals"
    )
    #: the version that is superseded or withdrawn
    leaving = models.ForeignKey(
        RuleVersion, on_delete=models.PROTECT, null=True, related_name="departures"
    )
    reason = models.CharField(max_length=200, blank=True)
    #: games whose score it alters, as far as they are counted
    altered = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = ActorNameField(max_length=80, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    #: what it did, written down before the first of its settlements was removed (adr/0025)
    summary = models.JSONField(null=True, blank=True)
    #: when nothing was left of it that may be removed
    thinned_at = models.DateTimeField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "rule change")
        verbose_name_plural = pgettext_lazy("table", "rule changes")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            takes_only("rulechange", "kind", "publish", "correct", "move", "withdraw"),
            takes_only("rulechange", "state", "open", "applied", "given_up"),
            models.UniqueConstraint(
                fields=["rule_set"], condition=Q(state="open"), name="one_open_change_a_set"
            ),
            models.CheckConstraint(
                # of one that was given up the draft may be thrown away
                condition=Q(arriving__isnull=False)
                | Q(leaving__isnull=False)
                | Q(state="given_up"),
                name="a_change_changes_something",
            ),
            models.CheckConstraint(
                condition=~Q(state="applied") | Q(closed_at__isnull=False),
                name="a_change_in_force_says_since_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class DirtyDay(models.Model):
    """A day whose games changed while a rule change was being prepared, to be redone."""

    club_path = "league__club"

    change = models.ForeignKey(RuleChange, on_delete=models.CASCADE, related_name="dirty_days")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "day to re-score")
        verbose_name_plural = pgettext_lazy("table", "days to re-score")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["change", "league", "day"], name="a_day_is_dirty_once")
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.day.isoformat()}"


class Ruling(models.Model):
    """A decision on a case (裁定), under which clause; a later one may correct it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rulings")
    rule_set = models.ForeignKey(ClubRuleSet, on_delete=models.PROTECT, related_name="rulings")
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    hanchan = models.ForeignKey(
        "Hanchan", on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    day = models.DateField(_("day"))
    #: code of the clause that was applied
    clause = models.CharField(_("clause"), max_length=24)
    facts = models.TextField(_("what happened"), max_length=2000)
    outcome = models.TextField(_("what was decided"), max_length=2000)
    corrects = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="corrections"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = ActorNameField(max_length=80, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "ruling")
        verbose_name_plural = pgettext_lazy("table", "rulings")
        ordering: ClassVar = ["-day", "-pk"]
        indexes: ClassVar = [models.Index(fields=["rule_set", "clause"], name="ruling_by_clause")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["corrects"],
                condition=Q(voided_at__isnull=True),
                name="one_correction_counts",
            )
        ]

    def __str__(self) -> str:
        return f"{self.day.isoformat()} {self.clause}"

    @property
    def is_voided(self) -> bool:
        return self.voided_at is not None
