"""What each address that changes something is sent, and what the trail then says.

A page's form is sent as it stands on the page, with what is typed here; what a call of the API is
sent stands in ``api/changing.py``. A page in none of these tables fails ``test_trail.py``, a call
that leaves no event ``api/test_trail_api.py``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from league.imports.spreadsheets.write import open_import
from league.models import Job
from league.rulebook.files import dump_version
from tests.factories import ADMIN, ClubWorld
from tests.league.addresses import member_pk
from tests.league.api.changing import named_after_a_team, two_leagues
from tests.league.api.prepared import BEFORE, Json, people_of, played_live, versions_of
from tests.league.evenings import typed_sheet
from tests.league.rulebook.test_options import leave_open
from tests.league.rulechanges.changes import BIGGER

_WHY = {"reason": "総会で決定"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A form with what is typed into it, and the event that it leaves.

    ``also`` counts further events: other things that the same form changes, one each.
    """

    event: str = ""
    typed: Mapping[str, Any] | Callable[[ClubWorld], Mapping[str, Any]] | None = None
    #: the page that has the form, if it is not the address itself
    on: str = ""
    #: what has to be so before; may name another thing, or a ``query`` of the form's page
    before: Callable[[ClubWorld], Json | None] | None = None
    #: looked at before it is done
    two_steps: bool = False
    by: str = "owner"
    also: Mapping[str, int] | None = None

    def fields(self, world: ClubWorld) -> Mapping[str, Any]:
        return self.typed(world) if callable(self.typed) else self.typed or {}


def _points(world: ClubWorld) -> dict[str, Any]:
    people = people_of(world)
    seats = {f"seat-{at}": who for at, who in enumerate(people)}
    held = ("300", "414", "238", "48")
    return seats | {f"points-{at}": points for at, points in enumerate(held)}


def _corrected(world: ClubWorld) -> dict[str, Any]:
    return _points(world) | _WHY


def _row(world: ClubWorld) -> dict[str, str]:
    people = [seat.member for seat in world.game.seats.order_by("seat")]
    row = {"cells": ["300", "414", "238", "48"], "number": 3}
    return typed_sheet(world.league, people, row)


def _empty_team(world: ClubWorld) -> Json | None:
    return _api(world, ("DELETE", "clubs/{}/leagues/{}/teams/{}"))


def _api(world: ClubWorld, key: tuple[str, str]) -> Json | None:
    """What a call of the API needs, its page needs too."""
    return BEFORE[key](world)


def _needs(method: str, address: str) -> Callable[[ClubWorld], Json | None]:
    return lambda world: _api(world, (method, address))


_LEAGUE, _SET = "clubs/{}/leagues/{}", "clubs/{}/rule-sets/{}"


def _rule_file(world: ClubWorld) -> dict[str, str]:
    document = dump_version(versions_of(world)[-1])
    document["parameters"]["settlement"]["uma"] = list(BIGGER)
    return {"text": json.dumps(document), "confirm": "1", "title": "隣の会から"}


def _open_options(world: ClubWorld) -> None:
    leave_open(world.league, "open_tanyao", open_tanyao=True)


def _member(world: ClubWorld) -> Json:
    return {"member_id": member_pk(world, "member")}


def _twin(world: ClubWorld) -> Json | None:
    return _api(world, ("POST", "clubs/{}/members/{}/merge"))


def _somebody_else(world: ClubWorld) -> Json:
    return {"other": world.player.pk}


def _failed_job(world: ClubWorld) -> None:
    Job.objects.for_club(world.club).update(state=Job.State.FAILED)


def _password(world: ClubWorld) -> dict[str, Any]:
    return {"is_meant": "on", "password": world.users["member"].username}


def _account(world: ClubWorld) -> dict[str, Any]:
    key = people_of(world)[0]
    return {f"m{key}-wanted": "on", f"m{key}-username": "sakura"}


def _invited(world: ClubWorld) -> dict[str, Any]:
    return {"member": people_of(world)[0]}


def _job(world: ClubWorld) -> dict[str, Any]:
    return {"action": "retry", "_selected_action": Job.objects.for_club(world.club).get().pk}


def _login(world: ClubWorld) -> Json:
    return {"object_id": world.users["member"].pk}


def _clause(world: ClubWorld) -> dict[str, str]:
    return {"code": "Z-1", "title_ja": "観戦", "text_ja": "静かに。", "revision": "0"}


def _sheet(world: ClubWorld) -> Json:
    table = ["日付,佐藤 健一,鈴木 翔,高橋 恵,田中 実", "2026-11-20,30000,41400,23800,4800"]
    batch = open_import(
        club=world.club, league=world.league, name="", data="\n".join(table).encode(), actor=ADMIN
    )
    return {"query": f"?import={batch.pk}"}


