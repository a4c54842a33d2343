"""The demo club: whole, believable, proven, and the same every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from league.archive.document import dump_club
from league.clubs.verification import verify_club
from league.competitions.read import competition_of
from league.core.people import find_members
from league.demo import load_demo, logins
from league.demo.founding import change_day, fridays, seasons
from league.demo.hands import play
from league.games.tallies import with_settlements
from league.models import (
    Adjustment,
    AuditEvent,
    Club,
    Hanchan,
    League,
    Member,
    Penalty,
    Season,
    Session,
    User,
)
from rules.parameters import RiichiParameters
from rules.presets import load
from scoring.game.lines import replay_request
from tests.league.imports.tenhou.replayed import as_replay

TODAY = date(2026, 11, 21)  # a Saturday


def riichi(key: str) -> RiichiParameters:
    parameters = load(key).versions[-1].parameters
    assert isinstance(parameters, RiichiParameters)
    return parameters


@pytest.fixture(scope="module")
def loaded(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Club]:
    """Load the club once; what a test does to it is rolled back, and all of it in the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield load_demo(today=TODAY)
        transaction.set_rollback(True)


@pytest.fixture
def demo(loaded: Club, db: None) -> Club:
    return Club.objects.get(pk=loaded.pk)


def games_of(club: Club, league: str) -> list[Hanchan]:
    games = Hanchan.objects.for_club(club).filter(league__slug=league, voided_at=None)
    return list(with_settlements(games.prefetch_related("seats")))


def test_the_club_is_whole(demo: Club) -> None:
    people = Member.objects.for_club(demo)

    assert demo.is_demo
    assert people.filter(is_guest=False).count() == 24
    assert people.filter(is_guest=True).count() == 3
    assert [league.slug for league in League.objects.for_club(demo)] == [
        "main",
        "sanma",
        "archive-2015",
        "boo",
        "zung-jung",
    ]
    assert not people.filter(is_guest=False, kana="").exists()


def test_its_standings_prove_right(demo: Club) -> None:
    found = verify_club(demo)

    assert found["differences"] == 0
    assert found["games"] > 500


def test_the_last_two_months_were_kept_hand_by_hand(demo: Club) -> None:
    games = games_of(demo, "main") + games_of(demo, "sanma")
    kept = [game for game in games if game.kyoku.exists()]

    assert {game.day >= date(2026, 10, 1) for game in kept} == {True}
    assert len(kept) == sum(game.day >= date(2026, 10, 1) for game in games)
    assert {game.source for game in kept} == {Hanchan.Source.LIVE}


def test_its_hands_lead_to_the_points_of_the_game(demo: Club) -> None:
    for slug, key in (("main", "kinyoukai"), ("sanma", "nekohouse-3a")):
        for game in (one for one in games_of(demo, slug) if one.day >= date(2026, 10, 1)):
            hands = [as_replay(row.told) for row in game.kyoku.all()]
            replayed = replay_request({"rule": key, "hands": hands}, today=game.day)

            assert replayed["points"] == [seat.points for seat in game.seats.all()]
            assert replayed["over"] is not game.ended_by_time
            moved = zip(*(row.deltas for row in game.kyoku.all()), strict=True)
            assert [riichi(key).game.start_points + sum(each) for each in moved] == replayed[
                "points"
            ]


def test_it_played_on_52_fridays_up_to_yesterday(demo: Club) -> None:
    days = {game.day for game in games_of(demo, "main")}

    assert len(days) == 52
    assert {day.weekday() for day in days} == {4}
    assert max(days) == date(2026, 11, 20)


def test_tonight_is_open_with_who_came_and_without_games(demo: Club) -> None:
    tonight = Session.objects.for_club(demo).get(day=TODAY)

    assert tonight.attendants.count() >= 12
    assert not tonight.hanchan.exists()


