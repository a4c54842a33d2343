"""Links that let somebody in: as one member of a club, or to found a club."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.club import Club, Member
from league.models.scoped import ClubManager


class _Link(models.Model):
    """A link that works once, until its end; the secret in it is kept nowhere."""

    #: SHA-256 of the secret, in hex: it is random, so no salt and no slow hash are needed
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


class Invitation(_Link):
    """Ties a login, a new one or one that exists, to a member who has none."""

    club_path = "member__club"

    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="invitations")
    accepted_at = models.DateTimeField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "invitation")
        verbose_name_plural = pgettext_lazy("table", "invitations")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member"],
                condition=Q(accepted_at__isnull=True, revoked_at__isnull=True),
                name="one_open_invitation_a_member",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at__isnull=True) | Q(revoked_at__isnull=True),
                name="invitation_accepted_or_revoked",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk} for {self.member_id}"


class FoundingLink(_Link):
    """Lets one club be founded where FOUNDING is ``invited``."""

    #: for whom it is, in the operator's words
    note = models.CharField(_("for whom"), max_length=60, blank=True)
    #: what was founded by it
    club = models.OneToOneField(
        Club, on_delete=models.PROTECT, null=True, blank=True, related_name="founding_link"
    )

    class Meta:
        verbose_name = pgettext_lazy("table", "founding link")
        verbose_name_plural = pgettext_lazy("table", "founding links")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return self.note or f"founding link {self.pk}"
