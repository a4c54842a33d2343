"""The trail can only grow: the database refuses UPDATE and DELETE on it. Takes no time."""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from league.append_only import INSTALL, REMOVE


def install(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in INSTALL[editor.connection.vendor]:
        editor.execute(statement)


def remove(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for statement in REMOVE[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]
    operations = [migrations.RunPython(install, remove)]
