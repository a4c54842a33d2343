"""Games that are entered and corrected while the rules change: settled as the moment says."""

from __future__ import annotations

import random
import threading
import uuid
from contextlib import nullcontext
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection

from league.clubs.verification import verify_club
from league.core import jobs
from league.core.jobs import perform_job, sweep_jobs
from league.games import tallies
from league.games.tallies import TALLY_COLUMNS, rebuild_tallies, tallies_of
from league.games.write import edit_hanchan, record_hanchan
from league.models import AuditEvent, Hanchan, Job, League, Member, RuleChange, Tally
from league.rulechanges import rescoring
from league.rulechanges.rescoring import settle_read
from tests.factories import ADMIN, league_of, make_club, make_entry, make_members, record
from tests.league.rulechanges.rescoring_help import (
    UMAS,
    ask_for_correction,
    carry_out,
    in_threads,
    job_of,
    worker_is_away,
)

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = date(2026, 9, 1)
DAYS, CHUNK, CHANGES, HANDS = 8, 3, 2, 2


@pytest.fixture
def league(monkeypatch: pytest.MonkeyPatch) -> League:
    """A game a day on some days of three months; jobs are carried out by hand, in small chunks."""
    worker_is_away(monkeypatch)
    monkeypatch.setattr(rescoring, "chunk_size", lambda: CHUNK)
    league = league_of(make_club())
    make_members(league.club, 8)
    for number in range(DAYS):
        record(league, people(league)[:4], day=_day(number))
    return league


def _day(number: int) -> date:
    return FIRST + timedelta(days=number * 7)


def people(league: League) -> list[Member]:
    return list(Member.objects.for_club(league.club_id).filter(user=None).order_by("pk"))


def fresh(league: League) -> League:
    return (
        League.objects.for_club(league.club_id).select_related("rule_set__rule_set", "club").get()
    )


class Hand:
    """Somebody who enters games and corrects some, on any of the days, at a table of their own."""

    def __init__(self, league: League, number: int) -> None:
        self.league, self.table = league, 10 + number
        self.chance, self.entered = random.Random(number), 0

    def enter(self) -> None:
        league, chance = fresh(self.league), self.chance
        self.entered += 1
        four = chance.sample(people(league), 4)
        entry = make_entry(
            league,
            four,
            self._points(),
            day=_day(chance.randrange(DAYS)),
            table=self.table,
            number=self.entered,
        )
        game = record_hanchan(
            club=league.club,
            entry=entry,
            key=uuid.uuid4(),
            source=Hanchan.Source.FORM,
            actor=ADMIN,
        ).hanchan
        if chance.random() < 0.3:
            again = make_entry(
                league, four, self._points(), day=game.day, table=self.table, number=self.entered
            )
            edit_hanchan(hanchan=game, entry=again, revision=1, reason="数え直し", actor=ADMIN)

    def _points(self) -> tuple[int, ...]:
        stacks = [self.chance.randrange(0, 400) * 100 for _seat in range(3)]
        return (*stacks, 100_000 - sum(stacks))