def test_the_month_of_the_change_has_games_under_both_versions(demo: Club) -> None:
    july = [game for game in games_of(demo, "main") if f"{game.day:%Y-%m}" == "2026-07"]
    labels = {
        game.day.isoformat(): str(game.settlement.version) for game in july if game.settlement
    }

    assert labels == {
        "2026-07-03": "2015-04-10",
        "2026-07-10": "2015-04-10",
        "2026-07-17": "2026-07-15",
        "2026-07-24": "2026-07-15",
        "2026-07-31": "2026-07-15",
    }


def test_the_change_lies_in_this_season(demo: Club) -> None:
    seasons_of_main = Season.objects.for_club(demo).filter(league__slug="main")
    this, last = seasons_of_main.order_by("-starts_on")

    assert this.starts_on <= change_day(TODAY) <= TODAY <= this.ends_on
    assert last.ends_on == this.starts_on - timedelta(days=1)


def test_the_archive_was_played_under_both_versions_of_2015(demo: Club) -> None:
    games = games_of(demo, "archive-2015")
    labels = {
        game.day.isoformat(): str(game.settlement.version) for game in games if game.settlement
    }

    assert labels == {
        "2015-04-03": "2015-04-01",
        "2015-04-04": "2015-04-01",
        "2015-04-10": "2015-04-10",
    }


def test_the_boo_league_saw_a_right_come_true_a_yakuman_with_pao_and_a_chombo(demo: Club) -> None:
    games = games_of(demo, "boo")
    made = [
        [game.settlement.result for game in games if game.settlement and game.day == day]
        for day in sorted({game.day for game in games})
    ]

    assert made == [
        ["maru_a", "double_maru_a", "maru_b", "maru_b", "double_maru_a", "maru_c"],
        ["maru_b", "maru_a", "maru_c", "maru_a", "double_maru_a"],
    ]
    assert [won.pao for game in games for won in game.yakuman.all()] == [3]
    assert [each.kind for game in games for each in game.penalties.all()] == ["chombo"]
    assert {game.day.weekday() for game in games} == {2}


def test_the_totals_of_zung_jung_add_up_to_nothing(demo: Club) -> None:
    games = games_of(demo, "zung-jung")

    assert len(games) == 4
    assert all(sum(seat.points for seat in game.seats.all()) == 0 for game in games)


def test_every_evening_looks_like_one(demo: Club) -> None:
    fours = Counter(game.day for game in games_of(demo, "main"))
    came = {one.day: one.attendants.count() for one in Session.objects.for_club(demo)}

    assert min(fours.values()) >= 8
    assert max(fours.values()) <= 16
    assert all(12 <= came[day] <= 18 for day in fours)


