"""Steps of entering and changing a game: chairs stored, its table settled, the trail told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import F
from django.utils.translation import gettext as _

from league.actors import Actor
from league.entry import HanchanEntry, SeatEntry, YakumanEntry, entry_of
from league.errors import EntryError, StaleRevisionError
from league.kyoku_rows import kyoku_rows
from league.models import Club, Hanchan, Kyoku, League, Member, Penalty, Seat, Yakuman
from league.selectors.counted import forget_settlement
from league.selectors.entry_check import CheckedEntry
from league.selectors.rule_versions import version_for
from league.services.audit import record_event
from league.services.settling import Rewritten, settle_table
from rules.models import RuleVersion


def claim_revision(hanchan: Hanchan, revision: int) -> Hanchan:
    """Compare-and-set: take the next revision, or learn what the game has become.

    Raises:
        StaleRevisionError: somebody changed the game since; carries it as it is now.
    """
    games = Hanchan.objects.for_club(hanchan.club_id).select_related("club", "league", "session")
    claimed = games.filter(pk=hanchan.pk, revision=revision).update(revision=F("revision") + 1)
    current = games.get(pk=hanchan.pk)
    if claimed != 1:
        raise StaleRevisionError(
            _("Somebody else changed this game meanwhile. Please compare and save again."),
            hanchan=current,
        )
    return current


def store_details(hanchan: Hanchan, checked: CheckedEntry, actor: Actor) -> list[int]:
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
            given_score=seat.given_score,
        )
        for index, seat in enumerate(entry.seats)
    )
    Kyoku.objects.bulk_create(kyoku_rows(hanchan, entry))
    Penalty.objects.bulk_create(
        Penalty(hanchan=hanchan, seat=p.seat, kind=p.kind, count=p.count, reason=p.reason)
        for p in entry.penalties
    )
    Yakuman.objects.bulk_create(yakuman_row(hanchan, y, members[y.seat]) for y in entry.yakuman)
    hanchan.session.attendants.add(*members)
    return members


def yakuman_row(hanchan: Hanchan, won: YakumanEntry, member: int) -> Yakuman:
    """A yakuman of a stored game, by the member with that key."""
    return Yakuman(
        hanchan=hanchan,
        seat=won.seat,
        member_id=member,
        day=hanchan.day,
        discarder=won.discarder,
        pao=won.pao,
        name=won.name,
    )


def with_what_was_given(stored: Hanchan, entry: HanchanEntry) -> HanchanEntry:
    """A correction of a game whose scores came with it: people may change, its figures not.

    Raises:
        EntryError: other points than those that came with the scores.
    """
    if not (stored.scores_are_given or stored.outside_id):
        return entry
    was = entry_of(stored)
    held = [seat.points for seat in entry.seats]
    if was.scores_are_given and held != [seat.points for seat in was.seats]:
        text = _(
            "The scores of this game came with it and stay. Who sat where can be corrected; "
            "if the figures are wrong, void the game and import it again."
        )
        raise EntryError({"points": [text]})
    scores = [seat.given_score for seat in was.seats]
    return replace(
        entry,
        seats=tuple(
            replace(seat, given_score=score)
            for seat, score in zip(entry.seats, scores, strict=True)
        ),
        scores_are_given=was.scores_are_given,
        points_are_known=was.points_are_known,
        outside_id=was.outside_id,
    )


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


def settle_game(hanchan: Hanchan, version: RuleVersion, *, reason: str = "") -> list[Rewritten]:
    """Settle the game and what hangs on it."""
    rewritten = settle_table(
        league=hanchan.league,
        session=hanchan.session_id,
        table=hanchan.table,
        game=hanchan.pk,
        version=version,
        reason=reason,
    )
    forget_settlement(hanchan)
    return rewritten


def members_of(rewritten: Iterable[Rewritten]) -> list[int]:
    """The keys of everybody in games that were settled anew."""
    return sorted({member for each in rewritten for member in each.game.members})


def also_settled(hanchan: Hanchan, rewritten: Iterable[Rewritten]) -> dict[str, object]:
    """The table's other games whose scores became others with this one, for the trail to tell."""
    changed = [each.game for each in rewritten if each.scores_changed]
    others = [
        {"game": game.game, "table": game.table, "number": game.number}
        for game in changed
        if game.game != hanchan.pk
    ]
    return {"also": others} if others else {}


def settle_rest(hanchan: Hanchan, league: League, table: int, reason: str) -> list[Rewritten]:
    """Settle the table that the game no longer belongs to; only Boo's games hang together."""
    return settle_table(
        league=league,
        session=hanchan.session_id,
        table=table,
        game=hanchan.pk,
        version=version_for(league, hanchan.day),
        reason=reason,
    )


def member_ids(hanchan: Hanchan) -> list[int]:
    """The members' keys in seat order. One query."""
    return list(hanchan.seats.values_list("member", flat=True))


def snapshot(hanchan: Hanchan) -> dict[str, object]:
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


def record_change(
    type_: str,
    hanchan: Hanchan,
    before: dict[str, object],
    reason: str,
    actor: Actor,
    rewritten: Iterable[Rewritten],
) -> None:
    """Tell the trail what a game was before and is now, and what else it settled."""
    record_event(
        type_,
        club=hanchan.club,
        object_id=hanchan.pk,
        actor=actor,
        before=before,
        after=snapshot(hanchan) | also_settled(hanchan, rewritten),
        reason=reason,
    )
