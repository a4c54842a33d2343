"""What the database refuses by itself: more constraints, and the triggers of ``guards``."""

from __future__ import annotations

import django.core.validators
import django.db.models.expressions
from django.db import migrations, models

from league.models import guards


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0003_api_tokens"),
    ]

    operations = [
        migrations.AlterField(
            model_name="hanchan",
            name="number",
            field=models.PositiveSmallIntegerField(
                validators=[django.core.validators.MinValueValidator(1)]
            ),
        ),
        migrations.AlterField(
            model_name="hanchan",
            name="revision",
            field=models.PositiveIntegerField(
                default=1, validators=[django.core.validators.MinValueValidator(1)]
            ),
        ),
        migrations.AlterField(
            model_name="hanchan",
            name="table",
            field=models.PositiveSmallIntegerField(
                default=1, validators=[django.core.validators.MinValueValidator(1)]
            ),
        ),
        migrations.AddConstraint(
            model_name="hanchan",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("revision__gte", 1), ("table__gte", 1)),
                name="games_count_from_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="livetable",
            constraint=models.CheckConstraint(
                condition=models.Q(("number__gte", 1), ("revision__gte", 1), ("table__gte", 1)),
                name="live_tables_count_from_1",
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("busted_by__isnull", True),
                    models.Q(
                        ("busted_by__lte", 3),
                        models.Q(("busted_by", models.F("seat")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="busted_by_another_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "place_0",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.Case(
                                        models.When(place_1__lt=models.F("place_0"), then=1),
                                        default=0,
                                    ),
                                    "+",
                                    models.Case(
                                        models.When(place_2__lt=models.F("place_0"), then=1),
                                        default=0,
                                    ),
                                ),
                                "+",
                                models.Case(
                                    models.When(place_3__lt=models.F("place_0"), then=1), default=0
                                ),
                            ),
                            "+",
                            models.Value(1),
                        ),
                    ),
                    (
                        "place_1",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.Case(
                                        models.When(place_0__lt=models.F("place_1"), then=1),
                                        default=0,
                                    ),
                                    "+",
                                    models.Case(
                                        models.When(place_2__lt=models.F("place_1"), then=1),
                                        default=0,
                                    ),
                                ),
                                "+",
                                models.Case(
                                    models.When(place_3__lt=models.F("place_1"), then=1), default=0
                                ),
                            ),
                            "+",
                            models.Value(1),
                        ),
                    ),
                    (
                        "place_2",
                        django.db.models.expressions.CombinedExpression(
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    models.Case(
                                        models.When(place_0__lt=models.F("place_2"), then=1),
                                        default=0,
                                    ),
                                    "+",
                                    models.Case(
                                        models.When(place_1__lt=models.F("place_2"), then=1),
                                        default=0,
                                    ),
                                ),
                                "+",
                                models.Case(
                                    models.When(place_3__lt=models.F("place_2"), then=1), default=0
                                ),
                            ),
                            "+",
                            models.Value(1),
                        ),
                    ),
                    models.Q(
                        ("place_3__isnull", True),
                        (
                            "place_3",
                            django.db.models.expressions.CombinedExpression(
                                django.db.models.expressions.CombinedExpression(
                                    django.db.models.expressions.CombinedExpression(
                                        models.Case(
                                            models.When(place_0__lt=models.F("place_3"), then=1),
                                            default=0,
                                        ),
                                        "+",
                                        models.Case(
                                            models.When(place_1__lt=models.F("place_3"), then=1),
                                            default=0,
                                        ),
                                    ),
                                    "+",
                                    models.Case(
                                        models.When(place_2__lt=models.F("place_3"), then=1),
                                        default=0,
                                    ),
                                ),
                                "+",
                                models.Value(1),
                            ),
                        ),
                        _connector="OR",
                    ),
                ),
                name="places_follow_one_another",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("place_3__isnull", True), ("score_3__isnull", True)),
                    models.Q(("place_3__isnull", False), ("score_3__isnull", False)),
                    _connector="OR",
                ),
                name="who_has_a_place_has_a_score",
            ),
        ),
        migrations.AddConstraint(
            model_name="settlement",
            constraint=models.CheckConstraint(
                condition=models.Q(("hanchan_revision__gte", 1)),
                name="settled_revisions_count_from_1",
            ),
        ),
        migrations.RunPython(guards.put_up, guards.take_down),
    ]
