"""Tenhou imports: opened, changed, discarded, and carried out in pieces by a job."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.audit import Actor
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.jobs import hand_back_if_ending, job, tell_worker
from league.core.naming import cleaned
from league.core.permissions import Role
from league.games.entry import kyoku_again
from league.imports.open_imports import check_room
from league.imports.people import NEW_MEMBER
from league.imports.tenhou.dry_run import Planner, Status, Wanted, first_days, unanswered
from league.imports.tenhou.keeper import Keeper
from league.imports.tenhou.reading import (
    MOST_GAMES,
    Piece,
    UploadError,
    found_again,
    lobby_number,
    pieces_of,
)
from league.members.write import change_member
from league.models import Club, Job, League, Member, TenhouFile, TenhouGame, TenhouImport
from league.wording.errors import stored_error
from scoring.tenhou.errors import RecordError
from scoring.tenhou.reading import records_in

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
    seconds: float | None = None  # None: to the end
    beat: Callable[[], object] = lambda: None

    def __post_init__(self) -> None:
        self._begun = self._reported = time.monotonic()

    def goes_on(self) -> bool:
        """Send a heartbeat now and then; return whether there is time for more."""
        now = time.monotonic()
        if now - self._reported > _BEAT:
            self._reported = now
            self.beat()
        return self.seconds is None or now - self._begun < self.seconds


def carry_on(batch: TenhouImport, shift: Shift) -> bool:
    """Read or store as much as time allows; return whether nothing is left to do."""
    if batch.state == TenhouImport.State.READING:
        return _read(batch, shift)
    if batch.state == TenhouImport.State.STORING:
        return _store(batch, shift)
    return True


@job(Job.Kind.IMPORT, reports=True)
def carry_out_import(job: Job) -> dict[str, Any]:
    batch = job.tenhou_import
    assert batch is not None  # a job of this kind has one
    jobs = Job.objects.for_club(job.club_id).filter(pk=job.pk)

    def beat() -> None:
        games = TenhouGame.objects.for_club(job.club_id).filter(batch=batch)
        done = games.exclude(outcome=TenhouGame.Outcome.OPEN).count()
        jobs.update(alive_at=timezone.now(), done=done, total=games.count())
        hand_back_if_ending()

    carry_on(batch, Shift(beat=beat))
    return {}


def wanted_by(batch: TenhouImport) -> Wanted:
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
    today = batch.day or club_day(batch.club)
    for read, pieces in _in_parts(entries, file, today):
        if _write(batch, file, read, pieces):
            return True
        if not shift.goes_on():
            return False
    return True


def _in_parts(
    entries: Iterable[tuple[str, bytes | RecordError]], file: TenhouFile, today: date
) -> Iterator[tuple[int, list[Piece]]]:
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
    """Store findings and the file's progress; return whether the limit is reached.

    Concurrent readers of the same file find the same, and store it under the same numbers.
    """
    with transaction.atomic():
        games = TenhouGame.objects.for_club(batch.club_id).filter(batch=batch)
        first = games.count()
        is_full = first + len(pieces) > MOST_GAMES
        if is_full and first <= MOST_GAMES:
            kept = pieces[: MOST_GAMES - first]
            pieces = [
                *kept,
                Piece(pieces[len(kept)].file, error=stored_error(UploadError("too-many"))),
            ]
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
    wanted = wanted_by(batch)
    joining = first_days(batch, wanted) if NEW_MEMBER in wanted.choices.values() else {}
    planner = Planner(batch.club, wanted)
    keeper = Keeper(club=batch.club, planner=planner, actor=actor, joining=joining)
    for game in _open_games(batch):
        stored = keeper.store(found_again(game.found), tuple(map(kyoku_again, game.kyoku)))
        game.outcome = _OUTCOMES[stored.status]
        game.hanchan_id, game.said, game.kyoku = stored.hanchan, stored.reason, []
        game.save(update_fields=["outcome", "hanchan", "said", "kyoku"])
        if not shift.goes_on():
            return False
    TenhouImport.objects.for_club(batch.club_id).filter(pk=batch.pk).update(
        state=TenhouImport.State.DONE
    )
    batch.state = TenhouImport.State.DONE
    return True


def _open_games(batch: TenhouImport) -> Iterator[TenhouGame]:
    games = TenhouGame.objects.for_club(batch.club_id).filter(
        batch=batch, outcome=TenhouGame.Outcome.OPEN
    )
    after = -1
    while part := list(games.filter(number__gt=after).order_by("number")[:_GAMES_AT_ONCE]):
        yield from part
        after = part[-1].number


def _remember(batch: TenhouImport, actor: Actor) -> None:
    """Store the organizer's name choices with the members."""
    if not batch.remembers:
        return
    members = Member.objects.for_club(batch.club_id).select_related("club")
    people = members.in_bulk([key for key in batch.choices.values() if key > 0])
    for name, key in batch.choices.items():
        member = people.get(key)
        if member is not None and name not in member.tenhou_names:
            names = [*member.tenhou_names, name]
            change_member(member=member, values={"tenhou_names": names}, actor=actor)


