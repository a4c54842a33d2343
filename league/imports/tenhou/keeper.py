"""Games of Tenhou stored one after the other, each once: under a key that never changes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from league.core.audit import Actor
from league.core.errors import EntryError, KeyReusedError, LeagueError
from league.core.naming import is_readable
from league.core.people import add_member
from league.games.check import MAX_NUMBER, MAX_TABLES, NAME_LENGTH
from league.games.entry import HanchanEntry, KyokuEntry, SeatEntry, YakumanEntry
from league.games.tallies import raise_revision
from league.games.write import Recorded, record_hanchan
from league.imports.people import NEW_GUEST, NEW_MEMBER, NO_NAME, How
from league.imports.tenhou.dry_run import Planned, Planner, Status
from league.imports.tenhou.reading import Found
from league.members.teams import join_by_name
from league.models import Club, Hanchan, Member
from rules.parameters import RiichiParameters
from scoring.hands.yaku import YAKUMAN

#: somebody else may take a number or a name a moment before us
_TRIES = 5
_MOST_CHIPS = 10_000


class _OutdatedError(Exception):
    """The member list has changed since it was read."""


class Stored(NamedTuple):
    status: Status
    hanchan: int | None = None
    reason: str = ""
    is_new: bool = False


@dataclass(kw_only=True)
class Keeper:
    """Stores games of one club one after the other, each in its own transaction."""

    club: Club
    planner: Planner
    actor: Actor
    #: on which new members join, where that is not the day of the game that adds them
    joining: Mapping[str, date] = field(default_factory=dict)
    new_guests: int = 0  # added so far under names of their own

    def store(self, found: Found, hands: Sequence[KyokuEntry]) -> Stored:
        """Store a game, or say why not; known games stay as they are."""
        reason = ""
        for _try in range(_TRIES):
            [planned] = self.planner.plan([found])
            if planned.status is not Status.NEW:
                return Stored(planned.status, planned.hanchan, planned.why)
            if planned.asks:
                return Stored(Status.CANNOT, None, " ".join(planned.asks.values()))
            try:
                return self._stored(planned, hands)
            except KeyReusedError as error:
                return Stored(Status.KNOWN, error.hanchan.pk)
            except EntryError as error:
                reason = " ".join(error.messages)
                if not _may_pass(error):
                    break
            except (IntegrityError, _OutdatedError):
                reason = _("Someone else is storing games right now. Please try again.")
            self.planner.reload()
        return Stored(Status.CANNOT, None, reason)

    def _stored(self, planned: Planned, hands: Sequence[KyokuEntry]) -> Stored:
        """Store a game; know it and its new people from then on."""
        assert planned.league is not None
        assert planned.day is not None
        with transaction.atomic():
            # others who store in this league wait: numbers and names stay free
            raise_revision(planned.league)
            recorded = self._record(planned, hands)
        game = recorded.hanchan.pk
        self.planner.stored(planned.found, planned.day, game)
        if any(meant.member is None for meant in planned.seats):
            seated = Member.objects.for_club(self.club).filter(seats__hanchan=game)
            self.planner.add_members(seated)
        if not recorded.is_new:
            return Stored(Status.KNOWN, game)
        self.new_guests += list(planned.new.values()).count(NEW_GUEST)
        return Stored(Status.NEW, game, is_new=True)

    def _record(self, planned: Planned, hands: Sequence[KyokuEntry]) -> Recorded:
        day, found = planned.day, planned.found
        assert day is not None
        source = Hanchan.Source.TENHOU if found.is_record else Hanchan.Source.LOBBY
        entry = _entry(planned, day, hands, self._seats(planned), _next_free(self.club, day))
        key = key_of(self.club, found.outside_id(day))
        recorded = record_hanchan(
            club=self.club, entry=entry, key=key, source=source, actor=self.actor
        )
        if not recorded.is_new and NEW_MEMBER in planned.new.values():
            raise _OutdatedError  # nobody joins for a game that is there already
        if recorded.is_new and entry.league.teams_from_names:
            self._join_teams(found, recorded.hanchan)
        return recorded

    def _join_teams(self, found: Found, hanchan: Hanchan) -> None:
        """Let players named ``name@team`` join that team, from the game's day on."""
        for seat in hanchan.seats.select_related("member"):
            join_by_name(
                league=hanchan.league,
                member=seat.member,
                name=found.names[seat.seat],
                day=hanchan.day,
                actor=self.actor,
            )

    def _seats(self, planned: Planned) -> Iterator[tuple[int | None, str]]:
        taken: set[str] = set()
        who = zip(planned.found.names, planned.seats, strict=True)
        for seat, (name, meant) in enumerate(who):
            if meant.member is not None:
                yield meant.member.pk, ""
                continue
            if planned.new.get(name) == NEW_MEMBER:
                yield self._new_member(name, planned.day, seat), ""
                continue
            is_nameless = meant.how is How.NAMELESS
            guest = self._free_name(NO_NAME if is_nameless else name, taken)
            taken.add(guest)
            yield None, guest

    def _new_member(self, name: str, day: date | None, seat: int) -> int:
        if Member.objects.for_club(self.club).filter(display_name=name).exists():
            raise _OutdatedError
        values = {"display_name": name, "joined_on": self.joining.get(name, day)}
        try:
            return add_member(club=self.club, values=values, actor=self.actor).pk
        except LeagueError as error:
            raise EntryError({f"seat-{seat}": [error.message]}) from error

    def _free_name(self, name: str, taken: set[str]) -> str:
        stem = name[: NAME_LENGTH - 6].strip() if len(name) > NAME_LENGTH - 6 else name
        own = name if len(name) <= NAME_LENGTH else stem
        people = Member.objects.for_club(self.club).filter(display_name__startswith=stem)
        listed = set(people.values_list("display_name", flat=True))
        if name in listed and not self.planner.book.lists(name):
            raise _OutdatedError
        used = listed | taken
        if own not in used and is_readable(own):
            return own
        numbers = [
            int(m[1])
            for each in used
            if (m := re.fullmatch(re.escape(stem) + r" ([0-9]{1,5})", each))
        ]
        return f"{stem} {max(numbers, default=1) + 1}"


