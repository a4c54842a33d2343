"""Publishing, correcting, moving and withdrawing versions: what counts before, meanwhile, after."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from league.clubs.verification import verify_club
from league.core.errors import LeagueError
from league.core.jobs import Stopped, perform_job
from league.games.tallies import tallies_of
from league.games.write import edit_hanchan
from league.models import (
    AuditEvent,
    ClubRuleSet,
    DirtyDay,
    Hanchan,
    Job,
    League,
    Member,
    RuleChange,
    Settlement,
    Tally,
    TallyPage,
)
from league.rulebook.versions import version_for
from league.rulechanges import rescoring
from league.rulechanges.write import (
    CannotStandInForceError,
    give_up_change,
    move_version,
    publish_draft,
    resume_change,
    stop_change,
    withdraw_version,
)
from rules.models import RuleVersion
from tests.factories import ADMIN, EVENING, make_draft, make_entry, record

pytestmark = pytest.mark.django_db

EARLIER, LATER = date(2026, 11, 6), date(2026, 11, 27)
BIGGER = (30_000, 10_000, -10_000, -30_000)  # 10-30 in place of 5-10
OLD = {"佐藤 健一": 41_000, "鈴木 翔": 5_000, "高橋 恵": -11_000, "田中 実": -35_000}
NEW = {"佐藤 健一": 61_000, "鈴木 翔": 10_000, "高橋 恵": -16_000, "田中 実": -55_000}


@pytest.fixture
def rules(league: League) -> ClubRuleSet:
    return league.rule_set


def publish(league: League, day: date, **changes: Any) -> RuleChange:
    """Publish a draft; uma 10-30 unless told otherwise."""
    draft = changes.pop("draft", None) or make_draft(
        league, **(changes.pop("parameters", {"uma": BIGGER}))
    )
    values: dict[str, Any] = {"draft_revision": 0, "corrects": None, "reason": "", **changes}
    return publish_draft(in_club=league.rule_set, draft=draft, day=day, actor=ADMIN, **values)


def carry_out(change: RuleChange) -> RuleChange:
    """Let the worker do it."""
    perform_job(Job.objects.for_club(change.club).get(change=change).pk)
    change.refresh_from_db()
    return change


def totals(league: League) -> dict[str, int]:
    """Every member's total of the month, by name."""
    rows = tallies_of(league).filter(span=Tally.Span.MONTH).select_related("member")
    return {row.member.display_name: row.score for row in rows}


def labels(rules: ClubRuleSet, status: str) -> list[str]:
    """The labels of the versions in a state, by day."""
    return [version.label for version in rules.rule_set.versions.filter(status=status)]


def version(rules: ClubRuleSet, label: str) -> RuleVersion:
    return next(each for each in rules.rule_set.versions.all() if each.label == label)


def settlements(league: League) -> int:
    return Settlement.objects.for_club(league.club).count()


def test_a_published_draft_settles_the_games_of_its_day_and_later_and_no_others(
    league: League, four: list[Member]
) -> None:
    before, on, after = (record(league, four, day=day) for day in (EARLIER, EVENING, LATER))

    change = carry_out(publish(league, EVENING))

    scores = [Hanchan.objects.for_club(league.club).get(pk=g.pk) for g in (before, on, after)]
    assert [game.settlement.score_0 for game in scores if game.settlement] == [
        41_000,
        61_000,
        61_000,
    ]
    assert (change.state, change.altered) == (RuleChange.State.APPLIED, 2)
    assert version_for(league, EVENING).label == "2026-11-20"
    assert verify_club(league.club)["told"] == []


def test_until_the_job_is_done_nothing_of_it_counts(league: League, four: list[Member]) -> None:
    record(league, four)
    revision = league.revision

    change = publish(league, EVENING)

    assert totals(league) == OLD
    assert version_for(league, EVENING).label == "2015-04-10"
    assert change.state == RuleChange.State.OPEN
    carry_out(change)
    league.refresh_from_db()
    assert totals(league) == NEW
    assert league.revision > revision