def _actor(batch: TenhouImport) -> Actor:
    user = batch.created_by
    member = Member.objects.for_club(batch.club_id).filter(user=user).first() if user else None
    return Actor(name=batch.created_by_name, role=Role.ORGANIZER, user=user, member=member)


#: bytes of all files of an upload
MOST_BYTES = 20_000_000
#: what a page may take by itself before a worker goes on
AT_ONCE_SECONDS = 2.0
#: imports that nobody has looked after for so long are forgotten
KEPT = timedelta(days=30)


def open_import(
    *,
    club: Club,
    files: Sequence[tuple[str, bytes]],
    league: League | None,
    day: date | None,
    lobby: str,
    actor: Actor,
) -> TenhouImport:
    """Take in files to be read; small ones are read at once.

    Args:
        club: whose games they will be.
        files: names, only for display and for finding days, and bytes.
        league: where the games go; None: where their rules fit.
        day: of games that do not tell their own.
        lobby: the only one wanted; empty for any.
        actor: who imports them.

    Raises:
        LeagueError: more bytes than an upload may have, none, or too many imports are open.
    """
    total = sum(len(data) for _name, data in files)
    if not total:
        raise LeagueError(_("There is nothing to import."), field="upload")
    if total > MOST_BYTES:
        raise LeagueError(
            _("That is more than %(most)s MB. Import it in several parts.")
            % {"most": MOST_BYTES // 1_000_000},
            field="upload",
        )
    with transaction.atomic():
        imports = TenhouImport.objects.for_club(club)
        old = imports.filter(created_at__lt=timezone.now() - KEPT)
        old.exclude(state=TenhouImport.State.STORING).delete()
        check_room(club, imports.filter(state__in=TenhouImport.UNSTORED))
        batch = TenhouImport.objects.create(
            club=club,
            league=league,
            day=day,
            lobby=lobby,
            created_by=actor.user,
            created_by_name=actor.name[:80],
        )
        for name, data in files:
            TenhouFile.objects.create(batch=batch, name=cleaned(name)[-200:], data=data)
    _begin(batch)
    return batch


def change_import(
    *,
    batch: TenhouImport,
    league: League | None,
    day: date | None,
    lobby: str,
    choices: dict[str, int],
    remembers: bool,
) -> None:
    """Change how an import is read; only while nothing of it is stored.

    Raises:
        LeagueError: it is being stored, or is stored.
    """
    imports = TenhouImport.objects.for_club(batch.club_id)
    changed = imports.filter(pk=batch.pk, state=TenhouImport.State.READY).update(
        league=league, day=day, lobby=lobby, choices=choices, remembers=remembers
    )
    if changed != 1:
        raise _under_way()
    batch.refresh_from_db()


class UnansweredError(LeagueError):
    """Nobody has said who somebody is; ``names`` says of each name what is open."""

    code = "unanswered"

    def __init__(self, names: Mapping[str, str]) -> None:
        super().__init__(_("Nothing was stored: choose who the new names are."))
        self.names = dict(names)


def store_import(*, batch: TenhouImport) -> None:
    """Store the games of a reviewed import; a few at once, many by a worker.

    Raises:
        UnansweredError: nobody has said who somebody is.
        LeagueError: it is being stored, or is stored.
    """
    if batch.state == TenhouImport.State.READY and (names := unanswered(batch, wanted_by(batch))):
        raise UnansweredError(names)
    imports = TenhouImport.objects.for_club(batch.club_id)
    changed = imports.filter(pk=batch.pk, state=TenhouImport.State.READY).update(
        state=TenhouImport.State.STORING
    )
    if changed != 1:
        raise _under_way()
    batch.refresh_from_db()
    _begin(batch)


def drop_import(*, batch: TenhouImport) -> None:
    """Discard an import of which nothing is stored yet.

    Raises:
        LeagueError: it is being stored, or is stored.
    """
    imports = TenhouImport.objects.for_club(batch.club_id).filter(pk=batch.pk)
    with transaction.atomic():
        if not imports.filter(state__in=TenhouImport.UNSTORED).delete()[0]:
            raise _under_way()


def resume_import(*, batch: TenhouImport) -> None:
    _owe(batch)


def _begin(batch: TenhouImport) -> None:
    if not carry_on(batch, Shift(seconds=AT_ONCE_SECONDS)):
        _owe(batch)


def _owe(batch: TenhouImport) -> None:
    """Queue the rest for a worker: an import has one job, which waits again."""
    with transaction.atomic():
        job, is_new = Job.objects.for_club(batch.club_id).get_or_create(
            tenhou_import=batch,
            defaults={"club_id": batch.club_id, "kind": Job.Kind.IMPORT},
        )
        rests = [Job.State.DONE, Job.State.FAILED, Job.State.STOPPED]
        again = Job.objects.for_club(batch.club_id).filter(pk=job.pk, state__in=rests)
        waits = again.update(state=Job.State.WAITING, attempts=0, error="", alive_at=None)
        if is_new or waits:
            transaction.on_commit(partial(tell_worker, job.pk))


def _under_way() -> LeagueError:
    return LeagueError(_("This import is already being stored."))
