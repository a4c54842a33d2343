"""Tables that are kept hand by hand while they are played."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club, Member
from league.models.competition import League
from league.models.hanchan import Hanchan
from league.models.scoped import ClubManager
from league.models.session import EveningPass, Session


class LiveTable(models.Model):
    """A game in progress, or a finished one that is corrected hand by hand.

    What was played is ``hands``, as ``replay`` takes them; the engine derives the rest. Each
    change names the revision that was seen: nothing is merged silently.
    """

    class State(models.TextChoices):
        OPEN = "open", _("being played")
        FINISHED = "finished", _("finished")
        GIVEN_UP = "given_up", _("abandoned")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="live_tables")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="live_tables")
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="live_tables")
    table = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.OPEN)
    #: made where the table was opened; the same key never opens a second one
    key = models.UUIDField()
    #: raised by every change
    revision = models.PositiveIntegerField(default=1)
    hands = models.JSONField(encoder=DjangoJSONEncoder, default=list, blank=True)
    #: hands that were taken back, the last one last
    undone = models.JSONField(encoder=DjangoJSONEncoder, default=list, blank=True)
    #: what is known of the hand being played: seats in riichi
    current = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    #: the game that it left behind, or that it corrects
    hanchan = models.ForeignKey(
        Hanchan, on_delete=models.PROTECT, null=True, blank=True, related_name="live_tables"
    )
    opened_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "live table")
        verbose_name_plural = pgettext_lazy("table", "live tables")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            takes_only("livetable", "state", "open", "finished", "given_up"),
            models.UniqueConstraint(fields=["club", "key"], name="one_live_table_a_key"),
            models.UniqueConstraint(
                fields=["session", "table"],
                condition=Q(state="open"),
                name="one_open_live_table",
            ),
            models.CheckConstraint(
                condition=Q(revision__gte=1, table__gte=1, number__gte=1),
                name="live_tables_count_from_1",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id} {self.table}-{self.number}"


class LiveSeat(models.Model):
    club_path = "live__club"

    live = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="live_seats")

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "live seat")
        verbose_name_plural = pgettext_lazy("table", "live seats")
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["live", "seat"], name="live_seat_once"),
            models.UniqueConstraint(fields=["live", "member"], name="live_member_once"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="live_seats_are_0_to_3"),
        ]

    def __str__(self) -> str:
        return f"{self.live_id}/{self.seat}"


class LiveEntry(models.Model):
    """One change of a live table and its author; a repeated key makes no second change."""

    club_path = "live__club"

    live = models.ForeignKey(LiveTable, on_delete=models.CASCADE, related_name="entries")
    key = models.UUIDField()
    #: the table's revision before and after it
    seen = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    #: ``hand``, ``undo``, ``redo``, ``riichi`` …
    action = models.CharField(max_length=12)
    told = models.JSONField(encoder=DjangoJSONEncoder, default=dict)
    entered_at = models.DateTimeField(auto_now_add=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    entered_with = models.ForeignKey(
        EveningPass, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "live entry")
        verbose_name_plural = pgettext_lazy("table", "live entries")
        ordering: ClassVar = ["revision"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["live", "key"], name="live_entry_once_a_key"),
            models.UniqueConstraint(fields=["live", "revision"], name="live_entry_a_revision"),
            models.CheckConstraint(
                condition=Q(revision__gt=F("seen")), name="live_entries_go_forward"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.live_id}.{self.revision} {self.action}"
