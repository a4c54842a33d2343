"""Which calls of the API do what each page that writes does; or why none does.

Written from what the pages promise. A call that no page has stands in no row.
"""

from __future__ import annotations

from collections.abc import Mapping

_GAME, _EVENING = "clubs/{}/hanchan/{}", "clubs/{}/sessions/{}"
_LEAGUE, _SET = "clubs/{}/leagues/{}", "clubs/{}/rule-sets/{}"
_MEMBER, _LIVE = "clubs/{}/members/{}", "clubs/{}/live"
_SEASON, _TEAM = f"{_LEAGUE}/seasons/{{}}", f"{_LEAGUE}/teams/{{}}"
_DRAFT, _VERSION, _CHANGE = f"{_SET}/drafts/{{}}", f"{_SET}/versions/{{}}", f"{_SET}/changes/{{}}"
_SHEETS, _TENHOU = "clubs/{}/sheet-imports", "clubs/{}/tenhou-imports"

#: the method and address of each call, by the name of the page
CALLS: Mapping[str, tuple[str, ...]] = {
    # games and evenings
    "league:enter": ("POST clubs/{}/hanchan",),
    "league:sheet": ("POST clubs/{}/hanchan", f"PUT {_GAME}", f"PUT {_EVENING}/attendance"),
    "league:game-edit": (f"PUT {_GAME}",),
    "league:game-void": (f"POST {_GAME}/void",),
    "league:game-restore": (f"POST {_GAME}/restore",),
    "league:game-reopen": (f"POST {_GAME}/reopen",),
    "league:session-new": ("POST clubs/{}/sessions",),
    "league:session-edit": (
        f"PATCH {_EVENING}",
        f"DELETE {_EVENING}",
        f"POST {_EVENING}/restore",
    ),
    "league:attendance": (f"PUT {_EVENING}/attendance", "POST clubs/{}/members"),
    "league:session-options": (f"PUT {_EVENING}/options",),
    "league:pass-issue": (f"POST {_EVENING}/passes",),
    "league:pass-revoke": (f"DELETE {_EVENING}/passes/{{}}",),
    "league:live-new": (f"POST {_LIVE}",),
    "league:live-change": (f"POST {_LIVE}/{{}}/changes",),
    # rankings
    "league:month-close": (f"POST {_LEAGUE}/closings",),
    "league:month-reopen": (f"POST {_LEAGUE}/closings/{{}}/reopen",),
    "league:prizes": (f"PUT {_LEAGUE}/prizes",),
    "league:adjustment-new": (f"POST {_LEAGUE}/adjustments",),
    "league:adjustment-withdraw": (f"POST {_LEAGUE}/adjustments/{{}}/withdraw",),
    # people
    "league:member-new": ("POST clubs/{}/members",),
    "league:member-paste": ("POST clubs/{}/members",),
    "league:member-accounts": (f"POST {_MEMBER}/login",),
    "league:member-kind": (f"PATCH {_MEMBER}",),
    "league:member-presence": (f"PATCH {_MEMBER}",),
    "league:member-remove": (f"DELETE {_MEMBER}",),
    "league:member-merge": (f"POST {_MEMBER}/merge",),
    "league:member-unmerge": (f"DELETE {_MEMBER}/merge",),
    "league:member-edit": (f"PATCH {_MEMBER}",),
    "league:member-login": (f"POST {_MEMBER}/login",),
    "league:member-role": (f"PUT {_MEMBER}/role",),
    "league:member-reset": (f"POST {_MEMBER}/password-link",),
    # rules
    "league:rule-adopt-set": ("POST clubs/{}/rule-sets",),
    "league:rule-import": (f"POST {_SET}/drafts",),
    "league:draft-new": (f"POST {_SET}/drafts",),
    "league:draft-save": (f"PATCH {_DRAFT}",),
    "league:draft-delete": (f"DELETE {_DRAFT}",),
    "league:draft-clauses": (
        f"POST {_DRAFT}/clauses",
        f"PATCH {_DRAFT}/clauses/{{}}",
        f"DELETE {_DRAFT}/clauses/{{}}",
    ),
    "league:draft-headings": (
        f"POST {_DRAFT}/headings",
        f"PATCH {_DRAFT}/headings/{{}}",
        f"DELETE {_DRAFT}/headings/{{}}",
    ),
    "league:change-new": (f"POST {_DRAFT}/preview", f"POST {_DRAFT}/publish"),
    "league:change-move": (f"POST {_VERSION}/move",),
    "league:change-withdraw": (f"POST {_VERSION}/withdraw",),
    "league:change-stop": (f"POST {_CHANGE}/stop",),
    "league:change-resume": (f"POST {_CHANGE}/resume",),
    "league:change-give-up": (f"POST {_CHANGE}/give-up",),
    "league:ruling-new": ("POST clubs/{}/rulings",),
    "league:ruling-correct": ("POST clubs/{}/rulings/{}/correct",),
    "league:ruling-void": ("POST clubs/{}/rulings/{}/void",),
    # games from elsewhere, files
    "league:tenhou": (
        f"POST {_TENHOU}",
        f"PATCH {_TENHOU}/{{}}",
        f"POST {_TENHOU}/{{}}/store",
        f"POST {_TENHOU}/{{}}/resume",
        f"DELETE {_TENHOU}/{{}}",
    ),
    "league:sheet-import": (
        f"POST {_SHEETS}",
        f"PATCH {_SHEETS}/{{}}",
        f"POST {_SHEETS}/{{}}/store",
        f"POST {_SHEETS}/{{}}/undo",
        f"DELETE {_SHEETS}/{{}}",
    ),
    "league:downloads": ("POST clubs/{}/downloads",),
    # settings
    "league:settings": ("PATCH clubs/{}/settings",),
    "league:check-standings": ("POST clubs/{}/standings-check",),
    "league:league-new": ("POST clubs/{}/leagues",),
    "league:league-move": (f"POST {_LEAGUE}/move",),
    "league:league-settings": (f"PATCH {_LEAGUE}",),
    "league:season-new": (f"POST {_LEAGUE}/seasons",),
    "league:season-edit": (f"PATCH {_SEASON}",),
    "league:season-remove": (f"DELETE {_SEASON}",),
    "league:stage-new": (f"POST {_SEASON}/stages",),
    "league:stage-edit": (f"PATCH {_SEASON}/stages/{{}}",),
    "league:stage-remove": (f"DELETE {_SEASON}/stages/{{}}",),
    "league:teams": (f"POST {_LEAGUE}/teams",),
    "league:teams-from-names": (f"POST {_LEAGUE}/teams/from-names",),
    "league:team-edit": (f"PATCH {_TEAM}",),
    "league:team-join": (f"POST {_TEAM}/members",),
    "league:team-remove": (f"DELETE {_TEAM}",),
    "league:membership": (f"PATCH {_LEAGUE}/memberships/{{}}",),
    "league:membership-remove": (f"DELETE {_LEAGUE}/memberships/{{}}",),
}

