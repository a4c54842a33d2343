"""What reads a club without a login, and what somebody with one has already seen of its news."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club
from league.models.names import ActorNameField
from league.models.scoped import ClubManager


class ReadingLink(models.Model):
    """A link that opens one page of a club to a screen or another site; the secret is not kept."""

    class Shows(models.TextChoices):
        WALL = "wall", _("wall display")
        RANKING = "ranking", _("rankings")
        EVENING = "evening", _("tonight's score sheet")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="reading_links")
    name = models.CharField(_("name"), max_length=40)
    shows = models.CharField(_("shows"), max_length=8, choices=Shows.choices)
    #: SHA-256 of the secret, in hex: it is random, so no salt and no slow hash are needed
    digest = models.CharField(max_length=64, unique=True, editable=False)
    #: the one site that may frame the rankings, as scheme and host; empty: any site
    frame_site = models.CharField(_("site that may embed it"), max_length=200, blank=True)
    #: whether the wall shows the evening pass, which lets anybody who sees it enter games
    shows_pass = models.BooleanField(_("shows the evening pass"), default=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_by_name = ActorNameField(max_length=80, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "reading link")
        verbose_name_plural = pgettext_lazy("table", "reading links")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            takes_only("readinglink", "shows", "wall", "ranking", "evening"),
            models.CheckConstraint(
                condition=Q(shows_pass=False) | Q(shows="wall"), name="only_a_wall_shows_the_pass"
            ),
            models.CheckConstraint(
                condition=Q(frame_site="") | Q(shows="ranking"), name="only_rankings_are_embedded"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class NewsSeen(models.Model):
    """Up to which moment a login has seen the club's news."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    until = models.DateTimeField()

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "news that were seen")
        verbose_name_plural = pgettext_lazy("table", "news that were seen")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "user"], name="news_seen_once_a_login")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.until.isoformat()}"
