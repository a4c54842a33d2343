"""Settlements that old rule changes left behind go; whatever stands on them stays as it is."""

from __future__ import annotations

import random
import uuid
from datetime import date, datetime, timedelta
from io import StringIO
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client

from league.archive.document import dump_club
from league.clubs.verification import mend_club, verify_club
from league.core.days import Period
from league.core.jobs import perform_job, sweep_jobs
from league.games.read import history_of
from league.games.write import edit_hanchan, record_hanchan, void_hanchan
from league.models import (
    AuditEvent,
    Club,
    Hanchan,
    Job,
    League,
    Member,
    MonthClose,
    RuleChange,
    Settlement,
    Tally,
)
from league.models.hanchan import visible
from league.rankings.table import ranking_of
from league.rankings.write import close_month, reopen_month
from league.rulechanges import thinning
from league.rulechanges.read import what_it_did
from league.tasks import thin_settlements
from tests.factories import ADMIN, league_of, make_club, make_draft, make_entry, make_members
from tests.league.evenings import TOKYO
from tests.league.rulechanges.changes import carry_out, progress, publish, text

pytestmark = pytest.mark.django_db

BEGINS = date(2026, 1, 1)
YEAR = Period(first=BEGINS, last=date(2026, 12, 31))


def on(day: date) -> Any:
    """Nine in the evening of a day."""
    return time_machine.travel(datetime(day.year, day.month, day.day, 21, tzinfo=TOKYO), tick=True)


def change_rules(league: League, at: date, since: date, uma: int) -> RuleChange:
    """Publish a version on one day that holds since an earlier one, and let the worker do it."""
    with on(at):
        bonus = (uma * 1_000, uma * 400, -uma * 400, -uma * 1_000)
        change = publish(league, make_draft(league, uma=bonus, day=None), since)
        return carry_out(league) if change.state == RuleChange.State.OPEN else change


def enter(league: League, people: list[Member], day: date, chance: random.Random) -> Hanchan:
    """A game of four of them, entered on its day."""
    four = chance.sample(people, 4)
    held = [chance.randrange(-50, 600) * 100 for _seat in range(3)]
    number = Hanchan.objects.for_club(league.club).filter(day=day).count() + 1
    entry = make_entry(league, four, (*held, 100_000 - sum(held)), day=day, number=number)
    with on(day):
        return record_hanchan(
            club=league.club,
            entry=entry,
            key=uuid.UUID(int=chance.getrandbits(128)),
            source=Hanchan.Source.FORM,
            actor=ADMIN,
        ).hanchan


def correct(game: Hanchan, at: date) -> None:
    """Swap the first two."""
    game.refresh_from_db()
    seats = list(game.seats.select_related("member").order_by("seat"))
    people, points = [seat.member for seat in seats], [seat.points for seat in seats]
    people[:2] = people[1], people[0]
    entry = make_entry(game.league, people, points, day=game.day, number=game.number)
    with on(at):
        edit_hanchan(
            hanchan=game, entry=entry, revision=game.revision, reason="席違い", actor=ADMIN
        )


def history(seed: int) -> League:
    """A club with a quarter of games, corrections, closings, and rules changed each fortnight."""
    chance = random.Random(seed)
    league = league_of(make_club())
    people = make_members(league.club, 7)
    games: list[Hanchan] = []
    for week in range(12):
        day = BEGINS + timedelta(days=7 * week + 9)
        games.append(enter(league, people, day, chance))
        if week % 2:
            change_rules(league, day, BEGINS + timedelta(days=week), 10 + 4 * week)
        if week % 4 == 2:
            correct(chance.choice(games), day)
        if week in (5, 9):
            close(league, day, chance)
    game = games.pop(3)
    game.refresh_from_db()
    with on(date(2026, 7, 1)):
        void_hanchan(hanchan=game, revision=game.revision, reason="二重入力", actor=ADMIN)
    return league


def close(league: League, at: date, chance: random.Random) -> None:
    """Close the month before; now and then it is opened again."""
    with on(at):
        month = (at.replace(day=1) - timedelta(days=1)).replace(day=1)
        closing = close_month(league=league, month=month, actor=ADMIN)
        if chance.random() < 0.3:
            reopen_month(close=closing, reason="抜け", actor=ADMIN)


def night() -> None:
    """What beat asks for each night, and the worker doing it."""
    thin_settlements()
    for owed in sweep_jobs():
        perform_job(owed)


def settlements(league: League) -> Any:
    return Settlement.objects.for_club(league.club).filter(hanchan__league=league)


