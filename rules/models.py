"""Rule sets as clubs keep them: lines of versions, each in force from a day, with its clauses."""

from __future__ import annotations

import json
from datetime import date
from functools import lru_cache
from typing import Any, ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.translation import get_language, gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules import words
from rules.errors import ParametersError
from rules.parameters import Parameters, parameter_values, parse_parameters


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

    class Meta:
        verbose_name = pgettext_lazy("table", "rule set")
        verbose_name_plural = pgettext_lazy("table", "rule sets")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(family__in=["riichi", "boo", "zung_jung"]), name="known_family"
            ),
        ]

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
        #: frozen while a job settles the games again under it
        PENDING = "pending", _("being published")
        PUBLISHED = "published", _("published")
        SUPERSEDED = "superseded", _("superseded")
        WITHDRAWN = "withdrawn", _("withdrawn")

    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="versions")
    #: the first day in force; a draft may leave it open
    effective_from = models.DateField(null=True, blank=True)
    #: 0 for a draft, 1 for the first published for its day; a correction of that day is 2, 3 …
    number = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.DRAFT)
    parameters = models.JSONField(encoder=DjangoJSONEncoder)
    #: parameter name -> clause code, ``assumed``, or ``club``
    stated_by = models.JSONField(default=dict)
    changes_ja = models.TextField(blank=True)
    changes_en = models.TextField(blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)
    #: the version that it was copied from: to be corrected, moved or developed
    based_on = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="offspring"
    )
    #: a draft's name among other drafts
    title = models.CharField(max_length=80, blank=True)
    #: raised by every save of a draft; a save from an older one is refused
    draft_revision = models.PositiveIntegerField(default=0)
    edited_at = models.DateTimeField(null=True, blank=True)
    edited_by = models.CharField(max_length=80, blank=True)

    class Meta:
        """One published version a day; labels are never used twice."""

        verbose_name = pgettext_lazy("table", "rule version")
        verbose_name_plural = pgettext_lazy("table", "rule versions")
        ordering: ClassVar = ["effective_from", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["rule_set", "effective_from"],
                condition=Q(status="published"),
                name="one_published_version_a_day",
            ),
            models.CheckConstraint(
                condition=Q(
                    status__in=["draft", "pending", "published", "superseded", "withdrawn"]
                ),
                name="known_status",
            ),
            models.UniqueConstraint(
                fields=["rule_set", "effective_from", "number"],
                condition=Q(number__gte=1),
                name="version_label_is_unique",
            ),
            models.CheckConstraint(
                condition=Q(status="draft") | Q(effective_from__isnull=False, number__gte=1),
                name="only_drafts_have_no_day",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """``2015-04-10``, ``2015-04-10.2`` for that day's second, ``draft-7`` for a draft."""
        if self.number == 0 or self.effective_from is None:
            return f"draft-{self.pk}"
        day = self.effective_from.isoformat()
        return day if self.number == 1 else f"{day}.{self.number}"

    @property
    def name(self) -> str:
        """What people call it: a draft by its title, or as "Draft 7"; a version by its label."""
        if self.number and self.effective_from:
            return self.label
        return self.title or gettext("Draft %(number)s") % {"number": self.pk}

    @property
    def first_day(self) -> date:
        """The first day in force, of a version that is no draft.

        Raises:
            ValueError: a draft without a day.
        """
        if self.effective_from is None:
            raise ValueError("a draft without a day is in force on none")
        return self.effective_from

    @property
    def changes(self) -> str:
        """What changed, in the reader's language."""
        return self.changes_ja if get_language() == "ja" else self.changes_en

    @cached_property
    def value(self) -> Parameters:
        """The parameters as the frozen value that the engine takes; versions alike share one."""
        return _parsed(json.dumps(self.parameters, cls=DjangoJSONEncoder, sort_keys=True))


@lru_cache(maxsize=64)  # to check a version takes a millisecond, and every request needs one
def _parsed(parameters: str) -> Parameters:
    return parse_parameters(json.loads(parameters))


class Section(models.Model):
    """A heading of a version's book, in both languages."""

    version = models.ForeignKey(RuleVersion, on_delete=models.CASCADE, related_name="sections")
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=24)
    level = models.PositiveSmallIntegerField(default=1)
    title_ja = models.CharField(max_length=120)
    title_en = models.CharField(max_length=120)

    class Meta:
        """A heading stands once in a version."""

        verbose_name = pgettext_lazy("table", "section")
        verbose_name_plural = pgettext_lazy("table", "sections")
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["version", "code"], name="section_code_once_a_version")
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.title}"

    @property
    def title(self) -> str:
        """The title in the reader's language."""
        return self.title_ja if get_language() == "ja" else self.title_en


class Clause(models.Model):
    """One clause of a version, in both languages."""

    version = models.ForeignKey(RuleVersion, on_delete=models.CASCADE, related_name="clauses")
    position = models.PositiveSmallIntegerField()
    code = models.CharField(max_length=24)
    title_ja = models.CharField(max_length=120)
    title_en = models.CharField(max_length=120)
    text_ja = models.TextField()
    text_en = models.TextField()
    #: code of the heading that it stands under; empty before the first
    section = models.CharField(max_length=24, blank=True)
    #: names of the parameters that the clause states
    states = models.JSONField(default=list)
    #: parameter -> value for which the text was written; it is shown only while they hold
    written_for = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    #: the same of the English text alone, where that was written for another value
    written_for_en = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    #: the club's own addition or rewording, not the shipped text
    is_own = models.BooleanField(default=False)
    #: new or different since the version before
    is_changed = models.BooleanField(default=False)

    class Meta:
        """A code stands once in a version."""

        verbose_name = pgettext_lazy("table", "clause")
        verbose_name_plural = pgettext_lazy("table", "clauses")
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

    def values_written_for(self, language: str) -> dict[str, Any]:
        """Parameter -> value for which the text was written in that language."""
        return self.written_for if language == "ja" else {**self.written_for, **self.written_for_en}

    @property
    def values_read(self) -> dict[str, Any]:
        """Parameter -> value for which the text was written that the reader is shown."""
        return self.values_written_for(get_language() or "en")

    @property
    def standing_text(self) -> str:
        """The text while the values that it was written for hold, else those that hold now.

        A clause that is quoted behind a score must never contradict the score.
        """
        try:
            parameters = self.version.value
        except ParametersError:
            return self.text
        values = parameter_values(parameters)
        if all(values.get(name) == value for name, value in self.values_read.items()):
            return self.text
        language: words.Lang = "ja" if get_language() == "ja" else "en"
        return "\n".join(
            f"{words.name_of(parameters.family, name, language)}: "
            f"{words.say(parameters, name, language)}"
            for name in self.states
            if words.applies(parameters, name)
        )


def version_in_force(rule_set: RuleSet, day: date) -> RuleVersion | None:
    """The published version in force on ``day``; None before the first. One query."""
    return (
        rule_set.versions.filter(status=RuleVersion.Status.PUBLISHED, effective_from__lte=day)
        .order_by("-effective_from")
        .first()
    )
