import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Apart from the rows' filling, as PostgreSQL alters no table with checks still to be made."""

    dependencies = [
        ("league", "0009_yakuman_by_member"),
    ]

    operations = [
        migrations.AlterField(
            model_name="yakuman",
            name="day",
            field=models.DateField(),
        ),
        migrations.AlterField(
            model_name="yakuman",
            name="member",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="yakuman",
                to="league.member",
            ),
        ),
        migrations.AddIndex(
            model_name="yakuman",
            index=models.Index(fields=["member", "-day", "-hanchan", "-id"], name="yakuman_latest"),
        ),
    ]
