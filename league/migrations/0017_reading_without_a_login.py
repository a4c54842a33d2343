"""Clubs show their rankings alone, links read one page, and logins have seen the news.

SQLite makes the table of clubs anew for it, and loses its triggers: they are put up again.
"""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [("league", "0016_invitations_and_browsers")]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.RemoveConstraint(model_name="club", name="known_visibility_of_club"),
        migrations.AlterField(
            model_name="club",
            name="visibility",
            field=models.CharField(
                choices=[
                    ("members", "members only"),
                    ("ranking", "rankings for everyone"),
                    ("public", "everyone"),
                ],
                default="members",
                max_length=8,
                verbose_name="who can view",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["members", "ranking", "public"])),
                name="known_visibility_of_club",
            ),
        ),
        migrations.CreateModel(
            name="NewsSeen",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("until", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="league.club",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "news that were seen",
                "verbose_name_plural": "news that were seen",
                "constraints": [
                    models.UniqueConstraint(fields=("club", "user"), name="news_seen_once_a_login")
                ],
            },
        ),
        migrations.CreateModel(
            name="ReadingLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "shows",
                    models.CharField(
                        choices=[
                            ("wall", "wall display"),
                            ("ranking", "rankings"),
                            ("evening", "tonight's score sheet"),
                        ],
                        max_length=8,
                        verbose_name="shows",
                    ),
                ),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                (
                    "frame_site",
                    models.CharField(
                        blank=True, max_length=200, verbose_name="site that may embed it"
                    ),
                ),
                (
                    "shows_pass",
                    models.BooleanField(default=False, verbose_name="shows the evening pass"),
                ),
                ("created_by_name", models.CharField(blank=True, max_length=80)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reading_links",
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
                "verbose_name": "reading link",
                "verbose_name_plural": "reading links",
                "ordering": ["-pk"],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("shows__in", ["wall", "ranking", "evening"])),
                        name="known_shows_of_readinglink",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("shows_pass", False), ("shows", "wall"), _connector="OR"
                        ),
                        name="only_a_wall_shows_the_pass",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("frame_site", ""), ("shows", "ranking"), _connector="OR"
                        ),
                        name="only_rankings_are_embedded",
                    ),
                ],
            },
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
