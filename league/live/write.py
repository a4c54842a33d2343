"""Changes a live table by compare-and-set: opened, a hand added or corrected, finished."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import EntryError, LeagueError
from league.core.people import add_member
from league.games.check import check_entry
from league.games.entry import HanchanEntry, HandRecord
from league.games.store import check_room_for_seats, evenings_on, values_of_new
from league.games.tallies import lock_league
from league.games.write import edit_hanchan, record_hanchan
from league.live.game import Line, LiveGame, checked_record, riichi_of
from league.live.tables import (
    corrected_entry,
    entries_since,
    live_entry,
    live_game,
    names_at,
    seats_of_live,
)
from league.models import Club, Hanchan, LiveEntry, LiveSeat, LiveTable
from league.rulebook.options import rule_of
from league.rulebook.versions import version_for
from league.wording.errors import hand_problem
from rules.parameters import ZungJungParameters
from scoring.errors import ScoringError
from scoring.game.outcomes import riichi_allowed
from scoring.game.requests import MOST_HANDS

_LONGEST_ENTRY = 20_000
_REASON_LENGTH = 200


class LiveChangedError(LeagueError):
    """Somebody else changed the table since it was seen; carries the table as it is now."""

    code = "changed-meanwhile"

    def __init__(self, message: str, *, live: LiveTable, entries: list[LiveEntry]) -> None:
        super().__init__(message)
        self.live = live
        self.entries = entries  # what was entered since, the oldest first


class LiveClosedError(LeagueError):
    """The table is finished or given up; nothing more can be entered."""

    code = "table-closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveChange:
    """A change to a table: the revision that was seen, and a key made on the device."""

    action: str
    seen: int
    key: UUID
    told: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """A table after a change, its entry, and whether this very call made it."""

    live: LiveTable
    entry: LiveEntry
    is_new: bool
    hanchan: Hanchan | None = None  # what finishing it left behind
    game: LiveGame | None = None  # as it was replayed for the change, if it was


def change_live(
    *, live: LiveTable, change: LiveChange, actor: Actor, known: LiveGame | None = None
) -> Changed:
    """Apply a change if the table is still as seen; the same key applies once.

    Contents of ``told`` by action: ``hand`` the hand as ``replay`` takes it, without ``riichi`` for
    those that were declared; ``undo`` and ``redo`` nothing; ``riichi`` ``seat`` and ``declared``;
    ``correct`` and ``insert`` ``at`` (from 0) and ``hand``; ``drop`` ``at``; ``finish`` ``reason``
    and ``by_time`` where the game is stopped or corrected; ``give_up`` ``reason``.

    Args:
        live: the table.
        change: what is done to it.
        actor: who does it.
        known: the game, if the caller has already replayed it.

    Raises:
        LiveChangedError: somebody else was first; nothing is merged.
        LiveClosedError: the table takes no more entries.
        EntryError: what is wrong, by the fields of the hand or of an entry; nothing is stored.
        LeagueError: there is nothing to undo, no such action and the like.
    """
    act = _ACTIONS.get(change.action)
    if act is None:
        raise LeagueError(_("Live tables have no such action."), field="action")
    _check_storable(change.told)
    with transaction.atomic():
        made = _known_entry(live, change)
        if made is None:
            try:
                return _change(live, change, actor, act, known)
            except LeagueError:
                # the same change may have come in by another way while this one waited
                made = _known_entry(live, change)
                if made is None:
                    raise
    live.refresh_from_db()
    return Changed(live, made, is_new=False, hanchan=live.hanchan)


def _change(
    live: LiveTable, change: LiveChange, actor: Actor, act: _Act, known: LiveGame | None
) -> Changed:
    with transaction.atomic():
        current = _claim(live, change.seen)
        step = _Step(current, change.told, actor, known)
        hanchan = act(step)
        current.save()
        entry = remember(current, change, actor)
    return Changed(current, entry, is_new=True, hanchan=hanchan, game=step.known)


def _check_storable(entered: dict[str, Any]) -> None:
    """Refuse text that cannot be stored as JSON, and data longer than any hand.

    Raises:
        EntryError: broken characters, or far too much data.
    """
    text = json.dumps(entered, ensure_ascii=False)
    try:
        is_long = len(text.encode()) > _LONGEST_ENTRY
    except UnicodeEncodeError:
        is_long = True
    if is_long or "\\u0000" in text:
        raise EntryError({"told": [_("This text arrived garbled. Please type it again.")]})


def _known_entry(live: LiveTable, change: LiveChange) -> LiveEntry | None:
    """Return the entry that the key has already made, if any.

    Raises:
        LeagueError: the key made a different one.
    """
    entry = live.entries.filter(key=change.key).first()
    if entry is not None and (entry.action, entry.told) != (change.action, change.told):
        raise LeagueError(
            _("This was already sent with different contents. Please enter it again.")
        )
    return entry


def _claim(live: LiveTable, seen: int) -> LiveTable:
    """Take the next revision by compare-and-set.

    Raises:
        LiveChangedError: somebody entered something since; carries the table as it is now.
        LiveClosedError: it is finished or given up.
    """
    tables = LiveTable.objects.for_club(live.club_id).select_related(
        "club", "session", "league__rule_set__rule_set", "hanchan"
    )
    tables = tables.prefetch_related("seats__member")
    claimed = tables.filter(pk=live.pk, revision=seen, state=LiveTable.State.OPEN).update(
        revision=F("revision") + 1, changed_at=timezone.now()
    )
    current = tables.get(pk=live.pk)
    if claimed == 1:
        return current
    if current.state != LiveTable.State.OPEN:
        raise LiveClosedError(_("This live table has ended: nothing more can be entered here."))
    raise LiveChangedError(
        _("Someone else entered something at this table in the meantime. Please compare."),
        live=current,
        entries=entries_since(current, seen),
    )


def remember(live: LiveTable, change: LiveChange, actor: Actor) -> LiveEntry:
    return LiveEntry.objects.create(
        live=live,
        key=change.key,
        seen=change.seen,
        revision=live.revision,
        action=change.action,
        told=change.told,
        entered_by=actor.user,
        entered_with=actor.evening_pass,
    )


@dataclass
class _Step:
    live: LiveTable
    entered: dict[str, Any]
    actor: Actor
    known: LiveGame | None

    @cached_property
    def game(self) -> LiveGame:
        """Return the game so far, as far as its hands fit."""
        self.known = live_game(self.live, self.known)
        return self.known

    def sound_game(self) -> LiveGame:
        """Return the game so far.

        Raises:
            LeagueError: one of its hands no longer fits the rules of the day.
        """
        if self.game.misfit is not None:
            raise _misfit(self.game)
        return self.game

    def place(self) -> int:
        """Return the number from 0 of the hand meant, at most the first that does not fit.

        Raises:
            EntryError: there is no such hand, or none can be checked there.
        """
        at = self.entered.get("at")
        if type(at) is not int or not 0 <= at < len(self.live.hands):
            raise EntryError({"at": [_("There is no such hand.")]})
        if at > len(self.game.lines):
            raise EntryError({"at": [_misfit(self.game).message]})
        return at

    def hand_at(self, at: int) -> HandRecord:
        return check_hand(self.live, self.game, self.entered.get("hand"), at).record

    def reason(self) -> str:
        """Return the reason in the person's words; empty if none is given.

        Raises:
            EntryError: it is too long.
        """
        reason = self.entered.get("reason", "")
        if not isinstance(reason, str) or len(reason) > _REASON_LENGTH:
            raise EntryError({"reason": [_("Please keep it under 200 characters.")]})
        return reason.strip()


def _misfit(game: LiveGame) -> LeagueError:
    words = _("Hand %(number)s no longer fits: correct it first.")
    return LeagueError(words % {"number": len(game.lines) + 1})


def check_hand(live: LiveTable, game: LiveGame, record: object, at: int | None = None) -> Line:
    """Play a hand that was sent, without storing it.

    Args:
        live: the table, for the names.
        game: the game so far.
        record: the hand as it was sent.
        at: the number from 0 of the hand whose place it takes; None for the next one.

    Raises:
        EntryError: what is wrong with it, by the fields of the hand.
        LeagueError: it would be the next, and an earlier one no longer fits.
    """
    if at is None and game.misfit is not None:
        raise _misfit(game)
    return _play(live, game, checked_record(record), at)


def _play(live: LiveTable, game: LiveGame, record: HandRecord, at: int | None = None) -> Line:
    try:
        line = game.play(record, game.state_before(at))
    except ScoringError as error:
        name, words = hand_problem(error, names_at(live))
        raise EntryError({name: [words]}) from error
    if at is None and len(live.hands) >= MOST_HANDS:
        words = _("A game can have at most %(most)s hands.") % {"most": MOST_HANDS}
        raise EntryError({"": [words]})
    return line


def _hand(step: _Step) -> None:
    live, declared = step.live, riichi_of(step.live.current)
    has_riichi = "riichi" in step.entered or not declared
    record = step.entered if has_riichi else {**step.entered, "riichi": list(declared)}
    line = check_hand(live, step.sound_game(), record)
    live.hands = [*live.hands, line.record]
    live.undone, live.current = [], {}


def _undo(step: _Step) -> None:
    live = step.live
    if not live.hands:
        raise LeagueError(_("There is no hand to undo."))
    *hands, last = live.hands
    live.hands, live.undone = hands, [*live.undone, last]
    live.current = {"riichi": list(riichi_of(last))}


def _redo(step: _Step) -> None:
    live = step.live
    if not live.undone:
        raise LeagueError(_("There is no hand to redo."))
    *undone, again = live.undone
    # not checked as if it were sent: a stored hand may tell more than ``replay`` takes
    live.hands = [*live.hands, _play(live, step.sound_game(), again).record]
    live.undone, live.current = undone, {}


def _riichi(step: _Step) -> None:
    seat, declared = step.entered.get("seat"), step.entered.get("declared")
    game = step.sound_game()
    seats = range(game.rule.game.players)
    if type(seat) is not int or seat not in seats or not isinstance(declared, bool):
        raise EntryError({"seat": [_("Specify whose riichi it is and whether it is valid.")]})
    if declared:
        if isinstance(game.rule, ZungJungParameters) or game.is_over:
            raise EntryError({"seat": [_("Riichi cannot be declared now.")]})
        if not riichi_allowed(game.rule, game.state.points[seat]):
            raise EntryError({"seat": [_("This player does not have enough points for riichi.")]})
    others = set(riichi_of(step.live.current)) - {seat}
    step.live.current = {"riichi": sorted(others | ({seat} if declared else set()))}


def _correct(step: _Step) -> None:
    """Replace a hand. Later ones may then not fit, which the table shows."""
    at, live = step.place(), step.live
    live.hands = [*live.hands[:at], step.hand_at(at), *live.hands[at + 1 :]]


def _insert(step: _Step) -> None:
    at, live = step.place(), step.live
    live.hands = [*live.hands[:at], step.hand_at(at), *live.hands[at:]]


def _drop(step: _Step) -> None:
    at, live = step.place(), step.live
    live.hands = [*live.hands[:at], *live.hands[at + 1 :]]


def _finish(step: _Step) -> Hanchan:
    """Settle the game into the same hanchan that the form makes.

    Raises:
        EntryError: it is not over and no reason is given, or something does not add up.
        LeagueError: nothing was played, or its hands do not fit.
    """
    game, live = step.sound_game(), step.live
    if not live.hands:
        raise LeagueError(_("No hand has been played. Abandon the live table instead."))
    by_time = step.entered.get("by_time") is True
    reason = step.reason()
    if not game.is_over and not reason and not by_time:
        raise EntryError({"reason": [_("The game is not over. Enter why it ends here.")]})
    entry = live_entry(live, game, remark="" if game.is_over else reason, by_time=by_time)
    if live.hanchan is None:
        stored = record_hanchan(
            club=live.club, entry=entry, key=live.key, source=Hanchan.Source.LIVE, actor=step.actor
        ).hanchan
    else:
        # the correction was made from the revision that was opened again
        reopened = live.entries.filter(action="reopen").earliest("revision")
        stored = edit_hanchan(
            hanchan=live.hanchan,
            entry=corrected_entry(live.hanchan, entry),
            revision=reopened.told["revision"],
            reason=reason or _("Corrected hand by hand."),
            actor=step.actor,
        )
    live.state, live.hanchan = LiveTable.State.FINISHED, stored
    record_end("live.finished", live, step.actor, reason, hanchan=stored.pk)
    return stored


def _give_up(step: _Step) -> None:
    reason = step.reason()
    if not reason:
        raise EntryError(
            {"reason": [_("Please give a reason, so that everyone can understand it later.")]}
        )
    step.live.state = LiveTable.State.GIVEN_UP
    record_end("live.given_up", step.live, step.actor, reason)


def record_end(type_: str, live: LiveTable, actor: Actor, reason: str = "", **facts: Any) -> None:
    after = {
        "table": live.table,
        "number": live.number,
        "names": names_at(live),
        "members": [each.member_id for each in seats_of_live(live)],
        "hands": len(live.hands),
        **facts,
    }
    record_event(type_, club=live.club, object_id=live.pk, actor=actor, after=after, reason=reason)


_Act = Callable[[_Step], Hanchan | None]

_ACTIONS: Mapping[str, _Act] = MappingProxyType(
    {
        "hand": _hand,
        "undo": _undo,
        "redo": _redo,
        "riichi": _riichi,
        "correct": _correct,
        "insert": _insert,
        "drop": _drop,
        "finish": _finish,
        "give_up": _give_up,
    }
)


@dataclass(frozen=True, slots=True)
class Opened:
    """The table of a key, and whether this very call opened it."""

    live: LiveTable
    is_new: bool


def open_live(*, club: Club, entry: HanchanEntry, key: UUID, actor: Actor) -> Opened:
    """Open a live table; the same key opens only one.

    Args:
        club: whose table.
        entry: league, day, session, table, number and seating; points are ignored.
        key: made where the table was opened.
        actor: who opens it.

    Raises:
        EntryError: everything that is wrong, by the fields of an entry.
    """
    try:
        with transaction.atomic():
            known = _known(club, key)
            return Opened(known or _open(club, entry, key, actor), is_new=known is None)
    except IntegrityError as error:
        known = _known(club, key)
        if known is not None:
            return Opened(known, is_new=False)
        raise EntryError({"table": [_table_is_taken()]}) from error


def _known(club: Club, key: UUID) -> LiveTable | None:
    return LiveTable.objects.for_club(club).filter(key=key).first()


def _open(club: Club, entry: HanchanEntry, key: UUID, actor: Actor) -> LiveTable:
    lock_league(entry.league)  # nobody is merged away between the look at the list and the seats
    checked = check_entry(club, _as_dealt(entry))
    check_room_for_seats(club, checked, actor)
    session = entry.session or evenings_on(club, {entry.day})[entry.day]
    live = LiveTable.objects.create(
        club=club,
        session=session,
        league=entry.league,
        table=entry.table,
        number=entry.number,
        key=key,
    )
    members = []
    for member, seat in zip(checked.members, entry.seats, strict=True):
        new = values_of_new(seat, entry.day)
        sits = member or add_member(club=club, values=new, actor=actor)
        members.append(sits.pk)
    LiveSeat.objects.bulk_create(
        LiveSeat(live=live, seat=at, member_id=member) for at, member in enumerate(members)
    )
    session.attendants.add(*members)
    details = {"members": members, "table": entry.table, "number": entry.number}
    remember(live, LiveChange(action="open", seen=0, key=key, told=details), actor)
    record_event("live.opened", club=club, object_id=live.pk, actor=actor, after=details)
    return live


def _as_dealt(entry: HanchanEntry) -> HanchanEntry:
    """Return the game as if all ended with their starting points, to check the rest.

    Raises:
        NoVersionError: the day is before the rules.
    """
    rule = version_for(entry.league, entry.day).value
    start = rule_of(entry.league, rule, entry.session, entry.day).game.start_points
    return replace(entry, seats=tuple(replace(seat, points=start) for seat in entry.seats))


def _table_is_taken() -> str:
    return _("Another game is being recorded live at this table. Finish it or abandon it.")


def reopen_live(*, hanchan: Hanchan, key: UUID, actor: Actor) -> LiveTable:
    """Reopen a stored game to be corrected hand by hand, or return it if already open.

    Raises:
        LeagueError: it has no hands, is voided, or another game is open at its table.
    """
    if hanchan.is_voided:
        raise LeagueError(_("This game is voided; restore it before correcting it."))
    hands = list(hanchan.kyoku.order_by("number").values_list("told", flat=True))
    if not hands:
        raise LeagueError(_("This game was not recorded hand by hand. Correct its result instead."))
    try:
        with transaction.atomic():
            return _open_again(hanchan) or _reopened(hanchan, hands, key, actor)
    except IntegrityError as error:
        known = _open_again(hanchan)
        if known is not None:
            return known
        raise LeagueError(_table_is_taken(), field="table") from error


def _open_again(hanchan: Hanchan) -> LiveTable | None:
    tables = LiveTable.objects.for_club(hanchan.club_id)
    return tables.filter(hanchan=hanchan, state=LiveTable.State.OPEN).first()


def _reopened(hanchan: Hanchan, hands: list[dict[str, Any]], key: UUID, actor: Actor) -> LiveTable:
    live = LiveTable.objects.create(
        club=hanchan.club,
        session=hanchan.session,
        league=hanchan.league,
        table=hanchan.table,
        number=hanchan.number,
        key=key,
        hands=hands,
        hanchan=hanchan,
    )
    LiveSeat.objects.bulk_create(
        LiveSeat(live=live, seat=seat.seat, member_id=seat.member_id)
        for seat in hanchan.seats.all()
    )
    details = {"revision": hanchan.revision}
    remember(live, LiveChange(action="reopen", seen=0, key=key, told=details), actor)
    record_end("live.reopened", live, actor, hanchan=hanchan.pk)
    return live
