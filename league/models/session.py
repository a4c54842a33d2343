"""Evenings, who came, and the passes that let a table enter its own results."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.club import Club, Member
from league.models.scoped import ClubManager


class Session(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="sessions")
    day = models.DateField(_("day"))
    title = models.CharField(_("title"), max_length=60, blank=True)
    place = models.CharField(_("place"), max_length=60, blank=True)
    note = models.TextField(_("note"), max_length=2000, blank=True)
    #: open options of the rules, as this evening chose them: parameter to value
    options = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    attendants = models.ManyToManyField(Member, related_name="sessions", blank=True)
    #: opened by mistake: it is shown nowhere, until something belongs to it after all
    is_off_list = models.BooleanField(default=False)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "session")
        verbose_name_plural = pgettext_lazy("table", "sessions")
        ordering: ClassVar = ["-day", "-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "day", "title"], name="session_once_a_day")
        ]

    def __str__(self) -> str:
        return f"{self.day.isoformat()} {self.title}".strip()


class EveningPass(models.Model):
    """A link that lets its holder enter and correct one evening's games."""

    club_path = "session__club"
    #: it is issued, and opens the club, from so long before the end of its evening
    SPAN = timedelta(days=8)

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="passes")
    #: the secret; links carry it signed, so a copy of the table alone opens nothing
    nonce = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    #: the moment the club's day turns
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "evening pass")
        verbose_name_plural = pgettext_lazy("table", "evening passes")

    def __str__(self) -> str:
        return f"pass {self.pk} for {self.session_id}"
