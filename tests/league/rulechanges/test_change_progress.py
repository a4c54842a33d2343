"""How far a change is, what it did, and the history of all changes, as everybody reads them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from league.games.write import edit_hanchan
from league.models import Club, Job, League, Member, RuleChange
from league.rulechanges.write import stop_change
from rules.models import RuleVersion
from tests.factories import ADMIN, make_entry, make_login
from tests.league.evenings import NINE_PM, english, writes_of
from tests.league.rulechanges.changes import RULES, carry_out, progress, statuses, text, two_steps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]


def test_progress_is_told_and_looked_at_again_while_something_moves(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    page = progress(organizer, under_way)

    html = page.content.decode()
    assert 'hx-trigger="every 2s"' in html
    assert "0 of 1" in text(page)
    assert "Waiting for its turn." in text(page)
    assert '<a href="/c/tonan/rules/kinyoukai/changes/' in html  # the way without JavaScript


def test_a_poll_gets_the_part_alone(organizer: Client, under_way: RuleChange) -> None:
    part = progress(organizer, under_way, **{"HX-Request": "true"}).content.decode()

    assert "<html" not in part
    assert part.count('id="change-state"') == 1


def test_a_job_that_waits_for_more_than_a_minute_says_that_no_worker_runs(
    organizer: Client, under_way: RuleChange
) -> None:
    assert "No worker is running" not in text(progress(organizer, under_way))

    with time_machine.travel(NINE_PM + timedelta(seconds=61), tick=False):
        assert "No worker is running" in text(progress(organizer, under_way))


def test_what_was_let_go_on_a_moment_ago_does_not_wait_long(
    organizer: Client, under_way: RuleChange
) -> None:
    stop_change(change=under_way, actor=ADMIN)

    with time_machine.travel(NINE_PM + timedelta(hours=1), tick=False):
        organizer.post(f"{RULES}changes/{under_way.pk}/resume/")
        assert "No worker is running" not in text(progress(organizer, under_way))


def test_a_change_is_stopped_let_go_on_and_given_up_by_its_buttons(
    league: League, organizer: Client, under_way: RuleChange, draft: RuleVersion
) -> None:
    at = f"{RULES}changes/{under_way.pk}/"

    organizer.post(at + "stop/")
    stopped = progress(organizer, under_way)
    organizer.post(at + "resume/")
    waiting = progress(organizer, under_way)
    given_up = organizer.post(at + "give-up/", {"reason": "日付の間違い"}, follow=True)

    assert ("resume/" in stopped.content.decode(), "stop/" in stopped.content.decode()) == (
        True,
        False,
    )
    assert "The change is stopped" in text(stopped)
    assert "stop/" in waiting.content.decode()
    assert "The change was abandoned" in text(given_up)
    assert statuses(league)[draft.label] == "draft"
    assert carry_nothing(league)


def carry_nothing(league: League) -> bool:
    jobs = Job.objects.for_club(league.club).filter(change__isnull=False)
    return not jobs.filter(state=Job.State.WAITING).exists()


def test_a_change_in_force_cannot_be_given_up_and_says_so(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    carry_out(league)

    url = f"{RULES}changes/{under_way.pk}/give-up/"
    pages = [organizer.get(url), organizer.post(url, {"reason": "やめる"})]

    assert [page.status_code for page in pages] == [200, 422]
    for page in pages:
        assert "This change has already ended." in text(page)
    assert statuses(league)["2026-11-20"] == "published"


def test_games_that_cannot_stand_are_said_in_words_when_the_job_meets_them(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    arriving = under_way.arriving
    assert arriving is not None
    arriving.parameters["game"]["start_points"] = 26_000
    arriving.save(update_fields=["parameters"])

    carry_out(league)
    page = progress(organizer, under_way)

    assert page.context["progress"].state == "failed"
    assert "104,000" in text(page)
    assert "2026-11-20" in text(page)
    assert "LeagueError" not in text(page)
    assert "give-up/" in page.content.decode()


def test_a_mishap_of_the_machine_is_told_apart_from_games_that_cannot_stand(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    Job.objects.for_club(league.club).filter(change=under_way).update(
        state=Job.State.FAILED, error="OperationalError('disk full')"
    )

    assert "Something went wrong" in text(progress(organizer, under_way))


def test_afterwards_the_page_tells_what_it_did(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    carry_out(league)

    page = progress(organizer, under_way)

    done = page.context["done"]
    assert done["altered"] == 1
    assert [(month["month"], month["games"]) for month in done["months"]] == [
        (date(2026, 11, 1), 1)
    ]
    [game] = done["games"]
    assert next((seat.name, seat.before, seat.after) for seat in game.seats) == (
        "佐藤 健一", 41_000, 61_000,
    )  # fmt: skip
    assert "The score of 1 game changed." in text(page)
    assert "hx-trigger" not in page.content.decode()


def test_a_game_that_was_voided_before_the_change_took_effect_is_not_told(
    league: League, organizer: Client, under_way: RuleChange
) -> None:
    carry_out(league)
    [game] = league.hanchan.all()
    under_way.refresh_from_db()
    assert under_way.closed_at is not None

    for later, altered in ((timedelta(seconds=1), 1), (-timedelta(seconds=1), 0)):
        league.hanchan.filter(pk=game.pk).update(voided_at=under_way.closed_at + later)
        done = progress(organizer, under_way).context["done"]

        assert (done["altered"], len(done["games"]), len(done["months"])) == (
            altered,
            altered,
            altered,
        )


def test_a_game_corrected_since_is_told_by_its_chairs_and_not_by_its_people(
    league: League, organizer: Client, under_way: RuleChange, four: list[Member]
) -> None:
    carry_out(league)
    [game] = league.hanchan.all()
    entry = make_entry(league, four[::-1], (50_000, 30_000, 20_000, 0))
    edit_hanchan(hanchan=game, entry=entry, revision=1, reason="席順違い", actor=ADMIN)

    [shown] = progress(organizer, under_way).context["done"]["games"]

    assert [seat.name for seat in shown.seats] == ["E", "S", "W", "N"]
    assert shown.after[0] == 61_000


def test_the_history_says_who_when_why_and_how_many_scores_changed(
    league: League, organizer: Client, under_way: RuleChange, club: Club
) -> None:
    carry_out(league)
    withdrawing = f"{RULES}2026-11-20/withdraw/"
    two_steps(organizer, withdrawing, reason="やはり戻す")

    reader = english(make_login(club, "reader"))
    page = text(reader.get(f"{RULES}changes/"))

    assert "Publication of the rules from 2026-11-20" in page
    assert "総会で決定" in page
    assert "1 score changed" in page
    assert "2026-11-20 21:00 · tests" in page
    assert page.index("Withdrawal of 2026-11-20") < page.index(
        "Publication of the rules from 2026-11-20"
    )


def test_members_read_along_and_get_no_buttons(
    league: League, club: Club, under_way: RuleChange
) -> None:
    reader = english(make_login(club, "reader"))

    html = progress(reader, under_way).content.decode()

    assert "stop/" not in html
    assert "give-up/" not in html


def test_the_progress_page_and_the_look_write_nothing(
    organizer: Client, league: League, under_way: RuleChange
) -> None:
    assert writes_of(organizer, f"{RULES}changes/{under_way.pk}/") == []
    carry_out(league)
    assert writes_of(organizer, f"{RULES}changes/{under_way.pk}/") == []


def test_the_pages_speak_japanese(
    league: League, club: Club, under_way: RuleChange, draft: RuleVersion
) -> None:
    reader = make_login(club, "kanji", Member.Role.ORGANIZER)
    reader.cookies["django_language"] = "ja"

    page = text(progress(reader, under_way))

    assert "順番を待っています。" in page
    assert "2026-11-20からのルールの公開" in page
