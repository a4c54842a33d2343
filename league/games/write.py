"""Entering, correcting, voiding and restoring games: each in one transaction, tallies included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor, record_event
from league.core.errors import EntryError, KeyReusedError, LeagueError, StaleRevisionError
from league.games.cards import recount_cards
from league.games.check import CheckedEntry, check_entry
from league.games.entry import HanchanEntry, entry_of
from league.games.outcomes import Rewritten, settle_table
from league.games.played import Played
from league.games.store import (
    FinishedGame,
    as_played,
    member_ids,
    snapshot,
    store_details,
    store_rows,
    with_people,
)
from league.games.tallies import forget_settlement, raise_revision, refresh_tallies
from league.models import Club, Hanchan, League
from league.rulebook.versions import version_for
from rules.models import RuleVersion

_REASON_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Recorded:
    """The game of a key, and whether this very call created it.

    ``is_twin``: somebody else entered the same result at that table and number before, under
    another key.
    """

    hanchan: Hanchan
    is_new: bool
    is_twin: bool = False


def record_hanchan(
    *, club: Club, entry: HanchanEntry, key: UUID, source: str, actor: Actor
) -> Recorded:
    """Store a finished hanchan with its settlement; the same key and content make one game.

    The same result at the same table and number makes one game too, under whatever key.

    Args:
        club: whose game it is.
        entry: the result as typed; new guests are added to the list with it.
        key: made where the result was typed.
        source: a ``Hanchan.Source``.
        actor: who enters it.

    Raises:
        EntryError: everything that does not add up; nothing is stored.
        KeyReusedError: the key was used for another result before.
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
    except EntryError as error:
        if error.is_same and error.taken_by is not None:
            return Recorded(error.taken_by, is_new=False, is_twin=True)
        raise
    except IntegrityError:
        # Another league's lock let the same key or slot in meanwhile: say what it was.
        known = _known(club, key, digest)
        if known is not None:
            return Recorded(known, is_new=False)
        check_entry(club, entry)
        raise


def _known(club: Club, key: UUID, digest: str) -> Hanchan | None:
    under_key = Hanchan.objects.for_club(club).filter(key=key)
    known = under_key.first() if under_key.exists() else None
    if known is not None and known.digest != digest:
        raise KeyReusedError(
            _("This entry was already saved with different figures. Correct that game instead."),
            hanchan=known,
        )
    return known


def _store(
    club: Club, checked: CheckedEntry, key: UUID, digest: str, source: str, actor: Actor
) -> Hanchan:
    entry, members = with_people(club, checked, actor)
    game = FinishedGame(key=key, entry=entry, source=source, digest=digest, options=checked.options)
    [hanchan], details = store_rows(club, [game], actor)
    details.belong_to(hanchan, members)
    rewritten = _settle_cards(hanchan, [entry.league], entry.penalties)
    # The day's cards count each other: what a penalty costs is read again.
    just_stored = None if entry.penalties else as_played(hanchan, game)
    rewritten += _settle_game(hanchan, checked.version, just_stored=just_stored)
    refresh_tallies(entry.league, [entry.day], [*member_ids([entry]), *members_of(rewritten)])
    record_event(
        "hanchan.recorded",
        club=club,
        object_id=hanchan.pk,
        actor=actor,
        after=snapshot(hanchan) | _also_settled(hanchan, rewritten),
    )
    return hanchan


class ScoreSheetError(LeagueError):
    """Some games of a score sheet are refused: problems by key, as in ``EntryError``."""

    code = "bad-sheet"

    def __init__(self, problems: Mapping[UUID, Mapping[str, list[str]]]) -> None:
        super().__init__(_("Nothing was saved: some games do not add up yet."))
        self.problems = problems


