"""Evening passes, the list of people, roles, and owed work."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from league.clubs.write import (
    create_club,
    create_league,
    issue_pass,
    revoke_pass,
    update_club,
    update_league,
)
from league.core import jobs
from league.core.access import pass_by_token, pass_in_force, pass_token
from league.core.days import club_day
from league.core.errors import LeagueError
from league.core.people import add_member, find_members, recent_members
from league.games.evening import open_session, set_attendance
from league.members.write import change_member, give_login, may_reset, set_role
from league.models import AuditEvent, Club, Job, Member, Session
from league.rulebook.write import adopt_rule_set
from tests.factories import ADMIN, actor_of, league_of, make_club, make_members, make_user, record

pytestmark = pytest.mark.django_db


@pytest.fixture
def tonight(club: Club) -> Session:
    return open_session(club=club, day=club_day(club), actor=ADMIN)


def test_a_pass_opens_its_club_until_the_day_turns(club: Club, tonight: Session) -> None:
    token = pass_token(issue_pass(session=tonight, actor=ADMIN))

    assert pass_in_force(token, club) is not None
    with time_machine.travel(datetime.now(UTC) + timedelta(hours=25), tick=False):
        assert pass_in_force(token, club) is None


def test_a_revoked_pass_opens_nothing_and_is_revoked_once(club: Club, tonight: Session) -> None:
    issued = issue_pass(session=tonight, actor=ADMIN)

    revoke_pass(evening_pass=issued, actor=ADMIN)
    revoke_pass(evening_pass=issued, actor=ADMIN)

    assert pass_by_token(pass_token(issued)) is None
    assert AuditEvent.objects.for_club(club).filter(type="evening_pass.revoked").count() == 1


def test_a_pass_of_one_club_opens_no_other(tonight: Session) -> None:
    token = pass_token(issue_pass(session=tonight, actor=ADMIN))

    assert pass_in_force(token, make_club("seihoku")) is None
    assert pass_by_token(token[:-1]) is None
    assert pass_by_token("") is None


def test_an_evening_that_is_over_gets_no_pass(club: Club) -> None:
    past = open_session(club=club, day=club_day(club) - timedelta(days=2), actor=ADMIN)

    with pytest.raises(LeagueError):
        issue_pass(session=past, actor=ADMIN)


def test_an_evening_of_one_title_is_opened_once_a_day(club: Club, tonight: Session) -> None:
    with pytest.raises(LeagueError) as caught:
        open_session(club=club, day=tonight.day, actor=ADMIN)

    assert caught.value.field == "title"
    assert open_session(club=club, day=tonight.day, title="新人戦", actor=ADMIN)


def test_who_sat_at_a_table_stays_on_the_evenings_list(club: Club) -> None:
    members = make_members(club, 5)
    game = record(league_of(club), members[:4])
    stranger = make_members(make_club("seihoku"), 1)[0]

    set_attendance(session=game.session, members=[members[4], stranger], actor=ADMIN)
    set_attendance(session=game.session, members=[members[4]], actor=ADMIN)

    assert set(game.session.attendants.all()) == set(members)
    events = AuditEvent.objects.for_club(club).filter(type="session.attendance_changed")
    assert events.count() == 1


def test_a_name_stands_once_on_the_list(club: Club) -> None:
    add_member(club=club, values={"display_name": "佐藤", "kana": "さとう"}, actor=ADMIN)
    other = add_member(club=club, values={"display_name": "鈴木"}, actor=ADMIN)

    with pytest.raises(LeagueError):
        add_member(club=club, values={"display_name": "佐藤"}, actor=ADMIN)
    with pytest.raises(LeagueError):
        change_member(member=other, values={"display_name": "佐藤"}, actor=ADMIN)


def test_a_changed_name_is_found_and_remembered(club: Club) -> None:
    member = add_member(club=club, values={"display_name": "佐藤", "kana": "さとう"}, actor=ADMIN)

    change_member(member=member, values={"kana": "さいとう"}, actor=ADMIN)
    change_member(member=member, values={"kana": "さいとう"}, actor=ADMIN)

    assert find_members(club, "saito") == [member]
    events = AuditEvent.objects.for_club(club).filter(type="member.changed")
    assert [(e.before, e.after) for e in events] == [({"kana": "さとう"}, {"kana": "さいとう"})]


def test_people_are_offered_by_who_played_last(club: Club) -> None:
    members = make_members(club, 6)
    record(league_of(club), members[2:])

    offered = recent_members(club)

    assert set(offered[:4]) == set(members[2:])
    assert find_members(club, "  ") == []


def test_a_club_keeps_an_owner(club: Club) -> None:
    owner = Member.objects.for_club(club).get(role=Member.Role.OWNER)

    with pytest.raises(LeagueError):
        set_role(member=owner, role=Member.Role.MEMBER, actor=ADMIN)

    assert set_role(member=owner, role=Member.Role.OWNER, actor=ADMIN).role == Member.Role.OWNER


def test_a_role_needs_a_login(club: Club) -> None:
    member = make_members(club, 1)[0]

    with pytest.raises(LeagueError):
        set_role(member=member, role=Member.Role.SCORER, actor=ADMIN)

    give_login(member=member, username="sato", email="sato@example.com", actor=ADMIN)
    assert set_role(member=member, role=Member.Role.SCORER, actor=ADMIN).role == "scorer"


@pytest.mark.parametrize(
    ("username", "email", "field"),
    [("OWNER", "", "username"), ("new", "SATO@example.com", "email")],
)
def test_a_login_name_and_an_address_belong_to_one_person(
    club: Club, username: str, email: str, field: str
) -> None:
    first, second = make_members(club, 2)
    give_login(member=first, username="sato", email="sato@example.com", actor=ADMIN)

    with pytest.raises(LeagueError) as caught:
        give_login(member=second, username=username, email=email, actor=ADMIN)

    assert caught.value.field == field
    with pytest.raises(LeagueError):
        give_login(member=first, username="sato2", email="", actor=ADMIN)


def test_a_reset_link_needs_more_rank_and_a_login_of_this_club_alone(club: Club) -> None:
    owner = Member.objects.for_club(club).get(role=Member.Role.OWNER)
    organizer, member = make_members(club, 2)
    for person, role in ((organizer, Member.Role.ORGANIZER), (member, Member.Role.MEMBER)):
        person.user = make_user(person.display_name)
        person.role = role
        person.save()

    assert may_reset(member=member, actor=actor_of(organizer))
    assert not may_reset(member=owner, actor=actor_of(organizer))
    assert not may_reset(member=organizer, actor=actor_of(organizer))
    Member.objects.create(club=make_club("seihoku"), display_name="二", user=member.user)
    assert not may_reset(member=member, actor=actor_of(organizer))


def test_an_address_names_one_club_and_one_league(club: Club) -> None:
    with pytest.raises(LeagueError):
        create_club(
            slug=club.slug, name="x", owner=make_user("x"), rule_key="kinyoukai", league_name="x"
        )
    with pytest.raises(LeagueError):
        create_league(
            club=club, rule_set=league_of(club).rule_set, slug="main", name="x", actor=ADMIN
        )
    with pytest.raises(LeagueError):
        create_league(
            club=make_club("seihoku"),
            rule_set=league_of(club).rule_set,
            slug="x",
            name="x",
            actor=ADMIN,
        )


def test_a_rule_set_is_adopted_with_all_its_versions_once(club: Club) -> None:
    rule_set = league_of(club).rule_set.rule_set

    assert [v.label for v in rule_set.versions.all()] == ["2015-04-01", "2015-04-10"]
    assert all(v.clauses.exists() for v in rule_set.versions.all())
    with pytest.raises(LeagueError):
        adopt_rule_set(club=club, key="kinyoukai", actor=ADMIN)


def test_settings_change_what_they_say_and_are_remembered(club: Club) -> None:
    update_club(club=club, values={"name": "新東南会", "slug": "hijack"}, actor=ADMIN)
    update_club(club=club, values={"name": "新東南会"}, actor=ADMIN)
    league = update_league(league=league_of(club), values={"minimum_games": 8}, actor=ADMIN)

    club.refresh_from_db()
    assert (club.name, club.slug, league.minimum_games) == ("新東南会", "tonan", 8)
    assert AuditEvent.objects.for_club(club).filter(type="club.changed").count() == 1


def test_a_check_of_the_standings_is_owed_once_and_done_by_a_worker(
    club: Club, django_capture_on_commit_callbacks: object
) -> None:
    record(league_of(club), make_members(club))

    first = jobs.request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)
    assert jobs.request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS) == first
    jobs.perform_job(first.pk)
    jobs.perform_job(first.pk)

    first.refresh_from_db()
    assert (first.state, first.attempts) == (Job.State.DONE, 1)
    assert first.result is not None
    assert (first.result["games"], first.result["differences"]) == (1, 0)


def test_a_job_whose_worker_was_lost_is_found_again_and_given_up_in_the_end(club: Club) -> None:
    job = jobs.request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)
    found = Job.objects.for_club(club).filter(pk=job.pk)
    long_ago = datetime.now(UTC) - timedelta(hours=1)

    found.update(state=Job.State.RUNNING, started_at=long_ago, attempts=1)
    assert jobs.sweep_jobs() == [job.pk]
    found.update(state=Job.State.RUNNING, started_at=long_ago, attempts=jobs.MOST_ATTEMPTS)
    assert jobs.sweep_jobs() == []

    assert found.get().state == Job.State.FAILED


def test_a_fresh_process_has_a_worker_for_every_kind_of_job() -> None:
    """Nothing else may have loaded them: a worker of Celery opens no page."""
    ask = "import django; django.setup(); from league.core.jobs import workers; print(*workers())"
    answer = subprocess.run(
        [sys.executable, "-c", ask], check=True, capture_output=True, text=True, env=os.environ
    )

    assert set(answer.stdout.split()) == set(Job.Kind.values)


def test_a_job_that_fails_is_tried_three_times(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(_job: Job) -> object:
        raise RuntimeError("disk full")

    kind = Job.Kind.VERIFY_STANDINGS
    monkeypatch.setitem(jobs.workers(), kind, jobs.workers()[kind]._replace(do=break_down))
    job = jobs.request_job(club=club, kind=Job.Kind.VERIFY_STANDINGS)

    for _attempt in range(4):
        try:
            jobs.perform_job(job.pk)
        except RuntimeError:
            continue

    job.refresh_from_db()
    assert (job.state, job.attempts) == (Job.State.FAILED, 3)
    assert "disk full" in job.error