_NAME = "what of somebody is shown to strangers they say themselves, or an organizer who was asked"
_TYPING = "answers somebody who is still typing and stores nothing; a call says all that is wrong"
_OWN = "a person's own login, in a browser of theirs: no program should be able to"
_TOKENS = "whoever holds a token should not be able to make another, or end one"
_INVITED = "what it makes opens a login: it is passed on by a person, to a person they know"
_LINKS = "a link outlives the token: whoever holds one should not leave another way in behind"
#: pages that write and have no call, with the reason
NONE: Mapping[str, str] = {
    "club-new": "a token is good in one club, and this one is not there yet",
    "set_language": "a cookie of the browser; a program says it with Accept-Language",
    "demo-login": _OWN,
    "league:news-seen": "keeps what a person has read; a program reads the rule changes",
    "league:guide-put-away": "hides a hint of a page; a program reads none",
    "club-new-invited": "the same, and its secret is for one person",
    "invitation": _OWN,
    "league:invitations": _INVITED,
    "league:invitation-revoke": _INVITED,
    "league:reading-links": _LINKS,
    "league:reading-link-end": _LINKS,
    "league:member-name": _NAME,
    "league:tokens": _TOKENS,
    "league:token-revoke": _TOKENS,
    **dict.fromkeys(
        (
            *("league:enter-check", "league:sheet-check", "league:game-edit-check"),
            "league:draft-check",
        ),
        _TYPING,
    ),
    **dict.fromkeys(
        (
            *("account", "account-delete", "account_login", "account_logout"),
            *("account_change_password", "account_set_password", "account_reset_password_from_key"),
            *("account_reauthenticate", "mfa_authenticate", "mfa_reauthenticate"),
            *("mfa_activate_totp", "mfa_deactivate_totp", "mfa_view_recovery_codes"),
            *("mfa_add_webauthn", "mfa_edit_webauthn", "mfa_remove_webauthn"),
            *("mfa_login_webauthn", "mfa_reauthenticate_webauthn"),
            *("connection-add", "connection-remove", "provider-login"),
        ),
        _OWN,
    ),
}
