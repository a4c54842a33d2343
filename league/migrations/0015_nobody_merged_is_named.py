"""The database lets nothing name somebody who was merged into another."""

from __future__ import annotations

from django.db import migrations

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [("league", "0014_login_names_in_any_case")]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
