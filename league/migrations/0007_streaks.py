"""Runs of games and games with known points, in the tallies; filled from the games."""

from collections import defaultdict
from itertools import groupby

from django.db import migrations, models
from django.db.models import Q

RUNS = ("top_run", "no_last_run", "plus_run")
COLUMNS = (
    "points_games",
    *(f"{run}{part}" for run in RUNS for part in ("", "_leading", "_trailing")),
)


def fill(apps, schema_editor):
    """Count every month that counts; what open rule changes have prepared is prepared again.

    A month is read at a time, so memory does not grow with history.
    """
    pages = apps.get_model("league", "TallyPage").objects.using(schema_editor.connection.alias)
    # the job of an open change fills its pages anew when it goes on; its settlements stay
    pages.filter(counts=False).delete()
    for page in pages.order_by("league_id", "month").iterator(chunk_size=200):
        _fill_page(apps, schema_editor.connection.alias, page)


def _fill_page(apps, using, page):
    tallies = apps.get_model("league", "Tally").objects.using(using)
    rows = list(tallies.filter(page=page))
    if not rows:
        return
    played = _played(apps, using, page)
    for row in rows:
        whole = played.get(row.member_id, [])
        games = [game for game in whole if row.span == "month" or game[0] == row.start]
        row.points_games = sum(game[1] for game in games)
        for at, run in enumerate(RUNS, start=2):
            for part, length in zip(
                ("", "_leading", "_trailing"), _runs([game[at] for game in games]), strict=True
            ):
                setattr(row, f"{run}{part}", length)
    tallies.bulk_update(rows, COLUMNS, batch_size=50)


def _played(apps, using, page):
    """By member the month's games in order: day, points known, and what each run is broken by."""
    seats = apps.get_model("league", "Seat").objects.using(using)
    after = (page.month.year + page.month.month // 12, page.month.month % 12 + 1)
    until = page.month.replace(year=after[0], month=after[1])
    in_month = Q(
        hanchan__league=page.league_id,
        hanchan__voided_at=None,
        hanchan__day__gte=page.month,
        hanchan__day__lt=until,
    )
    counts = _counting(apps, using, in_month)
    found = defaultdict(list)
    rows = seats.filter(in_month).order_by(
        "hanchan__day", "hanchan__number", "hanchan__table", "hanchan_id", "seat"
    )
    columns = ("hanchan_id", "hanchan__day", "hanchan__points_are_known", "seat", "member_id")
    for game, at_table in groupby(rows.values_list(*columns), key=lambda row: row[0]):
        if game not in counts:
            continue
        places, scores = counts[game]
        for _game, day, known, seat, member in at_table:
            place, score = places[seat], scores[seat]
            found[member].append((day, known, place != 1, place == len(places), score <= 0))
    return found


def _counting(apps, using, in_month):
    """Places and scores of each game by the settlement that counts: the latest of the visible."""
    settlements = apps.get_model("league", "Settlement").objects.using(using)
    visible = Q(change__isnull=True) | Q(change__state="applied")
    columns = [f"{what}_{seat}" for what in ("place", "score") for seat in range(4)]
    rows = settlements.filter(visible, in_month).order_by("hanchan", "hanchan_revision", "pk")
    found = {}
    for game, *told in rows.values_list("hanchan", *columns):
        players = 3 if told[3] is None else 4
        found[game] = told[:players], told[4 : 4 + players]
    return found


def _runs(broken):
    """The longest run, the one that they begin with, the one that they end with."""
    lengths = [0]
    for ends in broken:
        if ends:
            lengths.append(0)
        else:
            lengths[-1] += 1
    return max(lengths), lengths[0], lengths[-1]


class Migration(migrations.Migration):
    dependencies = [("league", "0006_competitions_ratings_sheets")]

    operations = [
        *(
            migrations.AddField("tally", column, models.PositiveIntegerField(default=0))
            for column in COLUMNS
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
    ]