def key_of(club: Club, outside_id: str) -> UUID:
    """Return the key under which an outside game is stored; it never changes."""
    return uuid5(NAMESPACE_URL, f"jancho:{club.pk}:{outside_id}")


def _next_free(club: Club, day: date) -> tuple[int, int]:
    """Return the day's next table and number, filling one table after the other."""
    live = Hanchan.objects.for_club(club).filter(day=day, session__title="", voided_at=None)
    last = {row["table"]: row["last"] for row in live.values("table").annotate(last=Max("number"))}
    for table in range(1, MAX_TABLES + 1):
        if last.get(table, 0) < MAX_NUMBER:
            return table, last.get(table, 0) + 1
    return MAX_TABLES, MAX_NUMBER


def _entry(
    planned: Planned,
    day: date,
    hands: Sequence[KyokuEntry],
    who: Iterator[tuple[int | None, str]],
    slot: tuple[int, int],
) -> HanchanEntry:
    found, league, version = planned.found, planned.league, planned.version
    assert league is not None
    assert version is not None
    rule = version.value
    assert isinstance(rule, RiichiParameters)
    points = found.points or (0,) * found.players
    winners = {seat for hand in hands for seat in hand.winners}
    never_won = set(range(found.players)) - winners if rule.settlement.yakitori else set()
    busted = _busted(found, hands) if rule.settlement.bust_bonus else {}
    chips = _chips(found)
    return HanchanEntry(
        league=league,
        day=day,
        table=slot[0],
        number=slot[1],
        seats=tuple(
            SeatEntry(
                member_id=member,
                guest=guest,
                points=points[seat],
                chips=chips[seat],
                is_yakitori=seat in never_won,
                busted_by=busted.get(seat),
                given_score=found.scores[seat],
            )
            for seat, (member, guest) in enumerate(who)
        ),
        yakuman=tuple(_yakuman(hands)),
        scores_are_given=planned.counts_record,
        points_are_known=found.points is not None,
        outside_id=found.outside_id(day),
        kyoku=tuple(hands) or None,
    )


def _chips(found: Found) -> tuple[int, ...]:
    none = (0,) * found.players
    chips = found.chips or none
    return none if sum(chips) or max(map(abs, chips)) > _MOST_CHIPS else chips


def _busted(found: Found, hands: Sequence[KyokuEntry]) -> dict[int, int]:
    """Return who busted whom: the first winner of the hand that did it."""
    if not hands or not hands[-1].winners:
        return {}
    by, moved = hands[-1].winners[0], hands[-1].deltas
    held = found.points or ()
    return {seat: by for seat, points in enumerate(held) if points < 0 and moved[seat] < 0}


def _yakuman(hands: Sequence[KyokuEntry]) -> Iterator[YakumanEntry]:
    for hand in hands:
        for win in hand.told.get("wins", ()):
            for name in _names(win):
                pao = next((each["seat"] for each in win.get("pao", ())), None)
                yield YakumanEntry(
                    seat=win["winner"], name=name, discarder=win.get("from"), pao=pao
                )


def _names(win: dict[str, Any]) -> list[str]:
    named = [name for name in win.get("yaku", {}) if name in YAKUMAN]
    if not named and win.get("limit") == "yakuman":
        return ["counted_yakuman"]
    return named


def _may_pass(error: EntryError) -> bool:
    """Return whether only a number or name, taken meanwhile, was in the way."""
    return all(field == "number" or field.startswith("seat-") for field in error.problems)
