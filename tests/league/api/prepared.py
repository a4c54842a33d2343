"""A club in the state that docs/api.md speaks of, and a program that calls each operation of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.test import Client

from league.api.schema import PREFIX, openapi
from league.core.permissions import Scope
from league.core.tokens import issue_token
from league.games.evening import take_off_list
from league.imports.people import NEW_GUEST
from league.imports.spreadsheets.write import store_import
from league.imports.tenhou.dry_run import ALL_OTHERS
from league.live.tables import find_live
from league.members.merging import merge_members
from league.models import (
    LiveTable,
    Member,
    RuleChange,
    Season,
    Session,
    Stage,
    Team,
    TeamMembership,
    TenhouImport,
)
from league.rankings.write import reopen_month
from league.rulechanges.write import stop_change
from rules.models import RuleVersion
from tests.factories import ADMIN, ClubWorld, make_draft, make_session, make_world, record
from tests.league.api.document import Call, structure
from tests.league.live.live_help import play_out, tap
from tests.league.rulechanges.changes import BIGGER, publish

Json = dict[str, Any]
#: where it is reached, and who reaches it, as far as examples show it
HOST = "jancho.example"


@dataclass(frozen=True, slots=True)
class Prepared:
    """The club, the program with a token that may do all, and the owner."""

    world: ClubWorld
    script: Client
    owner: Client

    def send(self, call: Call, body: Any = None, query: str = "") -> Any:
        """Call an operation on one of the club's things."""
        return self.ask(call, self.place(call) + query, body and self.real(body))

    def ask(self, call: Call, address: str, body: Any = None, **headers: str) -> Any:
        """Call an operation where it is, with keys of this club."""
        caller = self.owner if call.key in BY_OWNERS else self.script
        method: Callable[..., Any] = getattr(caller, call.method.lower())
        if body is None and call.method == "GET":
            return method(address, headers=headers)
        data = json.dumps(body or {})
        return method(address, data, content_type="application/json", headers=headers)

    def place(self, call: Call) -> str:
        """The address of one of the club's things; makes ready what the operation needs."""
        before = BEFORE.get(call.key)
        places = {**self.world.kwargs(), "label": versions_of(self.world)[-1].label}
        if before is not None:
            places |= before(self.world) or {}
        return path_of(call).format(**places)

    def real(self, value: Any) -> Any:
        """The same with keys of this club for those of the document: 12, 7, 3 and evening 14."""
        people = dict(zip((12, 7, 3), people_of(self.world), strict=False))
        keys = {"member": people, "members": people, "session": {14: self.world.session.pk}}

        def put(value: Any, known: dict[int, int]) -> Any:
            if isinstance(value, dict):
                return {name: put(each, keys.get(name, {})) for name, each in value.items()}
            if isinstance(value, list):
                return [put(each, known) for each in value]
            return known.get(value, value) if isinstance(value, int) else value

        return put(value, {})


def prepared() -> Prepared:
    world = make_world()
    world.game.revision = 2
    world.game.save()
    world.draft.draft_revision = 3
    world.draft.save()
    LiveTable.objects.for_club(world.club).update(revision=5)
    made: Json = {"club": world.club, "member": None, "name": "集計", "days": 30}
    _token, secret = issue_token(**made, scopes=list(Scope), actor=ADMIN)
    here: Json = {"SERVER_NAME": HOST, "HTTP_ACCEPT_LANGUAGE": "en"}
    owner = Client(**here)
    owner.force_login(world.users["owner"])
    return Prepared(world, Client(HTTP_AUTHORIZATION=f"Bearer {secret}", **here), owner)


def path_of(call: Call) -> str:
    found: str = next(
        path
        for path, methods in openapi()["paths"].items()
        if call.method.lower() in methods and call.address == structure(path.removeprefix(PREFIX))
    )
    return found


def people_of(world: ClubWorld) -> list[int]:
    return [seat.member_id for seat in world.game.seats.order_by("seat")]


def versions_of(world: ClubWorld) -> list[RuleVersion]:
    """The versions of the club's rules in their order, without the draft."""
    published = world.league.rule_set.rule_set.versions.exclude(pk=world.draft.pk)
    return list(published.order_by("effective_from"))


def _play_in_october(world: ClubWorld) -> None:
    """A game in October, which is open again."""
    reopen_month(close=world.close, reason="二重", actor=ADMIN)
    people = [seat.member for seat in world.game.seats.order_by("seat")]
    record(world.league, people, day=date(2026, 10, 9))


def _add_earlier_rules(world: ClubWorld) -> None:
    """A version under which the games are settled once the other one is withdrawn."""
    version = versions_of(world)[0]
    version.pk, version.effective_from = None, date(2014, 4, 10)
    version.save()


def played_live(world: ClubWorld) -> Json:
    """A game that was kept hand by hand and stored."""
    stored = tap(play_out(find_live(world.club, world.live.pk)), "finish").hanchan
    assert stored is not None
    return {"game_id": stored.pk}