def test_a_second_version_for_a_day_is_refused_and_the_draft_stays_one(
    league: League, rules: ClubRuleSet
) -> None:
    draft = make_draft(league, uma=BIGGER)

    with pytest.raises(LeagueError) as refused:
        publish(league, date(2015, 4, 10), draft=draft)

    draft.refresh_from_db()
    assert refused.value.field == "day"
    assert draft.status == RuleVersion.Status.DRAFT
    assert labels(rules, "published") == ["2015-04-01", "2015-04-10"]


def test_a_correction_takes_the_days_place_and_is_named_the_second_of_its_day(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four)
    wrong = version(rules, "2015-04-10")

    carry_out(publish(league, wrong.first_day, corrects=wrong, reason="ウマの誤記"))

    assert labels(rules, "published") == ["2015-04-01", "2015-04-10.2"]
    assert labels(rules, "superseded") == ["2015-04-10"]
    assert totals(league) == NEW


def test_a_correction_without_a_reason_is_refused(league: League, rules: ClubRuleSet) -> None:
    wrong = version(rules, "2015-04-10")

    with pytest.raises(LeagueError) as refused:
        publish(league, wrong.first_day, corrects=wrong)

    assert refused.value.field == "reason"


def test_a_draft_that_somebody_saved_since_it_was_read_is_not_published(league: League) -> None:
    draft = make_draft(league, uma=BIGGER)
    RuleVersion.objects.filter(pk=draft.pk).update(draft_revision=3)

    with pytest.raises(LeagueError):
        publish(league, EVENING, draft=draft, draft_revision=2)

    draft.refresh_from_db()
    assert draft.status == RuleVersion.Status.DRAFT


def test_a_moved_version_begins_on_its_new_day_and_its_old_label_stays_withdrawn(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four)
    carry_out(publish(league, LATER))
    moved = version(rules, "2026-11-27")

    carry_out(move_version(in_club=rules, version=moved, day=EARLIER, reason="前倒し", actor=ADMIN))

    assert labels(rules, "published") == ["2015-04-01", "2015-04-10", "2026-11-06"]
    assert labels(rules, "withdrawn") == ["2026-11-27"]
    assert version(rules, "2026-11-06").clauses.count() == moved.clauses.count()
    assert totals(league) == NEW


def test_a_withdrawn_version_lets_the_one_before_it_hold_again(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four)
    carry_out(publish(league, EARLIER))
    assert totals(league) == NEW

    carry_out(
        withdraw_version(
            in_club=rules, version=version(rules, "2026-11-06"), reason="撤回", actor=ADMIN
        )
    )

    assert totals(league) == OLD
    assert version_for(league, EVENING).label == "2015-04-10"
    assert verify_club(league.club)["told"] == []


def test_the_label_of_a_withdrawn_version_is_never_used_again(
    league: League, rules: ClubRuleSet
) -> None:
    carry_out(publish(league, LATER))
    first = version(rules, "2026-11-27")
    withdraw_version(in_club=rules, version=first, reason="撤回", actor=ADMIN)

    publish(league, LATER)

    assert labels(rules, "published")[-1] == "2026-11-27.2"


def test_the_first_version_is_not_withdrawn_from_under_its_games(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four, day=date(2015, 4, 3))

    with pytest.raises(CannotStandInForceError) as refused:
        withdraw_version(
            in_club=rules, version=version(rules, "2015-04-01"), reason="撤回", actor=ADMIN
        )

    assert len(refused.value.games) == 1
    assert "2015-04-03" in refused.value.games[0]
    assert labels(rules, "published") == ["2015-04-01", "2015-04-10"]
    assert not RuleChange.objects.for_club(league.club).exists()


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({"start_points": 26_000}, id="other starting points"),
        pytest.param({"penalty_table": (), "start_points": 20_000}, id="fewer points dealt out"),
    ],
)
def test_rules_under_which_stored_games_cannot_stand_are_refused_with_those_games(
    league: League, four: list[Member], parameters: dict[str, Any]
) -> None:
    record(league, four)
    record(league, four, day=EARLIER)
    draft = make_draft(league, **parameters)

    with pytest.raises(CannotStandInForceError) as refused:
        publish(league, EVENING, draft=draft)

    draft.refresh_from_db()
    assert [game[:10] for game in refused.value.games] == ["2026-11-20"]
    assert (draft.status, draft.number) == (RuleVersion.Status.DRAFT, 0)
    assert totals(league) == {name: 2 * score for name, score in OLD.items()}


