"""The database takes no two login names that differ in case alone."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Lower


class Migration(migrations.Migration):
    dependencies = [("league", "0013_guides_put_away")]

    operations = [
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(Lower("username"), name="login_names_in_any_case"),
        ),
    ]
