"""What counts is worked out, so that a change of the rules can be prepared beside it.

Takes a second for some ten thousand tallies.
"""

from __future__ import annotations

from datetime import timedelta

import django.core.serializers.json
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def lay_pages_out(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Give every league's month of tallies the page that counts."""
    tally, page = apps.get_model("league", "Tally"), apps.get_model("league", "TallyPage")
    months = {
        (row[0], row[1].replace(day=1)) for row in tally.objects.values_list("league", "start")
    }
    for league, month in sorted(months):
        last = (month.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        counting = page.objects.create(league_id=league, month=month, counts=True, is_ready=True)
        rows = tally.objects.filter(league_id=league, start__range=(month, last))
        rows.update(page=counting)
    if editor.connection.vendor == "postgresql":
        # the columns change next, and must find no check still waiting
        editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0002_append_only_trail"),
        ("rules", "0002_drafts_and_sections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="DirtyDay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
            ],
        ),
        migrations.CreateModel(
            name="MonthClose",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField()),
                ("rows", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                ("versions", models.JSONField(default=list)),
                ("games", models.PositiveIntegerField()),
                ("closed_at", models.DateTimeField(auto_now_add=True)),
                ("closed_by_name", models.CharField(blank=True, max_length=80)),
                ("reopened_at", models.DateTimeField(blank=True, null=True)),
                ("reopened_by_name", models.CharField(blank=True, max_length=80)),
                ("reopen_reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-month", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="RuleChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("publish", "publication"),
                            ("correct", "correction"),
                            ("move", "another day"),
                            ("withdraw", "withdrawal"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "under way"),
                            ("applied", "in force"),
                            ("given_up", "given up"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                ("altered", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(verbose_name="day")),
                ("clause", models.CharField(max_length=24, verbose_name="clause")),
                ("facts", models.TextField(max_length=2000, verbose_name="what happened")),
                ("outcome", models.TextField(max_length=2000, verbose_name="what was decided")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
                ("voided_at", models.DateTimeField(blank=True, null=True)),
                ("void_reason", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "ordering": ["-day", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="TallyPage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField()),
                ("counts", models.BooleanField()),
                ("is_ready", models.BooleanField(default=False)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="job",
            name="one_open_job_a_kind",
        ),
        migrations.RemoveConstraint(
            model_name="settlement",
            name="settled_once_a_version",
        ),
        migrations.RemoveConstraint(
            model_name="tally",
            name="tally_once_a_stretch",
        ),
        migrations.RemoveField(
            model_name="hanchan",
            name="settlement",
        ),
        migrations.AddField(
            model_name="job",
            name="alive_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="job",
            name="done",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="job",
            name="stop_asked",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="job",
            name="total",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="settlement",
            name="dabu_ken",
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.AddField(
            model_name="settlement",
            name="result",
            field=models.CharField(blank=True, max_length=16),
        ),
        migrations.AddField(
            model_name="tally",
            name="double_maru_a",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tally",
            name="floated",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tally",
            name="maru_a",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tally",
            name="maru_b",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="tally",
            name="maru_c",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="yakuman",
            name="pao",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[("verify_standings", "check of the standings"), ("rescore", "re-scoring")],
                max_length=24,
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "waiting"),
                    ("running", "running"),
                    ("stopped", "stopped"),
                    ("done", "done"),
                    ("failed", "failed"),
                ],
                default="waiting",
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="seat",
            name="hanchan",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seats",
                to="league.hanchan",
            ),
        ),
        migrations.AlterField(
            model_name="settlement",
            name="hanchan",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="settlements",
                to="league.hanchan",
            ),
        ),
        migrations.AlterField(
            model_name="settlement",
            name="version",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="settlements",
                to="rules.ruleversion",
            ),
        ),
        migrations.AddConstraint(
            model_name="yakuman",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("pao__isnull", True),
                    models.Q(("pao__lte", 3), models.Q(("pao", models.F("seat")), _negated=True)),
                    _connector="OR",
                ),
                name="pao_is_another_seat",
            ),
        ),
        migrations.AddField(
            model_name="dirtyday",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
            ),
        ),
        migrations.AddField(
            model_name="monthclose",
            name="closed_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="monthclose",
            name="last_game",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.hanchan",
            ),
        ),
        migrations.AddField(
            model_name="monthclose",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="closes",
                to="league.league",
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="arriving",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="arrivals",
                to="rules.ruleversion",
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rule_changes",
                to="league.club",
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="leaving",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="departures",
                to="rules.ruleversion",
            ),
        ),
        migrations.AddField(
            model_name="rulechange",
            name="rule_set",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="changes",
                to="league.clubruleset",
            ),
        ),
        migrations.AddField(
            model_name="dirtyday",
            name="change",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="dirty_days",
                to="league.rulechange",
            ),
        ),
        migrations.AddField(
            model_name="job",
            name="change",
            field=models.OneToOneField(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="job",
                to="league.rulechange",
            ),
        ),
        migrations.AddField(
            model_name="settlement",
            name="change",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="settlements",
                to="league.rulechange",
            ),
        ),
        migrations.AddIndex(
            model_name="settlement",
            index=models.Index(
                fields=["hanchan", "hanchan_revision", "id"], name="settlement_latest"
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.UniqueConstraint(
                condition=models.Q(("change__isnull", True), ("state__in", ["waiting", "running"])),
                fields=("club", "kind"),
                name="one_open_job_a_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("dabu_ken__isnull", True), ("dabu_ken__lte", 3), _connector="OR"
                ),
                name="dabu_ken_is_a_seat",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rulings",
                to="league.club",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="corrects",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="corrections",
                to="league.ruling",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="created_by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="hanchan",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rulings",
                to="league.hanchan",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="rule_set",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rulings",
                to="league.clubruleset",
            ),
        ),
        migrations.AddField(
            model_name="ruling",
            name="session",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="rulings",
                to="league.session",
            ),
        ),
        migrations.AddField(
            model_name="tallypage",
            name="change",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tally_pages",
                to="league.rulechange",
            ),
        ),
        migrations.AddField(
            model_name="tallypage",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tally_pages",
                to="league.league",
            ),
        ),
        migrations.AddField(
            model_name="tally",
            name="page",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tallies",
                to="league.tallypage",
            ),
        ),
        migrations.RunPython(lay_pages_out, migrations.RunPython.noop),
        migrations.RemoveField(model_name="tally", name="league"),
        migrations.AlterField(
            model_name="tally",
            name="page",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tallies",
                to="league.tallypage",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("page", "span", "start", "member"), name="tally_once_a_stretch"
            ),
        ),
        migrations.AddConstraint(
            model_name="monthclose",
            constraint=models.UniqueConstraint(
                condition=models.Q(("reopened_at__isnull", True)),
                fields=("league", "month"),
                name="a_month_is_closed_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulechange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("rule_set",),
                name="one_open_change_a_set",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("arriving__isnull", False),
                    ("leaving__isnull", False),
                    ("state", "given_up"),
                    _connector="OR",
                ),
                name="a_change_changes_something",
            ),
        ),
        migrations.AddConstraint(
            model_name="dirtyday",
            constraint=models.UniqueConstraint(
                fields=("change", "league", "day"), name="a_day_is_dirty_once"
            ),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["rule_set", "clause"], name="ruling_by_clause"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at__isnull", True)),
                fields=("corrects",),
                name="one_correction_counts",
            ),
        ),
        migrations.AddConstraint(
            model_name="tallypage",
            constraint=models.UniqueConstraint(
                condition=models.Q(("counts", True)),
                fields=("league", "month"),
                name="one_page_counts",
            ),
        ),
        migrations.AddConstraint(
            model_name="tallypage",
            constraint=models.UniqueConstraint(
                condition=models.Q(("counts", False)),
                fields=("league", "month", "change"),
                name="one_page_a_change",
            ),
        ),
    ]