#: pages that leave one event, by the name of the address
PAGES = {
    "club-new": Sent(
        event="club.created",
        typed={"name": "北麻雀会", "slug": "kita", "rule_key": "kinyoukai"},
        also={"rule_set.adopted": 1, "league.created": 1},
    ),
    "league:pass-issue": Sent(event="evening_pass.issued", on="league:pass"),
    "league:pass-revoke": Sent(event="evening_pass.revoked", on="league:pass"),
    "league:rule-adopt-set": Sent(event="rule_set.adopted"),
    "league:invitations": Sent(event="invitation.made", typed=_invited),
    "league:invitation-revoke": Sent(event="invitation.revoked", on="league:invitations"),
    "invitation": Sent(event="invitation.accepted", by="outsider"),
    "league:reading-links": Sent(event="reading_link.made", typed={"name": "店のテレビ"}),
    "league:reading-link-end": Sent(event="reading_link.ended", on="league:reading-links"),
    "league:tokens": Sent(event="api_token.issued", typed={"name": "集計", "scopes": "games"}),
    "league:token-revoke": Sent(event="api_token.revoked", on="league:tokens"),
    "league:settings": Sent(event="club.changed", typed={"name": "東南麻雀会"}),
    "league:league-new": Sent(event="league.created", typed={"name": "三麻", "slug": "sanma"}),
    "league:league-move": Sent(
        event="leagues.ordered", typed={"to": "down"}, before=two_leagues, on="league:settings"
    ),
    "league:league-settings": Sent(event="league.changed", typed={"minimum_games": "3"}),
    "league:enter": Sent(event="hanchan.recorded", typed=_points),
    "league:session-new": Sent(event="session.opened", typed={"day": "2026-11-27"}),
    "league:session-edit": Sent(event="session.described", typed={"place": "雀荘ひがし"}),
    "league:attendance": Sent(
        event="session.attendance_changed",
        typed=lambda world: {"people": [member_pk(world, "scorer")], "do": "save"},
    ),
    "league:session-options": Sent(
        event="session.options_changed",
        typed={"option-open_tanyao": "no"},
        before=_open_options,
    ),
    "league:sheet": Sent(event="hanchan.recorded", typed=_row),
    "league:game-edit": Sent(event="hanchan.edited", typed=_corrected),
    "league:game-void": Sent(event="hanchan.voided", typed=_WHY),
    "league:game-restore": Sent(event="hanchan.restored", typed=_WHY),
    "league:game-reopen": Sent(event="live.reopened", before=played_live, on="league:game"),
    "league:live-new": Sent(event="live.opened"),
    "league:live-change": Sent(
        event="live.given_up", typed={"action": "give_up"} | _WHY, on="league:live"
    ),
    "league:month-close": Sent(
        event="month.closed",
        typed={"month": "2026-10"},
        before=_needs("POST", f"{_LEAGUE}/closings"),
    ),
    "league:month-reopen": Sent(event="month.reopened", typed=_WHY),
    "league:prizes": Sent(
        event="prizes.changed",
        typed={"form-0-measure": "total", "form-0-name": "優勝", "form-0-minimum_games": "0"},
    ),
    "league:adjustment-new": Sent(
        event="adjustment.made",
        typed=lambda world: {"member": world.player.pk, "points": "-2", **_WHY},
    ),
    "league:adjustment-withdraw": Sent(event="adjustment.withdrawn", typed=_WHY),
    "league:change-new": Sent(event="rule_version.published", typed=_WHY, two_steps=True),
    "league:change-move": Sent(
        event="rule_version.moved", typed={"day": "2015-04-05"} | _WHY, two_steps=True
    ),
    "league:change-withdraw": Sent(
        event="rule_version.withdrawn",
        typed=_WHY,
        before=_needs("POST", f"{_SET}/versions/{{}}/withdraw"),
        two_steps=True,
    ),
    "league:change-stop": Sent(
        event="rule_change.stopped",
        before=_needs("POST", f"{_SET}/changes/{{}}/stop"),
        on="league:change",
    ),
    "league:change-resume": Sent(
        event="rule_change.resumed",
        before=_needs("POST", f"{_SET}/changes/{{}}/resume"),
        on="league:change",
    ),
    "league:change-give-up": Sent(
        event="rule_change.given_up",
        typed=_WHY,
        before=_needs("POST", f"{_SET}/changes/{{}}/give-up"),
    ),
    "league:draft-new": Sent(event="rule_draft.created"),
    "league:draft-save": Sent(
        event="rule_draft.changed", typed={"title": "新しい決まり"}, on="league:draft"
    ),
    "league:draft-delete": Sent(event="rule_draft.deleted", on="league:draft"),
    "league:draft-clauses": Sent(event="rule_draft.clause_written", typed=_clause),
    "league:draft-headings": Sent(
        event="rule_draft.heading_written", typed={"code": "Z", "title_ja": "観戦"}
    ),
    "league:rule-import": Sent(event="rule_draft.imported", typed=_rule_file),
    "league:season-new": Sent(
        event="season.opened",
        typed={"name": "新期", "starts_on": "2027-01-01", "ends_on": "2027-03-31"},
    ),
    "league:season-edit": Sent(event="season.changed", typed={"name": "後期リーグ"}),
    "league:season-remove": Sent(
        event="season.removed",
        before=_needs("DELETE", f"{_LEAGUE}/seasons/{{}}"),
        on="league:season-edit",
    ),
    "league:stage-new": Sent(
        event="stage.added",
        typed={"name": "本戦", "starts_on": "2026-09-01", "ends_on": "2026-09-30"},
    ),
    "league:stage-edit": Sent(event="stage.changed", typed={"name": "第一節"}),
    "league:stage-remove": Sent(
        event="stage.removed",
        before=_needs("DELETE", f"{_LEAGUE}/seasons/{{}}/stages/{{}}"),
    ),
    "league:teams": Sent(event="team.created", typed={"name": "西風"}),
    "league:teams-from-names": Sent(
        event="team.joined", before=named_after_a_team, on="league:teams"
    ),
    "league:team-edit": Sent(event="team.renamed", typed={"name": "東雲改"}),
    "league:team-join": Sent(
        event="team.joined",
        typed=lambda world: {"member": member_pk(world, "scorer")},
        on="league:team-edit",
    ),
    "league:team-remove": Sent(event="team.removed", before=_empty_team, on="league:team-edit"),
    "league:membership": Sent(event="team.membership_changed", typed={"joined_on": "2026-10-01"}),
    "league:membership-remove": Sent(
        event="team.membership_removed",
        before=_needs("DELETE", f"{_LEAGUE}/memberships/{{}}"),
        on="league:membership",
    ),
    "league:guide-put-away": Sent(event="club.changed"),
    "league:member-new": Sent(event="member.added", typed={"display_name": "遠山 桜"}),
    "league:member-paste": Sent(
        event="member.added",
        typed={"text": "遠山 桜", "kind": "members", "number": "1", "do": "add"},
    ),
    "account-delete": Sent(event="member.login_deleted", typed=_password, by="member"),
    "league:member-accounts": Sent(event="member.login_given", typed=_account),
    "league:member-edit": Sent(event="member.changed", typed={"kana": "さとう けんいち"}),
    "league:member-kind": Sent(event="member.changed", on="league:member"),
    "league:member-name": Sent(event="member.name_hidden", on="league:member"),
    "league:member-presence": Sent(event="member.changed", on="league:member"),
    "league:member-remove": Sent(
        event="member.removed",
        before=_needs("DELETE", "clubs/{}/members/{}"),
        on="league:member",
    ),
    "league:member-merge": Sent(event="member.merged", typed=_somebody_else, before=_twin),
    "league:member-unmerge": Sent(
        event="member.parted", before=_needs("DELETE", "clubs/{}/members/{}/merge")
    ),
    "league:member-login": Sent(event="member.login_given", typed={"username": "sato"}),
    "league:member-role": Sent(
        event="member.role_changed", typed={"role": "scorer"}, before=_member
    ),
    "league:member-reset": Sent(event="member.password_link_issued", before=_member),
    "league:ruling-new": Sent(
        event="ruling.recorded", typed={"clause": "G-9", "facts": "空ポン。", "outcome": "供託。"}
    ),
    "league:ruling-correct": Sent(event="ruling.corrected", typed={"outcome": "供託。"}),
    "league:ruling-void": Sent(event="ruling.voided", typed=_WHY),
    "league:sheet-import": Sent(
        event="sheet_import.stored",
        typed={"do": "store"},
        before=_sheet,
        also={"hanchan.recorded": 1},
    ),
    "admin:league_club_change": Sent(
        event="club.changed", typed={"visibility": "public"}, by="operator"
    ),
    "admin:league_user_change": Sent(
        event="member.login_closed", typed={"is_active": ""}, before=_login, by="operator"
    ),
    "admin:league_job_changelist": Sent(
        event="job.retried", typed=_job, before=_failed_job, by="operator"
    ),
}