def stands(league: League) -> dict[str, Any]:
    """All that is shown, kept or proved from a club's games, but for their scores in between."""
    club = Club.objects.get(pk=league.club_id)
    games = Hanchan.objects.for_club(club).select_related("club", "league", "session")
    ranking = ranking_of(club, league, YEAR)
    return {
        "differences": verify_club(club)["differences"],
        "ranking": [(line.member_id, line.record) for line in ranking.ranked],
        "tallies": sorted(
            Tally.objects.for_club(club).values_list("member", "span", "start", "score")
        ),
        "counting": {game.pk: game.settlement and game.settlement.pk for game in games},
        "closings": list(MonthClose.objects.for_club(club).order_by("pk").values()),
        "closed": in_force_when_closed(league),
        "archive": dump_club(club),
        "trail": [
            each
            for each in AuditEvent.objects.for_club(club).order_by("pk").values()
            if each["type"] != "settlements.thinned"
        ],
        "ends": {game.pk: ends_of(game) for game in games},
        "did": {
            change.pk: (done["altered"], done["months"])
            for change in RuleChange.objects.for_club(club)
            for done in [what_it_did(change)]
        },
    }


def ends_of(game: Hanchan) -> list[tuple[int, int, int]]:
    """The first and the last settlement of each revision, as its history has them."""
    found: dict[int, list[int]] = {}
    for each in history_of(game).settlements:
        found.setdefault(each.hanchan_revision, []).append(each.pk)
    return [(revision, keys[0], keys[-1]) for revision, keys in sorted(found.items())]


def in_force_when_closed(league: League) -> dict[int, dict[int, int]]:
    """What counted of the games when their month was closed: each member's score."""
    found: dict[int, dict[int, int]] = {}
    for closing in MonthClose.objects.for_club(league.club).order_by("pk"):
        sums: dict[int, int] = {}
        rows = settlements(league).filter(
            visible(),
            hanchan__day__year=closing.month.year,
            hanchan__day__month=closing.month.month,
        )
        at: dict[int, Settlement] = {}
        for row in rows.select_related("change", "hanchan").order_by("hanchan_revision", "pk"):
            since = row.change.closed_at if row.change else row.created_at
            if since <= closing.closed_at:
                at[row.hanchan_id] = row
        for row in at.values():
            for score in row.scores:
                sums[row.hanchan_id] = sums.get(row.hanchan_id, 0) * 31 + score
        found[closing.pk] = sums
    return found


def changes_of(league: League) -> Any:
    return RuleChange.objects.for_club(league.club)


A_YEAR_LATER = date(2027, 9, 1)


@pytest.mark.parametrize("seed", range(3))
def test_what_goes_is_missed_by_nothing_that_stands_on_it(seed: int) -> None:
    league = history(seed)
    before, rows = stands(league), settlements(league).count()

    with on(A_YEAR_LATER):
        night()

    assert stands(league) == before
    assert before["differences"] == 0
    assert settlements(league).count() < rows
    event = AuditEvent.objects.for_club(league.club).get(type="settlements.thinned")
    assert event.after is not None
    assert event.after["removed"] == rows - settlements(league).count()


def test_what_goes_is_what_its_version_makes_of_the_revision_again() -> None:
    """It was no more than a copy of a function's value: mending finds nothing to do afterwards."""
    league = history(1)
    with on(A_YEAR_LATER):
        night()

        assert mend_club(league.club, reason="検算", actor=ADMIN).games == 0


def test_done_again_it_finds_nothing() -> None:
    league = history(2)
    with on(A_YEAR_LATER):
        night()
        kept = list(settlements(league).order_by("pk").values_list("pk", flat=True))

        night()
        call_command("thin_settlements", stdout=StringIO())

    assert list(settlements(league).order_by("pk").values_list("pk", flat=True)) == kept
    assert AuditEvent.objects.for_club(league.club).filter(type="settlements.thinned").count() == 1


def test_killed_anywhere_it_goes_on_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    league = history(0)
    before = stands(league)
    monkeypatch.setattr(thinning, "GAMES_AT_ONCE", 1)
    monkeypatch.setattr(thinning, "_ROWS_AT_ONCE", 2)
    monkeypatch.setattr(thinning, "_PAUSE", 0)
    with on(A_YEAR_LATER):
        wanted = left_when_undisturbed(league)
        seen = killed(league, monkeypatch)

        thinning.thin_club(league.club, cutoff())

    assert seen > 5
    assert set(settlements(league).values_list("pk", flat=True)) == wanted
    assert stands(league) == before


def cutoff() -> datetime:
    before = thinning.kept_since()
    assert before is not None
    return before


