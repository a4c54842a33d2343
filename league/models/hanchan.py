"""Hanchan with their seats, penalties, yakuman, hands, and what rule versions made of them."""

from __future__ import annotations

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.models.choices import takes_only
from league.models.club import Club, Member
from league.models.competition import League
from league.models.imports import SheetImport
from league.models.rule_changes import RuleChange
from league.models.scoped import ClubManager
from league.models.session import EveningPass, Session
from rules.models import RuleVersion


class Hanchan(models.Model):
    """One finished game at a table, whatever its length. Never deleted: corrected or voided."""

    class Source(models.TextChoices):
        FORM = "form", _("entry form")
        SHEET = "sheet", _("score sheet")
        API = "api", _("API")
        FILE = "file", _("file")
        LIVE = "live", _("live table")
        TENHOU = "tenhou", _("Tenhou record")
        LOBBY = "lobby", _("Tenhou result list")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="hanchan")
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="hanchan")
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="hanchan")
    #: the club's day, stored at entry and never derived again
    day = models.DateField()
    table = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1)])
    #: 第n回戦 at its table
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    #: riichi sticks still on the table at the end, in points
    sticks = models.PositiveIntegerField(default=0)
    ended_by_time = models.BooleanField(default=False)
    remark = models.CharField(max_length=200, blank=True)
    #: whether the scores came with the game and are kept as they are, whatever the rules say
    scores_are_given = models.BooleanField(default=False)
    #: result lists tell scores alone; the seats' points then say nothing
    points_are_known = models.BooleanField(default=True)
    #: what the game is elsewhere (a Tenhou log, a line of a result list): known once a club
    outside_id = models.CharField(max_length=80, blank=True)
    #: open options of the rules, as they were chosen for this game: parameter to value
    options = models.JSONField(encoder=DjangoJSONEncoder, default=dict, blank=True)
    source = models.CharField(max_length=8, choices=Source.choices)
    #: the spreadsheet that it came with
    from_sheet = models.ForeignKey(
        SheetImport, on_delete=models.SET_NULL, null=True, related_name="hanchan"
    )
    #: made where the result was typed; the same key never makes a second game
    key = models.UUIDField()
    #: what was sent under the key, to tell a repeat from another result
    digest = models.CharField(max_length=64)
    revision = models.PositiveIntegerField(default=1, validators=[MinValueValidator(1)])
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
        verbose_name = pgettext_lazy("table", "hanchan")
        verbose_name_plural = pgettext_lazy("table", "hanchan")
        ordering: ClassVar = ["day", "table", "number", "pk"]
        constraints: ClassVar = [
            takes_only(
                "hanchan", "source", "form", "sheet", "api", "file", "live", "tenhou", "lobby"
            ),
            models.UniqueConstraint(
                fields=["session", "table", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_live_game_a_table_and_number",
            ),
            models.UniqueConstraint(fields=["club", "key"], name="one_game_a_key"),
            models.UniqueConstraint(
                fields=["club", "outside_id"],
                condition=~Q(outside_id=""),
                name="one_game_an_outside_id",
            ),
            models.CheckConstraint(
                condition=Q(points_are_known=True) | Q(scores_are_given=True),
                name="points_or_scores_are_known",
            ),
            models.CheckConstraint(
                condition=Q(revision__gte=1, table__gte=1, number__gte=1),
                name="games_count_from_1",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["league", "day"], name="hanchan_by_league_day"),
            models.Index(fields=["club", "-day", "-id"], name="hanchan_latest"),
        ]

    def __str__(self) -> str:
        return f"{self.day.isoformat()} {self.table}-{self.number}"

    @property
    def is_voided(self) -> bool:
        return self.voided_at is not None

    @property
    def settlement(self) -> Settlement | None:
        """Return the settlement that counts, or last counted.

        One query, unless ``with_settlements`` has fetched it.
        """
        if not hasattr(self, "counted"):
            self.counted: list[Settlement] = list(
                Settlement.objects.across_clubs()
                .filter(visible(), hanchan=self)
                .select_related("version")
                .order_by("-hanchan_revision", "-pk")[:1]
            )
        return self.counted[0] if self.counted else None


class Seat(models.Model):
    club_path = "hanchan__club"

    #: ``seat_once_a_hanchan`` finds the seats of a game
    hanchan = models.ForeignKey(
        Hanchan, on_delete=models.CASCADE, related_name="seats", db_index=False
    )
    #: 0 = the first East, then in turn order
    seat = models.PositiveSmallIntegerField()
    member = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="seats")
    points = models.IntegerField()
    chips = models.SmallIntegerField(default=0)
    #: the score that came with the game, in points
    given_score = models.IntegerField(null=True, blank=True)
    #: never won a hand (焼き鳥)
    is_yakitori = models.BooleanField(default=False)
    #: sat in for somebody absent (代走)
    is_substitute = models.BooleanField(default=False, db_default=False)
    #: the seat that took this one below zero, where the rule pays for it
    busted_by = models.PositiveSmallIntegerField(null=True, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "seat")
        verbose_name_plural = pgettext_lazy("table", "seats")
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hanchan", "seat"], name="seat_once_a_hanchan"),
            models.UniqueConstraint(fields=["hanchan", "member"], name="member_once_a_hanchan"),
            models.CheckConstraint(condition=Q(seat__lte=3), name="seats_are_0_to_3"),
            models.CheckConstraint(
                condition=Q(points__gte=-1_000_000, points__lte=1_000_000),
                name="points_within_a_million",
            ),
            models.CheckConstraint(
                condition=Q(busted_by__isnull=True) | Q(busted_by__lte=3) & ~Q(busted_by=F("seat")),
                name="busted_by_another_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hanchan_id}/{self.seat}"

    @property
    def held(self) -> int | None:
        """Return the points at the end; None where a game came with scores alone."""
        return self.points if self.hanchan.points_are_known else None


class Penalty(models.Model):
    """A chombo or lesser penalty settled after uma, with its reason."""

    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="penalties")
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField(default=1)
    #: what the referee named for all of them, in points of score; none where the rule has a price
    amount = models.IntegerField(null=True, blank=True)
    #: how many of the kind the player had in this league on that day before; kept by the games
    held = models.PositiveSmallIntegerField(default=0, db_default=0)
    reason = models.CharField(max_length=200, blank=True)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "penalty")
        verbose_name_plural = pgettext_lazy("table", "penalties")
        ordering: ClassVar = ["seat", "kind"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["hanchan", "seat", "kind"], name="penalty_kind_once"),
            models.CheckConstraint(
                condition=Q(seat__lte=3, count__gte=1, count__lte=9), name="penalty_is_sane"
            ),
            models.CheckConstraint(
                condition=Q(amount__isnull=True) | Q(amount__gte=0), name="penalty_costs_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}×{self.count}"


class Yakuman(models.Model):
    club_path = "hanchan__club"

    hanchan = models.ForeignKey(Hanchan, on_delete=models.CASCADE, related_name="yakuman")
    seat = models.PositiveSmallIntegerField()
    #: who sat there and on which day, as the game says: somebody's latest are found without reading
    #: at all their games
    member = models.ForeignKey(
        "Member", on_delete=models.PROTECT, related_name="yakuman", db_index=False
    )
    day = models.DateField()
    #: the seat that dealt in; none on a tsumo
    discarder = models.PositiveSmallIntegerField(null=True, blank=True)
    #: the responsible seat (包), where the rule asks for it
    pao = models.PositiveSmallIntegerField(null=True, blank=True)
    #: yaku key, for example ``kokushi``
    name = models.CharField(max_length=24)

    objects = ClubManager()

    class Meta:
        verbose_name = pgettext_lazy("table", "yakuman")
        verbose_name_plural = pgettext_lazy("table", "yakuman")
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(seat__lte=3)
                & (Q(discarder__isnull=True) | Q(discarder__lte=3) & ~Q(discarder=F("seat"))),
                name="yakuman_seats_differ",
            ),
            models.CheckConstraint(
                condition=Q(pao__isnull=True) | Q(pao__lte=3) & ~Q(pao=F("seat")),
                name="pao_is_another_seat",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["member", "-day", "-hanchan", "-id"], name="yakuman_latest")
        ]

    def __str__(self) -> str:
        return self.name


