"""Mark each member's latest rating, so that the table need not look for it among all days."""

from django.db import migrations, models
from django.db.models import Exists, OuterRef


def mark_latest(apps, _schema_editor):
    points = apps.get_model("league", "RatingPoint").objects.all()
    later = points.filter(run=OuterRef("run"), member=OuterRef("member"), day__gt=OuterRef("day"))
    points.filter(~Exists(later)).update(is_latest=True)


class Migration(migrations.Migration):
    dependencies = [("league", "0006_old_settlements_go")]

    operations = [
        migrations.AddField("ratingpoint", "is_latest", models.BooleanField(default=False)),
        migrations.RunPython(mark_latest, migrations.RunPython.noop),
        migrations.AddConstraint(
            "ratingpoint",
            models.UniqueConstraint(
                condition=models.Q(("is_latest", True)),
                fields=("run", "member"),
                name="one_latest_rating",
            ),
        ),
    ]
