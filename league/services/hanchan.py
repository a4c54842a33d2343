"""Entering, correcting, voiding and restoring games: each in one transaction, tallies included."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry, SeatEntry, entry_of
from league.errors import EntryError, KeyReusedError, LeagueError, StaleRevisionError
from league.models import Club, Hanchan, League, Member, Penalty, Seat, Session, Yakuman
from league.selectors.entry_check import CheckedEntry, check_entry
from league.services.audit import record_event
from league.services.settling import store_settlement
from league.services.tallies import raise_revision, refresh_tallies

_REASON_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game that a key stands for, and whether this very call made it."""

    hanchan: Hanchan
    is_new: bool


def record_hanchan(
    *, club: Club, entry: HanchanEntry, key: UUID, source: str, actor: Actor
) -> Recorded:
    """Store a finished hanchan with its settlement; the same key and content make one game.

    Args:
        club: whose game it is.
        entry: the result as typed; new guests are added to the list with it.
        key: made where the result was typed.
        source: a ``Hanchan.Source``.
        actor: who enters it.

    Raises:
        EntryError: everything that does not add up; nothing is stored.
        KeyReusedError: the key has made another result before.
    """
    digest = entry.digest()
    try:
        with transaction.atomic():
            raise_revision(entry.league)
            known = _known(club, key, digest)
            if known is not None:
                return Recorded(known, is_new=False)
            checked = check_entry(club, entry)
            return Recorded(_store(club, checked, key, digest, source, actor), is_new=True)
    except IntegrityError:
        # Another league's lock let the same key or slot in meanwhile: say what it was.
        known = _known(club, key, digest)
        if known is not None:
            return Recorded(known, is_new=False)
        check_entry(club, entry)
        raise


def _known(club: Club, key: UUID, digest: str) -> Hanchan | None:
    known = Hanchan.objects.for_club(club).filter(key=key).first()
    if known is not None and known.digest != digest:
        raise KeyReusedError(
            _("This form was saved before with other figures. Change that game instead."),
            hanchan=known,
        )
    return known


def _store(
    club: Club, checked: CheckedEntry, key: UUID, digest: str, source: str, actor: Actor
) -> Hanchan:
    entry = checked.entry
    session = entry.session or _session_of_day(club, entry)
    hanchan = Hanchan.objects.create(
        club=club,
        session=session,
        league=entry.league,
        day=entry.day,
        table=entry.table,
        number=entry.number,
        sticks=entry.sticks,
        ended_by_time=entry.ended_by_time,
        remark=entry.remark,
        source=source,
        key=key,
        digest=digest,
        entered_by=actor.user,
        entered_with=actor.evening_pass,
    )
    members = _store_details(hanchan, checked, actor)
    store_settlement(hanchan, checked.version, checked.settled)
    refresh_tallies(entry.league, [entry.day], members)
    record_event(
        "hanchan.recorded",
        club=club,
        object_id=hanchan.pk,
        actor=actor,
        after=_snapshot(hanchan),
    )
    return hanchan


def _session_of_day(club: Club, entry: HanchanEntry) -> Session:
    return Session.objects.for_club(club).get_or_create(club=club, day=entry.day, title="")[0]


def _store_details(hanchan: Hanchan, checked: CheckedEntry, actor: Actor) -> list[int]:
    """Store chairs, penalties and yakuman; the members' keys in seat order."""
    entry = checked.entry
    members = [
        member.pk if member else _new_guest(hanchan.club, seat, entry, actor).pk
        for member, seat in zip(checked.members, entry.seats, strict=True)
    ]
    Seat.objects.bulk_create(
        Seat(
            hanchan=hanchan,
            seat=index,
            member_id=members[index],
            points=seat.points or 0,  # a checked entry has points at every seat
            chips=seat.chips,
            is_yakitori=seat.is_yakitori,
            busted_by=seat.busted_by,
        )
        for index, seat in enumerate(entry.seats)
    )
    Penalty.objects.bulk_create(
        Penalty(hanchan=hanchan, seat=p.seat, kind=p.kind, count=p.count, reason=p.reason)
        for p in entry.penalties
    )
    Yakuman.objects.bulk_create(
        Yakuman(hanchan=hanchan, seat=y.seat, discarder=y.discarder, name=y.name)
        for y in entry.yakuman
    )
    hanchan.session.attendants.add(*members)
    return members


def _new_guest(club: Club, seat: SeatEntry, entry: HanchanEntry, actor: Actor) -> Member:
    guest = Member.objects.create(
        club=club, display_name=seat.guest.strip(), is_guest=True, joined_on=entry.day
    )
    record_event(
        "member.added",
        club=club,
        object_id=guest.pk,
        actor=actor,
        after={"display_name": guest.display_name, "is_guest": True},
    )
    return guest


