"""Seasons, teams, adjustments, leagues and the club set by an organizer's program."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db import connection
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from league.core.days import club_day
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.models import (
    Adjustment,
    AuditEvent,
    Club,
    Job,
    League,
    Member,
    Season,
    Stage,
    Team,
    TeamMembership,
)
from league.rankings.write import close_month
from tests.factories import (
    ADMIN,
    ClubWorld,
    league_of,
    logged_in,
    make_login,
    make_rules,
    make_world,
    record,
)
from tests.league.api.calls import error_of, get, new_key, send
from tests.league.evenings import NINE_PM, english

pytestmark = pytest.mark.django_db

TONAN = "clubs/tonan"
MAIN = f"{TONAN}/leagues/main"
FIRST_HALF = {"name": "前期", "from": "2026-01-01", "to": "2026-06-30"}


@pytest.fixture
def organizer(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


@pytest.fixture
def owner(club: Club) -> Client:
    return english(make_login(club, "second owner", Member.Role.OWNER))


def events(club: Club) -> list[str]:
    return list(AuditEvent.objects.for_club(club).order_by("pk").values_list("type", flat=True))


def made(client: Client, path: str, body: Any) -> str:
    """Make something, and say where it is."""
    answer = send(client, "post", path, body)
    assert answer.status_code == 201, answer.content
    where = str(answer["Location"]).removeprefix("/api/v1/")
    assert get(client, where).json() == answer.json()
    return where


def refused_at(answer: Any) -> tuple[int, list[str]]:
    return answer.status_code, list(error_of(answer).get("fields", {}))


# What holds of every write: tried one by one on a club that has a thing of each kind.


class Write(NamedTuple):
    method: str
    path: Callable[[ClubWorld], str]
    body: Callable[[ClubWorld], Any]
    #: what the trail says
    event: str
    #: where its state is read; nothing where a call makes something new
    read: Callable[[ClubWorld], str] | None = None


def main(rest: str) -> Callable[[ClubWorld], str]:
    """An address below the league's, with the keys of what the club has."""
    return lambda world: f"{MAIN}{rest}".format(**world.kwargs())


def just(value: Any) -> Callable[[ClubWorld], Any]:
    return lambda _world: value


def alone(world: ClubWorld, thing: str) -> str:
    """A season, stage, team or membership with nothing in it, which can be removed."""
    days = {"starts_on": date(2025, 1, 1), "ends_on": date(2025, 1, 31)}
    if thing == "season":
        season = Season.objects.create(league=world.league, name="空", **days)
        return f"{MAIN}/seasons/{season.pk}"
    if thing == "stage":
        season = Season.objects.create(league=world.league, name="空", **days)
        stage = Stage.objects.create(season=season, name="空", position=1, **days)
        return f"{MAIN}/seasons/{season.pk}/stages/{stage.pk}"
    team = Team.objects.create(league=world.league, name="空")
    if thing == "team":
        return f"{MAIN}/teams/{team.pk}"
    day = days["starts_on"]
    member = world.player
    held = TeamMembership.objects.create(team=team, member=member, joined_on=day, left_on=day)
    return f"{MAIN}/memberships/{held.pk}"


def removal(thing: str) -> Write:
    def path(world: ClubWorld) -> str:
        return alone(world, thing)

    event = {"membership": "team.membership_removed"}.get(thing, f"{thing}.removed")
    return Write("delete", path, just(None), event)


NEW_LEAGUE = {"slug": "sanma", "name": "三麻", "rule_set": "kinyoukai", "minimum_games": 4}
SEASON, STAGE = main("/seasons/{season_id}"), main("/seasons/{season_id}/stages/{stage_id}")
TEAM, MEMBERSHIP = main("/teams/{team_id}"), main("/memberships/{membership_id}")
SETTINGS = just(f"{TONAN}/settings")

