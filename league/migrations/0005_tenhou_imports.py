"""Imports of Tenhou records, and the jobs that carry them out; takes a moment."""

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0004_live_tables_and_records"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="TenhouFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200)),
                ("data", models.BinaryField()),
                ("read", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="TenhouGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("file", models.CharField(blank=True, max_length=200)),
                ("line", models.PositiveIntegerField(blank=True, null=True)),
                (
                    "found",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, null=True
                    ),
                ),
                (
                    "kyoku",
                    models.JSONField(
                        default=list, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                (
                    "differences",
                    models.JSONField(
                        default=list, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                ("error", models.TextField(blank=True)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not stored yet"),
                            ("stored", "stored"),
                            ("known", "known already"),
                            ("refused", "cannot be stored"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("said", models.TextField(blank=True)),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="TenhouImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(blank=True, null=True)),
                ("lobby", models.CharField(blank=True, max_length=12)),
                (
                    "choices",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                ("remembers", models.BooleanField(default=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("reading", "being read"),
                            ("ready", "to be looked at"),
                            ("storing", "being stored"),
                            ("done", "done"),
                        ],
                        default="reading",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="one_open_job_a_kind",
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("verify_standings", "check of the standings"),
                    ("rescore", "re-scoring"),
                    ("import", "import"),
                ],
                max_length=24,
            ),
        ),
        migrations.AddField(
            model_name="tenhougame",
            name="hanchan",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="league.hanchan",
            ),
        ),
        migrations.AddField(
            model_name="tenhouimport",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tenhou_imports",
                to="league.club",
            ),
        ),
        migrations.AddField(
            model_name="tenhouimport",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="tenhouimport",
            name="league",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tenhou_imports",
                to="league.league",
            ),
        ),
        migrations.AddField(
            model_name="tenhougame",
            name="batch",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="games",
                to="league.tenhouimport",
            ),
        ),
        migrations.AddField(
            model_name="tenhoufile",
            name="batch",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="files",
                to="league.tenhouimport",
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="tenhou_import",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="job",
                to="league.tenhouimport",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(
                    ("change__isnull", True),
                    ("state__in", ["waiting", "running"]),
                    ("tenhou_import__isnull", True),
                ),
                fields=("club", "kind"),
                name="one_open_job_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="tenhougame",
            constraint=models.UniqueConstraint(
                fields=("batch", "number"), name="tenhou_game_once_an_import"
            ),
        ),
    ]
