"""What others entered at a live table meanwhile, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from league.live_texts import hand_text
from league.models import LiveEntry, LiveTable, Member
from league.selectors.live_tables import entries_since, names_at


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryShown:
    """An entry as people read it."""

    when: datetime
    who: str
    what: str


def shown_since(live: LiveTable, seen: int) -> list[EntryShown]:
    """What was entered after a revision, the oldest first. Two queries."""
    return shown_entries(live, entries_since(live, seen))


def shown_entries(live: LiveTable, entries: Iterable[LiveEntry]) -> list[EntryShown]:
    """Entries in words. One query."""
    entries = list(entries)
    users = {entry.entered_by_id for entry in entries if entry.entered_by_id}
    members = Member.objects.for_club(live.club_id).filter(user__in=users)
    who = {member.user_id: member.shown_name(live.club) for member in members}
    names = names_at(live)
    return [
        EntryShown(
            when=entry.entered_at,
            who=who.get(entry.entered_by_id) or _("an evening pass"),
            what=entry_text(entry, names),
        )
        for entry in entries
    ]


def entry_text(entry: LiveEntry, names: Sequence[str]) -> str:
    """What an entry does."""
    told = entry.told
    match entry.action:
        case "hand":
            return hand_text(told, names)
        case "riichi":
            words = _("%(name)s: riichi") if told["declared"] else _("%(name)s: no riichi")
            return words % {"name": names[told["seat"]]}
        case "correct":
            words = _("hand %(number)s corrected: %(hand)s")
            return words % {"number": told["at"] + 1, "hand": hand_text(told["hand"], names)}
        case "insert":
            words = _("put in before hand %(number)s: %(hand)s")
            return words % {"number": told["at"] + 1, "hand": hand_text(told["hand"], names)}
        case "drop":
            return _("hand %(number)s taken out") % {"number": told["at"] + 1}
    return {
        "undo": _("last hand taken back"),
        "redo": _("hand brought back"),
        "finish": _("game finished"),
        "give_up": _("table given up"),
        "reopen": _("game opened again"),
    }.get(entry.action, _("table opened"))