WRITES = {
    "create a season": Write("post", main("/seasons"), just(FIRST_HALF), "season.opened"),
    "change a season": Write("patch", SEASON, just({"name": "秋"}), "season.changed", SEASON),
    "remove a season": removal("season"),
    "create a stage": Write(
        "post",
        main("/seasons/{season_id}/stages"),
        just({"name": "序盤", "from": "2026-09-01", "to": "2026-09-30"}),
        "stage.added",
    ),
    "change a stage": Write("patch", STAGE, just({"name": "決勝"}), "stage.changed", STAGE),
    "remove a stage": removal("stage"),
    "create a team": Write("post", main("/teams"), just({"name": "西風"}), "team.created"),
    "rename a team": Write("patch", TEAM, just({"name": "南雲"}), "team.renamed", TEAM),
    "remove a team": removal("team"),
    "join a team": Write(
        "post",
        main("/teams/{team_id}/members"),
        lambda world: {"member": world.player.pk, "from": "2024-01-01", "to": "2024-02-01"},
        "team.joined",
    ),
    "leave a team": Write(
        *("patch", MEMBERSHIP, just({"to": "2026-12-31"}), "team.membership_changed", MEMBERSHIP)
    ),
    "remove a membership": removal("membership"),
    "give points": Write(
        "post",
        main("/adjustments"),
        lambda world: {"member": world.player.pk, "points": 5_000, "reason": "皆勤"},
        "adjustment.made",
    ),
    "withdraw points": Write(
        *("post", main("/adjustments/{adjustment_id}/withdraw"), just({"reason": "誤り"})),
        "adjustment.withdrawn",
    ),
    "create a league": Write("post", just(f"{TONAN}/leagues"), just(NEW_LEAGUE), "league.created"),
    "change a league": Write(
        "patch", just(MAIN), just({"minimum_games": 7}), "league.changed", just(MAIN)
    ),
    "move a league": Write(
        *("post", just(f"{MAIN}/move"), just({"to": "down"}), "leagues.ordered"),
        just(f"{TONAN}/leagues"),
    ),
    "change the club": Write(
        "patch", SETTINGS, just({"day_turns_at": 6}), "club.changed", SETTINGS
    ),
}
each_write = pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
each_change = pytest.mark.parametrize(
    "write",
    [pytest.param(write, id=name) for name, write in WRITES.items() if write.method == "delete"]
    + [pytest.param(write, id=name) for name, write in WRITES.items() if write.read],
)


@pytest.fixture
def world() -> ClubWorld:
    found = make_world()
    League.objects.create(
        club=found.club, rule_set=found.league.rule_set, slug="second", name="二部", position=1
    )
    return found


@each_write
def test_every_write_leaves_one_event(world: ClubWorld, write: Write) -> None:
    path, body = write.path(world), write.body(world)
    before = events(world.club)

    answer = send(logged_in(world.users["owner"]), write.method, path, body)

    assert answer.status_code in (200, 201, 204), answer.content
    assert events(world.club)[len(before) :] == [write.event]


@each_write
def test_what_is_sent_again_under_its_key_is_answered_again_and_not_done_again(
    world: ClubWorld, write: Write
) -> None:
    client, path, body = logged_in(world.users["owner"]), write.path(world), write.body(world)
    headers = {"Idempotency-Key": new_key()}
    first = send(client, write.method, path, body, headers=headers)
    before = events(world.club)

    again = send(client, write.method, path, body, headers=headers)

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again["Idempotency-Hit"] == "true"
    assert events(world.club) == before


@each_change
def test_a_change_of_what_somebody_else_changed_is_refused(world: ClubWorld, write: Write) -> None:
    client, path, body = logged_in(world.users["owner"]), write.path(world), write.body(world)
    tag = get(client, write.read(world) if write.read else path)["ETag"]
    before = events(world.club)

    late = send(client, write.method, path, body, headers={"If-Match": '"0123456789ab"'})
    in_time = send(client, write.method, path, body, headers={"If-Match": tag})

    assert (late.status_code, error_of(late)["code"]) == (412, "changed-meanwhile")
    assert in_time.status_code in (200, 204)
    assert events(world.club)[len(before) :] == [write.event]


