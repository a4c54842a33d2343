"""The work of an import in pieces: reading its files, storing its games; stopped, it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from league.actors import Actor
from league.days import club_day
from league.kyoku_rows import kyoku_again
from league.models import Job, Member, TenhouFile, TenhouGame, TenhouImport
from league.permissions import Role
from league.selectors.tenhou_import import Planner, Status, Wanted
from league.services.members import change_member
from league.services.tenhou_store import Keeper
from league.tenhou_found import found_again, lobby_number
from league.tenhou_reading import MOST_GAMES, TOO_MANY, Piece, pieces_of
from scoring.tenhou.errors import RecordError
from scoring.tenhou.unpacking import records_in

#: files that are read, games found, and seconds gone, before they are written down
_FILES_AT_ONCE = 40
_FOUND_AT_ONCE = 500
_SECONDS_AT_ONCE = 1.0
_GAMES_AT_ONCE = 20
#: seconds between two signs of life
_BEAT = 2.0

_OUTCOMES = {
    Status.NEW: TenhouGame.Outcome.STORED,
    Status.KNOWN: TenhouGame.Outcome.KNOWN,
    Status.CANNOT: TenhouGame.Outcome.REFUSED,
}


@dataclass(kw_only=True)
class Shift:
    """How long the work may go on, and who is told that it does."""

    seconds: float | None = None  # None: to the end
    beat: Callable[[], object] = lambda: None

    def __post_init__(self) -> None:
        self._begun = self._told = time.monotonic()

    def goes_on(self) -> bool:
        """Tell now and then that the work is alive; whether there is time for more."""
        now = time.monotonic()
        if now - self._told > _BEAT:
            self._told = now
            self.beat()
        return self.seconds is None or now - self._begun < self.seconds


def carry_on(batch: TenhouImport, shift: Shift) -> bool:
    """Read or store as much as there is time for; whether nothing is left to do."""
    if batch.state == TenhouImport.State.READING:
        return _read(batch, shift)
    if batch.state == TenhouImport.State.STORING:
        return _store(batch, shift)
    return True


def carry_out_import(job: Job) -> dict[str, Any]:
    """Do what an import owes, as a job."""
    batch = job.tenhou_import
    assert batch is not None  # a job of this kind has one
    jobs = Job.objects.for_club(job.club_id).filter(pk=job.pk)

    def beat() -> None:
        games = TenhouGame.objects.for_club(job.club_id).filter(batch=batch)
        done = games.exclude(outcome=TenhouGame.Outcome.OPEN).count()
        jobs.update(alive_at=timezone.now(), done=done, total=games.count())

    carry_on(batch, Shift(beat=beat))
    return {}


def wanted_by(batch: TenhouImport) -> Wanted:
    """What the organizer asked for."""
    return Wanted(
        league=batch.league,
        day=batch.day,
        lobby=lobby_number(batch.lobby) if batch.lobby else None,
        choices=batch.choices,
    )


# reading


def _read(batch: TenhouImport, shift: Shift) -> bool:
    for file in TenhouFile.objects.for_club(batch.club_id).filter(batch=batch).defer("data"):
        if not _read_file(batch, file.pk, shift):
            return False
    with transaction.atomic():
        TenhouImport.objects.for_club(batch.club_id).filter(
            pk=batch.pk, state=TenhouImport.State.READING
        ).update(state=TenhouImport.State.READY)
        TenhouFile.objects.for_club(batch.club_id).filter(batch=batch).delete()
    batch.state = TenhouImport.State.READY
    return True


def _read_file(batch: TenhouImport, key: int, shift: Shift) -> bool:
    file = TenhouFile.objects.for_club(batch.club_id).get(pk=key)
    entries = islice(records_in(bytes(file.data), file.name), file.read, None)
    today = club_day(batch.club)
    for read, pieces in _in_parts(entries, file, today):
        if _write(batch, file, read, pieces):
            return True
        if not shift.goes_on():
            return False
    return True


def _in_parts(
    entries: Iterable[tuple[str, bytes | RecordError]], file: TenhouFile, today: date
) -> Iterator[tuple[int, list[Piece]]]:
    """What is found in some records or lists at a time, and how many they were."""
    read, found, begun = 0, list[Piece](), time.monotonic()
    for name, data in entries:
        inner = islice(pieces_of(name, data, today=today), MOST_GAMES + 1)
        found += [piece._replace(file=_where(file, piece.file)) for piece in inner]
        read += 1
        is_late = time.monotonic() - begun > _SECONDS_AT_ONCE
        if is_late or read == _FILES_AT_ONCE or len(found) >= _FOUND_AT_ONCE:
            yield read, found
            read, found, begun = 0, [], time.monotonic()
    if read:
        yield read, found


def _where(file: TenhouFile, inner: str) -> str:
    return inner if inner in ("", file.name) else f"{file.name}: {inner}"[:200]


def _write(batch: TenhouImport, file: TenhouFile, read: int, pieces: list[Piece]) -> bool:
    """Write down what was found, and how far the file is read; whether there is room for no more.

    Whoever else reads the same finds the same, and writes the same number of it.
    """
    with transaction.atomic():
        games = TenhouGame.objects.for_club(batch.club_id).filter(batch=batch)
        first = games.count()
        is_full = first + len(pieces) > MOST_GAMES
        if is_full and first <= MOST_GAMES:
            kept = pieces[: MOST_GAMES - first]
            pieces = [*kept, Piece(pieces[len(kept)].file, error=TOO_MANY)]
        elif is_full:
            pieces = []
        TenhouGame.objects.bulk_create(
            (_game(batch, first + at, piece) for at, piece in enumerate(pieces)),
            batch_size=200,
        )
        file.read += read
        TenhouFile.objects.for_club(batch.club_id).filter(pk=file.pk).update(read=file.read)
    return is_full


def _game(batch: TenhouImport, number: int, piece: Piece) -> TenhouGame:
    return TenhouGame(
        batch=batch,
        number=number,
        file=piece.file,
        line=piece.line,
        found=None if piece.found is None else piece.found.as_json(),
        kyoku=list(piece.kyoku),
        differences=list(piece.differences),
        error=piece.error,
        outcome=TenhouGame.Outcome.REFUSED if piece.found is None else TenhouGame.Outcome.OPEN,
    )


# storing


def _store(batch: TenhouImport, shift: Shift) -> bool:
    actor = _actor(batch)
    _remember(batch, actor)
    planner = Planner(batch.club, wanted_by(batch))
    keeper = Keeper(club=batch.club, planner=planner, actor=actor)
    for game in _open_games(batch):
        stored = keeper.store(found_again(game.found), tuple(map(kyoku_again, game.kyoku)))
        game.outcome = _OUTCOMES[stored.status]
        game.hanchan_id, game.said, game.kyoku = stored.hanchan, stored.said, []
        game.save(update_fields=["outcome", "hanchan", "said", "kyoku"])
        if not shift.goes_on():
            return False
    TenhouImport.objects.for_club(batch.club_id).filter(pk=batch.pk).update(
        state=TenhouImport.State.DONE
    )
    batch.state = TenhouImport.State.DONE
    return True


def _open_games(batch: TenhouImport) -> Iterator[TenhouGame]:
    """Games that nothing has become of yet, a few at a time."""
    games = TenhouGame.objects.for_club(batch.club_id).filter(
        batch=batch, outcome=TenhouGame.Outcome.OPEN
    )
    after = -1
    while part := list(games.filter(number__gt=after).order_by("number")[:_GAMES_AT_ONCE]):
        yield from part
        after = part[-1].number


def _remember(batch: TenhouImport, actor: Actor) -> None:
    """Note with the members what the organizer said that they are called."""
    if not batch.remembers:
        return
    members = Member.objects.for_club(batch.club_id).select_related("club")
    people = members.in_bulk([key for key in batch.choices.values() if key])
    for name, key in batch.choices.items():
        member = people.get(key)
        if member is not None and name not in member.tenhou_names:
            names = [*member.tenhou_names, name]
            change_member(member=member, values={"tenhou_names": names}, actor=actor)


def _actor(batch: TenhouImport) -> Actor:
    """Whoever asked for it; a worker acts for them."""
    user = batch.created_by
    member = Member.objects.for_club(batch.club_id).filter(user=user).first() if user else None
    return Actor(name=batch.created_by_name, role=Role.ORGANIZER, user=user, member=member)
