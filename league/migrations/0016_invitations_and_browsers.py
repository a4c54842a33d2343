"""Invitations, founding links, and sessions that name the login that they open.

Who is logged in stays so: Django's sessions are copied. Django's table stays, empty, as its app does.
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.utils import timezone


def copy_sessions(apps, schema_editor):
    """Copy the sessions that have not ended, a thousand at a time."""
    from league.core.door import SessionStore

    old, new = apps.get_model("sessions", "Session"), apps.get_model("league", "BrowserSession")
    users = set(apps.get_model("league", "User").objects.values_list("pk", flat=True))
    store, rows = SessionStore(), []
    for session in old.objects.filter(expire_date__gt=timezone.now()).iterator(chunk_size=1000):
        user = int(store.decode(session.session_data).get("_auth_user_id", 0))
        rows.append(
            new(
                session_key=session.session_key,
                session_data=session.session_data,
                expire_date=session.expire_date,
                user_id=user if user in users else None,
            )
        )
        if len(rows) == 1000:
            new.objects.bulk_create(rows)
            rows = []
    new.objects.bulk_create(rows)
    old.objects.all().delete()


def copy_back(apps, schema_editor):
    """Give Django's table its sessions again."""
    old, new = apps.get_model("sessions", "Session"), apps.get_model("league", "BrowserSession")
    fields = ("session_key", "session_data", "expire_date")
    rows = new.objects.values(*fields).iterator(chunk_size=1000)
    old.objects.bulk_create((old(**row) for row in rows), batch_size=1000)


class Migration(migrations.Migration):
    dependencies = [
        ("sessions", "0001_initial"),
        ("league", "0015_nobody_merged_is_named"),
    ]

    operations = [
        migrations.CreateModel(
            name="BrowserSession",
            fields=[
                (
                    "session_key",
                    models.CharField(
                        max_length=40, primary_key=True, serialize=False, verbose_name="session key"
                    ),
                ),
                ("session_data", models.TextField(verbose_name="session data")),
                ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
                ("browser", models.CharField(default="", editable=False, max_length=200)),
                ("last_used_on", models.DateField(editable=False, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        editable=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="browser_sessions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "browser’s session",
                "verbose_name_plural": "browsers’ sessions",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="FoundingLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=60, verbose_name="for whom")),
                (
                    "club",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="founding_link",
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
            ],
            options={
                "verbose_name": "founding link",
                "verbose_name_plural": "founding links",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
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
                    "member",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="league.member",
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ["-pk"],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(
                            ("accepted_at__isnull", True), ("revoked_at__isnull", True)
                        ),
                        fields=("member",),
                        name="one_open_invitation_a_member",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("accepted_at__isnull", True),
                            ("revoked_at__isnull", True),
                            _connector="OR",
                        ),
                        name="invitation_accepted_or_revoked",
                    ),
                ],
            },
        ),
        migrations.RunPython(copy_sessions, copy_back),
    ]