@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.read])
def test_saying_what_is_there_already_changes_nothing(world: ClubWorld, name: str) -> None:
    write = WRITES[name]
    client, body = logged_in(world.users["owner"]), write.body(world)
    if name == "move a league":
        body = {"to": "up"}
    send(client, write.method, write.path(world), body)
    before = events(world.club)

    again = send(client, write.method, write.path(world), body)

    assert again.status_code == 200
    assert events(world.club) == before


@each_write
def test_a_token_needs_its_scope_and_none_changes_the_club(world: ClubWorld, write: Write) -> None:
    made_for: dict[str, Any] = {"club": world.club, "member": None, "name": "集計", "days": 1}

    def status(*scopes: Scope) -> int:
        _token, secret = issue_token(**made_for, scopes=scopes, actor=ADMIN)
        headers = {"Authorization": f"Bearer {secret}"}
        answer = send(Client(), write.method, path, body, headers=headers)
        if answer.status_code == 403:
            assert error_of(answer)["code"] == "forbidden"
        return int(answer.status_code)

    path, body = write.path(world), write.body(world)
    allowed = {"post": (200, 201), "patch": (200,), "delete": (204,)}[write.method]

    assert status(Scope.GAMES, Scope.PEOPLE) == 403
    if write.event == "club.changed":
        assert status(*Scope) == 403
    else:
        assert status(Scope.LEAGUES) in allowed


# What each of them does.


class TestSeasons:
    def test_a_season_with_stages_is_made_changed_and_removed(
        self, organizer: Client, club: Club
    ) -> None:
        where = made(organizer, f"{MAIN}/seasons", FIRST_HALF | {"teams_ranked": True})
        spring = {"name": "春", "from": "2026-03-01", "to": "2026-05-31", "best_games": 10}
        stage = made(organizer, f"{where}/stages", spring)
        winter = {"name": "冬", "from": "2026-01-01", "to": "2026-02-28"}
        first = made(organizer, f"{where}/stages", winter)
        changed = send(organizer, "patch", stage, {"carry": "half", "best_games": 12})
        send(organizer, "patch", where, {"name": "上半期"})

        assert (changed.json()["carry"], changed.json()["best_games"]) == ("half", 12)
        season = Season.objects.for_club(club).get()
        assert (season.name, season.has_teams) == ("上半期", True)
        listed = get(organizer, where).json()
        assert [each["name"] for each in listed["stages"]] == ["冬", "春"]
        assert get(organizer, f"{MAIN}/seasons").json()["seasons"] == [listed]
        assert get(organizer, f"{TONAN}/seasons/{season.pk}").json()["stages"] == listed["stages"]
        for gone in (first, where):
            assert send(organizer, "delete", gone, None).status_code == 204
            assert get(organizer, gone).status_code == 404
        assert not Stage.objects.for_club(club).exists()

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"name": None}, 422, "name", id="no name"),
            pytest.param({"name": "あ" * 61}, 422, "name", id="too long a name"),
            pytest.param({"name": "後期"}, 422, "name", id="another season's name"),
            pytest.param({"from": None}, 422, "from", id="no first day"),
            pytest.param({"to": "2025-12-31"}, 422, "to", id="over before it begins"),
            pytest.param({"from": "2026-02-30"}, 400, "from", id="no day"),
            pytest.param({"minimum_games": -1}, 400, "minimum_games", id="fewer than none"),
            pytest.param({"best_games": 1000}, 400, "best_games", id="too many"),
            pytest.param(
                {"maximum_games": 5, "minimum_games": 6}, 422, "minimum_games", id="out of reach"
            ),
            pytest.param(
                {"best_games": 3, "worst_dropped": 1}, 422, "worst_dropped", id="both at once"
            ),
            pytest.param({"league": "other"}, 400, "league", id="what nobody sets"),
        ],
    )
    def test_a_season_that_cannot_be_is_refused_beside_its_field(
        self, organizer: Client, league: League, sent: dict[str, Any], status: int, field: str
    ) -> None:
        made(organizer, f"{MAIN}/seasons", FIRST_HALF | {"name": "後期"})
        other = made(organizer, f"{MAIN}/seasons", FIRST_HALF)

        new = send(organizer, "post", f"{MAIN}/seasons", FIRST_HALF | {"name": "新"} | sent)
        changed = send(organizer, "patch", other, sent)

        assert refused_at(new) == refused_at(changed) == (status, [field])
        assert Season.objects.for_club(league.club).count() == 2

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"from": "2025-12-31"}, 422, "from", id="before the season"),
            pytest.param({"to": "2026-07-01"}, 422, "to", id="after the season"),
            pytest.param({"from": "2026-02-15"}, 422, "from", id="amid another stage"),
            pytest.param({"name": "冬"}, 422, "name", id="another stage's name"),
            pytest.param({"carry": "double"}, 400, "carry", id="no way to carry points over"),
            pytest.param({"carry": None}, 422, "carry", id="nothing said of them"),
        ],
    )
    def test_a_stage_that_cannot_be_is_refused_beside_its_field(
        self, organizer: Client, club: Club, sent: dict[str, Any], status: int, field: str
    ) -> None:
        where = made(organizer, f"{MAIN}/seasons", FIRST_HALF)
        winter = {"name": "冬", "from": "2026-01-01", "to": "2026-02-28"}
        spring = {"name": "春", "from": "2026-03-01", "to": "2026-05-31"}
        made(organizer, f"{where}/stages", winter)

        new = send(organizer, "post", f"{where}/stages", spring | sent)
        changed = send(organizer, "patch", made(organizer, f"{where}/stages", spring), sent)

        assert refused_at(new) == refused_at(changed) == (status, [field])
        assert Stage.objects.for_club(club).count() == 2

    def test_a_season_and_a_stage_with_games_stay(self, world: ClubWorld) -> None:
        client = logged_in(world.users["organizer"])

        for where in (SEASON(world), STAGE(world)):
            answer = send(client, "delete", where, None)
            assert (answer.status_code, error_of(answer)["code"]) == (422, "refused")
        assert Stage.objects.for_club(world.club).filter(pk=world.stage.pk).exists()

    def test_a_stage_is_found_below_its_own_season_alone(self, world: ClubWorld) -> None:
        client = logged_in(world.users["organizer"])
        other = alone(world, "season")

        assert get(client, f"{other}/stages/{world.stage.pk}").status_code == 404
        assert send(client, "patch", f"{other}/stages/{world.stage.pk}", {}).status_code == 404