def record_sheet(
    *, club: Club, entries: Mapping[UUID, HanchanEntry], actor: Actor
) -> list[Recorded]:
    """Store the games of a score sheet, all or none; a key already used makes no second game.

    Args:
        club: whose games they are.
        entries: the results by the key that each was typed under, in the order of the sheet.
        actor: who enters them.

    Raises:
        ScoreSheetError: what is wrong with which game; none is stored.
    """
    problems: dict[UUID, Mapping[str, list[str]]] = {}
    recorded = []
    with transaction.atomic():
        for key, entry in entries.items():
            try:
                stored = record_hanchan(
                    club=club, entry=entry, key=key, source=Hanchan.Source.SHEET, actor=actor
                )
            except EntryError as error:
                problems[key] = error.problems
            except KeyReusedError as error:
                problems[key] = {"": [error.message]}
            else:
                recorded.append(stored)
        if problems:
            raise ScoreSheetError(problems)
    return recorded


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
    with _refusing_taken_slot(hanchan, entry):
        both = {hanchan.league_id: hanchan.league, entry.league.pk: entry.league}
        for _pk, league in sorted(both.items()):
            raise_revision(league)
        current = _claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is voided; restore it before correcting it."))
        before, seated = snapshot(current), _seated(current)
        old_league, old_table = current.league, current.table
        checked = check_entry(current.club, _with_what_was_given(current, entry), replacing=current)
        entry, _members = with_people(current.club, checked, actor)
        _replace_rows(current, entry)
        noted = [*entry.penalties, *_penalties_in(before)]
        leagues = {old_league.pk: old_league, entry.league.pk: entry.league}
        rewritten = _settle_cards(current, leagues.values(), noted, reason)
        rewritten += _settle_game(current, checked.version, reason=reason)
        if (old_league.pk, old_table) != (current.league_id, current.table):
            rewritten += settle_rest(current, old_league, old_table, reason)
        touched = [*member_ids([entry]), *seated, *members_of(rewritten)]
        for league in leagues.values():
            refresh_tallies(league, [current.day], touched)
        _record_change("hanchan.edited", current, before, reason, actor, rewritten)
    return current


def _replace_rows(hanchan: Hanchan, entry: HanchanEntry) -> None:
    for name in ("league", "table", "number", "sticks", "ended_by_time", "remark"):
        setattr(hanchan, name, getattr(entry, name))
    hanchan.save()
    for details in (hanchan.seats, hanchan.penalties, hanchan.yakuman):
        details.all().delete()
    if entry.kyoku is not None:
        hanchan.kyoku.all().delete()
    store_details([(hanchan, entry)])


def _with_what_was_given(stored: Hanchan, entry: HanchanEntry) -> HanchanEntry:
    """Correct a game with outside scores: people may change, its figures not.

    Raises:
        EntryError: the points differ from those that came with the scores.
    """
    if not (stored.scores_are_given or stored.outside_id):
        return entry
    was = entry_of(stored)
    held = [seat.points for seat in entry.seats]
    if was.scores_are_given and held != [seat.points for seat in was.seats]:
        text = _(
            "The scores of this game were imported and stay as they are. You can correct "
            "who sat where; if the figures are wrong, void the game and import it again."
        )
        raise EntryError({"points": [text]})
    return replace(
        entry,
        seats=tuple(
            replace(seat, given_score=before.given_score)
            for seat, before in zip(entry.seats, was.seats, strict=True)
        ),
        scores_are_given=was.scores_are_given,
        points_are_known=was.points_are_known,
        outside_id=was.outside_id,
    )


def void_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Void a game, for a reason; it stays readable.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason was given.
        LeagueError: it is voided already.
    """
    reason = checked_reason(reason)
    with transaction.atomic():
        raise_revision(hanchan.league)
        current = _claim_revision(hanchan, revision)
        if current.is_voided:
            raise LeagueError(_("This game is already voided."))
        before = snapshot(current)
        current.voided_at, current.void_reason = timezone.now(), reason
        current.save(update_fields=["voided_at", "void_reason"])
        rewritten = _settle_cards(current, [current.league], _penalties_in(before), reason)
        rewritten += settle_rest(current, current.league, current.table, reason)
        _count_again(current, rewritten)
        _record_change("hanchan.voided", current, before, reason, actor, rewritten)
    return current


def restore_hanchan(*, hanchan: Hanchan, revision: int, reason: str, actor: Actor) -> Hanchan:
    """Restore a voided game, settled under the version in force on its day.

    Raises:
        StaleRevisionError: somebody changed the game since it was read.
        EntryError: no reason was given, or another game has taken its place since.
        LeagueError: it is not voided.
    """
    reason = checked_reason(reason)
    with _refusing_taken_slot(hanchan, entry_of(hanchan)):
        raise_revision(hanchan.league)
        current = _claim_revision(hanchan, revision)
        if not current.is_voided:
            raise LeagueError(_("This game is not voided."))
        before = snapshot(current)
        checked = check_entry(current.club, entry_of(current), replacing=current)
        current.voided_at, current.void_reason = None, ""
        current.save(update_fields=["voided_at", "void_reason"])
        rewritten = _settle_cards(current, [current.league], checked.entry.penalties, reason)
        rewritten += _settle_game(current, checked.version, reason=reason)
        _count_again(current, rewritten)
        _record_change("hanchan.restored", current, before, reason, actor, rewritten)
    return current


@contextmanager
def _refusing_taken_slot(hanchan: Hanchan, entry: HanchanEntry) -> Iterator[None]:
    """Run a transaction in which another league's game may take the same slot.

    Leagues do not wait for each other; the database lets one game in, and the other gets an
    EntryError.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        check_entry(hanchan.club, entry, replacing=hanchan)
        raise


