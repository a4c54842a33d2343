"""Imports of old spreadsheets and of Tenhou's records and result lists."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club
from league.models.competition import League
from league.models.names import ActorNameField
from league.models.scoped import ClubManager


class TenhouImport(models.Model):
    class State(models.TextChoices):
        READING = "reading", _("being read")
        READY = "ready", _("awaiting review")
        STORING = "storing", _("being stored")
        DONE = "done", _("done")

    #: nothing of them is stored yet
    UNSTORED: ClassVar = (State.READING, State.READY)

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="tenhou_imports")
    #: where the games go; none: each where its rule fits
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="tenhou_imports"
    )
    #: of games that do not tell their own
    day = models.DateField(null=True, blank=True)
    #: the only lobby whose games are wanted; empty: any
    lobby = models.CharField(max_length=12, blank=True)
    #: who somebody is, as the organizer said: the name to a member's key, or to one of the numbers
    #: in ``league.imports.people``; the empty name stands for all new names not said one by one
    choices = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    #: whether those names are noted with the members
    remembers = models.BooleanField(default=True)
    state = models.CharField(max_length=8, choices=State.choices, default=State.READING)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = ActorNameField(max_length=80, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "Tenhou import")
        verbose_name_plural = pgettext_lazy("table", "Tenhou imports")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            takes_only("tenhouimport", "state", "reading", "ready", "storing", "done"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.created_at:%Y-%m-%d} {self.state}"


class TenhouFile(models.Model):
    """A file of an import, kept until it is read."""

    club_path = "batch__club"

    batch = models.ForeignKey(TenhouImport, on_delete=models.CASCADE, related_name="files")
    #: what it is called, only to be shown; empty: it was pasted
    name = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    #: how many of the records or lists in it are read
    read = models.PositiveIntegerField(default=0)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "Tenhou file")
        verbose_name_plural = pgettext_lazy("table", "Tenhou files")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return self.name


class TenhouGame(models.Model):
    """A game that an import found, or why part of a file is none."""

    club_path = "batch__club"

    class Outcome(models.TextChoices):
        OPEN = "", _("not stored yet")
        STORED = "stored", _("stored")
        KNOWN = "known", _("already stored")
        REFUSED = "refused", _("cannot be stored")

    batch = models.ForeignKey(TenhouImport, on_delete=models.CASCADE, related_name="games")
    #: from 0, in the order of the files
    number = models.PositiveIntegerField()
    #: where it stands
    file = models.CharField(max_length=200, blank=True)
    line = models.PositiveIntegerField(null=True, blank=True)
    #: what it tells of itself; none where it cannot be read
    found = models.JSONField(encoder=DjangoJSONEncoder, null=True)
    #: its hands, until it is stored
    kyoku = models.JSONField(encoder=DjangoJSONEncoder, default=list)
    #: where our engine differs, in the words of the checker
    differences = models.JSONField(encoder=DjangoJSONEncoder, default=list)
    #: why it cannot be read: sentence and facts
    error = models.TextField(blank=True)
    outcome = models.CharField(
        max_length=8, choices=Outcome.choices, default=Outcome.OPEN, blank=True
    )
    #: what was said of it when it was to be stored
    said = models.TextField(blank=True)
    hanchan = models.ForeignKey("Hanchan", on_delete=models.SET_NULL, null=True, related_name="+")

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "Tenhou game")
        verbose_name_plural = pgettext_lazy("table", "Tenhou games")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            takes_only("tenhougame", "outcome", "", "stored", "known", "refused"),
            models.UniqueConstraint(fields=["batch", "number"], name="tenhou_game_once_an_import"),
        ]

    def __str__(self) -> str:
        return f"{self.batch_id}/{self.number}"


class SheetImport(models.Model):
    class State(models.TextChoices):
        OPEN = "open", _("awaiting review")
        STORED = "stored", _("stored")
        UNDONE = "undone", _("undone")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sheet_imports")
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="sheet_imports")
    #: what the file is called, only to be shown; empty: it was pasted
    name = models.CharField(max_length=200, blank=True)
    data = models.BinaryField()
    #: how the table is laid out in the file and what its columns mean
    layout = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    #: who somebody is, as the organizer said: the name to a member's key, or to one of the numbers
    #: in ``league.imports.people``
    choices = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = ActorNameField(max_length=80, blank=True)
    stored_at = models.DateTimeField(null=True, blank=True)
    games = models.PositiveIntegerField(default=0)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by_name = ActorNameField(max_length=80, blank=True)
    undo_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "sheet import")
        verbose_name_plural = pgettext_lazy("table", "sheet imports")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            takes_only("sheetimport", "state", "open", "stored", "undone"),
        ]

    def __str__(self) -> str:
        return f"{self.club_id} {self.name} {self.state}"