class TestSeasonOptions:
    """What the rules leave open, chosen for a season."""

    @pytest.fixture(autouse=True)
    def _rules(self, league: League) -> None:
        names = ["open_tanyao", "red_fives", "time_limit_minutes"]
        make_rules(league, day=date(2025, 12, 1), open_options=names)

    def test_they_are_chosen_kept_and_taken_back(self, organizer: Client, club: Club) -> None:
        chosen = {"open_tanyao": False, "red_fives": False}
        where = made(organizer, f"{MAIN}/seasons", FIRST_HALF | {"options": chosen})
        assert Season.objects.for_club(club).get().options == chosen

        renamed = send(organizer, "patch", where, {"name": "春"})
        timed = send(organizer, "patch", where, {"options": {"time_limit_minutes": 60}})
        back = send(organizer, "patch", where, {"options": {}})

        assert renamed.json()["options"] == chosen
        assert timed.json()["options"] == {"time_limit_minutes": 60}
        assert back.json()["options"] == Season.objects.for_club(club).get().options == {}

    @pytest.mark.parametrize(
        ("options", "status", "field"),
        [
            pytest.param({"open_tanyao": "yes"}, 422, "options.open_tanyao", id="a word"),
            pytest.param({"open_tanyao": 1}, 422, "options.open_tanyao", id="a number"),
            pytest.param({"red_fives": 17}, 422, "options.red_fives", id="a number of fives"),
            pytest.param(
                {"time_limit_minutes": "long"}, 422, "options.time_limit_minutes", id="no number"
            ),
            pytest.param({"uma": 5}, 422, "options.uma", id="what the rules do not leave open"),
            pytest.param({"luck": True}, 422, "options.luck", id="what no rules know"),
            pytest.param({"Open Tanyao": True}, 400, "options", id="no parameter's name"),
            pytest.param({"open_tanyao": [True]}, 400, "options", id="a list"),
        ],
    )
    def test_what_cannot_be_chosen_is_refused_beside_the_parameter(
        self, organizer: Client, club: Club, options: Any, status: int, field: str
    ) -> None:
        where = made(organizer, f"{MAIN}/seasons", FIRST_HALF)

        new = FIRST_HALF | {"name": "新", "options": options}
        answers = [
            send(organizer, "post", f"{MAIN}/seasons", new),
            send(organizer, "patch", where, {"options": options}),
        ]

        assert [refused_at(answer) for answer in answers] == [(status, [field])] * 2
        assert Season.objects.for_club(club).get().options == {}


