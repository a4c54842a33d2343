import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def told_by_the_game(apps, schema_editor):
    """Whoever sat on the chair, and the game's day."""
    yakuman = apps.get_model("league", "Yakuman").objects.using(schema_editor.connection.alias)
    seats = apps.get_model("league", "Seat").objects.filter(
        hanchan=OuterRef("hanchan"), seat=OuterRef("seat")
    )
    games = apps.get_model("league", "Hanchan").objects.filter(pk=OuterRef("hanchan"))
    yakuman.update(
        member=Subquery(seats.values("member")[:1]), day=Subquery(games.values("day")[:1])
    )


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0008_closed_prizes"),
    ]

    operations = [
        migrations.AddField(
            model_name="yakuman",
            name="day",
            field=models.DateField(null=True),
        ),
        migrations.AddField(
            model_name="yakuman",
            name="member",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="yakuman",
                to="league.member",
            ),
        ),
        migrations.RunPython(told_by_the_game, migrations.RunPython.noop),
    ]
