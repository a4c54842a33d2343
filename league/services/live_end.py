"""The end of a live table: it leaves a game behind, corrects one, or is given up."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import EntryError, LeagueError
from league.live_result import corrected_entry, live_entry
from league.models import Hanchan, LiveSeat, LiveTable
from league.selectors.live_tables import names_at, seats_of_live
from league.services.audit import record_event
from league.services.hanchan import edit_hanchan, record_hanchan
from league.services.live_parts import LiveChange, remember, sound_game

_REASON_LENGTH = 200


def finish(live: LiveTable, told: dict[str, Any], change: LiveChange, actor: Actor) -> Hanchan:
    """Settle the game as it stands into the same hanchan that the form makes.

    Raises:
        EntryError: it is not over and no reason is given; what does not add up.
        LeagueError: nothing was played, or its hands do not fit.
    """
    game = sound_game(live)
    if not live.hands:
        raise LeagueError(_("No hand has been played. Give the table up instead."))
    by_time = told.get("by_time") is True
    reason = _reason(told)
    if not game.is_over and not reason and not by_time:
        words = _("The game is not over. Say why it ends here.")
        raise EntryError({"reason": [words]})
    entry = live_entry(live, game, remark="" if game.is_over else reason, by_time=by_time)
    if live.hanchan is None:
        stored = record_hanchan(
            club=live.club, entry=entry, key=live.key, source=Hanchan.Source.LIVE, actor=actor
        ).hanchan
    else:
        stored = edit_hanchan(
            hanchan=live.hanchan,
            entry=corrected_entry(live.hanchan, entry),
            revision=_revision_reopened(live),
            reason=reason or _("Corrected hand by hand."),
            actor=actor,
        )
    live.state, live.hanchan = LiveTable.State.FINISHED, stored
    _tell("live.finished", live, actor, reason, hanchan=stored.pk)
    return stored


def give_up(live: LiveTable, told: dict[str, Any], change: LiveChange, actor: Actor) -> None:
    """Close the table without a game; its hands stay on record.

    Raises:
        EntryError: no reason was given.
    """
    reason = _reason(told)
    if not reason:
        raise EntryError({"reason": [_("Please say why, so that everybody can follow it.")]})
    live.state = LiveTable.State.GIVEN_UP
    _tell("live.given_up", live, actor, reason)


def reopen_live(*, hanchan: Hanchan, key: UUID, actor: Actor) -> LiveTable:
    """Open a stored game to be corrected hand by hand; one that is open already is that one.

    Raises:
        LeagueError: it has no hands, is voided, or another game is open at its table.
    """
    if hanchan.is_voided:
        raise LeagueError(_("This game is voided; restore it before you correct it."))
    hands = list(hanchan.kyoku.order_by("number").values_list("told", flat=True))
    if not hands:
        raise LeagueError(_("The hands of this game are not known. Correct its result instead."))
    try:
        with transaction.atomic():
            return _open_again(hanchan) or _reopened(hanchan, hands, key, actor)
    except IntegrityError as error:
        known = _open_again(hanchan)
        if known is not None:
            return known
        words = _("Another game is kept live at this table. Finish it, or give it up.")
        raise LeagueError(words, field="table") from error


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
    told = {"revision": hanchan.revision}
    remember(live, LiveChange(action="reopen", seen=0, key=key, told=told), actor)
    _tell("live.reopened", live, actor, hanchan=hanchan.pk)
    return live


def _revision_reopened(live: LiveTable) -> int:
    """The revision of the stored game that the correction was made from."""
    entry = live.entries.filter(action="reopen").order_by("revision").first()
    assert entry is not None  # a table with a game that is open was reopened
    revision: int = entry.told["revision"]
    return revision


def _reason(told: dict[str, Any]) -> str:
    reason = told.get("reason", "")
    if not isinstance(reason, str) or len(reason) > _REASON_LENGTH:
        raise EntryError({"reason": [_("Please keep it under 200 characters.")]})
    return reason.strip()


def _tell(type_: str, live: LiveTable, actor: Actor, reason: str = "", **facts: Any) -> None:
    after = {
        "table": live.table,
        "number": live.number,
        "names": names_at(live),
        "members": [each.member_id for each in seats_of_live(live)],
        "hands": len(live.hands),
        **facts,
    }
    record_event(type_, club=live.club, object_id=live.pk, actor=actor, after=after, reason=reason)
