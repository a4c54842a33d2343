"""Files that are too large for a request: prepared by a worker, kept for a day."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club
from league.models.scoped import ClubManager


class Download(models.Model):
    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")

    #: what its address ends in: nobody guesses it
    key = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="downloads")
    #: as ``league.exports.kept`` registers them
    kind = models.CharField(max_length=24)
    #: what the page's address asked for after its question mark
    query = models.CharField(max_length=500, blank=True)
    language = models.CharField(max_length=8)
    #: of the club, when it was asked for: the same is not prepared twice
    revision = models.CharField(max_length=80)
    #: none: somebody who is not logged in
    reader = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    #: of the answer that would have been sent at once
    headers = models.JSONField(default=dict)
    size = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "prepared file")
        verbose_name_plural = pgettext_lazy("table", "prepared files")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            takes_only("download", "state", "waiting", "done", "failed"),
            models.UniqueConstraint(
                fields=["club", "reader"],
                condition=Q(state="waiting", reader__isnull=False),
                name="one_waiting_download_a_reader",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class DownloadPart(models.Model):
    """A piece of a prepared file, so that nobody holds all of it in memory."""

    club_path = "download__club"

    download = models.ForeignKey(Download, on_delete=models.CASCADE, related_name="parts")
    #: from 0
    number = models.PositiveIntegerField()
    data = models.BinaryField()

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "part of a prepared file")
        verbose_name_plural = pgettext_lazy("table", "parts of prepared files")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["download", "number"], name="download_part_once")
        ]

    def __str__(self) -> str:
        return f"{self.download_id}/{self.number}"
