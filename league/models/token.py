"""Secrets by which programs act in a club."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.club import Club, Member
from league.models.scoped import ClubManager


class ApiToken(models.Model):
    """What a program may do here, and until when; the secret itself is kept nowhere."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="api_tokens")
    #: on whose behalf; empty: the club's own
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, blank=True, related_name="api_tokens"
    )
    name = models.CharField(_("name"), max_length=40)
    #: SHA-256 of the secret, in hex: it is random, so no salt and no slow hash are needed
    digest = models.CharField(max_length=64, unique=True, editable=False)
    #: how the secret begins, by which people tell theirs apart
    beginning = models.CharField(max_length=12, editable=False)
    #: beside reading: values of ``league.core.permissions.Scope``
    scopes = models.JSONField(default=list)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    #: the day by the server's clock; written once a day at most
    last_used_on = models.DateField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "API token")
        verbose_name_plural = pgettext_lazy("table", "API tokens")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.name