def test_a_change_that_alters_no_score_writes_no_settlement(
    league: League, four: list[Member]
) -> None:
    record(league, four)
    stored = settlements(league)

    # penalties cost other sums, but nobody got one
    change = carry_out(publish(league, EVENING, parameters={"yakitori": 3_000}))

    assert (change.state, change.altered) == (RuleChange.State.APPLIED, 0)
    assert settlements(league) == stored
    assert totals(league) == OLD


def test_a_change_of_words_alone_is_in_force_at_once_and_needs_no_worker(
    league: League, four: list[Member]
) -> None:
    record(league, four)
    stored = settlements(league)

    change = publish(league, EVENING, parameters={})

    assert change.state == RuleChange.State.APPLIED
    assert change.job.state == Job.State.DONE
    assert version_for(league, EVENING).label == "2026-11-20"
    assert settlements(league) == stored


def test_a_version_of_days_to_come_is_in_force_at_once(league: League, four: list[Member]) -> None:
    record(league, four)

    assert publish(league, LATER).state == RuleChange.State.APPLIED
    assert totals(league) == OLD


def test_while_a_change_is_under_way_another_is_refused(league: League, four: list[Member]) -> None:
    record(league, four)
    publish(league, EVENING)
    second = make_draft(league, uma=BIGGER)

    with pytest.raises(LeagueError, match=r"進行中|under way"):
        publish(league, EARLIER, draft=second)

    second.refresh_from_db()
    assert second.status == RuleVersion.Status.DRAFT


def test_a_version_that_somebody_withdrew_a_moment_ago_is_not_moved(
    league: League, rules: ClubRuleSet
) -> None:
    publish(league, LATER)
    read = version(rules, "2026-11-27")
    withdraw_version(
        in_club=rules, version=version(rules, "2026-11-27"), reason="撤回", actor=ADMIN
    )

    with pytest.raises(LeagueError):
        move_version(in_club=rules, version=read, day=EARLIER, reason="前倒し", actor=ADMIN)

    assert labels(rules, "published") == ["2015-04-01", "2015-04-10"]


@pytest.fixture
def stopped(league: League, four: list[Member], monkeypatch: pytest.MonkeyPatch) -> RuleChange:
    """A change whose job was stopped after its first chunk of one game."""
    for day in (EVENING, date(2026, 11, 21), LATER):
        record(league, four, day=day)
    monkeypatch.setattr(rescoring, "chunk_size", lambda: 1)
    change = publish(league, EVENING)

    def stop_now(teller: rescoring._Reporter) -> None:
        stop_change(change=change, actor=ADMIN)
        if Job.objects.for_club(league.club).get(change=change).stop_asked:
            raise Stopped

    with monkeypatch.context() as patch:
        patch.setattr(rescoring._Reporter, "pause", stop_now)
        carry_out(change)
    return change


def test_a_stopped_change_keeps_what_is_settled_and_lets_none_of_it_count(
    league: League, stopped: RuleChange
) -> None:
    job = Job.objects.for_club(league.club).get(change=stopped)

    assert (job.state, job.done, job.total) == (Job.State.STOPPED, 1, 3)
    assert stopped.state == RuleChange.State.OPEN
    assert totals(league) == {name: 3 * score for name, score in OLD.items()}


