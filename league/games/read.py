"""What the entry page proposes, and what the trail says of a game's past."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

from django.db.models import F, Prefetch, Q, Window
from django.db.models.functions import RowNumber

from league.core.people import recent_members
from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    League,
    Member,
    RuleChange,
    Seat,
    Session,
    Settlement,
)
from league.models.hanchan import visible
from rules.models import RuleVersion

#: of each table so many games are looked at: nobody waits as long as that
_RECENT = 12
#: more people than any list has; the picker's own search takes over long before
_EVERYBODY = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    seats: tuple[Member, ...]
    coming: tuple[Member, ...] = ()
    leaving: tuple[Member, ...] = ()
    dealer: Member | None = None  # who deals first because they were top

    def dealt_by(self, top: Member | None) -> Proposal:
        """Rotate the players so that ``top`` is the first East.

        The order stays if ``top`` sits out.
        """
        if top is None or top not in self.seats:
            return self
        at = self.seats.index(top)
        return replace(self, seats=self.seats[at:] + self.seats[:at], dealer=top)


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """The latest games of an evening's tables, and who came."""

    session: Session | None = None  # None before there is one
    games: tuple[Hanchan, ...] = ()
    attendants: tuple[Member, ...] = ()
    tables: dict[int, list[Hanchan]] = field(default_factory=dict)

    @property
    def latest(self) -> Hanchan | None:
        return max(self.games, key=lambda game: game.pk, default=None)

    def next_number(self, table: int) -> int:
        played = self.tables.get(table, [])
        return played[-1].number + 1 if played else 1

    def last_seats(self, table: int) -> tuple[Member, ...]:
        """Return who sat in the last game of ``table``, from the first East on."""
        played = self.tables.get(table, [])
        return _seated(played[-1]) if played else ()

    def last_top(self, table: int, league: League) -> Member | None:
        """Return the winner of ``table``'s last game, if of ``league``. At most one query."""
        played = self.tables.get(table, [])
        if not played or played[-1].league_id != league.pk or played[-1].settlement is None:
            return None
        return _seated(played[-1])[played[-1].settlement.places.index(1)]

    def propose(self, table: int, players: int) -> Proposal | None:
        """Propose ``table``'s next game; None before its first, or if that had other seats.

        The rule (順番抜け): everybody who came and is at no table waits. The player with the
        longest run at this table without a break leaves, the earlier seat first; who has waited
        the longest takes that seat, and nobody else moves. With five people each sits out one game
        in five. When nobody waits, the seating stays. When as many wait as a table has seats, they
        form a table of their own, and nobody changes.
        """
        seats = self.last_seats(table)
        if len(seats) != players:
            return None
        waiting = self._waiting(table, seats)
        if not 0 < len(waiting) < players:
            return Proposal(seats=seats)
        longest = sorted(range(players), key=lambda chair: -self._stretch(table, seats[chair]))
        chairs = sorted(longest[: len(waiting)])
        following = list(seats)
        for chair, newcomer in zip(chairs, waiting, strict=True):
            following[chair] = newcomer
        return Proposal(
            seats=tuple(following),
            coming=tuple(waiting),
            leaving=tuple(seats[chair] for chair in chairs),
        )

    def _waiting(self, table: int, seats: Iterable[Member]) -> list[Member]:
        busy = {member.pk for member in seats}
        for other, played in self.tables.items():
            if other != table:
                busy.update(member.pk for member in _seated(played[-1]))
        free = [member for member in self.attendants if member.pk not in busy]

        def last_played(member: Member) -> int:
            numbers = [game.number for game in self.tables[table] if member in _seated(game)]
            return max(numbers, default=0)

        return sorted(free, key=last_played)

    def _stretch(self, table: int, member: Member) -> int:
        games = 0
        for game in reversed(self.tables[table]):
            if member not in _seated(game):
                break
            games += 1
        return games


def _seated(game: Hanchan) -> tuple[Member, ...]:
    return tuple(seat.member for seat in game.seats.all())


_FROM_THE_LAST = Window(
    RowNumber(), partition_by=[F("session"), F("table")], order_by=F("number").desc()
)


def evening_so_far(session: Session | None) -> Evening:
    """Read the latest games of each table with people, and who came. Three queries, or none."""
    if session is None:
        return Evening()
    seats = Prefetch(
        "seats", queryset=Seat.objects.for_club(session.club_id).select_related("member")
    )
    games = (
        Hanchan.objects.for_club(session.club_id)
        .filter(session=session, voided_at=None)
        .annotate(ago=_FROM_THE_LAST)
        .filter(ago__lte=_RECENT)
        .select_related("league")
        .prefetch_related(seats)
        .order_by("table", "number")
    )
    tables: dict[int, list[Hanchan]] = {}
    for game in games:
        tables.setdefault(game.table, []).append(game)
    present = session.attendants.filter(left_on__isnull=True, merged_into__isnull=True)
    return Evening(
        session=session,
        games=tuple(game for played in tables.values() for game in played),
        attendants=tuple(present),
        tables=tables,
    )


