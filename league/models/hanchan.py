"""Hanchan with their seats, and what rule versions made of them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from league.models.club import Club, Member
from league.models.competition import League
from league.models.scoped import ClubManager
from league.models.session import EveningPass, Session
from rules.models import RuleVersion


class Hanchan(models.Model):
    """One finished game at a table, whatever its length. Never deleted: corrected or voided."""

    class Source(models.TextChoices):
        """Where the result came from."""

        FORM = "form", _("entry form")
        SHEET = "sheet", _("score sheet")
        API = "api", _("API")
        FILE = "file", _("file")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="hanchan")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="hanchan")
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="hanchan")
    #: the club's day, stored at entry and never derived again
    day = models.DateField()
    table = models.PositiveSmallIntegerField(default=1)
    #: 第n回戦 at its table
    number = models.PositiveSmallIntegerField()
    #: riichi sticks still on the table at the end, in points
    sticks = models.PositiveIntegerField(default=0)
    ended_by_time = models.BooleanField(default=False)
    remark = models.CharField(max_length=200, blank=True)
    source = models.CharField(max_length=8, choices=Source.choices)
    #: made where the result was typed; the same key never makes a second game
    key = models.UUIDField()
    #: what was sent under the key, to tell a repeat from another result
    digest = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=1)
    settlement = models.OneToOneField(
        "Settlement", on_delete=models.PROTECT, null=True, related_name="counts_for"
    )
    entered_at = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    entered_with = models.ForeignKey(
        EveningPass, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """A table plays its n-th game once, and a key makes one game."""

        ordering: ClassVar = ["day", "table", "number", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "table", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_live_game_a_table_and_number",
            ),
            models.UniqueConstraint(fields=["club", "key"], name="one_game_a_key"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["league", "day"], name="hanchan_by_league_day"),
            models.Index(fields=["club", "-day", "-id"], name="hanchan_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.day.isoformat()} {self.table}-{self.number}"

    @property
    def is_voided(self) -> bool:
        """Whether the game no longer counts."""
        return self.voided_at is not None


class Seat(models.Model):
    """One chair of a hanchan: who sat there, and what the table showed at the end."""

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="seats")
    #: 0 = the first East, then in turn order
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")
    points = models.IntegerField()
    chips = models.SmallIntegerField(default=0)
    #: never won a hand (焼き鳥)
    is_yakitori = models.BooleanField(default=False)
    #: the seat that took this one below zero, where the rule pays for it
    busted_by = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        """A chair holds one person, and nobody sits twice."""

        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hanchan", "seat"], name="seat_once_a_hanchan"),
            models.UniqueConstraint(fields=["hanchan", "member"], name="member_once_a_hanchan"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="seats_are_0_to_3"),
            models.CheckConstraint(
                condition=Q(points__gte=-1_000_000, points__lte=1_000_000),
                name="points_within_a_million",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan_id}/{self.seat}"


class Penalty(models.Model):
    """A chombo or lesser penalty settled after uma, with its reason."""

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="penalties")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField(default=1)
    reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """A kind stands once a seat; its count says how often."""

        ordering: ClassVar = ["seat", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hanchan", "seat", "kind"], name="penalty_kind_once"),
            models.CheckConstraint(
                condition=Q(seat__lte=3, count__gte=1, count__lte=9), name="penalty_is_sane"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}×{self.count}"


class Yakuman(models.Model):
    """A yakuman worth remembering: who, which, from whom."""

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="yakuman")
    seat = models.PositiveSmallIntegerField()
    #: the seat that dealt in; none on a tsumo
    discarder = models.PositiveSmallIntegerField(null=True, blank=True)
    #: yaku key, for example ``kokushi``
    name = models.CharField(max_length=24)

    objects = ClubManager()

    class Meta:
        """Nobody deals into himself."""

        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(seat__lte=3)
                & (Q(discarder__isnull=True) | Q(discarder__lte=3) & ~Q(discarder=F("seat"))),
                name="yakuman_seats_differ",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Settlement(models.Model):
    """What one rule version makes of one revision of a hanchan. Immutable.

    One wide row a game keeps re-scores of long histories cheap (docs/adr/0003); the parts behind
    each score are computed again on demand, because version and revision never change.
    """

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="settlements")
    hanchan_revision = models.PositiveIntegerField()
    version = models.ForeignKey(RuleVersion, on_delete=models.PROTECT, related_name="settlements")
    place_0 = models.PositiveSmallIntegerField()
    place_1 = models.PositiveSmallIntegerField()
    place_2 = models.PositiveSmallIntegerField()
    place_3 = models.PositiveSmallIntegerField(null=True)
    score_0 = models.IntegerField()
    score_1 = models.IntegerField()
    score_2 = models.IntegerField()
    score_3 = models.IntegerField(null=True)
    #: what stands apart from the zero sum: penalties paid to nobody, sticks that nobody gets
    apart = models.IntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """One result a revision and version, and it sums to nothing but what stands apart."""

        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["hanchan", "hanchan_revision", "version"], name="settled_once_a_version"
            ),
            models.CheckConstraint(
                condition=Q(
                    apart=F("score_0") + F("score_1") + F("score_2") + Coalesce("score_3", Value(0))
                ),
                name="scores_sum_to_zero",
            ),
            models.CheckConstraint(
                condition=Q(place_0__range=(1, 4), place_1__range=(1, 4), place_2__range=(1, 4))
                & (Q(place_3__isnull=True) | Q(place_3__range=(1, 4))),
                name="places_are_1_to_4",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan_id}.{self.hanchan_revision} under {self.version_id}"

    @property
    def places(self) -> tuple[int, ...]:
        """Place by seat, three or four of them."""
        four = (self.place_0, self.place_1, self.place_2, self.place_3)
        return tuple(place for place in four if place is not None)

    @property
    def scores(self) -> tuple[int, ...]:
        """Score in points by seat, three or four of them."""
        four = (self.score_0, self.score_1, self.score_2, self.score_3)
        return tuple(score for score in four if score is not None)