def checked_reason(reason: str) -> str:
    """Strip a reason; raise EntryError if it is empty or too long."""
    reason = reason.strip()
    if not reason:
        raise EntryError(
            {"reason": [_("Please give a reason, so that everyone can understand it later.")]}
        )
    if len(reason) > _REASON_LENGTH:
        raise EntryError({"reason": [_("Please keep it under 200 characters.")]})
    return reason


def _claim_revision(hanchan: Hanchan, revision: int) -> Hanchan:
    """Take the next revision by compare-and-set.

    Raises:
        StaleRevisionError: somebody changed the game since; carries it as it is now.
    """
    games = Hanchan.objects.for_club(hanchan.club_id).select_related("club", "league", "session")
    claimed = games.filter(pk=hanchan.pk, revision=revision).update(revision=F("revision") + 1)
    current = games.get(pk=hanchan.pk)
    if claimed != 1:
        raise StaleRevisionError(
            _("Someone else changed this game in the meantime. Please compare and save again."),
            hanchan=current,
        )
    return current


def _settle_game(
    hanchan: Hanchan, version: RuleVersion, *, reason: str = "", just_stored: Played | None = None
) -> list[Rewritten]:
    rewritten = settle_table(
        league=hanchan.league,
        session=hanchan.session_id,
        table=hanchan.table,
        game=hanchan.pk,
        version=version,
        reason=reason,
        just_stored=just_stored,
    )
    forget_settlement(hanchan)
    mine = [each.settlement for each in rewritten if each.game.game == hanchan.pk]
    if mine:
        hanchan.counted = mine
    return rewritten


def _penalties_in(snapshot: Mapping[str, object]) -> Sequence[object]:
    found = snapshot["penalties"]
    assert isinstance(found, list)
    return found


def _settle_cards(
    hanchan: Hanchan, leagues: Iterable[League], noted: Sequence[object], reason: str = ""
) -> list[Rewritten]:
    """Settle the day's other games in which a player's cards now complete another number.

    No query where the game carries no penalty, and carried none before.
    """
    if not noted:
        return []
    rewritten = []
    for league in leagues:
        others = {
            card.game: card
            for card in recount_cards(league, [hanchan.day])
            if card.game != hanchan.pk
        }
        for card in others.values():
            rewritten += settle_table(
                league=league,
                session=card.session,
                table=card.table,
                game=card.game,
                version=version_for(league, hanchan.day),
                reason=reason,
            )
    return rewritten


def settle_rest(hanchan: Hanchan, league: League, table: int, reason: str) -> list[Rewritten]:
    """Settle the table that the game has left; needed only in Boo, where games are linked."""
    return settle_table(
        league=league,
        session=hanchan.session_id,
        table=table,
        game=hanchan.pk,
        version=version_for(league, hanchan.day),
        reason=reason,
    )


def _count_again(hanchan: Hanchan, rewritten: Iterable[Rewritten]) -> None:
    touched = [*members_of(rewritten), *_seated(hanchan)]
    refresh_tallies(hanchan.league, [hanchan.day], touched)


def _seated(hanchan: Hanchan) -> list[int]:
    return list(hanchan.seats.values_list("member", flat=True))


def members_of(rewritten: Iterable[Rewritten]) -> set[int]:
    return {member for each in rewritten for member in each.game.members}


def _also_settled(hanchan: Hanchan, rewritten: Iterable[Rewritten]) -> dict[str, object]:
    others = [
        {"game": each.game.game, "table": each.game.table, "number": each.game.number}
        for each in rewritten
        if each.scores_changed and each.game.game != hanchan.pk
    ]
    return {"also": others} if others else {}


def _record_change(
    type_: str,
    hanchan: Hanchan,
    before: dict[str, object],
    reason: str,
    actor: Actor,
    rewritten: Iterable[Rewritten],
) -> None:
    record_event(
        type_,
        club=hanchan.club,
        object_id=hanchan.pk,
        actor=actor,
        before=before,
        after=snapshot(hanchan) | _also_settled(hanchan, rewritten),
        reason=reason,
    )