def people_to_pick(
    club: Club, *, tonight: Iterable[Member], also: Iterable[Member] = ()
) -> list[Member]:
    """The picker's list without a search, below who came: who played last first. Three queries.

    Args:
        club: whose people.
        tonight: who came; they stand above.
        also: people to keep on the list although they left the club (they sit in this game).
    """
    here = {member.pk for member in tonight}
    rest = [m for m in recent_members(club, limit=_EVERYBODY) if m.pk not in here]
    known = here | {member.pk for member in rest}
    return [*rest, *(member for member in also if member.pk not in known)]


#: a game as the trail keeps it, plain JSON
Snapshot = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameHistory:
    """A game's events and earlier settlements, oldest first, and the names behind their keys."""

    events: list[AuditEvent]
    settlements: list[Settlement]  # all, each with its version and the rule change behind it
    earlier: list[Settlement]  # those that no longer count
    snapshots: list[Snapshot]
    members: dict[int, str]
    leagues: dict[int, str]
    versions: dict[int, str]
    causes: dict[int, AuditEvent]  # by settlement: the change of another game of the table
    #: when rule changes came into force whose settlements are no longer all kept (adr/0025)
    summed_up: list[datetime]


def history_of(hanchan: Hanchan) -> GameHistory:
    """Read a game's past. Five queries, however long it is.

    One more where its table changed it, and one where the rules did.
    """
    club = hanchan.club
    events = list(
        AuditEvent.objects.for_club(club).filter(type__startswith="hanchan.", object_id=hanchan.pk)
    )
    visible_ones = hanchan.settlements.filter(visible()).select_related("version", "change")
    settled = list(visible_ones.order_by("hanchan_revision", "pk"))
    counted = hanchan.settlement.pk if hanchan.settlement else None
    shots: list[Snapshot] = [
        shot for event in events for shot in (event.before, event.after) if shot
    ]
    members = _keys(seat.get("member_id") for shot in shots for seat in shot.get("seats", ()))
    leagues = _keys(shot.get("league") for shot in shots)
    versions = _keys(shot.get("version") for shot in shots)
    people = Member.objects.for_club(club).filter(pk__in=members)
    played_in = League.objects.for_club(club).filter(pk__in=leagues)
    used = RuleVersion.objects.filter(rule_set__in_club__club=club, pk__in=versions)
    return GameHistory(
        events=events,
        settlements=settled,
        earlier=[each for each in settled if each.pk != counted],
        snapshots=shots,
        members={member.pk: member.shown_name(club) for member in people},
        leagues={league.pk: league.name for league in played_in},
        versions={version.pk: version.label for version in used},
        causes=_causes(hanchan, settled),
        summed_up=_summed_up(hanchan, settled),
    )


def settled_anew(settlements: Iterable[Settlement]) -> list[tuple[Settlement, Settlement]]:
    return [
        (old, new)
        for old, new in pairwise(settlements)
        if old.hanchan_revision == new.hanchan_revision
    ]


def counts_since(settlement: Settlement) -> datetime:
    """Return when it came to count: one of a rule change with the change."""
    change = settlement.change
    return (change.closed_at if change else None) or settlement.created_at


def _summed_up(hanchan: Hanchan, settled: Iterable[Settlement]) -> list[datetime]:
    if not any(each.change_id for each in settled):
        return []
    changes = RuleChange.objects.for_club(hanchan.club_id).filter(
        rule_set=hanchan.league.rule_set_id, summary__isnull=False
    )
    return [at for at in changes.values_list("closed_at", flat=True) if at is not None]


def _causes(hanchan: Hanchan, settled: Iterable[Settlement]) -> dict[int, AuditEvent]:
    """Return the change of another game behind each resettlement. At most one query.

    A settlement does not know it. The trail does: both are written by one transaction, and the
    event names the other games that it settled.
    """
    owed = [new for _old, new in settled_anew(settled) if new.change_id is None]
    if not owed:
        return {}
    about = Q()
    for each in owed:
        about |= Q(at__range=(each.created_at - _ONE_ACTION, each.created_at + _ONE_ACTION))
    events = AuditEvent.objects.for_club(hanchan.club_id).filter(about, type__startswith="hanchan.")
    found = [
        event
        for event in events
        if any(each.get("game") == hanchan.pk for each in (event.after or {}).get("also", ()))
    ]

    def nearest(at: datetime) -> AuditEvent:
        return min(found, key=lambda event: abs(event.at - at))

    return {each.pk: nearest(each.created_at) for each in owed if found}


#: within which an event and what it settled were written
_ONE_ACTION = timedelta(seconds=30)


def changed_with(hanchan: Hanchan) -> list[Mapping[str, Any]]:
    """Return the table's games whose scores changed with this one's last change. One query.

    Each with its key ``game``, ``table`` and ``number``.
    """
    events = AuditEvent.objects.for_club(hanchan.club_id).filter(
        type__startswith="hanchan.", object_id=hanchan.pk
    )
    last = events.order_by("pk").last()
    also: list[Mapping[str, Any]] = (last.after or {}).get("also", []) if last else []
    return also


def _keys(found: Iterable[Any]) -> set[int]:
    return {key for key in found if isinstance(key, int)}