class TestTeams:
    def test_a_team_is_made_joined_left_and_removed(
        self, organizer: Client, club: Club, four: list[Member]
    ) -> None:
        team = made(organizer, f"{MAIN}/teams", {"name": "東雲"})
        joined = made(organizer, f"{team}/members", {"member": four[0].pk, "from": "2026-10-01"})
        left = send(organizer, "patch", joined, {"to": "2026-10-31"})
        renamed = send(organizer, "patch", team, {"name": "東雲会"})

        assert left.json()["to"] == "2026-10-31"
        assert renamed.json()["members"] == get(organizer, team).json()["members"]
        assert renamed.json()["members"][0]["membership"] == left.json()["membership"]
        assert get(organizer, f"{MAIN}/teams").json()["teams"] == [renamed.json()]
        assert refused_at(send(organizer, "delete", team, None)) == (422, [])
        assert send(organizer, "patch", joined, {"to": None}).json()["to"] is None
        for gone in (joined, team):
            assert send(organizer, "delete", gone, None).status_code == 204
            assert get(organizer, gone).status_code == 404

    def test_who_joins_today_leaves_the_other_team_the_day_before(
        self, organizer: Client, club: Club, four: list[Member]
    ) -> None:
        old = made(organizer, f"{MAIN}/teams", {"name": "東雲"})
        new = made(organizer, f"{MAIN}/teams", {"name": "西風"})
        body = {"member": four[0].pk}
        first = made(organizer, f"{old}/members", body | {"from": "2026-10-01"})

        refused = send(organizer, "post", f"{new}/members", body)
        joined = send(organizer, "post", f"{new}/members", body | {"leaves_other": True})

        today = club_day(club)
        assert refused_at(refused) == (422, ["from"])
        assert joined.json()["from"] == today.isoformat()
        assert get(organizer, first).json()["to"] == (today - timedelta(days=1)).isoformat()

    @pytest.mark.parametrize(
        ("name", "status"),
        [(None, 422), ("東雲", 422), ("あ" * 61, 422), ("\u200b", 422), (5, 400)],
    )
    def test_a_name_that_no_team_can_have_is_refused(
        self, organizer: Client, club: Club, name: object, status: int
    ) -> None:
        made(organizer, f"{MAIN}/teams", {"name": "東雲"})
        other = made(organizer, f"{MAIN}/teams", {"name": "西風"})

        answers = [
            send(organizer, "post", f"{MAIN}/teams", {"name": name}),
            send(organizer, "patch", other, {"name": name}),
        ]

        assert [refused_at(answer) for answer in answers] == [(status, ["name"])] * 2
        assert Team.objects.for_club(club).count() == 2

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"member": 10**9}, 422, "member", id="nobody of the club"),
            pytest.param({"member": None}, 400, "member", id="nobody"),
            pytest.param({"from": "2026-13-01"}, 400, "from", id="no day"),
            pytest.param(
                {"from": "2026-10-02", "to": "2026-10-01"}, 422, "to", id="gone before they came"
            ),
        ],
    )
    def test_who_cannot_join_is_refused_beside_the_field(
        self,
        organizer: Client,
        club: Club,
        four: list[Member],
        sent: dict[str, Any],
        status: int,
        field: str,
    ) -> None:
        team = made(organizer, f"{MAIN}/teams", {"name": "東雲"})

        answer = send(organizer, "post", f"{team}/members", {"member": four[0].pk} | sent)

        assert refused_at(answer) == (status, [field])
        assert not TeamMembership.objects.for_club(club).exists()

    def test_days_that_a_membership_cannot_have_are_refused_beside_the_field(
        self, organizer: Client, four: list[Member]
    ) -> None:
        team = made(organizer, f"{MAIN}/teams", {"name": "東雲"})
        body = {"member": four[0].pk, "from": "2026-10-01", "to": "2026-10-31"}
        joined = made(organizer, f"{team}/members", body)
        made(organizer, f"{team}/members", body | {"from": "2026-12-01", "to": None})

        assert refused_at(send(organizer, "patch", joined, {"to": "2026-09-30"})) == (422, ["to"])
        assert refused_at(send(organizer, "patch", joined, {"to": None})) == (422, ["to"])
        assert refused_at(send(organizer, "patch", joined, {"from": None})) == (422, ["from"])

    def test_teams_are_taken_from_the_names_of_those_who_have_played(
        self, organizer: Client, club: Club, four: list[Member]
    ) -> None:
        names: tuple[list[str], ...] = (["健一@東雲"], ["a@東雲"], ["b@東雲", "b@西風"], [])
        for member, known_as in zip(four, names, strict=True):
            member.tenhou_names = known_as
            member.save()
        record(league_of(club), four)

        answer = send(organizer, "post", f"{MAIN}/teams/from-names", {})

        assert answer.status_code == 200
        assert answer.json()["joined"] == 2
        assert [each["member"] for each in answer.json()["unclear"]] == [four[2].pk]
        (team,) = get(organizer, f"{MAIN}/teams").json()["teams"]
        assert (team["name"], len(team["members"])) == ("東雲", 2)