def edit_hanchan(
    *,
    hanchan: Hanchan,
    entry: HanchanEntry,
    revision: int,
    reason: str,
    actor: Actor,
) -> Hanchan:
    """Correct a stored game; the earlier revision stays in its history.

    Args:
        hanchan: the game; its session and day stay.
        entry: what it should have been.
        revision: the revision that the correction was made from.
        reason: why, in the person's words.
        actor: who corrects it.

    Raises:
        StaleRevisionError: somebody changed the game since; carries it as it is now.
        EntryError: what does not add up, or a missing reason; nothing is changed.
        LeagueError: the game is voided.
    """
    reason = _checked_reason(reason)
    entry = replace(entry, day=hanchan.day, session=hanchan.session)
    with _slot_taken_is_said(hanchan, entry):
        _lock_leagues({hanchan.league_id: hanchan.league, entry.league.pk: entry.league})
        current = _claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is voided; restore it before you correct it."))
        before, old_league, old_members = _snapshot(current), current.league, _member_ids(current)
        checked = check_entry(current.club, entry, replacing=current)
        for name in ("league", "table", "number", "sticks", "ended_by_time", "remark"):
            setattr(current, name, getattr(entry, name))
        current.save()
        for details in (current.seats, current.penalties, current.yakuman):
            details.all().delete()
        members = _store_details(current, checked, actor)
        store_settlement(current, checked.version, checked.settled, reason=reason)
        refresh_tallies(current.league, [current.day], [*members, *old_members])
        if old_league.pk != current.league_id:
            refresh_tallies(old_league, [current.day], old_members)
        _record_change("hanchan.edited", current, before, reason, actor)
    return current


def void_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Take a game out of every count, for good reason; it stays readable.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason was given.
        LeagueError: it is voided already.
    """
    reason = _checked_reason(reason)
    with transaction.atomic():
        raise_revision(hanchan.league)
        current = _claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is voided already."))
        before = _snapshot(current)
        current.voided_at, current.void_reason = timezone.now(), reason
        current.save(update_fields=["voided_at", "void_reason"])
        refresh_tallies(current.league, [current.day], _member_ids(current))
        _record_change("hanchan.voided", current, before, reason, actor)
    return current


def restore_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Let a voided game count again, settled under the version in force on its day.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason, or its place is taken by another game by now.
        LeagueError: it is not voided.
    """
    reason = _checked_reason(reason)
    with _slot_taken_is_said(hanchan, entry_of(hanchan)):
        raise_revision(hanchan.league)
        current = _claim_revision(hanchan, revision)
        if not current.is_voided:
            raise LeagueError(_("This game is not voided."))
        before = _snapshot(current)
        checked = check_entry(current.club, entry_of(current), replacing=current)
        current.voided_at, current.void_reason = None, ""
        current.save(update_fields=["voided_at", "void_reason"])
        store_settlement(current, checked.version, checked.settled, reason=reason)
        refresh_tallies(current.league, [current.day], _member_ids(current))
        _record_change("hanchan.restored", current, before, reason, actor)
    return current


@contextmanager
def _slot_taken_is_said(hanchan: Hanchan, entry: HanchanEntry) -> Iterator[None]:
    """A transaction in which another league's game may take the slot that ``entry`` asks for.

    Leagues do not wait for each other; the database lets one game in, and the other is told.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        check_entry(hanchan.club, entry, replacing=hanchan)
        raise


def _checked_reason(reason: str) -> str:
    reason = reason.strip()
    if not reason:
        raise EntryError({"reason": [_("Please say why, so that everybody can follow it.")]})
    if len(reason) > _REASON_LENGTH:
        raise EntryError({"reason": [_("Please keep it under 200 characters.")]})
    return reason


def _lock_leagues(leagues: dict[int, League]) -> None:
    for _pk, league in sorted(leagues.items()):
        raise_revision(league)


def _claim_revision(hanchan: Hanchan, revision: int) -> Hanchan:
    """Compare-and-set: take the next revision, or learn what the game has become."""
    games = Hanchan.objects.for_club(hanchan.club_id).select_related("club", "league", "session")
    claimed = games.filter(pk=hanchan.pk, revision=revision).update(revision=F("revision") + 1)
    current = games.get(pk=hanchan.pk)
    if claimed != 1:
        raise StaleRevisionError(
            _("Somebody else changed this game meanwhile. Please compare and save again."),
            hanchan=current,
        )
    return current


def _member_ids(hanchan: Hanchan) -> list[int]:
    return list(hanchan.seats.values_list("member", flat=True))


def _snapshot(hanchan: Hanchan) -> dict[str, object]:
    """The game as the trail keeps it: the entry, its revision, what counted."""
    settlement = hanchan.settlement
    return {
        **entry_of(hanchan).snapshot(),
        "revision": hanchan.revision,
        "voided": hanchan.is_voided,
        "version": settlement.version_id if settlement else None,
        "places": settlement.places if settlement else None,
        "scores": settlement.scores if settlement else None,
    }


def _record_change(
    type_: str, hanchan: Hanchan, before: dict[str, object], reason: str, actor: Actor
) -> None:
    record_event(
        type_,
        club=hanchan.club,
        object_id=hanchan.pk,
        actor=actor,
        before=before,
        after=_snapshot(hanchan),
        reason=reason,
    )
