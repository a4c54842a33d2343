"""Whose job is next: no club's many jobs keep another club's one waiting."""

from __future__ import annotations

import pytest

from league.core import jobs
from league.core.locks import job_lock
from league.models import Club, Job
from tests.factories import make_club

pytestmark = pytest.mark.django_db

FOUR = ("verify_standings", "thin_settlements", "rating", "export")


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The jobs that were carried out, in their order; there is nothing to do in any."""
    carried_out: list[int] = []
    for kind, worker in list(jobs.workers().items()):
        idle = worker._replace(do=lambda job: carried_out.append(job.pk), again=lambda _club: False)
        monkeypatch.setitem(jobs.workers(), kind, idle)
    return carried_out


@pytest.fixture
def busy() -> Club:
    return make_club()


@pytest.fixture
def other() -> Club:
    return make_club("hokuto", owner="kita")


def owed(club: Club, kind: str) -> int:
    return Job.objects.create(club=club, kind=kind).pk


def test_after_one_job_of_a_club_with_many_the_other_club_s_is_next(
    busy: Club, other: Club, done: list[int]
) -> None:
    many = [owed(busy, kind) for kind in FOUR]
    one = owed(other, "rating")

    for message in (*many, one):
        jobs.perform_job(message)

    assert done == [many[0], one, *many[2:], many[1]]


def test_each_message_lets_one_job_be_done_and_a_message_too_many_none(
    busy: Club, done: list[int]
) -> None:
    two = [owed(busy, kind) for kind in FOUR[:2]]

    for message in (two[0], two[0], two[0]):
        jobs.perform_job(message)

    assert done == two


@pytest.mark.django_db(transaction=True)
def test_a_job_that_another_worker_is_about_to_begin_is_passed_over(
    busy: Club, done: list[int]
) -> None:
    taken, free = (owed(busy, kind) for kind in FOUR[:2])

    with job_lock(taken):
        jobs.perform_job(free)
        assert done == [free]
    jobs.perform_job(taken)
    assert done == [free, taken]


def test_a_job_that_failed_is_not_tried_again_at_once_by_the_messages_of_others(
    busy: Club, done: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_job: Job) -> object:
        raise RuntimeError("disk full")

    failing, others = owed(busy, FOUR[0]), [owed(busy, kind) for kind in FOUR[1:]]
    worker = jobs.workers()[FOUR[0]]._replace(do=break_down)
    monkeypatch.setitem(jobs.workers(), FOUR[0], worker)
    with pytest.raises(RuntimeError):
        jobs.perform_job(failing)

    for message in (*others, others[0], others[0]):
        jobs.perform_job(message)

    assert done == others
    assert Job.objects.across_clubs().get(pk=failing).attempts == 1
    with pytest.raises(RuntimeError):  # the sweeper names it
        jobs.perform_job(failing)


def test_the_sweeper_puts_no_multitude_on_the_queue(
    busy: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, _third, _fourth = [owed(busy, kind) for kind in FOUR]
    monkeypatch.setattr(jobs, "_MOST_AT_ONCE", 2)

    assert jobs.sweep_jobs() == [first, second]
