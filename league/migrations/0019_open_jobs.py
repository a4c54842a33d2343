"""What is looked for every few seconds, and before each job, is found without reading all jobs."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0018_names_hidden_outside")]

    operations = [
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("state__in", ["waiting", "running"])),
                fields=["state"],
                name="open_jobs",
            ),
        ),
    ]
