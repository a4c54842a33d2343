"""Who may do what at every address: written from what the club was promised, not from the code.

A row says for each method who is let in and how such a visit ends when nothing useful is sent;
everybody else is turned away, and how follows from who they are. A method that a row does not
name is refused to all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

#: everybody who may come, weakest first; an owner of another club is a stranger here
ROLES = (
    *("anonymous", "outsider", "owner_elsewhere", "operator", "pass"),
    *("member", "scorer", "organizer", "owner"),
)
#: those who do not belong to the club
STRANGERS = ROLES[:4]
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

#: how a visit ends: a page, moved on, to the login, what was sent is refused (400, 409, 422, 428),
#: no leave (403), nothing there (404), not by this method (405)
Outcome = Literal["page", "moved", "login", "refused", "forbidden", "missing", "method"]

_INSIDERS = ("pass", "member", "scorer", "organizer", "owner")
READERS = _INSIDERS
AT_THE_TABLE = _INSIDERS
MEMBERS = ("member", "scorer", "organizer", "owner")
SCORERS = ("scorer", "organizer", "owner")
ORGANIZERS = ("organizer", "owner")
OWNERS = ("owner",)
LOGGED_IN = ("outsider", "owner_elsewhere", "operator", *MEMBERS)
EVERYBODY = ROLES

#: who is let in, and how it ends for them; or each role by itself
Cell = tuple[tuple[str, ...], Outcome] | Mapping[str, Outcome]


@dataclass(frozen=True, slots=True)
class Row:
    """One address: its methods, and whether it lies in a club, in the API, or before both."""

    cells: Mapping[str, Cell]
    place: Literal["club", "api", "front"] = "club"


def _club(**cells: Cell) -> Row:
    return Row(cells)


def _api(**cells: Cell) -> Row:
    return Row(cells, "api")


def _front(**cells: Cell) -> Row:
    return Row(cells, "front")


_read = _club(GET=(READERS, "page"))
_api_read = _api(GET=(READERS, "page"))
_api_shipped = _api(GET=(EVERYBODY, "page"))
_api_of_organizers = _api(POST=(ORGANIZERS, "refused"))
_api_list = _api(GET=(READERS, "page"), POST=(ORGANIZERS, "refused"))
_api_thing = _api(GET=(READERS, "page"), PATCH=(ORGANIZERS, "page"), DELETE=(ORGANIZERS, "refused"))
_api_parts = _api(GET=(ORGANIZERS, "page"), POST=(ORGANIZERS, "refused"))
_api_part = _api(
    GET=(ORGANIZERS, "page"), PATCH=(ORGANIZERS, "refused"), DELETE=(ORGANIZERS, "refused")
)
_form_at_the_table = _club(GET=(AT_THE_TABLE, "page"), POST=(AT_THE_TABLE, "refused"))
_form_of_organizers = _club(GET=(ORGANIZERS, "page"), POST=(ORGANIZERS, "refused"))
_while_typing = _club(POST=(AT_THE_TABLE, "page"))

#: strangers see the list of clubs; whoever has one club alone goes straight there
_first_page: Mapping[str, Outcome] = {
    role: "moved" if role in (*MEMBERS, "owner_elsewhere") else "page" for role in ROLES
}
_only_before_login: Mapping[str, Outcome] = {
    role: "moved" if role in LOGGED_IN else "page" for role in ROLES
}


def _by_operator(outcome: Outcome, others: Outcome) -> Mapping[str, Outcome]:
    """How it ends for an operator, for others who are logged in, and at the login for the rest."""
    found: dict[str, Outcome] = {role: others if role in LOGGED_IN else "login" for role in ROLES}
    return {**found, "operator": outcome}


#: the operator's tool: to anybody else it does not exist
_tool = _front(GET=_by_operator("page", "missing"))
_tool_form = _front(GET=_by_operator("page", "missing"), POST=_by_operator("page", "missing"))
#: a login without its field is a closed one
_tool_login = _front(GET=_by_operator("page", "missing"), POST=_by_operator("moved", "missing"))
_nothing_there = _front(GET=_by_operator("missing", "missing"))

_nowhere: Mapping[str, Outcome] = dict.fromkeys(ROLES, "missing")

TABLE: dict[str, Row] = {
    # before any club
    "clubs": _front(GET=_first_page),
    "club-new": _front(GET=(LOGGED_IN, "page"), POST=(LOGGED_IN, "refused")),
    "club-new-invited": _front(GET=(EVERYBODY, "moved"), POST=(EVERYBODY, "moved")),
    "invitation": _front(GET=(EVERYBODY, "page"), POST=(EVERYBODY, "refused")),
    "demo-login": _front(POST=_nowhere),
    "rule-library": _front(GET=(EVERYBODY, "page")),
    "rule-library-compare": _front(GET=(EVERYBODY, "page")),
    "rule-library-set": _front(GET=(EVERYBODY, "page")),
    "rule-library-version": _front(GET=(EVERYBODY, "page")),
    # links that read one page: their secrets are all that they ask for
    "look": _front(GET=(EVERYBODY, "page")),
    "look-board": _front(GET=(EVERYBODY, "page")),
    "embed": _front(GET=(EVERYBODY, "page")),
    "use-pass": _front(GET=(EVERYBODY, "moved")),
    "app-manifest": _front(GET=(EVERYBODY, "page")),
    "app-worker": _front(GET=(EVERYBODY, "page")),
    "app-away": _front(GET=(EVERYBODY, "page")),
    "gallery": _front(GET=_nowhere),
    "set_language": _front(**dict.fromkeys(METHODS, (EVERYBODY, "moved"))),
    # logins
    # nothing that is sent names a browser of theirs: back to the page
    "account": _front(GET=(LOGGED_IN, "page"), POST=(LOGGED_IN, "moved")),
    "account-data": _front(GET=(LOGGED_IN, "page")),
    "account-delete": _front(GET=(LOGGED_IN, "page"), POST=(LOGGED_IN, "refused")),
    "account_login": _front(
        GET=_only_before_login,
        POST={r: "refused" if o == "page" else o for r, o in _only_before_login.items()},
    ),
    "account_logout": _front(POST=(EVERYBODY, "moved")),
    "account_inactive": _front(GET=(EVERYBODY, "page")),
    "account_change_password": _front(GET=(LOGGED_IN, "page"), POST=(LOGGED_IN, "refused")),
    "account_set_password": _front(GET=(LOGGED_IN, "moved"), POST=(LOGGED_IN, "moved")),
    "account_reset_password_from_key": _front(GET=(EVERYBODY, "page"), POST=(EVERYBODY, "refused")),
    # the second factor, which only the operator of the tests has; all others would have to give
    # their password once more first
    "account_reauthenticate": _front(GET=(LOGGED_IN, "page"), POST=(LOGGED_IN, "refused")),
    "mfa_index": _front(GET=(LOGGED_IN, "page")),
    "mfa_authenticate": _front(
        GET=_by_operator("moved", "moved"), POST=_by_operator("moved", "moved")
    ),
    "mfa_reauthenticate": _front(
        GET=_by_operator("page", "moved"), POST=_by_operator("refused", "moved")
    ),
    "mfa_activate_totp": _front(
        GET=_by_operator("moved", "moved"), POST=_by_operator("moved", "moved")
    ),
    "mfa_deactivate_totp": _front(
        GET=_by_operator("page", "missing"), POST=_by_operator("moved", "missing")
    ),
    "mfa_view_recovery_codes": _front(
        GET=_by_operator("page", "moved"), POST=_by_operator("moved", "moved")
    ),
    # passkeys, of which nobody has one here
    "mfa_list_webauthn": _front(GET=(LOGGED_IN, "page")),
    "mfa_add_webauthn": _front(
        GET=_by_operator("page", "moved"), POST=_by_operator("refused", "moved")
    ),
    # no answer of a passkey: back to the log-in page
    "mfa_login_webauthn": _front(POST=(LOGGED_IN, "moved")),
    "mfa_reauthenticate_webauthn": _front(GET=(LOGGED_IN, "moved"), POST=(LOGGED_IN, "moved")),
    "mfa_edit_webauthn": _front(
        GET=_by_operator("missing", "moved"), POST=_by_operator("missing", "moved")
    ),
    "mfa_remove_webauthn": _front(
        GET=_by_operator("missing", "moved"), POST=_by_operator("missing", "moved")
    ),
    # logins at providers, of which only Discord is set up here, and nobody has an account
    "connections": _front(GET=(LOGGED_IN, "page")),
    "connection-add": _front(
        GET=_by_operator("page", "moved"), POST=_by_operator("moved", "moved")
    ),
    "connection-remove": _front(
        GET=_by_operator("missing", "moved"), POST=_by_operator("missing", "moved")
    ),
    "provider-login": _front(POST=(EVERYBODY, "moved")),
    # without a state of this browser's
    "discord_callback": _front(GET=(EVERYBODY, "refused")),
    "google_callback": _front(GET=_nowhere),
    "line_callback": _front(GET=_nowhere),
    # the club's first page, entering a result
    "league:guide-put-away": _club(POST=(ORGANIZERS, "moved")),
    "league:home": _read,
    "league:news-seen": _club(POST=(MEMBERS, "moved")),
    "league:reader": _read,
    "league:enter": _form_at_the_table,
    "league:enter-check": _while_typing,
    "league:people": _club(GET=(AT_THE_TABLE, "page")),
    # evenings; a pass keeps its own evening and opens no other
    "league:sessions": _read,
    "league:session-new": _club(GET=(MEMBERS, "page"), POST=(MEMBERS, "refused")),
    "league:session": _read,
    "league:session-edit": _club(GET=(MEMBERS, "page"), POST=(MEMBERS, "moved")),
    "league:attendance": _club(GET=(AT_THE_TABLE, "page"), POST=(AT_THE_TABLE, "moved")),
    "league:session-options": _club(GET=(SCORERS, "page"), POST=(SCORERS, "moved")),
    "league:sheet": _club(GET=(AT_THE_TABLE, "page"), POST=(AT_THE_TABLE, "page")),
    "league:sheet-check": _while_typing,
    "league:pass-issue": _club(POST=(SCORERS, "moved")),
    "league:pass": _club(GET=(SCORERS, "page")),
    "league:invitations": _form_of_organizers,
    "league:invitation-revoke": _club(POST=(ORGANIZERS, "moved")),
    "league:reading-links": _form_of_organizers,
    "league:reading-link-end": _club(POST=(ORGANIZERS, "moved")),
    "league:tokens": _club(GET=(MEMBERS, "page"), POST=(MEMBERS, "refused")),
    # the token of the tests is the club's own
    "league:token-revoke": _club(POST=(OWNERS, "moved")),
    "league:pass-revoke": _club(POST=(SCORERS, "moved")),
    # to take away: evenings for calendars, tables, texts, everything
    "league:sessions-ics": _read,
    "league:calendar": _read,
    "league:session-text": _read,
    "league:ranking-csv": _read,
    "league:ranking-xlsx": _read,
    "league:ranking-text": _read,
    "league:games-csv": _read,
    "league:downloads": _club(GET=(READERS, "page"), POST=(READERS, "moved")),
    "league:download": _read,
    "league:download-file": _read,
    "league:members-csv": _club(GET=(ORGANIZERS, "page")),
    "league:archive": _club(GET=(OWNERS, "page")),
    # one game of tonight
    "league:game": _read,
    "league:game-edit": _form_at_the_table,
    "league:game-edit-check": _while_typing,
    "league:game-void": _form_at_the_table,
    "league:game-restore": _form_at_the_table,
    "league:game-reopen": _club(POST=(AT_THE_TABLE, "moved")),
    # tables that are kept hand by hand
    "league:live-new": _form_at_the_table,
    "league:live": _read,
    "league:live-board": _read,
    "league:live-change": _club(POST=(AT_THE_TABLE, "refused")),
    "league:live-hand": _club(GET=(AT_THE_TABLE, "page")),
    # rankings; a club with one league goes straight to it
    "league:rankings": _club(GET=(READERS, "moved")),
    "league:ranking": _read,
    "league:month-close": _club(POST=(ORGANIZERS, "refused")),
    "league:month-closes": _read,
    "league:month-closing": _read,
    "league:month-reopen": _form_of_organizers,
    "league:rating": _read,
    "league:prizes": _form_of_organizers,
    "league:what-if": _read,
    "league:race": _read,
    "league:chances": _read,
    "league:card": _read,
    "league:card-svg": _read,
    # the screen in the club's room
    "league:wall": _read,
    "league:wall-board": _read,
    # seasons as competitions, points apart from games
    "league:seasons": _read,
    "league:season": _read,
    "league:adjustments": _read,
    "league:adjustment-new": _form_of_organizers,
    "league:adjustment-withdraw": _form_of_organizers,
    # people
    "league:members": _read,
    "league:member-new": _form_of_organizers,
    "league:member-paste": _form_of_organizers,
    "league:member-accounts": _form_of_organizers,
    "league:member": _read,
    "league:member-seats": _read,
    "league:member-opponents": _read,
    "league:member-hands": _read,
    "league:member-edit": _form_of_organizers,
    "league:member-login": _form_of_organizers,
    "league:member-kind": _club(POST=(ORGANIZERS, "moved")),
    "league:member-presence": _club(POST=(ORGANIZERS, "moved")),
    # a member's own name, and for organizers anybody's: the one of the tests has no login
    "league:member-name": _club(POST=(ORGANIZERS, "moved")),
    # somebody with games stays
    "league:member-remove": _club(POST=(ORGANIZERS, "moved")),
    "league:member-merge": _form_of_organizers,
    # the member of the tests was never merged
    "league:member-unmerge": _form_of_organizers,
    "league:member-role": _club(POST=(OWNERS, "refused")),
    "league:member-reset": _club(POST=(ORGANIZERS, "page")),
    # rules
    "league:calculator": _read,
    "league:practice": _read,
    "league:conditions": _read,
    "league:rules": _read,
    "league:rule-set": _read,
    "league:rule-version": _read,
    "league:rule-compare": _read,
    "league:rule-yaku": _read,
    "league:rule-fu": _read,
    "league:rule-points": _read,
    "league:rule-export": _read,
    "league:rule-import": _form_of_organizers,
    "league:draft-new": _form_of_organizers,
    "league:draft": _club(GET=(ORGANIZERS, "page")),
    "league:draft-save": _club(POST=(ORGANIZERS, "refused")),
    "league:draft-check": _club(POST=(ORGANIZERS, "page")),
    "league:draft-try": _club(GET=(ORGANIZERS, "page")),
    "league:draft-delete": _club(POST=(ORGANIZERS, "refused")),
    "league:draft-clauses": _form_of_organizers,
    "league:draft-headings": _form_of_organizers,
    "league:change-new": _form_of_organizers,
    "league:change-move": _form_of_organizers,
    "league:change-withdraw": _form_of_organizers,
    "league:changes": _read,
    "league:change": _read,
    "league:change-stop": _club(POST=(ORGANIZERS, "moved")),
    "league:change-resume": _club(POST=(ORGANIZERS, "moved")),
    "league:change-give-up": _form_of_organizers,
    "league:rule-adopt": _club(GET=(ORGANIZERS, "page")),
    "league:rule-adopt-set": _form_of_organizers,
    # rulings
    "league:rulings": _read,
    "league:ruling-new": _form_of_organizers,
    "league:ruling": _read,
    "league:ruling-correct": _form_of_organizers,
    "league:ruling-void": _form_of_organizers,
    # games from elsewhere
    "league:tenhou": _form_of_organizers,
    "league:sheet-import": _form_of_organizers,
    # settings
    "league:settings": _club(GET=(ORGANIZERS, "page"), POST=(OWNERS, "refused")),
    "league:league-new": _form_of_organizers,
    "league:league-move": _club(POST=(ORGANIZERS, "moved")),
    "league:league-settings": _form_of_organizers,
    "league:season-new": _form_of_organizers,
    "league:season-edit": _form_of_organizers,
    "league:season-remove": _club(POST=(ORGANIZERS, "moved")),
    "league:stage-new": _form_of_organizers,
    "league:stage-edit": _form_of_organizers,
    "league:stage-remove": _club(POST=(ORGANIZERS, "moved")),
    "league:teams": _form_of_organizers,
    "league:teams-from-names": _club(POST=(ORGANIZERS, "moved")),
    "league:team-edit": _form_of_organizers,
    "league:team-join": _club(POST=(ORGANIZERS, "refused")),
    "league:team-remove": _club(POST=(ORGANIZERS, "moved")),
    "league:membership": _form_of_organizers,
    "league:membership-remove": _club(POST=(ORGANIZERS, "moved")),
    "league:check-standings": _club(POST=(ORGANIZERS, "moved")),
    # the API
    "api:docs": _api_shipped,
    "api:schema": _api_shipped,
    "api:settle": _api(POST=(EVERYBODY, "refused")),
    "api:value": _api(POST=(EVERYBODY, "refused")),
    "api:replay": _api(POST=(EVERYBODY, "refused")),
    "api:hanchan-list": _api(GET=(READERS, "page"), POST=(AT_THE_TABLE, "refused")),
    "api:sessions": _api(GET=(READERS, "page"), POST=(MEMBERS, "refused")),
    # an evening with games stays on the list
    "api:session": _api(
        GET=(READERS, "page"), PATCH=(MEMBERS, "page"), DELETE=(MEMBERS, "refused")
    ),
    "api:session-restore": _api(POST=(MEMBERS, "page")),
    "api:session-options": _api(PUT=(SCORERS, "refused")),
    "api:attendance": _api(PUT=(AT_THE_TABLE, "refused")),
    "api:passes": _api(GET=(SCORERS, "page"), POST=(SCORERS, "page")),
    "api:pass": _api(DELETE=(SCORERS, "page")),
    "api:members": _api(GET=(READERS, "page"), POST=(ORGANIZERS, "refused")),
    # somebody with games stays, and who was never merged has nothing to be undone
    "api:member": _api_thing,
    "api:member-merge": _api(POST=(ORGANIZERS, "refused"), DELETE=(ORGANIZERS, "refused")),
    # the member of the tests has no account
    "api:member-login": _api_of_organizers,
    "api:member-password-link": _api_of_organizers,
    "api:member-role": _api(PUT=(OWNERS, "refused")),
    "api:closings": _api(GET=(READERS, "page"), POST=(ORGANIZERS, "refused")),
    "api:reopen": _api(POST=(ORGANIZERS, "refused")),
    "api:prizes": _api(GET=(READERS, "page"), PUT=(ORGANIZERS, "refused")),
    "api:hanchan": _api(GET=(READERS, "page"), PUT=(AT_THE_TABLE, "refused")),
    "api:hanchan-void": _api(POST=(AT_THE_TABLE, "refused")),
    "api:hanchan-restore": _api(POST=(AT_THE_TABLE, "refused")),
    # the game of the tests was not kept hand by hand
    "api:hanchan-reopen": _api(POST=(AT_THE_TABLE, "refused")),
    "api:live-list": _api(GET=(READERS, "page"), POST=(AT_THE_TABLE, "refused")),
    "api:live": _api_read,
    "api:live-changes": _api(POST=(AT_THE_TABLE, "refused")),
    "api:ranking": _api(GET=(READERS, "page")),
    "api:rating": _api_read,
    "api:member-record": _api_read,
    "api:member-seats": _api_read,
    "api:member-opponents": _api_read,
    "api:member-hands": _api_read,
    "api:member-rating": _api_read,
    "api:what-if": _api_read,
    "api:season": _api_read,
    # the API: what organizers set
    "api:settings": _api(GET=(ORGANIZERS, "page"), PATCH=(OWNERS, "page")),
    "api:standings-check": _api(GET=(ORGANIZERS, "page"), POST=(ORGANIZERS, "page")),
    "api:leagues": _api_list,
    "api:league": _api(GET=(READERS, "page"), PATCH=(ORGANIZERS, "page")),
    "api:league-move": _api_of_organizers,
    "api:seasons": _api_list,
    # a season, stage, team or membership with games or people stays
    "api:season-settings": _api_thing,
    "api:stages": _api_of_organizers,
    "api:stage": _api_thing,
    "api:teams": _api_list,
    "api:teams-from-names": _api(POST=(ORGANIZERS, "page")),
    "api:team": _api_thing,
    "api:team-members": _api_of_organizers,
    "api:membership": _api_thing,
    "api:adjustments": _api_list,
    "api:adjustment": _api_read,
    "api:adjustment-withdraw": _api_of_organizers,
    # the API: to take away
    "api:games-file": _api_read,
    "api:members-file": _api(GET=(ORGANIZERS, "page")),
    "api:calendar-file": _api_read,
    "api:archive-file": _api(GET=(OWNERS, "page")),
    "api:session-text": _api_read,
    "api:ranking-table": _api_read,
    "api:ranking-workbook": _api_read,
    "api:ranking-text": _api_read,
    "api:downloads": _api(GET=(READERS, "page"), POST=(READERS, "refused")),
    "api:download": _api_read,
    "api:download-file": _api_read,
    # the API: games from elsewhere
    "api:sheet-imports": _api(GET=(ORGANIZERS, "page"), POST=(ORGANIZERS, "refused")),
    "api:sheet-import": _api(
        GET=(ORGANIZERS, "page"), PATCH=(ORGANIZERS, "page"), DELETE=(ORGANIZERS, "page")
    ),
    "api:sheet-import-games": _api(GET=(ORGANIZERS, "page")),
    "api:sheet-import-store": _api(POST=(ORGANIZERS, "page")),
    "api:sheet-import-undo": _api_of_organizers,
    "api:tenhou-imports": _api(GET=(ORGANIZERS, "page"), POST=(ORGANIZERS, "refused")),
    "api:tenhou-import": _api(
        GET=(ORGANIZERS, "page"), PATCH=(ORGANIZERS, "page"), DELETE=(ORGANIZERS, "page")
    ),
    "api:tenhou-import-games": _api(GET=(ORGANIZERS, "page")),
    # nobody has said who the people are
    "api:tenhou-import-store": _api_of_organizers,
    "api:tenhou-import-resume": _api(POST=(ORGANIZERS, "page")),
    # the API: rules
    "api:shipped-sets": _api_shipped,
    "api:shipped-version": _api_shipped,
    "api:shipped-rulebook": _api_shipped,
    "api:shipped-compare": _api(GET=(EVERYBODY, "refused")),  # with what is not said
    "api:rule-sets": _api(GET=(READERS, "page"), POST=(ORGANIZERS, "refused")),
    "api:rule-set": _api_read,
    "api:rule-version": _api_read,
    "api:rulebook": _api_read,
    "api:rule-compare": _api_read,
    "api:rule-departures": _api_read,
    "api:rulings": _api_list,
    "api:ruling": _api_read,
    "api:ruling-correct": _api_of_organizers,
    "api:ruling-void": _api_of_organizers,
    "api:rule-drafts": _api_of_organizers,
    "api:rule-draft": _api_part,
    "api:rule-clauses": _api_parts,
    "api:rule-clause": _api_part,
    "api:rule-headings": _api_parts,
    "api:rule-heading": _api_part,
    "api:rule-try": _api_of_organizers,
    "api:rule-preview": _api_of_organizers,
    "api:rule-publish": _api_of_organizers,
    "api:rule-move": _api_of_organizers,
    "api:rule-withdraw": _api_of_organizers,
    "api:rule-changes": _api_read,
    "api:rule-change": _api_read,
    "api:rule-change-stop": _api_of_organizers,
    "api:rule-change-resume": _api_of_organizers,
    "api:rule-change-give-up": _api_of_organizers,
    "api:": _api(**dict.fromkeys(METHODS, _nowhere)),
}

#: tables of the operator's tool: those that can be changed, and of which the tests' club has no row
_TABLES = (
    *("league_club", "league_member", "league_clubruleset", "league_user", "league_league"),
    *("league_season", "league_tallypage", "league_tally", "league_monthclose", "league_stage"),
    *("league_team", "league_teammembership", "league_adjustment", "league_prize"),
    *("league_ratingrun", "league_ratingpoint", "league_tenhouimport", "league_tenhoufile"),
    *("league_tenhougame", "league_sheetimport", "league_session", "league_eveningpass"),
    *("league_rulechange", "league_dirtyday", "league_ruling", "league_hanchan", "league_seat"),
    *("league_penalty", "league_yakuman", "league_kyoku", "league_settlement"),
    *("league_livetable", "league_liveseat", "league_liveentry", "league_apitoken"),
    *("league_readinglink", "league_newsseen"),
    *(
        "league_auditevent",
        "league_apicall",
        "league_job",
        "league_download",
        "league_downloadpart",
    ),
    *("league_invitation", "league_foundinglink"),
    *("rules_ruleset", "rules_ruleversion", "rules_section", "rules_clause"),
)
_EMPTY = (
    "league_newsseen",
    *("league_apicall", "league_prize", "league_ratingrun", "league_ratingpoint"),
    *(
        "league_tenhoufile",
        "league_dirtyday",
        "league_penalty",
        "league_yakuman",
        "league_kyoku",
        "league_liveentry",
    ),
)

TABLE |= {"admin:index": _tool, "admin:jsi18n": _tool, "admin:app_list": _tool}
TABLE |= {f"admin:{table}_changelist": _tool for table in _TABLES}
TABLE |= {
    f"admin:{table}_change": _nothing_there if table in _EMPTY else _tool for table in _TABLES
}
TABLE |= {
    "admin:league_club_change": _tool_form,
    "admin:league_user_change": _tool_login,
    "admin:league_job_changelist": _tool_form,
    "admin:league_foundinglink_changelist": _tool_form,
    # for whom a link is may stay empty
    "admin:league_foundinglink_add": _tool_login,
}


#: what a club shows to all that opens its rankings alone; its home moves on to them
RANKING_PAGES: Mapping[str, Outcome] = {
    "league:home": "moved",
    "league:rankings": "moved",
    "league:ranking": "page",
    "league:card": "page",
    "league:card-svg": "page",
}


def expected(name: str, role: str, method: str, *, shown: str) -> Outcome:
    """How a visit to an address ends; ``shown``: to whom the club shows itself."""
    is_public = shown == "public"
    if shown == "ranking" and role in STRANGERS and method == "GET" and name in RANKING_PAGES:
        return RANKING_PAGES[name]
    row = TABLE[name]
    cell = row.cells.get(method)
    readers = ROLES if is_public else READERS
    if cell is None:
        return _unknown_method(name, role, readers)
    if not isinstance(cell, tuple):
        return cell[role]
    allowed, outcome = cell
    if is_public and row.place != "front" and method == "GET" and allowed == READERS:
        # What insiders may read, strangers may; entering and managing are no reading.
        allowed = ROLES if _is_read(name) else allowed
    if role in allowed:
        return outcome
    return _turned_away(row, role, readers)


def _is_read(name: str) -> bool:
    if any(TABLE[name] is row for row in (_read, _api_read, _api_list, _api_thing)):
        return True
    return name in {
        *(
            "league:rankings",
            "league:downloads",
            "api:downloads",
            "api:hanchan",
            "api:ranking",
            "api:rule-sets",
        ),
        *("api:live-list", "api:hanchan-list", "api:sessions", "api:session"),
        *("api:members", "api:member", "api:closings", "api:prizes", "api:league"),
    }


def _unknown_method(name: str, role: str, readers: tuple[str, ...]) -> Outcome:
    row = TABLE[name]
    # The API looks who comes before it looks what they ask, so that strangers learn nothing.
    is_open = name in ("api:settle", "api:value", "api:replay", "api:shipped-compare")
    is_open = is_open or row is _api_shipped
    if row.place == "api" and not is_open and role not in readers:
        return _turned_away(row, role, readers)
    return "method"


def _turned_away(row: Row, role: str, readers: tuple[str, ...]) -> Outcome:
    if role == "anonymous":
        return "forbidden" if row.place == "api" else "login"
    if row.place == "front":
        return "login"  # a pass is no login
    return "forbidden" if role in readers else "missing"
