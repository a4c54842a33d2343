"""Entering, correcting, voiding and restoring games: each in one transaction, tallies included."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry, entry_of
from league.errors import EntryError, KeyReusedError, LeagueError
from league.models import Club, Hanchan, League, Session
from league.selectors.entry_check import CheckedEntry, check_entry
from league.services.audit import record_event
from league.services.hanchan_parts import (
    also_settled,
    claim_revision,
    member_ids,
    members_of,
    record_change,
    settle_game,
    settle_rest,
    snapshot,
    store_details,
    with_what_was_given,
)
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
        scores_are_given=entry.scores_are_given,
        points_are_known=entry.points_are_known,
        outside_id=entry.outside_id,
        options=dict(checked.options),
        source=source,
        key=key,
        digest=digest,
        entered_by=actor.user,
        entered_with=actor.evening_pass,
    )
    members = store_details(hanchan, checked, actor)
    rewritten = settle_game(hanchan, checked.version)
    refresh_tallies(entry.league, [entry.day], [*members, *members_of(rewritten)])
    record_event(
        "hanchan.recorded",
        club=club,
        object_id=hanchan.pk,
        actor=actor,
        after=snapshot(hanchan) | also_settled(hanchan, rewritten),
    )
    return hanchan


def _session_of_day(club: Club, entry: HanchanEntry) -> Session:
    return Session.objects.for_club(club).get_or_create(club=club, day=entry.day, title="")[0]


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
    reason = checked_reason(reason)
    entry = replace(entry, day=hanchan.day, session=hanchan.session)
    with _slot_taken_is_said(hanchan, entry):
        _lock_leagues({hanchan.league_id: hanchan.league, entry.league.pk: entry.league})
        current = claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is voided; restore it before you correct it."))
        before, old_members = snapshot(current), member_ids(current)
        old_league, old_table = current.league, current.table
        entry = with_what_was_given(current, entry)
        checked = check_entry(current.club, entry, replacing=current)
        for name in ("league", "table", "number", "sticks", "ended_by_time", "remark"):
            setattr(current, name, getattr(entry, name))
        current.save()
        for details in (current.seats, current.penalties, current.yakuman):
            details.all().delete()
        if entry.kyoku is not None:
            current.kyoku.all().delete()
        members = store_details(current, checked, actor)
        rewritten = settle_game(current, checked.version, reason=reason)
        if (old_league.pk, old_table) != (current.league_id, current.table):
            rewritten += settle_rest(current, old_league, old_table, reason)
        touched = [*members, *old_members, *members_of(rewritten)]
        for league in {current.league_id: current.league, old_league.pk: old_league}.values():
            refresh_tallies(league, [current.day], touched)
        record_change("hanchan.edited", current, before, reason, actor, rewritten)
    return current


def void_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Take a game out of every count, for good reason; it stays readable.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason was given.
        LeagueError: it is voided already.
    """
    reason = checked_reason(reason)
    with transaction.atomic():
        raise_revision(hanchan.league)
        current = claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is voided already."))
        before = snapshot(current)
        current.voided_at, current.void_reason = timezone.now(), reason
        current.save(update_fields=["voided_at", "void_reason"])
        rewritten = settle_rest(current, current.league, current.table, reason)
        touched = [*members_of(rewritten), *member_ids(current)]
        refresh_tallies(current.league, [current.day], touched)
        record_change("hanchan.voided", current, before, reason, actor, rewritten)
    return current


def restore_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Let a voided game count again, settled under the version in force on its day.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason, or its place is taken by another game by now.
        LeagueError: it is not voided.
    """
    reason = checked_reason(reason)
    with _slot_taken_is_said(hanchan, entry_of(hanchan)):
        raise_revision(hanchan.league)
        current = claim_revision(hanchan, revision)
        if not current.is_voided:
            raise LeagueError(_("This game is not voided."))
        before = snapshot(current)
        checked = check_entry(current.club, entry_of(current), replacing=current)
        current.voided_at, current.void_reason = None, ""
        current.save(update_fields=["voided_at", "void_reason"])
        rewritten = settle_game(current, checked.version, reason=reason)
        touched = [*members_of(rewritten), *member_ids(current)]
        refresh_tallies(current.league, [current.day], touched)
        record_change("hanchan.restored", current, before, reason, actor, rewritten)
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


def checked_reason(reason: str) -> str:
    """A reason without blanks around it; an EntryError where there is none, or too long a one."""
    reason = reason.strip()
    if not reason:
        raise EntryError({"reason": [_("Please say why, so that everybody can follow it.")]})
    if len(reason) > _REASON_LENGTH:
        raise EntryError({"reason": [_("Please keep it under 200 characters.")]})
    return reason


def _lock_leagues(leagues: dict[int, League]) -> None:
    for _pk, league in sorted(leagues.items()):
        raise_revision(league)
