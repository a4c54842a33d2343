"""The database takes no rule change in force that does not say since when.

SQLite makes the table anew for it, and loses its triggers: they are put up again.
"""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F

from league.models import guards


def say_since_when(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give a change that an older archive brought without it the moment it was made."""
    changes = apps.get_model("league", "RuleChange").objects
    changes.filter(state="applied", closed_at=None).update(closed_at=F("created_at"))


class Migration(migrations.Migration):
    dependencies = [("league", "0011_known_words")]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.RunPython(say_since_when, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="rulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("state", "applied"), _negated=True),
                    ("closed_at__isnull", False),
                    _connector="OR",
                ),
                name="a_change_in_force_says_since_when",
            ),
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
