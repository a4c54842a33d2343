"""What went wrong behind the pages is told to organizers on the club's page, and in the log."""

from __future__ import annotations

import logging
from typing import Any

import pytest
from django.db.models import F
from django.test import Client

from league.clubs.troubles import troubles
from league.core import jobs
from league.core.jobs import perform_job, request_job
from league.models import Club, Job, League, Member, RuleChange, Settlement, TenhouImport
from tests.factories import make_login, record
from tests.league.evenings import english
from tests.league.rulechanges.rescoring_help import UMAS, ask_for_correction, worker_is_away

pytestmark = pytest.mark.django_db

#: the game, and the day and month of two people
FOUND = "5 differences found. Please contact the server administrator."


@pytest.fixture(autouse=True)
def _by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    worker_is_away(monkeypatch)


def wrong_score(league: League, four: list[Member]) -> None:
    record(league, four)
    rows = Settlement.objects.for_club(league.club_id)
    rows.update(score_0=F("score_1"), score_1=F("score_0"))


def check(club: Club) -> Job:
    """As beat asks for it each night."""
    job = request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)
    perform_job(job.pk)
    job.refresh_from_db()
    return job


def failed(club: Club, kind: str, **about: Any) -> Job:
    return Job.objects.create(club=club, kind=kind, state=Job.State.FAILED, **about)


def home(client: Client, club: Club) -> str:
    return client.get(f"/c/{club.slug}/").content.decode()


def test_what_the_nightly_check_finds_stands_on_the_club_s_page_for_its_organizers(
    league: League, four: list[Member], organizer: Client
) -> None:
    wrong_score(league, four)
    assert FOUND not in home(organizer, league.club)

    check(league.club)

    page = home(organizer, league.club)
    assert FOUND in page
    assert 'href="/c/tonan/settings/#standings"' in page
    for role in (Member.Role.MEMBER, Member.Role.SCORER):
        reader = english(make_login(league.club, role.value, role))
        assert FOUND not in home(reader, league.club)


def test_the_operator_reads_it_in_the_log_as_an_error_and_in_the_job(
    league: League, four: list[Member], caplog: pytest.LogCaptureFixture
) -> None:
    wrong_score(league, four)

    with caplog.at_level(logging.ERROR):
        job = check(league.club)

    assert (job.state, job.error) == (Job.State.DONE, "differences: 5")
    assert "The standings of the club tonan differ from its games: 5" in caplog.messages[0]
    assert caplog.messages[1].startswith("tonan: ")
    assert {record.levelname for record in caplog.records} == {"ERROR"}


def test_standings_that_agree_say_nothing_and_take_the_notice_away(
    league: League, four: list[Member], organizer: Client, caplog: pytest.LogCaptureFixture
) -> None:
    wrong_score(league, four)
    check(league.club)
    Settlement.objects.for_club(league.club_id).update(score_0=F("score_1"), score_1=F("score_0"))
    caplog.clear()

    job = check(league.club)

    assert (job.error, caplog.messages) == ("", [])
    assert FOUND not in home(organizer, league.club)


def test_a_check_that_waits_leaves_the_last_one_s_notice(
    league: League, four: list[Member]
) -> None:
    wrong_score(league, four)
    check(league.club)
    request_job(club=league.club, kind=Job.Kind.VERIFY_STANDINGS)

    assert len(troubles(league.club)) == 1


def test_a_job_that_fails_three_times_is_seen_by_an_organizer(
    club: Club, organizer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_down(_job: Job) -> object:
        raise RuntimeError("disk full")

    kind = Job.Kind.VERIFY_STANDINGS
    monkeypatch.setitem(jobs.workers(), kind, jobs.workers()[kind]._replace(do=break_down))
    job = request_job(club=club, kind=kind)
    for _attempt in range(jobs.MOST_ATTEMPTS):
        assert "could not be completed" not in home(organizer, club)
        with pytest.raises(RuntimeError):
            perform_job(job.pk)

    assert "The check could not be completed." in home(organizer, club)


def test_a_rule_change_that_stopped_leads_to_its_page(
    league: League, four: list[Member], organizer: Client
) -> None:
    record(league, four)
    change = ask_for_correction(league, UMAS[0])
    jobs_of = Job.objects.for_club(league.club).filter(change=change)
    jobs_of.update(state=Job.State.FAILED)

    [trouble] = troubles(league.club)

    assert organizer.get(trouble.url).status_code == 200
    RuleChange.objects.for_club(league.club).update(state=RuleChange.State.GIVEN_UP)
    assert troubles(league.club) == []


def test_an_import_that_stopped_leads_to_its_page(league: League, organizer: Client) -> None:
    batch = TenhouImport.objects.create(club=league.club, league=league)
    failed(league.club, Job.Kind.IMPORT, tenhou_import=batch)

    [trouble] = troubles(league.club)

    assert organizer.get(trouble.url).status_code == 200


def test_ratings_that_fail_are_told_until_they_come_about(club: Club, organizer: Client) -> None:
    failed(club, Job.Kind.RATING)
    assert "The ratings could not be updated." in home(organizer, club)

    Job.objects.create(club=club, kind=Job.Kind.RATING, state=Job.State.DONE)

    assert troubles(club) == []
