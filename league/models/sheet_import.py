"""Imports of a club's old spreadsheet: looked at first, then stored as one, and undone as one."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.models.club import Club
from league.models.competition import League
from league.models.scoped import ClubManager


class SheetImport(models.Model):
    """One uploaded table, what its columns mean, and what became of it."""

    class State(models.TextChoices):
        """How far it is."""

        OPEN = "open", _("to be looked at")
        STORED = "stored", _("stored")
        UNDONE = "undone", _("undone")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sheet_imports")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="sheet_imports")
    #: what the file is called, only to be shown; empty: it was pasted
    name = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    #: how the table lies in the file and what its columns mean
    layout = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    #: who somebody is, as the organizer said: the name to a member's key, 0 for a new member
    choices = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = models.CharField(max_length=80, blank=True)
    stored_at = models.DateTimeField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_name = models.CharField(max_length=80, blank=True)
    undo_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """The latest first."""

        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.club_id} {self.name} {self.state}"