_CHECK = "says while somebody types what would be wrong; nothing is stored"
_OWN = "a login is nobody's club's: what becomes of it there (given, closed) is the club's event"
#: pages that leave none, and why
SILENT_PAGES = {
    "league:enter-check": _CHECK,
    "league:sheet-check": _CHECK,
    "league:game-edit-check": _CHECK,
    "league:draft-check": _CHECK,
    "league:check-standings": "changes nothing; the job keeps its result, a game mended its event",
    "league:downloads": "prepares a file for its reader; nothing of the club changes",
    "league:tenhou": "the import says whose it is; each game that it stores leaves an event",
    "league:news-seen": "what somebody has read is their own; nothing of the club changes",
    "set_language": "what a browser reads is a cookie of its own",
    "club-new-invited": "founds a club as club-new does, where FOUNDING is invited",
    "account": _OWN,
    "admin:league_foundinglink_add": "belongs to no club yet; the one founded by it says so",
    "admin:league_foundinglink_changelist": "the same",
    "account_login": _OWN,
    "demo-login": _OWN,
    "account_logout": _OWN,
    "account_change_password": _OWN,
    "account_set_password": _OWN,
    "account_reset_password_from_key": _OWN,
    "account_reauthenticate": _OWN,
    "mfa_authenticate": _OWN,
    "mfa_reauthenticate": _OWN,
    "mfa_activate_totp": _OWN,
    "mfa_deactivate_totp": _OWN,
    "mfa_view_recovery_codes": _OWN,
    "mfa_add_webauthn": _OWN,
    "mfa_login_webauthn": _OWN,
    "mfa_reauthenticate_webauthn": _OWN,
    "mfa_edit_webauthn": _OWN,
    "mfa_remove_webauthn": _OWN,
    "connection-add": _OWN,
    "connection-remove": _OWN,
    "provider-login": "sends a browser on; an invitation that is accepted so leaves its own event",
}
#: those of them that store nothing at all, with a form that is right
STORING_NOTHING = {
    "league:enter-check": Sent(typed=_points, on="league:enter"),
    "league:sheet-check": Sent(typed=_row, on="league:sheet"),
    "league:game-edit-check": Sent(typed=_corrected, on="league:game-edit"),
    "league:draft-check": Sent(typed={"title": "新しい決まり"}, on="league:draft"),
}

