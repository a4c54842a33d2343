"""Rulings: what a club decided on a case, and under which clause."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.club import Club, ClubRuleSet
from league.models.hanchan import Hanchan
from league.models.scoped import ClubManager
from league.models.session import Session


class Ruling(models.Model):
    """What was decided on a case (裁定), under which clause; a later one may correct it."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rulings")
    rule_set = models.ForeignKey(ClubRuleSet, on_delete=models.PROTECT, related_name="rulings")
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
    )
    hanchan = models.ForeignKey(
        Hanchan, on_delete=models.PROTECT, null=True, blank=True, related_name="rulings"
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
    created_by_name = models.CharField(max_length=80, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """Listed by day, newest first; of a ruling's corrections one counts."""

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
        """Whether it no longer counts."""
        return self.voided_at is not None
