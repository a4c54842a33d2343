"""Ratings computed as a whole beside those that are shown, then shown at once.

Whatever stops the work, those shown before stay: a computation that came to nothing leaves rows
that nobody reads, and the next one takes them away.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone

from league.core.jobs import OvertakenError, Tell, job, nobody, request_job, teller
from league.games.ratings import Ladder, Rated, clubs_behind, games_in_order, leagues_behind
from league.models import Job, League, RatingPoint, RatingRun

#: games that are rated before somebody hears of it
_GAMES_AT_ONCE: Final = 1_000
_POINTS_AT_ONCE: Final = 5_000

Row = tuple[int, date, Rated]


def rate_league(league: League, tell: Tell = nobody) -> RatingRun | None:
    """Compute a league's ratings from all its games, and publish them.

    Returns:
        The run that is now shown; None where another one covers more games.

    Raises:
        OvertakenError: another worker has started over and deleted our rows.
    """
    # Read before the games: what changes in between is seen, and owed again.
    revision = League.objects.for_club(league.club_id).values_list("revision", flat=True)
    seen = revision.get(pk=league.pk)
    games, last_day, rows = _rated(league, tell)
    run = RatingRun.objects.create(
        league=league, revision=seen, games=games, last_day=last_day, finished_at=timezone.now()
    )
    try:
        _store(run, rows, tell)
    except IntegrityError as error:
        raise OvertakenError from error
    return run if _show(run) else None


def owe_ratings() -> list[Job]:
    """Queue a rating job for every club whose games have changed; one at a time per club.

    A league's revision shows it: entering a game costs nothing extra, changes within a minute are
    rated together, and a lost job is queued again.
    """
    return [request_job(club=club, kind=Job.Kind.RATING) for club in clubs_behind()]


@job(
    Job.Kind.RATING,
    reports=True,
    again=lambda club: leagues_behind(League.objects.for_club(club)).exists(),
)
def carry_out_ratings(job: Job) -> dict[str, Any]:
    """Rate every league of the club whose ratings are out of date.

    Returns:
        ``{"leagues": …, "games": …}``: what was computed.

    Raises:
        Stopped: somebody asked for it.
        OvertakenError: another worker has the job.
    """
    tell = teller(job)
    leagues = games = 0
    for league in leagues_behind(League.objects.for_club(job.club_id)):
        run = rate_league(league, tell)
        leagues, games = leagues + 1, games + (run.games if run else 0)
    # of jobs that come as often as games do, the last one says enough
    earlier = Job.objects.for_club(job.club_id).filter(kind=Job.Kind.RATING, state=Job.State.DONE)
    earlier.filter(pk__lt=job.pk).delete()
    return {"leagues": leagues, "games": games}


def _rated(league: League, tell: Tell) -> tuple[int, date | None, list[Row]]:
    ladder, rows = Ladder(), list[Row]()
    games, last_day = 0, None
    for day, played in groupby(games_in_order(league), key=attrgetter("day")):
        touched: set[int] = set()
        for game in played:
            ladder.play(game.members, game.places)
            touched.update(game.members)
            games += 1
            if games % _GAMES_AT_ONCE == 0:
                tell(_GAMES_AT_ONCE)
        last_day = day
        rows += [(member, day, ladder.of(member)) for member in sorted(touched)]
    tell(games % _GAMES_AT_ONCE)
    return games, last_day, rows


def _store(run: RatingRun, rows: Sequence[Row], tell: Tell) -> None:
    latest = {member: day for member, day, _rated in rows}
    points = [
        RatingPoint(
            run=run,
            member_id=member,
            day=day,
            is_latest=latest[member] == day,
            **rated._asdict(),
        )
        for member, day, rated in rows
    ]
    for first in range(0, len(points), _POINTS_AT_ONCE):
        RatingPoint.objects.bulk_create(points[first : first + _POINTS_AT_ONCE])
        tell(0)


def _show(run: RatingRun) -> bool:
    """Publish a run unless the shown one covers more games; delete older runs."""
    runs = RatingRun.objects.for_club(run.league.club_id).filter(league=run.league)
    with transaction.atomic():
        # one after the other: two of them may end at the same moment
        League.objects.for_club(run.league.club_id).select_for_update().get(pk=run.league_id)
        if runs.filter(is_current=True, revision__gt=run.revision).exists():
            runs.filter(pk=run.pk).delete()
            return False
        runs.filter(is_current=True).update(is_current=False)
        if runs.filter(pk=run.pk).update(is_current=True) != 1:
            raise OvertakenError  # taken away meanwhile: what was shown stays
    runs.filter(is_current=False, pk__lt=run.pk).delete()
    run.is_current = True
    return True
