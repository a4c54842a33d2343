"""Imports of Tenhou games as organizers make them: opened, looked at, asked for, thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from league.actors import Actor
from league.errors import LeagueError
from league.models import Club, Job, League, TenhouFile, TenhouImport
from league.services.jobs import tell_worker
from league.services.tenhou_work import Shift, carry_on
from league.tenhou_found import cleaned

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
    """Take files in to be read; small ones are read at once.

    Args:
        club: whose games they are to be.
        files: names, only to be shown and to tell days, and bytes.
        league: where the games go; None: where their rules fit.
        day: of games that do not tell their own.
        lobby: the only one that is wanted; empty: any.
        actor: who brings them.

    Raises:
        LeagueError: more bytes than an upload may have, or none.
    """
    total = sum(len(data) for _name, data in files)
    if not total:
        raise LeagueError(_("There is nothing in it."), field="upload")
    if total > MOST_BYTES:
        raise LeagueError(
            _("That is more than %(most)s MB. Bring it in several parts.")
            % {"most": MOST_BYTES // 1_000_000},
            field="upload",
        )
    with transaction.atomic():
        imports = TenhouImport.objects.for_club(club)
        imports.filter(created_at__lt=timezone.now() - KEPT).delete()
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
    """Look at an import in another way; only while nothing of it is stored.

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


def store_import(*, batch: TenhouImport) -> None:
    """Store the games of an import that was looked at; a few at once, many by a worker.

    Raises:
        LeagueError: it is being stored, or is stored.
    """
    imports = TenhouImport.objects.for_club(batch.club_id)
    changed = imports.filter(pk=batch.pk, state=TenhouImport.State.READY).update(
        state=TenhouImport.State.STORING
    )
    if changed != 1:
        raise _under_way()
    batch.refresh_from_db()
    _begin(batch)


def drop_import(*, batch: TenhouImport) -> None:
    """Forget an import of which nothing is stored yet.

    Raises:
        LeagueError: it is being stored, or is stored.
    """
    imports = TenhouImport.objects.for_club(batch.club_id).filter(pk=batch.pk)
    unstored = [TenhouImport.State.READING, TenhouImport.State.READY]
    with transaction.atomic():
        if not imports.filter(state__in=unstored).delete()[0]:
            raise _under_way()


def resume_import(*, batch: TenhouImport) -> None:
    """Let an import whose work has failed go on where it was."""
    _owe(batch)


def _begin(batch: TenhouImport) -> None:
    if not carry_on(batch, Shift(seconds=AT_ONCE_SECONDS)):
        _owe(batch)


def _owe(batch: TenhouImport) -> None:
    """Owe the rest to a worker: an import has one job, which waits again."""
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
    return LeagueError(_("This import is being stored already."))