def left_when_undisturbed(league: League) -> set[int]:
    gone = {key for some in thinning.removable(league.rule_set, cutoff()) for key in some}
    return set(settlements(league).values_list("pk", flat=True)) - gone


def killed(league: League, monkeypatch: pytest.MonkeyPatch) -> int:
    """Let it die after each of its deletions, one more each time; return how often it died."""
    remove = thinning._remove
    deaths = 0
    while True:
        left = [1]

        def dying(keys: list[int], left: list[int] = left) -> int:
            if keys and not left[0]:
                raise OperationalError("killed")
            left[0] -= bool(keys)
            return remove(keys)

        monkeypatch.setattr(thinning, "_remove", dying)
        try:
            thinning.thin_club(league.club, cutoff())
        except OperationalError:
            deaths += 1
        else:
            monkeypatch.setattr(thinning, "_remove", remove)
            return deaths


# --- what is kept


@pytest.fixture
def league(club: Club) -> League:
    """One game of January, under four rules one after the other, from February to May."""
    league = league_of(club)
    enter(league, make_members(league.club), date(2026, 1, 9), random.Random(3))
    for nth in range(4):
        change_rules(league, date(2026, 2 + nth, 20), BEGINS + timedelta(days=nth), 20 + 10 * nth)
    return league


def kept(league: League, at: date) -> list[int]:
    """Which of the game's five settlements are left, from 0, after thinning on a day."""
    keys = list(settlements(league).order_by("pk").values_list("pk", flat=True))
    assert len(keys) == 5
    with on(at):
        night()
    return [
        keys.index(key) for key in settlements(league).order_by("pk").values_list("pk", flat=True)
    ]


def test_of_old_changes_the_first_and_the_last_score_stay(league: League) -> None:
    assert kept(league, A_YEAR_LATER) == [0, 4]


def test_scores_of_which_anything_is_young_stay(league: League) -> None:
    """On the 10th of May 2027 the changes of February to April are older than 400 days."""
    assert kept(league, date(2027, 5, 10)) == [0, 2, 3, 4]


def test_control_before_that_all_stay(league: League) -> None:
    assert kept(league, date(2027, 3, 1)) == [0, 1, 2, 3, 4]


def test_what_counted_when_the_month_was_closed_stays(league: League) -> None:
    with on(date(2026, 4, 1)):
        close_month(league=league, month=BEGINS, actor=ADMIN)

    assert kept(league, A_YEAR_LATER) == [0, 2, 4]


def test_where_all_is_to_be_kept_nothing_goes(league: League, settings: Any) -> None:
    settings.RESCORES_KEPT = 0

    assert kept(league, A_YEAR_LATER) == [0, 1, 2, 3, 4]


def test_a_job_is_owed_only_where_something_has_become_old(league: League) -> None:
    with on(date(2027, 3, 1)):
        night()
    assert not Job.objects.for_club(league.club).filter(kind=Job.Kind.THIN_SETTLEMENTS)

    with on(A_YEAR_LATER):
        night()
        night()
    assert Job.objects.for_club(league.club).filter(kind=Job.Kind.THIN_SETTLEMENTS).count() == 1


# --- what is said of it


def test_the_change_still_says_how_many_games_it_altered_and_where(
    league: League, organizer: Client
) -> None:
    change = changes_of(league).order_by("pk")[1]
    kept(league, A_YEAR_LATER)

    page = text(progress(organizer, change))

    assert "The score of 1 game changed." in page
    assert "January 2026" in page
    assert "The scores of the single games before and after this change are no longer kept." in page


def test_the_game_says_that_scores_in_between_are_not_kept(
    league: League, organizer: Client
) -> None:
    game = Hanchan.objects.for_club(league.club).get()
    missing = "Scores under rules that held in between are no longer kept."
    before = text(organizer.get(f"/c/tonan/games/{game.pk}/"))
    kept(league, A_YEAR_LATER)

    after = text(organizer.get(f"/c/tonan/games/{game.pk}/"))

    assert missing not in before
    assert before.count("Re-scored: the rules changed") == 4
    assert missing in after
    assert after.count("Re-scored: the rules changed") == 1


def test_the_command_says_what_would_go_and_what_went(league: League) -> None:
    out = StringIO()
    with on(A_YEAR_LATER):
        call_command("thin_settlements", "--dry-run", stdout=out)
        assert settlements(league).count() == 5
        call_command("thin_settlements", "--club", "tonan", stdout=out)

    assert out.getvalue().splitlines() == [
        "tonan: 3 settlements would be removed",
        "tonan: 3 settlements removed",
    ]