class TestAdjustments:
    @pytest.fixture
    def body(self, four: list[Member]) -> dict[str, Any]:
        return {"member": four[0].pk, "day": "2026-09-04", "points": -20_000, "reason": "遅刻"}

    def test_points_are_taken_and_given_back(
        self, organizer: Client, club: Club, body: dict[str, Any]
    ) -> None:
        where = made(organizer, f"{MAIN}/adjustments", body)

        given = get(organizer, where).json()
        assert {key: given[key] for key in body} == body
        assert (given["counts"], given["made_by"], given["warnings"]) == (True, "organizer", [])
        withdrawn = send(organizer, "post", f"{where}/withdraw", {"reason": "間違い"})
        again = send(organizer, "post", f"{where}/withdraw", {"reason": "間違い"})

        assert withdrawn.json()["counts"] is False
        assert withdrawn.json()["withdraw_reason"] == "間違い"
        assert (again.status_code, error_of(again)["code"]) == (422, "refused")
        (listed,) = get(organizer, f"{MAIN}/adjustments").json()["adjustments"]
        assert listed | {"warnings": []} == withdrawn.json()

    def test_the_same_said_twice_is_one(
        self, organizer: Client, club: Club, body: dict[str, Any]
    ) -> None:
        assert made(organizer, f"{MAIN}/adjustments", body) == made(
            organizer, f"{MAIN}/adjustments", body
        )
        assert Adjustment.objects.for_club(club).count() == 1

    def test_a_closed_month_is_told(
        self, organizer: Client, four: list[Member], league: League, body: dict[str, Any]
    ) -> None:
        record(league, four, day=date(2026, 9, 4))
        close_month(league=league, month=date(2026, 9, 1), actor=ADMIN)

        answer = send(organizer, "post", f"{MAIN}/adjustments", body)

        (warning,) = answer.json()["warnings"]
        assert (warning["code"], warning["month"]) == ("month-closed", "2026-09")

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"member": 10**9}, 422, "member", id="nobody of the club"),
            pytest.param({"day": "2999-01-01"}, 400, "day", id="no day of a club"),
            pytest.param({"day": "2027-11-21"}, 422, "day", id="a day to come"),
            pytest.param({"points": 0}, 422, "points", id="nothing"),
            pytest.param({"points": -20_050}, 422, "points", id="finer than the league counts"),
            pytest.param({"points": 1_000_001}, 400, "points", id="beyond reason"),
            pytest.param({"points": "-20.0"}, 400, "points", id="no number"),
            pytest.param({"reason": " "}, 422, "reason", id="no reason"),
            pytest.param({"reason": "あ" * 201}, 400, "reason", id="too long a reason"),
        ],
    )
    @time_machine.travel(NINE_PM, tick=False)
    def test_points_that_nobody_gives_are_refused_beside_the_field(
        self,
        organizer: Client,
        club: Club,
        body: dict[str, Any],
        sent: dict[str, Any],
        status: int,
        field: str,
    ) -> None:
        answer = send(organizer, "post", f"{MAIN}/adjustments", body | sent)

        assert refused_at(answer) == (status, [field])
        assert not Adjustment.objects.for_club(club).exists()

    def test_nothing_is_withdrawn_without_a_reason(
        self, organizer: Client, body: dict[str, Any]
    ) -> None:
        where = made(organizer, f"{MAIN}/adjustments", body)

        assert refused_at(send(organizer, "post", f"{where}/withdraw", {})) == (400, ["reason"])
        empty = send(organizer, "post", f"{where}/withdraw", {"reason": ""})
        assert refused_at(empty) == (422, ["reason"])
        assert get(organizer, where).json()["counts"] is True


