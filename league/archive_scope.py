"""What an archive of a club holds, and what stays behind on the server, with the reason.

A test walks every model and every field: whatever is added has to be decided about here.
"""

from __future__ import annotations

from typing import Final

FORMAT: Final = "jancho-club-1"

CLUB: Final = (
    *("slug", "name", "time_zone", "day_turns_at", "language"),
    *("visibility", "names_shown", "year_starts_in"),
)
MEMBER: Final = (
    *("display_name", "full_name", "kana", "romaji", "aliases", "tenhou_names"),
    *("is_guest", "joined_on", "left_on"),
)
SESSION: Final = ("day", "title", "place", "note", "options")

_LOGIN: Final = "logins stay on their server; the name of who did it goes along"
_UPLOAD: Final = "an upload on its way; what came of it are games, and they go along"
_LIVE: Final = "a game under way is no result yet; a finished one goes along with its hands"
_AGAIN: Final = "worked out anew from the games"

#: whole tables
TABLES_LEFT_OUT: Final[dict[str, str]] = {
    "league.AuditEvent": "the trail speaks of this server's logins and numbers, and stays theirs",
    "league.DirtyDay": "belongs to a change of the rules that is under way",
    "league.EveningPass": "opens an evening on this server alone, and ends by itself",
    "league.Job": "work that this server owes",
    "league.LiveEntry": _LIVE,
    "league.LiveSeat": _LIVE,
    "league.LiveTable": _LIVE,
    "league.RatingPoint": _AGAIN,
    "league.RatingRun": _AGAIN,
    "league.SheetImport": _UPLOAD,
    "league.TenhouFile": _UPLOAD,
    "league.TenhouGame": _UPLOAD,
    "league.TenhouImport": _UPLOAD,
}

#: single fields of tables that come back
FIELDS_LEFT_OUT: Final[dict[str, str]] = {
    "league.Club.created_at": "when this server got the club",
    "league.Club.is_demo": "the demo's logins are not there",
    "league.Member.user": "logins stay on their server",
    "league.Member.role": "what a login may do",
    "league.League.revision": "counts the changes on this server",
    "league.Hanchan.digest": "a fingerprint over this server's numbers, made anew",
    "league.Hanchan.entered_by": "logins stay on their server",
    "league.Hanchan.entered_with": "passes stay on their server",
    "league.Hanchan.from_sheet": _UPLOAD,
    "league.MonthClose.closed_by": _LOGIN,
    "league.Ruling.created_by": _LOGIN,
    "league.RuleChange.created_by": _LOGIN,
    "league.Adjustment.made_by": _LOGIN,
    "league.Session.is_off_list": "an evening that goes along has something, so it is on the list",
    "league.Settlement.change": "earlier settlements stay behind with the trail",
    "league.Settlement.created_at": _AGAIN,
    "league.Settlement.hanchan_revision": "a game comes back settled at its present revision",
    "league.Settlement.reason": "earlier settlements stay behind with the trail",
    "league.Settlement.version": _AGAIN + "; an equal one may have been of another version",
    "league.TallyPage.change": "belongs to a change of the rules that is under way",
}
