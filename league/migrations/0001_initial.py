"""Everything that a club keeps; and the database refuses UPDATE and DELETE on the audit trail."""

from __future__ import annotations

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.serializers.json
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.utils.timezone
import league.models.club
import uuid
from django.conf import settings
from django.db import migrations, models

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from league.models.trail import INSTALL, REMOVE


def install(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Put the triggers up that make the trail append-only."""
    for statement in INSTALL[editor.connection.vendor]:
        editor.execute(statement)


def remove(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the triggers down."""
    for statement in REMOVE[editor.connection.vendor]:
        editor.execute(statement)


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("rules", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "A user with that username already exists."},
                        help_text="Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.",
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                        verbose_name="username",
                    ),
                ),
                (
                    "first_name",
                    models.CharField(blank=True, max_length=150, verbose_name="first name"),
                ),
                (
                    "last_name",
                    models.CharField(blank=True, max_length=150, verbose_name="last name"),
                ),
                (
                    "email",
                    models.EmailField(blank=True, max_length=254, verbose_name="email address"),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
            managers=[
                ("objects", django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, unique=True, verbose_name="address")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "time_zone",
                    models.CharField(
                        default="Asia/Tokyo",
                        max_length=40,
                        validators=[league.models.club.validate_time_zone],
                        verbose_name="time zone",
                    ),
                ),
                (
                    "day_turns_at",
                    models.PositiveSmallIntegerField(
                        default=5,
                        validators=[django.core.validators.MaxValueValidator(12)],
                        verbose_name="day starts at",
                    ),
                ),
                (
                    "language",
                    models.CharField(
                        choices=[("ja", "Japanese"), ("en", "English")],
                        default="ja",
                        max_length=2,
                        verbose_name="language",
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("members", "members only"), ("public", "everyone")],
                        default="members",
                        max_length=8,
                        verbose_name="who can view",
                    ),
                ),
                (
                    "names_shown",
                    models.CharField(
                        choices=[("display", "display names"), ("full", "full names")],
                        default="display",
                        max_length=8,
                        verbose_name="names shown",
                    ),
                ),
                (
                    "year_starts_in",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(12),
                        ],
                        verbose_name="year starts in",
                    ),
                ),
                ("is_demo", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("day_turns_at__lte", 12)), name="day_turns_by_noon"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("year_starts_in__range", (1, 12))),
                        name="year_starts_in_a_month",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClubRuleSet",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rule_sets",
                        to="league.club",
                    ),
                ),
                (
                    "rule_set",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="in_club",
                        to="rules.ruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="EveningPass",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AuditEvent",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("actor_name", models.CharField(blank=True, max_length=80)),
                ("type", models.CharField(max_length=40)),
                ("object_id", models.BigIntegerField()),
                (
                    "before",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, null=True
                    ),
                ),
                (
                    "after",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, null=True
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="audit_events",
                        to="league.club",
                    ),
                ),
                (
                    "evening_pass",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.eveningpass",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Hanchan",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("table", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveSmallIntegerField()),
                ("sticks", models.PositiveIntegerField(default=0)),
                ("ended_by_time", models.BooleanField(default=False)),
                ("remark", models.CharField(blank=True, max_length=200)),
                ("scores_are_given", models.BooleanField(default=False)),
                ("points_are_known", models.BooleanField(default=True)),
                ("outside_id", models.CharField(blank=True, max_length=80)),
                (
                    "options",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[
                            ("form", "entry form"),
                            ("sheet", "score sheet"),
                            ("api", "API"),
                            ("file", "file"),
                            ("live", "live table"),
                            ("tenhou", "Tenhou record"),
                            ("lobby", "Tenhou result list"),
                        ],
                        max_length=8,
                    ),
                ),
                ("key", models.UUIDField()),
                ("digest", models.CharField(max_length=64)),
                ("revision", models.PositiveIntegerField(default=1)),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                ("voided_at", models.DateTimeField(blank=True, null=True)),
                ("void_reason", models.CharField(blank=True, max_length=200)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hanchan",
                        to="league.club",
                    ),
                ),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_with",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="league.eveningpass",
                    ),
                ),
            ],
            options={
                "ordering": ["day", "table", "number", "pk"],
            },
        ),
        migrations.CreateModel(
            name="Kyoku",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("dealer", models.PositiveSmallIntegerField()),
                ("honba", models.PositiveSmallIntegerField(default=0)),
                ("sticks", models.PositiveIntegerField(default=0)),
                (
                    "result",
                    models.CharField(
                        choices=[
                            ("ron", "ron"),
                            ("tsumo", "tsumo"),
                            ("draw", "draw"),
                            ("abort", "abortive draw"),
                            ("nagashi", "nagashi"),
                            ("chombo", "chombo"),
                        ],
                        max_length=8,
                    ),
                ),
                ("winners", models.PositiveSmallIntegerField(default=0)),
                ("discarder", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("riichi", models.PositiveSmallIntegerField(default=0)),
                ("tenpai", models.PositiveSmallIntegerField(default=0)),
                ("called", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("delta_0", models.IntegerField(default=0)),
                ("delta_1", models.IntegerField(default=0)),
                ("delta_2", models.IntegerField(default=0)),
                ("delta_3", models.IntegerField(blank=True, null=True)),
                ("told", models.JSONField(encoder=django.core.serializers.json.DjangoJSONEncoder)),
                (
                    "hanchan",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kyoku",
                        to="league.hanchan",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("slug", models.SlugField(max_length=40, verbose_name="address")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "minimum_games",
                    models.PositiveSmallIntegerField(
                        default=0, verbose_name="minimum games a month"
                    ),
                ),
                (
                    "guests_ranked",
                    models.BooleanField(default=False, verbose_name="guests are ranked"),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("is_active", models.BooleanField(default=True, verbose_name="in progress")),
                (
                    "record_scores",
                    models.CharField(
                        choices=[
                            ("rules", "settled under this league's rules"),
                            ("record", "as in the record"),
                        ],
                        default="rules",
                        max_length=6,
                        verbose_name="scores of imported records",
                    ),
                ),
                (
                    "teams_from_names",
                    models.BooleanField(default=False, verbose_name="teams from names (name@team)"),
                ),
                ("revision", models.PositiveBigIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leagues",
                        to="league.club",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="leagues",
                        to="league.clubruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
            },
        ),
        migrations.AddField(
            model_name="hanchan",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hanchan",
                to="league.league",
            ),
        ),
        migrations.CreateModel(
            name="LiveTable",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("table", models.PositiveSmallIntegerField(default=1)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "being played"),
                            ("finished", "finished"),
                            ("given_up", "abandoned"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("key", models.UUIDField()),
                ("revision", models.PositiveIntegerField(default=1)),
                (
                    "hands",
                    models.JSONField(
                        blank=True,
                        default=list,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "undone",
                    models.JSONField(
                        blank=True,
                        default=list,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "current",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("changed_at", models.DateTimeField(auto_now=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="live_tables",
                        to="league.club",
                    ),
                ),
                (
                    "hanchan",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="live_tables",
                        to="league.hanchan",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="live_tables",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="LiveEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.UUIDField()),
                ("seen", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("action", models.CharField(max_length=12)),
                (
                    "told",
                    models.JSONField(
                        default=dict, encoder=django.core.serializers.json.DjangoJSONEncoder
                    ),
                ),
                ("entered_at", models.DateTimeField(auto_now_add=True)),
                (
                    "entered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entered_with",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="league.eveningpass",
                    ),
                ),
                (
                    "live",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="league.livetable",
                    ),
                ),
            ],
            options={
                "ordering": ["revision"],
            },
        ),
        migrations.CreateModel(
            name="Member",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("member", "member"),
                            ("scorer", "scorer"),
                            ("organizer", "organizer"),
                            ("owner", "owner"),
                        ],
                        default="member",
                        max_length=10,
                        verbose_name="role",
                    ),
                ),
                ("display_name", models.CharField(max_length=40, verbose_name="display name")),
                (
                    "full_name",
                    models.CharField(blank=True, max_length=60, verbose_name="full name"),
                ),
                ("kana", models.CharField(blank=True, max_length=60, verbose_name="kana")),
                ("romaji", models.CharField(blank=True, max_length=60, verbose_name="romaji")),
                ("aliases", models.JSONField(blank=True, default=list, verbose_name="other names")),
                (
                    "tenhou_names",
                    models.JSONField(blank=True, default=list, verbose_name="Tenhou names"),
                ),
                ("search", models.TextField(default="", editable=False)),
                ("is_guest", models.BooleanField(default=False, verbose_name="guest")),
                ("joined_on", models.DateField(blank=True, null=True, verbose_name="joined on")),
                ("left_on", models.DateField(blank=True, null=True, verbose_name="left on")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="league.club",
                    ),
                ),
                (
                    "merged_into",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="merged",
                        to="league.member",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["kana", "display_name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="LiveSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "live",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="league.livetable",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="live_seats",
                        to="league.member",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.CreateModel(
            name="Adjustment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(verbose_name="day")),
                ("points", models.IntegerField(verbose_name="points")),
                ("reason", models.CharField(max_length=200, verbose_name="reason")),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("made_by_name", models.CharField(blank=True, max_length=80)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_by_name", models.CharField(blank=True, max_length=80)),
                ("withdraw_reason", models.CharField(blank=True, max_length=200)),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="league.league",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="adjustments",
                        to="league.member",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "-pk"],
            },
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
                ("prizes", models.JSONField(blank=True, null=True)),
                ("games", models.PositiveIntegerField()),
                ("closed_at", models.DateTimeField(auto_now_add=True)),
                ("closed_by_name", models.CharField(blank=True, max_length=80)),
                ("reopened_at", models.DateTimeField(blank=True, null=True)),
                ("reopened_by_name", models.CharField(blank=True, max_length=80)),
                ("reopen_reason", models.CharField(blank=True, max_length=200)),
                (
                    "closed_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "last_game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="league.hanchan",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="closes",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-month", "-pk"],
            },
        ),
        migrations.CreateModel(
            name="Penalty",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("kind", models.CharField(max_length=40)),
                ("count", models.PositiveSmallIntegerField(default=1)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "hanchan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="penalties",
                        to="league.hanchan",
                    ),
                ),
            ],
            options={
                "ordering": ["seat", "kind"],
            },
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("position", models.PositiveSmallIntegerField(default=0)),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="name")),
                (
                    "measure",
                    models.CharField(
                        choices=[
                            ("total", "total"),
                            ("average", "average score"),
                            ("top", "top rate"),
                            ("top_two", "top-two rate"),
                            ("last", "last-place avoidance rate"),
                            ("place", "average place"),
                            ("best", "best game"),
                            ("games", "most games"),
                        ],
                        max_length=8,
                        verbose_name="given for",
                    ),
                ),
                (
                    "minimum_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="minimum games"),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["position", "pk"],
            },
        ),
        migrations.CreateModel(
            name="RatingRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("revision", models.PositiveBigIntegerField()),
                ("games", models.PositiveIntegerField()),
                ("last_day", models.DateField(null=True)),
                ("finished_at", models.DateTimeField()),
                ("is_current", models.BooleanField(default=False)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_runs",
                        to="league.league",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatingPoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("games", models.PositiveIntegerField()),
                ("mean", models.IntegerField()),
                ("deviation", models.IntegerField()),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to="league.member",
                    ),
                ),
                (
                    "run",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="points",
                        to="league.ratingrun",
                    ),
                ),
            ],
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
                            ("move", "change of date"),
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
                            ("given_up", "abandoned"),
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
                (
                    "arriving",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="arrivals",
                        to="rules.ruleversion",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rule_changes",
                        to="league.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "leaving",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="departures",
                        to="rules.ruleversion",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="changes",
                        to="league.clubruleset",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
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
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.league",
                    ),
                ),
                (
                    "change",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="dirty_days",
                        to="league.rulechange",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "minimum_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="minimum games"),
                ),
                (
                    "maximum_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="maximum games"),
                ),
                (
                    "best_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="only the best games"),
                ),
                (
                    "worst_dropped",
                    models.PositiveSmallIntegerField(default=0, verbose_name="worst games dropped"),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                ("has_teams", models.BooleanField(default=False, verbose_name="teams are ranked")),
                (
                    "options",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seasons",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-starts_on"],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("points", models.IntegerField()),
                ("chips", models.SmallIntegerField(default=0)),
                ("given_score", models.IntegerField(blank=True, null=True)),
                ("is_yakitori", models.BooleanField(default=False)),
                ("busted_by", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "hanchan",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="league.hanchan",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="league.member",
                    ),
                ),
            ],
            options={
                "ordering": ["seat"],
            },
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField(verbose_name="day")),
                ("title", models.CharField(blank=True, max_length=60, verbose_name="title")),
                ("place", models.CharField(blank=True, max_length=60, verbose_name="place")),
                ("note", models.TextField(blank=True, max_length=2000, verbose_name="note")),
                (
                    "options",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                ("is_off_list", models.BooleanField(default=False)),
                (
                    "attendants",
                    models.ManyToManyField(blank=True, related_name="sessions", to="league.member"),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions",
                        to="league.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "-pk"],
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
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.club",
                    ),
                ),
                (
                    "corrects",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrections",
                        to="league.ruling",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "hanchan",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.hanchan",
                    ),
                ),
                (
                    "rule_set",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.clubruleset",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rulings",
                        to="league.session",
                    ),
                ),
            ],
            options={
                "ordering": ["-day", "-pk"],
            },
        ),
        migrations.AddField(
            model_name="livetable",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="live_tables",
                to="league.session",
            ),
        ),
        migrations.AddField(
            model_name="hanchan",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="hanchan",
                to="league.session",
            ),
        ),
        migrations.AddField(
            model_name="eveningpass",
            name="session",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="passes",
                to="league.session",
            ),
        ),
        migrations.CreateModel(
            name="Settlement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("hanchan_revision", models.PositiveIntegerField()),
                ("place_0", models.PositiveSmallIntegerField()),
                ("place_1", models.PositiveSmallIntegerField()),
                ("place_2", models.PositiveSmallIntegerField()),
                ("place_3", models.PositiveSmallIntegerField(null=True)),
                ("score_0", models.IntegerField()),
                ("score_1", models.IntegerField()),
                ("score_2", models.IntegerField()),
                ("score_3", models.IntegerField(null=True)),
                ("apart", models.IntegerField(default=0)),
                ("result", models.CharField(blank=True, max_length=16)),
                ("dabu_ken", models.PositiveSmallIntegerField(null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("reason", models.CharField(blank=True, max_length=200)),
                (
                    "change",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="settlements",
                        to="league.rulechange",
                    ),
                ),
                (
                    "hanchan",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="settlements",
                        to="league.hanchan",
                    ),
                ),
                (
                    "version",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="settlements",
                        to="rules.ruleversion",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SheetImport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=200)),
                ("data", models.BinaryField()),
                (
                    "layout",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "choices",
                    models.JSONField(
                        blank=True,
                        default=dict,
                        encoder=django.core.serializers.json.DjangoJSONEncoder,
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "awaiting review"),
                            ("stored", "stored"),
                            ("undone", "undone"),
                        ],
                        default="open",
                        max_length=6,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
                ("stored_at", models.DateTimeField(blank=True, null=True)),
                ("games", models.PositiveIntegerField(default=0)),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("undone_by_name", models.CharField(blank=True, max_length=80)),
                ("undo_reason", models.CharField(blank=True, max_length=200)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet_imports",
                        to="league.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sheet_imports",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.AddField(
            model_name="hanchan",
            name="from_sheet",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="hanchan",
                to="league.sheetimport",
            ),
        ),
        migrations.CreateModel(
            name="Stage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "minimum_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="minimum games"),
                ),
                (
                    "maximum_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="maximum games"),
                ),
                (
                    "best_games",
                    models.PositiveSmallIntegerField(default=0, verbose_name="only the best games"),
                ),
                (
                    "worst_dropped",
                    models.PositiveSmallIntegerField(default=0, verbose_name="worst games dropped"),
                ),
                ("position", models.PositiveSmallIntegerField()),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("starts_on", models.DateField(verbose_name="first day")),
                ("ends_on", models.DateField(verbose_name="last day")),
                (
                    "carry",
                    models.CharField(
                        choices=[
                            ("none", "starts at zero"),
                            ("whole", "all points are carried over"),
                            ("half", "half of the points is carried over"),
                        ],
                        default="none",
                        max_length=5,
                        verbose_name="points so far",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="stages",
                        to="league.season",
                    ),
                ),
            ],
            options={
                "ordering": ["position"],
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
                (
                    "change",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tally_pages",
                        to="league.rulechange",
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tally_pages",
                        to="league.league",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "span",
                    models.CharField(choices=[("day", "day"), ("month", "month")], max_length=5),
                ),
                ("start", models.DateField()),
                ("games", models.PositiveIntegerField()),
                ("first", models.PositiveIntegerField()),
                ("second", models.PositiveIntegerField()),
                ("third", models.PositiveIntegerField()),
                ("fourth", models.PositiveIntegerField()),
                ("place_halves", models.PositiveIntegerField()),
                ("score", models.BigIntegerField()),
                ("points", models.BigIntegerField()),
                ("points_games", models.PositiveIntegerField(default=0)),
                ("best", models.IntegerField()),
                ("worst", models.IntegerField()),
                ("busts", models.PositiveIntegerField()),
                ("chips", models.IntegerField()),
                ("top_run", models.PositiveIntegerField(default=0)),
                ("top_run_leading", models.PositiveIntegerField(default=0)),
                ("top_run_trailing", models.PositiveIntegerField(default=0)),
                ("no_last_run", models.PositiveIntegerField(default=0)),
                ("no_last_run_leading", models.PositiveIntegerField(default=0)),
                ("no_last_run_trailing", models.PositiveIntegerField(default=0)),
                ("plus_run", models.PositiveIntegerField(default=0)),
                ("plus_run_leading", models.PositiveIntegerField(default=0)),
                ("plus_run_trailing", models.PositiveIntegerField(default=0)),
                ("double_maru_a", models.PositiveIntegerField(default=0)),
                ("maru_a", models.PositiveIntegerField(default=0)),
                ("maru_b", models.PositiveIntegerField(default=0)),
                ("maru_c", models.PositiveIntegerField(default=0)),
                ("floated", models.PositiveIntegerField(default=0)),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="league.member",
                    ),
                ),
                (
                    "page",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tallies",
                        to="league.tallypage",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Team",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="teams",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["name", "pk"],
            },
        ),
        migrations.CreateModel(
            name="TeamMembership",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("joined_on", models.DateField(verbose_name="joins on")),
                ("left_on", models.DateField(blank=True, null=True, verbose_name="last day")),
                (
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="teams",
                        to="league.member",
                    ),
                ),
                (
                    "team",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to="league.team",
                    ),
                ),
            ],
            options={
                "ordering": ["joined_on", "pk"],
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
                            ("ready", "awaiting review"),
                            ("storing", "being stored"),
                            ("done", "done"),
                        ],
                        default="reading",
                        max_length=8,
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenhou_imports",
                        to="league.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenhou_imports",
                        to="league.league",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
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
                            ("known", "already stored"),
                            ("refused", "cannot be stored"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("said", models.TextField(blank=True)),
                (
                    "hanchan",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="league.hanchan",
                    ),
                ),
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="league.tenhouimport",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
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
                (
                    "batch",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="files",
                        to="league.tenhouimport",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.CreateModel(
            name="Job",
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
                            ("verify_standings", "standings check"),
                            ("rescore", "re-scoring"),
                            ("import", "import"),
                        ],
                        max_length=24,
                    ),
                ),
                (
                    "state",
                    models.CharField(
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
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                (
                    "result",
                    models.JSONField(
                        encoder=django.core.serializers.json.DjangoJSONEncoder, null=True
                    ),
                ),
                ("error", models.TextField(blank=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("finished_at", models.DateTimeField(blank=True, null=True)),
                ("alive_at", models.DateTimeField(blank=True, null=True)),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("stop_asked", models.BooleanField(default=False)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="jobs",
                        to="league.club",
                    ),
                ),
                (
                    "change",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="job",
                        to="league.rulechange",
                    ),
                ),
                (
                    "tenhou_import",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="job",
                        to="league.tenhouimport",
                    ),
                ),
            ],
            options={
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Yakuman",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("day", models.DateField()),
                ("discarder", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("pao", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("name", models.CharField(max_length=24)),
                (
                    "hanchan",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="yakuman",
                        to="league.hanchan",
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="yakuman",
                        to="league.member",
                    ),
                ),
            ],
            options={
                "ordering": ["pk"],
            },
        ),
        migrations.AddConstraint(
            model_name="clubruleset",
            constraint=models.UniqueConstraint(
                fields=("club", "slug"), name="rule_set_key_once_a_club"
            ),
        ),
        migrations.AddIndex(
            model_name="auditevent",
            index=models.Index(fields=["club", "type", "object_id"], name="audit_thing"),
        ),
        migrations.AddConstraint(
            model_name="kyoku",
            constraint=models.UniqueConstraint(
                fields=("hanchan", "number"), name="kyoku_once_a_hanchan"
            ),
        ),
        migrations.AddConstraint(
            model_name="kyoku",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("dealer__lte", 3),
                    ("round__lte", 3),
                    models.Q(("discarder__isnull", True), ("discarder__lte", 3), _connector="OR"),
                ),
                name="kyoku_seats_and_rounds",
            ),
        ),
        migrations.AddConstraint(
            model_name="kyoku",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("winners__range", (0, 15)),
                    ("riichi__range", (0, 15)),
                    ("tenpai__range", (0, 15)),
                    models.Q(("called__isnull", True), ("called__range", (0, 15)), _connector="OR"),
                ),
                name="kyoku_sets_of_seats",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.UniqueConstraint(
                fields=("club", "slug"), name="league_address_once_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="liveentry",
            constraint=models.UniqueConstraint(
                fields=("live", "key"), name="live_entry_once_a_key"
            ),
        ),
        migrations.AddConstraint(
            model_name="liveentry",
            constraint=models.UniqueConstraint(
                fields=("live", "revision"), name="live_entry_a_revision"
            ),
        ),
        migrations.AddConstraint(
            model_name="liveentry",
            constraint=models.CheckConstraint(
                condition=models.Q(("revision__gt", models.F("seen"))),
                name="live_entries_go_forward",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                fields=("club", "display_name"), name="display_name_once_a_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.UniqueConstraint(
                condition=models.Q(("user__isnull", False)),
                fields=("club", "user"),
                name="login_once_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="liveseat",
            constraint=models.UniqueConstraint(fields=("live", "seat"), name="live_seat_once"),
        ),
        migrations.AddConstraint(
            model_name="liveseat",
            constraint=models.UniqueConstraint(fields=("live", "member"), name="live_member_once"),
        ),
        migrations.AddConstraint(
            model_name="liveseat",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__lte", 3)), name="live_seats_are_0_to_3"
            ),
        ),
        migrations.AddIndex(
            model_name="adjustment",
            index=models.Index(fields=["league", "day"], name="adjustments_by_day"),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("points", 0), _negated=True), name="adjustment_moves_points"
            ),
        ),
        migrations.AddConstraint(
            model_name="adjustment",
            constraint=models.CheckConstraint(
                condition=models.Q(("reason", ""), _negated=True), name="adjustment_says_why"
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
            model_name="penalty",
            constraint=models.UniqueConstraint(
                fields=("hanchan", "seat", "kind"), name="penalty_kind_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("count__gte", 1), ("count__lte", 9), ("seat__lte", 3)),
                name="penalty_is_sane",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingrun",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_current", True)),
                fields=("league",),
                name="one_rating_run_is_shown",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingpoint",
            constraint=models.UniqueConstraint(
                fields=("run", "member", "day"), name="rating_once_a_day"
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
        migrations.AddConstraint(
            model_name="season",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                name="season_ends_after_it_starts",
            ),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "name"), name="season_name_once_a_league"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("hanchan", "seat"), name="seat_once_a_hanchan"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("hanchan", "member"), name="member_once_a_hanchan"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("seat__lte", 3)), name="seats_are_0_to_3"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gte", -1000000), ("points__lte", 1000000)),
                name="points_within_a_million",
            ),
        ),
        migrations.AddConstraint(
            model_name="session",
            constraint=models.UniqueConstraint(
                fields=("club", "day", "title"), name="session_once_a_day"
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
            model_name="livetable",
            constraint=models.UniqueConstraint(fields=("club", "key"), name="one_live_table_a_key"),
        ),
        migrations.AddConstraint(
            model_name="livetable",
            constraint=models.UniqueConstraint(
                condition=models.Q(("state", "open")),
                fields=("session", "table"),
                name="one_open_live_table",
            ),
        ),
        migrations.AddIndex(
            model_name="settlement",
            index=models.Index(
                fields=["hanchan", "hanchan_revision", "id"], name="settlement_latest"
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "apart",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("score_0"), "+", models.F("score_1")
                                ),
                                "+",
                                models.F("score_2"),
                            ),
                            "+",
                            django.db.models.functions.comparison.Coalesce(
                                "score_3", models.Value(0)
                            ),
                        ),
                    )
                ),
                name="scores_sum_to_zero",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("place_0__range", (1, 4)),
                    ("place_1__range", (1, 4)),
                    ("place_2__range", (1, 4)),
                    models.Q(
                        ("place_3__isnull", True), ("place_3__range", (1, 4)), _connector="OR"
                    ),
                ),
                name="places_are_1_to_4",
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
        migrations.AddIndex(
            model_name="hanchan",
            index=models.Index(fields=["league", "day"], name="hanchan_by_league_day"),
        ),
        migrations.AddIndex(
            model_name="hanchan",
            index=models.Index(fields=["club", "-day", "-id"], name="hanchan_latest"),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.UniqueConstraint(
                condition=models.Q(("voided_at__isnull", True)),
                fields=("session", "table", "number"),
                name="one_live_game_a_table_and_number",
            ),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.UniqueConstraint(fields=("club", "key"), name="one_game_a_key"),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.UniqueConstraint(
                condition=models.Q(("outside_id", ""), _negated=True),
                fields=("club", "outside_id"),
                name="one_game_an_outside_id",
            ),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("points_are_known", True), ("scores_are_given", True), _connector="OR"
                ),
                name="points_or_scores_are_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("season", "position"), name="stage_once_a_position"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.UniqueConstraint(
                fields=("season", "name"), name="stage_name_once_a_season"
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("ends_on__gte", models.F("starts_on"))),
                name="stage_ends_after_it_starts",
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
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.UniqueConstraint(
                fields=("page", "span", "start", "member"), name="tally_once_a_stretch"
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "games",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.F("first"), "+", models.F("second")
                                ),
                                "+",
                                models.F("third"),
                            ),
                            "+",
                            models.F("fourth"),
                        ),
                    )
                ),
                name="every_game_has_a_place",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                fields=("league", "name"), name="team_name_once_a_league"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammembership",
            constraint=models.UniqueConstraint(
                fields=("team", "member", "joined_on"), name="joins_a_team_once_a_day"
            ),
        ),
        migrations.AddConstraint(
            model_name="teammembership",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("left_on__isnull", True),
                    ("left_on__gte", models.F("joined_on")),
                    _connector="OR",
                ),
                name="leaves_a_team_after_joining",
            ),
        ),
        migrations.AddConstraint(
            model_name="tenhougame",
            constraint=models.UniqueConstraint(
                fields=("batch", "number"), name="tenhou_game_once_an_import"
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
        migrations.AddIndex(
            model_name="yakuman",
            index=models.Index(fields=["member", "-day", "-hanchan", "-id"], name="yakuman_latest"),
        ),
        migrations.AddConstraint(
            model_name="yakuman",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("seat__lte", 3),
                    models.Q(
                        ("discarder__isnull", True),
                        models.Q(
                            ("discarder__lte", 3),
                            models.Q(("discarder", models.F("seat")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                ),
                name="yakuman_seats_differ",
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
        migrations.RunPython(install, remove),
    ]
