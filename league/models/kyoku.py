"""The hands of a game that was kept hand by hand."""

from __future__ import annotations

from typing import ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.models.hanchan import Hanchan
from league.models.scoped import ClubManager

_ANY_SEATS = (0, 15)


class Kyoku(models.Model):
    """One hand (局): how it stood, how it ended, what moved. Sets of seats are bits, seat 0 lowest.

    What people ask of many hands at once stands in columns; the hand as it was told, with yaku and
    tiles where they are known, in ``told``.
    """

    club_path = "hanchan__club"

    class Result(models.TextChoices):
        """How a hand ends."""

        RON = "ron", _("ron")
        TSUMO = "tsumo", _("tsumo")
        DRAW = "draw", _("draw")
        ABORT = "abort", _("abortive draw")
        NAGASHI = "nagashi", _("nagashi")
        CHOMBO = "chombo", _("chombo")

    hanchan = models.ForeignKey(
        Hanchan, on_delete=models.CASCADE, related_name="kyoku", db_index=False
    )
    #: from 0, in the order of play
    number = models.PositiveSmallIntegerField()
    #: 0 East to 3 North, the dealer's seat, honba and sticks on the table (points) as it began
    round = models.PositiveSmallIntegerField()
    dealer = models.PositiveSmallIntegerField()
    honba = models.PositiveSmallIntegerField(default=0)
    sticks = models.PositiveIntegerField(default=0)
    result = models.CharField(max_length=8, choices=Result.choices)
    winners = models.PositiveSmallIntegerField(default=0)
    discarder = models.PositiveSmallIntegerField(null=True, blank=True)
    riichi = models.PositiveSmallIntegerField(default=0)
    tenpai = models.PositiveSmallIntegerField(default=0)
    #: who had called; none where nobody noted it
    called = models.PositiveSmallIntegerField(null=True, blank=True)
    #: points that moved, riichi sticks in them
    delta_0 = models.IntegerField(default=0)
    delta_1 = models.IntegerField(default=0)
    delta_2 = models.IntegerField(default=0)
    delta_3 = models.IntegerField(null=True, blank=True)
    #: the hand as ``replay`` takes it; its wins have what a record, the tiles or the table told
    #: beside it: ``yaku`` (keys to han), ``limit``, ``points``
    told = models.JSONField(encoder=DjangoJSONEncoder)

    objects = ClubManager()

    class Meta:
        """A game has its n-th hand once."""

        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hanchan", "number"], name="kyoku_once_a_hanchan"),
            models.CheckConstraint(
                condition=Q(round__lte=3, dealer__lte=3)
                & (Q(discarder__isnull=True) | Q(discarder__lte=3)),
                name="kyoku_seats_and_rounds",
            ),
            models.CheckConstraint(
                condition=Q(winners__range=_ANY_SEATS)
                & Q(riichi__range=_ANY_SEATS)
                & Q(tenpai__range=_ANY_SEATS)
                & (Q(called__isnull=True) | Q(called__range=_ANY_SEATS)),
                name="kyoku_sets_of_seats",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan_id}/{self.number}"

    @property
    def deltas(self) -> tuple[int, ...]:
        """What moved by seat, in points, three or four of them."""
        four = (self.delta_0, self.delta_1, self.delta_2, self.delta_3)
        return tuple(delta for delta in four if delta is not None)
