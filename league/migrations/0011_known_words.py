"""The database takes no word that a field does not offer.

SQLite makes a table anew to give it a constraint, and loses its triggers: they are put up again.
"""

from __future__ import annotations

from django.db import migrations, models

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0010_words_of_the_tables"),
        ("rules", "0003_known_words"),
    ]

    operations = [
        migrations.RunPython(guards.take_down, guards.put_up),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("language__in", ["ja", "en"])), name="known_language_of_club"
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("visibility__in", ["members", "public"])),
                name="known_visibility_of_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(("names_shown__in", ["display", "full"])),
                name="known_names_shown_of_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="download",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["waiting", "done", "failed"])),
                name="known_state_of_download",
            ),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("source__in", ["form", "sheet", "api", "file", "live", "tenhou", "lobby"])
                ),
                name="known_source_of_hanchan",
            ),
        ),
        migrations.AlterField(
            model_name="job",
            name="kind",
            field=models.CharField(
                choices=[
                    ("verify_standings", "standings check"),
                    ("rescore", "re-scoring"),
                    ("import", "import"),
                    ("thin_settlements", "removal of old scores"),
                    ("rating", "rating"),
                    ("export", "file"),
                ],
                max_length=24,
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        [
                            "verify_standings",
                            "rescore",
                            "import",
                            "thin_settlements",
                            "rating",
                            "export",
                        ],
                    )
                ),
                name="known_kind_of_job",
            ),
        ),
        migrations.AddConstraint(
            model_name="job",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("state__in", ["waiting", "running", "stopped", "done", "failed"])
                ),
                name="known_state_of_job",
            ),
        ),
        migrations.AddConstraint(
            model_name="kyoku",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("result__in", ["ron", "tsumo", "draw", "abort", "nagashi", "chombo"])
                ),
                name="known_result_of_kyoku",
            ),
        ),
        migrations.AddConstraint(
            model_name="league",
            constraint=models.CheckConstraint(
                condition=models.Q(("record_scores__in", ["rules", "record"])),
                name="known_record_scores_of_league",
            ),
        ),
        migrations.AddConstraint(
            model_name="livetable",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "finished", "given_up"])),
                name="known_state_of_livetable",
            ),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["member", "scorer", "organizer", "owner"])),
                name="known_role_of_member",
            ),
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "measure__in",
                        ["total", "average", "top", "top_two", "last", "place", "best", "games"],
                    )
                ),
                name="known_measure_of_prize",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["publish", "correct", "move", "withdraw"])),
                name="known_kind_of_rulechange",
            ),
        ),
        migrations.AddConstraint(
            model_name="rulechange",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "applied", "given_up"])),
                name="known_state_of_rulechange",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetimport",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["open", "stored", "undone"])),
                name="known_state_of_sheetimport",
            ),
        ),
        migrations.AddConstraint(
            model_name="stage",
            constraint=models.CheckConstraint(
                condition=models.Q(("carry__in", ["none", "whole", "half"])),
                name="known_carry_of_stage",
            ),
        ),
        migrations.AddConstraint(
            model_name="tally",
            constraint=models.CheckConstraint(
                condition=models.Q(("span__in", ["day", "month"])), name="known_span_of_tally"
            ),
        ),
        migrations.AddConstraint(
            model_name="tenhougame",
            constraint=models.CheckConstraint(
                condition=models.Q(("outcome__in", ["", "stored", "known", "refused"])),
                name="known_outcome_of_tenhougame",
            ),
        ),
        migrations.AddConstraint(
            model_name="tenhouimport",
            constraint=models.CheckConstraint(
                condition=models.Q(("state__in", ["reading", "ready", "storing", "done"])),
                name="known_state_of_tenhouimport",
            ),
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