def test_points_are_spread_as_in_real_evenings(demo: Club) -> None:
    games = games_of(demo, "main")
    tables = [[seat.points for seat in game.seats.all()] for game in games]
    tops = sorted(max(points) for points in tables)
    busts = sum(points < 0 for table in tables for points in table)

    assert 36_000 < tops[len(tops) // 2] < 44_000
    assert 0.01 < busts / (4 * len(tables)) < 0.06
    assert any(len(set(points)) < 4 for points in tables)
    assert any(game.sticks for game in games)
    assert any(game.ended_by_time for game in games)


def test_five_at_a_table_take_turns(demo: Club) -> None:
    people = Counter(
        len({seat.member_id for game in games for seat in game.seats.all()})
        for games in _tables(games_of(demo, "main"))
    )

    assert set(people) == {4, 5}


def _tables(games: list[Hanchan]) -> list[list[Hanchan]]:
    found: dict[tuple[int, int], list[Hanchan]] = {}
    for game in games:
        found.setdefault((game.session_id, game.table), []).append(game)
    return list(found.values())


def test_some_games_were_corrected_or_voided_and_say_why(demo: Club) -> None:
    trail = AuditEvent.objects.for_club(demo)

    assert trail.filter(type="hanchan.edited").exclude(reason="").count() == 3
    assert trail.filter(type="hanchan.voided").exclude(reason="").count() == 2
    assert Hanchan.objects.for_club(demo).exclude(voided_at=None).count() == 2
    assert Penalty.objects.for_club(demo).exists()


def test_every_game_stands_in_the_trail(demo: Club) -> None:
    recorded = AuditEvent.objects.for_club(demo).filter(type="hanchan.recorded")

    assert recorded.count() == Hanchan.objects.for_club(demo).count()
    assert set(recorded.values_list("actor_name", flat=True)) == {"三宅"}


@pytest.mark.parametrize("typed", ["大野", "おおの", "ohno", "oono_u16", "オオノ"])
def test_members_are_found_by_every_name(demo: Club, typed: str) -> None:
    assert "大野" in [member.display_name for member in find_members(demo, typed)]


def test_the_logins_work_and_have_their_roles(demo: Club) -> None:
    roles = {}
    for login in logins():
        user = User.objects.get(username=login.username)
        assert user.check_password(login.password)
        roles[login.username] = Member.objects.for_club(demo).get(user=user).role

    assert roles == {
        "owner": "owner",
        "organizer": "organizer",
        "scorer": "scorer",
        "member": "member",
    }


def test_the_same_day_and_seed_give_the_same_club(demo: Club) -> None:
    first = dump_club(demo)
    demo.slug = "first"
    demo.save()
    for login in logins():
        User.objects.filter(username=login.username).update(username=f"first-{login.username}")

    again = dump_club(load_demo(today=TODAY))

    assert _without_moments(again) == _without_moments(first)


def _without_moments(archived: Any) -> Any:
    """The document with every moment as whether there is one."""
    if isinstance(archived, list):
        return [_without_moments(each) for each in archived]
    if isinstance(archived, dict):
        return {
            name: bool(value) if name.endswith("_at") else _without_moments(value)
            for name, value in archived.items()
        }
    return archived


def test_another_seed_gives_another_year(demo: Club) -> None:
    rule = riichi("kinyoukai")
    one, other = (play(Random(seed), rule, [100] * 4).points for seed in (1, 2))

    assert one != other


@pytest.mark.parametrize("key", ["kinyoukai", "nekohouse-3a", "super-tonpu"])
def test_points_and_sticks_of_an_invented_game_are_what_was_dealt_out(key: str) -> None:
    rule = riichi(key)
    dealt = rule.game.players * rule.game.start_points
    for seed in range(200):
        played = play(Random(seed), rule, [100] * rule.game.players)

        assert sum(played.points) + played.sticks == dealt
        assert all(points % 100 == 0 for points in played.points)


@pytest.mark.parametrize(
    "today",
    [
        date(2026, 11, 20),
        date(2026, 1, 1),
        date(2026, 12, 31),
        date(2028, 2, 29),
        date(2027, 5, 31),
    ],
    ids=str,
)
def test_on_any_day_the_calendar_is_sound(today: date) -> None:
    days = fridays(today)
    change = change_day(today)
    (first, last), (_, before) = seasons(today)
    month = [day for day in days if (day.year, day.month) == (change.year, change.month)]

    assert len(days) == 52
    assert today - timedelta(days=7) <= days[-1] < today
    assert first <= change <= today <= last
    assert before + timedelta(days=1) == first
    assert min(month) < change <= max(month)


def test_a_second_start_prints_the_logins_and_loads_nothing(demo: Club) -> None:
    out = StringIO()

    call_command("load_demo", "--if-empty", stdout=out)

    assert "demo-owner" in out.getvalue()
    assert Club.objects.count() == 1


def test_a_second_demo_is_refused(demo: Club) -> None:
    with pytest.raises(CommandError):
        call_command("load_demo")


def test_a_competition_of_four_teams_has_two_stages_and_two_adjustments(demo: Club) -> None:
    season = Season.objects.for_club(demo).get(league__slug="sanma")
    found = competition_of(season, today=TODAY)

    assert [stage.name for stage in found.stages] == ["予選", "決勝"]
    assert len(found.teams) == 4
    assert all(stage.shares for stage in found.stages)
    adjustments = Adjustment.objects.for_club(demo)
    assert sorted(adjustments.values_list("points", flat=True)) == [-20_000, 5_000]
    assert set(adjustments.values_list("league__slug", flat=True)) == {"sanma"}