def test_a_resumed_change_does_the_rest_alone(league: League, stopped: RuleChange) -> None:
    resume_change(change=stopped, actor=ADMIN)
    carry_out(stopped)

    job = Job.objects.for_club(league.club).get(change=stopped)
    assert (job.state, job.done, job.total) == (Job.State.DONE, 3, 3)
    assert stopped.altered == 3
    assert totals(league) == {name: 3 * score for name, score in NEW.items()}
    assert verify_club(league.club)["told"] == []


def test_a_change_that_is_given_up_leaves_no_trace_in_any_standing(
    league: League, rules: ClubRuleSet, stopped: RuleChange
) -> None:
    club = league.club
    assert Settlement.objects.for_club(club).filter(change=stopped).exists()

    give_up_change(change=stopped, actor=ADMIN)

    stopped.refresh_from_db()
    assert stopped.state == RuleChange.State.GIVEN_UP
    assert not Settlement.objects.for_club(club).filter(change=stopped).exists()
    assert not TallyPage.objects.for_club(club).filter(counts=False).exists()
    assert totals(league) == {name: 3 * score for name, score in OLD.items()}
    assert labels(rules, "pending") == []
    assert len(labels(rules, "draft")) == 1
    assert verify_club(club)["told"] == []


def test_the_draft_of_a_change_given_up_can_be_published_after_all(
    league: League, rules: ClubRuleSet, stopped: RuleChange
) -> None:
    give_up_change(change=stopped, actor=ADMIN)
    draft = rules.rule_set.versions.get(status="draft")

    carry_out(publish(league, EVENING, draft=draft, draft_revision=draft.draft_revision))

    assert totals(league) == {name: 3 * score for name, score in NEW.items()}


def test_what_is_in_force_cannot_be_given_up(league: League, four: list[Member]) -> None:
    record(league, four)
    change = carry_out(publish(league, EVENING))

    with pytest.raises(LeagueError):
        give_up_change(change=change, actor=ADMIN)

    assert totals(league) == NEW


def test_a_game_corrected_meanwhile_is_settled_as_corrected(
    league: League, four: list[Member], stopped: RuleChange
) -> None:
    game = Hanchan.objects.for_club(league.club).filter(day=EVENING)[0]
    entry = make_entry(league, four, (50_000, 30_000, 20_000, 0), number=game.number)
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="数え直し", actor=ADMIN)
    assert DirtyDay.objects.for_club(league.club).filter(change=stopped).exists()

    resume_change(change=stopped, actor=ADMIN)
    carry_out(stopped)

    assert totals(league)["佐藤 健一"] == 2 * 61_000 + 70_000
    assert verify_club(league.club)["told"] == []


def test_a_game_entered_meanwhile_that_cannot_stand_fails_the_job_and_says_which(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four)
    # 26,000 a player from a day on which nobody has played yet … but a game arrives
    change = publish(league, EVENING)
    arriving = version(rules, "2026-11-20")
    arriving.parameters["game"]["start_points"] = 26_000
    RuleVersion.objects.filter(pk=arriving.pk).update(parameters=arriving.parameters)

    carry_out(change)

    job = Job.objects.for_club(league.club).get(change=change)
    assert job.state == Job.State.FAILED
    assert job.attempts == 1
    assert job.result is not None
    assert "2026-11-20" in job.result["said"]
    assert totals(league) == OLD


def test_the_trail_says_who_changed_what_and_why(
    league: League, rules: ClubRuleSet, four: list[Member]
) -> None:
    record(league, four)
    wrong = version(rules, "2015-04-10")

    carry_out(publish(league, wrong.first_day, corrects=wrong, reason="ウマの誤記"))

    event = AuditEvent.objects.for_club(league.club).get(type="rule_version.corrected")
    assert event.after is not None
    assert (event.before, event.after["version"]) == ({"version": "2015-04-10"}, "2015-04-10.2")
    assert (event.reason, event.actor_name) == ("ウマの誤記", "tests")