def _empty_evening(world: ClubWorld) -> Json:
    return {"session_id": make_session(world.club, title="取り違え").pk}


def _hidden_evening(world: ClubWorld) -> Json:
    places = _empty_evening(world)
    session = Session.objects.for_club(world.club).get(pk=places["session_id"])
    take_off_list(session=session, actor=ADMIN)
    return places


def _with_account(world: ClubWorld) -> Json:
    return {"member_id": world.club.members.get(user=world.users["member"]).pk}


def _twin(world: ClubWorld) -> Json:
    """Somebody without games, who may be removed or merged."""
    twin = Member.objects.create(club=world.club, display_name="サトー", is_guest=True)
    return {"member_id": twin.pk}


def _merged(world: ClubWorld) -> Json:
    places = _twin(world)
    gone = Member.objects.for_club(world.club).select_related("club").get(pk=places["member_id"])
    merge_members(kept=world.player, gone=gone, actor=ADMIN)
    return places


def _store_sheet(world: ClubWorld) -> None:
    store_import(batch=world.sheet_import, actor=ADMIN)


def _say_who_plays(world: ClubWorld) -> None:
    TenhouImport.objects.for_club(world.club).update(choices={ALL_OTHERS: NEW_GUEST})


def _under_way(world: ClubWorld) -> Json:
    """A change that waits to settle the evening's games again."""
    return {"change_id": publish(world.league, make_draft(world.league, uma=BIGGER)).pk}


def _stopped(world: ClubWorld) -> Json:
    places = _under_way(world)
    stop_change(
        change=RuleChange.objects.for_club(world.club).get(pk=places["change_id"]), actor=ADMIN
    )
    return places


def _alone(world: ClubWorld) -> Json:
    """A season, a stage, a team and a membership with nothing in them, which can be removed."""
    days = {"starts_on": date(2025, 1, 1), "ends_on": date(2025, 1, 31)}
    season = Season.objects.create(league=world.league, name="空", **days)
    stage = Stage.objects.create(season=season, name="空", position=1, **days)
    team, left = (Team.objects.create(league=world.league, name=name) for name in ("空", "元"))
    day = days["starts_on"]
    joined = TeamMembership.objects.create(
        team=left, member=world.player, joined_on=day, left_on=day
    )
    return {
        "season_id": season.pk,
        "stage_id": stage.pk,
        "team_id": team.pk,
        "membership_id": joined.pk,
    }


_LEAGUE, _SET = "clubs/{}/leagues/{}", "clubs/{}/rule-sets/{}"
#: what no token may do
BY_OWNERS = {
    ("POST", "clubs/{}/members/{}/login"),
    ("POST", "clubs/{}/members/{}/password-link"),
    ("PATCH", "clubs/{}/settings"),
    ("PUT", "clubs/{}/members/{}/role"),
    ("GET", "clubs/{}/exports/archive.json"),
}
#: what has to be so before an operation can be called, by the operation; some name another thing
BEFORE: dict[tuple[str, str], Callable[[ClubWorld], Json | None]] = {
    ("POST", "clubs/{}/hanchan/{}/reopen"): played_live,
    ("DELETE", "clubs/{}/sessions/{}"): _empty_evening,
    ("POST", "clubs/{}/sessions/{}/restore"): _hidden_evening,
    ("DELETE", "clubs/{}/members/{}"): _twin,
    ("POST", "clubs/{}/members/{}/merge"): _twin,
    ("DELETE", "clubs/{}/members/{}/merge"): _merged,
    ("POST", "clubs/{}/members/{}/password-link"): _with_account,
    ("PUT", "clubs/{}/members/{}/role"): _with_account,
    ("POST", "clubs/{}/sheet-imports/{}/undo"): _store_sheet,
    ("POST", "clubs/{}/tenhou-imports/{}/store"): _say_who_plays,
    ("POST", f"{_LEAGUE}/closings"): _play_in_october,
    ("POST", "clubs/{}/hanchan/{}/restore"): lambda world: {"game_id": world.voided.pk},
    ("POST", f"{_SET}/versions/{{}}/withdraw"): _add_earlier_rules,
    ("DELETE", f"{_LEAGUE}/seasons/{{}}"): _alone,
    ("DELETE", f"{_LEAGUE}/seasons/{{}}/stages/{{}}"): _alone,
    ("DELETE", f"{_LEAGUE}/teams/{{}}"): _alone,
    ("DELETE", f"{_LEAGUE}/memberships/{{}}"): _alone,
    ("GET", f"{_SET}/changes/{{}}"): _under_way,
    ("GET", f"{_SET}/changes"): _under_way,
    ("POST", f"{_SET}/changes/{{}}/stop"): _under_way,
    ("POST", f"{_SET}/changes/{{}}/resume"): _stopped,
    ("POST", f"{_SET}/changes/{{}}/give-up"): _stopped,
}