class TestLeagues:
    def test_a_league_is_made_set_and_moved_to_the_top(self, organizer: Client, club: Club) -> None:
        body = NEW_LEAGUE | {"rule_set": "shipped:nekohouse-3a", "slug": "Sanma"}
        where = made(organizer, f"{TONAN}/leagues", body)
        changes = {"guests_ranked": True, "teams_from_names": True, "active": False}
        changed = send(organizer, "patch", where, changes | {"record_scores": "record"})
        moved = send(organizer, "post", f"{where}/move", {"to": "up"})

        assert where == f"{TONAN}/leagues/sanma"
        league = League.objects.for_club(club).get(slug="sanma")
        assert (league.minimum_games, league.rule_set.slug) == (4, "nekohouse-3a")
        assert (league.guests_ranked, league.is_active) == (True, False)
        assert (league.teams_from_names, league.record_scores) == (True, "record")
        assert changed.json() == get(organizer, where).json()
        assert [each["league"] for each in moved.json()["leagues"]] == ["sanma", "main"]
        assert get(organizer, f"{TONAN}/leagues").json() == moved.json()

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"slug": "main"}, 422, "slug", id="another league's address"),
            pytest.param({"slug": "三麻"}, 422, "slug", id="an address of other letters"),
            pytest.param({"name": ""}, 422, "name", id="no name"),
            pytest.param({"rule_set": "luck"}, 422, "rule_set", id="no rules"),
            pytest.param({"rule_set": "shipped:kinyoukai"}, 422, "rule_set", id="rules in use"),
            pytest.param({"minimum_games": 1000}, 400, "minimum_games", id="too many games"),
            pytest.param({"position": 0}, 400, "position", id="what nobody sets"),
        ],
    )
    def test_a_league_that_cannot_be_is_refused_beside_the_field(
        self, organizer: Client, club: Club, sent: dict[str, Any], status: int, field: str
    ) -> None:
        answer = send(organizer, "post", f"{TONAN}/leagues", NEW_LEAGUE | sent)

        assert refused_at(answer) == (status, [field])
        assert League.objects.for_club(club).count() == 1

    @pytest.mark.parametrize(
        ("sent", "status", "field"),
        [
            pytest.param({"name": "あ" * 61}, 422, "name", id="too long a name"),
            pytest.param({"minimum_games": None}, 422, "minimum_games", id="no number of games"),
            pytest.param({"record_scores": "luck"}, 400, "record_scores", id="no such scores"),
            pytest.param({"rule_set": "kinyoukai"}, 400, "rule_set", id="what stays"),
            pytest.param({"active": "no"}, 400, "active", id="neither yes nor no"),
        ],
    )
    def test_a_setting_that_cannot_be_is_refused_beside_the_field(
        self, organizer: Client, club: Club, sent: dict[str, Any], status: int, field: str
    ) -> None:
        assert refused_at(send(organizer, "patch", MAIN, sent)) == (status, [field])
        assert events(club)[-1] != "league.changed"

    def test_a_league_moves_up_or_down_and_nowhere_else(self, organizer: Client) -> None:
        answer = send(organizer, "post", f"{MAIN}/move", {"to": "left"})

        assert refused_at(answer) == (400, ["to"])


