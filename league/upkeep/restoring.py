"""A backup put back in place of the database, or restored elsewhere to prove that it can be."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils.translation import gettext as _

from league.clubs.verification import Tested, differences
from league.core.outages import AwayError
from league.models import Club
from league.upkeep.backups import (
    Backup,
    Facts,
    backup_of,
    backups_in,
    facts_of_database,
    make_backup,
)
from league.upkeep.databases import BackupError, elsewhere, read_database, table_names

#: the folder, among the backups, of what was there before a restore
REPLACED: Final = "replaced"


class Proof(NamedTuple):
    """What came of recomputing a restored database."""

    backup: Backup
    games: int
    tallies: int
    #: sentences; nothing: all is as it was
    wrong: list[str]


def newest_backup() -> Backup:
    """Return the newest backup, after comparing it with its manifest.

    Raises:
        BackupError: there is none, or it is damaged.
    """
    folder = Path(settings.BACKUP_DIR)
    backups = backups_in(folder)
    if not backups:
        raise BackupError(_("There is no backup in %(folder)s.") % {"folder": folder})
    return backup_of(backups[0].file)


def restore(backup: Backup, *, replace: bool) -> Proof:
    """Put a backup in place of the database, bring it up to this release, and prove it.

    Args:
        backup: whose file has been compared with its manifest.
        replace: even if the database holds clubs; they are backed up first, where the rule by
            which others are removed does not look.

    Raises:
        BackupError: it cannot be restored, and nothing was changed; or there are clubs.
    """
    _check_fits(backup)
    if Club._meta.db_table in table_names() and Club.objects.exists():
        if not replace:
            raise BackupError(
                _("The database holds clubs. --replace backs them up and then replaces them.")
            )
        make_backup(Path(settings.BACKUP_DIR) / REPLACED)
    read_database(backup.file)
    proof = _prove(backup)
    try:
        caches["pages"].clear()  # revisions that were given out before come again
    except AwayError:
        proof.wrong.append(
            _("The cache does not answer. Empty it before the web starts: it holds earlier pages.")
        )
    return proof


def drill(backup: Backup) -> Proof:
    """Restore a backup to a temporary database, and compare and recompute everything there.

    Raises:
        BackupError: it cannot be restored.
    """
    _check_fits(backup)
    with elsewhere():
        try:
            read_database(backup.file)
            return _prove(backup)
        finally:
            ContentType.objects.clear_cache()  # keys of the other database


def _check_fits(backup: Backup) -> None:
    if backup.database != connection.vendor:
        raise BackupError(
            _(
                "The backup is of another kind of database (%(kind)s). Clubs move from one to the "
                "other by archive_club and load_archive."
            )
            % {"kind": backup.database}
        )
    known = {f"{app}.{name}" for app, name in MigrationExecutor(connection).loader.disk_migrations}
    if unknown := sorted(set(backup.facts.migrations) - known):
        raise BackupError(
            _("The backup was made by another version of Jancho, which has the migration %(name)s.")
            % {"name": unknown[0]}
        )


def _prove(backup: Backup) -> Proof:
    """Compare the restored database with the manifest, migrate it, and check its standings."""
    wrong = list(_compared(backup.facts, facts_of_database()))
    executor = MigrationExecutor(connection)
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    tested = Tested()
    for club in Club.objects.order_by("slug"):
        wrong += [f"{club.slug}: {sentence}" for sentence in differences(club, tested)]
    return Proof(backup, tested.games, tested.tallies, wrong)


def _compared(expected: Facts, found: Facts) -> Iterable[str]:
    for table in sorted(expected.rows.keys() | found.rows.keys()):
        before, after = expected.rows.get(table, 0), found.rows.get(table, 0)
        if before != after:
            facts = {"table": table, "after": after, "before": before}
            yield _("The table %(table)s has %(after)s rows, expected %(before)s.") % facts
    if expected.standings != found.standings:
        yield _("The standings are not those of the backup.")
