"""Members may hide their names from those outside of the club.

SQLite makes the table anew for the column, and loses its triggers: they are put up again.
"""

from __future__ import annotations

from django.db import migrations, models

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [("league", "0017_reading_without_a_login")]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.AddField(
            model_name="member",
            name="hides_name",
            field=models.BooleanField(default=False, verbose_name="name hidden outside the club"),
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
