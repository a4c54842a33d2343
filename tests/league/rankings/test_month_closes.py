"""Closing a month: its ranking is frozen whole, once, and opened again for a reason."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction

from league.clubs.verification import verify_club
from league.clubs.write import update_league
from league.core.days import Period
from league.core.errors import LeagueError
from league.games.entry import entry_of
from league.games.tallies import rebuild_tallies
from league.games.write import edit_hanchan, void_hanchan
from league.models import AuditEvent, Club, Hanchan, League, Member, MonthClose
from league.rankings.closings import (
    closed_month,
    closed_months,
    frozen_ranking,
    frozen_rows,
    month_games,
)
from league.rankings.table import LeagueRanking, ranking_of
from league.rankings.write import close_month, reopen_month
from league.rulebook.write import publish_version
from rules.parameters import override
from tests.factories import (
    ADMIN,
    league_of,
    make_club,
    make_entry,
    make_members,
    record,
)

pytestmark = pytest.mark.django_db

OCTOBER = date(2026, 10, 1)
DAY = date(2026, 10, 16)
IN_NOVEMBER = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_november() -> object:
    with time_machine.travel(IN_NOVEMBER, tick=True):
        yield


def october(league: League) -> LeagueRanking:
    fresh = League.objects.for_club(league.club).get(pk=league.pk)
    period = Period(first=OCTOBER, last=date(2026, 10, 31), minimum_games=fresh.minimum_games)
    return ranking_of(league.club, fresh, period)


def lines(ranking: LeagueRanking) -> list[tuple[int | None, str, int, int]]:
    return [
        (line.rank, line.name, line.record.score, line.record.games)
        for line in (*ranking.ranked, *ranking.short, *ranking.guests)
    ]


def test_closing_keeps_the_ranking_as_it_stands(league: League, four: list[Member]) -> None:
    record(league, four, day=date(2026, 10, 2))
    last = record(league, four, (25000, 25000, 33500, 16500), day=DAY)
    present = october(league)

    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    assert (
        lines(frozen_ranking(league.club, close))
        == lines(present)
        == [
            (1, "佐藤 健一", 41_000, 2),
            (2, "高橋 恵", 23_000, 2),
            (3, "鈴木 翔", -5_000, 2),
            (4, "田中 実", -59_000, 2),
        ]
    )
    assert (close.games, close.last_game, close.versions) == (2, last, ["2015-04-10"])
    assert (close.closed_by_name, close.reopened_at) == ("tests", None)


def test_a_frozen_line_has_every_figure_that_the_ranking_shows(league: League) -> None:
    *four, fifth = make_members(league.club, 5)
    record(league, four, day=DAY)
    record(league, [*four[:3], fifth], (41400, 30000, 29600, -1000), day=DAY)
    present = october(league)

    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    close.refresh_from_db()  # as it comes back from JSON
    frozen = frozen_ranking(league.club, close)
    assert frozen.ranked == present.ranked
    assert frozen.versions == present.versions
    assert (frozen.rule, frozen.players) == (present.rule, present.players)


def test_who_played_too_little_and_guests_are_frozen_apart(
    league: League, four: list[Member]
) -> None:
    update_league(league=league, values={"minimum_games": 2}, actor=ADMIN)
    guest = Member.objects.create(club=league.club, display_name="旅の人", is_guest=True)
    record(league, four, day=DAY)
    record(league, [guest, *four[1:]], day=DAY)

    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    frozen = frozen_ranking(league.club, close)
    assert [line.name for line in frozen.short] == ["佐藤 健一"]
    assert [line.name for line in frozen.guests] == ["旅の人"]
    assert frozen.period.minimum_games == 2


def test_a_month_in_which_the_rules_changed_names_both_versions(
    league: League, four: list[Member]
) -> None:
    rules = league.rule_set.rule_set.versions.get(effective_from=date(2015, 4, 10))
    bigger = override(rules.value, {"uma": (20_000, 10_000, -10_000, -20_000)})
    publish_version(
        in_club=league.rule_set, day=date(2026, 10, 15), parameters=bigger, stated_by={},
        sections=(), clauses=(), changes_ja="", changes_en="", actor=ADMIN,
    )  # fmt: skip
    record(league, four, day=date(2026, 10, 2))
    record(league, four, day=DAY)

    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    frozen = frozen_ranking(league.club, close)
    assert close.versions == ["2015-04-10", "2026-10-15"]
    assert [(used.version.label, used.first, used.last) for used in frozen.versions] == [
        ("2015-04-10", date(2026, 10, 1), date(2026, 10, 14)),
        ("2026-10-15", date(2026, 10, 15), date(2026, 10, 31)),
    ]


def test_games_of_a_closed_month_are_entered_corrected_and_voided_and_the_closed_ranking_stays(
    league: League, four: list[Member]
) -> None:
    game, voided = record(league, four, day=DAY), record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    frozen = close.rows

    record(league, four, day=DAY)
    edit_hanchan(
        hanchan=game, entry=make_entry(league, four[::-1], day=DAY), revision=1,
        reason="席を取り違えた", actor=ADMIN,
    )  # fmt: skip
    void_hanchan(hanchan=voided, revision=1, reason="二重入力", actor=ADMIN)

    close.refresh_from_db()
    found = closed_month(league.club, close, october(league))
    assert close.rows == frozen
    assert lines(found.frozen)[0] == (1, "佐藤 健一", 82_000, 2)
    assert found.differs
    assert {each.name: each.was and each.was.rank for each in found.differences} == {
        "佐藤 健一": 1, "鈴木 翔": 2, "高橋 恵": 3, "田中 実": 4,
    }  # fmt: skip


def test_a_correction_taken_back_leaves_no_difference(league: League, four: list[Member]) -> None:
    game = record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    right = entry_of(game)
    edit_hanchan(
        hanchan=game, entry=make_entry(league, four[::-1], day=DAY), revision=1,
        reason="取り違え", actor=ADMIN,
    )  # fmt: skip

    edit_hanchan(hanchan=game, entry=right, revision=2, reason="やはり元のまま", actor=ADMIN)

    assert not closed_month(league.club, close, october(league)).differs


def test_another_minimum_of_games_makes_a_difference_and_leaves_the_closed_ranking(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    update_league(league=league, values={"minimum_games": 3}, actor=ADMIN)

    found = closed_month(league.club, close, october(league))
    assert len(found.differences) == 4
    assert [line.rank for line in found.frozen.ranked] == [1, 2, 3, 4]


def test_another_name_is_no_difference_and_a_club_s_choice_of_names_holds_for_closed_months(
    club: Club, league: League
) -> None:
    four = make_members(club)
    Member.objects.for_club(club).filter(pk=four[0].pk).update(full_name="佐藤 健一郎")
    record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    Member.objects.for_club(club).filter(pk=four[1].pk).update(display_name="すず")
    club.names_shown = Club.Names.FULL

    found = closed_month(club, close, october(league))

    assert not found.differs
    assert [line.name for line in found.frozen.ranked][:2] == ["佐藤 健一郎", "鈴木 翔"]


def test_the_month_closes_once(league: League, four: list[Member]) -> None:
    record(league, four, day=DAY)
    close_month(league=league, month=OCTOBER, actor=ADMIN)

    with pytest.raises(LeagueError):
        close_month(league=league, month=OCTOBER, actor=ADMIN)

    assert MonthClose.objects.for_club(league.club).count() == 1


@pytest.mark.parametrize(
    ("moment", "may"),
    [
        pytest.param(datetime(2026, 10, 31, 12, 0, tzinfo=UTC), False, id="on its last evening"),
        pytest.param(datetime(2026, 10, 31, 18, 59, tzinfo=UTC), False, id="after midnight"),
        pytest.param(datetime(2026, 10, 31, 21, 1, tzinfo=UTC), True, id="when the day has turned"),
    ],
)
def test_a_month_closes_when_its_last_club_day_is_over(
    league: League, four: list[Member], moment: datetime, may: bool
) -> None:
    record(league, four, day=DAY)

    with time_machine.travel(moment, tick=False):
        if may:
            close_month(league=league, month=OCTOBER, actor=ADMIN)
        else:
            with pytest.raises(LeagueError):
                close_month(league=league, month=OCTOBER, actor=ADMIN)

    assert MonthClose.objects.for_club(league.club).exists() == may


def test_a_month_without_games_has_nothing_to_close(league: League, four: list[Member]) -> None:
    void_hanchan(hanchan=record(league, four, day=DAY), revision=1, reason="中断", actor=ADMIN)

    with pytest.raises(LeagueError):
        close_month(league=league, month=OCTOBER, actor=ADMIN)


def test_reopened_and_closed_again_the_ranking_follows_the_games_and_both_closings_are_kept(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=DAY)
    first = close_month(league=league, month=OCTOBER, actor=ADMIN)
    record(league, four, day=DAY)

    reopen_month(close=first, reason="入力もれ", actor=ADMIN)
    second = close_month(league=league, month=OCTOBER, actor=ADMIN)

    first.refresh_from_db()
    assert (first.reopen_reason, first.reopened_by_name, first.games) == ("入力もれ", "tests", 1)
    assert second.games == 2
    assert closed_months([league]) == {(league.pk, OCTOBER): second}


@pytest.mark.parametrize("reason", ["", "   ", "あ" * 201])
def test_reopening_asks_for_a_reason_of_a_line(
    league: League, four: list[Member], reason: str
) -> None:
    record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    with pytest.raises(LeagueError) as refused:
        reopen_month(close=close, reason=reason, actor=ADMIN)

    close.refresh_from_db()
    assert (refused.value.field, close.reopened_at) == ("reason", None)


def test_a_closing_is_taken_back_once(league: League, four: list[Member]) -> None:
    record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    reopen_month(close=close, reason="入力もれ", actor=ADMIN)

    with pytest.raises(LeagueError):
        reopen_month(close=close, reason="もう一度", actor=ADMIN)

    close.refresh_from_db()
    assert close.reopen_reason == "入力もれ"


def test_closing_and_reopening_leave_one_event_each(league: League, four: list[Member]) -> None:
    game = record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    reopen_month(close=close, reason="入力もれ", actor=ADMIN)

    events = AuditEvent.objects.for_club(league.club).filter(type__startswith="month.")

    facts = {
        "league": "main", "month": "2026-10", "games": 1, "last_game": game.pk,
        "versions": ["2015-04-10"],
    }  # fmt: skip
    assert [(e.type, e.object_id, e.before, e.after, e.reason) for e in events.order_by("pk")] == [
        ("month.closed", close.pk, None, facts, ""),
        ("month.reopened", close.pk, facts, None, "入力もれ"),
    ]


def test_verifying_and_rebuilding_the_standings_leave_frozen_lines_alone(
    league: League, four: list[Member]
) -> None:
    record(league, four, day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)
    MonthClose.objects.for_club(league.club).update(rows=[{**close.rows[0], "rank": 9}])

    found = verify_club(league.club)
    rebuild_tallies(league)

    close.refresh_from_db()
    assert found["differences"] == 0
    assert [row["rank"] for row in close.rows] == [9]


def test_the_database_itself_lets_one_closing_hold(league: League, four: list[Member]) -> None:
    record(league, four, day=DAY)
    close_month(league=league, month=OCTOBER, actor=ADMIN)

    with pytest.raises(IntegrityError), transaction.atomic():
        MonthClose.objects.create(league=league, month=OCTOBER, rows=[], games=0)


# --- several hands at once ---

HANDS = 8


def at_once(work: Callable[[int], Any], hands: int = HANDS) -> list[Any]:
    """Let every hand begin at the same moment, each on a connection of its own."""
    barrier = threading.Barrier(hands)

    def hand(number: int) -> Any:
        barrier.wait()
        try:
            return work(number)
        except (LeagueError, IntegrityError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(hands) as pool:
        return list(pool.map(hand, range(hands)))


def agrees(close: MonthClose) -> bool:
    """Whether the frozen lines, the number of games and the last game tell of the same games."""
    seats: int = sum(row["record"]["games"] for row in close.rows)
    up_to_last = Hanchan.objects.for_club(close.league.club_id).filter(pk__lte=close.last_game_id)
    return seats == 4 * close.games == 4 * up_to_last.count()


@pytest.mark.django_db(transaction=True)
def test_of_eight_organizers_who_close_a_month_at_once_one_closes_it_and_seven_are_told() -> None:
    league = league_of(make_club())
    record(league, make_members(league.club), day=DAY)

    answers = at_once(lambda _n: close_month(league=league, month=OCTOBER, actor=ADMIN))

    assert sum(isinstance(answer, MonthClose) for answer in answers) == 1
    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1
    assert MonthClose.objects.for_club(league.club).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_eight_who_reopen_it_at_once_one_does_and_seven_are_told() -> None:
    league = league_of(make_club())
    record(league, make_members(league.club), day=DAY)
    close = close_month(league=league, month=OCTOBER, actor=ADMIN)

    answers = at_once(
        lambda n: reopen_month(
            close=MonthClose.objects.for_club(league.club)
            .select_related("league")
            .get(pk=close.pk),
            reason=f"理由{n}",
            actor=ADMIN,
        )
    )

    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1
    assert AuditEvent.objects.for_club(league.club).filter(type="month.reopened").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_game_that_is_stored_while_a_month_closes_is_in_all_of_it_or_in_nothing() -> None:
    league = league_of(make_club())
    four = make_members(league.club)
    record(league, four, day=DAY)

    def hand(number: int) -> Any:
        if number == 3:
            time.sleep(0.02)
            return close_month(league=league, month=OCTOBER, actor=ADMIN)
        return record(league, four, day=DAY, number=number + 10)

    answers = at_once(hand)

    assert not any(isinstance(answer, Exception) for answer in answers)
    assert agrees(answers[3])
    assert month_games(league, OCTOBER).count() == HANDS
    assert verify_club(league.club)["differences"] == 0


@pytest.mark.django_db(transaction=True)
def test_control_closing_without_the_league_s_lock_freezes_two_different_moments() -> None:
    league = league_of(make_club())
    four = make_members(league.club)
    record(league, four, day=DAY)

    def hand(number: int) -> Any:
        if number > 0:
            time.sleep(0.1)
            return record(league, four, day=DAY, number=number + 10)
        ranking = october(league)
        members = {member.pk: member for member in four}
        time.sleep(1.5)
        games = month_games(league, OCTOBER)
        return MonthClose.objects.create(
            league=league,
            month=OCTOBER,
            rows=frozen_rows(ranking, members),
            games=games.count(),
            last_game=games.order_by("-pk").first(),
        )

    answers = at_once(hand, hands=3)

    assert not agrees(answers[0])


@pytest.mark.django_db(transaction=True)
def test_control_looking_first_and_closing_then_runs_into_the_constraint() -> None:
    league = league_of(make_club())
    record(league, make_members(league.club), day=DAY)

    def naive(_number: int) -> MonthClose:
        closes = MonthClose.objects.for_club(league.club)
        if closes.filter(month=OCTOBER, reopened_at=None).exists():
            raise LeagueError("told")
        time.sleep(0.1)
        return MonthClose.objects.create(league=league, month=OCTOBER, rows=[], games=1)

    answers = at_once(naive)

    assert any(isinstance(answer, IntegrityError) for answer in answers)
