"""Accounts, clubs, their members, and the rule sets that clubs use."""

from __future__ import annotations

from typing import ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.core.naming import on_page, search_text
from league.models.choices import takes_only
from league.models.names import NameField
from league.models.scoped import ClubManager
from rules.models import RuleSet


def validate_time_zone(name: str) -> None:
    """Raise ValidationError for an unknown time zone."""
    if name not in available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone."), params={"name": name})


class Club(models.Model):
    class Visibility(models.TextChoices):
        MEMBERS = "members", _("members only")
        RANKING = "ranking", _("rankings for everyone")
        PUBLIC = "public", _("everyone")

    class Names(models.TextChoices):
        DISPLAY = "display", _("display names")
        FULL = "full", _("full names")

    slug = models.SlugField(_("address"), max_length=40, unique=True)
    name = models.CharField(_("name"), max_length=60)
    time_zone = models.CharField(
        _("time zone"), max_length=40, default="Asia/Tokyo", validators=[validate_time_zone]
    )
    #: the hour at which the club's day turns: a game at 02:00 belongs to the evening before
    day_turns_at = models.PositiveSmallIntegerField(
        _("day starts at"), default=5, validators=[MaxValueValidator(12)]
    )
    language = models.CharField(
        _("language"), max_length=2, choices=settings.LANGUAGES, default="ja"
    )
    visibility = models.CharField(
        _("who can view"), max_length=8, choices=Visibility.choices, default=Visibility.MEMBERS
    )
    names_shown = models.CharField(
        _("names shown"), max_length=8, choices=Names.choices, default=Names.DISPLAY
    )
    #: the month that a club year begins with; 1: years are calendar years
    year_starts_in = models.PositiveSmallIntegerField(
        _("year starts in"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(12)],
    )
    is_demo = models.BooleanField(default=False)
    #: whether its organizers want the guide to a club's beginning no more
    guide_put_away = models.BooleanField(_("guide put away"), default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = pgettext_lazy("table", "club")
        verbose_name_plural = pgettext_lazy("table", "clubs")
        constraints: ClassVar = [
            takes_only("club", "language", "ja", "en"),
            takes_only("club", "visibility", "members", "ranking", "public"),
            takes_only("club", "names_shown", "display", "full"),
            models.CheckConstraint(condition=Q(day_turns_at__lte=12), name="day_turns_by_noon"),
            models.CheckConstraint(
                condition=Q(year_starts_in__range=(1, 12)), name="year_starts_in_a_month"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.time_zone)

    def name_of(self, display_name: str, full_name: str) -> str:
        """Return which of somebody's names the club shows."""
        return full_name or display_name if self.names_shown == self.Names.FULL else display_name

    def romaji_of(self, display_name: str, full_name: str, romaji: str) -> str:
        """Return the romaji of the name that the club shows; empty where they are not known.

        Those of a full name that the club does not show would give it away: of 永井 誠, Nagai
        Makoto, only Nagai is shown where 永井 is.
        """
        if self.names_shown == self.Names.FULL or not full_name:
            return romaji
        names, latin = full_name.split(), romaji.split()
        return (
            dict(zip(names, latin, strict=False)).get(display_name, "")
            if len(names) == len(latin)
            else ""
        )


class Member(models.Model):
    """A person on the club's list, with or without a login; guests too."""

    class Role(models.TextChoices):
        """What a login may do; see ``league.core.permissions``."""

        MEMBER = "member", _("member")
        SCORER = "scorer", _("scorer")
        ORGANIZER = "organizer", _("organizer")
        OWNER = "owner", _("owner")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="members")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="memberships",
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices, default=Role.MEMBER)
    display_name = NameField(_("display name"), max_length=40)
    full_name = NameField(_("full name"), max_length=60, blank=True)
    kana = NameField(_("kana"), max_length=60, blank=True)
    romaji = NameField(_("romaji"), max_length=60, blank=True)
    aliases = models.JSONField(_("other names"), default=list, blank=True)
    tenhou_names = models.JSONField(_("Tenhou names"), default=list, blank=True)
    #: all names folded for finding: kana as hiragana, romaji, widths and old characters alike
    search = models.TextField(editable=False, default="")
    is_guest = models.BooleanField(_("guest"), default=False)
    #: whether those outside of the club are shown a neutral name (``league.models.names``)
    hides_name = models.BooleanField(_("name hidden outside the club"), default=False)
    joined_on = models.DateField(_("joined on"), null=True, blank=True)
    left_on = models.DateField(_("left on"), null=True, blank=True)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged"
    )

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "member")
        verbose_name_plural = pgettext_lazy("table", "members")
        ordering: ClassVar = ["kana", "display_name", "pk"]
        constraints: ClassVar = [
            takes_only("member", "role", "member", "scorer", "organizer", "owner"),
            models.UniqueConstraint(
                fields=["club", "display_name"], name="display_name_once_a_club"
            ),
            models.UniqueConstraint(
                fields=["club", "user"], condition=Q(user__isnull=False), name="login_once_a_club"
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    def save(self, *args: object, **kwargs: object) -> None:
        self.fold_names()
        super().save(*args, **kwargs)  # type: ignore[arg-type]

    def fold_names(self) -> None:
        """Set ``search`` from the names; bulk inserts must call it themselves."""
        self.search = search_text(
            [
                *(self.display_name, self.full_name, self.kana, self.romaji),
                *(*self.aliases, *self.tenhou_names),
            ]
        )

    def name_in(self, club: Club) -> str:
        """Return the name that the club chose to show, in every language."""
        return club.name_of(self.display_name, self.full_name)

    @property
    def reading(self) -> str:
        """What the name is sorted by."""
        return self.kana or self.display_name

    def shown_name(self, club: Club) -> str:
        """Return the name for a page: in English the romaji that may be shown, if there are any."""
        return on_page(
            self.name_in(club), club.romaji_of(self.display_name, self.full_name, self.romaji)
        )


class ClubRuleSet(models.Model):
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="rule_sets")
    rule_set = models.OneToOneField(RuleSet, on_delete=models.PROTECT, related_name="in_club")
    slug = models.SlugField(max_length=40)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "club’s rule set")
        verbose_name_plural = pgettext_lazy("table", "clubs’ rule sets")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "slug"], name="rule_set_key_once_a_club")
        ]

    def __str__(self) -> str:
        return f"{self.club.slug}/{self.slug}"


class User(AbstractUser):
    """A person's account. Their rights in a club are in that club's ``Member``."""

    #: how many password links were made for it: each makes those before it invalid
    links_made = models.PositiveIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = pgettext_lazy("table", "account")
        verbose_name_plural = pgettext_lazy("table", "accounts")
        constraints: ClassVar = [
            # A login is found in any case: of two that differ in it alone neither could log in.
            models.UniqueConstraint(Lower("username"), name="login_names_in_any_case"),
        ]
