"""What rule versions made of games, and what of it counts."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Coalesce

from league.models.rule_changes import RuleChange
from league.models.scoped import ClubManager
from rules.models import RuleVersion


def visible(change: RuleChange | None = None) -> Q:
    """Settlements that are no part of a change still under way, but for ``change`` itself."""
    found = Q(change__isnull=True) | Q(change__state="applied")
    return found if change is None else found | Q(change=change)


class Settlement(models.Model):
    """What one rule version makes of one revision of a hanchan. Immutable.

    Which one counts is worked out, never stored: the latest of those that are not part of a rule
    change still under way (docs/adr/0009). So a change of the rules is prepared in the open, and
    takes effect for every game at once. One wide row a game keeps re-scores of long histories
    cheap (docs/adr/0003); the parts behind each score are computed again on demand.
    """

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(
        "Hanchan", on_delete=models.CASCADE, related_name="settlements", db_index=False
    )
    hanchan_revision = models.PositiveIntegerField()
    #: nobody looks settlements up by version often enough to pay for an index on every one
    version = models.ForeignKey(
        RuleVersion, on_delete=models.PROTECT, related_name="settlements", db_index=False
    )
    #: the rule change that wrote it; none when the game was entered or changed
    change = models.ForeignKey(
        RuleChange,
        on_delete=models.PROTECT,
        null=True,
        related_name="settlements",
        db_index=False,
    )
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
    #: Boo: double_maru_a maru_a maru_b maru_c none; empty in other families
    result = models.CharField(max_length=16, blank=True)
    #: Boo: the seat that held the right to double (ダブ権) as the game began
    dabu_ken = models.PositiveSmallIntegerField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        """It sums to nothing but what stands apart."""

        constraints: ClassVar = [
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
            models.CheckConstraint(
                condition=Q(dabu_ken__isnull=True) | Q(dabu_ken__lte=3), name="dabu_ken_is_a_seat"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["hanchan", "hanchan_revision", "id"], name="settlement_latest")
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
