"""Ratings: owed where games changed, computed as a whole, shown at once, stopped without harm."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from openskill.models import BradleyTerryFull

from league.core import jobs
from league.core.jobs import OvertakenError, perform_job, sweep_jobs
from league.games.ratings import BEGINS_AT, Ladder, Rated, member_rating, rating_table
from league.games.write import void_hanchan
from league.models import Club, Job, League, Member, RatingPoint, RatingRun
from league.rankings.rate import owe_ratings, rate_league
from tests.factories import ADMIN, EVENING, league_of, make_club, make_members, record
from tests.league.amid import amid, dies

pytestmark = pytest.mark.django_db


@pytest.fixture
def league() -> League:
    return league_of(make_club())


@pytest.fixture
def people(league: League) -> list[Member]:
    return make_members(league.club, 5)


def runs(league: League) -> list[RatingRun]:
    return list(RatingRun.objects.for_club(league.club_id).filter(league=league).order_by("pk"))


def shown(league: League) -> RatingRun:
    return RatingRun.objects.for_club(league.club_id).get(league=league, is_current=True)


def owed(club: Club) -> list[Job]:
    return list(Job.objects.for_club(club).filter(kind=Job.Kind.RATING, state=Job.State.WAITING))


def test_two_who_share_a_place_are_rated_alike_and_between_the_others() -> None:
    ladder = Ladder()
    model = BradleyTerryFull()

    ladder.play([1, 2, 3, 4], [1, 2, 2, 4])

    first, level, also_level, last = (ladder.of(member) for member in (1, 2, 3, 4))
    assert level == also_level
    assert first.rating > level.rating > last.rating
    teams = [[model.rating()] for _seat in range(4)]
    found = model.rate(teams, ranks=[1, 2, 2, 4])
    assert [(round(r.mu * 1000), round(r.sigma * 1000)) for (r,) in found] == [
        (rated.mean, rated.deviation) for rated in (first, level, also_level, last)
    ]


def test_somebody_new_begins_at_fifteen_hundred_and_is_taken_for_average() -> None:
    new = Ladder().of(1)

    assert new == Rated(games=0, mean=25_000, deviation=8_333)
    assert (new.rating, new.strength, new.spread) == (BEGINS_AT, 2_500, 333)


def test_a_changed_game_owes_one_job_a_club_however_many_change(
    league: League, people: list[Member]
) -> None:
    assert owe_ratings() == []  # control: nothing was played

    record(league, people[:4])
    record(league, people[1:])
    assert [job.club for job in owe_ratings()] == [league.club]
    record(league, people[:4])

    assert owe_ratings() == []
    assert len(owed(league.club)) == 1


def test_the_job_rates_the_league_and_nothing_is_owed_any_more(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])
    record(league, people[1:])
    (job,) = owe_ratings()

    perform_job(job.pk)
    perform_job(job.pk)

    job.refresh_from_db()
    assert (job.state, job.result, job.done) == (
        Job.State.DONE,
        {"leagues": 1, "games": 2},
        2,
    )
    league.refresh_from_db()
    assert [(run.is_current, run.games, run.revision) for run in runs(league)] == [
        (True, 2, league.revision)
    ]
    assert owe_ratings() == []


def test_a_voided_game_is_rated_out_again_and_the_older_run_goes(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])
    rate_league(league)
    before = rating_table(league)
    game = record(league, people[:4][::-1])
    rate_league(league)
    assert rating_table(league) != before

    void_hanchan(hanchan=game, revision=1, reason="二重入力", actor=ADMIN)
    rate_league(league)

    after = rating_table(league)
    assert before is not None
    assert after is not None
    assert [line.rated for line in after.ranked] == [line.rated for line in before.ranked]
    assert len(runs(league)) == 1
    assert RatingPoint.objects.for_club(league.club_id).count() == 4


def test_rating_twice_gives_the_same_figures(league: League, people: list[Member]) -> None:
    for start in (0, 1, 0):
        record(league, people[start : start + 4])

    def figures() -> list[tuple[object, ...]]:
        points = RatingPoint.objects.for_club(league.club_id).filter(run__is_current=True)
        return sorted(points.values_list("member", "day", "games", "mean", "deviation"))

    rate_league(league)
    once = figures()
    rate_league(league)

    assert figures() == once


@pytest.mark.parametrize("where", ["amid the games", "amid the rows", "before it is shown"])
def test_a_worker_that_dies_leaves_what_was_shown_and_the_next_one_cleans_up(
    league: League, people: list[Member], where: str
) -> None:
    record(league, people[:4])
    rate_league(league)
    old = shown(league)
    record(league, people[:4])

    def tell(games: int) -> None:
        if where == ("amid the games" if games else "amid the rows"):
            dies()

    shows = amid("UPDATE", dies, names='"league_ratingrun"')
    with (
        pytest.raises(KeyboardInterrupt),
        shows if where == "before it is shown" else nullcontext(),
    ):
        rate_league(league, tell)
    assert shown(league) == old

    rate_league(league)

    assert [(run.is_current, run.games) for run in runs(league)] == [(True, 2)]


def test_a_lost_worker_is_noticed_and_the_job_done_by_another(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])
    (job,) = owe_ratings()
    mine = Job.objects.for_club(league.club).filter(pk=job.pk)
    mine.update(state=Job.State.RUNNING, started_at=timezone.now(), attempts=1)

    assert sweep_jobs() == [job.pk]
    perform_job(job.pk)

    assert mine.get().state == Job.State.DONE
    assert shown(league).games == 1


def test_who_is_asked_to_stop_stops_and_is_left_alone_for_an_hour(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])
    (job,) = owe_ratings()
    mine = Job.objects.for_club(league.club).filter(pk=job.pk)
    mine.update(stop_asked=True)

    perform_job(job.pk)

    assert mine.get().state == Job.State.STOPPED
    assert runs(league) == []
    assert owe_ratings() == []
    mine.update(created_at=timezone.now() - timedelta(hours=2))
    assert len(owe_ratings()) == 1


#: what is sent once the games are rated
RATED = 'INSERT INTO "league_ratingrun"'


def test_a_game_entered_meanwhile_owes_another_job(league: League, people: list[Member]) -> None:
    record(league, people[:4])
    (job,) = owe_ratings()

    with amid(RATED, lambda: record(league, people[1:])):
        perform_job(job.pk)

    assert shown(league).games == 1
    (another,) = owed(league.club)
    perform_job(another.pk)
    assert shown(league).games == 2
    assert owed(league.club) == []
    done = Job.objects.for_club(league.club).filter(kind=Job.Kind.RATING)
    assert [each.pk for each in done] == [another.pk]


def test_without_the_look_at_the_revision_the_game_would_be_missed(
    league: League, people: list[Member], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    record(league, people[:4])
    (job,) = owe_ratings()
    worker = jobs.workers()["rating"]._replace(again=lambda _club: False)
    monkeypatch.setitem(jobs.workers(), "rating", worker)

    with amid(RATED, lambda: record(league, people[1:])):
        perform_job(job.pk)

    assert owed(league.club) == []
    assert shown(league).games == 1


def test_who_saw_less_does_not_take_the_place_of_who_saw_more(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])

    def overtake() -> None:
        record(league, people[1:])
        rate_league(league)

    with amid(RATED, overtake):
        assert rate_league(league) is None
    assert [(run.is_current, run.games) for run in runs(league)] == [(True, 2)]


def test_a_run_that_was_taken_away_meanwhile_is_not_shown(
    league: League, people: list[Member]
) -> None:
    record(league, people[:4])

    def taken_away(games: int) -> None:
        if not games:  # its rows are stored
            RatingRun.objects.for_club(league.club_id).delete()

    with pytest.raises(OvertakenError):
        rate_league(league, taken_away)
    assert runs(league) == []


def test_the_command_rates_every_league_of_a_club(league: League, people: list[Member]) -> None:
    record(league, people[:4])
    out = StringIO()

    call_command("rate_games", "--club", "tonan", stdout=out)

    assert "tonan/main" in out.getvalue()
    assert shown(league).games == 1
    with pytest.raises(CommandError):
        call_command("rate_games", "--club", "nobody")


def test_nobody_has_a_rating_before_the_first_computation(
    league: League, people: list[Member]
) -> None:
    assert rating_table(league) is None
    assert member_rating(league, people[0]) is None


def test_the_table_reads_each_members_latest_day_and_no_other(
    league: League, people: list[Member]
) -> None:
    for back in range(4):
        record(league, people[back % 2 :][:4], day=EVENING - timedelta(days=back))
    rate_league(league)

    found = rating_table(league)

    assert found is not None
    points = RatingPoint.objects.for_club(league.club_id).filter(run=found.run)
    assert points.count() > len(found.ranked) == len(people)
    for line in found.ranked:
        last = points.filter(member=line.member).latest("day")
        assert (line.last_day, line.rated.mean) == (last.day, last.mean)
        assert last.is_latest
    assert points.filter(is_latest=True).count() == len(people)