class TestClub:
    def test_an_owner_reads_and_changes_the_club(self, owner: Client, club: Club) -> None:
        changes = {"name": "西北会", "time_zone": "America/Lima", "visibility": "public"}

        answer = send(owner, "patch", f"{TONAN}/settings", changes)

        club.refresh_from_db()
        assert (club.name, club.time_zone, club.visibility) == ("西北会", "America/Lima", "public")
        assert (club.day_turns_at, club.year_starts_in) == (5, 1)
        assert answer.json() == get(owner, f"{TONAN}/settings").json()

    def test_an_organizer_reads_and_changes_nothing(self, organizer: Client, club: Club) -> None:
        assert get(organizer, f"{TONAN}/settings").json()["time_zone"] == "Asia/Tokyo"
        answer = send(organizer, "patch", f"{TONAN}/settings", {"name": "西北会"})

        club.refresh_from_db()
        assert (answer.status_code, error_of(answer)["code"]) == (403, "forbidden")
        assert club.name == "東南会"

    @pytest.mark.parametrize(
        ("field", "value", "status"),
        [
            pytest.param("name", "", 422, id="no name"),
            pytest.param("time_zone", "Asia/Tokio", 422, id="no such zone"),
            pytest.param("day_turns_at", 13, 400, id="turns after noon"),
            pytest.param("day_turns_at", None, 422, id="never turns"),
            pytest.param("year_starts_in", 0, 400, id="no month"),
            pytest.param("language", "xx", 422, id="no such language"),
            pytest.param("visibility", "secret", 400, id="no such visibility"),
            pytest.param("names_shown", None, 422, id="no names"),
            pytest.param("slug", "seihoku", 400, id="what stays"),
        ],
    )
    def test_what_cannot_be_set_is_refused_beside_the_field(
        self, owner: Client, club: Club, field: str, value: object, status: int
    ) -> None:
        answer = send(owner, "patch", f"{TONAN}/settings", {field: value})

        assert refused_at(answer) == (status, [field])
        assert "club.changed" not in events(club)

    def test_the_description_lets_no_token_change_the_club(self, client: Client) -> None:
        calls = get(client, "schema").json()["paths"]["/api/v1/clubs/{club_slug}/settings"]

        assert calls["patch"]["security"] == [{"session": []}]
        assert {"token": []} in calls["get"]["security"]


class TestStandingsCheck:
    PATH = f"{TONAN}/standings-check"

    def test_a_check_is_started_once_and_says_what_it_found(
        self,
        organizer: Client,
        club: Club,
        four: list[Member],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        record(league_of(club), four)
        assert get(organizer, self.PATH).json() == {"state": None}

        with django_capture_on_commit_callbacks(execute=True):
            started = send(organizer, "post", self.PATH, {})
            again = send(organizer, "post", self.PATH, {})

        assert (started.status_code, started.json()["state"]) == (202, "waiting")
        assert again.json() == started.json()
        assert Job.objects.for_club(club).count() == 1
        found = get(organizer, self.PATH).json()
        assert (found["state"], found["games"], found["differences"]) == ("done", 1, 0)
        assert found["told"] == []

    def test_differences_are_told(
        self,
        organizer: Client,
        club: Club,
        four: list[Member],
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        record(league_of(club), four)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE league_tally SET score = score + 1000 WHERE span = 'month'")

        with django_capture_on_commit_callbacks(execute=True):
            send(organizer, "post", self.PATH, {})

        found = get(organizer, self.PATH).json()
        assert found["differences"] == len(found["told"]) > 0

    def test_a_check_that_failed_is_told(self, organizer: Client, club: Club) -> None:
        Job.objects.create(club=club, kind=Job.Kind.VERIFY_STANDINGS, state=Job.State.FAILED)

        found = get(organizer, self.PATH).json()

        assert found["state"] == "failed"
        assert "games" not in found