def change_beside_entries(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    """Correct the uma a few times; after each chunk one game comes in, and one beside the next."""
    over, turns, entered = threading.Event(), threading.Semaphore(1), threading.Semaphore(0)
    hear = rescoring._Reporter.pause

    def until_a_game_came_in(teller: rescoring._Reporter) -> None:
        turns.release(2)
        assert entered.acquire(timeout=30)
        hear(teller)

    monkeypatch.setattr(rescoring._Reporter, "pause", until_a_game_came_in)

    def enter(number: int) -> int:
        hand = Hand(league, number)
        while not over.is_set():
            if turns.acquire(timeout=0.05):
                hand.enter()
                entered.release()
        return hand.entered

    def correct() -> int:
        try:
            for number in range(CHANGES):
                carry_out(ask_for_correction(fresh(league), UMAS[number % 2]))
        finally:
            over.set()
        return CHANGES

    works = [lambda number=number: enter(number) for number in range(HANDS)]
    for done in in_threads([*works, correct]):
        done.result()


def stored(league: League) -> set[tuple[Any, ...]]:
    rows = tallies_of(league)
    return set(rows.values_list("member", "span", "start", *TALLY_COLUMNS))


def test_games_entered_while_rules_change_are_settled_as_the_moment_says_and_counted_in_the_end(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_beside_entries(league, monkeypatch)

    _each_was_settled_under_the_version_in_force(league)
    assert verify_club(league.club)["told"] == []
    kept = stored(league)
    rebuild_tallies(league)
    assert stored(league) == kept


def _each_was_settled_under_the_version_in_force(league: League) -> None:
    # the trail is written under the league's lock: its order is that in which things came to be
    versions = {version.pk: version.label for version in league.rule_set.rule_set.versions.all()}
    in_force, games = "2015-04-10", 0
    for event in AuditEvent.objects.for_club(league.club).order_by("pk"):
        after = event.after or {}
        if event.type == "rule_version.corrected":
            in_force = after["version"]
        elif event.type in ("hanchan.recorded", "hanchan.edited"):
            games += 1
            assert versions[after["version"]] == in_force
    assert in_force == f"2015-04-10.{1 + CHANGES}"
    assert games > DAYS


def test_control_entries_that_mark_no_day_are_lost_to_the_change(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tallies, "mark_dirty", lambda _league, _days: None)

    change_beside_entries(league, monkeypatch)

    assert verify_club(league.club)["differences"] > 0


def test_whoever_enters_a_game_waits_for_one_chunk_at_most(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled: list[tuple[bool, int]] = []  # was anybody kept waiting meanwhile; games
    stored_at_once: list[int] = []
    replace = rescoring._replace

    def settle(*arguments: Any) -> Any:
        for day in settle_read(*arguments):
            settled.append((connection.in_atomic_block, day.games))
            yield day

    def put(change: RuleChange, page: Any, days: Any, found: Any, *stores: Any) -> None:
        stored_at_once.append(sum(day.games for day in found))
        replace(change, page, days, found, *stores)

    monkeypatch.setattr(rescoring, "settle_read", settle)
    monkeypatch.setattr(rescoring, "_replace", put)
    change = ask_for_correction(league, UMAS[0])
    Hand(league, 1).enter()
    carry_out(change)

    assert max(stored_at_once) <= CHUNK
    assert sum(games for waiting, games in settled if not waiting) == DAYS + 1
    # only the day of the game that came in later is done again, in the end
    assert [games for waiting, games in settled if waiting] == [2]


def test_one_job_delivered_five_times_at_once_is_done_once(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    _count_work(monkeypatch, done)
    change = ask_for_correction(league, UMAS[0])
    job = job_of(change).pk

    in_threads([lambda: perform_job(job)] * 5)

    assert len(done) == 1
    assert _flips(league) == 1
    assert job_of(change).state == Job.State.DONE
    assert change.settlements.count() == DAYS
    assert verify_club(league.club)["told"] == []


def test_control_looking_first_and_taking_the_job_then_does_it_several_times(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []
    _count_work(monkeypatch, done)
    change = ask_for_correction(league, UMAS[0])

    barrier = threading.Barrier(5, timeout=30)

    def naive() -> None:
        job = job_of(change)
        assert job.state == Job.State.WAITING
        barrier.wait()
        done.append(job.pk)

    for each in in_threads([naive] * 5):
        each.result()

    assert len(done) > 1


def _count_work(monkeypatch: pytest.MonkeyPatch, done: list[int]) -> None:
    worker = jobs.workers()[Job.Kind.RESCORE]

    def counted(job: Job) -> object:
        done.append(job.pk)
        return worker.do(job)

    monkeypatch.setitem(jobs.workers(), Job.Kind.RESCORE, worker._replace(do=counted))


def _flips(league: League) -> int:
    events = AuditEvent.objects.for_club(league.club)
    return events.filter(type="rule_version.corrected").count()


def overtaken(league: League, monkeypatch: pytest.MonkeyPatch) -> RuleChange:
    """A worker's lock is lost after its first chunk; another does it all; then it goes on."""
    change = ask_for_correction(league, UMAS[0])
    job, hear = job_of(change).pk, rescoring._Reporter.pause
    woken: list[int] = []

    def silent(teller: rescoring._Reporter) -> None:
        hear(teller)
        if woken:
            return
        woken.append(job)
        monkeypatch.setattr(jobs, "job_lock", lambda _job, **_how: nullcontext(True))
        assert sweep_jobs() == [job]
        perform_job(job)
        # what counts since then is not the sleeper's to touch
        page = change.tally_pages.model.objects.for_club(league.club).filter(counts=True)
        Tally.objects.for_club(league.club).filter(page__in=page).update(chips=1)

    monkeypatch.setattr(rescoring._Reporter, "pause", silent)
    perform_job(job)
    return change


def test_a_worker_that_was_given_up_for_lost_writes_nothing_when_it_wakes_up(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = overtaken(league, monkeypatch)

    assert job_of(change).state == Job.State.DONE
    assert _flips(league) == 1
    assert change.settlements.count() == DAYS
    assert set(tallies_of(league).values_list("chips", flat=True)) == {1}


def test_control_without_the_hold_on_the_change_it_writes_over_what_counts(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rescoring, "_hold", lambda *_change: None)
    monkeypatch.setattr(rescoring._Reporter, "__call__", lambda *_told: None)

    overtaken(league, monkeypatch)

    assert set(tallies_of(league).values_list("chips", flat=True)) != {1}
