"""Rule sets as clubs keep them: lines of versions, each in force from a day, with its clauses."""

from __future__ import annotations

from datetime import date
from typing import ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules.parameters import Parameters, parse_parameters


class Family(models.TextChoices):
    """Which kind of game a set describes; parameters differ by family."""

    RIICHI = "riichi", _("Riichi")
    BOO = "boo", _("Boo-mahjong")
    ZUNG_JUNG = "zung_jung", _("Zung Jung")


class RuleSet(models.Model):
    """A line of rule versions. Which club it belongs to is known in ``league`` alone."""

    name_ja = models.CharField(max_length=80)
    name_en = models.CharField(max_length=80)
    family = models.CharField(max_length=16, choices=Family.choices)
    #: the shipped set it was adopted from; empty for a set of the club's own making
    adopted_from = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return self.name_ja if get_language() == "ja" else self.name_en


class RuleVersion(models.Model):
    """What was agreed from a day on. Once it has settled a game its parameters never change."""

    class Status(models.TextChoices):
        """A version's life."""

        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        SUPERSEDED = "superseded", _("superseded")
        WITHDRAWN = "withdrawn", _("withdrawn")

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    effective_from = models.DateField()
    #: 1 for the first published for its day; a correction of that day is 2, 3 …
    number = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    parameters = models.JSONField(encoder=DjangoJSONEncoder)
    #: parameter name -> clause code, or ``assumed``
    stated_by = models.JSONField(default=dict)
    changes_ja = models.TextField(blank=True)
    changes_en = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        """One published version a day; labels are never used twice."""

        ordering: ClassVar = ["effective_from", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rule_set", "effective_from"],
                condition=Q(status="published"),
                name="one_published_version_a_day",
            ),
            models.UniqueConstraint(
                fields=["rule_set", "effective_from", "number"], name="version_label_is_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """``2015-04-10``, or ``2015-04-10.2`` for that day's second."""
        day = self.effective_from.isoformat()
        return day if self.number == 1 else f"{day}.{self.number}"

    @property
    def changes(self) -> str:
        """What changed, in the reader's language."""
        return self.changes_ja if get_language() == "ja" else self.changes_en

    @property
    def value(self) -> Parameters:
        """The parameters as the frozen value that the engine takes."""
        return parse_parameters(self.parameters)


class Clause(models.Model):
    """One clause of a version, in both languages."""

    version = models.ForeignKey(RuleVersion, on_delete=models.CASCADE, related_name="clauses")
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=24)
    title_ja = models.CharField(max_length=120)
    title_en = models.CharField(max_length=120)
    text_ja = models.TextField()
    text_en = models.TextField()
    #: names of the parameters that the clause states
    states = models.JSONField(default=list)
    #: new or different since the version before
    is_changed = models.BooleanField(default=False)

    class Meta:
        """A code stands once in a version."""

        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "code"], name="clause_code_once_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"

    @property
    def title(self) -> str:
        """The title in the reader's language."""
        return self.title_ja if get_language() == "ja" else self.title_en

    @property
    def text(self) -> str:
        """The text in the reader's language."""
        return self.text_ja if get_language() == "ja" else self.text_en


def version_in_force(rule_set: RuleSet, day: date) -> RuleVersion | None:
    """The published version in force on ``day``; None before the first. One query."""
    return (
        rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED, effective_from__lte=day)
        .order_by("-effective_from")
        .first()
    )
