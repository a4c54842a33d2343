import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0007_latest_ratings"),
    ]

    operations = [
        migrations.CreateModel(
            name="Download",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("kind", models.CharField(max_length=24)),
                ("query", models.CharField(blank=True, max_length=500)),
                ("language", models.CharField(max_length=8)),
                ("revision", models.CharField(max_length=80)),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("done", "done"), ("failed", "failed")],
                        default="waiting",
                        max_length=8,
                    ),
                ),
                ("headers", models.JSONField(default=dict)),
                ("size", models.PositiveBigIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="downloads",
                        to="league.club",
                    ),
                ),
                (
                    "reader",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="DownloadPart",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "download",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="parts",
                        to="league.download",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.AddConstraint(
            model_name="download",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reader__isnull", False), ("state", "waiting")),
                fields=("club", "reader"),
                name="one_waiting_download_a_reader",
            ),
        ),
        migrations.AddConstraint(
            model_name="downloadpart",
            constraint=models.UniqueConstraint(
                fields=("download", "number"), name="download_part_once"
            ),
        ),
    ]
