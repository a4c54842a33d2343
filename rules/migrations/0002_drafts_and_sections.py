"""Drafts that may leave their day open, headings, and what a clause was written for."""

from __future__ import annotations


import django.core.serializers.json
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rules", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="Section",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("code", models.CharField(max_length=24)),
                ("level", models.PositiveSmallIntegerField(default=1)),
                ("title_ja", models.CharField(max_length=120)),
                ("title_en", models.CharField(max_length=120)),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.RemoveConstraint(
            model_name="ruleversion",
            name="version_label_is_unique",
        ),
        migrations.AddField(
            model_name="clause",
            name="is_own",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="clause",
            name="section",
            field=models.CharField(blank=True, max_length=24),
        ),
        migrations.AddField(
            model_name="clause",
            name="written_for",
            field=models.JSONField(
                default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder
            ),
        ),
        migrations.AddField(
            model_name="clause",
            name="written_for_en",
            field=models.JSONField(
                blank=True,
                default=dict,
                encoder=django.core.serializers.json.DjangoJSONEncoder,
            ),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="based_on",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="offspring",
                to="rules.ruleversion",
            ),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="draft_revision",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="edited_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="edited_by",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AddField(
            model_name="ruleversion",
            name="title",
            field=models.CharField(blank=True, max_length=80),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="effective_from",
            field=models.DateField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="ruleversion",
            name="status",
            field=models.CharField(
                choices=[
                    ("draft", "draft"),
                    ("pending", "being published"),
                    ("published", "published"),
                    ("superseded", "superseded"),
                    ("withdrawn", "withdrawn"),
                ],
                default="draft",
                max_length=12,
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("number__gte", 1)),
                fields=("rule_set", "effective_from", "number"),
                name="version_label_is_unique",
            ),
        ),
        migrations.AddConstraint(
            model_name="ruleversion",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("status", "draft"),
                    models.Q(("effective_from__isnull", False), ("number__gte", 1)),
                    _connector="OR",
                ),
                name="only_drafts_have_no_day",
            ),
        ),
        migrations.AddField(
            model_name="section",
            name="version",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="sections",
                to="rules.ruleversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(
                fields=("version", "code"), name="section_code_once_a_version"
            ),
        ),
    ]
