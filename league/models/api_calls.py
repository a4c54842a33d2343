"""What programs have asked for under a key of theirs, and what they were answered."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import pgettext_lazy

from league.models.club import Club
from league.models.scoped import ClubManager


class ApiCall(models.Model):
    """A write that succeeded; written in its transaction, so that it is there if the write is."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    #: whose key it is: two callers may choose the same
    caller = models.CharField(max_length=80)
    #: SHA-256 of the key, in hex
    key = models.CharField(max_length=64)
    #: SHA-256 of what was asked for, in hex; empty where the key stands in the body and is compared
    #: by whoever reads it
    digest = models.CharField(max_length=64, blank=True)
    status = models.PositiveSmallIntegerField(default=0)
    #: the answer byte for byte, encrypted under the key; empty: it had no body
    body = models.TextField(blank=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "stored answer")
        verbose_name_plural = pgettext_lazy("table", "stored answers")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "caller", "key"], name="one_api_call_a_key")
        ]

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"
