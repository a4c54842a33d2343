"""Backups: a file of the database and a manifest beside it, made each night and kept by a rule."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.translation import gettext as _

from league.core.database import snapshot
from league.core.errors import reason
from league.core.locks import file_lock
from league.games.tallies import TALLY_COLUMNS
from league.models import Club, Hanchan, Tally
from league.upkeep.databases import SUFFIX, BackupError, table_names, write_database

logger = logging.getLogger(__name__)

FORMAT: Final = "jancho-backup 1"
_NAME: Final = "jancho-%Y%m%d-%H%M%S"
_PIECE: Final = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a database holds, to be compared with what comes back."""

    clubs: int
    games: int
    #: by table
    rows: dict[str, int]
    #: a sum over every month's standings
    standings: str
    #: ``app.name`` of those that are applied
    migrations: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """A backup as its manifest describes it."""

    file: Path
    database: str
    made_at: datetime
    size: int
    sha256: str
    facts: Facts

    @property
    def manifest(self) -> Path:
        return self.file.with_suffix(".json")


class Keep(NamedTuple):
    """How many days, weeks and months keep their last backup; without any, all stay."""

    days: int
    weeks: int
    months: int


def facts_of_database() -> Facts:
    """Count what the database holds. A query a table, and one over the months' standings."""
    rows: dict[str, int] = {}
    with connection.cursor() as cursor:
        for table in table_names():
            cursor.execute(f"SELECT COUNT(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608, our own names
            rows[table] = cursor.fetchone()[0]
    return Facts(
        clubs=rows.get(Club._meta.db_table, 0),
        games=rows.get(Hanchan._meta.db_table, 0),
        rows=rows,
        standings=_sum_of_standings() if Tally._meta.db_table in rows else "",
        migrations=applied_migrations(),
    )


def applied_migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


def _sum_of_standings() -> str:
    months = Tally.objects.across_clubs().filter(page__counts=True, span=Tally.Span.MONTH)
    rows = months.order_by("page__league", "start", "member").values_list(
        *("page__league__club__slug", "page__league__slug", "start", "member", *TALLY_COLUMNS)
    )
    summed = hashlib.sha256()
    for row in rows.iterator(chunk_size=5000):
        summed.update(repr([str(value) for value in row]).encode())
    return summed.hexdigest()


def make_backup(folder: Path | None = None) -> Backup:
    """Write the database to a new file with its manifest.

    What is written is one moment, and nobody has to wait for it. A file without a manifest is
    unfinished.

    Args:
        folder: where backups are kept, if not where the settings say.

    Raises:
        BackupError: it cannot be written, or another one is just being made.
    """
    folder = folder or Path(settings.BACKUP_DIR)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file_lock(folder / ".lock") as alone:
            if not alone:
                raise BackupError(
                    _("Another backup is being made in %(folder)s.") % {"folder": folder}
                )
            for part in folder.glob("jancho-*.part*"):
                part.unlink()
            return _made_in(folder)
    except OSError as error:
        raise BackupError(
            _("The backup could not be written: %(why)s") % {"why": reason(error)}
        ) from error


def make_nightly_backup() -> None:
    """Make a backup unless the settings want none; what fails is an error in the server's log."""
    if not any(settings.BACKUP_KEEP):
        return
    folder = Path(settings.BACKUP_DIR)
    try:
        backup = make_backup(folder)
    except BackupError as error:
        logger.error("There is no backup of this night: %s", error.message)
        return
    remove_superfluous(folder)
    logger.info("Backup %s: %s bytes", backup.file, backup.size)


def _made_in(folder: Path) -> Backup:
    made_at = timezone.now().astimezone(UTC).replace(microsecond=0)
    while (file := folder / f"{made_at.strftime(_NAME)}{SUFFIX[connection.vendor]}").exists():
        made_at += timedelta(seconds=1)
    unfinished = Path(f"{file}.part")
    # It holds what passwords are checked by: nobody else may read it.
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        with snapshot():
            facts = facts_of_database()
            write_database(unfinished)
    except BackupError:
        unfinished.unlink()
        raise
    backup = Backup(
        file=file,
        database=connection.vendor,
        made_at=made_at,
        size=unfinished.stat().st_size,
        sha256=_sum_of(unfinished),
        facts=facts,
    )
    unfinished.rename(file)
    _write_manifest(backup)
    return backup


def _write_manifest(backup: Backup) -> None:
    values = asdict(backup) | {"made_at": backup.made_at.isoformat()}
    del values["file"]  # it has the manifest's name
    unfinished = Path(f"{backup.manifest}.part")
    text = json.dumps({"format": FORMAT, **values}, indent=1, ensure_ascii=False)
    unfinished.write_text(f"{text}\n", encoding="utf-8")
    unfinished.rename(backup.manifest)


def _sum_of(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def backups_in(folder: Path) -> list[Backup]:
    """Return the backups of a folder by their manifests, newest first; unreadable ones are none."""
    found = []
    for manifest in folder.glob("jancho-*.json"):
        with suppress(BackupError):
            found.append(_read_manifest(manifest))
    return sorted(found, key=lambda backup: backup.made_at, reverse=True)


def backup_of(file: Path) -> Backup:
    """Return the backup that a file is, after comparing it with its manifest.

    Raises:
        BackupError: there is no file or manifest, or the file is damaged.
    """
    backup = _read_manifest(file.with_suffix(".json"))
    check_backup(backup)
    return backup


def check_backup(backup: Backup) -> None:
    """Compare a backup's file with its manifest.

    Raises:
        BackupError: it is damaged, or not there.
    """
    try:
        is_whole = backup.file.stat().st_size == backup.size
        is_whole = is_whole and _sum_of(backup.file) == backup.sha256
    except OSError as error:
        raise BackupError(
            _("The backup cannot be read: %(why)s") % {"why": reason(error)}
        ) from error
    if not is_whole:
        raise BackupError(
            _("The backup %(file)s is damaged: it is not what was written. Take another one.")
            % {"file": backup.file}
        )


def _read_manifest(manifest: Path) -> Backup:
    try:
        values: dict[str, Any] = json.loads(manifest.read_text(encoding="utf-8"))
        if values.pop("format") != FORMAT:
            raise ValueError("format")
        values["file"] = manifest.with_suffix(SUFFIX[values["database"]])
        values["made_at"] = datetime.fromisoformat(values["made_at"])
        values["facts"] = Facts(**values["facts"])
        return Backup(**values)
    except OSError as error:
        words = _("The backup's manifest cannot be read: %(why)s")
        raise BackupError(words % {"why": reason(error)}) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BackupError(_("%(file)s is not a backup's manifest.") % {"file": manifest}) from error


def remove_superfluous(folder: Path) -> list[Backup]:
    """Remove the backups that the rule in the settings does not keep, and return them."""
    keep, backups = Keep(*settings.BACKUP_KEEP), backups_in(folder)
    if not any(keep):
        return []
    staying = kept((backup.made_at for backup in backups), keep)
    superfluous = [backup for backup in backups if backup.made_at not in staying]
    for backup in superfluous:
        backup.manifest.unlink()  # first: without its file it would be a damaged backup
        backup.file.unlink(missing_ok=True)
    return superfluous


def kept(moments: Iterable[datetime], keep: Keep) -> set[datetime]:
    """Return the moments whose backups stay: the last of each of the last days, weeks and months.

    Only days, weeks and months that have a backup count, so a server that stood still, or whose
    clock is wrong, loses none.
    """
    latest_first = sorted(moments, reverse=True)
    spans: list[tuple[int, Callable[[datetime], object]]] = [
        (keep.days, lambda moment: moment.date()),
        (keep.weeks, lambda moment: moment.isocalendar()[:2]),
        (keep.months, lambda moment: (moment.year, moment.month)),
    ]
    staying: set[datetime] = set()
    for most, span_of in spans:
        last: dict[object, datetime] = {}
        for moment in latest_first:
            last.setdefault(span_of(moment), moment)
        staying.update(list(last.values())[:most])
    return staying
