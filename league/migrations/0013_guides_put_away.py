"""Organizers put the guide to a club's beginning away.

SQLite makes the table anew for the column, and loses its triggers: they are put up again.
"""

from __future__ import annotations

from django.db import migrations, models

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [("league", "0012_changes_say_since_when")]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.AddField(
            model_name="club",
            name="guide_put_away",
            field=models.BooleanField(default=False, verbose_name="guide put away"),
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
