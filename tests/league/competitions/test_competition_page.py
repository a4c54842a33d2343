"""A season as a competition, as its readers see it: pages and API."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.clubs.write import update_league
from league.competitions.read import Competition, competition_of, find_season, seasons_of
from league.competitions.seasons import add_stage, open_season
from league.games.tallies import with_settlements
from league.games.write import void_hanchan
from league.members.teams import create_team, join_team
from league.models import Hanchan, League, Member, Season, Team
from league.rankings.write import give_adjustment, withdraw_adjustment
from tests.factories import ADMIN, EVENING, make_login, make_members, record
from tests.league.evenings import NINE_PM, english
from tests.pages import parsed

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 10, 1), date(2026, 11, 30)
HALF = date(2026, 11, 1)


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def reader(league: League) -> Client:
    return english(make_login(league.club, "reader"))


def season_in(league: League, **values: Any) -> Season:
    days = {"name": "秋", "starts_on": FIRST, "ends_on": LAST}
    return open_season(league=league, actor=ADMIN, **{**days, **values})


def seen(season: Season) -> Competition:
    found = find_season(season.league.club, season.pk)
    assert found is not None
    return competition_of(found, today=EVENING)


def two_stages(season: Season, **values: Any) -> None:
    add_stage(season=season, name="予選", starts_on=FIRST, ends_on=HALF - timedelta(1), actor=ADMIN)
    add_stage(
        season=season, name="決勝", starts_on=HALF, ends_on=LAST, actor=ADMIN,
        **{"carry": "half", **values},
    )  # fmt: skip


def lines_of(found: Competition, number: int = 0) -> list[tuple[str, int | None, int]]:
    lines = found.stages[number].members
    return [(found.people[line.who].name.split()[0], line.rank, line.total) for line in lines]


def text_of(client: Client, url: str) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return parsed(response).shown


def test_a_season_without_stages_is_one_table(league: League, four: list[Member]) -> None:
    season = season_in(league, best_games=1)
    record(league, four)
    record(league, four[::-1])

    found = seen(season)

    assert [line[1] for line in lines_of(found)] == [1, 1, 3, 3]
    assert {line.share.counted for line in found.stages[0].members} == {1}
    assert {line.share.played for line in found.stages[0].members} == {2}


def test_half_goes_into_the_final_and_adjustments_of_its_days_count(
    league: League, four: list[Member]
) -> None:
    season = season_in(league)
    two_stages(season)
    record(league, four, day=date(2026, 10, 9))
    record(league, four, day=date(2026, 11, 6))
    for day, points in [(date(2026, 10, 9), -2_000), (date(2026, 11, 6), 500), (EVENING, 700)]:
        made = give_adjustment(
            league=league, member=four[0], day=day, points=points, reason="x", actor=ADMIN
        )
    withdraw_adjustment(adjustment=made, reason="x", actor=ADMIN)

    found = seen(season)

    first, last = ({line.who: line for line in stage.members}[four[0].pk] for stage in found.stages)
    assert first.total == 41_000 - 2_000
    assert last.carried == 20_000  # 19.5 rounded to a whole score, as this rule shows them
    assert last.total == 20_000 + 41_000 + 500
    assert found.members[0].who == four[0].pk
    assert found.members[0].total == last.total


def test_games_of_days_without_a_stage_do_not_count_and_are_told(
    league: League, four: list[Member], reader: Client
) -> None:
    season = season_in(league)
    add_stage(season=season, name="予選", starts_on=FIRST, ends_on=FIRST, actor=ADMIN)
    record(league, four)
    voided = record(league, four)
    void_hanchan(hanchan=voided, revision=1, reason="x", actor=ADMIN)
    give_adjustment(league=league, member=four[0], day=EVENING, points=100, reason="x", actor=ADMIN)

    found = seen(season)

    assert (found.outside, found.members) == (4, ())
    page = text_of(reader, f"/c/{league.club.slug}/seasons/{season.pk}/")
    assert "4 results are from days outside every stage" in page
    assert "No games yet" in page


def test_a_member_who_changes_teams_in_the_middle_leaves_behind_what_was_scored(
    league: League, four: list[Member], reader: Client
) -> None:
    season = season_in(league, has_teams=True)
    east, west = (create_team(league=league, name=n, actor=ADMIN) for n in ("東雲", "西風"))
    for team, member in zip((east, east, west, west), four, strict=True):
        join_team(team=team, member=member, joined_on=FIRST, actor=ADMIN)
    record(league, four, day=date(2026, 10, 9))
    join_team(
        team=west, member=four[0], joined_on=date(2026, 10, 10), leaves_other=True, actor=ADMIN
    )
    record(league, four, day=date(2026, 10, 16))

    found = seen(season)

    stage = found.stages[0]
    games = [line.share.points for line in sorted(stage.members, key=lambda one: one.who)]
    one, two, three, last = (points // 2 for points in games)
    assert {line.who: line.total for line in stage.teams} == {
        east.pk: one + 2 * two,
        west.pk: one + 2 * three + 2 * last,
    }
    assert stage.shares[four[0].pk, east.pk].points == stage.shares[four[0].pk, west.pk].points
    assert found.playing_for[four[0].pk] == west.pk
    assert stage.playing_for == found.playing_for
    page = text_of(reader, f"/c/{league.club.slug}/seasons/{season.pk}/")
    assert page.count("東雲") >= 2
    assert "Each member's contribution to their team" in page


def test_beside_a_name_stands_the_team_of_the_stages_last_day(
    league: League, four: list[Member]
) -> None:
    season = season_in(league, has_teams=True)
    two_stages(season)
    east, west = (create_team(league=league, name=n, actor=ADMIN) for n in ("東雲", "西風"))
    join_team(team=east, member=four[0], joined_on=FIRST, actor=ADMIN)
    join_team(team=west, member=four[0], joined_on=HALF, leaves_other=True, actor=ADMIN)
    record(league, four, day=FIRST)

    found = seen(season)

    assert [stage.playing_for for stage in found.stages] == [
        {four[0].pk: east.pk},
        {four[0].pk: west.pk},
    ]
    assert found.playing_for == {four[0].pk: west.pk}
    assert [place.who for place in found.teams] == [east.pk]


def test_who_is_short_and_who_is_a_guest_stand_below(
    league: League, four: list[Member], reader: Client
) -> None:
    Member.objects.for_club(league.club).filter(pk=four[0].pk).update(is_guest=True)
    fifth = Member.objects.create(club=league.club, display_name="小林 楓")
    season = season_in(league, minimum_games=2)
    record(league, four)
    record(league, [fifth, *four[1:]])

    found = seen(season)

    ranks = {found.people[line.who].name: line.rank for line in found.stages[0].members}
    assert ranks == {
        "佐藤 健一": None,
        "鈴木 翔": 1,
        "高橋 恵": 2,
        "田中 実": 3,
        "小林 楓": None,
    }
    page = text_of(reader, f"/c/{league.club.slug}/seasons/{season.pk}/")
    assert "Too few games to be ranked" in page
    assert page.count("1 game short") == 1  # more games would not rank the guest
    record(league, [four[0], *four[1:]])
    update_league(league=league, values={"guests_ranked": True}, actor=ADMIN)
    found = seen(season)
    ranks = {found.people[line.who].name: line.rank for line in found.stages[0].members}
    assert [ranks[name] for name in ("佐藤 健一", "鈴木 翔", "小林 楓")] == [1, 2, None]


def test_the_page_says_what_counts(league: League, four: list[Member], reader: Client) -> None:
    season = season_in(league, minimum_games=1)
    two_stages(season, best_games=2, minimum_games=1)
    for day in (date(2026, 10, 9), date(2026, 11, 6), date(2026, 11, 6), date(2026, 11, 6)):
        record(league, four, day=day)
    give_adjustment(
        league=league, member=four[0], day=EVENING, points=-20_000, reason="x", actor=ADMIN
    )

    page = text_of(reader, f"/c/{league.club.slug}/seasons/{season.pk}/")

    for words in (
        "Overall standings",
        "Half of the points from the previous stage are carried over.",
        "Only each member's best 2 games count.",
        "Minimum to be ranked: 1 game.",
        "−20",
        "not counted",
    ):
        assert words in page


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"maximum_games": 1}, "Only each member's first 1 game counts."),
        ({"maximum_games": 3}, "Only each member's first 3 games count."),
        ({"worst_dropped": 1}, "Each member's worst game does not count."),
        ({"best_games": 1}, "Only each member's best game counts."),
        ({"has_teams": True}, "the team that the member played for on that day"),
    ],
)
def test_every_way_of_counting_has_its_sentence(
    league: League, reader: Client, values: dict[str, Any], words: str
) -> None:
    season = season_in(league, **values)

    assert words in text_of(reader, f"/c/{league.club.slug}/seasons/{season.pk}/")


def test_the_list_has_every_season(league: League, reader: Client) -> None:
    url = f"/c/{league.club.slug}/seasons/"
    assert "No seasons yet" in text_of(reader, url)
    season = season_in(league, has_teams=True)
    two_stages(season)

    page = text_of(reader, url)

    assert "秋" in page
    assert "2 stages" in page
    assert "with teams" in page
    assert seasons_of(league.club) == [season]


class TestQueries:
    """However much was played, the same few queries."""

    @pytest.mark.parametrize("evenings", [1, 12])
    def test_a_competition_takes_seven(
        self,
        league: League,
        four: list[Member],
        evenings: int,
        django_assert_num_queries: DjangoAssertNumQueries,
    ) -> None:
        season = season_in(league, has_teams=True)
        two_stages(season)
        team = create_team(league=league, name="東雲", actor=ADMIN)
        for member in four:
            join_team(team=team, member=member, joined_on=FIRST, actor=ADMIN)
        for night in range(evenings):
            record(league, four, day=FIRST + timedelta(days=5 * night))
        found = find_season(league.club, season.pk)
        assert found is not None

        with django_assert_num_queries(7):
            competition_of(found, today=EVENING)

    def test_the_list_takes_two(
        self, league: League, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        for number in range(5):
            two_stages(season_in(league, name=str(number)))

        with django_assert_num_queries(2):
            [[each.name for each in season.stages.all()] for season in seasons_of(league.club)]


@pytest.mark.parametrize("seed", range(6))
def test_a_random_competition_comes_out_as_reckoned_from_its_games_one_by_one(
    league: League, seed: int
) -> None:
    rng = Random(seed)
    people = make_members(league.club, 7)
    teams = [create_team(league=league, name=f"第{n}", actor=ADMIN) for n in (1, 2)]
    season = season_in(league, has_teams=True)
    best = rng.choice([0, 2, 3])
    two_stages(season, carry=rng.choice(["none", "whole", "half"]), best_games=best)
    plays: dict[int, list[tuple[date, Team]]] = {}
    for member in people[:5]:
        plays[member.pk] = [(FIRST, rng.choice(teams))]
        if rng.random() < 0.5:
            plays[member.pk].append((FIRST + timedelta(rng.randrange(1, 50)), rng.choice(teams)))
        for day, team in plays[member.pk]:
            join_team(team=team, member=member, joined_on=day, leaves_other=True, actor=ADMIN)
    for _game in range(12):
        four = rng.sample(people, 4)
        cut = sorted(rng.sample(range(1, 1000), 3))
        points = [100 * n for n in (cut[0], cut[1] - cut[0], cut[2] - cut[1], 1000 - cut[2])]
        record(league, four, points, day=FIRST + timedelta(rng.randrange(61)))
    till_now = (EVENING - FIRST).days + 1
    given = [
        (
            rng.choice(people),
            FIRST + timedelta(rng.randrange(till_now)),
            100 * rng.randrange(1, 300),
        )
        for _ in range(4)
    ]
    for at, (member, day, moved) in enumerate(given):
        give_adjustment(
            league=league, member=member, day=day, points=moved, reason=str(at), actor=ADMIN
        )

    found = seen(season)

    carry = found.stages[1].rule.carry
    before: dict[int, int] = {}
    before_teams: dict[int, int] = {}
    for stage, last_best in zip(found.stages, (0, best), strict=True):
        own, for_teams = slow_stage(league, stage.first, stage.last, last_best, plays, given)
        if stage is found.stages[1]:
            own, for_teams = add(own, before, carry), add(for_teams, before_teams, carry)
        assert {line.who: line.total for line in stage.members} == own
        assert {line.who: line.total for line in stage.teams} == for_teams
        before, before_teams = own, for_teams


def add(own: dict[int, int], before: dict[int, int], carry: str) -> dict[int, int]:
    if carry == "none":
        return own
    share = {who: n if carry == "whole" else _half(n) for who, n in before.items()}
    return {who: own.get(who, 0) + share.get(who, 0) for who in own.keys() | share.keys()}


def _half(points: int) -> int:
    """Half of it to a whole score, as kinyoukai shows them; half a score goes up."""
    whole, rest = divmod(abs(points), 2_000)
    size = whole * 1_000 + (1_000 if rest >= 1_000 else 0)
    return size if points > 0 else -size


def slow_stage(
    league: League,
    first: date,
    last: date,
    best: int,
    plays: dict[int, list[tuple[date, Team]]],
    given: list[tuple[Member, date, int]],
) -> tuple[dict[int, int], dict[int, int]]:
    """Totals of members and teams, game by game from what the games themselves say."""
    own: dict[int, int] = defaultdict(int)
    teams: dict[int | None, int] = defaultdict(int)
    for member, results in _scored(league, first, last).items():
        counted = sorted(results, key=lambda one: -one[1])[: best or None]
        for day, score in results:
            counts = (day, score) in counted
            own[member] += score if counts else 0
            teams[_team(plays, member, day)] += score if counts else 0
    for who, day, points in given:
        if first <= day <= last:
            own[who.pk] += points
            teams[_team(plays, who.pk, day)] += points
    return dict(own), {team: total for team, total in teams.items() if team is not None}


def _scored(league: League, first: date, last: date) -> dict[int, list[tuple[date, int]]]:
    scored: dict[int, list[tuple[date, int]]] = defaultdict(list)
    games = Hanchan.objects.for_club(league.club).filter(day__range=(first, last))
    for game in with_settlements(games.order_by("day", "number")):
        assert game.settlement is not None
        for seat in game.seats.all():
            scored[seat.member_id].append((game.day, game.settlement.scores[seat.seat]))
    return scored


def _team(plays: dict[int, list[tuple[date, Team]]], member: int, day: date) -> int | None:
    begun = [team.pk for since, team in plays.get(member, []) if since <= day]
    return begun[-1] if begun else None


class TestApi:
    """The same as data."""

    def test_a_season_is_answered_in_whole_points(
        self, league: League, four: list[Member], reader: Client
    ) -> None:
        season = season_in(league, has_teams=True)
        two_stages(season)
        team = create_team(league=league, name="東雲", actor=ADMIN)
        join_team(team=team, member=four[0], joined_on=FIRST, actor=ADMIN)
        record(league, four, day=date(2026, 10, 9))
        made = give_adjustment(
            league=league, member=four[1], day=EVENING, points=-500, reason="遅刻", actor=ADMIN
        )
        base = f"/api/v1/clubs/{league.club.slug}"

        one = reader.get(f"{base}/seasons/{season.pk}").json()
        listed = reader.get(f"{base}/leagues/main/seasons").json()["seasons"]
        teams = reader.get(f"{base}/leagues/main/teams").json()["teams"]
        moved = reader.get(f"{base}/leagues/main/adjustments").json()["adjustments"]

        assert [table["name"] for table in one["tables"]] == ["予選", "決勝"]
        assert one["standing"][0]["member"] == four[0].pk
        assert one["standing"][0]["team"] == team.pk
        assert one["team_standing"][0]["name"] == "東雲"
        assert one["tables"][0]["contributions"][0]["member"] == four[0].pk
        assert one["tables"][1]["members"][1]["adjusted"] in (0, -500)
        assert [stage["carry"] for stage in listed[0]["stages"]] == ["none", "half"]
        member = teams[0]["members"][0]
        assert (member["member"], member["name"]) == (four[0].pk, "佐藤 健一")
        assert (member["from"], member["to"]) == ("2026-10-01", None)
        assert moved[0]["id"] == made.pk
        assert (moved[0]["points"], moved[0]["counts"]) == (-500, True)
        assert not any(isinstance(number, float) for number in _numbers(one))

    def test_a_season_that_is_not_there_is_404(self, league: League, reader: Client) -> None:
        assert reader.get(f"/api/v1/clubs/{league.club.slug}/seasons/99").status_code == 404
        assert reader.get(f"/c/{league.club.slug}/seasons/99/").status_code == 404


def _numbers(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [number for one in value.values() for number in _numbers(one)]
    if isinstance(value, list):
        return [number for one in value for number in _numbers(one)]
    return [value]
