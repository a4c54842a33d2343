"""Rule sets: their versions, headings and clauses."""

import django.core.serializers.json
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="RuleSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name_ja", models.CharField(max_length=80)),
                ("name_en", models.CharField(max_length=80)),
                (
                    "family",
                    models.CharField(
                        choices=[
                            ("riichi", "Riichi"),
                            ("boo", "Boo-mahjong"),
                            ("zung_jung", "Zung Jung"),
                        ],
                        max_length=16,
                    ),
                ),
                ("adopted_from", models.CharField(blank=True, max_length=40)),
            ],
        ),
        migrations.CreateModel(
            name="RuleVersion",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("effective_from", models.DateField(blank=True, null=True)),
                ("number", models.PositiveSmallIntegerField(default=1)),
                (
                    "status",
                    models.CharField(
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
                (
                    "parameters",
                    models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder),
                ),
                ("stated_by", models.JSONField(default=dict)),
                ("changes_ja", models.TextField(blank=True)),
                ("changes_en", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                ("title", models.CharField(blank=True, max_length=80)),
                ("draft_revision", models.PositiveIntegerField(default=0)),
                ("edited_at", models.DateTimeField(blank=True, null=True)),
                ("edited_by", models.CharField(blank=True, max_length=80)),
                (
                    "based_on",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="offspring",
                        to="rules.ruleversion",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="versions",
                        to="rules.ruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["effective_from", "number"],
            },
        ),
        migrations.CreateModel(
            name="Clause",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("code", models.CharField(max_length=24)),
                ("title_ja", models.CharField(max_length=120)),
                ("title_en", models.CharField(max_length=120)),
                ("text_ja", models.TextField()),
                ("text_en", models.TextField()),
                ("section", models.CharField(blank=True, max_length=24)),
                ("states", models.JSONField(default=list)),
                (
                    "written_for",
                    models.JSONField(
                        default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                (
                    "written_for_en",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                ("is_own", models.BooleanField(default=False)),
                ("is_changed", models.BooleanField(default=False)),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="clauses",
                        to="rules.ruleversion",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
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
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sections",
                        to="rules.ruleversion",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
            },
        ),
        migrations.AddConstraint(
            model_name="ruleversion",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "published")),
                fields=("rule_set", "effective_from"),
                name="one_published_version_a_day",
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
        migrations.AddConstraint(
            model_name="clause",
            constraint=models.UniqueConstraint(
                fields=("version", "code"), name="clause_code_once_a_version"
            ),
        ),
        migrations.AddConstraint(
            model_name="section",
            constraint=models.UniqueConstraint(
                fields=("version", "code"), name="section_code_once_a_version"
            ),
        ),
    ]