_BEFORE_IT_IS_STORED = "an import says whose it is and changes nothing before it is stored"
_COUNTS = "works out what it is sent and stores nothing"
#: calls of the API that leave none, and why
SILENT_CALLS = {
    ("POST", "settle"): _COUNTS,
    ("POST", "value"): _COUNTS,
    ("POST", "replay"): _COUNTS,
    ("POST", f"{_SET}/drafts/{{}}/preview"): _COUNTS,
    ("POST", f"{_SET}/drafts/{{}}/try"): _COUNTS,
    (
        "POST",
        "clubs/{}/live/{}/changes",
    ): "the table keeps every step with its author; its end is one",
    ("POST", "clubs/{}/downloads"): SILENT_PAGES["league:downloads"],
    ("POST", "clubs/{}/standings-check"): SILENT_PAGES["league:check-standings"],
    ("POST", "clubs/{}/sheet-imports"): _BEFORE_IT_IS_STORED,
    ("PATCH", "clubs/{}/sheet-imports/{}"): _BEFORE_IT_IS_STORED,
    ("DELETE", "clubs/{}/sheet-imports/{}"): _BEFORE_IT_IS_STORED,
    ("POST", "clubs/{}/tenhou-imports"): _BEFORE_IT_IS_STORED,
    ("PATCH", "clubs/{}/tenhou-imports/{}"): _BEFORE_IT_IS_STORED,
    ("DELETE", "clubs/{}/tenhou-imports/{}"): _BEFORE_IT_IS_STORED,
    ("POST", "clubs/{}/tenhou-imports/{}/resume"): "a job goes on, as it was asked for before",
}
#: what else the example of a call changes, one event each
ALSO = {
    ("POST", "clubs/{}/hanchan"): {"member.added": 1},  # a guest who is new
    ("PUT", "clubs/{}/hanchan/{}"): {"member.added": 1},
    ("POST", "clubs/{}/live"): {"member.added": 1},
    ("POST", "clubs/{}/leagues"): {"rule_set.adopted": 1},  # named by a shipped one
    ("POST", "clubs/{}/sheet-imports/{}/store"): {"hanchan.recorded": 1},
    ("POST", "clubs/{}/sheet-imports/{}/undo"): {"hanchan.voided": 1},
    ("POST", "clubs/{}/tenhou-imports/{}/store"): {"member.added": 4},
}
#: a job stores these games for whoever opened the import
BY_ANOTHER = {("POST", "clubs/{}/tenhou-imports/{}/store"): ADMIN.name}