_ANY_SEATS = (0, 15)


class Kyoku(models.Model):
    """One hand (局). Sets of seats are bits, seat 0 lowest.

    What is queried over many hands is in columns; the hand as it was entered, with yaku and tiles
    where they are known, in ``told``.
    """

    club_path = "hanchan__club"

    class Result(models.TextChoices):
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
        verbose_name = pgettext_lazy("table", "kyoku")
        verbose_name_plural = pgettext_lazy("table", "kyoku")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            takes_only("kyoku", "result", "ron", "tsumo", "draw", "abort", "nagashi", "chombo"),
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
        """Return what moved by seat, in points, three or four values."""
        four = (self.delta_0, self.delta_1, self.delta_2, self.delta_3)
        return tuple(delta for delta in four if delta is not None)


def _place_follows(seat: int) -> Q:
    """Match a place that is one more than there are better ones: 1 1 3 4, 1 2 3, never 1 2 2 2."""
    own = F(f"place_{seat}")
    better = (
        Case(When(**{f"place_{other}__lt": own}, then=1), default=0)
        for other in range(4)
        if other != seat
    )
    first, *others = better
    return Q(**{f"place_{seat}": sum(others, first) + 1})


def visible(change: RuleChange | None = None) -> Q:
    """Match settlements not part of a change under way, except for ``change`` itself."""
    found = Q(change__isnull=True) | Q(change__state="applied")
    return found if change is None else found | Q(change=change)


class Settlement(models.Model):
    """One rule version's result for one revision of a hanchan. Immutable.

    Which one counts is computed, never stored: the latest of those that are not part of a rule
    change still under way (docs/adr/0009). So a change of the rules is prepared in the open, and
    takes effect for every game at once. One wide row per game keeps re-scoring long histories
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
        verbose_name = pgettext_lazy("table", "settlement")
        verbose_name_plural = pgettext_lazy("table", "settlements")
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
                condition=_place_follows(0)
                & _place_follows(1)
                & _place_follows(2)
                & (Q(place_3__isnull=True) | _place_follows(3)),
                name="places_follow_one_another",
            ),
            models.CheckConstraint(
                condition=Q(place_3__isnull=True, score_3__isnull=True)
                | Q(place_3__isnull=False, score_3__isnull=False),
                name="who_has_a_place_has_a_score",
            ),
            models.CheckConstraint(
                condition=Q(hanchan_revision__gte=1), name="settled_revisions_count_from_1"
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
        """Return the place by seat, three or four of them."""
        four = (self.place_0, self.place_1, self.place_2, self.place_3)
        return tuple(place for place in four if place is not None)

    @property
    def scores(self) -> tuple[int, ...]:
        """Return the score in points by seat, three or four of them."""
        four = (self.score_0, self.score_1, self.score_2, self.score_3)
        return tuple(score for score in four if score is not None)
